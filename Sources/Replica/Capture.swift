import Glibc
import SQLite
import SyncProtocol

/// Notes every row that a use case inserts, updates or deletes in a synced table, through SQLite's
/// preupdate hook: nothing is left in the schema, and what another program writes is not captured.
final class Capture {
  /// A table as the hook sees it: SQLite numbers columns, the schema names them.
  private final class Shape {
    let name: String
    let table: TableSchema?
    /// The parent's table, register and child schema, when this table's rows are children.
    let child: (parent: TableSchema, register: RegisterSchema, schema: ChildSchema)?
    let columns: [String]
    let idColumn: Int32
    let zoneColumn: Int32?
    let parentColumn: Int32?

    init?(name: String, columns: [String], schema: SyncSchema) {
      self.name = name
      self.columns = columns
      table = schema.table(name)
      child = schema.tables.lazy.compactMap { parent in
        parent.registers.lazy.compactMap { register in
          register.child.flatMap { $0.table == name ? (parent, register, $0) : nil }
        }.first
      }.first
      guard table != nil || child != nil else { return nil }
      func index(_ column: String?) -> Int32? {
        column.flatMap { columns.firstIndex(of: $0) }.map(Int32.init)
      }
      guard let idColumn = index(child?.schema.columns[0].name ?? "id") else { return nil }
      self.idColumn = idColumn
      zoneColumn = index(table?.zoneColumn)
      parentColumn = index(child?.schema.parentColumn)
    }
  }

  /// A row before and after the transaction so far; `nil` where it is not there.
  private struct RowState {
    var old: [Value]?
    var new: [Value]?
  }

  private let schema: SyncSchema
  private var shapes: [String: Shape?] = [:]
  private var lastName: UnsafePointer<CChar>?
  private var lastShape: Shape?
  private let connection: Connection
  private(set) var isCapturing = false
  private var rows: [RecordKey: RowState] = [:]
  private var order: [RecordKey] = []
  private var children: [RecordKey: (parent: RecordKey, state: RowState)] = [:]
  private var childOrder: [RecordKey] = []

  init(connection: Connection, schema: SyncSchema) throws {
    self.connection = connection
    self.schema = schema
    let names = schema.tables.flatMap { table in
      [table.name] + table.registers.compactMap { $0.child?.table }
    }
    for name in names {
      let columns = try connection.query("SELECT name FROM pragma_table_info(?)", .text(name)) {
        $0.text(0)
      }
      precondition(!columns.isEmpty, "the schema names a table that the file does not have: \(name)")
      shapes[name] = Shape(name: name, columns: columns, schema: schema)
    }
    connection.onRowChange { [unowned self] change in
      if isCapturing { note(change) }
    }
  }

  func begin() {
    rows.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
    childOrder.removeAll(keepingCapacity: true)
    isCapturing = true
  }

  func end() { isCapturing = false }

  /// Whether the root of a zone was inserted in this transaction.
  func hasInsertedRoot(_ zone: ZoneID) -> Bool {
    schema.zoneKinds.values.contains { kind in
      guard let state = rows[RecordKey(kind.rootTable, zone)] else { return false }
      return state.old == nil && state.new != nil
    }
  }

  // MARK: The hook

  private func shape(of change: RowChange) -> Shape? {
    if change.table == lastName, let lastShape, strcmp(lastShape.name, change.table) == 0 {
      return lastShape
    }
    lastName = change.table
    lastShape = shapes[String(cString: change.table)] ?? nil
    return lastShape
  }

  private func note(_ change: RowChange) {
    guard let shape = shape(of: change) else { return }
    let old = change.kind == .insert ? nil : (0..<change.columnCount).map { change.old($0) }
    let new = change.kind == .delete ? nil : (0..<change.columnCount).map { change.new($0) }
    guard let id = ((new ?? old)?[Int(shape.idColumn)])?.text else { return }
    if shape.child != nil { return noteChild(shape, id, old, new) }
    note(RecordKey(shape.name, id), old, new)
  }

