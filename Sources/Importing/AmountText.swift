import Values

/// Reads amounts of money as people and programs write them, without floating point.
///
/// - A currency sign or an ISO 4217 code may be on either side. A sign that several currencies
///   share, such as `$`, means the default currency if it is one of them, and is a problem
///   otherwise.
/// - Spaces and apostrophes group digits. If both a comma and a point occur, the last one is the
///   decimal mark and the other groups; a mark that occurs more than once groups.
/// - A single comma before exactly three digits groups (`1,234` is 1234), unless the currency has
///   three decimals: then the text is ambiguous, and a problem. A single point before exactly three
///   digits is the decimal mark of a currency with three decimals, and otherwise a problem, since
///   `1.234` can mean 1234 or a little over 1. After a leading `0`, either mark is the decimal
///   mark.
/// - Zeros beyond the currency's decimals are accepted, as they change nothing; other digits are
///   not.
package enum AmountText {
  /// The largest amount in minor units, so that quantity times amount still fits into 64 bits.
  static let maxMinor: Int64 = 999_999_999_999_999

  package typealias Reason = ImportProblem.Reason

  /// The amount in `text`; `nil` if it is blank.
  package static func parse(_ text: String, default currency: Currency) throws(Reason)
    -> ImportedAmount?
  {
    if let minor = plainMinorUnits(text, exponent: currency.exponent) {
      return ImportedAmount(minor: minor, currency: currency.code)
    }
    guard let amount = try signed(text, default: currency) else { return nil }
    if amount.minor < 0 { throw .negativeAmount }
    return amount
  }

  /// The amount in `text`, which may be below zero; `nil` if it is blank.
  static func signed(
    _ text: String, default currency: Currency
  ) throws(Reason) -> ImportedAmount? {
    let trimmed = CleanText.trimmed(text)
    if trimmed.isEmpty { return nil }
    let (number, money, isNegative) = try split(trimmed, default: currency)
    let minor = try minorUnits(of: number, in: money)
    return ImportedAmount(minor: isNegative ? 0 - minor : minor, currency: money.code)
  }

  /// A fast path for what programs write: digits, and a point with at most two decimals.
  private static func plainMinorUnits(_ text: String, exponent: Int) -> Int64? {
    guard (1...14).contains(text.utf8.count) else { return nil }
    var minor: Int64 = 0
    var decimals: Int?
    var last: UInt8 = 0x2E
    for byte in text.utf8 {
      if (0x30...0x39).contains(byte) {
        minor = minor * 10 + Int64(byte - 0x30)
        if let count = decimals { decimals = count + 1 }
      } else if byte == 0x2E, decimals == nil, last != 0x2E {
        decimals = 0
      } else {
        return nil
      }
      last = byte
    }
    let count = decimals ?? 0
    guard last != 0x2E, count <= min(2, exponent) else { return nil }
    for _ in count..<exponent { minor *= 10 }
    return minor <= maxMinor ? minor : nil
  }

  /// The digits with their marks, the currency, and whether the amount is negative.
  private static func split(_ text: String, default currency: Currency) throws(Reason)
    -> (number: [Character], currency: Currency, isNegative: Bool)
  {
    guard text.utf8.count <= 100 else { throw .unreadableAmount }
    var characters = Array(text)
    var isNegative = false
    func isOfNumber(_ character: Character) -> Bool {
      character.isASCII && (character.isNumber || character == "." || character == ",")
    }
    guard let first = characters.firstIndex(where: isOfNumber),
      let last = characters.lastIndex(where: isOfNumber)
    else { throw .unreadableAmount }
    // A point before the first digit may belong to the sign: `Fr. 12`.
    var start = first
    while start < last, !characters[start].isNumber, characters[start + 1] == " " { start += 1 }
    while start < last, characters[start].isWhitespace { start += 1 }
    var end = last
    // As in `12 kr.`
    while end > start, !characters[end].isNumber { end -= 1 }
    var before = characters[..<start]
    var after = characters[(end + 1)...]
    if before.first == "(", after.last == ")" {
      isNegative = true
      before.removeFirst()
      after.removeLast()
    }
    let minuses: Set<Character> = ["-", "−"]
    if let index = before.firstIndex(where: minuses.contains) {
      isNegative = true
      before.remove(at: index)
    } else if let index = before.firstIndex(of: "+") {
      before.remove(at: index)
    } else if let last = after.last, minuses.contains(last) {
      isNegative = true
      after.removeLast()
    }
    let signs = [before, after].map { CleanText.trimmed(String($0)) }.filter { !$0.isEmpty }
    characters = Array(characters[start...end])
    guard signs.count <= 1 else { throw .unreadableAmount }
    guard let sign = signs.first else { return (characters, currency, isNegative) }
    return (characters, try resolve(sign, default: currency), isNegative)
  }

  private static func resolve(_ sign: String, default currency: Currency) throws(Reason)
    -> Currency
  {
    let code = sign.uppercased()
    if code == currency.code { return currency }
    if let named = Currency(code: code) { return named }
    let candidates = Currency.codes(ofSign: sign)
    if candidates.contains(currency.code) { return currency }
    if candidates.count == 1, let named = Currency(code: candidates[0]) { return named }
    throw candidates.isEmpty ? .unreadableAmount : .ambiguousCurrency(sign: sign)
  }

  private static func minorUnits(of number: [Character], in currency: Currency)
    throws(Reason) -> Int64
  {
    let (whole, fraction) = try parts(of: number, exponent: currency.exponent)
    var decimals = fraction
    while decimals.count > currency.exponent {
      guard decimals.last == 0 else {
        throw .tooManyDecimals(currency: currency.code, allowed: currency.exponent)
      }
      decimals.removeLast()
    }
    decimals += Array(repeating: 0, count: currency.exponent - decimals.count)
    var minor: Int64 = 0
    for digit in whole + decimals {
      let (tens, overflow) = minor.multipliedReportingOverflow(by: 10)
      guard !overflow, tens <= maxMinor else { throw .amountTooLarge }
      minor = tens + digit
    }
    guard minor <= maxMinor else { throw .amountTooLarge }
    return minor
  }

  /// The digits before and after the decimal mark.
  private static func parts(of number: [Character], exponent: Int) throws(Reason)
    -> (whole: [Int64], fraction: [Int64])
  {
    var groups: [[Int64]] = [[]]
    var marks: [Character] = []
    for character in number {
      if character.isASCII, let digit = character.wholeNumberValue {
        groups[groups.count - 1].append(Int64(digit))
      } else {
        marks.append(try mark(character))
        groups.append([])
      }
    }
    guard let last = groups.last, !last.isEmpty else { throw .unreadableAmount }
    guard try hasDecimalMark(marks, groups: groups, exponent: exponent) else {
      return (try joined(groups), [])
    }
    let whole = Array(groups.dropLast())
    // `.50` is half a unit; `1..50` is unreadable.
    return (whole == [[]] ? [] : try joined(whole), last)
  }

  private static func mark(_ character: Character) throws(Reason) -> Character {
    switch character {
    case ".", ",": return character
    case "'", "’": return "'"
    default:
      guard character.isWhitespace, !character.isNewline else { throw .unreadableAmount }
      return " "
    }
  }

  /// Whether the last mark is the decimal mark. Throws if the combination of marks makes no sense.
  private static func hasDecimalMark(_ marks: [Character], groups: [[Int64]], exponent: Int)
    throws(Reason) -> Bool
  {
    guard let last = marks.last else { return false }
    let others = marks.dropLast()
    if last != ".", last != "," {
      guard Set(marks).count == 1 else { throw .unreadableAmount }
      return false
    }
    if others.contains(last) {
      guard Set(marks).count == 1 else { throw .unreadableAmount }
      return false
    }
    guard Set(others).count <= 1 else { throw .unreadableAmount }
    if !others.isEmpty { return true }
    let canGroup = groups[1].count == 3 && (1...3).contains(groups[0].count) && groups[0][0] != 0
    guard canGroup else { return true }
    switch (last, exponent >= 3) {
    case (",", false): return false
    case (".", true): return true
    default: throw .ambiguousAmount
    }
  }

  /// The digits of groups of three, or of two before the last three, as in India. Throws for
  /// others.
  private static func joined(_ groups: [[Int64]]) throws(Reason) -> [Int64] {
    guard groups.count > 1 else { return groups[0] }
    let inner = groups.dropFirst().dropLast()
    let isGrouped =
      groups[groups.count - 1].count == 3
      && (inner.allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
        || inner.allSatisfy { $0.count == 2 } && (1...2).contains(groups[0].count))
    guard isGrouped else { throw .unreadableAmount }
    return Array(groups.joined())
  }
}
