import Foundation
import Hub
import HubSQLite
import SyncProtocol
import Testing

@testable import hearth
@testable import SharingWeb
@testable import Web

/// What those see who lose a home: a notice, and a copy of what was in it.
@Suite("Who loses a home") struct LossTests {
  /// The address of the copy on a page with notices.
  private func copy(_ browser: Browser, _ path: String = "/people") async throws -> String? {
    try await browser.get(path).main.firstMatch(of: /href="(\/notices\/[^"\/]+\/copy)"/)
      .map { String($0.1) }
  }

  @Test("D-HOM-12 deleting a shared home names who loses it; they are told and get what was in it")
  func deletedHome() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, _) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    _ = try await hearth.addItem(owner, cabin, "Kettle", price: "30")
    _ = try await hearth.addItem(owner, cabin, "Tea, \"green\"")
    let (ben, cara) = (try await hearth.person("ben"), try await hearth.person("cara"))
    for guest in [ben, cara] {
      _ = try await guest.addHome("Den")
      try await hearth.admit(guest, to: cabin, of: owner)
    }
    let warning = MoneyWorld.unescaped(
      Substring(try await owner.get("/homes/\(cabin)/delete").main))
    #expect(warning.contains("Ben") && warning.contains("Cara") && warning.contains("2 items"))
    #expect(warning.contains(catalogue.copyForOthers))
    #expect(try await ben.get("/homes/\(cabin)/delete").status == 403)
    try await owner.get("/homes/\(cabin)/delete")
    #expect(try await owner.submit("/homes/\(cabin)/delete", ["name": "Cabin"]).status == 303)
    for guest in [ben, cara] {
      #expect(try await guest.get("/homes/\(cabin)").status == 404)
      for path in ["/people", "/"] {
        #expect(try await guest.get(path).main.contains("Anna deleted Cabin"), "\(path)")
      }
      let path = try #require(try await copy(guest))
      let archive = try await guest.get(path)
      #expect(archive.headers["Content-Type"] == "application/zip")
      #expect(archive.headers["Content-Disposition"]?.contains("Cabin.zip") == true)
      try await guest.get("/people")
      let kept = try await guest.submit(path)
      let preview = try await guest.get(try #require(kept.location)).main
      #expect(preview.contains("Kettle") && preview.contains("Tea, &quot;green&quot;"))
    }
    // Nobody else can fetch it, and for 30 days only.
    let path = try #require(try await copy(ben))
    #expect(try await cara.get(path).status == 404)
    #expect(try await owner.get(path).status == 404)
    hearth.advance(milliseconds: Hub.copyMilliseconds - 1000)
    try await ben.get("/signin")
    try await ben.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    #expect(try await ben.get(path).status == 200)
    hearth.advance(milliseconds: 1000)
    #expect(try await ben.get(path).status == 410)
    #expect(try await ben.get("/people").main.contains("there is no copy"))
  }

  /// A home with an item that has a photo and a paper, and who else may see it.
  private func furnished(
    _ hearth: Hearth
  ) async throws -> (owner: Browser, home: String, ben: Browser, photo: [UInt8]) {
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "30")
    try await owner.get("/items/\(item)")
    try await owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "b.png", bytes: TestPictures.png)])
    try await owner.get("/items/\(item)")
    try await owner.upload(
      "/items/\(item)/papers", ["kind": "receipt"],
      files: [.init(field: "papers", name: "receipt.pdf", bytes: PaperTests.pdf)])
    let ben = try await hearth.person("ben")
    _ = try await ben.addHome("Den")
    try await hearth.admit(ben, to: home, of: owner, role: "viewer")
    return (owner, home, ben, try await photo(of: item, in: owner))
  }

  private func photo(of item: String, in browser: Browser) async throws -> [UInt8] {
    let page = try await browser.get("/items/\(item)").text
    let photo = try #require(page.firstMatch(of: /\/photos\/([^\/"]+)\/large/)).1
    return try await browser.get("/photos/\(photo)/original").bytes
  }

  @Test(
    "S0-NG5 D-MRG-17 whoever leaves keeps a copy with photos and papers as a home of their own",
    arguments: [true, false])
  func leaving(isOneStep: Bool) async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home, ben, photo) = try await furnished(hearth)
    let question = try await ben.get("/homes/\(home)/settings/leave").main
    #expect(question.contains(catalogue.leaveAndKeep))
    var kept = try await ben.submit(
      "/homes/\(home)/settings/leave", isOneStep ? ["keep": "1"] : [:])
    #expect(try await ben.get("/homes/\(home)").status == 404)
    // The owner deletes the original, and the photo with it.
    try await owner.get("/homes/new")
    _ = try await owner.addHome("Other")
    try await owner.get("/homes/\(home)/delete")
    try await owner.submit("/homes/\(home)/delete", ["name": "Flat"])
    if !isOneStep {
      #expect(try await ben.get("/people").main.contains("You left Flat"))
      kept = try await ben.submit(try #require(try await copy(ben)))
    }
    let address = try #require(kept.location)
    let preview = try await ben.get(address).main
    #expect(preview.contains("Kettle"))
    let result = try await ben.runImport(address, home: "")
    #expect(result.text.contains("1 photo came with them"))
    let found = try await ben.get("/items?q=kettle").main
    let item = String(try #require(found.firstMatch(of: /\/items\/([0-9a-f-]{36})/)).1)
    #expect(try await self.photo(of: item, in: ben) == photo)
    #expect(try await ben.get("/items/\(item)").main.contains("receipt.pdf"))
    let homes = try await ben.get("/homes").main
    #expect(homes.contains("Flat") && homes.contains("Den"))
  }

  @Test("D-MRG-17 the files of a copy are kept as long as the copy, though nobody has the home")
  func filesAreKept() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home, ben, _) = try await furnished(hearth)
    _ = try await owner.addHome("Other")
    try await ben.get("/homes/\(home)/settings/leave")
    try await ben.submit("/homes/\(home)/settings/leave")
    let store = try HubSQLite(path: hearth.folder + "/hub.sqlite")
    func names() throws -> Set<String> {
      try FileSweep.names(in: store, now: hearth.clock.withLock { $0 })
    }
    let before = try names()
    #expect(before.count == 2)
    let owned = try await owner.get("/homes/\(home)/items").main
    let item = try #require(owned.firstMatch(of: /\/items\/([0-9a-f-]{36})/)).1
    try await owner.get("/items/\(item)")
    #expect(try await owner.submit("/items/\(item)/delete").status == 303)
    // What was deleted may come back for as long as the copy is kept, not a moment longer.
    hearth.advance(milliseconds: Hub.copyMilliseconds - 1000)
    #expect(try names() == before)
    hearth.advance(milliseconds: 2000)
    #expect(try names().isEmpty)
  }

  @Test("D-SHR-3 when sharing stops, what was not sent stays on the device, the rest in a copy")
  func stoppedSharing() async throws {
    let setting = try await DeviceSetting()
    let ben = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    _ = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    #expect(try await browser.get("/homes/\(setting.home)").status == 200)
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    let target = "/homes/\(setting.home)/settings/stop-sharing"
    let warning = MoneyWorld.unescaped(Substring(try await setting.owner.get(target).main))
    #expect(warning.contains(catalogue.copyForOthers))
    #expect(try await setting.owner.submit(target).status == 303)
    try setting.server.start()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    let parked = try await browser.get("/sync").main
    #expect(parked.contains("Desk lamp") && parked.firstMatch(of: /\/sync\/[0-9]+\/copy/) != nil)
    for each in [ben, browser] {
      let people = try await each.get("/people").main
      #expect(people.contains(catalogue.undecidedJoin("Anna no longer", "Harbour Street")))
      let kept = try await each.submit(try #require(try await copy(each)))
      let preview = try await each.get(try #require(kept.location)).main
      #expect(preview.contains("Kettle") && !preview.contains("Desk lamp"))
    }
    await app.stop()
    await setting.server.stop()
  }
}
