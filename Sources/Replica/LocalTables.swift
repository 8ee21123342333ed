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

/// The synced tables of a replica's file: reads and writes whole records and registers by the schema.
struct LocalTables {
  let connection: Connection
  let schema: SyncSchema

  /// A record as it stands in its table.
  struct Row: Equatable {
    var zone: ZoneID
    var registers: SortedMap<FieldValue>
  }

  func table(_ name: String) -> TableSchema? { schema.table(name) }

  // MARK: Reading

  func row(_ key: RecordKey) throws -> Row? {
    guard let table = schema.table(key.table) else { return nil }
    let columns = table.columns.map(\.name)
    let names = ([table.zoneColumn ?? "id"] + columns).joined(separator: ", ")
    let values: [Value]? = try connection.first(
      "SELECT \(names) FROM \(table.name) WHERE id = ?", .text(key.id)
    ) { row in (0..<Int32(columns.count + 1)).map { row.value($0) } }
    guard let values else { return nil }
    var byColumn: SortedMap<FieldValue> = [:]
    for (column, value) in zip(columns, values.dropFirst()) { byColumn[column] = FieldValue(value) }
    var row = Row(zone: values[0].text ?? "", registers: [:])
    for register in table.registers {
      row.registers[register.name] = try content(of: register, columns: byColumn, id: key.id)
    }
    return row
  }

  private func content(
    of register: RegisterSchema, columns: SortedMap<FieldValue>, id: RecordID
  ) throws -> FieldValue {
    guard register.rule == .aggregate else { return columns[register.name] ?? .null }
    var map: SortedMap<FieldValue> = [:]
    for column in register.columns { map[column.name] = columns[column.name] ?? .null }
    if let child = register.child { map[child.table] = .list(try children(child, of: id)) }
    return .map(map)
  }

  /// The child rows of an aggregate, in the order of their ids.
  func children(_ child: ChildSchema, of id: RecordID) throws -> [FieldValue] {
    let names = child.columns.map(\.name).joined(separator: ", ")
    return try connection.query(
      "SELECT \(names) FROM \(child.table) WHERE \(child.parentColumn) = ?"
        + " ORDER BY \(child.columns[0].name)", .text(id)
    ) { row in
      var map: SortedMap<FieldValue> = [:]
      for (index, column) in child.columns.enumerated() {
        map[column.name] = FieldValue(row.value(Int32(index)))
      }
      return .map(map)
    }
  }

  /// The zone a record is in.
  func zone(of key: RecordKey) throws -> ZoneID? {
    guard let table = schema.table(key.table) else { return nil }
    return try connection.first(
      "SELECT \(table.zoneColumn ?? "id") FROM \(key.table) WHERE id = ?", .text(key.id)
    ) { $0.text(0) }
  }

  func exists(_ key: RecordKey) throws -> Bool {
    try connection.first("SELECT 1 FROM \(key.table) WHERE id = ?", .text(key.id)) { _ in true }
      ?? false
  }

