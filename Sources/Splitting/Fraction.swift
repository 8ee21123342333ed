/// An exact fraction in lowest terms. What leaves 128 bits is `nil`.
struct Fraction: Equatable, Sendable {
  let numerator: Int128
  /// Above zero.
  let denominator: Int128

  /// - Precondition: `denominator` is above zero, and neither is `Int128.min`.
  init(_ numerator: Int128, _ denominator: Int128) {
    let divisor = Self.greatestCommonDivisor(abs(numerator), denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  var negated: Fraction { Fraction(-numerator, denominator) }

  /// `nil` for zero.
  var inverse: Fraction? {
    if numerator == 0 { return nil }
    return numerator < 0 ? Fraction(-denominator, -numerator) : Fraction(denominator, numerator)
  }

  func added(to other: Fraction) -> Fraction? {
    guard let left = Self.product(numerator, other.denominator),
      let right = Self.product(other.numerator, denominator),
      let bottom = Self.product(denominator, other.denominator)
    else { return nil }
    let (top, overflow) = left.addingReportingOverflow(right)
    return overflow || top == .min ? nil : Fraction(top, bottom)
  }

  func multiplied(by other: Fraction) -> Fraction? {
    // Crosswise in lowest terms first, so that only what is truly too large is refused.
    let (left, right) = (
      Fraction(numerator, other.denominator), Fraction(other.numerator, denominator)
    )
    guard let top = Self.product(left.numerator, right.numerator),
      let bottom = Self.product(left.denominator, right.denominator)
    else { return nil }
    return Fraction(top, bottom)
  }

  /// The nearest whole number; halves go away from zero.
  var rounded: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    let magnitude = abs(remainder)
    guard magnitude >= denominator - magnitude else { return quotient }
    return quotient + (numerator < 0 ? -1 : 1)
  }

  private static func product(_ left: Int128, _ right: Int128) -> Int128? {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow || product == .min ? nil : product
  }

  private static func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return max(left, 1)
  }
}
