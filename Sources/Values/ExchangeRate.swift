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

extension ExchangeRate {
  /// Both rates, one after the other: from the first one's currency to the second one's. `nil` where
  /// decimals cannot hold it well enough.
  package func followed(by other: ExchangeRate) -> ExchangeRate? {
    guard let numerator = Self.product(numerator, other.numerator),
      let denominator = Self.product(denominator, other.denominator)
    else { return nil }
    return ExchangeRate(numerator, per: denominator)
  }

  /// The digits that a product keeps at least, if it has to be rounded.
  private static let leastKept: UInt128 = 100_000_000_000
  private static let firstTooLarge: UInt128 = 1_000_000_000_000_000_000

  /// The product of two numbers above zero.
  private static func product(_ one: ExactDecimal, _ other: ExactDecimal) -> ExactDecimal? {
    // At most 36 digits, and as many decimals.
    var digits = UInt128(one.digits.magnitude) * UInt128(other.digits.magnitude)
    var scale = one.scale + other.scale
    var isRounded = false
    while digits >= firstTooLarge || scale > ExactDecimal.maxDigits {
      guard scale > 0 else { return nil }
      let (rest, last) = digits.quotientAndRemainder(dividingBy: 10)
      if last != 0 { isRounded = true }
      digits = rest + (last >= 5 ? 1 : 0)
      scale -= 1
    }
    guard !isRounded || digits >= leastKept else { return nil }
    return ExactDecimal(digits: Int64(digits), scale: scale)
  }
}

extension ExchangeRate {
  /// The digits that a person is shown of a rate.
  package static let shownDigits = 6

  /// The rate as one number for people, rounded to ``shownDigits`` digits, or to a whole number
  /// that has more; `nil` where it is too large or too small for that.
  package var shown: ExactDecimal? {
    let least = (1..<Self.shownDigits).reduce(1 as UInt128) { product, _ in product * 10 }
    for scale in 0...ExactDecimal.maxDigits {
      guard let digits = digits(scale: scale) else { return nil }
      if digits >= least || scale == ExactDecimal.maxDigits {
        guard digits > 0, let digits = Int64(exactly: digits) else { return nil }
        return ExactDecimal(digits: digits, scale: scale)
      }
    }
    return nil
  }

  /// The rate times a power of ten, rounded half up; `nil` beyond 128 bits.
  private func digits(scale: Int) -> UInt128? {
    var (dividend, divisor) = (
      UInt128(numerator.digits.magnitude), UInt128(denominator.digits.magnitude)
    )
    let power = scale + denominator.scale - numerator.scale
    for _ in 0..<power.magnitude {
      let (product, overflow) = (power > 0 ? dividend : divisor)
        .multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      if power > 0 { dividend = product } else { divisor = product }
    }
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder >= divisor - remainder ? quotient + 1 : quotient
  }
}
