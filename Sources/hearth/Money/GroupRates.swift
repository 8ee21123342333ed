import Finances
import Rates
import Splitting
import Values

/// The exchange rates for the balances of a group.
enum GroupRates {
  /// Units of a currency for one unit of each other one in which somebody owes something; what has
  /// no rate is left out.
  ///
  /// - Parameter day: the day of the rates; `nil` for the latest known up to today.
  static func rates(
    of balances: GroupBalances, to code: String, on day: CalendarDay?, today: CalendarDay
  ) -> [String: FoundRate] {
    let table = EmbeddedRates.table
    let latest = table?.span.map { min(today, $0.upperBound) } ?? today
    return balances.currencies.reduce(into: [:]) { found, from in
      guard from != code, !balances.net(in: from).isEmpty else { return }
      found[from] = table?.rate(from: from, to: code, on: day ?? latest)
    }
  }

  /// A decimal number as it was in the bank's file.
  static func text(_ decimal: ExactDecimal) -> String {
    ExactDecimal.text(minor: decimal.digits, exponent: decimal.scale)
  }

  /// How much a hundred of a currency are in another one; `nil` if that cannot be told.
  static func hundred(_ code: String, in currency: Currency, at rate: ExchangeRate) -> Int64? {
    guard let from = Currency(code: code) else { return nil }
    // A rate of so many digits tells nothing to a person.
    return try? Conversion.convert(hundredMinor(code), from: from, to: currency, at: rate)
  }

  /// A hundred of a currency in minor units. It has at most four decimals, so no number overflows.
  static func hundredMinor(_ code: String) -> Int64 {
    (0..<Currency.exponent(of: code)).reduce(100) { number, _ in number * 10 }
  }
}
