import SQLite
import SyncProtocol
import Threads

/// The SQL of one synced table, built once and shared by all replicas.
///
/// The engine reads and writes one record at a time, so building the text each time would cost more
/// than many of the statements themselves. Prepared statements are also looked up by the address of
/// their text.
final class TableSQL: Sendable {
  let table: TableSchema
  let hasAggregates: Bool
  /// Whether each record is a single row, without aggregates.
  var isPlain: Bool { !hasAggregates && children.isEmpty }
  /// The child tables, each with its register, in the order of the registers.
  let children: [(register: String, sql: ChildSQL)]
  /// The registers, sorted by name, each with the index of its first column in `row` and `rows`.
  let registers: [(register: RegisterSchema, column: Int32)]
  let row: String
  /// Selects all records of a zone.
  let rows: String
  let zone: String
  let exists: String
  /// Selects the ids of a zone's records.
  let ids: String
  let drop: String
  /// Inserts or replaces a record. The values are its id, its zone unless it is a root, and all
  /// columns.
  let put: String
  /// Deletes all records of a zone, their child rows and versions first.
  let purge: [Purge]
  private let zoneColumn: String
  /// The `UPDATE` statements that change a single register, by its name.
  private let patches: SortedMap<String>

  struct Purge {
    let sql: String
    /// Whether the table's name is bound before the zone.
    let namesTable: Bool
  }

  init(_ table: TableSchema) {
    self.table = table
    let zoneColumn = table.zoneColumn ?? "id"
    self.zoneColumn = zoneColumn
    hasAggregates = table.registers.contains { $0.rule == .aggregate }
    children = table.registers.compactMap { register in
      register.child.map { (register.name, ChildSQL($0)) }
    }
    var column: Int32 = 2
    registers = table.registers.map { register in
      defer { column += Int32(register.columns.count) }
      return (register, column)
    }.sorted { $0.register.name < $1.register.name }

    let columns = ["id", zoneColumn] + table.columns.map(\.name)
    let records = "SELECT \(Self.list(columns)) FROM \(table.name)"
    row = records + " WHERE id = ?"
    rows = records + " WHERE \(zoneColumn) = ?"
    zone = "SELECT \(zoneColumn) FROM \(table.name) WHERE id = ?"
    exists = "SELECT 1 FROM \(table.name) WHERE id = ?"
    ids = "SELECT id FROM \(table.name) WHERE \(zoneColumn) = ?"
    drop = "DELETE FROM \(table.name) WHERE id = ? AND \(zoneColumn) = ?"
    put = Self.put(table)
    purge = Self.purge(table, zoneColumn)
    patches = SortedMap(
      uniqueKeysWithValues: table.registers.filter { !$0.columns.isEmpty }.map { register in
        (register.name, Self.patch(register.columns.map(\.name), table, zoneColumn))
      })
  }

  /// Updates columns of a record in a zone. The values are those of the columns, the id, and the
  /// zone.
  ///
  /// - Parameter registers: the registers that the columns belong to.
  func patch(_ columns: [String], of registers: SortedMap<FieldValue>) -> String {
    if registers.count == 1, let known = patches[registers[0].key] { return known }
    return Self.patch(columns, table, zoneColumn)
  }

  private static func patch(
    _ columns: [String], _ table: TableSchema, _ zoneColumn: String
  ) -> String {
    "UPDATE \(table.name) SET \(list(columns.map { "\($0) = ?" }))"
      + " WHERE id = ? AND \(zoneColumn) = ?"
  }

  private static func put(_ table: TableSchema) -> String {
    let columns = table.columns.map(\.name)
    let names = ["id"] + (table.zoneColumn.map { [$0] } ?? []) + columns
    let assignments = list(names.dropFirst().map { "\($0) = excluded.\($0)" })
    let conflict = assignments.isEmpty ? "NOTHING" : "UPDATE SET \(assignments)"
    return "INSERT INTO \(table.name) (\(list(names))) VALUES (\(marks(names.count)))"
      + " ON CONFLICT (id) DO \(conflict)"
  }

  private static func purge(_ table: TableSchema, _ zoneColumn: String) -> [Purge] {
    let ids = "(SELECT id FROM \(table.name) WHERE \(zoneColumn) = ?)"
    var steps: [Purge] = []
    for register in table.registers {
      if let child = register.child {
        let sql = "DELETE FROM \(child.table) WHERE \(child.parentColumn) IN \(ids)"
        steps.append(Purge(sql: sql, namesTable: false))
      }
      if register.rule == .aggregate {
        let sql = "DELETE FROM syncVersions WHERE tableName = ? AND recordID IN \(ids)"
        steps.append(Purge(sql: sql, namesTable: true))
      }
    }
    let records = "DELETE FROM \(table.name) WHERE \(zoneColumn) = ?"
    return steps + [Purge(sql: records, namesTable: false)]
  }

  static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  static func marks(_ count: Int) -> String { list(Array(repeating: "?", count: count)) }
}

/// The SQL of the child table of an aggregate.
final class ChildSQL: Sendable {
  let schema: ChildSchema
  /// Selects all rows of one parent, ordered by id.
  let rows: String
  let delete: String
  let insert: String

  init(_ child: ChildSchema) {
    schema = child
    let names = child.columns.map(\.name)
    rows =
      "SELECT \(TableSQL.list(names)) FROM \(child.table) WHERE \(child.parentColumn) = ?"
      + " ORDER BY \(names[0])"
    delete = "DELETE FROM \(child.table) WHERE \(child.parentColumn) = ?"
    let inserted = [child.parentColumn] + (child.zoneColumn.map { [$0] } ?? []) + names
    insert =
      "INSERT INTO \(child.table) (\(TableSQL.list(inserted)))"
      + " VALUES (\(TableSQL.marks(inserted.count)))"
  }
}

extension TableSQL {
  /// The most tables whose SQL is kept; a program has one schema, tests have many.
  private static let maxTables = 200
  private static let known = Lock<[ObjectIdentifier: TableSQL]>([:])

  /// The SQL of all tables of a schema, by name.
  static func all(of schema: SyncSchema) -> [String: TableSQL] {
    known.withLock { known in
      if known.count + schema.tables.count > maxTables { known = [:] }
      var all: [String: TableSQL] = [:]
      for table in schema.tables {
        // The kept SQL retains its table, so that no other table can have the same identity
        // meanwhile.
        let sql = known[ObjectIdentifier(table)] ?? TableSQL(table)
        known[ObjectIdentifier(table)] = sql
        all[table.name] = sql
      }
      return all
    }
  }
}
