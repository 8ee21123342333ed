import Household
import SQLite
import SyncProtocol
import Testing

@testable import hearth
@testable import AccountWeb
@testable import ThingsWeb
@testable import Web

/// What a device shows of a change that the hub refused: what became of the thing, and what was
/// written.
@Suite struct RefusedChangeTests {
  /// Sets a change of the device aside, as the engine does with one that was refused.
  private func park(
    _ mutation: Mutation, _ reason: RefusalReason, at setting: DeviceSetting
  ) throws {
    let changeSet = ChangeSet(
      id: ChangeSetID(replica: "planted", number: 1), time: HybridTime(milliseconds: 1),
      mutations: [mutation])
    try Connection(path: setting.folder + "/replica.db").execute(
      "INSERT INTO syncParked VALUES (1000, ?, ?, NULL, NULL, '', 1, 1)",
      .blob(changeSet.wireBytes), .text(reason.rawValue))
  }

  @Test("what has moved to another home of the person's is linked to, and not kept as a double")
  func elsewhere() async throws {
    let setting = try await DeviceSetting()
    let boat = try await setting.owner.addHome("Boat")
    let item = try await setting.hearth.addItem(setting.owner, boat, "Lamp")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try park(
      Mutation(.update, "items", item, in: setting.home, registers: ["notes": "brass"]), .gone,
      at: setting)
    let page = try await browser.get("/sync").main
    #expect(page.contains("This is in Boat by now, without this change."))
    #expect(page.contains("href=\"/items/\(item)\"") && page.contains("brass"))
    #expect(!page.contains(catalogue.keepCopy) && page.contains(catalogue.tryAgain))
    await app.stop()
    await setting.server.stop()
  }

