import Finances
import SyncProtocol
import Testing
import Values

@testable import MoneyWeb
@testable import Web

/// Expenses that repeat, on their pages. Today is 12 June 2026.
@Suite struct RepeatingRouteTests {
  private static let monthly = [("everyUnit", "month"), ("day", "2026-05-31")]

  /// Lets days go by, during which people look at pages that make nothing: their sessions go on.
  private func pass(days: Int64, in world: MoneyWorld) async throws {
    for _ in 0..<(days / 8 + 1) {
      world.hearth.advance(milliseconds: days * 86_400_000 / (days / 8 + 1))
      for browser in [world.anna, world.ben, world.vera] {
        #expect(try await browser.get("/groups/\(world.group)/members").status == 200)
      }
    }
  }

  private func days(_ world: MoneyWorld) async throws -> [String] {
    try await world.expenses().compactMap(\.details.day).sorted()
  }

  private func address(_ world: MoneyWorld) async throws -> String {
    let page = try await world.anna.get("/groups/\(world.group)/repeating").main
    return try world.anna.require(
      page.firstMatch(of: /(\/groups\/[^"]+\/repeating\/[0-9a-f-]{36})"/).map { String($0.1) })
  }

  private func rent(
    _ world: MoneyWorld, _ more: [(String, String)] = monthly
  ) async throws -> Browser.Answer {
    try await world.add(world.anna, "Rent", "900", more: more)
  }

  @Test("an expense that repeats is added on each day by whoever with the right to opens a page")
  func repeated() async throws {
    let world = try await MoneyWorld()
    #expect(try await rent(world).status == 303)
    #expect(try await days(world) == ["2026-05-31"])
    try await pass(days: 31, in: world)
    // Who may only look changes nothing.
    #expect(try await world.vera.get("/groups/\(world.group)").status == 200)
    #expect(try await world.vera.get("/today").status == 200)
    #expect(try await days(world) == ["2026-05-31"])
    #expect(try await world.ben.get("/today").status == 200)
    #expect(try await days(world) == ["2026-05-31", "2026-06-30"])
    try await pass(days: 62, in: world)
    let page = try await world.anna.get("/groups/\(world.group)")
    #expect(try await days(world).suffix(2) == ["2026-07-31", "2026-08-31"])
    #expect(page.main.contains(catalogue.repeatingCount(1)))
    let expense = try #require(try await world.expenses().first)
    let shown = try await world.ben.get("/groups/\(world.group)/expenses/\(expense.id)").main
    #expect(shown.contains("href=\"/groups/\(world.group)/repeating\""))
    #expect(try await world.nets() == ["Anna": 240_000, "Ben": -120_000, "Cy": -120_000])
  }

  @Test("an expense that is there goes on from its day; it is not made a second time")
  func fromStored() async throws {
    let world = try await MoneyWorld()
    try await world.add(world.anna, "Rent", "900")
    let first = try #require(try await world.expenses().first)
    let path = "/groups/\(world.group)/expenses/\(first.id)/edit"
    let answer = try await world.add(
      world.anna, "Rent", "900",
      more: [("everyUnit", "week"), ("everyCount", "1"), ("day", "2026-06-05")], to: path)
    #expect(answer.status == 303)
    try await world.ben.get("/groups/\(world.group)")
    #expect(try await days(world) == ["2026-06-05", "2026-06-12"])
  }

  @Test(
    "a change of what repeats is of what comes; its next day keeps the 31st while nobody moves it")
  func edited() async throws {
    let world = try await MoneyWorld()
    _ = try await rent(world)
    let path = try await address(world)
    let form = try await world.ben.get(path)
    #expect(
      form.main.contains("name=\"day\" value=\"2026-06-30\"") || form.main.contains("2026-06-30"))
    let answer = try await world.add(
      world.ben, "Rent, new", "990", more: [("everyUnit", "month"), ("day", "2026-06-30")],
      to: path)
    #expect(answer.location == "/groups/\(world.group)/repeating")
    try await pass(days: 62, in: world)
    try await world.anna.get("/groups/\(world.group)")
    let expenses = try await world.expenses().map { "\($0.details.day ?? "") \($0.details.title)" }
    #expect(
      expenses == ["2026-07-31 Rent, new", "2026-06-30 Rent, new", "2026-05-31 Rent"])
  }

