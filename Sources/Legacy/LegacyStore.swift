import Glibc
import Household
import Importing
import SQLite
import SyncProtocol

/// The database of MovingBox, the phone app whose data model Hearth follows, opened for reading.
///
/// The tables and columns of its version are discovered; either of the main tables is enough.
///
/// `@unchecked Sendable` because only one import at a time reads it.
package final class LegacyStore: @unchecked Sendable {
  package enum Failure: Error, Equatable, Sendable {
    /// Not a database, or a damaged one.
    case unreadable(file: String)
    /// A database without any table of the app.
    case unknownTables(file: String, tables: [String])
    /// The store of an earlier version of the app, which a newer version of the app converts.
    case olderForm(file: String)
  }

  /// The largest photo or paper, in bytes.
  package static let maxFileBytes = 64 << 20

  /// The name by which the person knows the file.
  package let name: String
  let connection: Connection
  /// Photos and papers beside the database: their paths by file name, in lower case.
  let files: [String: String]
  private let tableNames: [String: String]

  /// - Parameters:
  ///   - database: the file's path; nothing is written to it unless `isCopy` is set.
  ///   - isCopy: whether the file is the caller's own copy, with a write-ahead log that must be
  ///     read too.
  ///   - files: see ``files``.
  package init(
    database: String, name: String, isCopy: Bool = false, files: [String: String] = [:]
  ) throws {
    self.name = name
    self.files = files
    do {
      connection = try Connection(path: database, mode: isCopy ? .readWrite : .immutable)
      let names = try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { $0.text(0) }
      tableNames = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
      let verdict = try connection.first("PRAGMA quick_check(1)") { $0.text(0) }
      guard verdict == "ok" else { throw Failure.unreadable(file: name) }
    } catch is SQLiteError {
      throw Failure.unreadable(file: name)
    }
    guard tableNames["inventoryitems"] == nil, tableNames["homes"] == nil else { return }
    if tableNames["zinventoryitem"] != nil { throw Failure.olderForm(file: name) }
    throw Failure.unknownTables(file: name, tables: tableNames.values.sorted())
  }

  /// The names of all tables except the known ones, which are given in lower case.
  func tables(besides known: Set<String>) -> [String] {
    tableNames.filter { !known.contains($0.key) }.map(\.value).sorted()
  }

  /// The table with this name, ignoring case; `nil` if this version has none.
  func table(_ name: String) throws -> LegacyTable? {
    guard let stored = tableNames[name.lowercased()] else { return nil }
    let columns = try connection.query(
      "SELECT name FROM pragma_table_info(?)", .text(stored)
    ) { $0.text(0) }
    let count = try connection.first("SELECT count(*) FROM \(Self.quoted(stored))") {
      Int($0.integer(0))
    }
    return LegacyTable(
      name: name, stored: Self.quoted(stored), columns: columns, rowCount: count ?? 0,
      connection: connection)
  }

  static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}

/// A table of the store in this version of the app.
struct LegacyTable {
  /// The name that Hearth uses.
  let name: String
  /// The name in the database, quoted for SQL.
  let stored: String
  let columns: [String]
  let rowCount: Int
  let indexes: LegacyColumnIndex
  private let connection: Connection

  init(name: String, stored: String, columns: [String], rowCount: Int, connection: Connection) {
    self.name = name
    self.stored = stored
    self.columns = columns
    self.rowCount = rowCount
    self.connection = connection
    indexes = LegacyColumnIndex(columns)
  }

  func has(_ column: String) -> Bool { indexes[column] != nil }

  /// Calls `body` with all rows in the order of their ids, which is the same on every device.
  func forEach(_ body: (LegacyRow) throws -> Void) throws {
    let order = has("id") ? " ORDER BY id" : ""
    try connection.forEach("SELECT * FROM \(stored)\(order)", []) { statement in
      try body(LegacyRow(statement: statement, indexes: indexes))
    }
  }
}

/// The indexes of a table's columns by name, ignoring case. Each spelling that was looked up is
/// kept, so that the next row finds it directly.
final class LegacyColumnIndex {
  private var indexes: [String: Int32?] = [:]

  init(_ columns: [String]) {
    for (index, column) in columns.enumerated() where indexes[column.lowercased()] == nil {
      indexes[column.lowercased()] = Int32(index)
    }
  }

  subscript(column: String) -> Int32? {
    if let known = indexes[column] { return known }
    let found = indexes[column.lowercased()] ?? nil
    indexes[column] = .some(found)
    return found
  }
}

/// A row that is being read. A column that this version lacks reads as NULL.
struct LegacyRow {
  let statement: Statement
  let indexes: LegacyColumnIndex

  func value(_ column: String) -> Value { indexes[column].map { statement.value($0) } ?? .null }

  /// The column as text: numbers in decimal; empty for NULL and for bytes that are not UTF-8.
  func text(_ column: String) -> String {
    switch value(column) {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .real(let real):
      real == real.rounded() && abs(real) < 1e15 ? String(Int64(real)) : "\(real)"
    case .blob(let bytes): String(validating: bytes, as: UTF8.self) ?? ""
    case .null: ""
    }
  }

  /// Whether a column means yes; `false` if it is empty.
  func flag(_ column: String) -> Bool {
    ["1", "true", "yes"].contains(text(column).lowercased())
  }

  /// The bytes of a picture; `nil` if there are none.
  func bytes(_ column: String) -> [UInt8]? {
    switch value(column) {
    case .blob(let bytes): bytes.isEmpty ? nil : bytes
    default: nil
    }
  }
}
