import Foundation
import Glibc
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

  @Test("what cut off backups have left goes with the next one; one that is being written stays")
  func cutBackup() async throws {
    let folder = try await household()
    let backups = folder.data + "/backups"
    func half(_ name: String) throws {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
      _ = try folder.write("half", to: "\(name)/hub.db")
    }
    for name in ["2026-01-01T00-00-00Z.partial", "2026-01-02T00-00-00Z.partial", "mine.partial"] {
      try half("data/backups/\(name)")
    }
    try half("data/backups/2026-01-03T00-00-00Z.partial")
    _ = try folder.write("a letter", to: "data/backups/2026-01-03T00-00-00Z.partial/letter")
    let held = open(backups + "/2026-01-02T00-00-00Z.partial", O_RDONLY | O_DIRECTORY)
    defer { close(held) }
    try #require(flock(held, LOCK_EX | LOCK_NB) == 0)
    // A name as the completion of a shell leaves it.
    let out = folder.path + "/out"
    try half("out.partial")
    let run = await hearth("backup", "--out", out + "/", "--data", folder.data)
    #expect(run.code == .ok, "\(run.errors)")
    #expect(
      try folder.names("data/backups").sorted() == [
        "2026-01-02T00-00-00Z.partial", "2026-01-03T00-00-00Z.partial", "mine.partial",
      ])
    #expect(try !folder.names("").contains("out.partial"))
    // Of one that is being written nothing is taken.
    let other = folder.path + "/other"
    try half("other.partial")
    let writing = open(other + ".partial", O_RDONLY | O_DIRECTORY)
    defer { close(writing) }
    try #require(flock(writing, LOCK_EX | LOCK_NB) == 0)
    let refused = await hearth("backup", "--out", other, "--data", folder.data)
    #expect(
      refused.code == .refused && refused.errors.contains("being written"), "\(refused.errors)")
    #expect(folder.bytes("other.partial/hub.db") != nil)
  }

  @Test("a restore that is cut off anywhere is told of, and goes on without losing what was there")
  func cutRestore() async throws {
    let folder = try await household()
    let (data, out) = (folder.data, folder.path + "/backup")
    _ = await hearth("backup", "--out", out, "--data", data)
    _ = await hearth("account", "create", "ben", "--data", data, secret: password)
    let fresh = folder.path + "/fresh"
    #expect(await hearth("restore", out, "--data", fresh).code == .ok)
    let former = folder.bytes("data/hub.db")
    let parts = [
      "hub.db", "hub.db-wal", "hub.db-shm", "blobs", "replicas", "secret", "VERSION", "tmp",
      "analytics.settings",
    ]
    let files = FileManager.default
    let present = parts.filter { files.fileExists(atPath: "\(data)/\($0)") }
    let moves =
      present.map { ("", $0, "replaced-a/") }
      + parts.reversed().filter { files.fileExists(atPath: "\(fresh)/\($0)") }
      .map { ("restoring-a/", $0, "") }
    #expect(moves.count > 7)
    for count in 0...moves.count {
      let cut = "\(folder.path)/cut\(count)"
      try files.copyItem(atPath: data, toPath: cut)
      try files.copyItem(atPath: fresh, toPath: cut + "/restoring-a")
      _ = try folder.write(
        "\(present.joined(separator: " "))\n\(cut)/replaced-a\n\(out)",
        to: "cut\(count)/restoring-a/moving")
      if count > 0 {
        try files.createDirectory(atPath: cut + "/replaced-a", withIntermediateDirectories: false)
      }
      for (from, part, to) in moves.prefix(count) {
        try files.moveItem(atPath: "\(cut)/\(from)\(part)", toPath: "\(cut)/\(to)\(part)")
      }
      for command in ["status", "doctor"] {
        let run = await hearth(command, "--data", cut)
        #expect(run.code == .unusableData, "\(count) \(command): \(run.output)")
        #expect(
          run.errors.contains("hearth restore \(out) --data \(cut) --replace"), "\(run.errors)")
        #expect(!run.errors.contains("remove it"))
      }
      let run = await hearth("restore", out, "--data", cut, "--replace")
      #expect(run.code == .ok, "\(count): \(run.errors)")
      #expect(await hearth("doctor", "--data", cut).code == .ok, "\(count)")
      let names = try folder.names("cut\(count)")
      #expect(!names.contains { $0.hasPrefix("restoring-") }, "\(count): \(names)")
      let kept = names.filter { name in
        name.hasPrefix("replaced-") && folder.bytes("cut\(count)/\(name)/hub.db") == former
      }
      #expect(kept.count == 1, "\(count): \(names)")
      // What it kept is whole: it can be put in place again.
      for part in present {
        #expect(files.fileExists(atPath: "\(cut)/\(kept.first ?? "")/\(part)"), "\(count) \(part)")
      }
    }
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
