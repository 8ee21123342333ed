import SQLite
import SyncProtocol

/// One row of a synced table as a value: a property for each column, and nothing derived.
package protocol Record: Equatable, Sendable {
  static var sql: RecordSQL { get }
  var id: RecordID { get }
  /// In the order of `sql.columns`.
  var values: [Value] { get }
  init(_ row: inout RowReader)
}

/// The statements of one table, built once.
package struct RecordSQL: Sendable {
  package let table: String
  /// The primary key first.
  package let columns: [String]
  /// `SELECT` of all columns, without a condition.
  package let select: String
  package let insert: String
  /// `SELECT` of all columns of the row with an id.
  let selectByID: String
  /// The indexes of the columns with a name and its key; `nil` if the table has none.
  let nameKey: (key: Int, name: Int)?

  /// - Parameter origin: whether an inserted row stores the home it was created for; see
  ///   ``Origin``.
  package init(_ table: String, _ columns: [String], origin: Origin = .untold) {
    self.table = table
    self.columns = columns
    nameKey = columns.firstIndex(of: "nameKey").flatMap { key in
      (columns.firstIndex(of: "name") ?? columns.firstIndex(of: "provider")).map { (key, $0) }
    }
    let list = columns.joined(separator: ", ")
    select = "SELECT \(list) FROM \(table)"
    selectByID = "\(select) WHERE id = ?"
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    insert =
      "INSERT INTO \(table) (\(list)\(origin.column)) VALUES (\(places)\(origin.value))"
  }
}

extension Record {
  package static func find(_ id: RecordID, in connection: Connection) throws -> Self? {
    try connection.first(sql.selectByID, .text(id), read: read)
  }

  /// The rows that meet `condition`, which may end with `ORDER BY` and `LIMIT`.
  package static func all(
    where condition: String, _ parameters: [Value], in connection: Connection
  ) throws -> [Self] {
    try connection.query("\(sql.select) WHERE \(condition)", parameters, read: read)
  }

  package func insert(in connection: Connection) throws {
    try connection.execute(Self.sql.insert, values)
  }

  /// Writes the columns in which this row differs from `old`; nothing if there are none.
  package func update(from old: Self, in connection: Connection) throws {
    try writeDifferences(from: old, over: old, in: connection)
  }

  /// Writes the columns in which this row differs both from what a person was shown and from the
  /// stored row, and returns the row as it is then.
  ///
  /// Only a person's own changes may be written: any other write could win over a change that
  /// somebody else made at the same time.
  package func update(
    from shown: Self, over current: Self, in connection: Connection
  ) throws -> Self {
    try writeDifferences(from: shown, over: current, in: connection)
    // The row exists in this transaction, and no use case deletes what it edits.
    return try Self.find(id, in: connection) ?? self
  }

  private func writeDifferences(
    from shown: Self, over current: Self, in connection: Connection
  ) throws {
    precondition(id == shown.id && id == current.id, "an update of another row")
    var assignments: [String] = []
    var parameters: [Value] = []
    let (shownValues, currentValues) = (shown.values, current.values)
    for (index, value) in values.enumerated() where value != currentValues[index] {
      // A name's key is written whenever the name is: changing "Lamp" to "lamp" leaves the key as
      // it was shown, but it must still replace the key of a name that somebody else has set
      // meanwhile.
      let decider = Self.sql.nameKey?.key == index ? Self.sql.nameKey?.name ?? index : index
      guard values[decider] != shownValues[decider] else { continue }
      assignments.append("\(Self.sql.columns[index]) = ?")
      parameters.append(value)
    }
    guard !assignments.isEmpty else { return }
    parameters.append(.text(id))
    try connection.execute(
      "UPDATE \(Self.sql.table) SET \(assignments.joined(separator: ", ")) WHERE id = ?",
      parameters)
  }

  package func delete(in connection: Connection) throws {
    try connection.execute("DELETE FROM \(Self.sql.table) WHERE id = ?", .text(id))
  }

  package static func read(_ statement: Statement) -> Self {
    var row = RowReader(statement)
    return Self(&row)
  }
}

/// Reads the columns of a row one after the other.
///
/// Values that an older hub accepted may be out of the schema's range. ``instant()``, ``amount()``
/// and ``integer(in:)`` bring them into range, so that code which computes with them need not
/// check.
package struct RowReader {
  private let statement: Statement
  private var column: Int32

  package init(_ statement: Statement, from column: Int32 = 0) {
    self.statement = statement
    self.column = column
  }

  private mutating func next() -> Int32 {
    defer { column += 1 }
    return column
  }

  package mutating func text() -> String { statement.text(next()) }
  package mutating func optionalText() -> String? { statement.optionalText(next()) }
  package mutating func integer() -> Int64 { statement.integer(next()) }
  package mutating func optionalInteger() -> Int64? { statement.optionalInteger(next()) }
  package mutating func int() -> Int { Int(statement.integer(next())) }

  /// The integer, clamped to a range.
  package mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    integer().clamped(to: range)
  }

  package mutating func instant() -> Int64 { statement.instant(next()) }
  package mutating func optionalInstant() -> Int64? {
    let column = next()
    return statement.isNull(column) ? nil : statement.instant(column)
  }

  package mutating func amount() -> Int64? { statement.amount(next()) }
  package mutating func bool() -> Bool { statement.bool(next()) }
}

extension Statement {
  /// Milliseconds since 1970, clamped to ``TimeLimit/milliseconds``.
  package func instant(_ column: Int32) -> Int64 {
    integer(column).clamped(to: TimeLimit.milliseconds)
  }

  /// An amount in minor units; `nil` if NULL or out of range, since the right amount of such a
  /// value is unknown.
  package func amount(_ column: Int32) -> Int64? {
    optionalInteger(column).flatMap { MoneyLimit.minor.contains($0) ? $0 : nil }
  }
}
