import Testing

import SQLite

@Suite("Connections, transactions and migrations")
struct SQLiteTests {
  private func connection() throws -> Connection {
    let connection = try Connection(path: ":memory:")
    try connection.executeScript(
      "CREATE TABLE things (id TEXT PRIMARY KEY NOT NULL, size INTEGER, note BLOB) STRICT")
    return connection
  }

  @Test("every value comes back as it went in, empty ones too")
  func values() throws {
    let connection = try connection()
    try connection.execute(
      "INSERT INTO things VALUES (?, ?, ?)", .text(""), .integer(.min), .blob([]))
    let row = try connection.first("SELECT id, size, note FROM things") { row in
      (0..<3).map { row.value(Int32($0)) }
    }
    #expect(row == [.text(""), .integer(.min), .blob([])])
  }

  @Test("what a failed transaction wrote is gone, and the connection can be used again")
  func rollback() throws {
    struct Stop: Error {}
    let connection = try connection()
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO things (id) VALUES ('a')")
        throw Stop()
      }
    }
    try connection.transaction {
      _ = try connection.execute("INSERT INTO things (id) VALUES ('b')")
    }
    #expect(try connection.query("SELECT id FROM things") { $0.text(0) } == ["b"])
  }

  @Test("room for very many writes is given back when the transaction ends, whichever way")
  func room() throws {
    struct Stop: Error {}
    let connection = try Connection(path: ":memory:", cacheKibibytes: 512)
    try connection.setCheckpoint(pages: 700)
    func room() throws -> [Int64?] {
      try ["cache_size", "wal_autocheckpoint"].map { name in
        try connection.first("PRAGMA \(name)") { $0.integer(0) }
      }
    }
    func write(_ end: () throws -> Void) throws {
      try connection.transaction {
        try connection.makeRoom()
        try connection.makeRoom()
        #expect(try room() == [-32_768, 16_000])
        try end()
      }
    }
    try write {}
    #expect(try room() == [-512, 700])
    #expect(throws: Stop.self) { try write { throw Stop() } }
    #expect(try room() == [-512, 700])
    // Without a transaction nothing would give it back.
    try connection.makeRoom()
    #expect(try room() == [-512, 700])
    try connection.setCache(kibibytes: 65_536)
    try connection.transaction {
      try connection.makeRoom()
      #expect(try room() == [-65_536, 16_000])
    }
    #expect(try room() == [-65_536, 700])
  }

  @Test("a failed savepoint is undone alone, inside another one, too")
  func savepoints() throws {
    struct Stop: Error {}
    let connection = try connection()
    try connection.transaction {
      try connection.savepoint {
        try connection.execute("INSERT INTO things (id) VALUES ('kept')")
        #expect(throws: Stop.self) {
          try connection.savepoint {
            try connection.execute("INSERT INTO things (id) VALUES ('undone')")
            throw Stop()
          }
        }
      }
    }
    #expect(try connection.query("SELECT id FROM things") { $0.text(0) } == ["kept"])
  }

  @Test("a file of a newer version is refused and left as it is")
  func newerVersion() throws {
    let connection = try connection()
    try connection.executeScript("PRAGMA user_version=7")
    #expect(throws: Migrations.NewerVersion.self) {
      try Migrations(["CREATE TABLE other (id TEXT) STRICT"]).migrate(connection)
    }
    #expect(try Migrations.version(of: connection) == 7)
  }

  @Test("S1-7.5-b S3-5.4-e D-HOM-4 migrations run once, in their order, and all or none")
  func migrations() throws {
    let connection = try Connection(path: ":memory:")
    let broken = Migrations(["CREATE TABLE a (id TEXT) STRICT", "CREATE TABLE"])
    #expect(throws: SQLiteError.self) { try broken.migrate(connection) }
    #expect(try Migrations.version(of: connection) == 0)
    let good = Migrations(["CREATE TABLE a (id TEXT) STRICT", "CREATE TABLE b (id TEXT) STRICT"])
    try good.migrate(connection)
    try good.migrate(connection)
    #expect(try Migrations.version(of: connection) == 2)
  }

  @Test("S1-7.5-b a migration's version is part of its commit; what is not committed is gone")
  func stoppedMigration() throws {
    struct Stop: Error {}
    let scripts = Migrations(["CREATE TABLE a (id TEXT) STRICT", "CREATE TABLE b (id TEXT) STRICT"])
    for isStopped in [false, true] {
      let connection = try Connection(path: ":memory:")
      var atCommit: [Int] = []
      connection.injectedFailure = { sql in
        guard sql == "COMMIT", atCommit.isEmpty else { return nil }
        atCommit = [-1]
        atCommit = (try? [Migrations.version(of: connection)]) ?? []
        return isStopped ? Stop() : nil
      }
      do { try scripts.migrate(connection) } catch is Stop {}
      connection.injectedFailure = nil
      #expect(atCommit == [2])
      let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
      #expect(tables == (isStopped ? 0 : 2))
      #expect(try Migrations.version(of: connection) == (isStopped ? 0 : 2))
    }
    // A commit that fails leaves nothing either.
    let connection = try Connection(path: ":memory:")
    let dangling = Migrations([
      """
      CREATE TABLE a (
        id TEXT PRIMARY KEY, b TEXT REFERENCES a DEFERRABLE INITIALLY DEFERRED) STRICT;
      INSERT INTO a VALUES ('x', 'nothing')
      """
    ])
    #expect(throws: SQLiteError.self) { try dangling.migrate(connection) }
    #expect(try Migrations.version(of: connection) == 0)
    #expect(try connection.first("SELECT 1 FROM sqlite_schema", read: { _ in true }) == nil)
  }

  @Test("the hook sees every row before and after its change")
  func rowChanges() throws {
    let connection = try connection()
    var seen: [String] = []
    connection.onRowChange { change in
      switch change.kind {
      case .insert: seen.append("insert \(change.new(1))")
      case .update: seen.append("update \(change.old(1)) \(change.new(1))")
      case .delete: seen.append("delete \(change.old(1))")
      }
    }
    try connection.execute("INSERT INTO things (id, size) VALUES ('a', 1)")
    try connection.execute("UPDATE things SET size = 2")
    try connection.execute("DELETE FROM things")
    #expect(seen == ["insert integer(1)", "update integer(1) integer(2)", "delete integer(2)"])
  }

  @Test("a table is emptied without the hook, which sees what comes next; a rollback undoes it")
  func emptied() throws {
    let connection = try connection()
    try connection.execute("INSERT INTO things (id, size) VALUES ('a', 1), ('b', 2)")
    var count = 0
    connection.onRowChange { _ in count += 1 }
    func things() throws -> Int64? {
      try connection.first("SELECT count(*) FROM things") { $0.integer(0) }
    }
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.empty(["things"])
        #expect(try things() == 0)
        throw Stop()
      }
    }
    #expect(try things() == 2 && count == 0)
    #expect(throws: SQLiteError.self) { try connection.empty(["things", "nothing"]) }
    #expect(try things() == 0 && count == 0)
    try connection.execute("INSERT INTO things (id, size) VALUES ('c', 3)")
    #expect(count == 1)
  }

  @Test("a reference that points at nothing is noticed before the commit")
  func deferredReferences() throws {
    let connection = try connection()
    try connection.executeScript(
      """
      CREATE TABLE parts (id TEXT PRIMARY KEY NOT NULL,
        thing TEXT NOT NULL REFERENCES things(id) DEFERRABLE INITIALLY DEFERRED) STRICT
      """)
    try connection.transaction {
      try connection.execute("INSERT INTO parts VALUES ('p', 'nothing')")
      #expect(connection.hasUnresolvedForeignKeys)
      try connection.execute("DELETE FROM parts")
      #expect(!connection.hasUnresolvedForeignKeys)
    }
  }
}
