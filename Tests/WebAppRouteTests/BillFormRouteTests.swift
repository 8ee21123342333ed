import Finances
import Testing

@testable import MoneyWeb
@testable import Web

@Suite("What the form of an expense keeps, and says before it is saved") struct BillFormRouteTests {
  /// The fields of the form of an expense as a browser sends them.
  private func fields(_ page: Browser.Answer) throws -> [(String, String)] {
    let start = try #require(page.main.firstRange(of: "expense-form")).lowerBound
    let form = page.main[start...]
    func attribute(_ name: String, _ tag: Substring) throws -> String? {
      tag.firstMatch(of: try Regex(" \(name)=\"([^\"]*)\"")).flatMap { $0.output[1].substring }
        .map { MoneyWorld.unescaped($0) }
    }
    var fields: [(String, String)] = []
    for input in form.matches(of: /<input[^>]*>/) {
      guard let name = try attribute("name", input.0), name != "csrf" else { continue }
      let type = try attribute("type", input.0)
      if type == "checkbox" || type == "radio", !input.0.contains(" checked") { continue }
      fields.append((name, try attribute("value", input.0) ?? ""))
    }
    for select in form.matches(of: /<select[^>]*>.*?<\/select>/.dotMatchesNewlines()) {
      let chosen = select.0.matches(of: /<option[^>]*>/).first { $0.0.contains(" selected") }
      guard let name = try attribute("name", select.0), let chosen else { continue }
      fields.append((name, try attribute("value", chosen.0) ?? ""))
    }
    return fields
  }

  private func changing(_ fields: [(String, String)], _ name: String, to text: String)
    -> [(String, String)]
  {
    fields.filter { $0.0 != name } + [(name, text)]
  }

  private func combine(_ name: String, into other: String, _ world: MoneyWorld) async throws {
    let path = "/groups/\(world.group)/members/\(world.member(name))/combine"
    try await world.ben.get(path)
    let combined = try await world.ben.submit(path, ["into": world.member(other)])
    try #require(combined.status == 303)
  }

  /// A bill of 30.00 that Anna has paid, of which everybody had a third until Cy became Ben.
  private func pizza(_ world: MoneyWorld) async throws -> String {
    let lines = [("lines", "1"), ("line.0.name", "Pizza"), ("line.0.amount", "30")]
    let added = try await world.add(world.anna, "Pizza", "30", way: "itemised", more: lines)
    try #require(added.status == 303)
    try await combine("Cy", into: "Ben", world)
    return try #require(try await world.expenses().first).id
  }

