import SQLite
import SyncProtocol

/// Takes back what a change set did to the records of one zone, unless somebody has changed them
/// since.
///
/// Changed registers get their former values, deleted records are restored, and added records are
/// removed together with everything they contain. All this is written like any other change, in the
/// transaction of the calling use case: the hub refuses it if the author may not write to the zone,
/// and it can be taken back in turn.
public struct Reversal {
  private let schema: SyncSchema
  private let zone: ZoneID
  private let changes: [RecordChange]

  /// What a reversal has done.
  public struct Outcome: Equatable, Sendable {
    /// Records that are as they were before, at least in part.
    public var reverted: [RecordKey] = []
    /// Records of which something could not be taken back: it was changed again, is gone, exists
    /// again, or is in another zone.
    public var left: [RecordKey] = []

    public init() {}
  }

  /// - Parameter changes: changes from the zone's history, as the hub lists them.
  public init(of changes: [RecordChange], in zone: ZoneID, schema: SyncSchema) {
    self.changes = changes
    self.zone = zone
    self.schema = schema
  }

  public func callAsFunction(_ transaction: WriteTransaction) throws -> Outcome {
    var run = Run(
      tables: LocalTables(connection: transaction.connection, schema: schema), zone: zone)
    // Registers that are changed back may refer to records that are still to be restored.
    for change in changes where change.kind == .drop && change.movedTo == nil {
      run.returning.insert(change.id)
    }
    for change in changes { try run.revert(change, of: .put) }
    for change in changes { try run.revert(change, of: .patch) }
    for table in schema.tables {
      for change in changes where change.table == table.name { try run.revert(change, of: .drop) }
    }
    return run.outcome
  }
}

extension Reversal {
  /// Gives one register of a record the value from before the change, whatever its value is now,
  /// and does the same for registers computed from it. Returns whether it could.
  public func restore(
    _ register: String, of key: RecordKey, _ transaction: WriteTransaction
  ) throws -> Bool {
    guard let table = schema.table(key.table), !table.isHubOwned,
      let change = changes.first(where: { $0.key == key })
    else { return false }
    let run = Run(
      tables: LocalTables(connection: transaction.connection, schema: schema), zone: zone)
    return try run.restore(register, change, table)
  }
}

/// One reversal in progress.
private struct Run {
  let tables: LocalTables
  let zone: ZoneID
  var returning: Set<RecordID> = []
  var outcome = Reversal.Outcome()

  init(tables: LocalTables, zone: ZoneID) {
    self.tables = tables
    self.zone = zone
  }

  mutating func revert(_ change: RecordChange, of kind: Effect.Kind) throws {
    guard change.kind == kind, let table = tables.schema.table(change.table), !table.isHubOwned
    else { return }
    let (isReverted, isLeft) =
      switch kind {
      case .put: try remove(change, table)
      case .patch: try changeBack(change, table)
      case .drop: try bringBack(change, table)
      }
    if isReverted { outcome.reverted.append(change.key) }
    if isLeft { outcome.left.append(change.key) }
  }

  private typealias Result = (isReverted: Bool, isLeft: Bool)

  // MARK: Added records

  /// Removes a record with everything it contains.
  private mutating func remove(_ change: RecordChange, _ table: TableSchema) throws -> Result {
    guard !table.isRoot, !table.isAppendOnly else { return (false, true) }
    guard try tables.zone(of: change.key) == zone else { return (false, true) }
    try remove(change.key, table)
    return (true, false)
  }

  private func remove(_ key: RecordKey, _ table: TableSchema) throws {
    for referrer in tables.schema.referrers(to: table.name) {
      guard let other = tables.schema.table(referrer.table) else { continue }
      for part in try parts(of: key, referrer) {
        switch referrer.reference.rule {
        case .contained: try remove(part, other)
        case .nullify, .revive: try forget(key.id, in: part, other, referrer.reference)
        }
      }
    }
    try tables.drop(key, table, zone: zone, keepingUnknown: true)
  }

