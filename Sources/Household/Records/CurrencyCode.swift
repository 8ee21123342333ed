import Importing

/// ISO 4217 codes.
package enum CurrencyCode {
  package static func isKnown(_ code: String) -> Bool { ImportCurrency(code: code) != nil }

  /// Decimals of an amount: 2 for EUR, 0 for JPY, 3 for KWD; `nil` for an unknown code.
  package static func exponent(_ code: String) -> Int? { ImportCurrency(code: code)?.exponent }
}
