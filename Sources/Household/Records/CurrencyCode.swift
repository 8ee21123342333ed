/// ISO 4217 codes.
package enum CurrencyCode {
  /// Three capital letters.
  package static func isKnown(_ code: String) -> Bool {
    code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5a).contains($0) }
  }
}
