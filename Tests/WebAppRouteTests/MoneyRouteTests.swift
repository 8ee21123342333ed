import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

@Suite("The pages of a group") struct MoneyRouteTests {
  @Test(
    "a group is made, shared with an editor and a viewer, and joined by its own invite")
  func joined() async throws {
    let world = try await MoneyWorld()
    for browser in [world.anna, world.ben, world.vera] {
      #expect(try await browser.get("/groups").main.contains("Flat"))
      #expect(try await browser.get("/groups/\(world.group)").status == 200)
    }
    #expect(try await world.stan.get("/groups/\(world.group)").status == 404)
    // It is nobody's home, and a home's page does not show it.
    #expect(try await world.anna.get("/homes/\(world.group)").status == 404)
    let people = try await world.anna.get("/people").main
    #expect(people.contains("/groups/\(world.group)/settings#sharing"))
  }

  @Test("an equal expense is added, shown with everybody's part, and taken back")
  func equal() async throws {
    let world = try await MoneyWorld()
    let answer = try await world.add(world.anna, "Bread", "3+0.01")
    #expect(answer.location == "/groups/\(world.group)")
    #expect(try await world.nets() == ["Anna": 201, "Ben": -100, "Cy": -101])
    let page = try await world.ben.get("/groups/\(world.group)")
    #expect(page.main.contains("Bread"))
    let shown = try await world.anna.get("/groups/\(world.group)")
    let undo = try world.anna.require(
      shown.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.anna.submit(undo).status == 303)
    #expect(try await world.nets() == [:])
  }

  @Test(
    "every way to split comes to the amount",
    arguments: [
      ("shares", ["Anna": "2", "Ben": "1", "Cy": "0"], ["Anna": 333, "Ben": -333]),
      (
        "percentage", ["Anna": "33.33", "Ben": "33.33", "Cy": "33.34"],
        ["Anna": 667, "Ben": -333, "Cy": -334]
      ),
      ("exact", ["Anna": "1", "Ben": "2", "Cy": "7"], ["Anna": 900, "Ben": -200, "Cy": -700]),
      (
        "adjustment", ["Anna": "1", "Ben": "", "Cy": "-2.5"],
        ["Anna": 517, "Ben": -383, "Cy": -134]
      ),
    ] as [(String, [String: String], [String: Int128])])
  func ways(way: String, weights: [String: String], nets: [String: Int128]) async throws {
    let world = try await MoneyWorld()
    let answer = try await world.add(world.ben, "Rent", "10", way: way, weights: weights)
    #expect(answer.location == "/groups/\(world.group)", "\(answer.main)")
    let found = try await world.nets()
    #expect(found == nets)
    #expect(found.values.reduce(0, +) == 0)
  }

