import CSQLite
import FaultyDisk
import Glibc
import SQLite
import Testing

@Suite("A disk in memory")
struct DiskTests {
  private func connection(_ disk: FaultyDisk) throws -> Connection {
    try Connection(path: disk.path("a.db"), durability: .full)
  }

  private func values(_ connection: Connection) throws -> [Int64] {
    try connection.query("SELECT value FROM numbers ORDER BY value") { $0.integer(0) }
  }

  private func makeNumbers(_ disk: FaultyDisk) throws -> Connection {
    let connection = try connection(disk)
    try connection.executeScript("CREATE TABLE numbers (value INTEGER) STRICT")
    return connection
  }

  private func add(_ value: Int64, to connection: Connection) throws {
    try connection.execute("INSERT INTO numbers VALUES (?)", .integer(value))
  }

  @Test("two connections with a write-ahead log see each other's commits, and one writes at a time")
  func twoConnections() throws {
    let disk = FaultyDisk(seed: 1)
    let first = try makeNumbers(disk)
    let second = try connection(disk)
    try add(1, to: first)
    try add(2, to: second)
    #expect(try values(first) == [1, 2])
    try second.transaction(.deferred) {
      #expect(try values(second) == [1, 2])
      try add(3, to: first)
      // It still reads what there was when it began.
      #expect(try values(second) == [1, 2])
    }
    #expect(try values(second) == [1, 2, 3])
    let start = disk.milliseconds
    try first.transaction {
      let error = #expect(throws: SQLiteError.self) { try second.transaction {} }
      #expect(error?.isBusy == true)
    }
    // It waited for ten seconds of the disk's time.
    #expect(disk.milliseconds - start >= 9_000)
    #expect(disk.files == ["a.db", "a.db-wal"])
  }

