import Values

/// Reads amounts of expenses, which may be below zero, in minor units.
enum ExpenseAmount {
  /// The greatest amount, as for expenses themselves.
  static let max: Int64 = 9_000_000_000_000_000

  typealias Reason = ImportProblem.Reason

  /// The amount of a cell; `nil` if it is blank. A currency in the cell has to be this one.
  static func minor(_ text: String, in currency: Currency) throws(Reason) -> Int64? {
    let text = CleanText.trimmed(text)
    if text.isEmpty { return nil }
    // What programs write; any other way of writing is read as people mean it.
    if let plain = try? ExactDecimal(text), let minor = plain.minor(exponent: currency.exponent) {
      guard minor.magnitude <= max.magnitude else { throw .amountTooLarge }
      return minor
    }
    guard let amount = try AmountText.signed(text, default: currency) else { return nil }
    guard amount.currency == currency.code else { throw .unknownCurrency }
    return amount.minor
  }

  /// The amount of a number in JSON, in major units. Programs that count in floating point write
  /// more decimals than there are: they are rounded, half away from zero.
  static func minor(
    _ value: JSON?, in currency: Currency
  ) throws(Reason) -> (minor: Int64, isRounded: Bool) {
    let text: String
    switch value {
    case .integer(let integer): text = "\(integer)"
    case .real(let real): text = "\(real)"
    case .string(let string): text = CleanText.trimmed(string)
    default: throw .unreadableAmount
    }
    return try rounded(text, in: currency)
  }

  /// The same from the text of a number.
  static func rounded(
    _ text: String, in currency: Currency
  ) throws(Reason) -> (minor: Int64, isRounded: Bool) {
    let exact: ExactDecimal
    do throws(ExactDecimal.Problem) {
      exact = try ExactDecimal(text)
    } catch {
      throw error == .tooManyDigits ? .amountTooLarge : .unreadableAmount
    }
    guard exact.scale > currency.exponent else {
      guard let minor = exact.minor(exponent: currency.exponent),
        minor.magnitude <= max.magnitude
      else { throw .amountTooLarge }
      return (minor, false)
    }
    let divisor = (currency.exponent..<exact.scale).reduce(Int64(1)) { product, _ in product * 10 }
    let (quotient, rest) = exact.digits.quotientAndRemainder(dividingBy: divisor)
    let isUp = rest.magnitude >= divisor.magnitude - rest.magnitude
    let minor = quotient + (isUp ? (exact.digits < 0 ? -1 : 1) : 0)
    guard minor.magnitude <= max.magnitude else { throw .amountTooLarge }
    return (minor, true)
  }

  /// A number of shares as a whole number; fractions are counted in thousandths.
  static func weights(_ texts: [String]) -> [Int64]? {
    let exact = texts.map { text -> ExactDecimal? in
      // What is no number is no weight.
      try? ExactDecimal(text)
    }
    let known = exact.compactMap(\.self)
    guard known.count == texts.count else { return nil }
    let scale = Swift.min(6, known.map(\.scale).max() ?? 0)
    var weights: [Int64] = []
    for weight in known {
      guard weight.digits >= 0, weight.scale <= scale, let minor = weight.minor(exponent: scale),
        minor <= 1_000_000_000
      else { return nil }
      weights.append(minor)
    }
    return weights
  }

  /// The currency of a code or a sign; `nil` if it is none, or stands for several of which none is
  /// the usual one.
  static func currency(_ text: String, default usual: Currency) -> Currency? {
    let text = CleanText.trimmed(text)
    if let known = Currency(code: text.uppercased()) { return known }
    let codes = Currency.codes(ofSign: text)
    if codes.contains(usual.code) { return usual }
    return codes.count == 1 ? Currency(code: codes[0]) : nil
  }
}
