import HearthDomain
import Glibc
import Household
import HubSQLite
import Replica
import SQLite
import SeededNoise
import Testing
import Threads

/// `kill -9` of a process that writes a replica's file and syncs it.
@Suite struct KilledReplicaTests {
  private static let rounds = 4

  /// The numbers that lines with `word` name.
  private func numbers(_ word: String, in text: String) -> [Int64] {
    // A line that was cut by the kill was not acknowledged.
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { line in
      line.hasPrefix(word + " ") ? Int64(line.dropFirst(word.count + 1)) : nil
    }
  }

  // X28: one file.
  @Test("D-SYN-12 after kill -9 a replica has all it acknowledged, whole, and the hub has it once")
  func killed() async throws {
    let folder = try TestFolder()
    let (replica, hub) = (folder.path + "/replica.db", folder.path + "/hub.db")
    var random = SeededGenerator(seed: 11)
    for round in 0..<Self.rounds {
      let process = try ChildProcess("replica-durability", [replica, hub])
      try await process.line(with: "written", count: Int.random(in: 1...60, using: &random))
      let delay = useconds_t.random(in: 0...3000, using: &random)
      try await blocking { _ = usleep(delay) }
      process.send(SIGKILL)
      #expect(await process.end() == .signal(SIGKILL))
      let text = process.text
      try await blocking { try check(replica, hub, text, round) }
    }
    // What was pending when it was killed arrives, once.
    let process = try ChildProcess("replica-durability", [replica, hub])
    try await process.line(with: "synced", count: 1)
    process.send(SIGKILL)
    _ = await process.end()
    let last = try #require(numbers("synced", in: process.text).first)
    try await blocking {
      let names = try hubItems(hub)
      #expect(names.count == Set(names).count)
      #expect(Set(names).isSuperset(of: (1...last).map { "Item \($0)" }))
    }
  }

  private func check(_ replica: String, _ hub: String, _ text: String, _ round: Int) throws {
    let db = try Connection(path: replica)
    #expect(try db.query("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    #expect(try db.query("PRAGMA foreign_key_check") { $0.text(0) } == [])
    let stored = try db.query("SELECT quantity FROM items ORDER BY quantity") { $0.integer(0) }
    #expect(stored == (0..<stored.count).map { Int64($0) + 1 }, "round \(round)")
    #expect(Set(numbers("written", in: text)).isSubset(of: stored), "round \(round)")
    let torn = try db.query(
      """
      SELECT name FROM items AS i
        WHERE (SELECT count(*) FROM itemLabels AS l WHERE l.itemID = i.id) <> 2
          OR (SELECT count(*) FROM itemFields AS f WHERE f.itemID = i.id) <> 1
      """
    ) { $0.text(0) }
    #expect(torn == [], "round \(round)")
    let names = Set(try hubItems(hub))
    #expect(names.isSuperset(of: numbers("synced", in: text).map { "Item \($0)" }))
  }

  @Test("a replica that another process has open is refused, and opens once that was killed")
  func twoProcesses() async throws {
    let folder = try TestFolder()
    let replica = folder.path + "/replica.db"
    let process = try ChildProcess("replica-durability", [replica, folder.path + "/hub.db"])
    try await process.line(with: "written", count: 1)
    await #expect(throws: ReplicaFileError.inUse(path: replica, process: process.id)) {
      try await blocking { try self.open(replica) }
    }
    process.send(SIGKILL)
    #expect(await process.end() == .signal(SIGKILL))
    try await blocking { try open(replica) }
  }

  private func open(_ replica: String) throws {
    let pool = ThreadPool(name: "test", threads: 1, maxWaiting: 1)
    defer { pool.stop() }
    _ = try ReplicaFile(
      path: replica, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      accountID: "ana", pool: pool)
  }

  private func hubItems(_ path: String) throws -> [String] {
    // Opening checks a file that was not closed.
    let store = try HubSQLite(path: path)
    return try store.read { reader in
      try reader.memberships(of: "ana").flatMap { membership in
        try reader.records(of: membership.zone.id, after: nil, maxBytes: .max)
          .filter { $0.table == "items" }
          .compactMap { $0.registers["name"]?.value.text }
      }
    }
  }

  @Test("a replica that cannot grow refuses writes, keeps what it has, and goes on afterwards")
  func full() async throws {
    let folder = try TestFolder()
    let (replica, hub) = (folder.path + "/replica.db", folder.path + "/hub.db")
    let process = try ChildProcess("replica-durability", [replica, hub])
    try await process.line(with: "synced", count: 2)
    try await process.limitFiles(toBytes: 64 << 10)
    let failure = try await process.line(with: "failed:")
    #expect(failure.contains("disk") || failure.contains("storage"), "\(failure)")
    let count = numbers("written", in: process.text).count
    try await process.limitFiles(toBytes: nil)
    try await process.line(with: "written", count: count + 5)
    let synced = numbers("synced", in: process.text).count
    try await process.line(with: "synced", count: synced + 2)
    process.send(SIGKILL)
    _ = await process.end()
    let text = process.text
    try await blocking { try check(replica, hub, text, 0) }
  }
}
