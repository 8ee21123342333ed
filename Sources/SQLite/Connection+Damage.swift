extension Connection {
  private static let maxLines = 10

  /// The damage that SQLite finds in the file, and rows whose foreign key has no target: at most
  /// ten lines of each. Reads the whole file.
  package func damage() throws -> [String] {
    try lines(of: "PRAGMA integrity_check(\(Self.maxLines))") { $0.text(0) }
      + lines(of: "PRAGMA foreign_key_check") { "\($0.text(0)) row refers to nothing" }
  }

  private func lines(of sql: String, _ read: (Statement) throws -> String) throws -> [String] {
    do {
      return try query(sql, read: read).filter { $0 != "ok" }.prefix(Self.maxLines).map(\.self)
    } catch let error as SQLiteError where error.isCorrupt {
      // The damage may be so bad that the check itself fails.
      return [error.message]
    }
  }
}
