import Foundation
import Household
import SQLite
import Testing

@testable import hearth
@testable import ThingsWeb
@testable import Web

@Suite("hearth import legacy with photos")
struct LegacyPhotoTests {
  @Test(
    "S0-US000-AC5 D-PHO-9 photos are stored once; one that is cut off is told of and taken up later"
  )
  func photos() async throws {
    let base = NSTemporaryDirectory() + "hearth-legacy-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: base + "/app/Images", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: base) }
    let terminal = Terminal(
      write: { _ in }, writeError: { _ in }, readSecret: { _ in "a long password of anna" })
    #expect(
      await Program.run(["account", "create", "anna", "--data", base + "/data"], terminal) == .ok)
    let hex = TestPictures.png.map { String(format: "%02x", $0) }.joined()
    let (home, item) = (
      "aaaaaaaa-0001-4000-8000-00000000000a", "aaaaaaaa-0003-4000-8000-00000000000a"
    )
    try Connection(path: base + "/app/app.sqlite").executeScript(
      """
      CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT, imageURL TEXT);
      CREATE TABLE inventoryItems (id TEXT PRIMARY KEY NOT NULL, title TEXT, homeID TEXT);
      CREATE TABLE inventoryItemPhotos (id TEXT PRIMARY KEY NOT NULL, inventoryItemID TEXT,
        data BLOB NOT NULL, sortOrder INTEGER);
      INSERT INTO homes VALUES ('\(home)', 'Flat', 'file:///Images/door.png');
      INSERT INTO inventoryItems VALUES ('\(item)', 'Sofa', '\(home)');
      INSERT INTO inventoryItemPhotos VALUES
        ('aaaaaaaa-0006-4000-8000-000000000001', '\(item)', x'\(hex)', 0);
      """)
    let door = URL(fileURLWithPath: base + "/app/Images/door.png")
    try Data(TestPictures.png.prefix(40)).write(to: door)
    let folder = DataFolder(path: base + "/data")
    try folder.create()
    let hub = try LocalHub(folder)
    let account = try hub.account(named: "anna")
    func bring() async throws -> LegacyImportReport {
      let importer = Importer(
        hub: hub, account: account, directory: folder.replicas, imageProgram: Hearth.program)
      let store = try LegacySource.open(base + "/app", images: nil, temporary: base + "/tmp")
      return try await importer.bring(store, .init(path: "app", isDryRun: false)) { _ in }
    }
    let first = try await bring()
    #expect(first.files.map { "\($0.file) \($0.state)" } == [" stored", "door.png refused"])
    #expect(first.isVerified == true)
    #expect(first.presentAfter?["photos"] == 1)
    #expect(first.text.contains("1 safe in Hearth, 1 not readable as a photo or paper"))
    #expect(first.rows.contains { $0.action == "leftOut" && $0.reason == "refused" })

    try Data(TestPictures.png + [0]).write(to: door)
    let second = try await bring()
    #expect(second.files.map(\.state) == ["stored", "stored"])
    #expect(second.presentAfter?["photos"] == 2)
    let third = try await bring()
    #expect(third.presentAfter == second.presentAfter)
    #expect(third.presentBefore == second.presentAfter)
    // What the pages offer to take back.
    let history = ImportHistory(directory: folder.history)
    let entries = history.entries(of: account.id, now: Posix.nowMilliseconds())
    #expect(Set(entries.map(\.fileName)) == ["app"])
    #expect(entries.map(\.newItemCount).sorted() == [0, 1])
  }
}
