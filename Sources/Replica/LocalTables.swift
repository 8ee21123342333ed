import SQLite
import SyncProtocol

extension Value {
  init(_ value: FieldValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let blob): self = .blob(blob)
    case .list, .map: preconditionFailure("an aggregate is no column")
    }
  }
}

extension FieldValue {
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let blob): self = .blob(blob)
    }
  }
}

/// Reads and writes the records of a replica's synced tables, whole or register by register, as the
/// schema describes them.
struct LocalTables {
  let connection: Connection
  let schema: SyncSchema
  private let sql: [String: TableSQL]

  init(connection: Connection, schema: SyncSchema) {
    self.connection = connection
    self.schema = schema
    sql = TableSQL.all(of: schema)
  }

  /// A record as it stands in its table.
  struct Row: Equatable {
    var zone: ZoneID
    var registers: SortedMap<FieldValue>
  }

  // MARK: Reading

  func row(_ key: RecordKey) throws -> Row? {
    guard let sql = sql[key.table] else { return nil }
    return try connection.first(sql.row, .text(key.id)) { try read($0, sql, id: key.id) }
  }

  /// Calls `body` for each record of a zone.
  func forEachRow(in zone: ZoneID, _ body: (RecordKey, Row) throws -> Void) throws {
    for table in schema.tables {
      guard let sql = sql[table.name] else { continue }
      try connection.forEach(sql.rows, [.text(zone)]) { columns in
        let id = columns.text(0)
        try body(RecordKey(table.name, id), try read(columns, sql, id: id))
      }
    }
  }

  private func read(_ columns: Statement, _ sql: TableSQL, id: RecordID) throws -> Row {
    var row = Row(zone: columns.text(1), registers: [:])
    row.registers.reserveCapacity(sql.registers.count)
    for (register, column) in sql.registers {
      row.registers[register.name] = Self.content(of: register, columns, from: column)
    }
    for (register, child) in sql.children {
      guard case .map(var map)? = row.registers[register] else { continue }
      map[child.schema.table] = .list(try children(child, of: id))
      row.registers[register] = .map(map)
    }
    return row
  }

  /// The content of a register in a row, without its child rows.
  private static func content(
    of register: RegisterSchema, _ row: Statement, from first: Int32
  ) -> FieldValue {
    guard register.rule == .aggregate else { return FieldValue(row.value(first)) }
    var map: SortedMap<FieldValue> = [:]
    for (index, column) in register.columns.enumerated() {
      map[column.name] = FieldValue(row.value(first + Int32(index)))
    }
    return .map(map)
  }

  /// The child rows of an aggregate, ordered by id.
  func children(of key: RecordKey, _ register: String) throws -> [FieldValue] {
    guard let child = sql[key.table]?.children.first(where: { $0.register == register }) else {
      return []
    }
    return try children(child.sql, of: key.id)
  }

  private func children(_ child: ChildSQL, of id: RecordID) throws -> [FieldValue] {
    try connection.query(child.rows, .text(id)) { row in
      var map: SortedMap<FieldValue> = [:]
      for (index, column) in child.schema.columns.enumerated() {
        map[column.name] = FieldValue(row.value(Int32(index)))
      }
      return .map(map)
    }
  }

  /// The records of a zone with a given text in one column.
  func records(
    of table: String, where column: String, is text: String, in zone: ZoneID
  ) throws -> [RecordID] {
    guard let zoneColumn = schema.table(table)?.zoneColumn else { return [] }
    return try connection.query(
      "SELECT id FROM \(table) WHERE \(column) = ? AND \(zoneColumn) = ?", .text(text),
      .text(zone)
    ) { $0.text(0) }
  }

  /// The zone a record is in.
  func zone(of key: RecordKey) throws -> ZoneID? {
    guard let sql = sql[key.table] else { return nil }
    return try connection.first(sql.zone, .text(key.id)) { $0.text(0) }
  }

  func exists(_ key: RecordKey) throws -> Bool {
    guard let sql = sql[key.table] else { return false }
    return try connection.first(sql.exists, .text(key.id)) { _ in true } ?? false
  }