  private func note(_ key: RecordKey, _ old: [Value]?, _ new: [Value]?) {
    if rows[key] != nil {
      rows[key]!.new = new
      return
    }
    rows[key] = RowState(old: old, new: new)
    order.append(key)
  }

  private func noteChild(_ shape: Shape, _ id: RecordID, _ old: [Value]?, _ new: [Value]?) {
    guard let child = shape.child, let parentColumn = shape.parentColumn,
      let parent = ((new ?? old)?[Int(parentColumn)])?.text
    else { return }
    let key = RecordKey(shape.name, id)
    if children[key] != nil {
      children[key]!.state.new = new
      return
    }
    children[key] = (RecordKey(child.parent.name, parent), RowState(old: old, new: new))
    childOrder.append(key)
  }

  // MARK: What came of it

  /// One record's change: what to send, and how to undo it locally.
  struct Change {
    var mutation: Mutation
    var undo: LocalUndo
    /// Aggregates that this change wrote.
    var aggregates: [String]
  }

  /// The changes of the transaction, to be read before it commits.
  func changes(_ tables: LocalTables, combined: [RecordKey: RecordPlace]) throws -> [Change] {
    // Children first make sure that their parents are looked at.
    for key in childOrder {
      guard let (parent, _) = children[key], rows[parent] == nil else { continue }
      let row = try currentRow(parent)
      rows[parent] = RowState(old: row, new: row)
      order.append(parent)
    }
    let childrenByParent = Dictionary(grouping: childOrder) { children[$0]!.parent }
    return try order.compactMap { key in
      guard let state = rows[key], let table = schema.table(key.table),
        let shape = shapes[key.table] ?? nil
      else { return nil }
      return try change(
        key, state, table, shape, childrenByParent[key] ?? [], tables, combined[key])
    }
  }

  private func currentRow(_ key: RecordKey) throws -> [Value]? {
    try connection.first("SELECT * FROM \(key.table) WHERE id = ?", .text(key.id)) { row in
      (0..<row.columnCount).map { row.value($0) }
    }
  }

  private func change(
    _ key: RecordKey, _ state: RowState, _ table: TableSchema, _ shape: Shape,
    _ touchedChildren: [RecordKey], _ tables: LocalTables, _ place: RecordPlace?
  ) throws -> Change? {
    if state.old == nil && state.new == nil { return nil }
    let zone = { (row: [Value]) in
      shape.zoneColumn.map { row[Int($0)].text ?? "" } ?? key.id
    }
    let new = try state.new.map { try registers(key, $0, table, shape, tables, undoing: []) }
    let old = try state.old.map {
      try registers(key, $0, table, shape, tables, undoing: touchedChildren)
    }
    let versions = try tables.versions(key, table)
    switch (old, new) {
    case (nil, let new?):
      let zone = zone(state.new!)
      return Change(
        mutation: Mutation(
          .insert, key.table, key.id, in: zone, registers: withoutDefaults(new, table)),
        undo: LocalUndo(Effect(.drop, key.table, key.id), zone: zone),
        aggregates: table.registers.filter { $0.rule == .aggregate }.map(\.name))
    case (let old?, nil):
      let zone = zone(state.old!)
      return Change(
        mutation: Mutation(.delete, key.table, key.id, in: zone, destination: place),
        undo: LocalUndo(
          Effect(.put, key.table, key.id, registers: old, versions: versions), zone: zone),
        aggregates: [])
    case (let old?, let new?):
      let (from, to) = (zone(state.old!), zone(state.new!))
      let changed = new.filter { old[$0.key] != $0.value }
      if changed.isEmpty && from == to { return nil }
      let aggregates = changed.keys.filter { table.register($0)?.rule == .aggregate }
      let undo =
        from == to
        ? Effect(
          .patch, key.table, key.id, registers: old.filter { changed[$0.key] != nil },
          versions: versions)
        : Effect(.put, key.table, key.id, registers: old, versions: versions)
      return Change(
        mutation: Mutation(
          from == to ? .update : .move, key.table, key.id, in: from, registers: changed,
          bases: versions.filter { aggregates.contains($0.key) },
          destination: from == to ? nil : RecordPlace(zone: to, id: key.id)),
        undo: LocalUndo(undo, zone: from), aggregates: Array(aggregates))
    case (nil, nil): return nil
    }
  }

