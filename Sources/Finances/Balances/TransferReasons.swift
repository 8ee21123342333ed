import SQLite
import Splitting
import SyncProtocol

/// Why settling up proposes a payment: what its payer owes, what its receiver is owed, and how the
/// debts of both were joined. Its cost does not depend on how many expenses there are.
package struct TransferReasons: Equatable, Sendable {
  /// How a payment follows from who owes whom.
  package enum Link: Equatable, Sendable {
    /// The payer owes the receiver exactly that.
    case direct
    /// The payer owes the receiver something else, which was joined with other debts.
    case partly(GroupDebts.Debt)
    /// The payer owes somebody, who owes the next one, until the receiver; two or more debts.
    case chain([GroupDebts.Debt])
    /// All that the payer owes and all that the receiver is owed were added up.
    case pooled
  }

  package let currency: String
  package let transfer: Settlement.Transfer
  package let link: Link
  package let payer: BalanceReasons
  package let receiver: BalanceReasons
  /// All that settling up proposes to the payer, which comes to what they owe.
  package let payments: [Settlement.Transfer]
  /// All that it proposes to the receiver, which comes to what they are owed.
  package let receipts: [Settlement.Transfer]

  /// Why a payment of a plan is in it.
  package init(
    _ transfer: Settlement.Transfer, of plan: Settlement, in currency: String,
    _ balances: GroupBalances, _ debts: GroupDebts, of group: ZoneID, _ connection: Connection
  ) throws {
    func side(_ member: RecordID) throws -> BalanceReasons {
      try BalanceReasons(
        of: member, balances.sums[currency]?[member] ?? GroupBalances.Sums(), in: currency,
        of: group, connection)
    }
    self.currency = currency
    self.transfer = transfer
    link = Link(
      from: transfer.from, to: transfer.to, transfer.amount,
      among: debts.debts.filter { $0.currency == currency })
    (payer, receiver) = (try side(transfer.from), try side(transfer.to))
    payments = plan.transfers.filter { $0.from == transfer.from }
    receipts = plan.transfers.filter { $0.to == transfer.to }
  }

  /// The same for whoever knows the two members only; `nil` if no such payment is proposed.
  package init?(
    from: RecordID, to: RecordID, in currency: String, of group: ZoneID, _ connection: Connection
  ) throws {
    let balances = try GroupBalances.of(group, in: connection)
    let plan = try balances.settlement(in: currency)
    guard let transfer = plan.transfers.first(where: { $0.from == from && $0.to == to }) else {
      return nil
    }
    try self.init(
      transfer, of: plan, in: currency, balances, GroupDebts.of(group, in: connection), of: group,
      connection)
  }
}

extension TransferReasons.Link {
  /// A chain of more debts than this explains nothing to anybody.
  package static let maxDebts = 5

  /// - Parameter debts: those of the currency.
  package init(from: RecordID, to: RecordID, _ amount: Int128, among debts: [GroupDebts.Debt]) {
    if let direct = debts.first(where: { $0.debtor == from && $0.creditor == to }) {
      self = direct.amount == amount ? .direct : .partly(direct)
      return
    }
    let chain = Self.chain(from: from, to: to, among: debts)
    self = chain.isEmpty ? .pooled : .chain(chain)
  }

  /// The fewest debts that lead from one member to another, of equally few the first by id; empty
  /// if none do, or only too many.
  private static func chain(
    from: RecordID, to: RecordID, among debts: [GroupDebts.Debt]
  ) -> [GroupDebts.Debt] {
    let byDebtor = Dictionary(grouping: debts, by: \.debtor)
    /// The debt by which each member was reached.
    var reached: [RecordID: GroupDebts.Debt] = [:]
    var people = [from]
    for _ in 0..<maxDebts where reached[to] == nil {
      var next: [RecordID] = []
      for person in people {
        for debt in (byDebtor[person] ?? []).sorted(by: { $0.creditor < $1.creditor })
        where debt.creditor != from && reached[debt.creditor] == nil {
          reached[debt.creditor] = debt
          next.append(debt.creditor)
        }
      }
      people = next
    }
    var chain: [GroupDebts.Debt] = []
    var person = to
    while person != from {
      guard let debt = reached[person] else { return [] }
      chain.append(debt)
      person = debt.debtor
    }
    return chain.reversed()
  }
}
