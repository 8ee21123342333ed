import Foundation
import Testing

@testable import hearth
@testable import AccountWeb
@testable import Web

@Suite("Who may use a device's app, and its account")
struct DeviceSessionTests {
  @Test("a browser that was let in stays so when the program starts again; a new one does not")
  func restart() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let token = try #require(browser.cookies["hearth-device-session"])
    await app.stop()
    let kept = try String(contentsOfFile: setting.folder + "/browsers", encoding: .utf8)
    #expect(!kept.contains(token))
    let mode = try FileManager.default.attributesOfItem(atPath: setting.folder + "/browsers")
    #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)

    let (again, newPaths) = try setting.device()
    let known = Browser(setting.hearth, app: again.app)
    known.cookies = browser.cookies
    #expect(try await known.get("/homes/\(setting.home)").status == 200)
    let stranger = Browser(setting.hearth, app: again.app)
    #expect(try await stranger.get("/homes/\(setting.home)").status == 403)
    #expect(try await stranger.get(try #require(newPaths.withLock { $0.last })).status == 303)
    #expect(try await stranger.get("/homes/\(setting.home)").status == 200)
    await again.stop()
    await setting.server.stop()
  }

  @Test("signing out locks the app for every browser, also after a new start")
  func signOut() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let cookies = browser.cookies
    try await browser.get("/account")
    let out = try await browser.submit("/signout")
    let locked = try await browser.get(try #require(out.location))
    #expect(locked.status == 403)
    #expect(locked.text.contains("This device is locked"))
    browser.cookies = cookies
    #expect(try await browser.get("/").status == 403)
    #expect(paths.withLock { $0.count } == 2)
    await app.stop()
    let (again, _) = try setting.device()
    let same = Browser(setting.hearth, app: again.app)
    same.cookies = cookies
    #expect(try await same.get("/").status == 403)
    await again.stop()
    await setting.server.stop()
  }

  // S4-2.3.4-d S4-2.3.4-b S4-SC-2
  @Test("a name that is changed without the hub is kept, and others see it when the hub is back")
  func renamed() async throws {
    let setting = try await DeviceSetting()
    let ben = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try await browser.get("/account")
    await setting.server.stop()
    let saved = try await browser.submit("/account/profile", ["displayName": "Anna Berg"])
    #expect(saved.location == "/account")
    let page = try await browser.get("/account")
    #expect(page.text.contains(catalogue.flash(.account(.profileKept))))
    #expect(page.main.contains("value=\"Anna Berg\""))
    func hubName() throws -> String? {
      try setting.hearth.accounts.account(named: "anna")?.displayName
    }
    #expect(try hubName() == "Anna")
    // The program ends before the hub is back.
    await app.stop()
    try setting.server.start()
    let (again, _) = try setting.device()
    let known = Browser(setting.hearth, app: again.app)
    known.cookies = browser.cookies
    for _ in 0..<50 where try hubName() != "Anna Berg" {
      try await known.get("/sync")
      try await known.submit("/sync/now")
    }
    #expect(try hubName() == "Anna Berg")
    #expect(try await ben.get("/homes/\(setting.home)/settings").main.contains("Anna Berg"))
    #expect(!FileManager.default.fileExists(atPath: setting.folder + "/renamed"))
    // A name that the hub is told at once is not told again.
    try await known.get("/account")
    try await known.submit("/account/profile", ["displayName": "Anna Lind"])
    #expect(try hubName() == "Anna Lind")
    await again.stop()
    await setting.server.stop()
  }

  @Test("a password is changed at the hub; without the hub the page says so and shows no form")
  func password() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let new = "another long password"
    func change(from old: String, to new: String) async throws -> Browser.Answer {
      try await browser.get("/account")
      return try await browser.submit(
        "/account/password",
        ["oldPassword": old, "newPassword": new, "repeatedPassword": new])
    }
    #expect(try await change(from: "wrong", to: new).status == 422)
    #expect(try await change(from: "a long password of anna", to: "short").status == 422)
    #expect(try await change(from: "a long password of anna", to: new).location == "/account")
    // The device goes on; the browser at the hub has to sign in again, with the new one.
    #expect(try await browser.get("/account").text.contains("oldPassword"))
    #expect(try await setting.owner.get("/account").location?.hasPrefix("/signin") == true)
    try await setting.owner.get("/signin")
    #expect(
      try await setting.owner.submit("/signin", ["name": "anna", "password": new]).status == 303)
    await setting.server.stop()
    let away = try await browser.get("/account")
    #expect(away.status == 200)
    #expect(!away.text.contains("oldPassword"))
    #expect(away.text.contains(catalogue.needsHubForAccount))
    await app.stop()
  }

  @Test("a device whose session was ended elsewhere asks for the password and keeps what waits")
  func endedElsewhere() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    let account = try #require(try setting.hearth.accounts.account(named: "anna"))
    for session in try setting.hearth.accounts.sessions(of: account.id)
    where session.kind == .device {
      try setting.hearth.accounts.endSession(session.id, of: account.id)
    }
    try setting.server.start()
    try await browser.get("/sync")
    _ = try await browser.submit("/sync/now")
    // The device has heard of it when its loop has.
    var again = ""
    while again.isEmpty { again = try await browser.get("/device").text }
    #expect(again.contains(catalogue.deviceAgainTitle))
    #expect(!again.contains(catalogue.connectDevice))
    let back = try await browser.submit(
      "/device",
      ["name": "anna", "password": "a long password of anna", "deviceName": "Laptop"])
    #expect(back.location == "/")
    try await browser.get("/sync")
    _ = try await browser.submit("/sync/now")
    #expect(
      try await setting.owner.get("/homes/\(setting.home)/items").text.contains("Desk lamp"))
    await app.stop()
    await setting.server.stop()
  }

  @Test("signing a device out removes its homes, photos and secrets, and ends its session")
  func signOutDevice() async throws {
    let setting = try await DeviceSetting()
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try await browser.get("/items/\(item)")
    await setting.server.stop()
    try await browser.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    func signOut(givesUp: Bool = false) async throws -> DeviceSignOut.Result {
      try await DeviceSignOut(
        folder: DeviceFolder(path: setting.folder), givesUpChanges: givesUp)()
    }
    await app.stop()
    try setting.server.start()
    let waiting = try await Self.failure { try await signOut() }
    #expect(waiting?.code == .refused)
    #expect(waiting?.message.contains("1 change has not reached the hub") == true)
    #expect(FileManager.default.fileExists(atPath: setting.folder + "/replica.db"))
    let account = try #require(try setting.hearth.accounts.account(named: "anna"))
    func devices() throws -> Int {
      try setting.hearth.accounts.sessions(of: account.id).count { $0.kind == .device }
    }
    #expect(try devices() == 1)
    let result = try await signOut(givesUp: true)
    #expect(result == .init(isEndedAtHub: true, lostChangeCount: 1))
    #expect(try devices() == 0)
    #expect(Files.all(below: setting.folder) == ["lock"])
    #expect(try await Self.failure { try await signOut() }?.code == .refused)
    await setting.server.stop()
  }

  @Test("a device is signed out without its hub as well, and says that the hub does not know")
  func signOutOffline() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths)
    await app.stop()
    await setting.server.stop()
    let signOut = DeviceSignOut(folder: DeviceFolder(path: setting.folder), givesUpChanges: false)
    #expect(try await signOut() == .init(isEndedAtHub: false, lostChangeCount: 0))
    #expect(Files.all(below: setting.folder) == ["lock"])
  }

  private static func failure(
    _ body: () async throws -> DeviceSignOut.Result
  ) async throws -> CommandFailure? {
    do {
      _ = try await body()
      return nil
    } catch let failure as CommandFailure {
      return failure
    }
  }
}
