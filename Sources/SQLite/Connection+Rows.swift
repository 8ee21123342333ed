import CSQLite

// Inlinable, so that reading rows of a known type costs no generic call.
extension Connection {
  /// Every row of a query, decoded by `read`.
  @inlinable
  public func query<Row>(
    _ sql: String, _ parameters: Value..., read: (Statement) throws -> Row
  ) throws -> [Row] {
    try query(sql, parameters, read: read)
  }

  /// The same with parameters in a list.
  @inlinable
  public func query<Row>(
    _ sql: String, _ parameters: [Value], read: (Statement) throws -> Row
  ) throws -> [Row] {
    let statement = try begin(sql, parameters)
    defer { statement.end() }
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// The first row of a query, or `nil`.
  @inlinable
  public func first<Row>(
    _ sql: String, _ parameters: Value..., read: (Statement) throws -> Row
  ) throws -> Row? {
    try first(sql, parameters, read: read)
  }

  /// The same with parameters in a list.
  @inlinable
  public func first<Row>(
    _ sql: String, _ parameters: [Value], read: (Statement) throws -> Row
  ) throws -> Row? {
    let statement = try begin(sql, parameters)
    defer { statement.end() }
    return try statement.step() ? try read(statement) : nil
  }

  /// Calls `body` for each row. No row is kept in memory, so a result may be of any size.
  @inlinable
  public func forEach(
    _ sql: String, _ parameters: [Value] = [], _ body: (Statement) throws -> Void
  ) throws {
    let statement = try begin(sql, parameters)
    defer { statement.end() }
    while try statement.step() { try body(statement) }
  }

  /// Calls `body` for each row until it returns `false`.
  @inlinable
  public func scan(
    _ sql: String, _ parameters: [Value] = [], _ body: (Statement) throws -> Bool
  ) throws {
    let statement = try begin(sql, parameters)
    defer { statement.end() }
    while try statement.step() {
      if try !body(statement) { return }
    }
  }

  /// The columns of a table, in the order in which SQLite numbers them.
  public func columns(of table: String) throws -> [String] {
    let statement = try prepare("SELECT * FROM \(table) LIMIT 0")
    // A statement prepared before the table changed sees the new columns only after a step.
    _ = try statement.step()
    defer { statement.reset() }
    return (0..<statement.columnCount).map { statement.columnName($0) }
  }

  /// The default values of a table's NOT NULL columns, by column index.
  ///
  /// They are the values of rows written before the column was added, which `RowChange.old` reports
  /// as null.
  package func columnDefaults(of table: String) throws -> [Int: Value] {
    let texts = try query(
      """
      SELECT cid, dflt_value FROM pragma_table_info(?) WHERE "notnull" AND dflt_value IS NOT NULL
      """, .text(table)
    ) { (Int($0.integer(0)), $0.text(1)) }
    return try texts.reduce(into: [:]) { defaults, column in
      defaults[column.0] = try first("SELECT \(column.1)") { $0.value(0) }
    }
  }

  /// The columns and defaults of tables, read once and kept until the schema changes.
  package func shapes(of tables: [String]) throws -> [String: TableShape] {
    // A schema change in an open transaction may be rolled back, and its version number used again.
    guard !isInTransaction else { return try readShapes(of: tables) }
    let schema = try first("PRAGMA schema_version") { $0.integer(0) } ?? 0
    if shapes.schema != schema { shapes = (schema, [:]) }
    let unknown = tables.filter { shapes.tables[$0] == nil }
    if !unknown.isEmpty { shapes.tables.merge(try readShapes(of: unknown)) { $1 } }
    return shapes.tables
  }

  private func readShapes(of tables: [String]) throws -> [String: TableShape] {
    try tables.reduce(into: [:]) { shapes, table in
      shapes[table] = TableShape(
        columns: try columns(of: table), defaults: try columnDefaults(of: table))
    }
  }

  /// A statement whose rows are about to be read.
  @usableFromInline
  func begin(_ sql: String, _ parameters: [Value]) throws -> Statement {
    let statement = try prepare(sql)
    statement.bind(parameters)
    statement.isInUse = true
    return statement
  }
}

/// The columns of a table, and their defaults.
package struct TableShape {
  /// In the order in which SQLite numbers them; an index into this list is a column index.
  package let columns: [String]
  /// The default values of NOT NULL columns, by column index.
  package let defaults: [Int: Value]
}

extension Statement {
  /// Resets the statement after its rows have been read, or when nobody wants the rest.
  @usableFromInline
  func end() {
    isInUse = false
    reset()
  }
}