  /// The records of the zone that refer to `key` by one kind of reference.
  private func parts(
    of key: RecordKey, _ referrer: SyncSchema.Referrer
  ) throws -> [RecordKey] {
    let reference = referrer.reference
    guard let table = tables.schema.table(referrer.table), let zoneColumn = table.zoneColumn
    else { return [] }
    if table.register(reference.register)?.rule != .aggregate {
      return try tables.connection.query(
        "SELECT id FROM \(table.name) WHERE \(zoneColumn) = ? AND \(reference.column) = ?",
        .text(zone), .text(key.id)
      ) { RecordKey(table.name, $0.text(0)) }
    }
    return try tables.connection.query(
      "SELECT id FROM \(table.name) WHERE \(zoneColumn) = ?", .text(zone)
    ) { RecordKey(table.name, $0.text(0)) }.filter { candidate in
      let value = try tables.row(candidate)?.registers[reference.register]
      return value.map { reference.targets(in: $0).contains(key.id) } ?? false
    }
  }

  private func forget(
    _ id: RecordID, in key: RecordKey, _ table: TableSchema, _ reference: ReferenceSchema
  ) throws {
    guard let value = try tables.row(key)?.registers[reference.register] else { return }
    let effect = Effect(
      .patch, table.name, key.id,
      registers: [reference.register: reference.replacing(id, by: nil, in: value)])
    try tables.apply(effect, zone: zone, version: nil)
  }

  // MARK: Changed records

  /// Puts back each register that still has the value which the change gave it.
  private func changeBack(_ change: RecordChange, _ table: TableSchema) throws -> Result {
    guard let row = try tables.row(change.key), row.zone == zone else { return (false, true) }
    var values: SortedMap<FieldValue> = [:]
    var isLeft = false
    for (name, value) in change.after {
      guard let register = table.register(name) else { continue }
      if register.rule == .lastWriter || register.rule == .aggregate, row.registers[name] == value {
        values[name] = change.before[name] ?? register.defaultContent
      } else {
        isLeft = true
      }
    }
    // A register computed from another is put back together with that one, or not at all.
    for (name, _) in values {
      guard let source = table.register(name)?.follows, change.after[source] != nil,
        values[source] == nil
      else { continue }
      values[name] = nil
    }
    guard !values.isEmpty else { return (false, true) }
    let effect = Effect(
      .patch, table.name, change.id, registers: try reachable(values, table))
    try tables.apply(effect, zone: zone, version: nil)
    return (true, isLeft)
  }

  /// Returns whether the record is in the zone and the register could be put back.
  func restore(
    _ name: String, _ change: RecordChange, _ table: TableSchema
  ) throws -> Bool {
    guard try tables.zone(of: change.key) == zone else { return false }
    let values = change.before.filter { other, _ in
      other == name || table.register(other)?.follows == name
    }
    guard values[name] != nil, table.register(name)?.rule == .lastWriter else { return false }
    let effect = Effect(
      .patch, table.name, change.id, registers: try reachable(values, table))
    try tables.apply(effect, zone: zone, version: nil)
    return true
  }

  // MARK: Deleted records

  /// Inserts a deleted record again under its id.
  private func bringBack(_ change: RecordChange, _ table: TableSchema) throws -> Result {
    guard !table.isRoot, change.movedTo == nil, try tables.zone(of: change.key) == nil else {
      return (false, true)
    }
    for reference in table.references where reference.rule == .contained {
      for target in change.before[reference.register].map(reference.targets) ?? [] {
        guard try isThere(RecordKey(reference.target, target)) else { return (false, true) }
      }
    }
    let values = change.before.filter { table.register($0.key) != nil }
    let effect = Effect(
      .put, table.name, change.id, registers: try reachable(values, table))
    try tables.apply(effect, zone: zone, version: nil)
    return (true, false)
  }

  /// The registers with references to missing records set to null.
  private func reachable(
    _ registers: SortedMap<FieldValue>, _ table: TableSchema
  ) throws -> SortedMap<FieldValue> {
    var registers = registers
    for reference in table.references where reference.rule == .nullify {
      guard var value = registers[reference.register] else { continue }
      for target in reference.targets(in: value) where !returning.contains(target) {
        guard try !isThere(RecordKey(reference.target, target)) else { continue }
        value = reference.replacing(target, by: nil, in: value)
      }
      registers[reference.register] = value
    }
    return registers
  }

  private func isThere(_ key: RecordKey) throws -> Bool { try tables.zone(of: key) == zone }
}
