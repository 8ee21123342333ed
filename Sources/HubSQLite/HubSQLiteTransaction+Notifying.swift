import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let addressColumns =
    "accountID, address, addedAt, confirmedAt, confirmHash, stopSecret"
  private static let mailColumns = """
    id, accountID, address, subject, body, stopLink, createdAt, nextAt, attempts, state, problem
    """

  private func readAddress(_ row: Statement) -> MailAddress {
    MailAddress(
      account: row.text(0), address: row.text(1), addedAt: row.integer(2),
      confirmedAt: row.optionalInteger(3), confirmHash: row.optionalText(4),
      stopSecret: row.text(5))
  }

  private func address(where condition: String, _ value: String) throws -> MailAddress? {
    try connection.first(
      "SELECT \(Self.addressColumns) FROM mailAddresses WHERE \(condition) = ?", .text(value),
      read: readAddress)
  }

  func switches(of account: AccountID) throws -> [String: Bool] {
    let found = try connection.query(
      "SELECT name, isOn FROM switches WHERE accountID = ?", .text(account)
    ) { ($0.text(0), $0.integer(1) == 1) }
    return found.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  func told(of account: AccountID) throws -> [Told] {
    try connection.query(
      "SELECT id, at, isSeen, isMailed FROM told WHERE accountID = ?", .text(account)
    ) {
      Told(
        id: $0.text(0), at: $0.integer(1), isSeen: $0.integer(2) == 1,
        isMailed: $0.integer(3) == 1)
    }
  }

  func mailAddress(of account: AccountID) throws -> MailAddress? {
    try address(where: "accountID", account)
  }

  func mailAddress(confirmHash: String) throws -> MailAddress? {
    try address(where: "confirmHash", confirmHash)
  }

  func mailAddress(stopSecret: String) throws -> MailAddress? {
    try address(where: "stopSecret", stopSecret)
  }

  func mailAddresses(after account: AccountID?, limit: Int) throws -> [MailAddress] {
    try connection.query(
      """
      SELECT \(Self.addressColumns) FROM mailAddresses
        WHERE accountID > ? AND confirmedAt IS NOT NULL ORDER BY accountID LIMIT ?
      """, .text(account ?? ""), .integer(Int64(limit)), read: readAddress)
  }

  func dueMail(now: Int64, limit: Int) throws -> [QueuedMail] {
    try connection.query(
      """
      SELECT \(Self.mailColumns) FROM mails
        WHERE state = 'waiting' AND nextAt <= ? ORDER BY nextAt, id LIMIT ?
      """, .integer(now), .integer(Int64(limit))
    ) { row in
      QueuedMail(
        id: row.text(0), account: row.text(1), address: row.text(2), subject: row.text(3),
        body: row.text(4), stopLink: row.text(5), createdAt: row.integer(6),
        nextAt: row.integer(7), attempts: Int(row.integer(8)), state: try choice(row.text(9)),
        problem: row.text(10))
    }
  }

  func mailCount(of account: AccountID, since: Int64) throws -> Int {
    let count = try connection.first(
      "SELECT count(*) FROM mails WHERE accountID = ? AND createdAt >= ?", .text(account),
      .integer(since)
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  func mailState() throws -> MailState {
    let counts = try connection.query("SELECT state, count(*) FROM mails GROUP BY state") {
      ($0.text(0), Int($0.integer(1)))
    }.reduce(into: [String: Int]()) { $0[$1.0] = $1.1 }
    let problem = try connection.first(
      "SELECT problem FROM mails WHERE problem <> '' ORDER BY createdAt DESC, id LIMIT 1"
    ) { $0.text(0) }
    let sentAt = try connection.first("SELECT max(nextAt) FROM mails WHERE state = 'sent'") {
      $0.optionalInteger(0)
    }
    // It was tried as long ago as it then waits.
    let failedAt = try connection.query(
      "SELECT attempts, max(nextAt) FROM mails WHERE problem <> '' GROUP BY attempts"
    ) { $0.integer(1) - QueuedMail.waitMilliseconds(after: Int($0.integer(0))) }
    return MailState(
      waiting: counts["waiting"] ?? 0, sent: counts["sent"] ?? 0, failed: counts["failed"] ?? 0,
      problem: problem ?? "", lastSentAt: sentAt ?? nil, lastFailedAt: failedAt.max())
  }

  func putSwitch(_ name: String, _ isOn: Bool, of account: AccountID) throws {
    try connection.execute(
      """
      INSERT INTO switches (accountID, name, isOn) VALUES (?, ?, ?)
      ON CONFLICT (accountID, name) DO UPDATE SET isOn = excluded.isOn
      """, .text(account), .text(name), .integer(isOn ? 1 : 0))
  }

  func putTold(_ told: [Told], of account: AccountID) throws {
    for each in told {
      try connection.execute(
        """
        INSERT INTO told (accountID, id, at, isSeen, isMailed) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (accountID, id) DO UPDATE SET isSeen = max(isSeen, excluded.isSeen),
          isMailed = max(isMailed, excluded.isMailed)
        """, .text(account), .text(each.id), .integer(each.at), .integer(each.isSeen ? 1 : 0),
        .integer(each.isMailed ? 1 : 0))
    }
    try connection.execute(
      """
      DELETE FROM told WHERE accountID = ?1 AND id IN (
        SELECT id FROM told WHERE accountID = ?1 ORDER BY at DESC, id LIMIT -1 OFFSET ?2)
      """, .text(account), .integer(Int64(Told.maxPerAccount)))
  }

  func putMailAddress(_ address: MailAddress) throws {
    try connection.execute(
      """
      INSERT INTO mailAddresses (\(Self.addressColumns)) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (accountID) DO UPDATE SET address = excluded.address,
        addedAt = excluded.addedAt, confirmedAt = excluded.confirmedAt,
        confirmHash = excluded.confirmHash, stopSecret = excluded.stopSecret
      """, .text(address.account), .text(address.address), .integer(address.addedAt),
      Value(address.confirmedAt), Value(address.confirmHash), .text(address.stopSecret))
  }

  func removeMailAddress(of account: AccountID) throws {
    // They count towards the mails of a day all the same.
    try connection.execute(
      "UPDATE mails SET state = 'failed', body = '' WHERE accountID = ? AND state = 'waiting'",
      .text(account))
    try connection.execute("DELETE FROM mailAddresses WHERE accountID = ?", .text(account))
  }

  func putMail(_ mail: QueuedMail) throws {
    try connection.execute(
      """
      INSERT INTO mails (\(Self.mailColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET body = excluded.body, nextAt = excluded.nextAt,
        attempts = excluded.attempts, state = excluded.state, problem = excluded.problem
      """, .text(mail.id), .text(mail.account), .text(mail.address), .text(mail.subject),
      .text(mail.body), .text(mail.stopLink), .integer(mail.createdAt), .integer(mail.nextAt),
      .integer(Int64(mail.attempts)), .text(mail.state.rawValue), .text(mail.problem))
  }

  func trimMail(before: Int64) throws {
    try connection.execute(
      "DELETE FROM mails WHERE createdAt < ? AND state <> 'waiting'", .integer(before))
  }
}
