import Values

/// Reads an amount as a person types it: `1899`, `1,899.00`, `1.899,00 €`, `1 899,5`.
package enum TypedAmount {
  /// The amount in minor units; `nil` when the text has no clear reading, or more decimals than the
  /// currency.
  package static func minor(_ text: String, currency: String, region: Region) -> Int64? {
    TypedNumber(text, style(currency, region))?.minor(exponent: Currency.exponent(of: currency))
  }

  /// The problem with a text that is negative or has too many decimals; `nil` for any other text.
  package static func problem(_ text: String, currency: String, region: Region) -> FieldProblem? {
    if let positive = withoutMinus(text),
      minor(positive, currency: currency, region: region) != nil
    {
      return .amountBelowZero(text)
    }
    let max = Currency.exponent(of: currency)
    let number = TypedNumber(text, style(currency, region))
    let isFiner = (max + 1...ExactDecimal.maxDigits).contains {
      number?.minor(exponent: $0) != nil
    }
    return isFiner ? .tooManyDecimals(text, currency: currency, max: max) : nil
  }

  /// How numbers are read in a region, with the currency's names there.
  package static func style(_ currency: String, _ region: Region) -> TypedNumber.Style {
    TypedNumber.Style(
      decimalSeparator: region.decimalSeparator,
      currencyNames: [currency, Catalogue(region: region).symbol(of: currency)])
  }

  /// The text without a minus before its first digit or at its end; `nil` when it has neither.
  private static func withoutMinus(_ text: String) -> String? {
    let minuses: Set<Character> = ["-", "−"]
    guard let digit = text.firstIndex(where: { ("0"..."9").contains($0) }),
      let minus = text[..<digit].firstIndex(where: minuses.contains)
        ?? text.indices.last.flatMap({ minuses.contains(text[$0]) ? $0 : nil })
    else { return nil }
    var positive = text
    positive.remove(at: minus)
    return positive
  }
}
