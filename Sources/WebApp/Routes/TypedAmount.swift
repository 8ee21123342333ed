import Values

/// Reads an amount as a person types it: `1899`, `1,899.00`, `1.899,00 €`, `1 899,5`.
enum TypedAmount {
  /// No amount has more digits.
  private static let maxDigits = 18

  /// Minor units, or `nil` when the text could mean two amounts or none. Nothing is guessed: with
  /// two readings of `1.899` the person's region decides, and if it leaves three decimals, none
  /// does.
  static func minor(_ text: String, currency: String, region: Region) -> Int64? {
    minor(text, currency: currency, region: region, exponent: Currency.exponent(of: currency))
  }

  /// Why ``minor(_:currency:region:)`` does not take a text; `nil` when it cannot be read at all.
  static func problem(_ text: String, currency: String, region: Region) -> FieldProblem? {
    if let positive = withoutMinus(text),
      minor(positive, currency: currency, region: region) != nil
    {
      return .amountBelowZero(text)
    }
    let max = Currency.exponent(of: currency)
    let isFiner = (max + 1...maxDigits).contains {
      minor(text, currency: currency, region: region, exponent: $0) != nil
    }
    return isFiner ? .tooManyDecimals(text, currency: currency, max: max) : nil
  }

  /// The text without the minus before its first digit or at its end; `nil` when it has none there.
  private static func withoutMinus(_ text: String) -> String? {
    let minuses: Set<Character> = ["-", "−"]
    guard let digit = text.firstIndex(where: isDigit),
      let minus = text[..<digit].firstIndex(where: minuses.contains)
        ?? text.indices.last.flatMap({ minuses.contains(text[$0]) ? $0 : nil })
    else { return nil }
    var positive = text
    positive.remove(at: minus)
    return positive
  }

  private static func minor(
    _ text: String, currency: String, region: Region, exponent: Int
  ) -> Int64? {
    guard let number = bare(text, currency: currency, region: region) else { return nil }
    let marks = number.filter { $0 == "." || $0 == "," }
    var whole = number
    var fraction = ""
    if let position = decimalMark(number, marks, exponent: exponent, region: region) {
      whole = String(number[..<position])
      fraction = String(number[number.index(after: position)...])
    }
    guard isGrouped(whole), fraction.allSatisfy(isDigit), fraction.count <= exponent else {
      return nil
    }
    let digits =
      whole.filter(isDigit) + fraction
      + String(repeating: "0", count: exponent - fraction.count)
    guard !(whole.isEmpty && fraction.isEmpty), digits.count <= maxDigits else { return nil }
    return Int64(digits)
  }

  /// Without the currency before or after it and the blanks and quotes between its groups.
  private static func bare(_ text: String, currency: String, region: Region) -> String? {
    let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’"]
    let isNumber = { (character: Character) in
      isDigit(character) || character == "." || character == ","
    }
    let packed = text.filter { !blanks.contains($0) }
    let start = packed.prefix { !isNumber($0) }
    let rest = packed.dropFirst(start.count)
    let number = rest.prefix(while: isNumber)
    let end = rest.dropFirst(number.count)
    let names = [
      currency.uppercased(), Catalogue(region: region).symbol(of: currency).uppercased(),
    ]
    for name in [start, end] where !name.isEmpty {
      let isSign = name.count == 1 && name.allSatisfy(\.isCurrencySymbol)
      guard isSign || names.contains(name.uppercased()) else { return nil }
    }
    guard start.isEmpty || end.isEmpty, number.contains(where: isDigit) else { return nil }
    return String(number)
  }

  private static func decimalMark(
    _ number: String, _ marks: String, exponent: Int, region: Region
  ) -> String.Index? {
    guard let last = marks.last, let position = number.lastIndex(of: last) else { return nil }
    let isOnlyKind = marks.allSatisfy { $0 == last }
    if !isOnlyKind { return position }
    if marks.count > 1 { return nil }
    let after = number.distance(from: position, to: number.endIndex) - 1
    // One mark with three digits after it groups, unless this region's decimals are written so.
    if after == 3, String(last) != region.decimalSeparator { return nil }
    return position
  }

  /// Digits alone, or groups of three (two in India) after the first.
  private static func isGrouped(_ whole: String) -> Bool {
    let groups = whole.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard groups.count > 1 else { return whole.allSatisfy(isDigit) }
    return groups.allSatisfy { $0.allSatisfy(isDigit) } && !groups[0].isEmpty
      && groups.dropFirst().allSatisfy { $0.count == 3 || $0.count == 2 } && groups.last?.count == 3
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
