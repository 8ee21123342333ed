import SQLite
import SyncProtocol

/// Records that break a constraint of this program's tables are kept aside, together with records
/// that refer to them, until a change or a newer program makes them fit. They never hold up
/// anything else.
extension Replica {
  /// Applies an effect that the hub has sent. A record that does not fit is kept aside.
  func applyConfirmed(_ effect: Effect, _ zone: ZoneID, version: ChangeSetID?) throws {
    changedKeys.insert(effect.key)
    if let problem = tables.misshapen(effect) { throw ZoneTrouble(zone, .unreadable, problem) }
    if hasQuarantined, let kept = try tables.quarantined(effect.key) {
      return try apply(effect, zone, version: version, over: kept)
    }
    do {
      if tables.breaksAtOnce(effect) {
        try tables.apply(effect, zone: zone, version: version)
      } else {
        try connection.savepoint { try tables.apply(effect, zone: zone, version: version) }
      }
    } catch let error as SQLiteError where error.isConstraint {
      // An older version of the record stays in its table, so that references to it hold.
      let content = effect.kind == .patch ? try tables.row(effect.key)?.registers ?? [:] : [:]
      var whole = effect
      whole.registers = content.merging(effect.registers) { $1 }
      try quarantine(whole, zone, reason: error.message)
    }
  }

  /// Applies an effect to a record that is kept aside; the record may fit afterwards.
  private func apply(
    _ effect: Effect, _ zone: ZoneID, version: ChangeSetID?, over kept: LocalTables.Row
  ) throws {
    if effect.kind == .drop {
      if kept.zone == zone { try tables.release(effect.key) }
      return try tables.apply(effect, zone: zone, version: version)
    }
    var whole = effect
    whole.kind = .put
    if effect.kind == .patch {
      guard kept.zone == zone else { return }
      whole.registers = kept.registers.merging(effect.registers) { $1 }
    }
    do {
      try connection.savepoint {
        try tables.release(effect.key)
        try tables.apply(whole, zone: zone, version: version)
      }
      // Records that referred to it, and the versions of its aggregates, come back with the zone.
      zonesToReload.insert(zone)
    } catch let error as SQLiteError where error.isConstraint {
      try quarantine(whole, zone, reason: error.message)
    }
  }

  private func quarantine(_ effect: Effect, _ zone: ZoneID, reason: String) throws {
    try tables.quarantine(effect, zone: zone, reason: reason)
    hasQuarantined = true
  }

  /// Removes references to records that are kept aside: a nullable reference is shown empty; a
  /// record that needs the reference is kept aside too.
  ///
  /// Does the same in zones that were left out of a pull: what they refer to may have moved to
  /// zones that were not.
  ///
  /// Does nothing while all references hold. Any other dangling reference stays, and shows that
  /// what was pulled is inconsistent.
  func releaseReferences(leftBehind left: Set<ZoneID>) throws {
    guard hasQuarantined || !left.isEmpty else { return }
    while connection.hasUnresolvedForeignKeys {
      var hasChanged = false
      for dangling in try danglingReferences() where try release(dangling, left) {
        hasChanged = true
      }
      if !hasChanged { return }
    }
  }

  /// A row whose foreign key refers to a missing row, as SQLite reports it.
  private struct Dangling {
    let table: String
    let row: Int64
    let target: String
    let foreignKey: Int64
  }

  /// The zones of rows with dangling foreign keys, each with the first such row.
  func danglingZones() throws -> [ZoneID: (reason: ZoneAside.Reason, detail: String)] {
    var zones: [ZoneID: (reason: ZoneAside.Reason, detail: String)] = [:]
    for dangling in try danglingReferences() {
      guard let (table, id) = try record(of: dangling),
        let row = try tables.row(RecordKey(table.name, id))
      else { continue }
      let detail = "\(table.name)/\(id) refers to \(dangling.target)"
      zones[row.zone] = zones[row.zone] ?? (.inconsistent, detail)
    }
    return zones
  }

  private func danglingReferences() throws -> [Dangling] {
    try connection.query("PRAGMA foreign_key_check") { row in
      Dangling(
        table: row.text(0), row: row.integer(1), target: row.text(2), foreignKey: row.integer(3))
    }
  }