  @Test("the shares of a line stay when something else of the bill is changed, and are shown")
  func weights() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/expenses/\(try await pizza(world))"
    let page = try await world.anna.get(path).main
    #expect(page.contains(catalogue.lineSharer("Ben", 2)), "\(page)")
    #expect(try await world.nets() == ["Anna": 2000, "Ben": -2000])
    let form = changing(
      try fields(try await world.anna.get("\(path)/edit")), "payer", to: world.member("Ben"))
    let saved = try await world.anna.submit("\(path)/edit", repeated: form)
    #expect(saved.status == 303, "\(saved.main)")
    #expect(try await world.nets() == ["Anna": -1000, "Ben": 1000])
    // And in a copy with another line.
    let new = "/groups/\(world.group)/expenses/new"
    let id = try #require(try await world.expenses().first).id
    var copy = try fields(try await world.anna.get("\(new)?like=\(id)"))
    for (name, text) in [
      ("title", "Copy"), ("amount", "40"), ("line.1.name", "Wine"), ("line.1.amount", "10"),
    ] { copy = changing(copy, name, to: text) }
    #expect(try await world.anna.submit(new, repeated: copy).status == 303)
    #expect(try await world.nets() == ["Anna": -2500, "Ben": 2500])
  }

  @Test("who was combined while the form was open is named, and nothing is saved")
  func gone() async throws {
    let world = try await MoneyWorld()
    let new = "/groups/\(world.group)/expenses/new"
    var form = try fields(try await world.anna.get(new))
    for (name, text) in [("title", "Bread"), ("amount", "9")] {
      form = changing(form, name, to: text)
    }
    try await combine("Cy", into: "Ben", world)
    let answer = try await world.anna.submit(new, repeated: form)
    #expect(answer.status == 422)
    let said = catalogue.problem(FieldProblem.money(.memberGone(["Cy"])))
    #expect(answer.main.contains(said))
    #expect(try await world.expenses() == [])
    // The form that comes back is of those who are there.
    let again = try fields(answer)
    #expect(again.filter { $0.0 == "in" }.count == 2)
    #expect(try await world.anna.submit(new, repeated: again).status == 303)
    #expect(try await world.nets() == ["Anna": 450, "Ben": -450])
  }

  @Test("amounts that nobody touched stay when somebody they name was combined meanwhile")
  func untouched() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let rent = try #require(try await world.expenses().first).id
    let edit = "/groups/\(world.group)/expenses/\(rent)/edit"
    let form = try fields(try await world.anna.get(edit))
    try await combine("Cy", into: "Ben", world)
    let renamed = changing(form, "title", to: "Rent of May")
    #expect(try await world.anna.submit(edit, repeated: renamed).status == 303)
    #expect(try await world.nets() == ["Anna": 600, "Ben": -600])
    let refused = try await world.anna.submit(
      edit, repeated: changing(renamed, "amount", to: "12"))
    #expect(refused.status == 422)
    #expect(refused.main.contains(catalogue.problem(FieldProblem.money(.memberGone(["Cy"])))))
    #expect(try await world.nets() == ["Anna": 600, "Ben": -600])
  }

  @Test("a line whose only sharer does not share the expense is not everybody's")
  func nobodysLine() async throws {
    let world = try await MoneyWorld()
    let lines = [
      ("lines", "2"), ("line.0.name", "Wine"), ("line.0.amount", "20"),
      ("line.0.in", world.member("Cy")), ("line.1.name", "Pasta"), ("line.1.amount", "10"),
    ]
    let answer = try await world.add(
      world.anna, "Dinner", "30", among: ["Anna", "Ben"], way: "itemised", more: lines)
    #expect(answer.status == 422)
    let said = catalogue.problem(FieldProblem.money(.nobodySharesLine))
    #expect(answer.main.contains(said) && answer.main.contains("f-line.0.amount-problem"))
    #expect(!answer.main.contains("f-line.1.amount-problem"))
    #expect(try await world.expenses() == [])
    _ = try await world.add(world.anna, "Dinner", "30", way: "itemised", more: lines)
    #expect(try await world.nets()["Cy"].map { (-2334 ... -2333).contains($0) } == true)
  }

  @Test("more than a million shares can be typed and changed, as they can be stored")
  func manyShares() async throws {
    let world = try await MoneyWorld()
    let weights = ["Anna": "1", "Ben": "9000000000000000"]
    let added = try await world.add(
      world.anna, "Rent", "9", among: ["Anna", "Ben"], way: "shares", weights: weights)
    #expect(added.status == 303, "\(added.main)")
    let rent = try #require(try await world.expenses().first).id
    let edit = "/groups/\(world.group)/expenses/\(rent)/edit"
    let form = changing(try fields(try await world.anna.get(edit)), "amount", to: "12")
    #expect(try await world.anna.submit(edit, repeated: form).status == 303)
    let nets = try await world.nets()
    #expect(nets["Anna"] == 1200 && nets["Ben"] == -1200)
    let tooMany = try await world.add(
      world.anna, "Rent", "9", way: "shares", weights: ["Ben": "9000000000000001"])
    #expect(tooMany.status == 422)
  }

  @Test("a form that comes back says that it has what was typed, so that no draft covers it")
  func typed() async throws {
    let world = try await MoneyWorld()
    let new = "/groups/\(world.group)/expenses/new"
    #expect(try await !world.anna.get(new).main.contains("data-typed"))
    for (path, amount) in [("/groups/\(world.group)/expenses/preview", "9"), (new, "")] {
      let answer = try await world.add(world.anna, "Soup", amount, to: path)
      #expect(answer.main.contains(" data-typed"), "\(path)")
    }
  }
}
