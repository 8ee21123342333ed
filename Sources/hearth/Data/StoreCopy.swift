import Glibc
import SQLite

/// Makes a verified copy of a database file to which nobody writes meanwhile.
enum StoreCopy {
  enum Failure: Error {
    /// The copy differs from the original.
    case differs(String)
    case system(call: String, code: Int32)
  }

  /// Writes the copy. When this returns, the copy is whole and on disk; when it throws, there is
  /// none.
  ///
  /// - Returns: the number of rows of each table.
  static func make(of source: String, to destination: String) throws -> [String: Int64] {
    let partial = destination + ".partial"
    unlink(partial)
    do {
      let counts = try { () throws -> [String: Int64] in
        let connection = try Connection(path: source, mode: .readOnly)
        try connection.execute("VACUUM INTO ?", .text(partial))
        return try compare(connection, with: Connection(path: partial, mode: .immutable))
      }()
      try sync(partial)
      guard rename(partial, destination) == 0 else {
        throw Failure.system(call: "rename", code: errno)
      }
      return counts
    } catch {
      unlink(partial)
      throw error
    }
  }

  private static func compare(
    _ source: Connection, with copy: Connection
  ) throws -> [String: Int64] {
    let verdict = try copy.first("PRAGMA integrity_check(1)") { $0.text(0) }
    guard verdict == "ok" else { throw Failure.differs(verdict ?? "no verdict") }
    for pragma in ["user_version", "application_id"] {
      let (old, new) = (try number(pragma, of: source), try number(pragma, of: copy))
      guard old == new else { throw Failure.differs("\(pragma) is \(new) and was \(old)") }
    }
    let (before, after) = (try counts(source), try counts(copy))
    guard before == after else { throw Failure.differs("the tables hold other numbers of rows") }
    return before
  }

  private static func number(_ pragma: String, of connection: Connection) throws -> Int64 {
    try connection.first("PRAGMA \(pragma)") { $0.integer(0) } ?? 0
  }

  /// The number of rows of each ordinary table.
  static func counts(_ connection: Connection) throws -> [String: Int64] {
    let tables = try connection.query(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
        AND sql NOT LIKE 'CREATE VIRTUAL%'
      """
    ) { $0.text(0) }
    var counts: [String: Int64] = [:]
    for table in tables {
      counts[table] = try connection.first("SELECT count(*) FROM \"\(table)\"") { $0.integer(0) }
    }
    return counts
  }

  private static func sync(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure.system(call: "open", code: errno) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw Failure.system(call: "fsync", code: errno) }
  }
}
