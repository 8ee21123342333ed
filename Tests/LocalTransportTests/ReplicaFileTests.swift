import Foundation
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct ReplicaFileTests {
  private func incarnation(_ file: ReplicaFile) throws -> String {
    try file.read { try $0.first("SELECT incarnation FROM syncState") { $0.text(0) } } ?? ""
  }

  @Test("S1-3.1-a a file keeps its incarnation when it is opened again")
  func keepsIncarnation() throws {
    let hub = try TestHub()
    let first = try incarnation(hub.replica("a"))
    #expect(try incarnation(hub.replica("a")) == first)
    #expect(ChangeSetID.isReplica(first))
  }

  @Test(
    "a copy of the database goes on under another incarnation, with the incarnation file or not")
  func copiesAreNew() throws {
    let hub = try TestHub()
    let first: String
    do {
      let file = try hub.replica("a")
      _ = try file.write { try $0.addHome("Flat") }
      first = try incarnation(file)
    }
    let files = FileManager.default
    for (name, withIncarnation) in [("bare", false), ("whole", true)] {
      for suffix in ["", "-wal", ".incarnation"] where suffix != ".incarnation" || withIncarnation {
        let source = hub.path("a") + suffix
        if files.fileExists(atPath: source) {
          try files.copyItem(atPath: source, toPath: hub.path("a", name) + suffix)
        }
      }
      let copy = try hub.replica("a", name)
      #expect(try incarnation(copy) != first)
      #expect(try copy.homes() == ["Flat"])
      #expect(try copy.status().pendingCount == 1)
    }
    #expect(try incarnation(hub.replica("a")) == first)
  }

  @Test(
    "T0 after a restart of the machine a file goes on under another incarnation"
  )
  func restartedMachine() async throws {
    let hub = try TestHub()
    let first: String
    do {
      let file = try hub.replica("a")
      first = try incarnation(file)
      _ = try await file.write { try $0.addHome("Flat") }
    }
    try await hub.closed(hub.path("a"))
    let file = try hub.replica("a", boot: "boot-2")
    #expect(try incarnation(file) != first)
    _ = try await file.write { try $0.addHome("Cabin") }
    try await file.sync(via: hub.transport("a"))
    #expect(try file.status().pendingCount == 0)
    #expect(try file.status().parkedCount == 0)
    #expect(try file.homes().sorted() == ["Cabin", "Flat"])
  }

  @Test(
    "T0b beside the hub nothing is confirmed that does not happen, with a file put back"
  )
  func putBack() async throws {
    let hub = try TestHub()
    let path = hub.path("a")
    @Sendable func add(_ name: String) async throws {
      let file = try hub.replica("a", isAttended: false)
      try await file.confirm(via: hub.transport("a")) { _ = try $0.addHome(name) }
    }
    try await add("Flat")
    try await hub.closed(path)
    let disk = try Connection(path: ":memory:", durability: .off)
    try Connection(path: path, mode: .readOnly).copyContents(to: disk)
    try await add("Cabin")
    try await hub.closed(path)
    // The file is the same file, and what the last commit wrote is gone.
    try disk.copyContents(to: Connection(path: path))
    try await add("Boat")
    try await hub.closed(path)
    let file = try hub.replica("a", "fresh")
    try await file.sync(via: hub.transport("a"))
    #expect(try file.homes().sorted() == ["Boat", "Cabin", "Flat"])
  }

  @Test("a damaged file is a typed error and is left as it is")
  func corrupt() throws {
    let hub = try TestHub()
    let garbage = Data(repeating: 0x5a, count: 8192)
    try garbage.write(to: URL(fileURLWithPath: hub.path("a")))
    #expect(throws: ReplicaFileError.corrupt(path: hub.path("a"))) { _ = try hub.replica("a") }
    #expect(try Data(contentsOf: URL(fileURLWithPath: hub.path("a"))) == garbage)
  }

  @Test("a database of something else is refused")
  func foreignDatabase() throws {
    let hub = try TestHub()
    let path = hub.folder.appendingPathComponent("hub.sqlite").path
    #expect(throws: ReplicaFileError.notAReplica(path: path)) {
      _ = try ReplicaFile(
        path: path, domain: Domain.migrations, schema: Domain.schema, accountID: "a",
        environment: Replica.Environment(now: wallClock, random: Replica.RandomSource()),
        pool: hub.pool)
    }
  }

  @Test("another account's file is refused")
  func foreignAccount() throws {
    let hub = try TestHub()
    _ = try hub.replica("a")
    #expect(throws: ReplicaFileError.foreignAccount("a")) {
      _ = try ReplicaFile(
        path: hub.path("a"), domain: Domain.migrations, schema: Domain.schema, accountID: "b",
        environment: Replica.Environment(now: wallClock, random: Replica.RandomSource()),
        pool: hub.pool)
    }
  }

  @Test("the domain's migrations grow beside the engine's, and an older program refuses")
  func migrationsGrow() throws {
    let hub = try TestHub()
    _ = try hub.replica("a")
    let grown = Migrations(
      Domain.migrations.scripts + ["ALTER TABLE notes ADD COLUMN mood TEXT"])
    func open(_ migrations: Migrations) throws -> ReplicaFile {
      try ReplicaFile(
        path: hub.path("a"), domain: migrations, schema: Domain.schema, accountID: "a",
        environment: Replica.Environment(now: wallClock, random: Replica.RandomSource()),
        pool: hub.pool)
    }
    _ = try open(grown)
    #expect(throws: ReplicaFileError.newerVersion(part: "domain", found: 2, supported: 1)) {
      _ = try open(Domain.migrations)
    }
    #expect(try open(grown).read { try $0.query("SELECT mood FROM notes") { $0.text(0) } } == [])
  }

  @Test("observers hear which tables a commit has changed, and nothing of a rolled back one")
  func notices() throws {
    let hub = try TestHub()
    let file = try hub.replica("a")
    let heard = Recorder<Set<String>>()
    let observation = file.observe { heard.note($0.tables) }
    let home = try file.write { try $0.addHome("Flat") }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try file.write { transaction in
        try transaction.addNote("lost", in: home)
        throw Stop()
      }
    }
    withExtendedLifetime(observation) {}
    #expect(heard.values == [["homes"]])
  }
}