  @Test("a bill is split line by line, with what is left spread over the lines")
  func bill() async throws {
    let world = try await MoneyWorld()
    let lines = [
      ("lines", "3"), ("line.0.name", "Wine"), ("line.0.amount", "20"),
      ("line.0.in", world.member("Anna")), ("line.1.name", "Pasta"), ("line.1.amount", "2*10"),
      ("line.2.name", ""), ("line.2.amount", ""),
    ]
    _ = try await world.add(
      world.anna, "Dinner", "44", by: "Ben", among: ["Anna", "Ben"], way: "itemised", more: lines)
    // Anna: 20 + 10 and 10 % of it; Ben: 10 and 10 %.
    #expect(try await world.nets() == ["Anna": -3300, "Ben": 3300])
    // Without an amount it is that of the lines.
    _ = try await world.add(
      world.anna, "Lunch", "", by: "Ben", among: ["Anna", "Ben"], way: "itemised", more: lines)
    #expect(
      try await world.expenses().first { $0.details.title == "Lunch" }?.money.amountMinor == 4000)
  }

  @Test("S2-T5-e D-GRP-7 several people pay, and a refund goes the other way")
  func payers() async throws {
    let world = try await MoneyWorld()
    let paid = [
      ("paid." + world.member("Anna"), "4"), ("paid." + world.member("Cy"), "5"),
      ("payer", "several"),
    ]
    let answer = try await world.add(
      world.anna, "Taxi", "9", by: "nobody", more: paid.filter { $0.0 != "payer" })
    #expect(answer.status == 422)
    try await world.anna.get("/groups/\(world.group)/expenses/new")
    var fields: [(String, String)] = [
      ("title", "Taxi"), ("amount", "9"), ("currency", "EUR"), ("day", "2026-06-01"),
      ("way", "equal"),
    ]
    for name in ["Anna", "Ben", "Cy"] {
      fields += [("row", world.member(name)), ("in", world.member(name))]
    }
    let path = "/groups/\(world.group)/expenses/new"
    #expect(try await world.anna.submit(path, repeated: fields + paid).status == 303)
    #expect(try await world.nets() == ["Anna": 100, "Ben": -300, "Cy": 200])
    _ = try await world.add(world.anna, "Deposit back", "-3")
    #expect(try await world.nets() == ["Anna": -100, "Ben": -200, "Cy": 300])
  }

  // Also S2-TODO-split.
  // S2-OV-2 S2-EDGE-split-mismatch S2-T5-g
  @Test(
    """
    S2-OV-2 S2-EDGE-split-mismatch S2-T5-g what does not add up is said at its field \
    before anything is saved, and what was typed stays
    """,
    arguments: [
      ("", "equal", [:], FieldProblem.missing),
      ("0", "equal", [:], .money(.amountIsZero)),
      ("ten", "equal", [:], .money(.unreadableSum("ten"))),
      ("1/0", "equal", [:], .money(.divisionByZero)),
      ("1.234", "equal", [:], .tooManyDecimals("1.234", currency: "EUR", max: 2)),
      ("99999999999999999999", "equal", [:], .tooMuch),
      ("9", "percentage", ["Anna": "50", "Ben": "49.99"], .money(.percentagesDiffer(-1))),
      ("9", "percentage", ["Anna": "x"], .money(.unreadablePercentage("x"))),
      ("9", "exact", ["Anna": "5", "Ben": "5"], .money(.partsDiffer(.init(100, "EUR")))),
      ("9", "shares", ["Anna": "0", "Ben": "0", "Cy": "0"], .money(.noShares)),
      (
        "9", "shares", ["Anna": "-1"],
        .unreadableNumber("-1", min: 0, max: 9_000_000_000_000_000)
      ),
      ("9", "itemised", [:], .money(.noLines)),
    ] as [(String, String, [String: String], FieldProblem)])
  func problems(
    amount: String, way: String, weights: [String: String], problem: FieldProblem
  ) async throws {
    let world = try await MoneyWorld()
    let answer = try await world.add(
      world.anna, "Soup & bread", amount, way: way, weights: weights, more: [("note", "Hot")])
    #expect(answer.status == 422)
    let said = catalogue.problem(problem)
    #expect(answer.main.contains(said), "\(said)")
    #expect(answer.main.contains("Soup &amp; bread") && answer.main.contains("Hot"))
    #expect(try await world.expenses() == [])
  }

  @Test("the preview tells everybody's part, saves nothing, and needs no script")
  func preview() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/expenses/preview"
    let answer = try await world.add(world.anna, "Bread", "10", to: path)
    #expect(answer.status == 200)
    let preview = try #require(answer.main.firstRange(of: "id=\"preview\""))
    #expect(answer.main[preview.lowerBound...].contains(catalogue.money(.init(333, "EUR"))))
    #expect(answer.main[preview.lowerBound...].contains(catalogue.money(.init(334, "EUR"))))
    #expect(try await world.expenses() == [])
    let lines = try await world.add(
      world.anna, "Bread", "10", way: "itemised", more: [("lines", "3"), ("do", "lines")], to: path)
    #expect(lines.main.contains("line.5.amount") && !lines.main.contains("line.6.amount"))
  }
}
