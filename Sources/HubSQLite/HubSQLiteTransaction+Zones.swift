import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let zoneColumns =
    "zones.id, kind, head, floor, isAlive, mergedInto, recordCount, clock"

  private func readZone(_ row: Statement, at first: Int32 = 0) throws -> HubZone {
    HubZone(
      id: row.text(first), kind: try choice(row.text(first + 1)), head: row.integer(first + 2),
      floor: row.integer(first + 3), isAlive: row.bool(first + 4),
      mergedInto: row.optionalText(first + 5), recordCount: Int(row.integer(first + 6)),
      clock: HybridTime(bits: row.integer(first + 7)))
  }

  func zone(_ id: ZoneID) throws -> HubZone? {
    if let known = cache.zones[id] { return known }
    let zone = try connection.first(Self.zoneQuery, .text(id)) { try readZone($0) }
    cache.zones[id] = .some(zone)
    return zone
  }

  private static let zoneQuery = "SELECT \(zoneColumns) FROM zones WHERE id = ?"

  func access(of account: AccountID, to zones: [ZoneID]) throws -> [ZoneAccess] {
    try zones.compactMap { id in
      guard let zone = try zone(id) else { return nil }
      return ZoneAccess(
        zone: zone, grant: try grant(in: id, for: account), hold: try hold(on: id))
    }
  }

  func putZones(_ zones: [HubZone]) throws {
    for zone in zones { try putZone(zone) }
  }

  private func putZone(_ zone: HubZone) throws {
    cache.zones[zone.id] = nil
    let content: [Value] = [
      .integer(zone.head), .integer(zone.floor), Value(zone.isAlive), Value(zone.mergedInto),
      .integer(Int64(zone.recordCount)), .integer(zone.clock.bits), .text(zone.id),
    ]
    // Each change set increments a head. An update touches neither the kind, which never changes,
    // nor the id, and so avoids the checks of both.
    let updated = try connection.execute(
      """
      UPDATE zones SET head = ?, floor = ?, isAlive = ?, mergedInto = ?, recordCount = ?,
        clock = ?
      WHERE id = ?
      """, content)
    if updated == 0 {
      try connection.execute(
        """
        INSERT INTO zones (head, floor, isAlive, mergedInto, recordCount, clock, id, kind)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, content + [.text(zone.kind.rawValue)])
    }
    cache.zones[zone.id] = zone
  }

  private static let grantColumns = "zoneID, accountID, role, grantID, inviteID, since"

  private func readGrant(_ row: Statement) throws -> HubGrant {
    HubGrant(
      zone: row.text(0), account: row.text(1), role: try choice(row.text(2)),
      grantID: row.text(3), inviteID: row.optionalText(4), since: row.integer(5))
  }

  func grant(in zone: ZoneID, for account: AccountID) throws -> HubGrant? {
    if let known = cache.grants[zone]?[account] { return known }
    let grant = try connection.first(
      Self.grantQuery, .text(zone), .text(account), read: readGrant)
    cache.grants[zone, default: [:]][account] = .some(grant)
    return grant
  }

  private static let grantQuery =
    "SELECT \(grantColumns) FROM grants WHERE zoneID = ? AND accountID = ?"

  private static let grantsQuery =
    "SELECT \(grantColumns) FROM grants WHERE zoneID = ? ORDER BY accountID"
  private static let membershipsQuery = """
    SELECT \(grantColumns), \(zoneColumns)
    FROM grants JOIN zones ON zones.id = grants.zoneID
    WHERE accountID = ? AND isAlive = 1 ORDER BY zoneID
    """

  func grants(in zone: ZoneID) throws -> [HubGrant] {
    try connection.query(Self.grantsQuery, .text(zone), read: readGrant)
  }

  func owner(ofZone zone: ZoneID) throws -> AccountID? {
    try connection.first(
      "SELECT accountID FROM grants WHERE zoneID = ? AND role = 'owner'", .text(zone)
    ) { $0.text(0) }
  }

  func ownedRecordCounts(of accounts: [AccountID]) throws -> [AccountID: Int] {
    try accounts.reduce(into: [:]) { counts, account in
      let count = try connection.first(
        """
        SELECT sum(recordCount) FROM grants JOIN zones ON zones.id = grants.zoneID
        WHERE accountID = ? AND role = 'owner' AND isAlive = 1
        """, .text(account)
      ) { $0.optionalInteger(0) }
      counts[account] = Int((count ?? nil) ?? 0)
    }
  }

  func latestTime() throws -> HybridTime {
    let latest = try connection.first("SELECT max(clock) FROM zones") { $0.optionalInteger(0) }
    return max(HybridTime(bits: (latest ?? nil) ?? 0), try state().clock)
  }

  func latestTime(seenBy account: AccountID) throws -> HybridTime {
    let latest = try connection.first(
      """
      SELECT max(clock) FROM grants JOIN zones ON zones.id = grants.zoneID
      WHERE accountID = ? AND isAlive = 1
      """, .text(account)
    ) { $0.optionalInteger(0) }
    return HybridTime(bits: (latest ?? nil) ?? 0)
  }

  func memberships(of account: AccountID) throws -> [(grant: HubGrant, zone: HubZone)] {
    try connection.query(Self.membershipsQuery, .text(account)) {
      (try readGrant($0), try readZone($0, at: 6))
    }
  }

  func putGrant(_ grant: HubGrant) throws {
    cache.grants[grant.zone] = nil
    try connection.execute(
      """
      INSERT INTO grants (zoneID, accountID, role, grantID, inviteID, since)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (zoneID, accountID) DO UPDATE SET role = excluded.role,
        grantID = excluded.grantID, inviteID = excluded.inviteID, since = excluded.since
      """,
      .text(grant.zone), .text(grant.account), .text(grant.role.rawValue), .text(grant.grantID),
      Value(grant.inviteID), .integer(grant.since))
  }

  func removeGrant(in zone: ZoneID, for account: AccountID) throws {
    cache.grants[zone] = nil
    try connection.execute(
      "DELETE FROM grants WHERE zoneID = ? AND accountID = ?", .text(zone), .text(account))
  }

  func accountSequence(of account: AccountID) throws -> Int64 {
    try connection.first(
      "SELECT sequence FROM accountSequences WHERE accountID = ?", .text(account)
    ) { $0.integer(0) } ?? 0
  }

  func touchAccount(_ account: AccountID) throws {
    try connection.execute(
      """
      INSERT INTO accountSequences (accountID, sequence) VALUES (?, 1)
      ON CONFLICT (accountID) DO UPDATE SET sequence = sequence + 1
      """, .text(account))
  }

  func hold(on zone: ZoneID) throws -> Hold? {
    try connection.first(
      """
      SELECT replica, accountID, since, until, nextReplica, nextUntil FROM holds WHERE zoneID = ?
      """, .text(zone)
    ) {
      Hold(
        replica: $0.text(0), account: $0.text(1), since: $0.integer(2), until: $0.integer(3),
        next: $0.optionalText(4), nextUntil: $0.integer(5))
    }
  }

  func putHold(_ hold: Hold, on zone: ZoneID) throws {
    try connection.execute(
      """
      INSERT INTO holds (zoneID, replica, accountID, since, until, nextReplica, nextUntil)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (zoneID) DO UPDATE SET replica = excluded.replica,
        accountID = excluded.accountID, since = excluded.since, until = excluded.until,
        nextReplica = excluded.nextReplica, nextUntil = excluded.nextUntil
      """, .text(zone), .text(hold.replica), .text(hold.account), .integer(hold.since),
      .integer(hold.until), Value(hold.next), .integer(hold.nextUntil))
  }
}
