import Foundation
import Testing
import hearth

@Suite("Which backups hearth backup --keep removes")
struct BackupRetentionTests {
  private func household() async throws -> TestFolder {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    return folder
  }

  private func backUp(_ name: String, in folder: TestFolder) async throws {
    let run = await hearth(
      "backup", "--out", "\(folder.data)/backups/\(name)", "--data", folder.data)
    try #require(run.code == .ok, "\(run.errors)")
  }

  @Test("D-MIG-5 a backup that somebody has named, or an upgrade has made, is never removed")
  func named() async throws {
    let folder = try await household()
    for name in ["hearth-june", "2099-06-14T09-30-05Z-before-upgrade", "2026-06-14T09-30-05Z"] {
      try await backUp(name, in: folder)
    }
    let run = await hearth("backup", "--keep", "1", "--data", folder.data, "--json")
    #expect(run.code == .ok, "\(run.errors)")
    let made = try #require(try run.json()["path"] as? String).split(separator: "/").last
    #expect(
      try run.json()["removed"] as? [String] == [folder.data + "/backups/2026-06-14T09-30-05Z"])
    let left = try folder.names("data/backups")
    #expect(
      Set(left) == ["hearth-june", "2099-06-14T09-30-05Z-before-upgrade", String(made ?? "")])
  }

  @Test("D-MIG-5 the backup that was just made stays, also when the clock is behind that of others")
  func clockInThePast() async throws {
    let folder = try await household()
    try await backUp("2099-01-01T00-00-00Z", in: folder)
    let list = "data/backups/2099-01-01T00-00-00Z/manifest.json"
    var manifest = try #require(
      try JSONSerialization.jsonObject(with: folder.bytes(list) ?? Data()) as? [String: Any])
    manifest["createdAt"] = 4_070_908_800_000
    let changed = try JSONSerialization.data(withJSONObject: manifest)
    _ = try folder.write(String(decoding: changed, as: UTF8.self), to: list)
    let run = await hearth("backup", "--keep", "1", "--data", folder.data, "--json")
    #expect(run.code == .ok, "\(run.errors)")
    let made = try #require(try run.json()["path"] as? String)
    #expect(FileManager.default.fileExists(atPath: made + "/manifest.json"))
    #expect(try folder.names("data/backups").count == 1)
  }

  @Test("D-MIG-5 with --out elsewhere the newest in the data folder are counted by their time")
  func elsewhere() async throws {
    let folder = try await household()
    for name in ["2026-06-16T00-00-00Z", "2026-06-14T00-00-00Z", "2026-06-15T00-00-00Z"] {
      try await backUp(name, in: folder)
    }
    let out = folder.path + "/usb"
    let run = await hearth("backup", "--out", out, "--keep", "2", "--data", folder.data)
    #expect(run.code == .ok, "\(run.errors)")
    #expect(
      try folder.names("data/backups") == ["2026-06-14T00-00-00Z", "2026-06-15T00-00-00Z"])
    #expect(FileManager.default.fileExists(atPath: out + "/manifest.json"))
  }
}
