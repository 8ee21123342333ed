import Household
import Hub
import SQLite
import Testing
import Threads

@testable import hearth
@testable import Web

/// I1-3: a laptop whose hub hides shared homes while sharing is paused.
@Suite struct HiddenDeviceTests {
  private func set(_ hearth: Hearth, _ state: SharingFlag.State, hides: Bool = false) throws {
    try hearth.hub.changeSharingFlag(.init(state: state, hidesShared: hides), by: .commandLine)
  }

  private func syncNow(_ browser: Browser) async throws {
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
  }

  @Test(
    "I1-3 X34 a device hides shared homes, offline too; what waits there waits and is sent after")
  func device() async throws {
    let setting = try await DeviceSetting()
    let (hearth, home) = (setting.hearth, setting.home)
    let sofa = try await hearth.addItem(setting.owner, home, "Sofa")
    let ben = try await hearth.guest(of: setting.owner, home: home)
    let own = try await ben.addHome("Den")
    _ = try await hearth.addItem(ben, own, "Lamp")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    #expect(try await browser.get("/homes/\(home)/items").main.contains(">Sofa<"))
    await setting.server.stop()
    // Offline, and not known to be paused yet.
    _ = try await hearth.addItem(browser, home, "Kettle")
    try set(hearth, .killed, hides: true)
    try setting.server.start()
    try await syncNow(browser)

    for path in ["/homes/\(home)", "/homes/\(home)/items", "/items/\(sofa)"] {
      let page = try await browser.get(path)
      #expect(
        page.status == 503 && page.main.contains("Shared homes are hidden for now"), "\(path)")
    }
    for path in ["/", "/homes", "/items", "/items?q=sofa", "/items?q=kettle", "/sync", "/people"] {
      let page = try await browser.get(path)
      #expect(page.status == 200, "\(path)")
      #expect(page.main.contains(catalogue.sharedHomesHiddenNote), "\(path)")
      for word in ["Harbour Street", ">Sofa<", ">Kettle<", "Kettle added"] {
        #expect(!page.text.contains(word), "\(path) tells of \(word)")
      }
    }
    #expect(
      try await browser.get("/sync").main.contains("1 change in a home that is hidden is kept"))
    #expect(try await browser.get("/homes/\(own)/items").main.contains(">Lamp<"))
    _ = try await hearth.addItem(browser, own, "Chair")
    // The hub cannot be asked: what was heard lasts.
    await setting.server.stop()
    #expect(try await browser.get("/homes/\(home)").status == 503)
    let scopes = try ReplicaScopes.all(DeviceFolder(path: setting.folder))
    #expect(scopes.isHiding && !ReplicaScopes.text(scopes.scopes).contains("Harbour Street"))
    let path = setting.folder + "/replica.db"
    func pending() throws -> [[UInt8]] {
      try Connection(path: path, mode: .readOnly).query(
        "SELECT body FROM syncPending ORDER BY number"
      ) { $0.blob(0) }
    }
    let waiting = try pending()
    #expect(!waiting.isEmpty)
    try setting.server.start()
    try await syncNow(browser)
    // Her own went; what is hidden waits, byte for byte.
    #expect(try pending() == Array(waiting.prefix(1)))
    #expect(try await !setting.owner.get("/homes/\(home)").main.contains(">Kettle<"))

    try set(hearth, .open)
    try await syncNow(browser)
    #expect(try pending().isEmpty)
    let items = try await browser.get("/homes/\(home)/items").main
    #expect(items.contains(">Sofa<") && items.contains(">Kettle<"))
    #expect(try await setting.owner.get("/homes/\(home)/items").main.contains(">Kettle<"))
    #expect(try await ben.get("/homes/\(own)/items").main.contains(">Chair<"))
    await app.stop()
    await setting.server.stop()
  }
}