  /// The keys of all records of a zone, children of aggregates not counted.
  func keys(in zone: ZoneID) throws -> [RecordKey] {
    try schema.tables.flatMap { table in
      try connection.query(
        "SELECT id FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ?", .text(zone)
      ) { RecordKey(table.name, $0.text(0)) }
    }
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

  /// Applies an effect as it is. A patch or drop of a record that is not there changes nothing.
  ///
  /// - Parameter version: the change set that wrote the aggregates whose version the effect does
  ///   not name.
  func apply(_ effect: Effect, zone: ZoneID, version: ChangeSetID?) throws {
    guard let table = schema.table(effect.table) else {
      return try keepUnknown(effect, zone: zone)
    }
    switch effect.kind {
    case .put: try put(effect, table, zone)
    case .patch:
      guard try patch(effect, table, zone) else { return }
    case .drop: try drop(effect.key, table, zone: zone)
    }
    guard effect.kind != .drop else { return }
    for register in table.registers
    where register.rule == .aggregate && effect.registers[register.name] != nil {
      try setVersion(effect.versions[register.name] ?? version, of: effect.key, register.name)
    }
    let unknown = effect.registers.filter { table.register($0.key) == nil }
    if !unknown.isEmpty { try keepUnknown(effect, unknown, zone: zone) }
  }

  func setVersion(_ version: ChangeSetID?, of key: RecordKey, _ register: String) throws {
    guard let version else { return }
    try connection.execute(
      """
      INSERT INTO syncVersions (tableName, recordID, register, changeSet) VALUES (?, ?, ?, ?)
      ON CONFLICT (tableName, recordID, register) DO UPDATE SET changeSet = excluded.changeSet
      """, .text(key.table), .text(key.id), .text(register), .text(version.description))
  }

  private func put(_ effect: Effect, _ table: TableSchema, _ zone: ZoneID) throws {
    var names = ["id"]
    var values: [Value] = [.text(effect.id)]
    if let zoneColumn = table.zoneColumn {
      names.append(zoneColumn)
      values.append(.text(zone))
    }
    for register in table.registers {
      let content = effect.registers[register.name]
      for column in register.columns {
        names.append(column.name)
        let value = register.rule == .aggregate ? column.value(in: content) : content
        values.append(Value(value ?? column.defaultValue))
      }
    }
    let assignments = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let conflict = assignments.isEmpty ? "NOTHING" : "UPDATE SET \(assignments)"
    try connection.execute(
      "INSERT INTO \(table.name) (\(names.joined(separator: ", ")))"
        + " VALUES (\(Self.marks(names.count))) ON CONFLICT (id) DO \(conflict)", values)
    for register in table.registers {
      guard let child = register.child, let content = effect.registers[register.name] else {
        continue
      }
      try putChildren(child, content[child.table].list ?? [], of: effect.id, zone: zone)
    }
  }

  /// Whether the record is in that zone and was changed.
  private func patch(_ effect: Effect, _ table: TableSchema, _ zone: ZoneID) throws -> Bool {
    var names: [String] = []
    var values: [Value] = []
    for (name, content) in effect.registers {
      guard let register = table.register(name) else { continue }
      for column in register.columns {
        names.append(column.name)
        values.append(Value(register.rule == .aggregate ? column.value(in: content) : content))
      }
    }
    if !names.isEmpty {
      let assignments = names.map { "\($0) = ?" }.joined(separator: ", ")
      let changed = try connection.execute(
        "UPDATE \(table.name) SET \(assignments)"
          + " WHERE id = ? AND \(table.zoneColumn ?? "id") = ?",
        values + [.text(effect.id), .text(zone)])
      guard changed > 0 else { return false }
    }
    for (name, content) in effect.registers {
      guard let child = table.register(name)?.child else { continue }
      try putChildren(child, content[child.table].list ?? [], of: effect.id, zone: zone)
    }
    return true
  }

  /// Removes a record from a zone; one that has gone to another zone meanwhile stays there.
  ///
  /// - Parameter keepingUnknown: the deletion is only pending. Should the hub refuse it, the record
  ///   comes back with what this program does not know of it.
  func drop(
    _ key: RecordKey, _ table: TableSchema, zone: ZoneID, keepingUnknown: Bool = false
  ) throws {
    let current = isPlanted(.dropIgnoresZone) ? try self.zone(of: key) ?? zone : zone
    let removed = try connection.execute(
      "DELETE FROM \(table.name) WHERE id = ? AND \(table.zoneColumn ?? "id") = ?",
      .text(key.id), .text(current))
    guard removed > 0 else { return }
    for register in table.registers {
      if let child = register.child {
        try connection.execute(
          "DELETE FROM \(child.table) WHERE \(child.parentColumn) = ?", .text(key.id))
      }
      if register.rule == .aggregate {
        try connection.execute(
          "DELETE FROM syncVersions WHERE tableName = ? AND recordID = ?",
          .text(key.table), .text(key.id))
      }
    }
    if keepingUnknown { return }
    try connection.execute(
      "DELETE FROM syncUnknown WHERE tableName = ? AND recordID = ?",
      .text(key.table), .text(key.id))
  }

  private func putChildren(
    _ child: ChildSchema, _ rows: [FieldValue], of id: RecordID, zone: ZoneID
  ) throws {
    try connection.execute(
      "DELETE FROM \(child.table) WHERE \(child.parentColumn) = ?", .text(id))
    var names = [child.parentColumn]
    var fixed: [Value] = [.text(id)]
    if let zoneColumn = child.zoneColumn {
      names.append(zoneColumn)
      fixed.append(.text(zone))
    }
    names += child.columns.map(\.name)
    for row in rows {
      try connection.execute(
        "INSERT INTO \(child.table) (\(names.joined(separator: ", ")))"
          + " VALUES (\(Self.marks(names.count)))",
        fixed + child.columns.map { Value($0.value(in: row)) })
    }
  }

  /// Removes everything of a zone from this file.
  func purge(_ zone: ZoneID) throws {
    for table in schema.tables.reversed() {
      let zoneColumn = table.zoneColumn ?? "id"
      for register in table.registers {
        if let child = register.child {
          try connection.execute(
            "DELETE FROM \(child.table) WHERE \(child.parentColumn) IN"
              + " (SELECT id FROM \(table.name) WHERE \(zoneColumn) = ?)", .text(zone))
        }
        if register.rule == .aggregate {
          try connection.execute(
            "DELETE FROM syncVersions WHERE tableName = ? AND recordID IN"
              + " (SELECT id FROM \(table.name) WHERE \(zoneColumn) = ?)",
            .text(table.name), .text(zone))
        }
      }
      try connection.execute("DELETE FROM \(table.name) WHERE \(zoneColumn) = ?", .text(zone))
    }
    try connection.execute("DELETE FROM syncUnknown WHERE zoneID = ?", .text(zone))
  }

  // MARK: What this program does not know

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

  static func marks(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }
}
