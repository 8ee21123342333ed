import Foundation
import Testing

@testable import hearth
@testable import ThingsWeb
@testable import Web

@Suite("Photos on a device")
struct DevicePhotoTests {
  private func photoID(_ page: Browser.Answer) -> String? {
    page.text.firstMatch(of: /id="photo-([^"]+)"/).map { String($0.1) }
  }

  private func add(_ picture: [UInt8], to item: String, _ browser: Browser) async throws {
    try await browser.get("/items/\(item)")
    let answer = try await browser.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: picture)])
    #expect(answer.status == 303)
  }

  @Test("a photo that was looked at is there without the hub; one that was not has a placeholder")
  func cached() async throws {
    let setting = try await DeviceSetting()
    let seen = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let unseen = try await setting.hearth.addItem(setting.owner, setting.home, "Teapot")
    try await add(TestPictures.png, to: seen, setting.owner)
    try await add(try TestPictures.jpegWithPlace(), to: unseen, setting.owner)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let photo = try #require(photoID(try await browser.get("/items/\(seen)")))
    // The device has shown no page with this one, so it has not asked for it.
    let other = try #require(photoID(try await setting.owner.get("/items/\(unseen)")))
    let first = try await browser.get("/photos/\(photo)/medium")
    #expect(first.status == 200)
    await setting.server.stop()
    let again = try await browser.get("/photos/\(photo)/original")
    #expect(again.status == 200)
    #expect(again.headers["Content-Type"] == "image/png")
    let missing = try await browser.get("/photos/\(other)/medium")
    #expect(missing.status == 404)
    #expect(missing.headers["Content-Type"] == "image/svg+xml")
    #expect(missing.headers["Cache-Control"] == "no-store")
    #expect(missing.text.contains(catalogue.photoNotHere))
    // Back again it is fetched.
    try setting.server.start()
    #expect(try await browser.get("/photos/\(other)/medium").status == 200)
    await app.stop()
    await setting.server.stop()
  }

  @Test("a photo that was added without the hub is uploaded with its row when the hub is back")
  func addedOffline() async throws {
    let setting = try await DeviceSetting()
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    try await add(TestPictures.png, to: item, browser)
    let photo = try #require(photoID(try await browser.get("/items/\(item)")))
    #expect(try await browser.get("/photos/\(photo)/medium").status == 200)
    // A new start finds the file still there.
    await app.stop()
    let (again, _) = try setting.device()
    let same = Browser(setting.hearth, app: again.app)
    same.cookies = browser.cookies
    #expect(try await same.get("/photos/\(photo)/original").status == 200)
    #expect(Files.all(below: setting.hearth.folder + "/blobs").isEmpty)
    try setting.server.start()
    try await same.get("/sync")
    try await same.submit("/sync/now")
    #expect(photoID(try await setting.owner.get("/items/\(item)")) == photo)
    let there = try await setting.owner.get("/photos/\(photo)/original")
    #expect(there.status == 200)
    #expect(there.bytes == (try await same.get("/photos/\(photo)/original")).bytes)
    await again.stop()
    await setting.server.stop()
  }

  @Test(
    "a photo that shows a routine was done is taken without the hub, and comes to it with the day")
  func provedOffline() async throws {
    let setting = try await DeviceSetting()
    let anna = try #require(try setting.hearth.accounts.account(named: "anna")).id
    try await setting.owner.get("/families/new")
    let made = try await setting.owner.submit("/families/new", ["name": "Lindqvist"])
    let family = String(
      try setting.owner.require(made.location).dropLast("/settings".count))
    try await setting.owner.get("\(family)/routines/new")
    let added = try await setting.owner.submit(
      "\(family)/routines/new",
      repeated: [
        ("title", "Bed made"), ("people", anna), ("mode", "each"), ("kind", "everyDays"),
        ("everyCount", "1"), ("startsOn", "2020-01-01"), ("partOfDay", "any"),
        ("asksPhoto", "yes"),
      ])
    #expect(added.status == 303)
    let (app, browser) = try await setting.connectedDevice()
    await setting.server.stop()
    let day = try await browser.get("\(family)/day/\(anna)").main
    #expect(day.contains("\(family)/prove"))
    let form = try #require(day.range(of: "\(family)/prove")).upperBound
    func field(_ name: String) throws -> String {
      let found = day[form...].range(of: "name=\"\(name)\" value=\"")
      return String(day[try #require(found).upperBound...].prefix { $0 != "\"" })
    }
    let fields: KeyValuePairs = [
      "routine": try field("routine"), "person": anna, "day": try field("day"),
    ]
    let sent = try await browser.upload(
      "\(family)/prove", fields,
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    #expect(sent.location == "\(family)/day/\(anna)")
    let shown = try #require(
      try await browser.get("\(family)/day/\(anna)").main
        .firstMatch(of: /\/families\/[0-9a-f-]+\/proofs\/[0-9a-f-]+\/thumbnail/)
    ).0
    #expect(try await browser.get(String(shown)).status == 200)
    try setting.server.start()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    #expect(try await setting.owner.get(String(shown)).status == 200)
    await app.stop()
    await setting.server.stop()
  }

  @Test("a home that is taken away takes its photos from the device, small pictures included")
  func removed() async throws {
    let setting = try await DeviceSetting()
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    try await add(TestPictures.png, to: item, setting.owner)
    _ = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    let photo = try #require(photoID(try await browser.get("/items/\(item)")))
    #expect(try await browser.get("/photos/\(photo)/thumbnail").status == 200)
    #expect(!Files.all(below: setting.folder + "/thumbnails").isEmpty)
    let account = try #require(try setting.hearth.accounts.account(named: "ben"))
    let target = "/homes/\(setting.home)/settings/people/\(account.id)/remove"
    try await setting.owner.get(target)
    #expect(try await setting.owner.submit(target).status == 303)
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    #expect(try await browser.get("/homes/\(setting.home)").status == 404)
    // The next start would remove what the watch had not come to yet.
    await app.stop()
    let (again, _) = try setting.device()
    await again.stop()
    await setting.server.stop()
    #expect(Files.all(below: setting.folder + "/blobs").isEmpty)
    #expect(Files.all(below: setting.folder + "/thumbnails").isEmpty)
  }
}
