/// An amount of money: minor units (cents) of a currency, never a fraction.
package struct Money: Equatable, Hashable, Sendable {
  /// In the smallest unit of ``currency``: 1,899.00 € is 189900, ¥ 500 is 500.
  /// A sum of many is one, too, and has room in 128 bits.
  package var minor: Int128
  /// ISO 4217 code in capitals.
  package var currency: String

  package init(_ minor: some BinaryInteger, _ currency: String) {
    self.minor = Int128(clamping: minor)
    self.currency = currency
  }

  /// How many decimal places the currency has (JPY 0, KWD 3); two for one that is not listed.
  package static func exponent(of currency: String) -> Int { exponents[currency] ?? 2 }

  /// The currencies of ISO 4217 that do not have two decimal places.
  private static let exponents: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3, "CLF": 4, "UYW": 4,
  ]

  /// Currencies that are offered when a person chooses theirs; any other code can be typed.
  package static let common = [
    "EUR", "USD", "GBP", "CAD", "AUD", "NZD", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "JPY", "CNY", "INR", "BRL", "MXN", "ZAR", "KRW", "TRY", "ILS", "KWD", "SGD", "HKD",
  ]
}
