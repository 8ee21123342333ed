import Rates
import Splitting
import SyncProtocol
import Values

/// What amounts are in a person's currency, by the rates of their days (D-MIR-9).
struct LedgerConverter {
  let target: Currency?
  /// By currency and day.
  private var rates: [String: FoundRate?] = [:]

  init(into currency: String) { target = Currency(code: currency) }

  /// An amount of its own.
  mutating func convert(_ minor: Int64, _ currency: String, on day: String) -> LedgerConversion {
    guard let target else { return .waiting }
    if currency == target.code { return .done(minor: minor, currency: currency) }
    guard let from = Currency(code: currency), let found = rate(of: currency, on: day),
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
    _ minor: Int64, of member: RecordID, _ shares: String, _ currency: String, on day: String
  ) -> LedgerConversion {
    guard let target, currency != target.code else { return convert(minor, currency, on: day) }
    let parts = BalanceIndex.Entry.parts(of: shares).filter { $0.owedMinor != 0 }
    let isRefund = minor < 0
    // Parts in both directions, as with a discount of one's own, are converted one by one.
    guard parts.allSatisfy({ ($0.owedMinor < 0) == isRefund }) else {
      return convert(minor, currency, on: day)
    }
    let total = parts.reduce(0 as Int64) { $0.addingSaturating($1.owedMinor) }
    guard case .done(let whole, _) = convert(total, currency, on: day),
      // As above.
      let apportioned = try? Conversion.apportion(
        whole, by: parts.map { PersonAmount($0.memberID, $0.owedMinor) }),
      let own = apportioned.first(where: { $0.person == member })
    else { return .waiting }
    return .done(minor: own.amount, currency: target.code)
  }

  /// The rate of a day, of the last business day before it, or of the last day that is known.
  private mutating func rate(of currency: String, on text: String) -> FoundRate? {
    let key = currency + text
    if let known = rates[key] { return known }
    var found: FoundRate?
    if let target, let table = EmbeddedRates.table, let span = table.span,
      let day = CalendarDay(text)
    {
      found = table.rate(from: currency, to: target.code, on: min(day, span.upperBound))
    }
    rates[key] = .some(found)
    return found
  }
}
