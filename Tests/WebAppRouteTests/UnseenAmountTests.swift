import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

@testable import FamilyWeb
@testable import ThingsWeb
@testable import Web

/// A child of a family sees no amounts of money in the homes of others.
@Suite struct UnseenAmountTests {
  /// Anna's home with a row of every table and one amount in every field that has one. Ben is a
  /// child of her family, and an editor of the home.
  struct World {
    /// 777,123.45, which nothing else on a page looks like.
    static let minor: Int64 = 77_712_345

    let hearth: Hearth
    let anna: Browser
    let ben: Browser
    let home: ZoneID
    let family: ZoneID
    let item: RecordID
    /// Ben's own home, with the same amount.
    let own: ZoneID
    let records: [String: [RecordID]]
    let annas: TestReplica

    init() async throws {
      hearth = try Hearth(signUps: .open)
      (anna, home) = try await hearth.household()
      ben = try await hearth.guest(of: anna, home: home)
      own = try await ben.addHome("Den")
      _ = try await hearth.addItem(ben, own, "Lamp", price: "777123.45")
      try await anna.get("/families/new")
      let made = try await anna.submit("/families/new", ["name": "Lindqvist"])
      family = String(
        try anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
      annas = try hearth.replica(of: "anna")
      try await annas.sync()
      item = try EveryTable.fill(annas, home)
      try Self.price(annas, home)
      try await annas.sync()
      // So that the history tells of amounts, too.
      let room = try annas.file.readAll { [item] in try Item.find(item, in: $0)?.details.locationID
      }
      try await anna.get("/items/\(item)?edit")
      try await anna.submit(
        "/items/\(item)?edit", ["name": "Wine", "quantity": "1", "currency": "EUR", "version": ""],
        repeated: [("locationID", room ?? "")])
      try await annas.sync()
      try Self.price(annas, home)
      try await annas.sync()
      let home = home
      records = try annas.file.readAll { connection in
        try HearthDomain.schema.tables.filter { $0.zoneKinds.contains(.home) }
          .reduce(into: [:]) { all, table in
            all[table.name] = try connection.query(
              "SELECT id FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ?", .text(home)
            ) { $0.text(0) }
          }
      }
    }

    /// Writes the amount into every column that holds one.
    private static func price(_ replica: TestReplica, _ home: ZoneID) throws {
      try replica.write { transaction in
        for table in HearthDomain.schema.tables where table.zoneKinds.contains(.home) {
          for column in table.columns where column.isAmount {
            try transaction.connection.execute(
              """
              UPDATE \(table.name) SET \(column.name) = \(minor)
                WHERE \(table.zoneColumn ?? "id") = ?
              """, .text(home))
          }
        }
        try transaction.connection.execute(
          "UPDATE homes SET currency = 'EUR' WHERE id = ?", .text(home))
        try transaction.connection.execute(
          """
          UPDATE items SET soldOn = NULL, soldMinor = NULL, purchasedOn = '2020-01-01',
            usefulLifeYears = 100 WHERE homeID = ?
          """, .text(home))
      }
    }

    func becomeChild() async throws {
      try await MoneyWorld.admit(ben, to: family, of: anna, role: "viewer", in: "families")
    }

    var benAccount: AccountID {
      get throws { try #require(try hearth.accounts.account(named: "ben")).id }
    }

    /// Every address of the home and of what is in it, and of all homes together.
    var addresses: [String] {
      let papers = records["attachments"] ?? [""]
      let entry = records["maintenance"]?.first ?? ""
      let routes = records.values.compactMap(\.first).sorted().flatMap { other in
        RouteMatrix(home: home, item: item, other: other, paper: papers[0], entry: entry).all
      }
      let left: Set<String> = ["signOut", "events"]
      let paths = routes.filter { !left.contains($0.name) && hearth.app.page(at: $0) != nil }
        .map(\.url)
      let more = [
        "/items?sort=value", "/homes/\(home)/items?sort=value", "/items?q=value%3E1",
        "/homes/\(home)/items?q=price%3E1", "/items/\(item)?edit", "/homes/\(home)/export/csv",
      ]
      var seen: Set<String> = []
      return (paths + more).filter { seen.insert($0).inserted }
    }

    /// Whether an answer shows the amount, however it is written.
    static func shows(_ text: String) -> Bool {
      let digits = text.filter { !",.  '\u{202f}\u{a0}".contains($0) }
      return digits.contains("77712345") || text.contains("777,123") || digits.contains("€777123")
    }
  }

  // D-PRM-6
  @Test("a child sees no amount on any page, list, file or feed of another's home; a parent does")
  func everyPage() async throws {
    let world = try await World()
    let addresses = world.addresses
    #expect(addresses.count > 150)
    var telling: [String] = []
    for path in addresses where World.shows(try await HiddenWorld.ask(world.ben, path).text) {
      telling.append(path)
    }
    let (home, item) = ("/homes/\(world.home)", "/items/\(world.item)")
    for path in [
      home, "\(home)/items", "\(home)/rooms", "\(home)/insurance", "\(home)/maintenance",
      "\(home)/settings", "\(home)/activity", "\(item)/activity", item, "/items", "/homes",
      "/export/archive", "/export/movingbox", "\(home)/items?sort=value", "\(item)?edit",
    ] {
      #expect(telling.contains(path), "\(path)")
    }
    try await world.becomeChild()
    // What is Ben's own he sees as ever.
    #expect(World.shows(try await world.ben.get("/homes/\(world.own)/items").main))
    try await world.removeOwn()
    for path in addresses {
      let seen = try await HiddenWorld.ask(world.ben, path)
      #expect(!World.shows(seen.text), "\(path) shows an amount")
      #expect(seen.status < 500, "\(path): \(seen.status)")
    }
    for path in telling {
      #expect(World.shows(try await HiddenWorld.ask(world.anna, path).text), "\(path)")
    }
  }

  @Test(
    "pages of insurance and claims, and orders and filters by price, are not offered to a child")
  func notOffered() async throws {
    let world = try await World()
    try await world.becomeChild()
    let home = "/homes/\(world.home)"
    for path in ["\(home)/insurance", "\(home)/insurance/new", "\(home)/claim"] {
      #expect(try await world.ben.get(path).status == 404, "\(path)")
    }
    for path in [home, "\(home)/items", "\(home)/settings", "/items/\(world.item)?edit"] {
      let page = try await world.ben.get(path)
      #expect(page.status == 200)
      #expect(!page.text.contains("\(home)/insurance"), "\(path)")
      #expect(!page.main.contains("sort=value") && !page.main.contains("price=none"), "\(path)")
      #expect(!page.main.contains("name=\"price\"") && !page.main.contains("name=\"purchase\""))
    }
    #expect(try await world.anna.get(home).text.contains("\(home)/insurance"))
    try world.annas.write {
      try $0.connection.execute("UPDATE policies SET endsOn = '2026-07-01'")
    }
    try await world.annas.sync()
    #expect(try await world.anna.get("/today?all=").main.contains("\(home)/insurance"))
    #expect(try await !world.ben.get("/today?all=").main.contains("insurance"))
  }

  @Test("what a child changes keeps the price, and a price that it sends is refused at its field")
  func editing() async throws {
    let world = try await World()
    try await world.becomeChild()
    let path = "/items/\(world.item)?edit"
    let form = try await world.ben.get(path)
    let version = String(
      try #require(form.main.firstMatch(of: /name="version" value="([^"]*)"/)).1
    )
    .replacing("&amp;", with: "&")
    func send(_ currency: String = "EUR", price: String = "") async throws -> Browser.Answer {
      try await world.ben.get(path)
      return try await world.ben.submit(
        path, ["name": "Port", "quantity": "1", "currency": currency],
        repeated: [("version", version), ("price", price)])
    }
    func stored() async throws -> Item? {
      try await world.annas.sync()
      return try world.annas.file.readAll { try Item.find(world.item, in: $0) }
    }
    for price in ["5", "777123.45"] {
      let refused = try await send(price: price)
      #expect(refused.status == 422)
      #expect(
        MoneyWorld.unescaped(Substring(refused.main)).contains(
          catalogue.problem(.amountUnseen)), "\(price)")
      #expect(refused.main.contains("value=\"Port\""))
    }
    #expect(try await send("USD").status == 422)
    #expect(try await stored()?.details.name == "Wine")
    #expect(try await send().status == 303)
    let item = try await stored()
    #expect(item?.details.name == "Port" && item?.details.currency == "EUR")
    #expect(item?.details.priceMinor == World.minor)
    #expect(item?.details.replacementMinor == World.minor)
  }

