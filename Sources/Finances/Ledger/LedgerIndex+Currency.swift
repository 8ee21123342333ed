import Household
import SQLite
import SyncProtocol

// Another currency of the person, or other rates: everything is converted anew, a part at a time.
extension LedgerIndex {
  /// How many rows are converted in one transaction, and how many it looks at for that.
  static let maxConvertedAtOnce = 2000
  static let maxPassedAtOnce = 20_000

  /// Begins to convert everything if the person has another currency than before. What is changed
  /// from now on is converted at once; the rest by ``convertSome(_:_:)``.
  func takeCurrency() throws {
    guard let owner else { return }
    try connection.execute(
      """
      UPDATE ledgerState SET currency = ?, position = 0x7fffffffffffffff, passed = 0
        WHERE currency != ?
      """, .text(owner.currency), .text(owner.currency))
  }

  /// Begins to convert everything again, as when other rates are there.
  static func convertAgain(_ connection: Connection) throws {
    try connection.execute("UPDATE ledgerState SET position = 0x7fffffffffffffff, passed = 0")
  }

  /// Whether amounts may be converted by a rate that a group has entered or removed.
  func concerns(rate id: RecordID) throws -> Bool {
    guard let owner else { return false }
    guard let rate = try ManualRate.find(id, in: connection) else { return true }
    // Also one that leads through the group's currency.
    return try connection.first(
      """
      SELECT 1 FROM ledgerMembers AS m JOIN groups AS g ON g.id = m.groupID
        WHERE m.groupID = ?1 AND (?2 IN (?3, ?4) OR g.currency IN (?3, ?4))
      """, .text(rate.groupID), .text(owner.currency), .text(rate.details.fromCurrency),
      .text(rate.details.toCurrency)
    ) { _ in true } ?? false
  }

  /// Whether amounts may be converted by way of a group's currency, which may be another one now.
  func concerns(group id: ZoneID) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM manualRates
        WHERE groupID = ?1 AND ?1 IN (SELECT groupID FROM ledgerMembers) LIMIT 1
      """, .text(id)
    ) { _ in true } ?? false
  }

  /// Whether something is to be converted anew.
  static func isConverting(_ connection: Connection, _ sources: DomainSources) throws -> Bool {
    try connection.first(
      "SELECT position IS NOT NULL OR rates != ? FROM ledgerState",
      .text(sources.rates.fingerprint)
    ) { $0.bool(0) } ?? false
  }

  /// Converts some of what was converted into another currency or by other rates, the latest first,
  /// in the open transaction. What ends in between goes on from there.
  ///
  /// - Returns: whether there is more to do.
  static func convertSome(_ connection: Connection, _ sources: DomainSources) throws -> Bool {
    let rates = sources.rates.fingerprint
    try connection.execute(
      """
      UPDATE ledgerState SET rates = ?1, position = 0x7fffffffffffffff, passed = 0
        WHERE rates != ?1
      """, .text(rates))
    let position = try connection.first("SELECT position FROM ledgerState") {
      $0.optionalInteger(0)
    }
    guard let position = position ?? nil else { return false }
    var index = try LedgerIndex(connection, sources)
    guard let owner = index.owner else { return false }
    let rows = try connection.query(
      """
      SELECT serial, zoneID, sourceID, currency != ?2 OR convertedCurrency IS NOT ?2
        FROM ledgerRows WHERE serial < ?1 ORDER BY serial DESC LIMIT ?3
      """, .integer(position), .text(owner.currency), .integer(Int64(maxPassedAtOnce))
    ) { row in
      (serial: row.integer(0), row: row.bool(3) ? (row.text(1), row.text(2)) : nil)
    }
    var (passed, converted) = (0, 0)
    for (_, row) in rows {
      if let row {
        if converted == maxConvertedAtOnce { break }
        try index.refresh(row.0, row.1)
        converted += 1
      }
      passed += 1
    }
    try index.sums.store(in: connection)
    let isDone = passed == rows.count && rows.count < maxPassedAtOnce
    try connection.execute(
      """
      UPDATE ledgerState
        SET position = ?1, passed = CASE WHEN ?1 IS NULL THEN 0 ELSE passed + ?2 END
      """,
      isDone ? .null : Value(rows[passed - 1].serial), .integer(Int64(passed)))
    return !isDone
  }

  private mutating func refresh(_ zone: ZoneID, _ source: RecordID) throws {
    if zone != owner?.profile {
      try refresh(expense: source)
    } else if let note = try LedgerNote.find(source, in: connection) {
      try refresh(expense: note.expenseID)
    } else {
      try refresh(entry: source)
    }
  }
}
