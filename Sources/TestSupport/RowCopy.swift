import SQLite

/// Puts a device's database back to what a copy of it holds, row by row. To copy its pages would
/// have SQLite read the schema and prepare every statement again.
package struct RowCopy {
  private struct Table {
    /// All of its rows, each with its rowid first where it has one.
    let rows: String
    let insertion: String
    let hasRowIDs: Bool
    /// Takes one row away by its rowid, or empties a table without them.
    let deletion: String
  }

  /// What refers to a table comes after it.
  private let tables: [Table]

  /// - Parameter connection: to a database with the tables. None of their references does anything
  ///   by itself when its target goes.
  package init(of connection: Connection) throws {
    tables = try connection.query(
      """
      SELECT made.name, wr FROM sqlite_schema AS made
      JOIN pragma_table_list AS listed ON listed.name = made.name
      WHERE made.type = 'table' AND listed.schema = 'main' AND made.name NOT LIKE 'sqlite_%'
      ORDER BY made.rowid
      """
    ) { row in
      let (name, hasRowIDs) = (row.text(0), !row.bool(1))
      let columns = (hasRowIDs ? ["rowid"] : []) + (try connection.columns(of: name))
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      return Table(
        rows: "SELECT \(columns.joined(separator: ", ")) FROM \(name)",
        insertion: "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places))",
        hasRowIDs: hasRowIDs,
        deletion: "DELETE FROM \(name)" + (hasRowIDs ? " WHERE rowid = ?" : ""))
    }
    precondition(!tables.isEmpty, "a device's database has tables")
  }

  package func callAsFunction(from copy: Connection, to connection: Connection) throws {
    try connection.transaction {
      var added: [(table: Table, rows: [[Value]])] = []
      for table in tables.reversed() {
        let (old, new) = (try rows(of: table, in: connection), try rows(of: table, in: copy))
        if old == new { continue }
        guard table.hasRowIDs else {
          try connection.execute(table.deletion)
          added.append((table, new))
          continue
        }
        let wanted = Set(new)
        for row in old where !wanted.contains(row) {
          try connection.execute(table.deletion, row[0])
        }
        let kept = Set(old)
        added.append((table, new.filter { !kept.contains($0) }))
      }
      for (table, rows) in added.reversed() {
        for row in rows { try connection.execute(table.insertion, row) }
      }
    }
  }

  private func rows(of table: Table, in connection: Connection) throws -> [[Value]] {
    try connection.query(table.rows) { row in (0..<row.columnCount).map { row.value($0) } }
  }
}
