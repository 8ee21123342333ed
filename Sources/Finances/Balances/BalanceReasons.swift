import SQLite
import Splitting
import SyncProtocol

/// What makes the balance of one member in one currency: the latest expenses and payments, and what
/// all before them come to.
package struct BalanceReasons: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case expense, refund, payment
  }

  /// An expense or a payment that changes the balance.
  package struct Part: Equatable, Sendable {
    package let expenseID: RecordID
    package let title: String
    package let day: String?
    package let kind: Kind
    /// What it adds to the balance, in minor units; never 0.
    package let amount: Int64
    /// Whom the member owes for it, or who owes them, and how much of that is with each: together
    /// as much as `amount`, and above zero each.
    package let others: [Other]
  }

  package struct Other: Equatable, Sendable {
    package let memberID: RecordID
    package let amount: Int128
    /// Whether it comes of a part below zero, such as a voucher, and not of what was paid: whoever
    /// is owed it has not paid it, and of a refund whoever owes it has not received it.
    package var isOfPart = false
  }

  package let memberID: RecordID
  package let sums: GroupBalances.Sums
  /// The latest first.
  package let parts: [Part]
  /// What is not among the parts adds to the balance: `parts` and this come to `sums.net`.
  package let earlier: Int128
  /// Whether there is anything that is not among the parts.
  package let hasEarlier: Bool

  /// - Parameters:
  ///   - latest: expenses and payments with the member, the latest first. Those that change nothing
  ///     for the member are left out.
  ///   - hasEarlier: whether there are more.
  package init(
    of memberID: RecordID, _ sums: GroupBalances.Sums, in currency: String, latest: [Expense],
    hasEarlier: Bool
  ) {
    self.memberID = memberID
    self.sums = sums
    parts = latest.compactMap { Part($0, of: memberID, in: currency) }
    earlier = parts.reduce(sums.net) { $0 - Int128($1.amount) }
    // A list that ended early says so by what it leaves.
    self.hasEarlier = hasEarlier || earlier != 0
  }

  /// The most expenses and payments that are read of a member.
  package static let maxParts = 20

  package init(
    of memberID: RecordID, _ sums: GroupBalances.Sums, in currency: String, of group: ZoneID,
    _ connection: Connection
  ) throws {
    let page = try ExpenseList.page(
      of: group, ExpenseList.Filter(memberID: memberID, currency: currency),
      limit: Self.maxParts, in: connection)
    self.init(
      of: memberID, sums, in: currency, latest: page.rows, hasEarlier: page.next != nil)
  }
}

extension BalanceReasons.Part {
  /// `nil` if the expense changes nothing for the member, as one whose amounts do not fit each
  /// other.
  fileprivate init?(_ expense: Expense, of member: RecordID, in currency: String) {
    let money = expense.money
    guard money.problem == nil, money.currency == currency,
      let share = money.shares.first(where: { $0.memberID == member })
    else { return nil }
    let amount = share.paidMinor.subtractingSaturating(share.owedMinor)
    guard amount != 0 else { return nil }
    let against = Set(
      money.shares.lazy.filter {
        $0.owedMinor < 0 && money.amountMinor > 0
          || $0.owedMinor > 0 && money.amountMinor < 0
      }.map(\.memberID))
    let others = money.debts.compactMap { debtor, creditor, amount -> BalanceReasons.Other? in
      guard debtor == member || creditor == member else { return nil }
      return BalanceReasons.Other(
        memberID: debtor == member ? creditor : debtor, amount: amount,
        isOfPart: against.contains(money.amountMinor > 0 ? creditor : debtor))
    }
    let kind: BalanceReasons.Kind =
      money.kind == .transfer ? .payment : money.amountMinor < 0 ? .refund : .expense
    self.init(
      expenseID: expense.id, title: expense.details.title, day: expense.details.day, kind: kind,
      amount: amount, others: others)
  }
}

extension ExpenseMoney {
  /// What it makes its members owe each other.
  fileprivate var debts: [(debtor: RecordID, creditor: RecordID, amount: Int128)] {
    // Its sums were checked; what cannot be read as an expense is none.
    guard let expense = try? Splitting::Expense(shares, of: amountMinor, currency) else {
      return []
    }
    return PairwiseDebts.debts(of: expense)
  }
}
