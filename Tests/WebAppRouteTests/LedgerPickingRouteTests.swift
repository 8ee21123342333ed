import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// What is picked in one's own ledger, at the limits: nothing, too much, several currencies.
@Suite struct LedgerPickingRouteTests {
  private let catalogue = Catalogue()

  private func add(
    _ title: String, _ amount: String, _ currency: String, by browser: Browser
  ) async throws {
    try await browser.get("/personal/new")
    let added = try await browser.submit(
      "/personal/new",
      [
        "kind": "spending", "title": title, "amount": amount, "currency": currency,
        "day": "2026-05-02",
      ])
    try #require(added.status == 303, "\(title)")
  }

  @Test("no table is made of nothing, and nothing of more than can be picked")
  func limits() async throws {
    let world = try await MoneyWorld()
    let path = "/personal/selection"
    try await world.anna.get("/personal")
    let nothing = try await world.anna.submit(path, ["do": "export"])
    #expect(nothing.status == 422 && nothing.main.contains(catalogue.nothingPicked))
    func pick(_ count: Int) async throws -> Int {
      // Short names, as a form has a limit of its own.
      let keys = (0..<count).map { "a b\($0)" }.joined(separator: ",")
      return try await world.anna.submit(path, ["do": "total", "entries": keys]).status
    }
    #expect(try await pick(LedgerSelection.maxPicked) == 200)
    #expect(try await pick(LedgerSelection.maxPicked + 1) == 400)
  }

  @Test("each currency has totals of its own where there are several, and only there")
  func currencies() async throws {
    let world = try await MoneyWorld()
    try await add("Bread", "3", "EUR", by: world.anna)
    func totals() async throws -> String {
      try await world.anna.get("/personal")
      return try await world.anna.submit(
        "/personal/selection", repeated: [("do", "total"), ("all", "yes")]
      ).main
    }
    #expect(try await !totals().contains(catalogue.byCurrency))
    try await add("Bagel", "4.50", "USD", by: world.anna)
    let page = try await totals()
    #expect(page.contains(catalogue.byCurrency))
    #expect(page.contains(catalogue.money(.init(450, "USD"))))
  }

  @Test("a list that is narrowed begins at its first page, with nothing ticked")
  func narrowed() {
    var query = LedgerQuery()
    (query.after, query.ticksPage, query.tag) = ("7", true, "daily")
    let narrowed = query.with { $0.flow = .income }
    #expect(narrowed.after == nil && !narrowed.ticksPage)
    #expect(narrowed.tag == "daily" && narrowed.flow == .income)
  }
}
