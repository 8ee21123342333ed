import SQLite
import Splitting
import SyncProtocol

// Who owes whom, as the index keeps it beside the expenses.
extension BalanceIndex.Entry {
  /// Shares as they were stored.
  static func parts(of shares: String) -> [ExpenseMoney.Share] {
    var shares = shares
    return shares.withUTF8 { bytes in
      // Bytes, as importing and deriving ask this of every expense.
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        let words = line.split(separator: UInt8(ascii: " "))
          .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, let paid = Int64(words[1]), let owed = Int64(words[2]) else {
          return nil
        }
        return ExpenseMoney.Share(words[0], paidMinor: paid, owedMinor: owed)
      }
    }
  }

  typealias Debt = (pair: BalanceIndex.Pair, amount: Int64)

  /// What it makes its members owe each other; negative where the first is owed.
  var debts: [Debt] {
    guard !isIncomplete else { return [] }
    let total = parts.reduce(0 as Int64) { $0.addingSaturating($1.paidMinor) }
    // Its sums were checked; what cannot be read as an expense is none.
    guard let expense = try? Splitting::Expense(parts, of: total, currency) else { return [] }
    return PairwiseDebts.debts(of: expense).map { debtor, creditor, amount in
      let isOrdered = debtor < creditor
      let pair = BalanceIndex.Pair(
        groupID: groupID, currency: currency, first: isOrdered ? debtor : creditor,
        second: isOrdered ? creditor : debtor)
      let minor = Int64(clamping: amount)
      return (pair, isOrdered ? minor : 0 &- minor)
    }
  }
}
