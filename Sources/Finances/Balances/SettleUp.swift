import Household
import Replica
import SQLite
import Splitting
import SyncProtocol

extension GroupBalances {
  /// The fewest payments after which nobody owes anybody in a currency; `isExact` says whether
  /// fewer are impossible.
  package func settlement(in currency: String) throws -> Settlement {
    let plan = try Settlement(
      net(in: currency).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    return isPlanted(.transferTooMany) ? plan.withOneTooMany : plan
  }
}

/// Records a payment that settling up proposes, or all that one member owes another, if it is still
/// proposed or owed.
///
/// Run it in a transaction that the hub confirms and that relies on the group: of two people who
/// press at the same moment the second then sees what the first has paid, and pays nothing (T7).
package struct SettleUp: Sendable {
  /// Where a payment is proposed. Each of the two is looked for by itself: what is paid by the one
  /// may still be owed by the other, and would be paid twice.
  package enum Proposal: String, CaseIterable, Sendable {
    /// Among the fewest payments that settle the group.
    case fewest
    /// Among what each owes each by the expenses between them.
    case each
  }

  package var groupID: ZoneID
  package var proposal: Proposal
  package var from: RecordID
  package var to: RecordID
  package var currency: String
  package var amountMinor: Int64
  /// `YYYY-MM-DD`.
  package var day: String
  /// What the payment is called.
  package var title: String

  package init(
    groupID: ZoneID, of proposal: Proposal = .fewest, from: RecordID, to: RecordID,
    amountMinor: Int64, currency: String, day: String, title: String
  ) {
    self.groupID = groupID
    self.proposal = proposal
    self.from = from
    self.to = to
    self.amountMinor = amountMinor
    self.currency = currency
    self.day = day
    self.title = title
  }

  /// Throws `notOwed` when the payment is not proposed any more.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense {
    try transaction.requireWritable(group: groupID)
    guard try isProposed(in: transaction.connection) || isPlanted(.settledTwice) else {
      throw FinanceFailure.notOwed
    }
    return try AddExpense(
      groupID: groupID, ExpenseDetails(title: title, day: day),
      ExpenseMoney(paying: amountMinor, currency, from: from, to: to))(transaction)
  }
  private func isProposed(in connection: Connection) throws -> Bool {
    switch proposal {
    case .fewest:
      try GroupBalances.of(groupID, in: connection).settlement(in: currency).transfers.contains {
        $0.from == from && $0.to == to && $0.amount == Int128(amountMinor)
      }
    case .each:
      try GroupDebts.of(groupID, in: connection).debts.contains {
        $0.currency == currency && $0.debtor == from && $0.creditor == to
          && $0.amount == Int128(amountMinor)
      }
    }
  }
}
