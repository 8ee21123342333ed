import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let feedColumns = "accountID, secretHash, createdAt, lastUsedAt"

  private func readFeed(_ row: Statement) -> CalendarFeed {
    CalendarFeed(
      account: row.text(0), secretHash: row.text(1), createdAt: row.integer(2),
      lastUsedAt: row.optionalInteger(3))
  }

  func calendarFeed(secretHash: String) throws -> CalendarFeed? {
    try connection.first(
      "SELECT \(Self.feedColumns) FROM calendarFeeds WHERE secretHash = ?", .text(secretHash),
      read: readFeed)
  }

  func calendarFeed(of account: AccountID) throws -> CalendarFeed? {
    try connection.first(
      "SELECT \(Self.feedColumns) FROM calendarFeeds WHERE accountID = ?", .text(account),
      read: readFeed)
  }

  func putCalendarFeed(_ feed: CalendarFeed) throws {
    try connection.execute(
      """
      INSERT INTO calendarFeeds (\(Self.feedColumns)) VALUES (?, ?, ?, ?)
      ON CONFLICT (accountID) DO UPDATE SET secretHash = excluded.secretHash,
        createdAt = excluded.createdAt, lastUsedAt = excluded.lastUsedAt
      """, .text(feed.account), .text(feed.secretHash), .integer(feed.createdAt),
      Value(feed.lastUsedAt))
  }

  func removeCalendarFeed(of account: AccountID) throws {
    try connection.execute("DELETE FROM calendarFeeds WHERE accountID = ?", .text(account))
  }
}
