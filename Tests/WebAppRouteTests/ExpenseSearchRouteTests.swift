import HTTPServer
import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Searching a group's expenses, saving a search, and adding up what was found or picked.
@Suite struct ExpenseSearchRouteTests {
  private let catalogue = Catalogue()

  private func world() async throws -> MoneyWorld {
    let world = try await MoneyWorld()
    for (title, amount, payer) in [
      ("Bread", "3", "Anna"), ("Rent", "600", "Ben"), ("Crème", "12.50", "Anna"),
    ] { try await world.add(world.anna, title, amount, by: payer, among: ["Anna", "Ben"]) }
    return world
  }

  private func titles(_ page: String) -> Set<String> {
    Set(["Bread", "Rent", "Crème"].filter { page.contains(">\($0)</a>") })
  }

  @Test("a list is narrowed by what is typed; what was understood and what was not is said")
  func search() async throws {
    let world = try await world()
    let list = "/groups/\(world.group)"
    for (typed, found) in [
      ("creme", ["Crème"]), ("%3E5", ["Rent", "Crème"]), ("payer:ben", ["Rent"]),
      ("payer:me", ["Bread", "Crème"]), ("payer:me+-bread", ["Crème"]), ("date:2026-05", []),
      ("amount:2..20", ["Bread", "Crème"]),
    ] as [(String, [String])] {
      let page = try await world.anna.get("\(list)?q=\(typed)").main
      #expect(titles(page) == Set(found), "\(typed)")
    }
    let page = try await world.vera.get("\(list)?q=payer:ben+kidn:payment").main
    #expect(page.contains("?q=kidn%3Apayment\""))
    #expect(page.contains("?q=payer%3Aben%20kind%3Apayment\""))
    let nobody = try await world.anna.get("\(list)?q=payer:zoe").main
    #expect(nobody.contains(catalogue.nothingCalled("payer:zoe")))
    #expect(try await world.stan.get("\(list)?q=bread").status == 404)
    // Deleted ones are apart.
    #expect(page.contains("href=\"\(list)/deleted\""))
  }

  @Test("what a search finds is added up, with one's own share")
  func totals() async throws {
    let world = try await world()
    let list = "/groups/\(world.group)"
    let money = { (minor: Int64) in catalogue.money(.init(minor, "EUR")) }
    let found = try await world.anna.get("\(list)?q=amount:2..20").main
    #expect(found.contains(money(1550)) && found.contains(catalogue.yourPart(.init(775, "EUR"))))
    // Vera is no member.
    let viewed = try await world.vera.get("\(list)?q=amount:2..20").main
    #expect(viewed.contains(money(1550)))
    #expect(!viewed.contains(catalogue.yourPart(.init(0, "EUR"))))
    #expect(try await !world.ben.get(list).main.contains(catalogue.foundTotals))
  }

