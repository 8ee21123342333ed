extension Connection {
  private static let maxLines = 10

  /// What SQLite itself finds wrong with the file, and rows that refer to nothing, at most ten lines
  /// of each. Reads all of the file.
  package func damage() throws -> [String] {
    try lines(of: "PRAGMA integrity_check(\(Self.maxLines))") { $0.text(0) }
      + lines(of: "PRAGMA foreign_key_check") { "\($0.text(0)) row refers to nothing" }
  }

  private func lines(of sql: String, _ read: (Statement) throws -> String) throws -> [String] {
    do {
      return try query(sql, read: read).filter { $0 != "ok" }.prefix(Self.maxLines).map(\.self)
    } catch let error as SQLiteError where error.isCorrupt {
      // It may be so bad that SQLite does not come to the end of looking.
      return [error.message]
    }
  }
}