  @Test("who is made a parent, or leaves the family, sees the amounts at once")
  func back() async throws {
    let world = try await World()
    try await world.becomeChild()
    let path = "/items/\(world.item)"
    #expect(try await !World.shows(world.ben.get(path).main))
    let anna = try #require(try world.hearth.accounts.account(named: "anna")).id
    try world.hearth.hub.setRole(
      .readWrite, of: try world.benAccount, in: world.family, by: anna)
    #expect(try await World.shows(world.ben.get(path).main))
    try world.hearth.hub.setRole(
      .readOnly, of: try world.benAccount, in: world.family, by: anna)
    #expect(try await !World.shows(world.ben.get(path).main))
    try world.hearth.hub.remove(try world.benAccount, from: world.family, by: anna)
    #expect(try await World.shows(world.ben.get(path).main))
  }

  @Test("a device's own pages of a child's account show no amounts either")
  func device() async throws {
    let world = try await World()
    try await world.becomeChild()
    let bens = try world.hearth.replica(of: "ben", hiding: HearthDomain.hiding { false })
    try await bens.sync()
    let item = world.item
    let read = try bens.file.read { try Item.find(item, in: $0)?.details.priceMinor }
    #expect(read == nil)
    #expect(try bens.file.readAll { try Item.find(item, in: $0) }?.details.priceMinor != nil)
    #expect(throws: (any Error).self) {
      try bens.file.read { try $0.query("SELECT priceMinor FROM main.items") { $0.integer(0) } }
    }
  }
}

extension UnseenAmountTests.World {
  /// Deletes what Ben has himself, whose amount he sees.
  func removeOwn() async throws {
    let bens = try hearth.replica(of: "ben", "own")
    try await bens.sync()
    let own = own
    try bens.write { transaction in
      try transaction.connection.execute(
        "UPDATE items SET priceMinor = NULL WHERE homeID = ?", .text(own))
    }
    try await bens.sync()
  }
}
