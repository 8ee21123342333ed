import CSQLite

// Inlinable, so that reading a row of a known type costs no generic call.
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

  /// Calls `body` for each row; nothing is kept, so that a result of any size fits.
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
    // A statement that was prepared before the table has changed sees its columns after a step.
    _ = try statement.step()
    defer { statement.reset() }
    return (0..<statement.columnCount).map { statement.columnName($0) }
  }

  /// The defaults of a table's columns that are never null, by the column's place: what a row has
  /// there that was written before its table had the column. `RowChange.old` does not know of them.
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

  /// The columns of tables and their defaults, read once for as long as the schema stays as it is.
  package func shapes(of tables: [String]) throws -> [String: TableShape] {
    // A schema that is changed in a transaction may be taken back, and its number used again.
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

/// What a table is made of.
package struct TableShape {
  /// In the order in which SQLite numbers them.
  package let columns: [String]
  /// Of columns that are never null, by the column's place.
  package let defaults: [Int: Value]
}

extension Statement {
  /// Its rows have been read, or nobody wants the rest.
  @usableFromInline
  func end() {
    isInUse = false
    reset()
  }
}
