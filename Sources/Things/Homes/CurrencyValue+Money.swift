import Values

extension Money {
  package init(_ value: Dashboard.CurrencyValue) { self.init(value.valueMinor, value.currency) }
}
extension [Dashboard.CurrencyValue] {
  /// The largest first, by the number alone: amounts of different currencies do not compare.
  package var moneys: [Money] {
    map { Money($0) }.sorted { ($1.minor, $0.currency) < ($0.minor, $1.currency) }
  }

  /// The same amounts, with the one in `currency` first: more digits, as in an amount of yen, do
  /// not make an amount larger.
  package func moneys(first currency: String) -> [Money] {
    let all = moneys
    return all.filter { $0.currency == currency } + all.filter { $0.currency != currency }
  }
}
