/// The columns that say what an expense, or what repeats, comes to; who paid and who owes stands in
/// rows below.
protocol MoneyColumns {
  var kind: String { get }
  var currency: String { get }
  var amountMinor: Int64 { get }
  var mode: String { get }
}

extension MoneyColumns {
  /// A kind or mode that a newer program wrote is read as the plainest one: its sums are right.
  func money(with parts: [ExpensePart]) -> ExpenseMoney {
    ExpenseMoney(
      kind: ExpenseMoney.Kind(rawValue: kind) ?? .expense, currency: currency,
      amountMinor: amountMinor, mode: ExpenseMoney.Mode(rawValue: mode) ?? .exact, parts: parts)
  }
}

extension RepeatingExpense.Row {
  /// Whether it is a payment from one member to another.
  package var isPayment: Bool { kind == ExpenseMoney.Kind.transfer.rawValue }
}
