import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let joinColumns = """
    accountID, inviteID, zoneID, kind, title, ownerName, ownerAccountName, role, expiresAt, choice,
    createdAt
    """

  /// Whether the row's account has joined with the row's invite.
  private static let isRedeemed = """
    EXISTS (SELECT 1 FROM redemptions AS r
      WHERE r.inviteID = pendingJoins.inviteID AND r.accountID = pendingJoins.accountID)
    """

  private func readJoin(_ row: Statement) throws -> KeptJoin {
    KeptJoin(
      account: row.text(0), inviteID: row.text(1), zone: row.text(2),
      kind: try choice(row.text(3)), title: row.text(4), ownerName: row.text(5),
      ownerAccountName: row.text(6), role: try choice(row.text(7)), expiresAt: row.integer(8),
      choice: row.text(9), createdAt: row.integer(10))
  }

  func pendingJoin(_ id: String, of account: AccountID) throws -> KeptJoin? {
    try connection.first(
      "SELECT \(Self.joinColumns) FROM pendingJoins WHERE accountID = ? AND id = ?",
      .text(account), .text(id), read: readJoin)
  }

  func pendingJoins(of account: AccountID) throws -> [KeptJoin] {
    try connection.query(
      """
      SELECT \(Self.joinColumns) FROM pendingJoins WHERE accountID = ? ORDER BY createdAt, id
      """, .text(account), read: readJoin)
  }

  func putPendingJoin(_ join: KeptJoin) throws {
    try connection.execute(
      """
      INSERT INTO pendingJoins (\(Self.joinColumns), id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (accountID, id) DO UPDATE SET title = excluded.title,
        ownerName = excluded.ownerName, ownerAccountName = excluded.ownerAccountName,
        role = excluded.role, choice = excluded.choice
      """,
      .text(join.account), .text(join.inviteID), .text(join.zone), .text(join.kind.rawValue),
      .text(join.title), .text(join.ownerName), .text(join.ownerAccountName),
      .text(join.role.rawValue), .integer(join.expiresAt), .text(join.choice),
      .integer(join.createdAt), .text(join.id))
  }

  func removePendingJoin(_ id: String, of account: AccountID) throws {
    try connection.execute(
      "DELETE FROM pendingJoins WHERE accountID = ? AND id = ?", .text(account), .text(id))
  }

  func trimPendingJoins(of account: AccountID, to count: Int, keeping kept: String) throws {
    try connection.execute(
      """
      DELETE FROM pendingJoins WHERE accountID = ?1 AND id IN (
        SELECT id FROM pendingJoins WHERE accountID = ?1 AND id <> ?2
        ORDER BY \(Self.isRedeemed), createdAt, id
        LIMIT max(0, (SELECT count(*) FROM pendingJoins WHERE accountID = ?1) - ?3))
      """, .text(account), .text(kept), .integer(Int64(count)))
  }

  func removePendingJoins(endedBy moment: Int64) throws {
    // For an invite that was not revoked, `min` of the two is NULL.
    try connection.execute(
      """
      DELETE FROM pendingJoins WHERE NOT \(Self.isRedeemed) AND ? >= coalesce(
        (SELECT min(expiresAt, revokedAt) FROM invites WHERE id = inviteID),
        expiresAt)
      """, .integer(moment))
  }
}
