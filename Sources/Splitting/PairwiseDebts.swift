/// Who owes whom in one currency, and through which expenses (S2-DEBT-1, D-DBT-3).
///
/// Within an expense, who paid less than their part owes the difference to those who paid more than
/// theirs, in proportion to that surplus and by ``Apportionment``. Debtors take their turns in the
/// order of the expense, each against what is left, so nobody is owed more than their surplus. What
/// two people owe each other through several expenses is set off.
package struct PairwiseDebts: Equatable, Sendable {
  /// What somebody owes to somebody else.
  package struct Debt: Equatable, Sendable {
    package let debtor: String
    package let creditor: String
    /// Above zero.
    package let amount: Int128
    /// Every expense between the two. Amounts come to the debt; those that reduce it are negative.
    package let through: [Part]
  }

  package struct Part: Equatable, Sendable {
    /// The position of the expense.
    package let expense: Int
    package let amount: Int128
  }

  private struct Pair: Hashable {
    let first: String
    let second: String
  }

  package let currency: String
  /// Ordered by debtor and creditor; nobody owes themselves, and no two people owe each other.
  package let debts: [Debt]

  /// - Parameter expenses: those of other currencies are passed over, but counted in positions.
  package init(_ expenses: some Sequence<Expense>, currency: String) {
    self.currency = currency
    var parts: [Pair: [Part]] = [:]
    for (index, expense) in expenses.enumerated() where expense.currency == currency {
      for (debtor, creditor, amount) in Self.debts(of: expense) {
        let isOrdered = debtor < creditor
        let pair =
          isOrdered
          ? Pair(first: debtor, second: creditor) : Pair(first: creditor, second: debtor)
        parts[pair, default: []].append(
          Part(expense: index, amount: isOrdered ? amount : -amount))
      }
    }
    debts = parts.compactMap { pair, parts in Self.debt(pair, parts) }
      .sorted { ($0.debtor, $0.creditor) < ($1.debtor, $1.creditor) }
  }

  private static func debt(_ pair: Pair, _ parts: [Part]) -> Debt? {
    let sum = parts.reduce(Int128(0)) { $0 + $1.amount }
    if sum == 0 { return nil }
    if sum > 0 {
      return Debt(debtor: pair.first, creditor: pair.second, amount: sum, through: parts)
    }
    return Debt(
      debtor: pair.second, creditor: pair.first, amount: -sum,
      through: parts.map { Part(expense: $0.expense, amount: -$0.amount) })
  }

  /// What one expense makes its people owe each other, in minor units above zero.
  package static func debts(
    of expense: Expense
  ) -> [(debtor: String, creditor: String, amount: Int128)] {
    var people: [String] = []
    var surplus: [String: Int64] = [:]
    // Amounts are far below what 64 bits hold (``Split/maxAmount``).
    for part in expense.owed {
      if surplus[part.person] == nil { people.append(part.person) }
      surplus[part.person, default: 0] -= part.amount
    }
    for part in expense.paid {
      if surplus[part.person] == nil { people.append(part.person) }
      surplus[part.person, default: 0] += part.amount
    }
    let creditors = people.filter { surplus[$0, default: 0] > 0 }
    var left = creditors.map { surplus[$0, default: 0] }
    var debts: [(String, String, Int128)] = []
    for debtor in people {
      let deficit = surplus[debtor, default: 0]
      guard deficit < 0 else { continue }
      let parts = Apportionment.parts(of: -deficit, by: left)
      for (index, part) in parts.enumerated() where part > 0 {
        left[index] -= part
        debts.append((debtor, creditors[index], Int128(part)))
      }
    }
    return debts
  }
}
