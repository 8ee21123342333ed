import Glibc
import SQLite
import SyncProtocol

/// Notes every row that a use case inserts, updates or deletes in a synced table, by SQLite's
/// preupdate hook.
///
/// Needs no triggers in the schema, and does not capture what another program writes.
final class Capture {
  /// A table as the hook sees it: SQLite identifies columns by index, the schema by name.
  private final class Shape {
    let name: String
    let table: TableSchema?
    /// The parent's table, register and child schema, when this table's rows are children.
    let child: (parent: TableSchema, register: RegisterSchema, schema: ChildSchema)?
    let columns: [String]
    /// Defaults of the columns that are never null; they stand for the null in a row that is older
    /// than such a column.
    let defaults: [Int: Value]
    let idColumn: Int32
    let zoneColumn: Int32?
    let parentColumn: Int32?
    /// The registers of one column, prepared once: a bulk import needs them for every row.
    let plain: [PlainRegister]
    let aggregates: [RegisterSchema]
    /// The names of the guarded registers.
    let guarded: Set<String>

    struct PlainRegister {
      let name: String
      let column: Int?
      let defaultValue: FieldValue
      let follows: String?

      func value(in row: [Value]) -> FieldValue { column.map { FieldValue(row[$0]) } ?? .null }
    }

    init?(name: String, columns: [String], defaults: [Int: Value], schema: SyncSchema) {
      self.name = name
      self.columns = columns
      self.defaults = defaults
      table = schema.table(name)
      child =
        schema.tables.lazy.compactMap { parent in
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
      let registers = table?.registers ?? []
      plain = registers.filter { $0.rule != .aggregate }.map { register in
        PlainRegister(
          name: register.name, column: columns.firstIndex(of: register.name),
          defaultValue: register.columns[0].defaultValue, follows: register.follows)
      }
      aggregates = registers.filter { $0.rule == .aggregate }
      guarded = Set(registers.filter(\.isGuarded).map(\.name))
    }
  }

  /// A row before the transaction and as it is now; `nil` where it does not exist.
  private struct RowState {
    var old: [Value]?
    var new: [Value]?
  }

  private let schema: SyncSchema
  private let columns: [String: [String]]
  private let defaults: [String: [Int: Value]]
  /// The tables seen so far; each is examined when its first row changes.
  private var shapes: [String: Shape?] = [:]
  private var lastName: UnsafePointer<CChar>?
  private var lastShape: Shape?
  private let connection: Connection
  private(set) var isCapturing = false
  /// The index of each record in `rows`.
  private var places: [RecordKey: Int] = [:]
  private var rows: [(key: RecordKey, state: RowState)] = []
  private var children: [RecordKey: (parent: RecordKey, state: RowState)] = [:]
  private var childOrder: [RecordKey] = []

  init(connection: Connection, schema: SyncSchema) throws {
    self.connection = connection
    self.schema = schema
    var columns: [String: [String]] = [:]
    var defaults: [String: [Int: Value]] = [:]
    let tables = schema.tables.flatMap(Self.tablesAndColumns)
    let shapes = try connection.shapes(of: tables.map(\.0))
    for (name, wanted) in tables {
      let found = shapes[name]?.columns ?? []
      for column in wanted {
        precondition(
          found.contains(column),
          "the schema names a column that the file does not have: \(name).\(column)")
      }
      columns[name] = found
      defaults[name] = shapes[name]?.defaults
    }
    self.columns = columns
    self.defaults = defaults
    connection.onRowChange { [unowned self] change in
      if isCapturing { note(change) }
    }
  }

  /// The SQL tables that hold a table of the schema, with the columns that they must have.
  private static func tablesAndColumns(_ table: TableSchema) -> [(String, [String])] {
    let own = ["id"] + [table.zoneColumn].compactMap(\.self) + table.columns.map(\.name)
    return [(table.name, own)]
      + table.registers.compactMap(\.child).map { child in
        (
          child.table,
          [child.parentColumn] + [child.zoneColumn].compactMap(\.self) + child.columns.map(\.name)
        )
      }
  }

