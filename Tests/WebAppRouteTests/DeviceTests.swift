import Foundation
import HTTPServer
import Hub
import HubHTTP
import HubSQLite
import LocalTransport
import ReplicaHTTP
import SQLite
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import Web

@Suite struct DeviceTests {
  // S4-SC-5 I4-7
  @Test("what is written on a device while the hub is away and on the hub meanwhile both arrive")
  func offline() async throws {
    let setting = try await DeviceSetting()
    _ = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let items = "/homes/\(setting.home)/items"
    #expect(try await browser.get(items).text.contains("Kettle"))
    await setting.server.stop()
    let lamp = try await setting.hearth.addItem(browser, setting.home, "Desk lamp", price: "30")
    #expect(try await browser.get("/items/\(lamp)").text.contains("Desk lamp"))
    let waiting = try await browser.get("/sync")
    #expect(waiting.status == 200)
    #expect(waiting.text.contains("1 change waits to be sent"))
    #expect(waiting.text.contains("Added Desk lamp"))
    _ = try await setting.hearth.addItem(setting.owner, setting.home, "Teapot")
    #expect(try await !setting.owner.get(items).text.contains("Desk lamp"))
    #expect(try await !browser.get(items).text.contains("Teapot"))
    try setting.server.start()
    try await browser.submit("/sync/now")
    #expect(try await !browser.get("/sync").text.contains("waits to be sent"))
    for page in [try await browser.get(items), try await setting.owner.get(items)] {
      for name in ["Kettle", "Desk lamp", "Teapot"] { #expect(page.text.contains(name)) }
    }
    await app.stop()
    await setting.server.stop()
  }

  @Test("a device that is started again without its hub shows everything and keeps what waits")
  func restart() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    await app.stop()
    let (again, newPaths) = try setting.device()
    let second = Browser(setting.hearth, app: again.app)
    let path = try #require(newPaths.withLock { $0.last })
    #expect(try await second.get(path).location == "/")
    #expect(try await second.get("/homes/\(setting.home)/items").text.contains("Desk lamp"))
    #expect(try await second.get("/sync").text.contains("1 change waits to be sent"))
    #expect(try await second.get("/account").status == 200)
    // Sharing is the hub's to decide.
    try await second.get("/sync")
    let invite = try await second.submit(
      "/homes/\(setting.home)/settings/invites", ["role": "editor", "hours": "24", "uses": "1"])
    #expect(invite.status == 503)
    await again.stop()
  }

