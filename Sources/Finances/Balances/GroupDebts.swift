import SQLite
import Splitting
import SyncProtocol

/// Who owes whom in a group, through which expenses (S2-DEBT-1).
package struct GroupDebts: Equatable, Sendable {
  /// What one member owes another.
  package struct Debt: Equatable, Sendable {
    package let debtor: RecordID
    package let creditor: RecordID
    /// In minor units, above zero.
    package let amount: Int128
    /// The expenses between the two, with what each adds; negative for those that reduce the debt.
    package let through: [(expenseID: RecordID, amount: Int128)]

    package static func == (left: Debt, right: Debt) -> Bool {
      left.debtor == right.debtor && left.creditor == right.creditor
        && left.amount == right.amount
        && left.through.elementsEqual(right.through, by: ==)
    }
  }

  /// By currency; there by debtor and creditor.
  package let debts: [String: [Debt]]

  /// Reads all expenses of the group. Those whose amounts do not fit each other count for nothing.
  package static func of(_ group: ZoneID, in connection: Connection) throws -> GroupDebts {
    let rows = try Expense.Row.all(
      where: "groupID = ? ORDER BY day, createdAt, id", [.text(group)], in: connection)
    var ids: [RecordID] = []
    var expenses: [Splitting::Expense] = []
    for row in rows {
      let money = try Expense(row, in: connection).money
      // The sums were checked; what cannot be read as one is no expense.
      guard money.problem == nil, let expense = try? Splitting::Expense(money) else { continue }
      ids.append(row.id)
      expenses.append(expense)
    }
    let debts = Set(expenses.map(\.currency)).reduce(into: [:]) { debts, currency in
      debts[currency] = PairwiseDebts(expenses, currency: currency).debts.map { debt in
        Debt(
          debtor: debt.debtor, creditor: debt.creditor, amount: debt.amount,
          through: debt.through.map { (ids[$0.expense], $0.amount) })
      }
    }
    return GroupDebts(debts: debts)
  }
}

extension Splitting::Expense {
  fileprivate init(_ money: ExpenseMoney) throws(Problem) {
    try self.init(
      currency: money.currency,
      payers: money.shares.filter { $0.paidMinor != 0 }.map {
        PersonAmount($0.memberID, $0.paidMinor)
      },
      split: Split(
        amount: money.amountMinor, mode: .exact,
        participants: money.shares.map { Participant($0.memberID, weight: $0.owedMinor) }))
  }
}
