/// A number as a person types it, with marks that group its digits or begin its decimals, and with
/// the name of a currency on one side: `1899`, `1,899.00`, `1.899,00 €`, `1 899,5`.
///
/// Nothing is guessed. If the only mark in a text like `1.899` could group thousands or start
/// decimals, the region's decimal separator decides.
package struct TypedNumber: Equatable, Sendable {
  /// The digits before the decimal mark, without groups; empty for `.5`.
  package let whole: String
  /// The digits after it, as typed.
  package let fraction: String

  /// How a region writes numbers, and what a currency is called beside one.
  package struct Style: Equatable, Sendable {
    package let decimalSeparator: String
    /// Its code and its sign. Any single currency sign is understood as well.
    package let currencyNames: [String]

    package init(decimalSeparator: String, currencyNames: [String]) {
      self.decimalSeparator = decimalSeparator
      self.currencyNames = currencyNames
    }
  }

  /// `nil` when the text has no clear reading.
  package init?(_ text: some StringProtocol, _ style: Style) {
    guard let number = Self.bare(text, style) else { return nil }
    var (whole, fraction) = (number, "")
    if let position = Self.decimalMark(number, style) {
      whole = String(number[..<position])
      fraction = String(number[number.index(after: position)...])
    }
    guard Self.isGrouped(whole), fraction.allSatisfy(Self.isDigit),
      !(whole.isEmpty && fraction.isEmpty)
    else { return nil }
    self.whole = whole.filter(Self.isDigit)
    self.fraction = fraction
  }

  /// The amount in minor units of a currency with `exponent` decimals; `nil` with more decimals or
  /// digits than fit.
  package func minor(exponent: Int) -> Int64? {
    guard fraction.count <= exponent else { return nil }
    let digits = whole + fraction + String(repeating: "0", count: exponent - fraction.count)
    return digits.count <= ExactDecimal.maxDigits ? Int64(digits) : nil
  }

  /// The number itself; `nil` with more digits than a decimal has.
  package var decimal: ExactDecimal? {
    // Whatever cannot be read here is only too long.
    try? ExactDecimal("\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)")
  }

  /// The number without its currency and without the blanks and quotes between its groups.
  private static func bare(_ text: some StringProtocol, _ style: Style) -> String? {
    let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’"]
    let isNumber = { (character: Character) in
      isDigit(character) || character == "." || character == ","
    }
    let packed = String(text).filter { !blanks.contains($0) }
    let start = packed.prefix { !isNumber($0) }
    let rest = packed.dropFirst(start.count)
    let number = rest.prefix(while: isNumber)
    let end = rest.dropFirst(number.count)
    let names = style.currencyNames.map { $0.uppercased() }
    for name in [start, end] where !name.isEmpty {
      let isSign = name.count == 1 && name.allSatisfy(\.isCurrencySymbol)
      guard isSign || names.contains(name.uppercased()) else { return nil }
    }
    guard start.isEmpty || end.isEmpty, number.contains(where: isDigit) else { return nil }
    return String(number)
  }

  private static func decimalMark(_ number: String, _ style: Style) -> String.Index? {
    let marks = number.filter { $0 == "." || $0 == "," }
    guard let last = marks.last, let position = number.lastIndex(of: last) else { return nil }
    let isOnlyKind = marks.allSatisfy { $0 == last }
    if !isOnlyKind { return position }
    if marks.count > 1 { return nil }
    let after = number.distance(from: position, to: number.endIndex) - 1
    // One mark with three digits after it groups thousands, unless it is the region's decimal mark.
    if after == 3, String(last) != style.decimalSeparator { return nil }
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
