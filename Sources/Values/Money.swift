/// An amount of money: minor units (cents) of a currency, never a fraction.
package struct Money: Equatable, Hashable, Sendable {
  /// In the smallest unit of ``currency``: €1,899.00 is 189900, ¥500 is 500.
  ///
  /// A sum of many amounts is also a `Money`, hence 128 bits.
  package var minor: Int128
  /// ISO 4217 code in capitals.
  package var currency: String

  package init(_ minor: some BinaryInteger, _ currency: String) {
    self.minor = Int128(clamping: minor)
    self.currency = currency
  }
}