  /// The keys of all records of a zone, without the child rows of aggregates.
  func keys(in zone: ZoneID) throws -> [RecordKey] {
    var keys: [RecordKey] = []
    for table in schema.tables {
      guard let sql = sql[table.name] else { continue }
      try connection.forEach(sql.ids, [.text(zone)]) {
        keys.append(RecordKey(table.name, $0.text(0)))
      }
    }
    return keys
  }

  func version(_ key: RecordKey, _ register: String) throws -> ChangeSetID? {
    try connection.first(
      "SELECT changeSet FROM syncVersions WHERE tableName = ? AND recordID = ? AND register = ?",
      .text(key.table), .text(key.id), .text(register)
    ) { ChangeSetID($0.text(0)) } ?? nil
  }

  /// The versions of all aggregates of a record.
  func versions(_ key: RecordKey, _ table: TableSchema) throws -> [String: ChangeSetID] {
    var versions: [String: ChangeSetID] = [:]
    for register in table.registers where register.rule == .aggregate {
      versions[register.name] = try version(key, register.name)
    }
    return versions
  }

  // MARK: Writing

  /// Applies an effect unchanged. A patch or drop of a missing record does nothing.
  ///
  /// - Parameter version: the change set that wrote those aggregates for which the effect names no
  ///   version.
  func apply(_ effect: Effect, zone: ZoneID, version: ChangeSetID?) throws {
    guard let sql = sql[effect.table] else { return try keepUnknown(effect, zone: zone) }
    switch effect.kind {
    case .put: try put(effect, sql, zone)
    case .patch:
      guard try patch(effect, sql, zone) else { return }
    case .drop: return try drop(effect.key, sql.table, zone: zone)
    }
    if sql.hasAggregates {
      for register in sql.table.registers
      where register.rule == .aggregate && effect.registers[register.name] != nil {
        try setVersion(effect.versions[register.name] ?? version, of: effect.key, register.name)
      }
    }
    guard effect.registers.keys.contains(where: { sql.table.register($0) == nil }) else { return }
    let unknown = effect.registers.filter { name, _ in
      sql.table.register(name) == nil && !sql.table.retired.contains(name)
    }
    // No later program uses a retired register.
    if unknown.isEmpty { return }
    try keepUnknown(effect, unknown, zone: zone)
  }

  /// Whether only the first statement of `apply` can break a constraint, so that a failure leaves
  /// nothing to undo. Foreign keys are checked at the end of the transaction.
  func breaksAtOnce(_ effect: Effect) -> Bool {
    effect.kind == .drop || sql[effect.table]?.children.isEmpty ?? true
  }

  /// Whether each record of the table is a single row, without aggregates.
  func isPlain(_ table: String) -> Bool { sql[table]?.isPlain ?? false }

  func setVersion(_ version: ChangeSetID?, of key: RecordKey, _ register: String) throws {
    guard let version else { return }
    try connection.execute(
      """
      INSERT INTO syncVersions (tableName, recordID, register, changeSet) VALUES (?, ?, ?, ?)
      ON CONFLICT (tableName, recordID, register) DO UPDATE SET changeSet = excluded.changeSet
      """, .text(key.table), .text(key.id), .text(register), .text(version.description))
  }

  private func put(_ effect: Effect, _ sql: TableSQL, _ zone: ZoneID) throws {
    var values: [Value] = []
    values.reserveCapacity(sql.table.registers.count + 2)
    values.append(.text(effect.id))
    if !sql.table.isRoot { values.append(.text(zone)) }
    for register in sql.table.registers {
      let content = effect.registers[register.name]
      for column in register.columns {
        let value = register.rule == .aggregate ? column.value(in: content) : content
        values.append(Value(value ?? column.defaultValue))
      }
    }
    try connection.execute(sql.put, values)
    for (register, child) in sql.children {
      guard let content = effect.registers[register] else { continue }
      try putChildren(child, content[child.schema.table].list ?? [], of: effect.id, zone: zone)
    }
  }