  func begin() {
    places.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    children.removeAll(keepingCapacity: true)
    childOrder.removeAll(keepingCapacity: true)
    isCapturing = true
  }

  func end() { isCapturing = false }

  /// Whether the root of a zone was inserted in this transaction.
  func hasInsertedRoot(_ zone: ZoneID) -> Bool {
    schema.zoneKinds.values.contains { kind in
      guard let place = places[RecordKey(kind.rootTable, zone)] else { return false }
      return rows[place].state.old == nil && rows[place].state.new != nil
    }
  }

  // MARK: The hook

  private func shape(of change: RowChange) -> Shape? {
    if change.table == lastName, let lastShape, strcmp(lastShape.name, change.table) == 0 {
      return lastShape
    }
    lastName = change.table
    lastShape = shape(of: String(cString: change.table))
    return lastShape
  }

  private func shape(of table: String) -> Shape? {
    if let known = shapes[table] { return known }
    let shape = columns[table].flatMap {
      Shape(name: table, columns: $0, defaults: defaults[table] ?? [:], schema: schema)
    }
    shapes[table] = .some(shape)
    return shape
  }

  private func note(_ change: RowChange) {
    guard let shape = shape(of: change) else { return }
    let old = change.kind == .insert ? nil : before(change, shape)
    let new = change.kind == .delete ? nil : (0..<change.columnCount).map { change.new($0) }
    guard let id = ((new ?? old)?[Int(shape.idColumn)])?.text else { return }
    if shape.child != nil { return noteChild(shape, id, old, new) }
    note(RecordKey(shape.name, id), old, new)
  }

  private func before(_ change: RowChange, _ shape: Shape) -> [Value] {
    var row = (0..<change.columnCount).map { change.old($0) }
    if isPlanted(.newColumnsNull) { return row }
    for (column, value) in shape.defaults where row[column] == .null { row[column] = value }
    return row
  }

  private func note(_ key: RecordKey, _ old: [Value]?, _ new: [Value]?) {
    let place = Self.settle(&places[key, default: -1], at: rows.count)
    if place == rows.count {
      rows.append((key, RowState(old: old, new: new)))
    } else {
      rows[place].state.new = new
    }
  }