  @Test("many threads read while one writes")
  func threads() async throws {
    let disk = FaultyDisk(seed: 1)
    let database = try Database(
      path: disk.path("a.db"), migrations: Migrations(["CREATE TABLE numbers (value INTEGER)"]))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for value in 0..<200 as Range<Int64> {
          try database.write {
            _ = try $0.execute("INSERT INTO numbers VALUES (?)", .integer(value))
          }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<100 {
            let (count, largest) =
              try database.read { connection in
                try connection.first("SELECT count(*), max(value) FROM numbers") {
                  ($0.integer(0), $0.optionalInteger(1) ?? -1)
                }
              } ?? (0, 0)
            #expect(count == largest + 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try database.read { try $0.first("SELECT count(*) FROM numbers") { $0.integer(0) } } == 200)
  }

  @Test("what was open is dead after a power cut, and free for others after a crash")
  func deadFiles() throws {
    let disk = FaultyDisk(seed: 1)
    let first = try makeNumbers(disk)
    try add(1, to: first)
    try first.begin()
    try add(2, to: first)
    disk.crashProcesses()
    let error = #expect(throws: SQLiteError.self) { try first.commit() }
    #expect(error?.code == nil || error.map { $0.code & 0xff } == SQLITE_IOERR)
    let second = try connection(disk)
    #expect(try values(second) == [1])
    try add(3, to: second)
    disk.cutPower(.nothing)
    #expect(throws: SQLiteError.self) { try add(4, to: second) }
    #expect(try values(connection(disk)) == [1, 3])
  }

  @Test("a snapshot that is put back is the older state, as often as wanted")
  func snapshot() throws {
    let disk = FaultyDisk(seed: 1)
    let other = FaultyDisk(seed: 2)
    let connection = try makeNumbers(disk)
    try add(1, to: connection)
    let snapshot = disk.snapshot()
    let mark = disk.mark(of: "a.db-wal")
    for value in 2...3 as ClosedRange<Int64> {
      let next = try self.connection(disk)
      try add(value, to: next)
      #expect(try values(next) == [1, value])
      disk.restore(snapshot)
      #expect(disk.mark(of: "a.db-wal") == mark)
      #expect(throws: SQLiteError.self) { try values(next) }
      #expect(try values(self.connection(disk)) == [1])
    }
    other.restore(snapshot)
    #expect(try values(self.connection(other)) == [1])
  }

  @Test("a copied file is another file with the same content")
  func copy() throws {
    let disk = FaultyDisk(seed: 1)
    try disk.write([1, 2, 3], to: "old")
    try disk.copy("old", to: "new")
    disk.cutPower(.nothing)
    #expect(disk.files == ["new"])
    #expect(try disk.read("new", maxBytes: 2) == [1, 2])
    try disk.copy("new", to: "old")
    #expect(disk.mark(of: "old") != disk.mark(of: "new"))
    #expect(throws: DiskError(code: ENOENT)) { try disk.copy("none", to: "new") }
  }

  @Test("a name is durable when its file, a later one or the folder was synced")
  func names() throws {
    let disk = FaultyDisk(seed: 1)
    try disk.write([1], to: "before")
    try disk.write([2], to: "kept")
    try disk.write([3], to: "after")
    try disk.sync("kept")
    disk.cutPower(.nothing)
    #expect(disk.files == ["before", "kept"])
    // Its name is safe, what is in it is not.
    #expect(try disk.read("before") == [])

    try disk.remove("before")
    try disk.remove("kept")
    #expect(disk.files == [])
    disk.cutPower(.nothing)
    #expect(try disk.read("kept") == [2])

    try disk.remove("kept")
    try disk.syncDirectory()
    disk.cutPower(.nothing)
    #expect(disk.files == ["before"])
  }

  @Test("with loose names a sync of a file keeps its own name alone")
  func looseNames() throws {
    let disk = FaultyDisk(seed: 1)
    disk.loosenNames()
    try disk.write([1], to: "lost")
    try disk.write([2], to: "kept")
    try disk.sync("kept")
    disk.cutPower(.nothing)
    #expect(disk.files == ["kept"])
    try disk.remove("kept")
    try disk.write([3], to: "kept")
    disk.cutPower(.nothing)
    #expect(try disk.read("kept") == [2])
    try disk.remove("kept")
    try disk.write([3], to: "kept")
    try disk.sync("kept")
    disk.cutPower(.torn)
    #expect(try disk.read("kept") == [3])
  }

  @Test("a file that replaces another one by its name does so wholly or not at all")
  func renaming() throws {
    var outcomes: Set<[UInt8]> = []
    for seed in 0..<40 as Range<UInt64> {
      let disk = FaultyDisk(seed: seed)
      try disk.write([1], to: "file")
      try disk.sync("file")
      try disk.write([2, 2], to: "file.new")
      try disk.sync("file.new")
      try disk.rename("file.new", to: "file")
      #expect(disk.files == ["file"])
      disk.cutPower(.torn)
      let content = try disk.read("file")
      #expect(disk.files == (content == [1] ? ["file", "file.new"] : ["file"]))
      outcomes.insert(content)
    }
    #expect(outcomes == [[1], [2, 2]])
  }

  @Test("files beside a database fail as SQLite's do")
  func sideFiles() throws {
    let disk = FaultyDisk(seed: 1)
    #expect(throws: DiskError(code: ENOENT)) { try disk.read("file") }
    disk.fail(.write)
    #expect(throws: DiskError(code: EIO)) { try disk.write([1, 2], to: "file") }
    disk.limit(capacityBytes: 1)
    #expect(throws: DiskError(code: ENOSPC)) { try disk.write([1, 2], to: "file") }
    #expect(try disk.read("file") == [1])
    disk.halt(afterChanges: 0)
    #expect(throws: DiskError(code: EIO)) { try disk.sync("file") }
    #expect(throws: DiskError(code: EIO)) { try disk.read("file") }
    disk.crashProcesses()
    #expect(try disk.read("file") == [1])
  }

  @Test("a connection outlives its disk, and a reset disk is empty")
  func lifetimes() throws {
    var disk: FaultyDisk? = FaultyDisk(seed: 1)
    let connection = try makeNumbers(#require(disk))
    disk?.reset(seed: 1)
    #expect(disk?.files == [])
    #expect(disk?.counts.operations == [:])
    #expect(throws: SQLiteError.self) { try values(connection) }
    disk = FaultyDisk(seed: 2)
    let second = try makeNumbers(#require(disk))
    disk = nil
    try add(1, to: second)
    #expect(try values(second) == [1])
  }

  @Test("what was written becomes durable when the disk settles")
  func settling() throws {
    let disk = FaultyDisk(seed: 1)
    let connection = try Connection(path: disk.path("a.db"), durability: .off)
    try connection.executeScript("CREATE TABLE numbers (value INTEGER)")
    try add(1, to: connection)
    disk.settle()
    try add(2, to: connection)
    disk.cutPower(.nothing)
    #expect(try values(self.connection(disk)) == [1])
  }
}
