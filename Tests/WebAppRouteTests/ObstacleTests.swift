import Foundation
import HTTPServer
import SQLite
import Testing

@testable import hearth
@testable import AccountWeb
@testable import Web

/// What a person is told when something keeps a device, or one home, from being up to date.
@Suite struct ObstacleTests {
  private static let maxAsks = 3000

  /// Asks for the page until it shows a text, which the device hears of by itself.
  private func page(_ browser: Browser, showing text: String) async throws -> Bool {
    for _ in 0..<Self.maxAsks {
      if try await browser.get("/sync").main.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test(
    "a device that is asked to wait, or whose hub fails, says so, and that it goes on by itself")
  func obstacles() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let words = Catalogue()
    setting.server.network.withLock {
      $0 = { _, _ in
        HTTPResponse(status: .tooManyRequests, headers: ["Retry-After": "3000"])
      }
    }
    _ = try await setting.hearth.addItem(browser, setting.home, "Lamp")
    #expect(try await page(browser, showing: "you have sent it a lot at once"))
    setting.server.network.withLock { $0 = { _, _ in .text("broken", status: 200) } }
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    #expect(
      try await page(browser, showing: words.syncObstacle(.failing, now: Date())))
    setting.server.network.withLock { $0 = nil }
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    #expect(try await page(browser, showing: words.syncHeadline(.synced)))
    await app.stop()
    await setting.server.stop()
  }

  @Test("where the store is damaged, whoever keeps the hub reads it on every page, and nobody else")
  func damaged() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let words = Catalogue()
    let path = "/homes/\(home)"
    #expect(try await !owner.get(path).main.contains(words.storeDamagedNote))
    hearth.hub.note(isDamaged: true)
    #expect(try await owner.get(path).main.contains(words.storeDamagedNote))
    #expect(try await !ben.get(path).main.contains(words.storeDamagedNote))
  }

  @Test("every page of a home that cannot be updated says since when, and leads to the reason")
  func aside() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let other = try await owner.addHome("Cabin")
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    let file = try Connection(
      path: "\(hearth.folder)/replicas/\(anna).sqlite", mode: .readWrite)
    let far = hearth.clock.withLock { $0 } + 86_400_000
    try file.execute(
      """
      INSERT INTO syncAside
        (zoneID, reason, detail, since, tries, nextTryAt, head, schemaVersion)
      VALUES (?, 'inconsistent', 'items', ?, 1, ?, 0, (SELECT schemaVersion FROM syncState))
      """, .text(home), .integer(hearth.clock.withLock { $0 } - 3_600_000), .integer(far))
    let words = Catalogue()
    for path in ["/homes/\(home)", "/homes/\(home)/items"] {
      let page = try await owner.get(path).main
      #expect(page.contains(words.asideNote("Harbour Street", "today, 09:00")), "\(path)")
      #expect(page.contains(words.asideLink))
    }
    #expect(try await !owner.get("/homes/\(other)").main.contains(words.asideLink))
    let sync = try await owner.get("/sync").main
    #expect(sync.contains(words.asideReason(.inconsistent)))
  }

  @Test("a home that the hub has forgotten goes from the device once its name was typed")
  func removeForgotten() async throws {
    let setting = try await DeviceSetting()
    let cabin = try await setting.owner.addHome("Cabin")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let words = Catalogue()
    #expect(try await page(browser, showing: words.syncHeadline(.synced)))
    // Out of reach, it cannot tell that it knows the home.
    await setting.server.stop()
    let path = "/sync/forgotten/\(cabin)/remove"
    // Nobody is asked about a home that the hub knows.
    #expect(try await browser.get(path).location == "/sync")
    #expect(try await browser.submit(path, ["name": "Cabin"]).location == "/sync")
    let file = try Connection(path: DeviceFolder(path: setting.folder).replica, mode: .readWrite)
    try file.execute(
      """
      INSERT INTO syncAside
        (zoneID, reason, detail, since, tries, nextTryAt, head, schemaVersion)
      VALUES (?, 'forgotten', '', 0, 1, 0, 0, (SELECT schemaVersion FROM syncState))
      """, .text(cabin))
    let sync = try await browser.get("/sync").main
    #expect(sync.contains(path) && sync.contains(words.removeForgotten))
    // Nothing is written to such a home, and it is not loaded again.
    #expect(!sync.contains(words.asideText))
    #expect(try await browser.get(path).main.contains(words.removeForgottenTitle("Cabin")))
    #expect(try await browser.submit(path, ["name": "Flat"]).status == 422)
    #expect(try await browser.get("/homes/\(cabin)").status == 200)
    #expect(try await browser.submit(path, ["name": "cabin"]).location == "/sync")
    #expect(try await browser.get("/homes/\(cabin)").status == 404)
    #expect(try await !browser.get("/sync").main.contains("Cabin</b>"))
    #expect(try await browser.get(path).status == 404)
    #expect(try await browser.get("/homes/\(setting.home)").status == 200)
    await app.stop()
  }
}