  @Test("a search of a group is saved, found beside its list alone, opened, and nobody else's")
  func saved() async throws {
    let world = try await world()
    let list = "/groups/\(world.group)"
    let page = try await world.anna.get("\(list)?q=rent&member=\(world.member("Ben"))").main
    let save = MoneyWorld.unescaped(
      try #require(page.firstMatch(of: /href="(\/searches\?new[^"]+)"/)).1)
    #expect(try await world.anna.get(save).main.contains("rent member:Ben"))
    #expect(try await world.anna.submit(save, ["name": "Our rent"]).location == "/searches")
    let link = try #require(
      try await world.anna.get(list).main.firstMatch(of: /\/searches\/[0-9a-f-]{36}/))
    #expect(
      try await world.anna.get(String(link.0)).location == "\(list)?q=rent%20member%3ABen")
    #expect(
      try await titles(world.anna.get("\(list)?q=rent%20member%3ABen").main) == ["Rent"])
    // Lists of items do not offer it, the page of all saved searches does, with its group.
    #expect(try await !world.anna.get("/items").text.contains("Our rent"))
    let all = try await world.anna.get("/searches").main
    #expect(all.contains("Our rent") && all.contains(catalogue.searchIn("Flat")))
    #expect(try await !world.ben.get(list).main.contains("Our rent"))
    #expect(try await world.ben.get(String(link.0)).status == 404)
  }

  /// The expenses of the list by title.
  private func ids(_ world: MoneyWorld) async throws -> [String: String] {
    try await world.expenses().reduce(into: [:]) { $0[$1.details.title] = $1.id }
  }

  @Test("picked expenses are added up and taken along by a form that needs no script")
  func picked() async throws {
    let world = try await world()
    let list = "/groups/\(world.group)"
    let ids = try await ids(world)
    let page = try await world.vera.get("\(list)?tick=page").main
    #expect(page.matches(of: /name="expense"[^>]* checked/).count == 3)
    #expect(page.contains("action=\"\(list)/selection\""))
    let picked = ["Bread", "Rent", "gone"].map { ("expense", ids[$0] ?? "nothing") }
    let total = try await world.anna.submit(
      "\(list)/selection", repeated: [("do", "total")] + picked)
    #expect(total.status == 200)
    #expect(total.main.contains(catalogue.money(.init(60_300, "EUR"))))
    #expect(total.main.contains(catalogue.yourPart(.init(30_150, "EUR"))))
    #expect(titles(total.main) == ["Bread", "Rent"])
    // Its own form carries on what was picked.
    let kept = try #require(total.main.firstMatch(of: /name="expenses" value="([^"]+)"/)).1
    let table = try await world.ben.submit(
      "\(list)/selection", repeated: [("do", "export"), ("expenses", String(kept))])
    #expect(table.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(table.text.contains("Bread") && table.text.contains("Rent"))
    #expect(!table.text.contains("Crème"))
  }

  @Test("all that match are added up and taken along; nothing picked is said")
  func all() async throws {
    let world = try await world()
    let list = "/groups/\(world.group)"
    let total = try await world.vera.submit(
      "\(list)/selection?q=amount:2..20", repeated: [("do", "total"), ("all", "yes")])
    #expect(total.main.contains(catalogue.money(.init(1550, "EUR"))))
    let table = try await world.vera.submit(
      "\(list)/selection?q=amount:2..20", repeated: [("do", "export"), ("all", "yes")])
    #expect(table.text.contains("Bread") && !table.text.contains("Rent"))
    for action in ["total", "export"] {
      let none = try await world.anna.submit("\(list)/selection", repeated: [("do", action)])
      #expect(none.status == 422 && none.main.contains(catalogue.nothingPicked))
    }
    #expect(
      try await world.anna.submit("\(list)/selection", repeated: [("do", "burn")]).status == 400)
    #expect(
      try await world.stan.submit(
        "\(list)/selection", repeated: [("do", "total"), ("all", "yes")]
      ).status == 404)
    // An expense of another group is none of these.
    let other = try await world.stan.addGroup("Own")
    let bread = try await ids(world)["Bread"] ?? ""
    let foreign = try await world.stan.submit(
      "/groups/\(other)/selection", repeated: [("do", "total"), ("expense", bread)])
    #expect(!foreign.main.contains("Bread"))
    #expect(foreign.main.contains(catalogue.nothingPicked))
  }
}

/// A group's picture.
@Suite struct GroupPictureRouteTests {
  @Test("a picture is set when it is picked, shown to everybody in the group, and taken away")
  func picture() async throws {
    let world = try await MoneyWorld()
    let group = "/groups/\(world.group)"
    func send(_ browser: Browser, _ bytes: [UInt8]) async throws -> Browser.Answer {
      try await browser.get("\(group)/settings")
      return try await browser.upload(
        "\(group)/picture", files: [.init(field: "photos", name: "a.png", bytes: bytes)])
    }
    func shown(_ browser: Browser, _ page: String) async throws -> Set<String> {
      Set(
        try await browser.get(page).text.matches(
          of: /\/groups\/[0-9a-f-]+\/picture\/[0-9a-f-]{36}\/\w+/
        ).map { String($0.0) })
    }
    #expect(try await shown(world.vera, group).isEmpty)
    #expect(try await send(world.ben, TestPictures.png).location == "\(group)/settings")
    // Those who share the group see it on its page, in the list of groups and in the sidebar.
    for browser in [world.anna, world.ben, world.vera] {
      #expect(try await shown(browser, group).contains { $0.hasSuffix("/large") })
      #expect(try await shown(browser, "/groups").contains { $0.hasSuffix("/thumbnail") })
    }
    let address = try #require(try await shown(world.anna, group).first)
    let file = try await world.vera.get(address)
    #expect(file.status == 200 && !file.bytes.isEmpty)
    #expect(file.headers["Content-Security-Policy"] == HTTPHeaders.uploadPolicy)
    #expect(try await world.stan.get(address).status == 404)
    let own = try await world.stan.addGroup("Own")
    let moved = address.replacing("/groups/\(world.group)/", with: "/groups/\(own)/")
    #expect(try await world.stan.get(moved).status == 404)
    // What is none is refused where it was picked, and the old one stays.
    let refused = try await send(world.ben, Array("milk".utf8))
    #expect(refused.status == 422 && refused.main.contains("role=\"alert\""))
    #expect(try await send(world.vera, TestPictures.png).status == 403)
    #expect(try await send(world.stan, TestPictures.png).status == 404)
    #expect(try await shown(world.vera, group).contains(address))
    try await world.ben.get("\(group)/settings")
    #expect(
      try await world.ben.submit("\(group)/picture/delete").location == "\(group)/settings")
    #expect(try await shown(world.vera, group).isEmpty)
    try await world.ben.undoLast(try await world.ben.get("\(group)/settings"))
    #expect(try await shown(world.vera, group).contains(address))
  }
}
