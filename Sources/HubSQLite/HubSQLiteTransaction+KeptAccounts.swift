import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let keptColumns = "accountID, zoneID, createdAt"

  private func readKept(_ row: Statement) -> KeptAccount {
    KeptAccount(account: row.text(0), zone: row.text(1), createdAt: row.integer(2))
  }

  private static let admissionColumns = "accountID, codeHash, createdBy, expiresAt"

  private func readAdmission(_ row: Statement) -> Admission {
    Admission(
      account: row.text(0), codeHash: row.text(1), createdBy: row.text(2), expiresAt: row.integer(3)
    )
  }

  func keptAccount(_ account: AccountID) throws -> KeptAccount? {
    try connection.first(
      "SELECT \(Self.keptColumns) FROM keptAccounts WHERE accountID = ?", .text(account),
      read: readKept)
  }

  func keptAccounts(in zone: ZoneID) throws -> [KeptAccount] {
    try connection.query(
      "SELECT \(Self.keptColumns) FROM keptAccounts WHERE zoneID = ? ORDER BY accountID",
      .text(zone), read: readKept)
  }

  func admission(codeHash: String) throws -> Admission? {
    try connection.first(
      "SELECT \(Self.admissionColumns) FROM admissions WHERE codeHash = ?", .text(codeHash),
      read: readAdmission)
  }

  func openAdmissions(at moment: Int64) throws -> [Admission] {
    try connection.query(
      "SELECT \(Self.admissionColumns) FROM admissions WHERE expiresAt > ? ORDER BY accountID",
      .integer(moment), read: readAdmission)
  }

  func putKeptAccount(_ kept: KeptAccount) throws {
    try connection.execute(
      """
      INSERT INTO keptAccounts (\(Self.keptColumns)) VALUES (?, ?, ?)
      ON CONFLICT (accountID) DO UPDATE SET zoneID = excluded.zoneID
      """, .text(kept.account), .text(kept.zone), .integer(kept.createdAt))
  }

  func keptAccountsMade(in zone: ZoneID, by maker: AccountID, since: Int64) throws -> Int {
    let count = try connection.first(
      """
      SELECT count(*) FROM keptAccountsMade WHERE (zoneID = ? OR makerID = ?) AND madeAt >= ?
      """, .text(zone), .text(maker), .integer(since)
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  func noteKeptAccountMade(
    _ account: AccountID, in zone: ZoneID, by maker: AccountID, at moment: Int64,
    forgetting before: Int64
  ) throws {
    try connection.execute("DELETE FROM keptAccountsMade WHERE madeAt < ?", .integer(before))
    try connection.execute(
      "INSERT INTO keptAccountsMade (accountID, zoneID, makerID, madeAt) VALUES (?, ?, ?, ?)",
      .text(account), .text(zone), .text(maker), .integer(moment))
  }

  func removeKeptAccount(_ account: AccountID) throws {
    try connection.execute("DELETE FROM keptAccounts WHERE accountID = ?", .text(account))
    try removeAdmission(of: account)
  }

  func putAdmission(_ admission: Admission) throws {
    try connection.execute(
      """
      INSERT INTO admissions (\(Self.admissionColumns)) VALUES (?, ?, ?, ?)
      ON CONFLICT (accountID) DO UPDATE SET codeHash = excluded.codeHash,
        createdBy = excluded.createdBy, expiresAt = excluded.expiresAt
      """, .text(admission.account), .text(admission.codeHash), .text(admission.createdBy),
      .integer(admission.expiresAt))
  }

  func removeAdmission(of account: AccountID) throws {
    try connection.execute("DELETE FROM admissions WHERE accountID = ?", .text(account))
  }
}
