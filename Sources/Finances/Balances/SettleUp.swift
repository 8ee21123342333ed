import Replica
import Splitting
import SyncProtocol
import Household

extension GroupBalances {
  /// The fewest payments after which nobody owes anybody in a currency; `isExact` says whether
  /// fewer are impossible.
  package func settlement(in currency: String) throws -> Settlement {
    let plan = try Settlement(
      net(in: currency).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    return isPlanted(.transferTooMany) ? plan.withOneTooMany : plan
  }
}

/// Records a payment that settling up proposes, if it is still proposed.
///
/// Run it in a transaction that the hub confirms and that relies on the group: of two people who
/// press at the same moment the second then sees what the first has paid, and pays nothing (T7).
package struct SettleUp: Sendable {
  package var groupID: ZoneID
  package var from: RecordID
  package var to: RecordID
  package var currency: String
  package var amountMinor: Int64
  /// `YYYY-MM-DD`.
  package var day: String
  /// What the payment is called.
  package var title: String

  package init(
    groupID: ZoneID, from: RecordID, to: RecordID, amountMinor: Int64, currency: String,
    day: String, title: String
  ) {
    self.groupID = groupID
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
    let plan = try GroupBalances.of(groupID, in: transaction.connection).settlement(in: currency)
    let isProposed = plan.transfers.contains {
      $0.from == from && $0.to == to && $0.amount == Int128(amountMinor)
    }
    guard isProposed || isPlanted(.settledTwice) else { throw FinanceFailure.notOwed }
    return try AddExpense(
      groupID: groupID, ExpenseDetails(title: title, day: day),
      ExpenseMoney(paying: amountMinor, currency, from: from, to: to))(transaction)
  }
}
