import SQLite
import SyncProtocol

/// The SQL of one synced table, each statement put together when it is first needed and then kept:
/// the engine reads and writes one record at a time, and text that is made anew each time costs more
/// than many of the statements themselves.
final class TableSQL {
  let table: TableSchema
  let hasAggregates: Bool
  /// The child tables, each with its register, in the order of these.
  let children: [(register: String, sql: ChildSQL)]
  private let zoneColumn: String

  struct Purge {
    let sql: String
    /// Whether the table's name comes before the zone.
    let namesTable: Bool
  }

  init(_ table: TableSchema) {
    self.table = table
    zoneColumn = table.zoneColumn ?? "id"
    hasAggregates = table.registers.contains { $0.rule == .aggregate }
    children = table.registers.compactMap { register in
      register.child.map { (register.name, ChildSQL($0)) }
    }
  }

  /// The id, the zone and all columns of records.
  private lazy var records =
    "SELECT \(Self.list(["id", zoneColumn] + table.columns.map(\.name))) FROM \(table.name)"
  private(set) lazy var row = records + " WHERE id = ?"
  /// All records of a zone.
  private(set) lazy var rows = records + " WHERE \(zoneColumn) = ?"
  private(set) lazy var zone = "SELECT \(zoneColumn) FROM \(table.name) WHERE id = ?"
  private(set) lazy var exists = "SELECT 1 FROM \(table.name) WHERE id = ?"
  /// The ids of a zone's records.
  private(set) lazy var ids = "SELECT id FROM \(table.name) WHERE \(zoneColumn) = ?"
  private(set) lazy var drop = "DELETE FROM \(table.name) WHERE id = ? AND \(zoneColumn) = ?"

  /// Puts a record: its id, its zone unless it is a root, and all columns.
  private(set) lazy var put: String = {
    let columns = table.columns.map(\.name)
    let names = ["id"] + (table.zoneColumn.map { [$0] } ?? []) + columns
    let assignments = Self.list(names.dropFirst().map { "\($0) = excluded.\($0)" })
    let conflict = assignments.isEmpty ? "NOTHING" : "UPDATE SET \(assignments)"
    return "INSERT INTO \(table.name) (\(Self.list(names))) VALUES (\(Self.marks(names.count)))"
      + " ON CONFLICT (id) DO \(conflict)"
  }()

  /// Removes all records of a zone, what belongs to them first.
  private(set) lazy var purge: [Purge] = {
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
  }()

  static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  static func marks(_ count: Int) -> String { list(Array(repeating: "?", count: count)) }
}

/// The SQL of the child table of an aggregate.
final class ChildSQL {
  let schema: ChildSchema
  /// All rows of one parent, in the order of their ids.
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

/// The SQL of all tables of a schema, each made when it is first asked for.
final class SchemaSQL {
  private let schema: SyncSchema
  private var tables: [String: TableSQL?] = [:]

  init(_ schema: SyncSchema) { self.schema = schema }

  subscript(table: String) -> TableSQL? {
    if let known = tables[table] { return known }
    let made = schema.table(table).map { TableSQL($0) }
    tables[table] = .some(made)
    return made
  }
}
