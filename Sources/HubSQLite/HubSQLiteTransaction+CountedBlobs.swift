import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func hasCounted(_ blob: String, for account: AccountID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM countedBlobs WHERE hash = ? AND accountID = ?", .text(blob), .text(account)
    ) { _ in true } ?? false
  }

  func countedBytes(of account: AccountID) throws -> Int64 {
    try connection.first(
      "SELECT byteCount FROM countedBytes WHERE accountID = ?", .text(account)
    ) { $0.integer(0) } ?? 0
  }

  func count(_ blob: String, byteCount: Int64, for account: AccountID) throws {
    try connection.execute(
      "INSERT INTO countedBlobs (hash, accountID, byteCount) VALUES (?, ?, ?)", .text(blob),
      .text(account), .integer(byteCount))
    try connection.execute(
      """
      INSERT INTO countedBytes (accountID, byteCount) VALUES (?, ?)
      ON CONFLICT (accountID) DO UPDATE SET byteCount = byteCount + excluded.byteCount
      """, .text(account), .integer(byteCount))
  }

  func uncount(_ blob: String, for account: AccountID) throws {
    try connection.execute(
      """
      UPDATE countedBytes SET byteCount = byteCount - (
        SELECT byteCount FROM countedBlobs WHERE hash = ?1 AND accountID = ?2)
      WHERE accountID = ?2 AND EXISTS (
        SELECT 1 FROM countedBlobs WHERE hash = ?1 AND accountID = ?2)
      """, .text(blob), .text(account))
    try connection.execute(
      "DELETE FROM countedBlobs WHERE hash = ? AND accountID = ?", .text(blob), .text(account))
  }

  func uncount(_ blob: String) throws {
    let accounts = try connection.query(
      "SELECT accountID FROM countedBlobs WHERE hash = ?", .text(blob)
    ) { $0.text(0) }
    for account in accounts { try uncount(blob, for: account) }
  }
}