  @Test("what is gone is said to be gone, whoever it was")
  func gone() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try park(
      Mutation(
        .update, "items", UUIDs.v5("test", "gone"), in: setting.home,
        registers: ["name": "Rake", "priceMinor": 1200, "currency": "EUR"]), .gone, at: setting)
    let page = try await browser.get("/sync").main
    #expect(page.contains("not there any more, or has moved to a home that you cannot see"))
    #expect(page.contains(catalogue.keepCopy) && !page.contains("Someone else"))
    await app.stop()
    await setting.server.stop()
  }

  @Test("a change of a home that the person has merged leads to where all of it went")
  func merged() async throws {
    let setting = try await DeviceSetting()
    let (owner, home) = (setting.owner, setting.home)
    let boat = try await owner.addHome("Boat")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try await owner.get("/homes/\(home)/merge?into=\(boat)")
    let moved = try await owner.submit(
      "/homes/\(home)/merge", ["into": boat, "names": "combine"])
    #expect(moved.status == 303)
    await setting.hearth.app.backgroundTasks.finishAll()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    try park(
      Mutation(
        .update, "homes", home, in: home,
        registers: ["note": "damp in winter", "purchaseMinor": 12_300_000, "currency": "EUR"]),
      .zoneGone, at: setting)
    let page = try await browser.get("/sync").main
    #expect(page.contains("You have moved everything of this home into Boat."))
    #expect(page.contains("href=\"/homes/\(boat)\"") && !page.contains("Its owner can restore"))
    #expect(!page.contains(catalogue.tryAgain))
    // What was written is there to be read.
    #expect(page.contains("damp in winter") && page.contains("€123,000.00"))
    await app.stop()
    await setting.server.stop()
  }

  @Test(
    "what was written of a place, a label or a policy is shown by field",
    arguments: [
      ("locations", ["note": "damp", "emoji": "🧺"], ["Note", "damp", "🧺"]),
      ("labels", ["name": "Iron", "colorIndex": 7], ["Changed Iron", "Colour", "Blue"]),
      (
        "policies", ["provider": "Allianz", "currency": "EUR", "liabilityMinor": 77_700],
        ["Changed Allianz", "Liability", "€777.00"]
      ),
    ] as [(String, SortedMap<SyncProtocol.FieldValue>, [String])])
  func written(
    table: String, registers: SortedMap<SyncProtocol.FieldValue>, texts: [String]
  ) async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try park(
      Mutation(
        .update, table, UUIDs.v5("test", table), in: setting.home, registers: registers), .gone,
      at: setting)
    let page = try await browser.get("/sync").main
    for text in texts { #expect(page.contains(text), "\(text)") }
    await app.stop()
    await setting.server.stop()
  }

  @Test("the picture of a refused photo can be looked at while its file is here")
  func photo() async throws {
    let setting = try await DeviceSetting()
    _ = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    try await browser.get("/items/\(item)")
    await setting.server.stop()
    #expect(
      try await browser.upload(
        "/items/\(item)/photos", files: [("photos", "a.png", TestPictures.png)]
      ).status == 303)
    let anna = try #require(try setting.hearth.accounts.account(named: "anna")).id
    let ben = try #require(try setting.hearth.accounts.account(named: "ben")).id
    try setting.hearth.hub.setRole(.readOnly, of: ben, in: setting.home, by: anna)
    try setting.server.start()
    try await browser.submit("/sync/now")
    let page = try await browser.get("/sync").main
    let link = try #require(page.firstMatch(of: /href="(\/sync\/[0-9]+\/photos\/[0-9a-f-]+)"/)).1
    #expect(page.contains(catalogue.lookAtPhoto))
    let picture = try await browser.get(String(link))
    #expect(picture.status == 200 && picture.headers["Content-Type"] == "image/png")
    #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(try await browser.get("\(link)0").status == 404)
    #expect(try await setting.owner.get(String(link)).status == 404)
    await app.stop()
    await setting.server.stop()
  }

  @Test(
    "a refused item is kept in the home that its person chooses, private ones first, with photos")
  func kept() async throws {
    let setting = try await DeviceSetting()
    let ben = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let cottage = try await ben.addHome("Cottage")
    let boat = try await ben.addHome("Boat")
    _ = try await setting.hearth.guest(of: ben, home: boat, name: "cyd", role: "viewer")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    await setting.server.stop()
    let lamp = try await setting.hearth.addItem(browser, setting.home, "Lamp")
    try await browser.get("/items/\(lamp)")
    _ = try await browser.upload(
      "/items/\(lamp)/photos", files: [("photos", "a.png", TestPictures.png)])
    let id = try #require(try setting.hearth.accounts.account(named: "ben")).id
    let anna = try #require(try setting.hearth.accounts.account(named: "anna")).id
    try setting.hearth.hub.remove(id, from: setting.home, by: anna)
    try setting.server.start()
    try await browser.submit("/sync/now")
    var sync = try await browser.get("/sync").main
    for _ in 0..<50 where !sync.contains(catalogue.keepCopy) {
      try await browser.submit("/sync/now")
      sync = try await browser.get("/sync").main
    }
    // The home is named although it is not there any more.
    #expect(sync.contains("Harbour Street"))
    let ask = String(try #require(sync.firstMatch(of: /href="(\/sync\/[0-9]+\/copy)"/)).1)
    let page = try await browser.get(ask).main
    #expect(page.contains(catalogue.keepCopyText(writtenIn: "Harbour Street", isLost: true)))
    #expect(page.contains(catalogue.photosMove(1)))
    #expect(page.contains(catalogue.keepCopySeenBy(["Cyd"])))
    let order = page.matches(of: /name="home" value="([^"]+)"( checked)?/).map { match in
      (String(match.1), match.2 != nil)
    }
    #expect(order.last?.0 == boat && order.first { $0.1 }?.0 == order.first?.0)
    #expect(order.contains { $0.0 == cottage } && !order.contains { $0.0 == setting.home })
    // A home that cannot take it is asked for again, and nothing is lost.
    #expect(try await browser.submit(ask, ["home": setting.home]).status == 422)
    #expect(try await browser.submit(ask, ["home": cottage]).status == 303)
    let items = try await browser.get("/homes/\(cottage)/items").main
    let copy = String(
      try #require(items.firstMatch(of: /\/items\/([0-9a-f-]{36})/), "\(items)").1)
    let kept = try await browser.get("/items/\(copy)").main
    #expect(kept.contains("Lamp") && kept.contains("/photos/"))
    // The photo's own change is not left behind, nor is the item kept twice.
    sync = try await browser.get("/sync").main
    #expect(!sync.contains(catalogue.discard))
    #expect(try await browser.get(ask).status == 404)
    #expect(try await !browser.get("/homes/\(boat)/items").main.contains("Lamp"))
    await app.stop()
    await setting.server.stop()
  }

  @Test("what still waits is told of beside what was refused")
  func waiting() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Kettle")
    try park(
      Mutation(
        .update, "labels", UUIDs.v5("test", "gone"), in: setting.home,
        registers: ["name": "Iron"]), .gone, at: setting)
    let page = try await browser.get("/sync")
    #expect(page.text.contains("1 refused, 1 pending"))
    #expect(page.main.contains("1 other waits to be sent"))
    await app.stop()
  }
}