  /// Looks up the index and enters it if missing, with one hashing.
  private static func settle(_ place: inout Int, at end: Int) -> Int {
    if place < 0 { place = end }
    return place
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

  // MARK: Changes

  /// One record's change: what to send, and how to undo it locally.
  struct Change {
    /// `nil` when the hub derives this change from the other changes by itself.
    var mutation: Mutation?
    var undo: LocalUndo
    /// Aggregates that this change wrote.
    var aggregates: [String]
  }

  /// The changes of the transaction, to be read before it commits.
  func changes(_ tables: LocalTables, combined: [RecordKey: RecordPlace]) throws -> [Change] {
    // A parent with changed children is examined even if its own row has not changed.
    for key in childOrder {
      guard let (parent, _) = children[key], places[parent] == nil else { continue }
      let row = try currentRow(parent)
      note(parent, row, row)
    }
    let childrenByParent = Dictionary(grouping: childOrder) { children[$0]!.parent }
    var changes: [Change] = []
    changes.reserveCapacity(rows.count)
    var shape: Shape?
    for (key, state) in rows {
      if shape?.name != key.table { shape = self.shape(of: key.table) }
      guard let shape, shape.table != nil else { continue }
      let source = Source(
        key: key, shape: shape, touchedChildren: childrenByParent[key] ?? [], tables: tables)
      if let change = try change(source, state, combined[key]) { changes.append(change) }
    }
    leaveToHub(&changes)
    return changes
  }

  /// Removes the updates that follow from a deletion: references to the deleted record that are now
  /// empty, or name the record that stands for it.
  ///
  /// The hub does that itself for every record that refers to the deleted one. Sent as an edit, it
  /// would win over an earlier edit that somebody else has made without knowing of the deletion.
  private func leaveToHub(_ changes: inout [Change]) {
    if isPlanted(.emptyingIsAnEdit) { return }
    var deleted: [RecordKey: (zone: ZoneID, survivor: RecordPlace?)] = [:]
    for change in changes {
      guard let mutation = change.mutation, mutation.kind == .delete else { continue }
      deleted[mutation.key] = (mutation.zone, mutation.destination)
    }
    guard !deleted.isEmpty else { return }
    for index in changes.indices {
      guard var mutation = changes[index].mutation, mutation.kind == .update,
        let table = schema.table(mutation.table)
      else { continue }
      for reference in table.references where reference.rule == .nullify {
        guard let new = mutation.registers[reference.register],
          table.register(reference.register)?.rule == .lastWriter,
          case .text(let old)? = changes[index].undo.effect.registers[reference.register],
          let fate = deleted[RecordKey(reference.target, old)], fate.zone == mutation.zone
        else { continue }
        let survivor = fate.survivor.flatMap { $0.zone == fate.zone ? $0.id : nil }
        if new == survivor.map(FieldValue.text) ?? .null {
          mutation.registers[reference.register] = nil
        }
      }
      changes[index].mutation = mutation.registers.isEmpty ? nil : mutation
    }
  }

  private func currentRow(_ key: RecordKey) throws -> [Value]? {
    try connection.first("SELECT * FROM \(key.table) WHERE id = ?", .text(key.id)) { row in
      (0..<row.columnCount).map { row.value($0) }
    }
  }

  /// The record behind a change.
  private struct Source {
    let key: RecordKey
    let shape: Shape
    let touchedChildren: [RecordKey]
    let tables: LocalTables

    func zone(_ row: [Value]) -> ZoneID {
      shape.zoneColumn.map { row[Int($0)].text ?? "" } ?? key.id
    }

    func versions() throws -> [String: ChangeSetID] {
      var versions: [String: ChangeSetID] = [:]
      for register in shape.aggregates {
        versions[register.name] = try tables.version(key, register.name)
      }
      return versions
    }
  }

  private func change(
    _ source: Source, _ state: RowState, _ place: RecordPlace?
  ) throws -> Change? {
    let key = source.key
    switch (state.old, state.new) {
    case (nil, nil): return nil
    case (nil, let new?):
      let zone = source.zone(new)
      return Change(
        mutation: Mutation(
          .insert, key.table, key.id, in: zone, registers: try inserted(source, new),
          destination: place),
        undo: LocalUndo(Effect(.drop, key.table, key.id), zone: zone),
        aggregates: source.shape.aggregates.map(\.name))
    case (let old?, nil):
      let undo = Effect(
        .put, key.table, key.id, registers: try before(source, old),
        versions: try source.versions())
      let zone = source.zone(old)
      return Change(
        mutation: Mutation(.delete, key.table, key.id, in: zone, destination: place),
        undo: LocalUndo(undo, zone: zone), aggregates: [])
    case (let old?, let new?): return try edited(source, old, new)
    }
  }

  /// An update or a move; `nil` if nothing has changed.
  private func edited(_ source: Source, _ old: [Value], _ new: [Value]) throws -> Change? {
    let key = source.key
    let (from, to) = (source.zone(old), source.zone(new))
    let (changed, previous) = try differences(source, old, new)
    if changed.isEmpty && from == to { return nil }
    let aggregates = source.shape.aggregates.map(\.name).filter { changed[$0] != nil }
    let versions = try source.versions()
    let undo = Effect(
      from == to ? .patch : .put, key.table, key.id,
      registers: from == to ? previous : try before(source, old), versions: versions)
    return Change(
      mutation: Mutation(
        from == to ? .update : .move, key.table, key.id, in: from, registers: changed,
        bases: versions.filter { aggregates.contains($0.key) },
        seen: source.shape.guarded.isEmpty
          ? [:] : previous.filter { source.shape.guarded.contains($0.key) },
        destination: from == to ? nil : RecordPlace(zone: to, id: key.id)),
      undo: LocalUndo(undo, zone: from), aggregates: aggregates)
  }

  // MARK: Registers

  /// The registers of a new row, without those that have the default, which the hub assumes anyway.
  private func inserted(_ source: Source, _ row: [Value]) throws -> SortedMap<FieldValue> {
    var registers: SortedMap<FieldValue> = [:]
    registers.reserveCapacity(source.shape.plain.count)
    for register in source.shape.plain {
      let value = register.value(in: row)
      if value != register.defaultValue { registers[register.name] = value }
    }
    for register in source.shape.aggregates {
      let content = try content(register, source, row, undoing: [])
      if content != register.defaultContent { registers[register.name] = content }
    }
    return registers
  }

  /// All registers as they were before the transaction, including the child rows.
  private func before(_ source: Source, _ row: [Value]) throws -> SortedMap<FieldValue> {
    var registers: SortedMap<FieldValue> = [:]
    registers.reserveCapacity(source.shape.plain.count)
    for register in source.shape.plain { registers[register.name] = register.value(in: row) }
    for register in source.shape.aggregates {
      registers[register.name] = try content(
        register, source, row, undoing: source.touchedChildren)
    }
    return registers
  }

  /// The registers that have changed, with their new and their old values.
  private func differences(
    _ source: Source, _ old: [Value], _ new: [Value]
  ) throws -> (new: SortedMap<FieldValue>, old: SortedMap<FieldValue>) {
    var changed: SortedMap<FieldValue> = [:]
    var previous: SortedMap<FieldValue> = [:]
    for register in source.shape.plain {
      guard let column = register.column, old[column] != new[column] else { continue }
      changed[register.name] = FieldValue(new[column])
      previous[register.name] = FieldValue(old[column])
    }
    guard !changed.isEmpty || !source.shape.aggregates.isEmpty else { return (changed, previous) }
    for register in source.shape.plain where changed[register.name] == nil {
      guard let name = register.follows, changed[name] != nil, let column = register.column else {
        continue
      }
      changed[register.name] = FieldValue(new[column])
      previous[register.name] = FieldValue(old[column])
    }
    for register in source.shape.aggregates {
      let after = try content(register, source, new, undoing: [])
      let before = try content(register, source, old, undoing: source.touchedChildren)
      guard after != before else { continue }
      changed[register.name] = after
      previous[register.name] = before
    }
    return (changed, previous)
  }

  /// The content of an aggregate; the child rows in `touched` are those from before the
  /// transaction.
  private func content(
    _ register: RegisterSchema, _ source: Source, _ row: [Value], undoing touched: [RecordKey]
  ) throws -> FieldValue {
    var map: SortedMap<FieldValue> = [:]
    for column in register.columns {
      let index = source.shape.columns.firstIndex(of: column.name)
      map[column.name] = index.map { FieldValue(row[$0]) } ?? .null
    }
    if let child = register.child {
      map[child.table] = .list(
        try childRows(child, register.name, of: source, undoing: touched))
    }
    return .map(map)
  }

  private func childRows(
    _ child: ChildSchema, _ register: String, of source: Source, undoing touched: [RecordKey]
  ) throws -> [FieldValue] {
    var rows: SortedMap<FieldValue> = [:]
    let idName = child.columns[0].name
    for row in try source.tables.children(of: source.key, register) {
      rows[row[idName].text ?? ""] = row
    }
    guard let shape = shape(of: child.table) else { return [] }
    for key in touched where key.table == child.table {
      guard let old = children[key]?.state.old else {
        rows[key.id] = nil
        continue
      }
      var map: SortedMap<FieldValue> = [:]
      for column in child.columns {
        if let index = shape.columns.firstIndex(of: column.name) {
          map[column.name] = FieldValue(old[index])
        }
      }
      rows[key.id] = .map(map)
    }
    return rows.sorted { $0.key < $1.key }.map(\.value)
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
          if position == 0 {
            zone = try reader.string()
          } else {
            effect = try Effect(from: &reader)
          }
          position += 1
        }
        guard let effect else { throw reader.failure("an undo without its effect") }
        list.append(LocalUndo(effect, zone: zone))
      }
      return list
    }
  }
}
