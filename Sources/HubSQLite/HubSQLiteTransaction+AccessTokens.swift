import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let tokenColumns =
    "id, accountID, name, secretHash, scope, homeID, createdAt, lastUsedAt, expiresAt, mayShare"

  private func readToken(_ row: Statement) throws -> AccessToken {
    let scope: AccessToken.Scope = try choice(row.text(4))
    return AccessToken(
      id: row.text(0), account: row.text(1), name: row.text(2), secretHash: row.text(3),
      scope: row.integer(9) == 1 ? .sharing : scope, home: row.optionalText(5),
      createdAt: row.integer(6),
      lastUsedAt: row.optionalInteger(7), expiresAt: row.optionalInteger(8))
  }

  func accessToken(secretHash: String) throws -> AccessToken? {
    try connection.first(
      "SELECT \(Self.tokenColumns) FROM accessTokens WHERE secretHash = ?", .text(secretHash),
      read: readToken)
  }

  func accessTokens(of account: AccountID) throws -> [AccessToken] {
    try connection.query(
      """
      SELECT \(Self.tokenColumns) FROM accessTokens WHERE accountID = ?
      ORDER BY createdAt DESC, id DESC
      """, .text(account), read: readToken)
  }

  func putAccessToken(_ token: AccessToken) throws {
    try connection.execute(
      """
      INSERT INTO accessTokens (\(Self.tokenColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET lastUsedAt = excluded.lastUsedAt
      """,
      .text(token.id), .text(token.account), .text(token.name), .text(token.secretHash),
      // The column allows only `read` and `write`.
      .text((token.scope == .read ? .read : AccessToken.Scope.write).rawValue), Value(token.home),
      .integer(token.createdAt),
      Value(token.lastUsedAt), Value(token.expiresAt), .integer(token.scope == .sharing ? 1 : 0))
  }

  func removeAccessToken(_ id: String) throws {
    try connection.execute("DELETE FROM accessTokens WHERE id = ?", .text(id))
  }

  func removeAccessTokens(of account: AccountID) throws {
    try connection.execute("DELETE FROM accessTokens WHERE accountID = ?", .text(account))
  }
}

extension HubSQLiteTransaction {
  func keptAnswer(keyHash: String, of account: AccountID) throws -> KeptAnswer? {
    try connection.first(
      """
      SELECT requestHash, run, startedAt, status, location, body FROM keptAnswers
      WHERE accountID = ? AND keyHash = ?
      """, .text(account), .text(keyHash)
    ) { row in
      let content = row.optionalInteger(3).map {
        KeptAnswer.Content(status: Int($0), location: row.text(4), body: row.blob(5))
      }
      return KeptAnswer(
        account: account, keyHash: keyHash, requestHash: row.text(0), run: row.text(1),
        startedAt: row.integer(2), content: content)
    }
  }

  func putKeptAnswer(_ answer: KeptAnswer) throws {
    try connection.execute(
      """
      INSERT INTO keptAnswers
        (accountID, keyHash, requestHash, run, startedAt, status, location, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (accountID, keyHash) DO UPDATE SET status = excluded.status,
        location = excluded.location, body = excluded.body
      """,
      .text(answer.account), .text(answer.keyHash), .text(answer.requestHash), .text(answer.run),
      .integer(answer.startedAt), Value(answer.content.map { Int64($0.status) }),
      .text(answer.content?.location ?? ""), .blob(answer.content?.body ?? []))
  }

  func removeKeptAnswer(keyHash: String, of account: AccountID) throws {
    try connection.execute(
      "DELETE FROM keptAnswers WHERE accountID = ? AND keyHash = ?", .text(account),
      .text(keyHash))
  }

  func removeKeptAnswers(before oldest: Int64) throws {
    try connection.execute("DELETE FROM keptAnswers WHERE startedAt < ?", .integer(oldest))
  }

  func trimKeptAnswers(of account: AccountID, maxCount: Int, maxBytes: Int) throws {
    try connection.execute(
      """
      DELETE FROM keptAnswers WHERE accountID = ?1 AND keyHash IN (
        SELECT keyHash FROM (
          SELECT keyHash, row_number() OVER newest AS number,
            sum(length(body)) OVER newest AS bytes
          FROM keptAnswers WHERE accountID = ?1
          WINDOW newest AS (ORDER BY startedAt DESC, keyHash))
        WHERE number > ?2 OR bytes > ?3)
      """, .text(account), .integer(Int64(maxCount)), .integer(Int64(maxBytes)))
  }
}
