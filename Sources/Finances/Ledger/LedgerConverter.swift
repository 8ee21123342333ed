import Rates
import SQLite
import Splitting
import SyncProtocol
import Values

/// What amounts are in a person's currency, by the rates of their days (D-MIR-9): those that their
/// group has entered, and else the bank's.
struct LedgerConverter {
  private struct Key: Hashable {
    var group: ZoneID?
    var currency: String
    var day: String
  }

  let target: Currency?
  private let rates: CurrentRates
  private let connection: Connection
  private var found: [Key: GroupRates.Found?] = [:]

  init(into currency: String, _ rates: CurrentRates, _ connection: Connection) {
    target = Currency(code: currency)
    self.rates = rates
    self.connection = connection
  }

  /// An amount of its own.
  ///
  /// - Parameter group: the one that it is from; `nil` for the person's own.
  mutating func convert(
    _ minor: Int64, _ currency: String, on day: String, of group: ZoneID?
  ) throws -> LedgerConversion {
    guard let target else { return .waiting }
    if currency == target.code { return .done(minor: minor, currency: currency) }
    guard let from = Currency(code: currency),
      let found = try rate(of: currency, on: day, of: group),
      // An amount that leaves all ranges stays unconverted, and is told.
      let converted = try? Conversion.convert(minor, from: from, to: target, at: found.rate)
    else { return .waiting }
    return .done(minor: converted, currency: target.code)
  }

  /// A member's part: what all of the expense is, apportioned, so that the parts of all come to it
  /// (D-DBT-5).
  ///
  /// - Parameter shares: as the index of balances stores them.
  mutating func convert(
    _ minor: Int64, by member: RecordID, _ shares: String, _ currency: String, on day: String,
    of group: ZoneID
  ) throws -> LedgerConversion {
    guard let target, currency != target.code, !isPlanted(.sharesConverted) else {
      return try convert(minor, currency, on: day, of: group)
    }
    let parts = BalanceIndex.Entry.parts(of: shares)
      .map { PersonAmount($0.memberID, $0.owedMinor) }.filter { $0.amount != 0 }
    guard let from = Currency(code: currency),
      let found = try rate(of: currency, on: day, of: group),
      // As above.
      let converted = try? Conversion.convert(parts, from: from, to: target, at: found.rate),
      let own = converted.first(where: { $0.person == member })
    else { return .waiting }
    return .done(minor: own.amount, currency: target.code)
  }

  /// The rate of a day, of the last business day before it, or of the last day that is known.
  private mutating func rate(
    of currency: String, on text: String, of group: ZoneID?
  ) throws -> GroupRates.Found? {
    guard let target, let day = CalendarDay(text) else { return nil }
    let key = Key(group: group, currency: currency, day: text)
    if let known = found[key] { return known }
    let rate = try GroupRates(of: group, bank: rates.table, in: connection)
      .rate(from: currency, to: target.code, on: day)
    found[key] = .some(rate)
    return rate
  }
}
