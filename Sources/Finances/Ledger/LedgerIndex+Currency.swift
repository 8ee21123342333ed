import Household
import SQLite
import SyncProtocol

// Another currency of the person: everything is converted anew, a part at a time.
extension LedgerIndex {
  /// How many rows are converted in one transaction.
  static let maxConvertedAtOnce = 2000

  /// Begins to convert everything if the person has another currency than before. What is changed
  /// from now on is converted at once; the rest by ``convertSome(_:)``.
  func takeCurrency() throws {
    guard let owner else { return }
    try connection.execute(
      """
      UPDATE ledgerState SET currency = ?, position = 0x7fffffffffffffff WHERE currency != ?
      """, .text(owner.currency), .text(owner.currency))
  }

  /// Tries everything again that could not be converted, as when newer rates are there.
  static func convertAgain(_ connection: Connection) throws {
    try connection.execute("UPDATE ledgerState SET position = 0x7fffffffffffffff")
  }

  /// Converts some of what is not yet in the person's currency, the latest first, in the open
  /// transaction. What ends in between goes on from there.
  ///
  /// - Returns: whether there is more to do.
  static func convertSome(_ connection: Connection) throws -> Bool {
    let position = try connection.first("SELECT position FROM ledgerState") {
      $0.optionalInteger(0)
    }
    guard let position = position ?? nil else { return false }
    var index = try LedgerIndex(connection)
    guard let owner = index.owner else { return false }
    let rows = try connection.query(
      """
      SELECT serial, zoneID, sourceID, convertedCurrency FROM ledgerRows WHERE serial < ?
        ORDER BY serial DESC LIMIT ?
      """, .integer(position), .integer(Int64(maxConvertedAtOnce))
    ) { ($0.integer(0), $0.text(1), $0.text(2), $0.optionalText(3)) }
    for (_, zone, source, currency) in rows where currency != owner.currency {
      try index.refresh(zone, source)
    }
    try index.storeSums()
    let isDone = rows.count < maxConvertedAtOnce
    try connection.execute(
      "UPDATE ledgerState SET position = ?", isDone ? .null : Value(rows.last?.0))
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
