import Values

/// Reads an amount as a person types it: `1899`, `1,899.00`, `1.899,00 €`, `1 899,5`.
package enum TypedAmount {
  /// The maximum number of digits of an amount.
  private static let maxDigits = 18

  /// The amount in minor units; `nil` when the text has no clear reading.
  ///
  /// Nothing is guessed. If the only mark in a text like `1.899` could group thousands or start
  /// decimals, the region's decimal separator decides. `nil` if that leaves more decimals than the
  /// currency has.
  package static func minor(_ text: String, currency: String, region: Region) -> Int64? {
    minor(text, currency: currency, region: region, exponent: Currency.exponent(of: currency))
  }

  /// The problem with a text that is negative or has too many decimals; `nil` for any other text.
  package static func problem(_ text: String, currency: String, region: Region) -> FieldProblem? {
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

  /// The text without a minus before its first digit or at its end; `nil` when it has neither.
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

  /// The number without its currency and without the blanks and quotes between its groups.
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
    // One mark with three digits after it groups thousands, unless it is the region's decimal mark.
    if after == 3, String(last) != region.decimalSeparator { return nil }
    return position
  }

  /// Whether the text is only digits, or a first group and groups of three (or two, as in India).
  private static func isGrouped(_ whole: String) -> Bool {
    let groups = whole.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard groups.count > 1 else { return whole.allSatisfy(isDigit) }
    return groups.allSatisfy { $0.allSatisfy(isDigit) } && !groups[0].isEmpty
      && groups.dropFirst().allSatisfy { $0.count == 3 || $0.count == 2 } && groups.last?.count == 3
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
