import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let inviteColumns = """
    id, zoneID, role, createdBy, createdAt, expiresAt, maxUses, usedCount, revokedAt, tokenHash,
    codeHash, boundTo, allowsMerge
    """

  private static let inviteQuery = "SELECT \(inviteColumns) FROM invites WHERE id = ?"
  private static let zoneInvitesQuery = """
    SELECT \(inviteColumns) FROM invites WHERE zoneID = ? ORDER BY createdAt DESC, id DESC
    """

  private func readInvite(_ row: Statement) throws -> Invite {
    Invite(
      id: row.text(0), zone: row.text(1), role: try choice(row.text(2)), createdBy: row.text(3),
      createdAt: row.integer(4), expiresAt: row.integer(5), maxUses: Int(row.integer(6)),
      usedCount: Int(row.integer(7)), revokedAt: row.optionalInteger(8), tokenHash: row.text(9),
      codeHash: row.text(10), boundTo: row.optionalText(11),
      allowsMerge: row.integer(12) != 0)
  }

  func invite(_ id: String) throws -> Invite? {
    try connection.first(Self.inviteQuery, .text(id), read: readInvite)
  }

  func invite(tokenHash: String) throws -> Invite? {
    try connection.first(
      "SELECT \(Self.inviteColumns) FROM invites WHERE tokenHash = ?", .text(tokenHash),
      read: readInvite)
  }

  func invites(codeHash: String) throws -> [Invite] {
    try connection.query(
      """
      SELECT \(Self.inviteColumns) FROM invites WHERE codeHash = ?
      ORDER BY createdAt DESC, id DESC
      """, .text(codeHash), read: readInvite)
  }

  func invites(in zone: ZoneID) throws -> [Invite] {
    try connection.query(Self.zoneInvitesQuery, .text(zone), read: readInvite)
  }

  func openInvites(at moment: Int64) throws -> [Invite] {
    try connection.query(
      """
      SELECT \(Self.inviteColumns) FROM invites
      WHERE revokedAt IS NULL AND expiresAt > ? AND usedCount < maxUses ORDER BY zoneID, id
      """, .integer(moment), read: readInvite)
  }

  func hasRedeemed(_ inviteID: String, account: AccountID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM redemptions WHERE inviteID = ? AND accountID = ?", .text(inviteID),
      .text(account)
    ) { _ in true } ?? false
  }

  func putInvite(_ invite: Invite) throws {
    try connection.execute(
      """
      INSERT INTO invites (id, zoneID, role, createdBy, createdAt, expiresAt, maxUses, usedCount,
        revokedAt, tokenHash, codeHash, boundTo, allowsMerge)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET usedCount = excluded.usedCount,
        revokedAt = excluded.revokedAt
      """,
      .text(invite.id), .text(invite.zone), .text(invite.role.rawValue), .text(invite.createdBy),
      .integer(invite.createdAt), .integer(invite.expiresAt), .integer(Int64(invite.maxUses)),
      .integer(Int64(invite.usedCount)), Value(invite.revokedAt), .text(invite.tokenHash),
      .text(invite.codeHash), Value(invite.boundTo), .integer(invite.allowsMerge ? 1 : 0))
  }

  func putRedemption(of inviteID: String, by account: AccountID, at: Int64) throws {
    try connection.execute(
      """
      INSERT INTO redemptions (inviteID, accountID, redeemedAt) VALUES (?, ?, ?)
      ON CONFLICT (inviteID, accountID) DO NOTHING
      """, .text(inviteID), .text(account), .integer(at))
  }
}
