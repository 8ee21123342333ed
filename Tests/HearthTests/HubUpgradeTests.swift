import Foundation
import HubSQLite
import OlderHub
import SQLite
import Testing
import Things
import Threads
import hearth

@Suite("Bringing a data folder of an older Hearth to this version")
struct HubUpgradeTests {
  private func household() async throws -> TestFolder {
    let folder = TestFolder()
    _ = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    let file = try folder.write(homebox, to: "items.csv")
    let run = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(run.code == .ok, "\(run.errors)")
    return folder
  }

  /// The version that this program makes.
  private func newest() throws -> Int {
    let folder = TestFolder()
    _ = try HubSQLite(path: folder.path + "/hub.db")
    return try version(folder.path + "/hub.db")
  }

  private func makeOlder(_ folder: TestFolder, and sql: String = "") throws {
    let connection = try Connection(path: folder.data + "/hub.db")
    try OlderHub.downgrade(connection, to: 3)
    try connection.executeScript(sql)
  }

  private func version(_ path: String) throws -> Int {
    try Migrations.version(of: Connection(path: path, mode: .readOnly))
  }

  private func upgradeBackups(_ folder: TestFolder) throws -> [String] {
    try folder.names("data/backups").filter { $0.hasSuffix("-before-upgrade") }
  }

