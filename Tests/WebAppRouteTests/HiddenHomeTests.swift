import Household
import Hub
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// I1-3: shared homes that are hidden while sharing is paused.
@Suite struct HiddenHomeTests {
  private typealias World = HiddenWorld

  /// What stands on a page in the place of what is hidden.
  private static let instead = catalogue.errorTitle(.sharedHomesHidden)
  private static let note = catalogue.sharedHomesHiddenNote

  /// Pages that show something of the shared home while it is not hidden, by their addresses.
  private static func expected(_ world: World) -> [String] {
    let (home, item) = ("/homes/\(world.shared)", "/items/\(world.item)")
    func first(_ table: String) -> String { world.records[table]?.first ?? "" }
    return [
      "/", "/homes", "/items", "/menu", "/people", "/import", "/export", "/account/tokens",
      "/export/archive", "/export/movingbox", "/items?q=wine", home, "\(home)/items",
      "\(home)/items?q=wine", "\(home)/rooms", "\(home)/rooms/\(first("locations"))",
      "\(home)/labels", "\(home)/insurance",
      "\(home)/insurance/\(first("policies"))", "\(home)/maintenance", "\(home)/settings",
      "\(home)/fields", "\(home)/templates", "\(home)/activity", "\(home)/export", item,
      "\(item)/activity",
    ]
  }

  @Test(
    "I1-3 S1-2.1-gate-c while shared homes are hidden no page tells of them, whatever its address")
  func everyPage() async throws {
    let world = try await World()
    // Each record of the home can be told from what is hidden.
    let rows = try world.annas.rows(of: world.shared)
    for (table, rows) in rows where !["itemLabels", "invites"].contains(table) {
      #expect(rows.contains { $0.lowercased().contains(World.word) }, "\(table)")
    }
    let addresses = world.addresses
    #expect(addresses.count > 300)
    var before: [String: World.Seen] = [:]
    for path in addresses { before[path] = try await World.ask(world.anna, path) }
    let telling = Set(before.filter(\.value.hasWord).keys)
    for path in Self.expected(world) {
      #expect(telling.contains(path), "\(path): \(before[path]?.status ?? 0)")
    }
    #expect(telling.count > 60, "\(telling.count)")

    try world.set(.killed, hides: true)
    var refused = 0
    for path in addresses {
      let seen = try await World.ask(world.anna, path)
      #expect(!seen.hasWord, "\(path) tells of a hidden home")
      #expect(seen.status < 500 || seen.status == 503, "\(path): \(seen.status)")
      if ["/homes/\(world.shared)", "/items/\(world.item)"].contains(where: path.hasPrefix) {
        #expect(seen.status == 503 && seen.text.contains(Self.instead), "\(path): \(seen.status)")
        refused += 1
      } else if seen.status == 200, seen.text.contains("id=\"main\" class=\"main\"") {
        #expect(seen.text.contains(Self.note), "\(path) does not say that homes are hidden")
      }
    }
    #expect(refused > 50)
    // What is hers alone is there as ever.
    #expect(try await World.ask(world.anna, "/homes/\(world.own)/items").text.contains(">Lamp<"))
    #expect(try await World.ask(world.anna, "/items?q=lamp").text.contains(">Lamp<"))

    try world.set(.open)
    for path in Self.expected(world) {
      let seen = try await World.ask(world.anna, path)
      #expect(seen.hasWord && seen.status == before[path]?.status, "\(path): \(seen.status)")
    }
    #expect(try world.annas.rows(of: world.shared) == rows)
  }

  @Test("I1-3 a guest who has nothing of their own is told why there is nothing, on every page")
  func guest() async throws {
    let world = try await World()
    #expect(try await World.ask(world.ben, "/items?q=wine").hasWord)
    try world.set(.killed, hides: true)
    let matrix = RouteMatrix(home: world.shared, item: world.item).all
    let paths = matrix.filter { $0.name != "events" && world.hearth.app.page(at: $0) != nil }
    for path in paths.map(\.url) + ["/items?q=wine"] {
      let seen = try await World.ask(world.ben, path)
      // His own name is his.
      let text = seen.text.lowercased().replacing("\(World.word) ben", with: "")
      #expect(!text.contains(World.word), "\(path)")
    }
    let start = try await world.ben.get("/")
    #expect(start.status == 503 && start.main.contains(Self.instead))
    #expect(start.main.contains(catalogue.errorText(.sharedHomesHidden)))
    #expect(start.headers["Retry-After"] != nil)
    try world.set(.open)
    #expect(try await world.ben.get("/").status == 200)
  }