  @Test("the printed address lets one browser in, once; everybody else stays outside")
  func oneTimeAddress() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let stranger = Browser(setting.hearth, app: app.app)
    #expect(try await stranger.get("/device").status == 403)
    #expect(try await stranger.get("/").status == 403)
    #expect(try await stranger.get("/open/guessed").status == 410)
    let browser = try await setting.connected(app, paths)
    let path = try #require(paths.withLock { $0.last })
    #expect(try await stranger.get(path).status == 410)
    #expect(try await stranger.get("/homes/\(setting.home)").status == 403)
    browser.host = "evil.example"
    #expect(try await browser.get("/").status == 421)
    browser.host = "127.0.0.1:8081"
    #expect(try await browser.get("/").status == 200)
    await app.stop()
    await setting.server.stop()
  }

  @Test("a wrong password connects nothing, and the token of a right one is for its owner alone")
  func token() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = Browser(setting.hearth, app: app.app)
    try await browser.get(try #require(paths.withLock { $0.last }))
    try await browser.get("/device")
    let wrong = try await browser.submit(
      "/device", ["name": "anna", "password": "wrong", "deviceName": "Laptop"])
    #expect(wrong.status == 422)
    #expect(wrong.text.contains("do not belong together"))
    let session = setting.hearth.folder + "/device/session"
    #expect(!FileManager.default.fileExists(atPath: session))
    try await browser.submit(
      "/device",
      ["name": "anna", "password": "a long password of anna", "deviceName": "Laptop"])
    let mode = try FileManager.default.attributesOfItem(atPath: session)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    #expect(try await setting.owner.get("/account").text.contains("Laptop"))
    await app.stop()
    await setting.server.stop()
  }

  @Test("a home that is taken away goes from the device, and what waited for it is kept apart")
  func removed() async throws {
    let setting = try await DeviceSetting()
    _ = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let (app, paths) = try setting.device()
    let browser = Browser(setting.hearth, app: app.app)
    try await browser.get(try #require(paths.withLock { $0.last }))
    try await browser.get("/device")
    try await browser.submit(
      "/device", ["name": "ben", "password": "a long password of ben", "deviceName": "Tablet"])
    #expect(try await browser.get("/homes/\(setting.home)").status == 200)
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp", price: "30")
    let account = try #require(try setting.hearth.accounts.account(named: "ben"))
    let target = "/homes/\(setting.home)/settings/people/\(account.id)/remove"
    try await setting.owner.get(target)
    #expect(try await setting.owner.submit(target).status == 303)
    try setting.server.start()
    try await browser.submit("/sync/now")
    #expect(try await browser.get("/homes/\(setting.home)").status == 404)
    let page = try await browser.get("/sync")
    #expect(page.text.contains("1 change was refused"))
    #expect(page.text.contains("Desk lamp"))
    let number = try #require(page.text.firstMatch(of: /\/sync\/([0-9]+)\/copy/)).1
    #expect(page.text.contains("€30.00"))
    // The hub made a home for somebody who had none left; what was written goes there, price and all.
    let ask = try await browser.get("/sync/\(number)/copy").main
    let home = String(try #require(ask.firstMatch(of: /name="home" value="([^"]+)" checked/)).1)
    #expect(try await browser.submit("/sync/\(number)/copy", ["home": home]).status == 303)
    #expect(try await browser.submit("/sync/\(number)/discard").status == 404)
    #expect(try await browser.submit("/sync/\(number)/retry").status == 404)
    let kept = try await browser.get("/items")
    #expect(kept.text.contains("Desk lamp"))
    #expect(kept.text.contains("€30.00"))
    await app.stop()
    await setting.server.stop()
  }

  @Test("a device refuses a folder of another hub, and to be reached from elsewhere")
  func refusals() async throws {
    let setting = try await DeviceSetting()
    let folder = setting.hearth.folder + "/device"
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths)
    await app.stop()
    await setting.server.stop()
    let other = try #require(HubAddress("https://other.example"))
    let local = ListenAddress(host: "127.0.0.1", port: 0)
    #expect(throws: CommandFailure.self) {
      try DeviceApp(hub: other, data: folder, listen: local, announce: { _ in })
    }
    #expect(throws: CommandFailure.self) {
      try DeviceApp(
        hub: other, data: folder + "2", listen: ListenAddress(host: "0.0.0.0", port: 0),
        announce: { _ in })
    }
  }

  /// Writes to a replica's file past its engine.
  private func damage(_ path: String) throws {
    try Connection(path: path).execute("UPDATE items SET notes = 'never written'")
  }

  @Test("doctor finds a device that shows something else than its hub has")
  func doctorOfDevice() async throws {
    let setting = try await DeviceSetting()
    _ = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await app.stop()
    let folder = setting.hearth.folder + "/device"
    let sound = try await ReplicaComparison.compare(DeviceFolder(path: folder))
    #expect(sound.differing == [])
    #expect(sound.comparedCount > 0)
    try damage(folder + "/replica.db")
    let output = Lock("")
    let terminal = Terminal(
      write: { text in output.withLock { $0 += text } }, writeError: { _ in },
      readSecret: { _ in nil })
    #expect(await Program.run(["doctor", "--device", folder], terminal) == .unusableData)
    #expect(output.withLock { $0 }.contains("zone \(setting.home) is not what the hub has"))
    #expect(output.withLock { $0 }.contains("BAD the same as the hub"))
    output.withLock { $0 = "" }
    await setting.server.stop()
    // That nobody answers is no damage, and is told in words.
    let away = await Program.run(["doctor", "--device", folder], terminal)
    #expect(away == .failed)
    let told = output.withLock { $0 }
    #expect(told.contains("see the same as the hub"))
    #expect(told.contains("the hub at \(setting.server.url) cannot be reached"), "\(told)")
    #expect(told.contains("it was not looked at whether the homes here are what the hub has"))
    #expect(told.contains("Nothing was found damaged"))
    for word in ["BAD", "transport", "TransportError", "interrupted"] {
      #expect(!told.contains(word), "\(told)")
    }
    withExtendedLifetime(browser) {}
  }

  @Test("doctor finds a replica beside the hub that shows something else than the hub has")
  func doctorOfHostedReplica() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    _ = try await hearth.addItem(owner, home, "Kettle")
    let account = try #require(try hearth.accounts.account(named: "anna"))
    let path = hearth.folder + "/replicas/\(account.id).sqlite"
    let store = try HubSQLite(path: hearth.folder + "/hub.sqlite")
    #expect(try ReplicaComparison.differences(ofFile: path, from: store) == [])
    try damage(path)
    #expect(try ReplicaComparison.differences(ofFile: path, from: store) == [home])
    _ = try await hearth.addItem(owner, home, "Teapot")
  }
}
