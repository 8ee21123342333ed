import Blobs
import Foundation
import Hub
import SyncProtocol
import Testing

@testable import hearth
@testable import AccountWeb
@testable import Web

/// What becomes of photos and papers when an account has no room left for files.
@Suite struct FileRoomTests {
  private static let room: Int64 = 10_000

  private func add(
    _ picture: [UInt8], to item: String, _ browser: Browser
  ) async throws -> Browser.Answer {
    try await browser.get("/items/\(item)")
    return try await browser.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "sofa.png", type: "image/png", bytes: picture)])
  }

  /// Leaves an account no room.
  private func fill(_ name: String, of hearth: Hearth) throws -> (AccountID, String) {
    let account = try #require(try hearth.accounts.account(named: name)).id
    let used = try hearth.hub.store.read { try $0.countedBytes(of: account) }
    let blob = BlobHash(of: Array(name.utf8)).description
    #expect(try hearth.hub.countBlob(blob, byteCount: Int(Self.room - used), of: account))
    return (account, blob)
  }

  @Test("photos and papers added in the browser count for whoever adds them, each once")
  func counted() async throws {
    let hearth = try Hearth(limits: AccountLimits(maxBlobBytes: Self.room))
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Sofa")
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    #expect(try await add(TestPictures.png, to: item, owner).status == 303)
    let used = try hearth.hub.store.read { try $0.countedBytes(of: anna) }
    let files = Files.all(below: hearth.folder + "/blobs")
    #expect(files.count == 1)
    #expect(used > 0)
    #expect(try await add(TestPictures.png, to: item, owner).status == 303)
    #expect(try hearth.hub.store.read { try $0.countedBytes(of: anna) } == used)
  }

  @Test("whoever has no room left is told so at the file, nothing is kept, and others go on")
  func full() async throws {
    let hearth = try Hearth(limits: AccountLimits(maxBlobBytes: Self.room))
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let item = try await hearth.addItem(owner, home, "Sofa")
    let (_, blob) = try fill("anna", of: hearth)
    let words = Catalogue()
    let refused = try await add(TestPictures.png, to: item, owner)
    #expect(refused.status == 422)
    #expect(refused.main.contains(words.problem(.noRoomForFiles(fileName: "sofa.png"))))
    try await owner.get("/items/\(item)")
    let paper = try await owner.upload(
      "/items/\(item)/papers", ["kind": "receipt"],
      files: [
        .init(
          field: "papers", name: "bill.txt", type: "text/plain", bytes: Array("Paid".utf8))
      ])
    #expect(paper.status == 422)
    #expect(paper.main.contains(words.problem(.noRoomForFiles(fileName: "bill.txt"))))
    #expect(Files.all(below: hearth.folder + "/blobs").isEmpty)
    #expect(try await add(TestPictures.png, to: item, ben).status == 303)
    // What is gone has made room.
    try hearth.hub.uncountBlobs([blob])
    #expect(try await add(try TestPictures.jpegWithPlace(), to: item, owner).status == 303)
  }

  @Test("a photo that finds no room at the hub stays on the device, which says so, and goes later")
  func device() async throws {
    let setting = try await DeviceSetting(limits: AccountLimits(maxBlobBytes: Self.room))
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Sofa")
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let (_, blob) = try fill("anna", of: setting.hearth)
    #expect(try await add(TestPictures.png, to: item, browser).status == 303)
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    let words = Catalogue()
    #expect(try await browser.get("/sync").main.contains(words.unsentFiles(1)))
    #expect(Files.all(below: setting.hearth.folder + "/blobs").isEmpty)
    await app.stop()
    let (again, _) = try setting.device()
    let same = Browser(setting.hearth, app: again.app)
    same.cookies = browser.cookies
    #expect(try await same.get("/sync").main.contains(words.unsentFiles(1)))
    try setting.hearth.hub.uncountBlobs([blob])
    _ = try await same.get("/items/\(item)")
    _ = try await setting.hearth.addItem(same, setting.home, "Lamp")
    try await same.get("/sync")
    try await same.submit("/sync/now")
    #expect(try await !same.get("/sync").main.contains(words.unsentFiles(1)))
    #expect(Files.all(below: setting.hearth.folder + "/blobs").count == 1)
    await again.stop()
    await setting.server.stop()
  }
}