  /// Returns whether the record is in the zone, and so was changed.
  private func patch(_ effect: Effect, _ sql: TableSQL, _ zone: ZoneID) throws -> Bool {
    var names: [String] = []
    var values: [Value] = []
    for (name, content) in effect.registers {
      guard let register = sql.table.register(name) else { continue }
      for column in register.columns {
        names.append(column.name)
        values.append(Value(register.rule == .aggregate ? column.value(in: content) : content))
      }
    }
    if !names.isEmpty {
      values.append(.text(effect.id))
      values.append(.text(zone))
      let changed = try connection.execute(sql.patch(names, of: effect.registers), values)
      guard changed > 0 else { return false }
    }
    for (register, child) in sql.children {
      guard let content = effect.registers[register] else { continue }
      try putChildren(child, content[child.schema.table].list ?? [], of: effect.id, zone: zone)
    }
    return true
  }

  /// Removes a record from a zone; a record that is in another zone by now stays there.
  ///
  /// - Parameter keepingUnknown: the deletion is only pending. If the hub refuses it, the record
  ///   comes back with the registers that this program does not know.
  func drop(
    _ key: RecordKey, _ table: TableSchema, zone: ZoneID, keepingUnknown: Bool = false
  ) throws {
    let current = isPlanted(.dropIgnoresZone) ? try self.zone(of: key) ?? zone : zone
    guard let sql = sql[table.name] else { return }
    let removed = try connection.execute(sql.drop, .text(key.id), .text(current))
    guard removed > 0 else { return }
    for (_, child) in sql.children { try connection.execute(child.delete, .text(key.id)) }
    if sql.hasAggregates {
      try connection.execute(
        "DELETE FROM syncVersions WHERE tableName = ? AND recordID = ?",
        .text(key.table), .text(key.id))
    }
    if keepingUnknown { return }
    try connection.execute(
      "DELETE FROM syncUnknown WHERE tableName = ? AND recordID = ?",
      .text(key.table), .text(key.id))
  }

  private func putChildren(
    _ sql: ChildSQL, _ rows: [FieldValue], of id: RecordID, zone: ZoneID
  ) throws {
    try connection.execute(sql.delete, .text(id))
    var fixed: [Value] = [.text(id)]
    if sql.schema.zoneColumn != nil { fixed.append(.text(zone)) }
    for row in rows {
      let values = sql.schema.columns.map { Value($0.value(in: row)) }
      try connection.execute(sql.insert, fixed + values)
    }
  }

  /// Removes all records of a zone from this file.
  func purge(_ zone: ZoneID) throws {
    for table in schema.tables.reversed() {
      for step in sql[table.name]?.purge ?? [] {
        if step.namesTable {
          try connection.execute(step.sql, .text(table.name), .text(zone))
        } else {
          try connection.execute(step.sql, .text(zone))
        }
      }
    }
    try connection.execute("DELETE FROM syncUnknown WHERE zoneID = ?", .text(zone))
  }

  // MARK: Unknown tables and registers

  private func keepUnknown(_ effect: Effect, zone: ZoneID) throws {
    guard effect.kind != .drop else {
      try connection.execute(
        "DELETE FROM syncUnknown WHERE tableName = ? AND recordID = ? AND zoneID = ?",
        .text(effect.table), .text(effect.id), .text(zone))
      return
    }
    try keepUnknown(effect, effect.registers, zone: zone)
  }

  private func keepUnknown(
    _ effect: Effect, _ registers: SortedMap<FieldValue>, zone: ZoneID
  ) throws {
    if isPlanted(.unknownDropped) { return }
    var kept: SortedMap<FieldValue> = [:]
    if effect.kind == .patch {
      let bytes = try connection.first(
        "SELECT registers FROM syncUnknown WHERE tableName = ? AND recordID = ?",
        .text(effect.table), .text(effect.id)
      ) { $0.blob(0) }
      if let bytes, case .map(let map) = try FieldValue(wireBytes: bytes) { kept = map }
    }
    kept.merge(registers) { $1 }
    try connection.execute(
      """
      INSERT INTO syncUnknown (tableName, recordID, zoneID, registers, reason)
      VALUES (?, ?, ?, ?, 'unknown') ON CONFLICT (tableName, recordID)
      DO UPDATE SET zoneID = excluded.zoneID, registers = excluded.registers
      """, .text(effect.table), .text(effect.id), .text(zone),
      .blob(FieldValue.map(kept).wireBytes))
  }
}
