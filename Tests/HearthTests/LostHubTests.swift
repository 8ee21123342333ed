import Foundation
import Glibc
import SQLite
import Testing
import hearth

/// A hub's file that is empty or gone while the rest of its folder is there.
@Suite("A hub whose file is lost")
struct LostHubTests {
  enum Loss: CaseIterable { case emptied, removed }

  /// An address that no machine has: a server that gets that far ends there.
  private static let nowhere = "192.0.2.1:8080"

  private func lose(_ loss: Loss, in folder: TestFolder) throws {
    let files = FileManager.default
    switch loss {
    case .emptied: try Data().write(to: URL(fileURLWithPath: folder.data + "/hub.db"))
    case .removed:
      for name in try folder.names("data") where name.hasPrefix("hub.db") {
        try files.removeItem(atPath: "\(folder.data)/\(name)")
      }
    }
  }

  private func account(_ folder: TestFolder) async throws {
    let run = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(run.code == .ok, "\(run.errors)")
  }

  /// Every file of the data folder with its content.
  private func content(_ folder: TestFolder) throws -> [String: Data?] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.data)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.bytes("data/\($0)")) })
  }

  @Test(
    "D-MIG-1 where a hub has been, no command takes a lost file for a new hub",
    arguments: Loss.allCases)
  func refused(_ loss: Loss) async throws {
    let folder = TestFolder()
    try await account(folder)
    let made = await hearth("backup", "--data", folder.data)
    try #require(made.code == .ok, "\(made.errors)")
    let backup = folder.data + "/backups/" + (try folder.names("data/backups")[0])
    let file = try folder.write(homebox, to: "items.csv")
    try lose(loss, in: folder)
    let before = try content(folder)
    let commands = [
      ["serve", "--listen", Self.nowhere], ["status"], ["doctor", "--deep"],
      ["backup", "--keep", "1"], ["import", file], ["import", file, "--dry-run"],
      ["account", "create", "eve"], ["account", "list"], ["export", "--out", folder.path + "/x"],
      ["plans"], ["flags"],
    ]
    for command in commands {
      let run = await hearth(arguments: command + ["--data", folder.data], secret: password)
      #expect(run.code == .unusableData, "\(command): \(run.errors)\(run.output)")
      let way = "hearth restore \(backup) --data \(folder.data) --replace"
      #expect(run.errors.contains(way), "\(command): \(run.errors)")
      #expect(try content(folder) == before, "\(command)")
    }
    let way = ["restore", backup, "--data", folder.data, "--replace"]
    #expect(await hearth(arguments: way).code == .ok)
    #expect(await hearth("account", "list", "--data", folder.data).output.contains("ana"))
  }

  @Test(
    "what only a hub leaves behind tells that there was one",
    arguments: ["VERSION", "secret", "blobs", "backups"])
  func evidence(_ kept: String) async throws {
    let folder = TestFolder()
    try await account(folder)
    let hash = String(repeating: "a", count: 64)
    if kept == "blobs" {
      try FileManager.default.createDirectory(
        atPath: folder.data + "/blobs/aa", withIntermediateDirectories: true)
      _ = try folder.write("a photo", to: "data/blobs/aa/\(hash)")
    }
    if kept == "backups" { _ = await hearth("backup", "--data", folder.data) }
    for name in try folder.names("data") where name != kept {
      try FileManager.default.removeItem(atPath: "\(folder.data)/\(name)")
    }
    let before = try content(folder)
    let run = await hearth("serve", "--data", folder.data, "--listen", Self.nowhere)
    #expect(run.code == .unusableData, "\(run.errors)")
    #expect(run.errors.contains("hub.db is missing"), "\(run.errors)")
    #expect(try content(folder) == before)
  }

  @Test("a first start that was interrupted begins again, wherever it was")
  func interrupted() async throws {
    let whole = TestFolder()
    try await account(whole)
    let hub = try #require(whole.bytes("data/hub.db"))
    let paged = whole.path + "/paged.db"
    try Connection(path: paged).execute("PRAGMA user_version = 0")
    _ = try Connection(path: paged).first("PRAGMA journal_mode = WAL") { $0.text(0) }
    let page = try #require(whole.bytes("paged.db"))
    #expect(!page.isEmpty)
    let parts = ["replicas", "blobs", "backups", "tmp"]
    // What is there at each step, in the order in which it is made.
    let steps: [(folders: Int, files: [String: Data])] = [
      (0, [:]), (1, [:]), (4, [:]), (4, ["lock": Data()]), (4, ["hub.db": Data()]),
      (4, ["hub.db": Data(), "hub.db-journal": Data()]), (4, ["hub.db": hub]),
      (4, ["hub.db": page]), (4, ["hub.db": page, "hub.db-wal": Data(count: 8 << 10)]),
      (4, ["hub.db": hub, "secret.partial": Data([1])]),
    ]
    for (count, files) in steps {
      for isServer in [false, true] {
        let folder = TestFolder()
        try FileManager.default.createDirectory(
          atPath: folder.data, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        for part in parts.prefix(count) {
          try FileManager.default.createDirectory(
            atPath: "\(folder.data)/\(part)", withIntermediateDirectories: true)
        }
        for (name, bytes) in files {
          let path = "\(folder.data)/\(name)"
          let isMade = FileManager.default.createFile(
            atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
          try #require(isMade)
        }
        if isServer {
          let run = await hearth("serve", "--data", folder.data, "--listen", Self.nowhere)
          #expect(run.code == .refused && run.errors.contains("no address"), "\(run.errors)")
        } else {
          let name = ["account", "create", "ben", "--data", folder.data]
          let run = await hearth(arguments: name, secret: password)
          #expect(run.code == .ok, "\(count) \(files.keys): \(run.errors)")
        }
        for name in ["VERSION", "secret"] { #expect(folder.bytes("data/\(name)") != nil) }
        let doctor = await hearth("doctor", "--data", folder.data)
        #expect(doctor.code == .ok, "\(count) \(files.keys): \(doctor.output)\(doctor.errors)")
      }
    }
  }

  @Test("the way back is a whole command, quoted where a shell needs it, and names the newest")
  func command() async throws {
    let outer = TestFolder()
    let data = outer.path + "/the hub's"
    let made = await hearth("account", "create", "ana", "--data", data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    for name in ["2020-01-01T00-00-00Z", "2020-01-02T00-00-00Z", "before-the-move"] {
      let run = await hearth("backup", "--out", "\(data)/backups/\(name)", "--data", data)
      try #require(run.code == .ok, "\(run.errors)")
    }
    try Data(repeating: 0x55, count: 9000).write(to: URL(fileURLWithPath: data + "/hub.db"))
    let run = await hearth("status", "--data", data)
    #expect(run.code == .unusableData)
    let quoted = "'\(outer.path)/the hub'\\''s"
    let way = "hearth restore \(quoted)/backups/2020-01-02T00-00-00Z' --data \(quoted)' --replace"
    #expect(run.errors.contains(way), "\(run.errors)")
    #expect(run.errors.contains("backups/2020-01-01T00-00-00Z"), "\(run.errors)")
    #expect(run.errors.contains("before-the-move"), "\(run.errors)")
    #expect(!run.errors.contains("hearth status"), "\(run.errors)")
  }
}
