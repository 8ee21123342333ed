import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let deletedColumns =
    "d.zoneID, d.changeSet, d.accountID, d.deletedAt, d.counts, d.isPurging"

  private func readDeletedZone(_ row: Statement) throws -> DeletedZone {
    guard let changeSet = ChangeSetID(row.text(1)) else {
      throw HubStoreError.unreadable("what deleted zone \(row.text(0))")
    }
    let counts: [String: Int]
    do {
      counts = try RecordCounts.read(Array(row.text(4).utf8))
    } catch {
      throw HubStoreError.unreadable("what was in deleted zone \(row.text(0)): \(error)")
    }
    return DeletedZone(
      zone: row.text(0), changeSet: changeSet, account: row.text(2), deletedAt: row.integer(3),
      counts: counts, isPurging: row.bool(5))
  }

  func deletedZone(_ id: ZoneID) throws -> DeletedZone? {
    try connection.first(
      "SELECT \(Self.deletedColumns) FROM deletedZones AS d WHERE zoneID = ?", .text(id),
      read: readDeletedZone)
  }

  func deletedZones(ownedBy account: AccountID) throws -> [DeletedZone] {
    try connection.query(
      """
      SELECT \(Self.deletedColumns)
      FROM grants AS g JOIN deletedZones AS d ON d.zoneID = g.zoneID
      WHERE g.accountID = ? AND g.role = 'owner' ORDER BY d.deletedAt DESC, d.zoneID
      """, .text(account), read: readDeletedZone)
  }

  func deletedZones(before moment: Int64) throws -> [ZoneID] {
    try connection.query(
      "SELECT zoneID FROM deletedZones WHERE deletedAt < ? OR isPurging = 1 ORDER BY zoneID",
      .integer(moment)
    ) { $0.text(0) }
  }

  func records(of zone: DeletedZone) throws -> [HubRecord] {
    let all = isPlanted(.restoreRevivesDeleted) ? 1 : 0
    return try connection.query(
      """
      SELECT \(Self.recordColumns) FROM records
      WHERE zoneID = ? AND isDead = 1 AND movedToZoneID IS NULL AND (diedChangeSet = ? OR ?)
      ORDER BY id
      """, .text(zone.zone), .text(zone.changeSet.description), .integer(Int64(all)),
      read: readRecord)
  }

  func liveCounts(of zone: ZoneID) throws -> [String: Int] {
    let counts = try connection.query(
      """
      SELECT tableName, count(*) FROM records
      WHERE zoneID = ? AND isDead = 0 AND tableName NOT IN \(Self.hubOwnedTables)
      GROUP BY tableName
      """, .text(zone)
    ) { ($0.text(0), Int($0.integer(1))) }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  private static let hubOwnedTables = "('participants', 'invites')"

  func putDeletedZone(_ zone: DeletedZone) throws {
    try connection.execute(
      """
      INSERT INTO deletedZones (zoneID, changeSet, accountID, deletedAt, counts, isPurging)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (zoneID) DO UPDATE SET changeSet = excluded.changeSet,
        accountID = excluded.accountID, deletedAt = excluded.deletedAt, counts = excluded.counts,
        isPurging = excluded.isPurging
      """,
      .text(zone.zone), .text(zone.changeSet.description), .text(zone.account),
      .integer(zone.deletedAt),
      .text(String(decoding: RecordCounts.wireBytes(zone.counts), as: UTF8.self)),
      Value(zone.isPurging))
  }

  func removeDeletedZone(_ id: ZoneID) throws {
    try connection.execute("DELETE FROM deletedZones WHERE zoneID = ?", .text(id))
  }

  func purgeRecords(of zone: DeletedZone, limit: Int) throws -> Bool {
    let empty = RegisterCoding.encode(Registers(), values: FieldValue.map([:]).wireBytes)
    let numbers = try connection.query(
      """
      SELECT number FROM records WHERE zoneID = ?
        AND (isDead = 0 OR content <> ? OR tableName IN \(Self.hubOwnedTables)) LIMIT ?
      """, .text(zone.zone), .blob(empty), .integer(Int64(limit))
    ) { $0.integer(0) }
    // Records that the deletion did not name died with their zone all the same.
    let diedAt = try record(RecordPlace(zone: zone.zone, id: zone.zone))?.diedAt?.time ?? .zero
    for number in numbers {
      try connection.execute("DELETE FROM recordReferences WHERE record = ?", .integer(number))
      let removed = try connection.execute(
        "DELETE FROM records WHERE number = ? AND tableName IN \(Self.hubOwnedTables)",
        .integer(number))
      if removed > 0 { continue }
      try connection.execute(
        """
        UPDATE records SET isDead = 1, diedTime = coalesce(diedTime, ?),
          diedChangeSet = coalesce(diedChangeSet, ?), content = ?
        WHERE number = ?
        """, .integer(diedAt.bits), .text(zone.changeSet.description), .blob(empty),
        .integer(number))
    }
    guard numbers.count < limit else { return false }
    try forgetPurged(zone.zone)
    return true
  }

  /// Removes everything of a zone besides its records.
  private func forgetPurged(_ zone: ZoneID) throws {
    if let found = try self.zone(zone) {
      try trimLog(of: zone, through: found.head)
      var emptied = found
      (emptied.floor, emptied.recordCount) = (found.head, 0)
      try putZone(emptied)
    }
    try connection.execute(
      """
      DELETE FROM redemptions WHERE inviteID IN (SELECT id FROM invites WHERE zoneID = ?)
      """, .text(zone))
    for table in [
      "invites", "holds", "deletedZones", "blobNames", "familyShares", "familyShareMembers",
    ] {
      try connection.execute("DELETE FROM \(table) WHERE zoneID = ?", .text(zone))
    }
  }
}
