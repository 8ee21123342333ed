import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let accountColumns = """
    id, name, nameKey, displayName, passwordHash, isAdministrator, isDisabled, createdAt,
    personalZoneID
    """

  private func readAccount(_ row: Statement) -> Account {
    Account(
      id: row.text(0), name: row.text(1), nameKey: row.text(2), displayName: row.text(3),
      passwordHash: row.text(4), isAdministrator: row.bool(5), isDisabled: row.bool(6),
      createdAt: row.integer(7), personalZone: row.text(8))
  }

  func account(_ id: AccountID) throws -> Account? {
    try connection.first(
      "SELECT \(Self.accountColumns) FROM accounts WHERE id = ?", .text(id), read: readAccount)
  }

  func account(named nameKey: String) throws -> Account? {
    try connection.first(
      "SELECT \(Self.accountColumns) FROM accounts WHERE nameKey = ?", .text(nameKey),
      read: readAccount)
  }

  func accountCount() throws -> Int {
    Int(try connection.first("SELECT count(*) FROM accounts") { $0.integer(0) } ?? 0)
  }

  func accounts(after: String?, limit: Int) throws -> [Account] {
    try connection.query(
      """
      SELECT \(Self.accountColumns) FROM accounts WHERE nameKey > ? ORDER BY nameKey LIMIT ?
      """, .text(after ?? ""), .integer(Int64(limit)), read: readAccount)
  }

  func putAccount(_ account: Account) throws {
    try connection.execute(
      """
      INSERT INTO accounts (id, name, nameKey, displayName, passwordHash, isAdministrator,
        isDisabled, createdAt, personalZoneID)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, nameKey = excluded.nameKey,
        displayName = excluded.displayName, passwordHash = excluded.passwordHash,
        isAdministrator = excluded.isAdministrator, isDisabled = excluded.isDisabled,
        personalZoneID = excluded.personalZoneID
      """,
      .text(account.id), .text(account.name), .text(account.nameKey), .text(account.displayName),
      .text(account.passwordHash), Value(account.isAdministrator), Value(account.isDisabled),
      .integer(account.createdAt), .text(account.personalZone))
  }
}

extension HubSQLiteTransaction {
  private static let sessionColumns =
    "id, accountID, kind, tokenHash, label, createdAt, lastUsedAt, expiresAt, kioskID"

  private func readSession(_ row: Statement) throws -> Session {
    Session(
      id: row.text(0), account: row.text(1), kind: try choice(row.text(2)),
      tokenHash: row.text(3), label: row.text(4), createdAt: row.integer(5),
      lastUsedAt: row.integer(6), expiresAt: row.integer(7), kiosk: row.optionalText(8))
  }

  func session(tokenHash: String) throws -> Session? {
    try connection.first(
      "SELECT \(Self.sessionColumns) FROM sessions WHERE tokenHash = ?", .text(tokenHash),
      read: readSession)
  }

  func sessions(of account: AccountID) throws -> [Session] {
    try connection.query(
      """
      SELECT \(Self.sessionColumns) FROM sessions WHERE accountID = ?
      ORDER BY lastUsedAt DESC, id
      """, .text(account), read: readSession)
  }

  func putSession(_ session: Session) throws {
    try connection.execute(
      """
      INSERT INTO sessions (id, accountID, kind, tokenHash, label, createdAt, lastUsedAt,
        expiresAt, kioskID)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET tokenHash = excluded.tokenHash, label = excluded.label,
        lastUsedAt = excluded.lastUsedAt, expiresAt = excluded.expiresAt
      """,
      .text(session.id), .text(session.account), .text(session.kind.rawValue),
      .text(session.tokenHash), .text(session.label), .integer(session.createdAt),
      .integer(session.lastUsedAt), .integer(session.expiresAt), Value(session.kiosk))
  }

  func removeSession(_ id: String) throws {
    try connection.execute("DELETE FROM sessions WHERE id = ?", .text(id))
  }

  func removeSessions(of account: AccountID, except kept: String?) throws {
    try connection.execute(
      "DELETE FROM sessions WHERE accountID = ? AND id IS NOT ?", .text(account), Value(kept))
  }

  func removeExpiredSessions(now: Int64) throws {
    try connection.execute("DELETE FROM sessions WHERE expiresAt <= ?", .integer(now))
  }
}
