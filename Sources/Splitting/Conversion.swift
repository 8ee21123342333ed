import Values

/// An amount in another currency, at a rate.
///
/// A total is converted once and then apportioned: converted one by one, parts would no longer come
/// to it (D-DBT-5).
package enum Conversion {
  package enum Problem: Error, Equatable, Sendable {
    /// The amount has more decimals than its currency.
    case tooManyDecimals(max: Int)
    /// Beyond ± ``Split/maxAmount``.
    case amountOutOfRange
    /// The converted amount is beyond ± ``Split/maxAmount``.
    case resultOutOfRange
    /// The parts of a total are partly above and partly below zero, or all zero.
    case partsUnusable
  }

  /// `amount` in minor units of its currency.
  package static func minor(_ amount: ExactDecimal, in currency: Currency) throws(Problem) -> Int64
  {
    guard amount.scale <= currency.exponent else {
      throw .tooManyDecimals(max: currency.exponent)
    }
    guard let minor = amount.minor(exponent: currency.exponent),
      minor.magnitude <= Split.maxAmount
    else { throw .amountOutOfRange }
    return minor
  }

  /// Minor units of `from` in minor units of `to`, rounded half away from zero, so that a refund is
  /// exactly the negation of its expense.
  ///
  /// - Parameter rate: units of `to` for one unit of `from`.
  package static func convert(
    _ minor: Int64, from: Currency, to: Currency, at rate: ExchangeRate
  ) throws(Problem) -> Int64 {
    guard minor.magnitude <= Split.maxAmount else { throw .amountOutOfRange }
    // minor ÷ 10^from × numerator ÷ denominator × 10^to, as one fraction of whole numbers.
    let power =
      to.exponent - from.exponent + rate.denominator.scale - rate.numerator.scale
    let dividend = UInt128(minor.magnitude) * UInt128(rate.numerator.digits)
    guard let divisor = scaled(UInt128(rate.denominator.digits), by: max(0, -power)) else {
      // It has more than 38 digits, and the dividend at most 34.
      return 0
    }
    var (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    for _ in 0..<max(0, power) {
      guard quotient <= UInt128(Split.maxAmount) else { throw .resultOutOfRange }
      let (digit, rest) = (remainder * 10).quotientAndRemainder(dividingBy: divisor)
      (quotient, remainder) = (quotient * 10 + digit, rest)
    }
    // Not doubled: that could leave 128 bits.
    if remainder >= divisor - remainder { quotient += 1 }
    guard quotient <= UInt128(Split.maxAmount) else { throw .resultOutOfRange }
    return minor < 0 ? -Int64(quotient) : Int64(quotient)
  }

  private static func scaled(_ number: UInt128, by power: Int) -> UInt128? {
    var result = number
    for _ in 0..<power {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result = product
    }
    return result
  }

  /// What the parts of a total are where the total is converted, which they come to again: also
  /// parts of which some are above zero and some below, as with a discount of one's own.
  ///
  /// - Parameter parts: what each paid, or what each owes, in the stored order.
  package static func convert(
    _ parts: [PersonAmount], from: Currency, to: Currency, at rate: ExchangeRate
  ) throws(Problem) -> [PersonAmount] {
    guard parts.count <= Split.maxParticipants,
      parts.allSatisfy({ $0.amount.magnitude <= Split.maxAmount })
    else { throw .amountOutOfRange }
    func minor(_ amount: Int128) throws(Problem) -> Int64 {
      guard amount.magnitude <= UInt128(Split.maxAmount) else { throw .amountOutOfRange }
      return try convert(Int64(amount), from: from, to: to, at: rate)
    }
    let total = parts.reduce(Int128(0)) { $0 + Int128($1.amount) }
    // Those that go with the total are converted as a whole, and the others come to the difference.
    let isRefund = total < 0
    let along = parts.filter { $0.amount != 0 && ($0.amount < 0) == isRefund }
    let against = parts.filter { $0.amount != 0 && ($0.amount < 0) != isRefund }
    let (whole, part) = (
      try minor(total), try minor(along.reduce(Int128(0)) { $0 + Int128($1.amount) })
    )
    var converted: [Int64] = try apportion(part, by: along).map(\.amount).reversed()
    var difference: [Int64] = try apportion(whole - part, by: against).map(\.amount).reversed()
    return parts.map { entry in
      guard entry.amount != 0 else { return entry }
      let isAlong = (entry.amount < 0) == isRefund
      return PersonAmount(
        entry.person, (isAlong ? converted.popLast() : difference.popLast()) ?? 0)
    }
  }

  /// What the parts of a total are of the converted total, which they come to again.
  ///
  /// - Parameter parts: what each paid, or what each owes, in the stored order.
  package static func apportion(
    _ converted: Int64, by parts: [PersonAmount]
  ) throws(Problem) -> [PersonAmount] {
    let isRefund = parts.contains { $0.amount < 0 }
    guard !(isRefund && parts.contains { $0.amount > 0 }),
      converted == 0 || parts.contains(where: { $0.amount != 0 })
    else { throw .partsUnusable }
    guard converted != 0 else { return parts.map { PersonAmount($0.person, 0) } }
    guard converted.magnitude <= Split.maxAmount,
      parts.allSatisfy({ $0.amount.magnitude <= Split.maxAmount }),
      parts.count <= Split.maxParticipants
    else { throw .amountOutOfRange }
    let weights = parts.map { Int64($0.amount.magnitude) }
    return zip(parts, Apportionment.parts(of: converted, by: weights)).map {
      PersonAmount($0.person, $1)
    }
  }
}
