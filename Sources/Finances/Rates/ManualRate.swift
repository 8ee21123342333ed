import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// A rate that somebody has entered for a group: from its day on it goes before the bank's.
package struct ManualRate: Record, Identifiable {
  package let id: RecordID
  package let groupID: ZoneID
  package var details: ManualRateDetails
  /// The account that entered it last.
  package var enteredBy: AccountID

  package static let maxPerGroup = 1000

  package static let sql = RecordSQL(
    "manualRates", ["id", "groupID"] + ManualRateDetails.fields.columns() + ["enteredBy"])

  package var values: [Value] {
    [.text(id), .text(groupID)] + ManualRateDetails.fields.values(of: details)
      + [.text(enteredBy)]
  }

  package init(id: RecordID, groupID: ZoneID, details: ManualRateDetails, enteredBy: AccountID) {
    (self.id, self.groupID, self.details) = (id, groupID, details)
    self.enteredBy = enteredBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    details = ManualRateDetails(from: row.text(), to: row.text(), day: nil, rate: "")
    details.day = row.optionalText()
    details.rate = row.text()
    enteredBy = row.text()
  }

  /// The id follows from what it is a rate of, so that two people who enter one write one row.
  package static func id(
    _ from: String, _ to: String, on day: String, in group: ZoneID
  ) -> RecordID {
    UUIDs.beside(group, "rate \(from) \(to) \(day)")
  }

  /// The rates of a group, the latest day first.
  package static func of(_ group: ZoneID, in connection: Connection) throws -> [ManualRate] {
    try all(
      where: "groupID = ? ORDER BY day DESC, fromCurrency, toCurrency, id LIMIT ?",
      [.text(group), .integer(Int64(maxPerGroup))], in: connection)
  }

  /// The latest rate between two currencies up to a day, in whichever direction it was entered; of
  /// two of one day the one that needs no turning.
  package static func find(
    from: String, to: String, in group: ZoneID, on day: CalendarDay, _ connection: Connection
  ) throws -> (rate: ExchangeRate, stored: ManualRate)? {
    let stored = try all(
      where: """
        groupID = ?1 AND day <= ?4
            AND (fromCurrency = ?2 AND toCurrency = ?3 OR fromCurrency = ?3 AND toCurrency = ?2)
          ORDER BY day DESC, fromCurrency != ?2 LIMIT 1
        """, [.text(group), .text(from), .text(to), .text(day.text)], in: connection
    ).first
    guard let stored, let number = stored.details.number else { return nil }
    let isTurned = stored.details.fromCurrency != from
    guard let rate = isTurned ? ExchangeRate(.one, per: number) : ExchangeRate(number) else {
      return nil
    }
    return (rate, stored)
  }
}

/// The details of a rate that people enter.
package struct ManualRateDetails: Equatable, Sendable {
  /// ISO 4217.
  package var fromCurrency: String
  package var toCurrency: String
  /// `YYYY-MM-DD`, the first day for which it is.
  package var day: String?
  /// How many units of the second currency one unit of the first is worth, as a decimal number.
  package var rate: String

  package init(from: String, to: String, day: String?, rate: String) {
    (fromCurrency, toCurrency, self.day, self.rate) = (from, to, day, rate)
  }

  /// `nil` for a text that is no number above zero.
  package var number: ExactDecimal? {
    // Other programs may have written anything.
    guard let number = try? ExactDecimal(rate), number.digits > 0,
      number.digits < ManualRate.limit
    else { return nil }
    return number
  }

  /// A rate as people write it: with a comma before the decimals, too; groups are not told apart
  /// from these.
  package static func rate(typed text: String) -> String {
    let line = InputText.line(text)
    let isDecimal = !line.contains(".") && line.count(where: { $0 == "," }) == 1
    return isDecimal ? line.replacing(",", with: ".") : line
  }

  /// In the order in which a row is read.
  package static let fields: [RecordField<ManualRateDetails>] = [
    .line(
      "fromCurrency", \.fromCurrency, "The currency of which one unit is worth it.",
      limit: .currency, example: "VND"),
    .line(
      "toCurrency", \.toCurrency, "The currency in which it is worth it.", limit: .currency,
      example: "EUR"),
    .day("day", \.day, "The first day for which it is."),
    .line(
      "rate", \.rate, "How much one unit is worth, as a decimal number.", limit: .choice,
      example: "0.0000362"),
  ]
}

