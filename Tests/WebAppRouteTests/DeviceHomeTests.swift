import HTTPServer
import ReplicaHTTP
import Testing
import Threads

@testable import hearth
@testable import Web

/// The first home of somebody who has several devices.
@Suite struct DeviceHomeTests {
  // S3-6.3-e
  @Test(
    """
    D-HOM-5 S3-6.3-e two devices of an account without data make no home by themselves, and both \
    have the one that is made
    """)
  func oneHome() async throws {
    let setting = try await DeviceSetting(signUps: .open)
    _ = try setting.hearth.accounts.create(
      name: "ben", password: "a long password of ben", address: nil)
    func device(_ folder: String) async throws -> (DeviceApp, Browser) {
      let paths = Lock<[String]>([])
      let app = try DeviceApp(
        hub: try #require(HubAddress(setting.server.url)), data: setting.hearth.folder + folder,
        listen: ListenAddress(host: "127.0.0.1", port: 0), imageProgram: Hearth.program,
        announce: { path in paths.withLock { $0.append(path) } })
      try app.start()
      return (app, try await setting.connected(app, paths, as: "ben"))
    }
    let (laptop, phone) = (try await device("/laptop"), try await device("/phone"))
    for browser in [laptop.1, phone.1] {
      try await browser.submit("/sync/now")
      #expect(try await browser.get("/").location == "/start")
    }
    try await laptop.1.get("/start")
    let made = try await laptop.1.submit("/start", ["name": "My Home", "rooms": "Kitchen"])
    let address = try #require(made.location)
    try await laptop.1.submit("/sync/now")
    try await phone.1.submit("/sync/now")
    for browser in [laptop.1, phone.1] {
      let homes = try await browser.get("/homes").main
      let links = Set(homes.matches(of: /href="(\/homes\/[0-9a-f-]{36})"/).map { String($0.1) })
      #expect(links == [address])
      #expect(homes.matches(of: /\(Primary\)/).count == 1)
    }
    await laptop.0.stop()
    await phone.0.stop()
    await setting.server.stop()
  }
}