  /// Removes a dangling reference to a record that is kept aside, or in a zone that was left out.
  /// Returns whether it was one of these.
  private func release(_ dangling: Dangling, _ left: Set<ZoneID>) throws -> Bool {
    let column = try connection.first(
      """
      SELECT "from" FROM pragma_foreign_key_list(?) WHERE id = ? AND coalesce("to", 'id') = 'id'
      """, .text(dangling.table), .integer(dangling.foreignKey)
    ) { $0.text(0) }
    guard let column else { return false }
    let target = try connection.first(
      "SELECT \(column) FROM \(dangling.table) WHERE rowid = ?", .integer(dangling.row)
    ) { $0.optionalText(0) }
    guard let id = target ?? nil, let (table, record) = try record(of: dangling) else {
      return false
    }
    let key = RecordKey(table.name, record)
    let isLeft = try tables.row(key).map { left.contains($0.zone) } ?? false
    guard try isLeft || tables.quarantined(RecordKey(dangling.target, id)) != nil else {
      return false
    }
    changedKeys.insert(key)
    let reference = table.references.first {
      $0.register == column && $0.target == dangling.target && $0.rule == .nullify
    }
    if reference != nil {
      try connection.execute(
        "UPDATE \(table.name) SET \(column) = NULL WHERE id = ?", .text(record))
      return true
    }
    guard let row = try tables.row(key) else { return false }
    try quarantine(
      Effect(.put, table.name, record, registers: row.registers), row.zone,
      reason: "refers to \(dangling.target)/\(id), which is not shown")
    try tables.drop(key, table, zone: row.zone, keepingUnknown: true)
    return true
  }

  /// The record to which a row belongs, as its own row or as a child row.
  private func record(of dangling: Dangling) throws -> (TableSchema, RecordID)? {
    for table in schema.tables {
      let column =
        table.name == dangling.table
        ? "id"
        : table.registers.lazy.compactMap(\.child).first { $0.table == dangling.table }?
          .parentColumn
      guard let column else { continue }
      return try connection.first(
        "SELECT \(column) FROM \(dangling.table) WHERE rowid = ?", .integer(dangling.row)
      ) { (table, $0.text(0)) }
    }
    return nil
  }

  /// The number of records in each zone that are kept aside because they do not fit this program's
  /// tables.
  public func quarantineCounts() throws -> [ZoneID: Int] {
    let rows = try connection.query(
      "SELECT zoneID, count(*) FROM syncUnknown WHERE reason <> 'unknown' GROUP BY zoneID"
    ) { ($0.text(0), Int($0.integer(1))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

extension LocalTables {
  /// Whether anything is kept aside.
  func hasQuarantined() throws -> Bool {
    try connection.first("SELECT 1 FROM syncUnknown WHERE reason <> 'unknown' LIMIT 1") { _ in
      true
    } ?? false
  }

  /// A record that is kept aside; `nil` if it is not.
  func quarantined(_ key: RecordKey) throws -> Row? {
    let found = try connection.first(
      """
      SELECT zoneID, registers FROM syncUnknown
      WHERE tableName = ? AND recordID = ? AND reason <> 'unknown'
      """, .text(key.table), .text(key.id)
    ) { ($0.text(0), $0.blob(1)) }
    guard let (zone, bytes) = found, case .map(let map) = try FieldValue(wireBytes: bytes) else {
      return nil
    }
    return Row(zone: zone, registers: map)
  }

  /// Keeps aside a record that does not fit this program's tables, with the reason.
  func quarantine(_ effect: Effect, zone: ZoneID, reason: String) throws {
    try connection.execute(
      """
      INSERT INTO syncUnknown (tableName, recordID, zoneID, registers, reason)
      VALUES (?, ?, ?, ?, ?) ON CONFLICT (tableName, recordID) DO UPDATE SET
        zoneID = excluded.zoneID, registers = excluded.registers, reason = excluded.reason
      """, .text(effect.table), .text(effect.id), .text(zone),
      .blob(FieldValue.map(effect.registers).wireBytes), .text(reason))
  }

  /// Forgets a record that was kept aside.
  func release(_ key: RecordKey) throws {
    try connection.execute(
      "DELETE FROM syncUnknown WHERE tableName = ? AND recordID = ?", .text(key.table),
      .text(key.id))
  }
}
