import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let familyShareColumns = "zoneID, familyID, parents, children, since"

  private func readFamilyShare(_ row: Statement) throws -> FamilyShare {
    FamilyShare(
      zone: row.text(0), family: row.text(1),
      roles: FamilyRoles(
        parents: try row.optionalText(2).map { try choice($0) },
        children: try row.optionalText(3).map { try choice($0) }),
      since: row.integer(4))
  }

  func familyShare(of zone: ZoneID) throws -> FamilyShare? {
    try connection.first(
      "SELECT \(Self.familyShareColumns) FROM familyShares WHERE zoneID = ?", .text(zone),
      read: readFamilyShare)
  }

  func familyShares(with family: ZoneID) throws -> [FamilyShare] {
    try connection.query(
      "SELECT \(Self.familyShareColumns) FROM familyShares WHERE familyID = ? ORDER BY zoneID",
      .text(family), read: readFamilyShare)
  }

  func familyShares() throws -> [FamilyShare] {
    try connection.query(
      "SELECT \(Self.familyShareColumns) FROM familyShares ORDER BY zoneID", [],
      read: readFamilyShare)
  }

  func familyShareMembers(of zone: ZoneID) throws -> [FamilyShareMember] {
    try connection.query(
      """
      SELECT zoneID, accountID, direct, isOut FROM familyShareMembers WHERE zoneID = ?
      ORDER BY accountID
      """, .text(zone)
    ) {
      FamilyShareMember(
        zone: $0.text(0), account: $0.text(1),
        direct: try $0.optionalText(2).map { try choice($0) },
        isOut: $0.bool(3))
    }
  }

  func putFamilyShare(_ share: FamilyShare) throws {
    try connection.execute(
      """
      INSERT INTO familyShares (\(Self.familyShareColumns)) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (zoneID) DO UPDATE SET familyID = excluded.familyID,
        parents = excluded.parents, children = excluded.children, since = excluded.since
      """, .text(share.zone), .text(share.family), Value(share.roles.parents?.rawValue),
      Value(share.roles.children?.rawValue), .integer(share.since))
  }

  func removeFamilyShare(of zone: ZoneID) throws {
    try connection.execute("DELETE FROM familyShares WHERE zoneID = ?", .text(zone))
    try connection.execute("DELETE FROM familyShareMembers WHERE zoneID = ?", .text(zone))
  }

  func putFamilyShareMember(_ member: FamilyShareMember) throws {
    try connection.execute(
      """
      INSERT INTO familyShareMembers (zoneID, accountID, direct, isOut) VALUES (?, ?, ?, ?)
      ON CONFLICT (zoneID, accountID) DO UPDATE SET direct = excluded.direct,
        isOut = excluded.isOut
      """, .text(member.zone), .text(member.account), Value(member.direct?.rawValue),
      Value(member.isOut))
  }

  func removeFamilyShareMember(_ account: AccountID, of zone: ZoneID) throws {
    try connection.execute(
      "DELETE FROM familyShareMembers WHERE zoneID = ? AND accountID = ?", .text(zone),
      .text(account))
  }
}