  /// A shared home, with its owner, who administers the hub, and a guest.
  private func household() async throws -> (Hearth, anna: Browser, ben: Browser, home: ZoneID) {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: anna, home: home)
    _ = try await anna.addHome("Den")
    return (hearth, anna, ben, home)
  }

  private func set(_ hearth: Hearth, _ state: SharingFlag.State, hides: Bool? = nil) throws {
    try hearth.hub.changeSharingFlag(.init(state: state, hidesShared: hides), by: .commandLine)
  }

  @Test("I1-3 pausing alone hides nothing, and a pause that hides goes over to one that does not")
  func onlyPaused() async throws {
    let (hearth, anna, _, home) = try await household()
    for hides in [false, true, false] {
      try set(hearth, .killed, hides: hides)
      #expect(try await anna.get("/homes/\(home)/items").status == (hides ? 503 : 200))
    }
    try set(hearth, .killed, hides: true)
    try set(hearth, .closed)
    #expect(try await anna.get("/homes/\(home)/items").status == 200)
    try set(hearth, .killed)
    #expect(try !hearth.hub.hidesShared)
  }

  @Test("I1-3 a home that nobody else has any more shows again while the others are hidden")
  func aloneAgain() async throws {
    let (hearth, anna, _, home) = try await household()
    try set(hearth, .killed, hides: true)
    #expect(try await anna.get("/homes/\(home)").status == 503)
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    try hearth.hub.stopSharing(home, by: account)
    #expect(try await anna.get("/homes/\(home)").status == 200)
    #expect(try await !anna.get("/homes").main.contains(Self.note))
  }

  @Test("I1-3 what is written into a hidden home is kept on the page, and nothing of it is done")
  func writing() async throws {
    let world = try await World()
    try await world.anna.get("/homes/\(world.shared)/items/new")
    try world.set(.killed, hides: true)
    func head() throws -> Int64? {
      try world.hearth.hub.store.read { try $0.zone(world.shared)?.head }
    }
    let before = try head()
    let refused = try await world.anna.submit(
      "/homes/\(world.shared)/items/new", ["name": "Blue pan", "quantity": "1", "currency": "EUR"])
    #expect(refused.status == 503 && refused.main.contains(Self.instead))
    #expect(refused.main.contains("name=\"name\" value=\"Blue pan\""))
    // Something of her own, to be put there.
    try await world.anna.get("/items/\(world.ownItem)/move")
    let moved = try await world.anna.submit(
      "/items/\(world.ownItem)/move", ["to": "\(world.shared)", "home": world.shared])
    #expect(moved.status == 503)
    for route in RouteMatrix(home: world.shared, item: world.item).all
    where !["signOut", "endSession", "endOtherSessions", "flags"].contains(route.name) {
      guard world.hearth.app.action(at: route) != nil else { continue }
      let answer = try await world.anna.submit(
        route.url, ["name": "New", "text": "New", "quantity": "1", "currency": "EUR"])
      #expect(!answer.text.lowercased().contains(World.word), "\(route.name)")
      #expect(try head() == before, "\(route.name)")
    }
    // Her own home is written to as ever, and the archive of a hidden one makes no second one.
    _ = try await world.hearth.addItem(world.anna, world.own, "Chair")
    try world.set(.open)
    try await world.anna.get("/homes/\(world.shared)/items/new")
    let again = try await world.anna.submit(
      "/homes/\(world.shared)/items/new", ["name": "Blue pan", "quantity": "1", "currency": "EUR"])
    #expect(again.status == 303)
  }

  @Test("I1-3 an archive of a hidden home makes no second one, and its import goes on afterwards")
  func archive() async throws {
    let world = try await World()
    let answer = await world.anna.send(.get, "/export/archive")
    guard case .stream(let stream) = answer.body else { throw Browser.Missing() }
    var zip: [UInt8] = []
    while let piece = try await stream.next() { zip += piece }
    try await world.anna.get("/import")
    let (address, _) = try await world.anna.preview("all.zip", zip, home: world.own)
    try world.set(.killed, hides: true)
    #expect(try await world.anna.get(address).status == 503)
    let homes = try world.hearth.hub.store.read {
      try $0.memberships(of: world.annas.file.accountID)
    }
    try await world.anna.submit(address + "/run")
    await world.hearth.app.finishImports()
    let after = try world.hearth.hub.store.read {
      try $0.memberships(of: world.annas.file.accountID)
    }
    #expect(after.count == homes.count)
    try world.set(.open)
    #expect(try await world.anna.get(address).text.contains(catalogue.nothingNew))
  }

  @Test("I1-3 S1-2.1-gate-c an open page hears that homes are hidden, and that they are back")
  func livePage() async throws {
    let (hearth, _, ben, home) = try await household()
    try await ben.get("/homes/\(home)")
    var changes = try await hearth.changes(seenBy: ben)
    try set(hearth, .killed, hides: true)
    await changes.next()
    let hidden = try await ben.get("/homes/\(home)")
    #expect(hidden.main.contains(Self.instead) && hidden.text.contains("data-live"))
    try set(hearth, .killed, hides: false)
    await changes.next()
    #expect(try await ben.get("/homes/\(home)").status == 200)
  }

  @Test("I1-3 administrators choose it with the pause, see that it is on, and end it alone")
  func administrators() async throws {
    let (hearth, anna, _, _) = try await household()
    let question = try await anna.get("/admin/flags/kill").main
    #expect(question.contains(catalogue.gateHides))
    #expect(try await anna.submit("/admin/flags/kill", ["hide": "on"]).location == "/admin/flags")
    // A page that was open since before it shows nothing again.
    #expect(try await anna.submit("/admin/flags/kill").location == "/admin/flags")
    #expect(try hearth.hub.sharingFlag().hidesShared)
    let page = try await anna.get("/admin/flags")
    #expect(page.main.contains(catalogue.gateHidden))
    #expect(page.main.contains(#"name="hide" value="on" checked"#))
    try await anna.submit("/admin/flags", ["state": "killed", "percent": "100"])
    let flag = try hearth.hub.sharingFlag()
    #expect(flag.state == .killed && !flag.hidesShared && flag.version == 2)
    try await anna.get("/admin/flags")
    try await anna.submit("/admin/flags", ["state": "open", "percent": "100", "hide": "on"])
    #expect(try !hearth.hub.sharingFlag().hidesShared)
  }
}
