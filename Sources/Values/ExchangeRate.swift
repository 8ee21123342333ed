/// How many units of one currency another one's unit is worth: a fraction of two decimals as they
/// were published, because a cross rate such as yen to dollars by way of the euro has no end.
package struct ExchangeRate: Equatable, Hashable, Sendable {
  package let numerator: ExactDecimal
  package let denominator: ExactDecimal

  /// `nil` unless both are above zero.
  package init?(_ numerator: ExactDecimal, per denominator: ExactDecimal = .one) {
    guard numerator.digits > 0, denominator.digits > 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }
}
