import Values

/// An amount that a person types as a sum: `12,50+3.90`, `3*4.20`, `(10+5)/3`.
///
/// Each number is read by ``TypedNumber``, with the region's marks and the currency's signs.
/// Nothing is rounded on the way; a product or quotient is rounded to minor units at the end, half
/// away from zero. A number that is only added has no more decimals than the currency.
package struct AmountExpression {
  package enum Problem: Error, Equatable, Sendable {
    case empty
    /// Longer than ``AmountExpression/maxCharacters``, or with too many brackets in each other.
    case tooLong
    /// A text between signs that is no number, or could be two.
    case unreadableNumber(String)
    /// Before or after a sign there is nothing, or a bracket begins or ends where none can.
    case missingNumber
    case unbalancedBrackets
    case divisionByZero
    /// A number that is added has more decimals than the currency.
    case tooManyDecimals(String, max: Int)
    /// The result, or something on the way, is beyond what an amount can be.
    case tooLarge
  }

  package static let maxCharacters = 200
  private static let maxDepth = 16

  /// The result in minor units; it can be negative.
  package static func minor(
    _ text: String, currency: Currency, style: TypedNumber.Style
  ) throws(Problem) -> Int64 {
    guard text.count <= maxCharacters else { throw .tooLong }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    var expression = AmountExpression(
      tokens: tokens(text)[...], exponent: currency.exponent, style: style)
    let result = try expression.sum(depth: 0)
    guard expression.tokens.isEmpty else {
      throw expression.tokens.first == .sign(")") ? .unbalancedBrackets : .missingNumber
    }
    if let number = result.tooFine {
      throw .tooManyDecimals(number, max: currency.exponent)
    }
    let unit = Fraction(Int128(pow10(currency.exponent)), 1)
    guard let minor = result.value.multiplied(by: unit)?.rounded,
      minor.magnitude <= Split.maxAmount
    else { throw .tooLarge }
    return Int64(minor)
  }

  private enum Token: Equatable {
    case number(String)
    case sign(Character)
  }

  private struct Term {
    var value: Fraction
    /// The number as typed that has more decimals than the currency and was not multiplied.
    var tooFine: String?
  }

  private var tokens: ArraySlice<Token>
  private let exponent: Int
  private let style: TypedNumber.Style

  private static let signs: [Character: Character] = [
    "+": "+", "-": "-", "−": "-", "*": "*", "×": "*", "·": "*", "/": "/", "÷": "/", "(": "(",
    ")": ")",
  ]

  private static func tokens(_ text: String) -> [Token] {
    var tokens: [Token] = []
    var number = ""
    func endNumber() {
      if number.contains(where: { !$0.isWhitespace }) { tokens.append(.number(number)) }
      number = ""
    }
    for character in text {
      if let sign = signs[character] {
        endNumber()
        tokens.append(.sign(sign))
      } else {
        number.append(character)
      }
    }
    endNumber()
    return tokens
  }

  private mutating func take(_ sign: Character) -> Bool {
    guard tokens.first == .sign(sign) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func sum(depth: Int) throws(Problem) -> Term {
    var result = try product(depth: depth)
    while true {
      let isMinus = tokens.first == .sign("-")
      guard take("+") || take("-") else { return result }
      let term = try product(depth: depth)
      let value = isMinus ? term.value.negated : term.value
      guard let sum = result.value.added(to: value) else { throw .tooLarge }
      result = Term(value: sum, tooFine: result.tooFine ?? term.tooFine)
    }
  }

  private mutating func product(depth: Int) throws(Problem) -> Term {
    var result = try factor(depth: depth)
    while true {
      let isQuotient = tokens.first == .sign("/")
      guard take("*") || take("/") else { return result }
      var value = try factor(depth: depth).value
      if isQuotient {
        guard let inverse = value.inverse else { throw .divisionByZero }
        value = inverse
      }
      guard let product = result.value.multiplied(by: value) else { throw .tooLarge }
      result = Term(value: product)
    }
  }

  private mutating func factor(depth: Int) throws(Problem) -> Term {
    guard depth < Self.maxDepth else { throw .tooLong }
    if take("-") {
      var term = try factor(depth: depth + 1)
      term.value = term.value.negated
      return term
    }
    if take("+") { return try factor(depth: depth + 1) }
    if take("(") {
      let term = try sum(depth: depth + 1)
      guard take(")") else {
        throw tokens.isEmpty ? .unbalancedBrackets : .missingNumber
      }
      return term
    }
    guard case .number(let text)? = tokens.first else { throw .missingNumber }
    tokens.removeFirst()
    return try number(text)
  }

  private func number(_ text: String) throws(Problem) -> Term {
    guard let typed = TypedNumber(text, style) else { throw .unreadableNumber(text) }
    guard let decimal = typed.decimal else { throw .tooLarge }
    return Term(
      value: Fraction(Int128(decimal.digits), Int128(Self.pow10(decimal.scale))),
      tooFine: typed.fraction.count > exponent ? text : nil)
  }

  private static func pow10(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
