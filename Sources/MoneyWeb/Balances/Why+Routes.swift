import Finances
import HTTPServer
import Household
import Splitting
import SyncProtocol
import Values
import Web

/// Why settling up proposes a payment.
extension WebApplication {
  func whyPage(_ group: ZoneID, from: RecordID, to: RecordID, currency: String) -> Endpoint {
    .viewing(.group(group)) { at in
      let zone = at.zone
      return try await at.member.page(
        tellsWaiting: true, { WhyPage.view($0, in: $1) },
        load: { reader in
          let names = try MemberNames(of: group, reader)
          return WhyPage.Model(
            group: zone,
            reasons: try TransferReasons(
              from: from, to: to, in: currency, of: group, reader.connection
            ).map { WhyPage.Reasons($0, names) },
            waitingCount: reader.waitingExpenses.count(in: group))
        })
    }
  }
}

extension WhyPage.Reasons {
  fileprivate init(_ reasons: TransferReasons, _ names: MemberNames) {
    let code = reasons.currency
    self.init(
      transfer: GroupPage.Transfer(reasons.transfer, names, code),
      link: WhyPage.Link(reasons.link, names, code),
      payer: WhyPage.Side(reasons.payer, reasons.payments, names, code),
      receiver: WhyPage.Side(reasons.receiver, reasons.receipts, names, code))
  }
}

extension GroupPage.Transfer {
  fileprivate init(_ transfer: Settlement.Transfer, _ names: MemberNames, _ code: String) {
    self.init(
      from: names[transfer.from], to: names[transfer.to], amount: Money(transfer.amount, code))
  }
}

extension WhyPage.Link {
  fileprivate init(_ link: TransferReasons.Link, _ names: MemberNames, _ code: String) {
    switch link {
    case .direct: self = .direct
    case .partly(let debt): self = .partly(Money(debt.amount, code))
    case .chain(let debts):
      self = .chain(
        debts.map { WhyPage.Debt(debtor: names[$0.debtor], creditor: names[$0.creditor]) })
    case .pooled: self = .pooled
    }
  }
}

extension WhyPage.Side {
  fileprivate init(
    _ reasons: BalanceReasons, _ payments: [Settlement.Transfer], _ names: MemberNames,
    _ code: String
  ) {
    self.init(
      sums: BalancesPage.Row(reasons.memberID, reasons.sums, names, code),
      parts: reasons.parts.map { part in
        WhyPage.Part(
          id: part.expenseID, title: part.title, day: part.day.flatMap { CalendarDay($0) },
          kind: WhyPage.Kind(part.kind), amount: Money(part.amount, code),
          others: part.others.map {
            WhyPage.Other(
              member: names[$0.memberID], amount: Money($0.amount, code), isOfPart: $0.isOfPart)
          })
      },
      earlier: reasons.hasEarlier ? Money(reasons.earlier, code) : nil,
      payments: payments.map { GroupPage.Transfer($0, names, code) })
  }
}

extension WhyPage.Kind {
  fileprivate init(_ kind: BalanceReasons.Kind) {
    switch kind {
    case .expense: self = .expense
    case .refund: self = .refund
    case .payment: self = .payment
    }
  }
}
