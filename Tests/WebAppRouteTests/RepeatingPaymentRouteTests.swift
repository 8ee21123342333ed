import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Payments that repeat, on their pages. Today is 12 June 2026.
@Suite struct RepeatingPaymentRouteTests {
  private func fields(
    _ world: MoneyWorld, _ more: [(String, String)]
  ) -> [(String, String)] {
    let all: [(String, String)] = [
      ("payment", "1"), ("from", world.member("Ben")), ("to", world.member("Anna")),
      ("amount", "450"), ("currency", "EUR"), ("day", "2026-05-31"), ("title", "Rent share"),
      ("note", ""), ("everyUnit", "month"), ("everyCount", "1"), ("endsOn", ""),
    ]
    return all.filter { field in !more.contains { $0.0 == field.0 } } + more
  }

  private func add(
    _ world: MoneyWorld, _ more: [(String, String)] = []
  ) async throws -> Browser.Answer {
    let path = "/groups/\(world.group)/payments/new"
    let form = try await world.anna.get(path)
    #expect(form.main.contains("name=\"everyUnit\""))
    return try await world.anna.submit(path, repeated: fields(world, more))
  }

  private func address(_ world: MoneyWorld) async throws -> String {
    let page = try await world.anna.get("/groups/\(world.group)/repeating").main
    return try world.anna.require(
      page.firstMatch(of: /(\/groups\/[^"]+\/repeating\/[0-9a-f-]{36})"/).map { String($0.1) })
  }

  @Test("a payment repeats: it is made on its days, told on the page of what repeats, and ended")
  func repeated() async throws {
    let world = try await MoneyWorld()
    let added = try await add(world)
    #expect(added.location == "/groups/\(world.group)/repeating")
    #expect(try await world.nets() == ["Anna": -45_000, "Ben": 45_000])
    let page = try await world.vera.get("/groups/\(world.group)/repeating").main
    #expect(page.contains("Rent share") && page.contains("Ben") && page.contains("Anna"))
    world.hearth.advance(milliseconds: 6 * 86_400_000)
    let path = try await address(world)
    try await world.anna.get(path)
    #expect(try await world.anna.submit(path + "/end").status == 303)
    #expect(try await world.expenses().count == 1)
  }

  @Test("its form changes what comes, and shows what somebody else has saved meanwhile")
  func edited() async throws {
    let world = try await MoneyWorld()
    _ = try await add(world)
    let path = try await address(world)
    func version(_ answer: Browser.Answer) throws -> (String, String) {
      let text = try #require(answer.text.firstMatch(of: /name="version" value="([^"]+)"/)).1
      return ("version", MoneyWorld.unescaped(text))
    }
    let first = try await world.anna.get(path)
    #expect(first.main.contains("value=\"2026-06-30\"") && first.main.contains("450"))
    let late = try await world.ben.get(path)
    let changed = try await world.anna.submit(
      path,
      repeated: fields(world, [("amount", "475"), ("day", "2026-06-30"), try version(first)]))
    #expect(changed.location == "/groups/\(world.group)/repeating", "\(changed.text)")
    let second = try await world.ben.submit(
      path,
      repeated: fields(world, [("amount", "460"), ("day", "2026-06-30"), try version(late)]))
    #expect(second.status == 409 && second.main.contains("475"))
    #expect(second.main.contains("value=\"460\""))
    let again = try await world.ben.submit(
      path,
      repeated: fields(world, [("amount", "460"), ("day", "2026-06-30"), try version(second)]))
    #expect(again.status == 303, "\(again.text)")
    try await world.replica.sync()
    let group = world.group
    let stored = try world.replica.file.read { try RepeatingExpense.of(group, in: $0) }
    #expect(stored.map(\.money.amountMinor) == [46_000])
    // The 31st stays, whatever the day of the month that was shown.
    #expect(stored.first?.details.startsOn == "2026-05-31")
    // What was made before is as it was.
    #expect(try await world.expenses().map(\.money.amountMinor) == [45_000])
  }

  @Test("what is wrong is told at its field, and what was typed stays")
  func wrong() async throws {
    let world = try await MoneyWorld()
    let cases: [([(String, String)], String)] = [
      ([("to", world.member("Ben"))], "to"), ([("amount", "0")], "amount"),
      ([("amount", "99999999999999999999")], "amount"), ([("everyUnit", "day")], "everyUnit"),
      ([("everyCount", "0")], "everyCount"), ([("endsOn", "2026-02-30")], "endsOn"),
      ([("endsOn", "2026-01-01")], "endsOn"), ([("day", "")], "day"),
    ]
    for (more, field) in cases {
      let answer = try await add(world, more)
      #expect(answer.status == 422, "\(more)")
      #expect(answer.main.contains("id=\"f-\(field)-problem\""), "\(more): \(answer.main)")
      #expect(answer.main.contains("Rent share"))
    }
    #expect(try await world.expenses().isEmpty)
    let page = try await world.anna.get("/groups/\(world.group)/repeating").main
    #expect(page.contains(catalogue.nothingRepeats))
  }

  @Test("a payment that is there goes on from its day, and is made once")
  func fromStored() async throws {
    let world = try await MoneyWorld()
    #expect(try await add(world, [("everyUnit", "")]).status == 303)
    let first = try #require(try await world.expenses().first)
    let path = "/groups/\(world.group)/expenses/\(first.id)/edit"
    try await world.anna.get(path)
    let answer = try await world.anna.submit(
      path, repeated: fields(world, [("everyUnit", "week"), ("day", "2026-06-05")]))
    #expect(answer.status == 303, "\(answer.text)")
    try await world.ben.get("/groups/\(world.group)")
    let days = try await world.expenses().compactMap(\.details.day).sorted()
    #expect(days == ["2026-06-05", "2026-06-12"])
  }
}