  /// Everything that is in the hub's file.
  private func content(_ folder: TestFolder) throws -> [String] {
    let connection = try Connection(path: folder.data + "/hub.db", mode: .readOnly)
    let tables = try connection.query(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { ($0.text(0), $0.text(1)) }
    return try tables.flatMap { name, sql in
      try [sql]
        + connection.query("SELECT * FROM \(name)") { row in
          (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: "|")
        }
    }
  }

  private func log(_ folder: TestFolder) throws -> [[String: Any]] {
    let text = String(decoding: folder.bytes("data/upgrades.log") ?? Data(), as: UTF8.self)
    return try text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  @Test("doctor looks at a hub of an older Hearth, says so and leaves it as it is")
  func doctor() async throws {
    let folder = try await household()
    try makeOlder(folder)
    let before = try content(folder)
    let run = await hearth("doctor", "--data", folder.data)
    #expect(run.code == .ok, "\(run.output)")
    #expect(run.output.contains("of an older Hearth (version 3)"), "\(run.output)")
    #expect(try content(folder) == before)
    #expect(try upgradeBackups(folder).isEmpty)
  }

  @Test("S1-7.5-a S0-US000-AC5 S3-R-1 the first command brings it up to date after a checked copy")
  func upgrade() async throws {
    let folder = try await household()
    let sum = SHA256Sum()
    sum.add(Array("a receipt".utf8))
    let hash = sum.finish()
    let blobs = folder.data + "/blobs/\(hash.prefix(2))"
    try FileManager.default.createDirectory(atPath: blobs, withIntermediateDirectories: true)
    try Data("a receipt".utf8).write(to: URL(fileURLWithPath: "\(blobs)/\(hash)"))
    try makeOlder(folder)
    let before = try await hearth("status", "--data", folder.data, "--json").json()
    #expect(try version(folder.data + "/hub.db") == newest())
    #expect(before["homeCount"] as? Int == 1)
    #expect(before["upgradedAtMilliseconds"] as? Int != nil)
    let backup = try #require(before["upgradeBackup"] as? String)
    #expect(try version(backup + "/hub.db") == 3)
    // Photos and papers are named again, not copied.
    let linked = try FileManager.default.attributesOfItem(
      atPath: "\(backup)/blobs/\(hash.prefix(2))/\(hash)")
    #expect(linked[.referenceCount] as? Int == 2)
    #expect(try log(folder).compactMap { $0["stage"] as? String } == ["backup", "migrate", "done"])
    let counts = try log(folder).last?["counts"] as? [String: Int]
    #expect(counts?["accounts"] == 1)
    // A second start finds nothing to do.
    let text = await hearth("status", "--data", folder.data).output
    #expect(text.contains("upgraded  20"))
    #expect(try log(folder).count == 3)
    #expect(try upgradeBackups(folder).count == 1)
    // The copy is a backup like any other.
    let target = folder.path + "/restored"
    let restored = await hearth("restore", backup, "--data", target)
    #expect(restored.code == .ok, "\(restored.errors)")
    let after = try await hearth("status", "--data", target, "--json").json()
    #expect(after["recordCount"] as? Int == before["recordCount"] as? Int)
    #expect(after["fileCount"] as? Int == 1)
  }

  @Test("X15 S1-2.1-mig-b S1-7.5-d an upgrade that fails half way leaves all as it was, each time")
  func failsHalfWay() async throws {
    let folder = try await household()
    // A later script makes this table, after others have run.
    try makeOlder(folder, and: "CREATE TABLE pendingJoins (id TEXT)")
    let before = try content(folder)
    var messages: Set<String> = []
    for _ in 1...4 {
      let run = await hearth("account", "list", "--data", folder.data)
      #expect(run.code == .unusableData)
      messages.insert(run.errors)
      #expect(try content(folder) == before)
      #expect(try version(folder.data + "/hub.db") == 3)
    }
    // The data has not changed, so one copy of it is enough.
    let backups = try upgradeBackups(folder)
    #expect(backups.count == 1)
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    let versions = "from version 3 to \(try newest())"
    for part in [versions, "nothing was reset", backups[0], "hearth restore"] {
      #expect(message.contains(part), "\(message)")
    }
    let failed = try #require(try log(folder).last)
    #expect(failed["stage"] as? String == "failed")
    #expect((failed["error"] as? String)?.contains("pendingJoins") == true)
    #expect((failed["counts"] as? [String: Int])?["zones"] != nil)

    try Connection(path: folder.data + "/hub.db").executeScript("DROP TABLE pendingJoins")
    let status = await hearth("status", "--data", folder.data, "--json")
    #expect(status.code == .ok, "\(status.errors)")
    #expect(try status.json()["homeCount"] as? Int == 1)
  }

  @Test("D-MIG-5 the state before the last three upgrades is kept, and what people have backed up")
  func retention() async throws {
    let folder = try await household()
    _ = await hearth("backup", "--data", folder.data)
    for number in 1...5 {
      try makeOlder(folder, and: "UPDATE accounts SET displayName = 'Ana \(number)'")
      let run = await hearth("account", "list", "--data", folder.data)
      #expect(run.code == .ok, "\(run.errors)")
    }
    let kept = try upgradeBackups(folder)
    #expect(kept.count == 3)
    let names = try kept.map { name in
      try Connection(path: "\(folder.data)/backups/\(name)/hub.db", mode: .immutable)
        .first("SELECT displayName FROM accounts") { $0.text(0) }
    }
    #expect(Set(names) == ["Ana 3", "Ana 4", "Ana 5"])
    #expect(try folder.names("data/backups").count == 4)
  }

  @Test("a server that runs keeps its version: nothing is brought up to date beneath it")
  func beneathServer() async throws {
    let folder = try await household()
    try makeOlder(folder)
    let lock = try FileLock(path: folder.data + "/lock")
    let run = await hearth("account", "list", "--data", folder.data)
    withExtendedLifetime(lock) {}
    #expect(run.code == .inUse)
    #expect(run.errors.contains("Stop it first"))
    #expect(try version(folder.data + "/hub.db") == 3)
    #expect(try upgradeBackups(folder).isEmpty)
  }

  @Test("D-MIG-1 I1-6 a damaged file of an older version is left byte for byte as it is")
  func damaged() async throws {
    let folder = try await household()
    try makeOlder(folder)
    let url = URL(fileURLWithPath: folder.data + "/hub.db")
    var bytes = try Data(contentsOf: url)
    for index in 8192..<24_576 { bytes[index] = 0x5A }
    try bytes.write(to: url)
    let run = await hearth("account", "list", "--data", folder.data)
    #expect(run.code == .unusableData)
    #expect(run.errors.contains("It was left as it is"), "\(run.errors)")
    #expect(folder.bytes("data/hub.db") == bytes)
    #expect(try upgradeBackups(folder).isEmpty)
    #expect(try folder.names("data/backups").isEmpty)
  }
}
