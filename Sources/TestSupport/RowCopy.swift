import SQLite

/// Puts a database back to what it held before, row by row. To copy its pages would have SQLite read
/// the schema and prepare every statement again. Full-text indexes, whose tables nobody may write to,
/// are made anew from the rows that they are over.
package struct RowCopy {
  /// All rows of a database at some moment.
  package struct Rows {
    /// In the order of the tables.
    fileprivate let tables: [[[Value]]]
  }

  private struct Table {
    /// All of its rows, each with its rowid first where it has one.
    let rows: String
    let insertion: String
    /// Whether rows keep what they refer to from going for a moment: all of them go first.
    let refersAtOnce: Bool
    /// Whether rows are taken away by their rowid; other tables are emptied.
    let goesByRow: Bool
    /// Takes one row away, or empties the table.
    let deletion: String
    /// Whether rows go by themselves when what they refer to goes.
    let cascades: Bool
  }

  /// What refers to a table comes after it.
  private let tables: [Table]
  private let indexes: FullTextIndexes

  /// - Parameter connection: to a database with the tables.
  package init(of connection: Connection) throws {
    tables = try connection.query(
      """
      SELECT made.name, wr, EXISTS (
          SELECT 1 FROM pragma_foreign_key_list(made.name) WHERE on_delete <> 'NO ACTION'),
        made.sql LIKE '%REFERENCES%' AND made.sql NOT LIKE '%DEFERRED%'
      FROM sqlite_schema AS made
      JOIN pragma_table_list AS listed ON listed.name = made.name
      WHERE made.type = 'table' AND listed.schema = 'main' AND listed.type = 'table'
        AND made.name NOT LIKE 'sqlite_%'
      ORDER BY made.rowid
      """
    ) { row in
      let (name, hasRowIDs) = (row.text(0), !row.bool(1))
      let columns = (hasRowIDs ? ["rowid"] : []) + (try connection.columns(of: name))
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      let goesByRow = hasRowIDs && !row.bool(3)
      return Table(
        rows: "SELECT \(columns.joined(separator: ", ")) FROM \(name)",
        insertion: "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places))",
        refersAtOnce: row.bool(3), goesByRow: goesByRow,
        deletion: "DELETE FROM \(name)" + (goesByRow ? " WHERE rowid = ?" : ""),
        cascades: row.bool(2))
    }
    precondition(!tables.isEmpty, "a database to put back has tables")
    indexes = try FullTextIndexes(of: connection)
  }

  /// What `connection` holds now.
  package func rows(of connection: Connection) throws -> Rows {
    Rows(tables: try tables.map { try rows(of: $0, in: connection) })
  }

  /// Has `connection` hold `wanted` again, and nothing else.
  package func putBack(_ wanted: Rows, to connection: Connection) throws {
    try connection.transaction {
      // What a table lacks of its rows; `nil` when that is not known yet.
      var lacking: [[[Value]]?] = []
      for (table, new) in zip(tables, wanted.tables).reversed() {
        let lost = try takeAway(from: table, allBut: new, in: connection)
        lacking.append(table.cascades ? nil : lost)
      }
      for ((table, new), lost) in zip(zip(tables, wanted.tables), lacking.reversed()) {
        let added = try lost ?? takeAway(from: table, allBut: new, in: connection)
        for row in added { try connection.execute(table.insertion, row) }
      }
      try indexes.rebuild(in: connection)
    }
  }

  /// Returns what the table lacks then.
  private func takeAway(
    from table: Table, allBut new: [[Value]], in connection: Connection
  ) throws -> [[Value]] {
    let old = try rows(of: table, in: connection)
    if old == new, !table.refersAtOnce { return [] }
    guard table.goesByRow else {
      try connection.execute(table.deletion)
      return new
    }
    let wanted = Dictionary(uniqueKeysWithValues: new.map { ($0[0], $0) })
    var kept: Set<Value> = []
    for row in old {
      if wanted[row[0]] == row {
        kept.insert(row[0])
      } else {
        try connection.execute(table.deletion, row[0])
      }
    }
    return new.filter { !kept.contains($0[0]) }
  }

  private func rows(of table: Table, in connection: Connection) throws -> [[Value]] {
    try connection.query(table.rows) { row in (0..<row.columnCount).map { row.value($0) } }
  }
}

/// The full-text indexes of a database over the rows of its tables.
struct FullTextIndexes {
  private let rebuilding: [String]
  private let emptying: [String]

  init(of connection: Connection) throws {
    let names = try connection.query(
      "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'"
    ) { $0.text(0) }
    func commands(_ command: String) -> [String] {
      names.map { "INSERT INTO \($0)(\($0)) VALUES ('\(command)')" }
    }
    (rebuilding, emptying) = (commands("rebuild"), commands("delete-all"))
  }

  func rebuild(in connection: Connection) throws {
    for command in rebuilding { try connection.execute(command) }
  }

  func empty(in connection: Connection) throws {
    for command in emptying { try connection.execute(command) }
  }
}