  /// A row's registers. With `undoing`, the child rows are put back to what they were before.
  private func registers(
    _ key: RecordKey, _ row: [Value], _ table: TableSchema, _ shape: Shape,
    _ tables: LocalTables, undoing touched: [RecordKey]
  ) throws -> [String: FieldValue] {
    var values: [String: FieldValue] = [:]
    for (index, column) in shape.columns.enumerated() { values[column] = FieldValue(row[index]) }
    var registers: [String: FieldValue] = [:]
    for register in table.registers {
      guard register.rule == .aggregate else {
        registers[register.name] = values[register.name] ?? .null
        continue
      }
      var map: [String: FieldValue] = [:]
      for column in register.columns { map[column.name] = values[column.name] ?? .null }
      if let child = register.child {
        map[child.table] = .list(try childRows(child, of: key.id, tables, undoing: touched))
      }
      registers[register.name] = .map(map)
    }
    return registers
  }

  private func childRows(
    _ child: ChildSchema, of id: RecordID, _ tables: LocalTables, undoing touched: [RecordKey]
  ) throws -> [FieldValue] {
    var rows: [String: FieldValue] = [:]
    let idName = child.columns[0].name
    for row in try tables.children(child, of: id) { rows[row[idName].text ?? ""] = row }
    guard let shape = shapes[child.table] ?? nil else { return [] }
    for key in touched where key.table == child.table {
      guard let old = children[key]?.state.old else {
        rows[key.id] = nil
        continue
      }
      var map: [String: FieldValue] = [:]
      for column in child.columns {
        if let index = shape.columns.firstIndex(of: column.name) {
          map[column.name] = FieldValue(old[index])
        }
      }
      rows[key.id] = .map(map)
    }
    return rows.sorted { $0.key < $1.key }.map(\.value)
  }

  /// An insert need not say what the hub assumes anyway.
  private func withoutDefaults(
    _ registers: [String: FieldValue], _ table: TableSchema
  ) -> [String: FieldValue] {
    registers.filter { name, value in
      guard let register = table.register(name), register.rule != .aggregate else { return true }
      return value != register.columns[0].defaultValue
    }
  }
}

/// How to undo one change locally: an effect and the zone it belongs to.
struct LocalUndo: Equatable {
  var effect: Effect
  var zone: ZoneID

  init(_ effect: Effect, zone: ZoneID) {
    self.effect = effect
    self.zone = zone
  }
}

extension [LocalUndo] {
  var wireBytes: [UInt8] {
    var writer = WireWriter()
    writer.array { writer in
      for undo in self {
        writer.array { writer in
          writer.string(undo.zone)
          undo.effect.write(to: &writer)
        }
      }
    }
    return writer.bytes
  }

  init(wireBytes bytes: [UInt8]) throws(WireError) {
    self = try WireReader.read(bytes) { reader throws(WireError) in
      var list: [LocalUndo] = []
      try reader.array { reader throws(WireError) in
        var zone = ""
        var effect: Effect?
        var position = 0
        try reader.array { reader throws(WireError) in
          if position == 0 { zone = try reader.string() } else { effect = try Effect(from: &reader) }
          position += 1
        }
        guard let effect else { throw reader.failure("an undo without its effect") }
        list.append(LocalUndo(effect, zone: zone))
      }
      return list
    }
  }
}
