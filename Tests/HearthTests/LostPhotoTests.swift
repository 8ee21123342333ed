import Foundation
import SQLite
import Testing
import hearth

@Suite("Backups of a hub that has lost photos")
struct LostPhotoTests {
  private static let rotted = String(repeating: "a", count: 64)
  private static let missing = String(repeating: "b", count: 64)
  /// Of `text`.
  private static let sound = "01852a4be460965825ef83a0679c52d025fc53f63520ffb3ed98c8228841a19a"
  private static let text = "not a hub"

  /// A hub that names a photo for each hash.
  private func household(_ hashes: [String]) async throws -> TestFolder {
    let folder = TestFolder()
    _ = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    let file = try folder.write(homebox, to: "items.csv")
    let run = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(run.code == .ok, "\(run.errors)")
    let connection = try Connection(path: folder.data + "/hub.db")
    for hash in hashes {
      try connection.execute(
        """
        INSERT INTO records (zoneID, tableName, id, sequence, isDead, content)
        SELECT id, 'photos', ?, 1, 0, CAST(? AS BLOB) FROM zones WHERE kind = 'home'
        """, .text("photo-\(hash)"), .text("[[1,\"r.1\"],{},{},{\"blobHash\":\"\(hash)\"}]"))
    }
    return folder
  }

  private func put(_ text: String, as hash: String, in folder: TestFolder, _ data: String) throws {
    let place = "\(data)/blobs/\(hash.prefix(2))"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(place)", withIntermediateDirectories: true)
    // Another file of that name: a backup may share the bytes of the one that is there.
    try? FileManager.default.removeItem(atPath: "\(folder.path)/\(place)/\(hash)")
    _ = try folder.write(text, to: "\(place)/\(hash)")
  }

  @Test(
    "D-MIG-5 a backup tells which photos are missing or damaged, and is kept; so are the others")
  func backup() async throws {
    let folder = try await household([Self.rotted, Self.missing, Self.sound])
    try put("a photo", as: Self.rotted, in: folder, "data")
    try put(Self.text, as: Self.sound, in: folder, "data")
    let arguments = ["backup", "--keep", "1", "--data", folder.data]
    let older = ["backup", "--data", folder.data, "--out"]
    _ = await hearth(arguments: older + [folder.data + "/backups/2020-01-01T00-00-00Z"])
    let run = await hearth(arguments: arguments)
    #expect(run.code == .unusableData)
    #expect(run.output.contains("file \(Self.rotted) is damaged"), "\(run.output)")
    #expect(run.output.contains("file \(Self.missing) is missing"), "\(run.output)")
    #expect(!run.output.contains("file \(Self.sound)"), "\(run.output)")
    #expect(try folder.names("data/backups").count == 2)

    let out = folder.path + "/out"
    let json = await hearth("backup", "--json", "--out", out, "--data", folder.data)
    #expect(try json.json()["damaged"] as? [String] == [Self.rotted])
    #expect(try json.json()["missing"] as? [String] == [Self.missing])
  }

  @Test("D-MIG-5 a photo that is lost keeps nothing else from being restored")
  func restore() async throws {
    let folder = try await household([Self.rotted, Self.missing, Self.sound])
    try put("a photo", as: Self.rotted, in: folder, "data")
    try put(Self.text, as: Self.sound, in: folder, "data")
    let out = folder.path + "/out"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    let first = await hearth("restore", out, "--json", "--data", folder.path + "/first")
    #expect(first.code == .failed, "\(first.errors)")
    #expect(try first.json()["lostFiles"] as? [String] == [Self.rotted, Self.missing])
    #expect(folder.bytes("first/blobs/01/\(Self.sound)") == Data(Self.text.utf8))
    #expect(folder.bytes("first/blobs/aa/\(Self.rotted)") == nil)

    // It rots in the backup, too.
    try put("another photo", as: Self.sound, in: folder, "out")
    let second = await hearth("restore", out, "--data", folder.path + "/second")
    #expect(second.code == .failed, "\(second.errors)")
    #expect(second.output.contains("file \(Self.sound)"), "\(second.output)")
    let status = try await hearth("status", "--json", "--data", folder.path + "/second").json()
    let before = try await hearth("status", "--json", "--data", folder.data).json()
    #expect(status["recordCount"] as? Int == before["recordCount"] as? Int)
  }

  @Test("a restore that fails leaves nothing behind")
  func failedRestore() async throws {
    let folder = try await household([])
    let out = folder.path + "/out"
    let backup = await hearth("backup", "--json", "--out", out, "--data", folder.data)
    #expect(backup.code == .ok, "\(backup.errors)")
    _ = try folder.write(Self.text, to: "out/hub.db")
    var manifest = try #require(
      try JSONSerialization.jsonObject(with: folder.bytes("out/manifest.json") ?? Data())
        as? [String: Any])
    manifest["files"] = try #require(manifest["files"] as? [[String: Any]]).map { file in
      guard file["path"] as? String == "hub.db" else { return file }
      return ["path": "hub.db", "byteCount": Self.text.utf8.count, "sha256": Self.sound]
    }
    let changed = try JSONSerialization.data(withJSONObject: manifest)
    _ = try folder.write(String(decoding: changed, as: UTF8.self), to: "out/manifest.json")
    let run = await hearth("restore", out, "--data", folder.path + "/new")
    #expect(run.code == .unusableData, "\(run.errors)")
    #expect(try folder.names("new") == ["lock"])
    let hub = folder.bytes("data/hub.db")
    let replacing = await hearth("restore", out, "--replace", "--data", folder.data)
    #expect(replacing.code == .unusableData)
    #expect(folder.bytes("data/hub.db") == hub)
    #expect(try !folder.names("data").contains { $0.hasPrefix("re") && $0 != "replicas" })
  }
}
