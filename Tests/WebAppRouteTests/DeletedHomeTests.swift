import Foundation
import Hub
import SyncProtocol
import Testing

@testable import hearth
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Homes that were deleted: who sees them, bringing them back, removing them for good.
@Suite struct DeletedHomeTests {
  private struct Household {
    let hearth: Hearth
    let anna: Browser
    let ben: Browser
    let cabin: ZoneID

    init(maxOwnedHomes: Int = 10) async throws {
      hearth = try Hearth(signUps: .open, maxOwnedHomes: maxOwnedHomes)
      (anna, _) = try await hearth.household("Flat")
      cabin = try await anna.addHome("Cabin")
      _ = try await hearth.addItem(anna, cabin, "Canoe", price: "300")
      ben = try await hearth.person("ben")
      _ = try await ben.addHome("Den")
    }

    func delete() async throws {
      try await anna.get("/homes/\(cabin)/delete")
      #expect(
        try await anna.submit("/homes/\(cabin)/delete", ["name": "Cabin"]).location == "/homes")
    }

    var restore: String { Route.deleted(.restoreZone(.home, zone: cabin)).path }
    var purge: String { Route.deleted(.purgeZone(.home, zone: cabin)).path }
  }

  @Test("S3-US4-2 X32 a deleted home is listed with what was in it, and comes back as it was")
  func restored() async throws {
    let house = try await Household()
    let before = try await house.anna.get("/homes/\(house.cabin)/items").mainWithoutToken
    try await house.delete()
    let list = try await house.anna.get("/homes").main
    for text in [catalogue.recentlyDeleted, "Cabin", "Deleted by you", "1 item", "30 days left"] {
      #expect(list.contains(text), "\(text)")
    }
    #expect(try await house.anna.get("/homes/\(house.cabin)").status == 404)
    #expect(try await !house.ben.get("/homes").main.contains(catalogue.recentlyDeleted))
    house.hearth.advance(milliseconds: 3 * 86_400_000)
    #expect(try await house.anna.get("/homes").main.contains("27 days left"))
    let back = try await house.anna.submit(house.restore)
    #expect(back.location == "/homes/\(house.cabin)")
    #expect(
      try await house.anna.get("/homes/\(house.cabin)").text.contains(
        catalogue.mergeUndone("Cabin")))
    #expect(try await house.anna.get("/homes/\(house.cabin)/items").mainWithoutToken == before)
    #expect(try await !house.anna.get("/homes").main.contains(catalogue.recentlyDeleted))
    // A second click, or a page that was open on another device.
    try await house.anna.get("/homes")
    #expect(try await house.anna.submit(house.restore).location == "/homes/\(house.cabin)")
  }

  @Test("who had a restored home has it again and is told, unless its owner wants it alone")
  func members() async throws {
    let house = try await Household()
    try await house.hearth.admit(house.ben, to: house.cabin, of: house.anna)
    for isAlone in [false, true] {
      try await house.delete()
      #expect(try await house.ben.get("/homes/\(house.cabin)").status == 404)
      let question = try await house.anna.get(house.restore).main
      #expect(question.contains("1 other person gets it back") && question.contains("Ben"))
      try await house.anna.submit(house.restore, isAlone ? ["alone": "1"] : [:])
      let status = try await house.ben.get("/homes/\(house.cabin)").status
      #expect(status == (isAlone ? 404 : 200))
    }
    #expect(try await house.ben.get("/people").main.contains("Anna brought Cabin back"))
  }

  @Test("nobody but its owner restores a deleted home or deletes it for good, or learns of it")
  func others() async throws {
    let house = try await Household()
    try await house.hearth.admit(house.ben, to: house.cabin, of: house.anna)
    try await house.delete()
    try await house.ben.get("/homes")
    for path in [house.restore, house.purge] {
      #expect(try await house.ben.get(path).status == 410)
      #expect(try await house.ben.submit(path).status == 410)
    }
    #expect(try await house.anna.get(house.restore).status == 200)
  }

  @Test("a home that is deleted for good is gone at once, and so it is after 30 days")
  func purged() async throws {
    let house = try await Household()
    let items = try await house.anna.get("/homes/\(house.cabin)/items").main
    let canoe = try #require(items.firstMatch(of: /\/items\/[0-9a-f-]{36}/)).0
    let paper = Browser.Upload(
      field: "papers", name: "receipt.txt", type: "text/plain", bytes: Array("Bought".utf8))
    try await house.anna.get(String(canoe))
    #expect(try await house.anna.upload("\(canoe)/papers", files: [paper]).status == 303)
    let asked = try await house.anna.get("/homes/\(house.cabin)/delete").main
    #expect(asked.contains("0 photos and 1 paper"))
    try await house.delete()
    let question = try await house.anna.get(house.purge).main
    #expect(question.contains(catalogue.purgeZoneTitle("Cabin")) && question.contains("1 item"))
    #expect(question.contains("0 photos and 1 paper"))
    #expect(question.contains("cannot be undone"))
    #expect(try await house.anna.submit(house.purge).location == "/homes")
    let list = try await house.anna.get("/homes")
    #expect(list.text.contains("Cabin is deleted for good"))
    #expect(!list.main.contains(catalogue.recentlyDeleted))
    for path in [house.restore, house.purge] {
      #expect(try await house.anna.get(path).status == 410)
    }
    let den = try #require(try house.hearth.hub.store.read { try $0.zone(house.cabin) })
    #expect(!den.isAlive && den.recordCount == 0)
  }

  @Test("X21 who owns as many homes as they may is told what to do, and nothing is lost")
  func full() async throws {
    let house = try await Household(maxOwnedHomes: 2)
    try await house.delete()
    let shed = try await house.anna.addHome("Shed")
    try await house.anna.get("/homes")
    let refused = try await house.anna.submit(house.restore)
    #expect(refused.status == 409)
    #expect(refused.main.contains(catalogue.tooManyToRestore(.home)))
    try await house.anna.get("/homes/\(shed)/delete")
    try await house.anna.submit("/homes/\(shed)/delete", ["name": "Shed"])
    #expect(try await house.anna.submit(house.restore).location == "/homes/\(house.cabin)")
  }

  @Test("D-HOM-8 a change refused while the home was deleted is sent again when it is back")
  func parked() async throws {
    let house = try await Household()
    try await house.hearth.admit(house.ben, to: house.cabin, of: house.anna)
    let laptop = try house.hearth.replica(of: "ben", "laptop")
    try await laptop.sync()
    try laptop.write { try $0.connection.execute("UPDATE items SET notes = 'red'") }
    try await house.delete()
    try await laptop.sync()
    let parked = try #require(try laptop.file.parkedChanges().first)
    #expect(parked.refusal.reason == .zoneGone)
    try await house.anna.get(house.restore)
    try await house.anna.submit(house.restore)
    try await laptop.sync()
    try laptop.file.retry(parked: parked.number)
    try await laptop.sync()
    #expect(try laptop.file.parkedChanges().isEmpty)
    let items = try await house.anna.get("/homes/\(house.cabin)/items").main
    let item = try #require(items.firstMatch(of: /href="(\/items\/[^"?]+)/)).1
    #expect(try await house.anna.get(String(item)).main.contains("red"))
  }

  @Test("what a device could not ask of its hub does not happen later, and the page says so")
  func notLater() async throws {
    let setting = try await DeviceSetting()
    let cabin = try await setting.owner.addHome("Cabin")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try await browser.get("/homes/\(cabin)/delete")
    await setting.server.stop()
    let page = try await browser.submit("/homes/\(cabin)/delete", ["name": "Cabin"])
    #expect(page.status == 503)
    #expect(
      page.main.contains("either all of it was done or nothing")
        || page.main.contains("Nothing was changed by this"), "\(page.main)")
    try setting.server.start()
    for _ in 0..<2 { try await browser.submit("/sync/now") }
    for person in [browser, setting.owner] {
      #expect(try await person.get("/homes/\(cabin)").status == 200)
    }
    // Done again, it is done.
    try await browser.get("/homes/\(cabin)/delete")
    #expect(
      try await browser.submit("/homes/\(cabin)/delete", ["name": "Cabin"]).location == "/homes")
    await app.stop()
    await setting.server.stop()
  }

  @Test(
    "S3-US4-2 a device deletes, lists and restores homes while its hub can be reached, and says so")
  func device() async throws {
    let setting = try await DeviceSetting()
    let cabin = try await setting.owner.addHome("Cabin")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try await browser.get("/homes/\(cabin)/delete")
    #expect(
      try await browser.submit("/homes/\(cabin)/delete", ["name": "Cabin"]).location == "/homes")
    #expect(try await browser.get("/homes").main.contains(catalogue.recentlyDeleted))
    await setting.server.stop()
    try await browser.submit("/sync/now")
    let offline = try await browser.get("/homes").main
    #expect(offline.contains(catalogue.deletedUnknown(.home)))
    let restore = Route.deleted(.restoreZone(.home, zone: cabin)).path
    #expect(try await browser.submit(restore).status == 503)
    try setting.server.start()
    try await browser.submit("/sync/now")
    #expect(try await browser.get("/homes").main.contains("Deleted by you"))
    #expect(try await browser.submit(restore).location == "/homes/\(cabin)")
    for person in [browser, setting.owner] {
      #expect(try await person.get("/homes/\(cabin)").status == 200)
    }
    await app.stop()
    await setting.server.stop()
  }
}
