import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func notices(of account: AccountID) throws -> [AccountNotice] {
    try connection.query(
      """
      SELECT id, kind, zoneID, title, person, personID, at FROM notices WHERE accountID = ?
      ORDER BY at DESC, id
      """, .text(account)
    ) { row in
      AccountNotice(
        id: row.text(0), kind: try choice(row.text(1)), zone: row.text(2), title: row.text(3),
        person: row.text(4), personID: row.text(5), at: row.integer(6))
    }
  }

  func putNotice(_ notice: AccountNotice, for account: AccountID) throws {
    try connection.execute(
      """
      INSERT INTO notices (id, accountID, kind, zoneID, title, person, personID, at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (accountID, id) DO NOTHING
      """,
      .text(notice.id), .text(account), .text(notice.kind.rawValue), .text(notice.zone),
      .text(notice.title), .text(notice.person), .text(notice.personID), .integer(notice.at))
  }

  func removeNotice(_ id: String, of account: AccountID) throws {
    try connection.execute(
      "DELETE FROM notices WHERE accountID = ? AND id = ?", .text(account), .text(id))
  }

  func trimNotices(of account: AccountID, to count: Int) throws {
    try connection.execute(
      """
      DELETE FROM notices WHERE accountID = ?1 AND id NOT IN (
        SELECT id FROM notices WHERE accountID = ?1 ORDER BY at DESC, id LIMIT ?2)
      """, .text(account), .integer(Int64(count)))
  }
}
