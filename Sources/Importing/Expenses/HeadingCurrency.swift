import Values

/// The heading of a column with the currency of its amounts behind it, as banks write them: “Betrag
/// EUR”, “Amount (USD)”, “Importe en €”.
struct HeadingCurrency: Equatable {
  let name: String
  /// A code or a sign.
  let currency: String

  private static let links: Set<String> = ["in", "en"]

  /// `nil` if no currency stands there.
  init?(_ heading: String) {
    let heading = GroupBuilder.line(heading)
    var words = heading.split(whereSeparator: { " ()[],:/".contains($0) }).map(String.init)
    // A code stands in capitals: “total all” is not in the currency of Albania.
    guard words.count > 1, let currency = words.popLast(),
      Currency(code: currency) != nil || !Currency.codes(ofSign: currency).isEmpty
    else { return nil }
    if words.count > 1, let last = words.last, Self.links.contains(last.lowercased()) {
      words.removeLast()
    }
    (name, self.currency) = (words.joined(separator: " "), currency)
  }
}
