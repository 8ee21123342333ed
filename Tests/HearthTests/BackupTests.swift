import Foundation
import HubSQLite
import Testing
import hearth

@Suite("hearth backup and restore")
struct BackupTests {
  private func household() async throws -> TestFolder {
    let folder = TestFolder()
    _ = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    let file = try folder.write(homebox, to: "items.csv")
    let run = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(run.code == .ok, "\(run.errors)")
    return folder
  }

  @Test("D-SYN-18 a restored hub has everything back and another epoch")
  func restore() async throws {
    let folder = try await household()
    let out = folder.path + "/backup"
    let backup = await hearth("backup", "--out", out, "--data", folder.data, "--json")
    #expect(backup.code == .ok, "\(backup.errors)")
    let target = folder.path + "/restored"
    let run = await hearth("restore", out, "--data", target)
    #expect(run.code == .ok, "\(run.errors)")
    #expect(run.output.contains("What could be missing"))
    #expect(run.output.contains("has access again"))
    let before = try await hearth("status", "--data", folder.data, "--json").json()
    let after = try await hearth("status", "--data", target, "--json").json()
    #expect(before["recordCount"] as? Int == after["recordCount"] as? Int)
    #expect(before["epoch"] as? String != after["epoch"] as? String)
    #expect(await hearth("doctor", "--deep", "--data", target).code == .ok)
  }

  @Test("a restore never takes the place of a hub unasked, and never deletes one")
  func replace() async throws {
    let folder = try await household()
    let out = folder.path + "/backup"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    let refused = await hearth("restore", out, "--data", folder.data)
    #expect(refused.code == .refused)
    #expect(refused.errors.contains("--replace"))
    let before = folder.bytes("data/hub.db")
    #expect(await hearth("restore", out, "--replace", "--data", folder.data).code == .ok)
    let aside = try #require(try folder.names("data").first { $0.hasPrefix("replaced-") })
    #expect(folder.bytes("data/\(aside)/hub.db") == before)
  }

  @Test("D-MIG-5 a backup is verified: one that was changed or cut is not restored")
  func damaged() async throws {
    let folder = try await household()
    let out = folder.path + "/backup"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    let url = URL(fileURLWithPath: out + "/hub.db")
    var bytes = try Data(contentsOf: url)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: url)
    let run = await hearth("restore", out, "--data", folder.path + "/new")
    #expect(run.code == .unusableData)
    #expect(run.errors.contains("hub.db"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new/hub.db"))
    try FileManager.default.removeItem(at: url)
    #expect(await hearth("restore", out, "--data", folder.path + "/new").code == .unusableData)
  }

  @Test("D-MIG-5 of automatic backups the newest are kept")
  func retention() async throws {
    let folder = try await household()
    for name in ["2020-01-01T00-00-00Z", "2020-01-02T00-00-00Z"] {
      let path = folder.data + "/backups/" + name
      #expect(await hearth("backup", "--out", path, "--data", folder.data).code == .ok)
    }
    let run = await hearth("backup", "--keep", "2", "--data", folder.data, "--json")
    #expect(try (run.json()["removed"] as? [String])?.count == 1)
    let names = try folder.names("data/backups")
    #expect(names.count == 2)
    #expect(names.first == "2020-01-02T00-00-00Z")
  }

  @Test("a backup's list cannot name a file outside of it")
  func traversal() async throws {
    let folder = try await household()
    let out = folder.path + "/backup"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    let manifest = try #require(folder.bytes("backup/manifest.json"))
    let text = String(decoding: manifest, as: UTF8.self)
      .replacing("\"path\" : \"VERSION\"", with: "\"path\" : \"../items.csv\"")
    _ = try folder.write(text, to: "backup/manifest.json")
    let run = await hearth("restore", out, "--data", folder.path + "/new")
    #expect(run.code == .unusableData)
  }

  @Test("a backup is not written among the hub's own files")
  func amongOwnFiles() async throws {
    let folder = try await household()
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.data)
    for name in ["data/blobs/b", "data/b", "data/tmp/../replicas/b", "link/blobs/b"] {
      let run = await hearth("backup", "--out", "\(folder.path)/\(name)", "--data", folder.data)
      #expect(run.code == .refused, "\(name)")
      #expect(run.errors.contains("among the hub's own files"), "\(run.errors)")
    }
    for name in ["link/backups/b", "beside"] {
      _ = await hearth("backup", "--data", folder.data)
      let run = await hearth("backup", "--out", "\(folder.path)/\(name)", "--data", folder.data)
      #expect(run.code == .ok, "\(run.errors)")
    }
  }

  @Test("a list of another kind is told of in words", arguments: ["{}", "[1]", "not JSON", ""])
  func strangeList(_ text: String) async throws {
    let folder = TestFolder()
    _ = try folder.write(text, to: "manifest.json")
    let run = await hearth("restore", folder.path, "--data", folder.path + "/new")
    #expect(run.code == .unusableData)
    #expect(run.errors.contains("not a list that hearth backup has written"), "\(run.errors)")
    #expect(!run.errors.contains("CodingKeys") && !run.errors.contains("Error"))
  }

  @Test("doctor finds a log with a gap, and says what to do")
  func doctor() async throws {
    let folder = try await household()
    let store = try HubSQLite(path: folder.data + "/hub.db")
    try store.withWriter { connection in
      _ = try connection.execute(
        "DELETE FROM log WHERE sequence = 1 AND zoneID IN (SELECT id FROM zones LIMIT 1)")
    }
    let run = await hearth("doctor", "--data", folder.data)
    #expect(run.code == .unusableData)
    #expect(run.output.contains("gap"))
    #expect(run.output.contains("hearth restore"))
  }
}