extension ManualRate {
  static let limit: Int64 = 1_000_000_000_000

  static let schema = TableSchema(
    "manualRates", in: [.group], zoneColumn: "groupID",
    registers: ManualRateDetails.fields.registers() + [.text("enteredBy", .id)],
    hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE manualRates (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      fromCurrency TEXT NOT NULL DEFAULT '',
      toCurrency TEXT NOT NULL DEFAULT '',
      day TEXT CHECK (\(SQLShape.date("day"))),
      rate TEXT NOT NULL DEFAULT '',
      enteredBy TEXT NOT NULL
    ) STRICT;
    -- The latest rate of two currencies.
    CREATE INDEX manualRatesByDay ON manualRates(groupID, day DESC);
    """
}

/// Enters a rate for a group. One of the same currencies and day takes the other's place.
package struct SetRate: Sendable {
  package var groupID: ZoneID
  package var details: ManualRateDetails

  package init(groupID: ZoneID, _ details: ManualRateDetails) {
    self.groupID = groupID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ManualRate {
    try transaction.requireWritable(group: groupID)
    let connection = transaction.connection
    let details = try checked()
    let id = ManualRate.id(
      details.fromCurrency, details.toCurrency, on: details.day ?? "", in: groupID)
    let rate = ManualRate(
      id: id, groupID: groupID, details: details, enteredBy: transaction.accountID)
    if let old = try ManualRate.find(id, in: connection) {
      try rate.update(from: old, in: connection)
      return rate
    }
    if try ManualRate.of(groupID, in: connection).count >= ManualRate.maxPerGroup {
      throw FinanceFailure.invalid([
        InputProblem(field: .rate, reason: .tooMany(max: ManualRate.maxPerGroup))
      ])
    }
    try rate.insert(in: connection)
    return rate
  }

  private func checked() throws -> ManualRateDetails {
    var check = InputCheck()
    var details = check.clean(details, ManualRateDetails.fields)
    details.fromCurrency = details.fromCurrency.uppercased()
    details.toCurrency = details.toCurrency.uppercased()
    for (code, field) in [
      (details.fromCurrency, InputField.fromCurrency), (details.toCurrency, .toCurrency),
    ] where Currency(code: code) == nil {
      check.fail(field, code.isEmpty ? .missing : .unknownCurrency)
    }
    if details.fromCurrency == details.toCurrency, Currency(code: details.toCurrency) != nil {
      check.fail(.toCurrency, .sameCurrency)
    }
    if details.day == nil { check.fail(.day, .missing) }
    if details.number == nil, !check.problems.contains(where: { $0.field == .rate }) {
      check.fail(
        .rate, details.rate.isEmpty ? .missing : .notARate(limit: ManualRate.limit))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    return details
  }
}

/// Removes a rate of a group; the bank's are used again.
package struct RemoveRate: Sendable {
  package var rateID: RecordID

  package init(rateID: RecordID) { self.rateID = rateID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ManualRate {
    guard let rate = try ManualRate.find(rateID, in: transaction.connection) else {
      throw FinanceFailure.rateNotFound
    }
    try transaction.requireWritable(group: rate.groupID)
    try rate.delete(in: transaction.connection)
    return rate
  }
}

/// Restores a rate that was removed, as it was. Throws `alreadyThere` where somebody has entered one
/// of the same currencies and day since.
package struct RestoreRate: Sendable {
  package var rate: ManualRate

  package init(_ rate: ManualRate) { self.rate = rate }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ManualRate {
    guard try ManualRate.find(rate.id, in: transaction.connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    return try SetRate(groupID: rate.groupID, rate.details)(transaction)
  }
}

extension InputField {
  package static let rate = InputField("rate")
  package static let fromCurrency = InputField("fromCurrency")
  package static let toCurrency = InputField("toCurrency")
}
