import CSQLite

/// A failure that SQLite reported. `code` is the extended result code.
public struct SQLiteError: Error, CustomStringConvertible, Sendable {
  public let code: Int32
  public let message: String
  /// The statement that failed, without its parameters.
  public let sql: String

  /// For tests that need errors which a healthy disk does not produce.
  package init(code: Int32, message: String, sql: String) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  public var description: String { "SQLite \(code): \(message)" }

  /// The database file is damaged, or is no database at all.
  public var isCorrupt: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xff)
  }

  /// The disk is full or the file system refused to write.
  public var isStorage: Bool {
    [SQLITE_FULL, SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xff)
  }

  /// A sync of the file or its directory failed: the commit may still be there after a restart.
  package var isUnsynced: Bool {
    [SQLITE_IOERR | 4 << 8, SQLITE_IOERR | 5 << 8].contains(code)
  }

  /// The disk is full.
  public var isDiskFull: Bool { code & 0xff == SQLITE_FULL }
  /// Another connection holds a lock that this one needs.
  public var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xff) }
  /// A constraint of the schema is violated.
  public var isConstraint: Bool { code & 0xff == SQLITE_CONSTRAINT }
}
