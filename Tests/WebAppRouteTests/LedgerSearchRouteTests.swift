import Finances
import HTTPServer
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Searching one's own ledger, saving a search, and adding up what was found or picked.
@Suite struct LedgerSearchRouteTests {
  private let catalogue = Catalogue()

  private func world() async throws -> MoneyWorld {
    let world = try await MoneyWorld()
    for (title, amount, kind, day, tags) in [
      ("Bread", "3", "spending", "2026-05-02", "daily"),
      ("Crème", "12.50", "spending", "2026-06-02", "daily, treat"),
      ("Salary", "2000", "income", "2026-06-01", ""),
    ] {
      try await world.anna.get("/personal/new")
      let added = try await world.anna.submit(
        "/personal/new",
        [
          "kind": kind, "title": title, "amount": amount, "currency": "EUR", "day": day,
          "tags": tags,
        ])
      try #require(added.status == 303, "\(title)")
    }
    try await world.add(world.anna, "Rent", "600", by: "Ben", among: ["Anna", "Ben"])
    return world
  }

  private func titles(_ page: String) -> Set<String> {
    Set(["Bread", "Crème", "Salary", "Rent"].filter { page.contains(">\($0)</a>") })
  }

  private func money(_ minor: Int64) -> String { catalogue.money(.init(minor, "EUR")) }

  @Test("a ledger is narrowed by what is typed; what was understood and what was not is said")
  func search() async throws {
    let world = try await world()
    for (typed, found) in [
      ("creme", ["Crème"]), ("%3E100", ["Salary", "Rent"]), ("kind:income", ["Salary"]),
      ("tag:daily+-bread", ["Crème"]), ("group:flat", ["Rent"]), ("date:2026-05", ["Bread"]),
      ("is:own+kind:spending", ["Bread", "Crème"]), ("zoo", []),
    ] as [(String, [String])] {
      let page = try await world.anna.get("/personal?q=\(typed)").main
      #expect(titles(page) == Set(found), "\(typed)")
    }
    let page = try await world.anna.get("/personal?q=tag:daily+kidn:income").main
    // A chip takes its condition away, and what was probably meant is offered.
    #expect(page.contains("?q=kidn%3Aincome\""))
    #expect(page.contains("?q=tag%3Adaily%20kind%3Aincome\""))
    let none = try await world.anna.get("/personal?q=tag:zoo").main
    #expect(none.contains(catalogue.nothingCalled("tag:zoo")))
    #expect(try await titles(world.ben.get("/personal?q=bread").main).isEmpty)
    #expect(try await world.anna.get("/personal").main.contains(catalogue.searchHelp))
  }

  @Test("what a search finds is added up, to the cent")
  func totals() async throws {
    let world = try await world()
    for (typed, sums) in [
      ("tag:daily", [money(1550)]), ("kind:spending", [money(31_550)]),
      ("date:2026-06", [money(31_250), money(200_000)]), ("-bread", [money(31_250)]),
    ] {
      let page = try await world.anna.get("/personal?q=\(typed)").main
      for sum in sums { #expect(page.contains(sum), "\(typed) \(sum)") }
    }
  }

  @Test("a search of a ledger is saved with its filters, found beside it alone, and opened")
  func saved() async throws {
    let world = try await world()
    let page = try await world.anna.get("/personal?q=-bread&tag=daily").main
    let save = MoneyWorld.unescaped(
      try #require(page.firstMatch(of: /href="(\/searches\?new[^"]+)"/)).1)
    let form = try await world.anna.get(save).main
    #expect(form.contains("-bread tag:daily") && form.contains(catalogue.searchInOwn))
    #expect(try await world.anna.submit(save, ["name": "Treats"]).location == "/searches")
    let link = try #require(
      try await world.anna.get("/personal").main.firstMatch(of: /\/searches\/[0-9a-f-]{36}/))
    let opened = try #require(try await world.anna.get(String(link.0)).location)
    #expect(opened == "/personal?q=-bread%20tag%3Adaily")
    #expect(try await titles(world.anna.get(opened).main) == ["Crème"])
    // Neither lists of items nor a group offer it.
    #expect(try await !world.anna.get("/items").text.contains("Treats"))
    #expect(try await !world.anna.get("/groups/\(world.group)").main.contains("Treats"))
    let all = try await world.anna.get("/searches").main
    #expect(all.contains("Treats") && all.contains(catalogue.searchInOwn))
    #expect(try await world.ben.get(String(link.0)).status == 404)
  }

  @Test("picked rows are added up and taken along by a form that needs no script")
  func picked() async throws {
    let world = try await world()
    let page = try await world.anna.get("/personal?q=kind:spending&tick=page").main
    let keys = page.matches(of: /name="entry" value="([^"]+)"[^>]* checked/).map {
      String($0.1)
    }
    #expect(keys.count == 3)
    let rent = try #require(keys.first { $0.hasPrefix(world.group) })
    let bread = try #require(
      page.firstMatch(of: /name="entry" value="([^"]+)"[^>]*Bread"/)
    ).1
    let total = try await world.anna.submit(
      "/personal/selection",
      repeated: [("do", "total"), ("entry", rent), ("entry", String(bread)), ("entry", "x")])
    #expect(total.status == 200 && total.main.contains(money(30_300)))
    #expect(titles(total.main) == ["Bread", "Rent"])
    // Its own form carries on what was picked.
    let kept = try #require(total.main.firstMatch(of: /name="entries" value="([^"]+)"/)).1
    let table = try await world.anna.submit(
      "/personal/selection", repeated: [("do", "export"), ("entries", String(kept))])
    #expect(table.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(table.text.contains("Bread") && table.text.contains("Rent"))
    #expect(!table.text.contains("Crème"))
    // What is another's is nobody else's to pick.
    let others = try await world.ben.submit(
      "/personal/selection", repeated: [("do", "total"), ("entry", String(bread))])
    #expect(!others.main.contains("Bread"))
  }

  @Test("all that match are added up and taken along, of a month too; nothing picked is said")
  func all() async throws {
    let world = try await world()
    let total = try await world.anna.submit(
      "/personal/selection?q=tag:daily", repeated: [("do", "total"), ("all", "yes")])
    #expect(total.main.contains(money(1550)))
    let month = try await world.anna.submit(
      "/personal/selection?month=2026-05", repeated: [("do", "total"), ("all", "yes")])
    #expect(month.main.contains(money(300)) && !month.main.contains(money(200_000)))
    let table = try await world.anna.submit(
      "/personal/selection?q=kind:income", repeated: [("do", "export"), ("all", "yes")])
    #expect(table.text.contains("Salary") && !table.text.contains("Bread"))
    let nothing = try await world.anna.submit("/personal/selection", ["do": "total"])
    #expect(nothing.status == 422 && nothing.main.contains(catalogue.nothingPicked))
    #expect(try await world.anna.submit("/personal/selection", ["do": "x"]).status == 400)
    #expect(try await world.anna.get("/personal/selection?q=bread").location == "/personal?q=bread")
  }
}
