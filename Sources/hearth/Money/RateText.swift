import Finances
import Household
import Splitting
import Values

// Pages have a type of the same name.
typealias AccountParticipant = Household::Participant

/// How exchange rates are told on a terminal.
enum RateText {
  /// A decimal number as it was in the bank's file.
  static func text(_ decimal: ExactDecimal) -> String {
    ExactDecimal.text(minor: decimal.digits, exponent: decimal.scale)
  }

  /// The bank, or the name of who entered it.
  static func source(_ source: GroupRates.Source, _ people: [AccountParticipant]) -> String {
    switch source {
    case .bank(let name): name
    case .person(let account):
      people.first { $0.accountID == account }?.name ?? "somebody who is gone"
    }
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