  @Test("what is typed wrong about repeating is told at its field, and nothing is saved")
  func problems() async throws {
    let world = try await MoneyWorld()
    let wrong: [([(String, String)], String)] = [
      ([("everyUnit", "moon"), ("day", "2026-06-01")], "everyUnit"),
      ([("everyUnit", "week"), ("everyCount", "0"), ("day", "2026-06-01")], "everyCount"),
      ([("everyUnit", "week"), ("everyCount", "often"), ("day", "2026-06-01")], "everyCount"),
      ([("everyUnit", "week"), ("endsOn", "soon"), ("day", "2026-06-01")], "endsOn"),
      ([("everyUnit", "week"), ("endsOn", "2026-05-31"), ("day", "2026-06-01")], "endsOn"),
      ([("everyUnit", "week"), ("day", "")], "day"),
    ]
    for (fields, name) in wrong {
      let answer = try await rent(world, fields)
      #expect(answer.status == 422, "\(fields)")
      #expect(answer.main.contains("id=\"f-\(name)-problem\""), "\(fields)")
      #expect(answer.main.contains("value=\"Rent\""))
    }
    #expect(try await world.expenses() == [])
    #expect(
      try await world.anna.get("/groups/\(world.group)/repeating").main
        .contains(catalogue.nothingRepeats))
  }

  @Test("it is paused, goes on, and is ended, which can be undone")
  func ended() async throws {
    let world = try await MoneyWorld()
    _ = try await rent(world)
    let path = try await address(world)
    let list = "/groups/\(world.group)/repeating"
    #expect(try await world.ben.submit("\(path)/pause", ["paused": "1"]).location == list)
    try await pass(days: 31, in: world)
    #expect(try await world.anna.get(list).main.contains(catalogue.standing(.paused, until: nil)))
    #expect(try await days(world) == ["2026-05-31"])
    #expect(try await world.ben.submit("\(path)/pause", ["paused": ""]).location == list)
    try await pass(days: 31, in: world)
    try await world.anna.get(list)
    #expect(try await days(world) == ["2026-05-31", "2026-07-31"])
    #expect(try await world.anna.submit("\(path)/end").location == list)
    let after = try await world.anna.get(list)
    #expect(after.main.contains(catalogue.nothingRepeats))
    let undo = try world.anna.require(
      after.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.anna.submit(undo).status == 303)
    #expect(try await world.anna.get(list).main.contains("Rent"))
    #expect(try await world.vera.submit("\(path)/end").status == 403)
  }

  @Test("Today tells of what comes soon, and of what has stopped because somebody is archived")
  func today() async throws {
    let world = try await MoneyWorld()
    _ = try await rent(world, [("everyUnit", "month"), ("day", "2026-06-14")])
    let soon = try await world.anna.get("/today").main
    #expect(soon.contains(catalogue.repeatingDue("Rent")))
    let member = world.member("Cy")
    try await world.anna.get("/groups/\(world.group)/members/\(member)")
    #expect(
      try await world.anna.submit(
        "/groups/\(world.group)/members/\(member)",
        ["name": "Cy", "weight": "1", "isArchived": "yes"]
      ).status == 303)
    try await pass(days: 3, in: world)
    let stopped = try await world.anna.get("/today").main
    #expect(stopped.contains(catalogue.repeatingStopped("Rent")))
    #expect(try await world.expenses() == [])
    let list = try await world.anna.get("/groups/\(world.group)/repeating").main
    #expect(list.contains("Cy"))
  }

  @Test("a mistyped year is told at the day with the earliest there can be, and is not saved")
  func mistypedYear() async throws {
    let world = try await MoneyWorld()
    let problem = catalogue.problem(
      .startsTooEarly(earliest: CalendarDay(year: 2025, month: 4, day: 19), max: 60))
    #expect(problem.contains("60") && problem.contains("2025"))
    let answer = try await rent(world, [("everyUnit", "week"), ("day", "1206-11-01")])
    #expect(answer.status == 422 && answer.main.contains("id=\"f-day-problem\""))
    #expect(MoneyWorld.unescaped(answer.main[...]).contains(problem))
    // Also of an expense that is there, and of a payment.
    try await world.add(world.anna, "Rent", "900", more: [("day", "1206-11-01")])
    let first = try #require(try await world.expenses().first)
    let edited = try await world.add(
      world.anna, "Rent", "900", more: [("everyUnit", "week"), ("day", "1206-11-01")],
      to: "/groups/\(world.group)/expenses/\(first.id)/edit")
    #expect(edited.status == 422 && edited.main.contains("id=\"f-day-problem\""))
    let payments = "/groups/\(world.group)/payments/new"
    try await world.anna.get(payments)
    let paid = try await world.anna.submit(
      payments,
      [
        "from": world.member("Anna"), "to": world.member("Ben"), "amount": "5",
        "currency": "EUR", "day": "1000-01-01", "everyUnit": "month", "payment": "1",
      ])
    #expect(paid.status == 422 && paid.main.contains("id=\"f-day-problem\""))
    #expect(try await world.expenses().count == 1)
  }

  @Test("one that came with an old start keeps none waiting, neither of its group nor of others")
  func turns() async throws {
    let world = try await MoneyWorld()
    _ = try await rent(world)
    let old = try await address(world).split(separator: "/").last.map { String($0) }
    try await world.replica.sync()
    try world.replica.write {
      try $0.connection.execute(
        """
        UPDATE repeatingExpenses SET startsOn = '1000-01-01', nextOn = '1000-01-01' WHERE id = ?
        """, .text(old ?? ""))
    }
    try await world.replica.sync()
    // The first one of it is made as it is added, whatever else is due.
    _ = try await world.add(
      world.anna, "Gym", "30", more: [("everyUnit", "week"), ("day", "2026-06-12")])
    #expect(try await world.expenses().contains { $0.details.title == "Gym" })
    try await world.anna.get("/groups/new")
    let made = try await world.anna.submit(
      "/groups/new", ["name": "Boat", "currency": "EUR", "ownName": "Anna", "members": "Ed"])
    let boat = try world.anna.require(made.location)
    let form = try await world.anna.get("\(boat)/expenses/new").main
    let members = form.matches(of: /name="row" value="([^"]+)"/).map { String($0.1) }
    let added = try await world.anna.submit(
      "\(boat)/expenses/new",
      repeated: [
        ("title", "Berth"), ("amount", "9"), ("way", "equal"), ("payer", members[0]),
        ("currency", "EUR"), ("day", "2026-06-13"), ("everyUnit", "month"),
      ] + members.flatMap { [("row", $0), ("in", $0)] })
    #expect(added.status == 303)
    try await pass(days: 8, in: world)
    #expect(try await world.anna.get("/today").status == 200)
    let days = try await world.expenses().filter { $0.details.title == "Gym" }
      .compactMap(\.details.day)
    #expect(days.sorted() == ["2026-06-12", "2026-06-19"])
    #expect(try await world.anna.get(boat).main.contains("Berth"))
  }
}
