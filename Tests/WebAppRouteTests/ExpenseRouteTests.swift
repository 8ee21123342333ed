import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

@Suite("Changing an expense") struct ExpenseRouteTests {
  private struct Setting {
    let world: MoneyWorld
    let path: String

    init(_ world: MoneyWorld) async throws {
      self.world = world
      let expense = try #require(try await world.expenses().first)
      path = "/groups/\(world.group)/expenses/\(expense.id)"
    }
  }

  @Test("D-GRP-6 of two people who change the amounts the second sees both versions, and chooses")
  func conflict() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    let edit = setting.path + "/edit"
    let old = try #require(
      try await world.ben.get(edit).text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
    #expect(try await world.add(world.anna, "Rent", "600", to: edit).status == 303)
    // Ben still has the form of before.
    let fields: [(String, String)] =
      [
        ("title", "Rent of June"), ("amount", "1200"), ("currency", "EUR"), ("day", "2026-06-01"),
        ("way", "equal"), ("payer", world.member("Anna")),
        ("version", MoneyWorld.unescaped(old)),
      ] + ["Anna", "Ben", "Cy"].flatMap { [("row", world.member($0)), ("in", world.member($0))] }
    let refused = try await world.ben.submit(edit, repeated: fields)
    #expect(refused.status == 409)
    #expect(refused.main.contains(catalogue.theirVersion(.init(60_000, "EUR"))))
    #expect(refused.main.contains(catalogue.yourVersion(.init(120_000, "EUR"))))
    #expect(try await world.expenses()[0].money.amountMinor == 60_000)
    // Saving again is choosing.
    let new = try #require(refused.text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
    let again = fields.filter { $0.0 != "version" } + [("version", MoneyWorld.unescaped(new))]
    #expect(try await world.ben.submit(edit, repeated: again).status == 303)
    let expense = try await world.expenses()[0]
    #expect(expense.money.amountMinor == 120_000 && expense.details.title == "Rent of June")
    #expect(try await world.nets().values.reduce(0, +) == 0)
  }

  @Test("a new title leaves the amounts of an expense to the cent, however they came about")
  func details() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(
      world.anna, "Rent", "10", way: "exact",
      weights: ["Anna": "3.34", "Ben": "3.33", "Cy": "3.33"])
    let setting = try await Setting(world)
    let replica = world.replica
    // An import may leave parts that the rule would not make.
    let before = try await world.expenses()[0]
    var money = before.money
    money.mode = .equal
    for index in money.shares.indices { money.shares[index].weight = nil }
    let odd = money
    try replica.write { transaction in
      try EditExpense(expenseID: before.id, details: before.details, money: odd)(transaction)
    }
    try await replica.sync()
    let answer = try await world.add(world.anna, "Rent, June", "10.00", to: setting.path + "/edit")
    #expect(answer.location == setting.path, "\(answer.main)")
    let after = try await world.expenses()[0]
    #expect(after.details.title == "Rent, June")
    #expect(after.money == odd)
  }

  @Test("an expense is deleted and comes back with everybody's part; a viewer can do neither")
  func deleted() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    let before = try await world.nets()
    try await world.vera.get(setting.path)
    #expect(try await world.vera.submit(setting.path + "/delete").status == 403)
    #expect(try await world.vera.get(setting.path + "/edit").status == 403)
    try await world.ben.get(setting.path)
    #expect(try await world.ben.submit(setting.path + "/delete").status == 303)
    #expect(try await world.nets() == [:])
    let page = try await world.ben.get("/groups/\(world.group)")
    let undo = try world.ben.require(
      page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.ben.submit(undo).status == 303)
    #expect(try await world.nets() == before)
  }

  @Test("Undo leaves an added expense that somebody has said something about since")
  func commentedMeanwhile() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let page = try await world.anna.get("/groups/\(world.group)")
    let undo = try world.anna.require(
      page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    let setting = try await Setting(world)
    try await world.ben.get(setting.path)
    #expect(
      try await world.ben.submit(setting.path + "/comments", ["text": "Also for May"]).status == 303
    )
    #expect(try await world.anna.submit(undo).status == 409)
    #expect(try await world.anna.get(setting.path).main.contains("Also for May"))
  }

  @Test("Undo of a deletion leads to what was deleted, if a member of it is another one by now")
  func memberGoneMeanwhile() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    let before = try await world.nets()
    try await world.ben.get(setting.path)
    #expect(try await world.ben.submit(setting.path + "/delete").status == 303)
    let page = try await world.ben.get("/groups/\(world.group)")
    let undo = try world.ben.require(
      page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    let combine = "/groups/\(world.group)/members/\(world.member("Cy"))/combine"
    try await world.anna.get(combine)
    #expect(try await world.anna.submit(combine, ["into": world.member("Ben")]).status == 303)
    try await world.ben.get("/groups/\(world.group)")
    let deleted = "/groups/\(world.group)/deleted"
    #expect(try await world.ben.submit(undo).location == deleted)
    let list = try await world.ben.get(deleted)
    #expect(
      MoneyWorld.unescaped(list.text[...]).contains(
        catalogue.flash(.money(.restoreFromList("Rent")))))
    let restore = try world.ben.require(
      list.main.firstMatch(of: /action="([^"]+\/restore[^"]*)"/).map { String($0.1) })
    #expect(try await world.ben.submit(restore).status == 303)
    let after = try await world.nets()
    #expect(after == ["Anna": 60000, "Ben": -60000] && before["Anna"] == after["Anna"])
  }

  @Test("an expense of one group cannot be shown, changed or deleted through another")
  func otherGroup() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    try await world.stan.get("/groups/new")
    let made = try await world.stan.submit(
      "/groups/new", ["name": "Mine", "currency": "EUR", "ownName": "Stan"])
    let own = try world.stan.require(made.location)
    let id = try #require(setting.path.split(separator: "/").last)
    let member = world.member("Cy")
    for path in ["\(own)/expenses/\(id)", "\(own)/expenses/\(id)/edit"] {
      #expect(try await world.stan.get(path).status == 404)
    }
    try await world.stan.get(own)
    for path in [
      "\(own)/expenses/\(id)/delete", "\(own)/members/\(member)/me",
      "\(own)/members/\(member)/remove", setting.path + "/delete",
    ] {
      #expect(try await world.stan.submit(path).status >= 404, "\(path)")
    }
    // Nor can an own expense name a member of another group.
    let form: [(String, String)] = [
      ("title", "X"), ("amount", "1"), ("currency", "EUR"), ("day", "2026-06-01"),
      ("way", "equal"), ("payer", member), ("row", member), ("in", member),
    ]
    #expect(try await world.stan.submit("\(own)/expenses/new", repeated: form).status == 422)
    #expect(try await world.expenses().count == 1)
  }
}
