import SQLite

/// Databases in memory that histories use one after the other: emptied, not made anew, so that
/// their schema is read and their statements are prepared once. For one thread.
package final class SimulatedDisks {
  /// Whose disk it is; those of one use have the same tables.
  enum Use: Hashable {
    case hub, device
  }

  /// Most tables of a history hold little, and a transaction copies each page that it changes.
  private static let pageBytes = 1024

  private var idle: [Use: [Connection]] = [:]
  private var deletions: [Use: [String]] = [:]
  private var rowCopies: [Use: RowCopy] = [:]
  private var indexes: [Use: FullTextIndexes] = [:]

  package init() {}

  /// For a program that simulates on one thread and does nothing else, before its first history:
  /// SQLite keeps the memory it lets go of.
  package static func keepMemory() { _ = OneThreadMemory.install() }

  /// A database for a hub or a device, without rows: with the tables when it was in use before.
  func take(for use: Use) throws -> Connection {
    if let connection = idle[use]?.popLast() { return connection }
    let connection = try Connection(path: ":memory:", durability: .off, lookasideSlots: 500)
    // Nobody looks for what was deleted in a database that is gone with its process.
    try connection.executeScript("PRAGMA page_size=\(Self.pageBytes); PRAGMA secure_delete=OFF")
    return connection
  }

  /// What a database of a use holds now.
  func rows(of connection: Connection, for use: Use) throws -> RowCopy.Rows {
    try rowCopy(of: connection, for: use).rows(of: connection)
  }

  /// Has a database of a use hold again what it held.
  func putBack(_ rows: RowCopy.Rows, to connection: Connection, for use: Use) throws {
    try rowCopy(of: connection, for: use).putBack(rows, to: connection)
  }

  private func rowCopy(of connection: Connection, for use: Use) throws -> RowCopy {
    if let known = rowCopies[use] { return known }
    let made = try RowCopy(of: connection)
    rowCopies[use] = made
    return made
  }

  /// Takes a database back that nobody uses any more.
  func giveBack(_ connection: Connection, from use: Use) throws {
    connection.injectedFailure = nil
    connection.willExecute = nil
    connection.didFlush = nil
    // Whoever watched it is gone.
    connection.endRowChanges()
    try empty(connection, use)
    idle[use, default: []].append(connection)
  }

  private func empty(_ connection: Connection, _ use: Use) throws {
    try connection.transaction {
      if deletions[use] == nil {
        // What refers to a table was made after it.
        indexes[use] = try FullTextIndexes(of: connection)
        deletions[use] = try connection.query(
          """
          SELECT 'DELETE FROM ' || name FROM sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN
            (SELECT name FROM pragma_table_list WHERE type IN ('virtual', 'shadow'))
          ORDER BY rowid DESC
          """
        ) { $0.text(0) }
      }
      for deletion in deletions[use] ?? [] { try connection.execute(deletion) }
      try indexes[use]?.empty(in: connection)
    }
  }
}
