import Finances
import HTTPServer
import Household
import Rates
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// What the members of a group owe, and settling up.
extension WebApplication {
  func balancesPage(_ group: ZoneID) -> Endpoint {
    .viewing(.group(group)) { at in
      let zone = at.zone
      let bank = at.app.service(CurrentRates.self).table
      return try await at.member.page(
        tellsWaiting: true, { BalancesPage.view($0, in: $1) },
        load: { reader in
          let names = try MemberNames(of: group, reader)
          let balances = try GroupBalances.of(group, in: reader.connection)
          guard let stored = try Group.find(group, in: reader.connection) else { return nil }
          return BalancesPage.Model(
            group: zone,
            currencies: balances.currencies.map { BalancesPage.Currency($0, balances, names) },
            incompleteCount: balances.incomplete.count,
            waitingCount: reader.waitingExpenses.count(in: group),
            converted: try ConvertedPart(
              balances, into: stored.details.currency, names,
              GroupRates(of: group, bank: bank, in: reader.connection), reader))
        })
    }
  }

  /// - Parameter first: the debt that is shown first and open, if it is there.
  func debtsPage(
    _ group: ZoneID, first: (currency: String, debtor: String, creditor: String)?
  ) -> Endpoint {
    let first = first.map {
      GroupDebts.Pair(currency: $0.currency, debtor: $0.debtor, creditor: $0.creditor)
    }
    return .viewing(.group(group)) { at in
      let zone = at.zone
      return try await at.member.page(
        tellsWaiting: true, { DebtsPage.view($0, in: $1) },
        load: { try DebtsPage.Model(zone, first: first, $0) })
    }
  }

  /// Of two people who press at the same moment the second is told that it is paid: the hub lets
  /// only one of them through.
  func settle(_ group: ZoneID) -> Endpoint {
    .editing(.group(group)) { at in
      let words = try await at.member.words()
      let (from, to, currency) = (at.field("from"), at.field("to"), at.field("currency"))
      let view = at.field("debts")
      guard let minor = Int64(at.field("minor")),
        let proposal = view.isEmpty ? .fewest : SettleUp.Proposal(rawValue: view)
      else { throw Abort.badRequest }
      let day = words.calendarDay(try await at.member.hubNow()).text
      let settle = SettleUp(
        groupID: group, of: proposal, from: from, to: to, amountMinor: minor, currency: currency,
        day: day, title: words.payment)
      do {
        let payment = try await at.decided { try settle($0) }
        at.count(.paymentRecorded(group: group, isNew: true))
        return at.member.goTo(
          .groups(.group(group)), saying: .money(.paymentAdded), undo: .addExpense(payment))
      } catch FinanceFailure.notOwed {
        return at.member.goTo(.groups(.group(group)), saying: .money(.paidMeanwhile))
      } catch ConfirmationError.notSent(.unreachable) {
        // A plain payment can be written without the hub.
        return try await at.newPaymentPage(
          PaymentQuery(
            from: from, to: to, amount: words.moneyInput(Money(minor, currency)),
            currency: currency), isWithoutHub: true)
      }
    }
  }
}

extension BalancesPage.Currency {
  fileprivate init(_ code: String, _ balances: GroupBalances, _ names: MemberNames) {
    let rows = (balances.sums[code] ?? [:]).map { BalancesPage.Row($0, $1, names, code) }
    self.init(
      code: code,
      rows: rows.sorted { left, right in
        if left.member.isYou != right.member.isYou { return left.member.isYou }
        return (left.member.name, left.member.id) < (right.member.name, right.member.id)
      })
  }
}

extension BalancesPage.Row {
  init(_ member: RecordID, _ sums: GroupBalances.Sums, _ names: MemberNames, _ code: String) {
    func money(_ minor: Int128) -> Money { Money(minor, code) }
    self.init(
      member: names[member], paid: money(sums.paid), owed: money(sums.owed),
      sent: money(sums.sent), received: money(sums.received), net: money(sums.net))
  }
}

extension DebtsPage.Model {
  fileprivate init(
    _ group: ZoneLink, first: GroupDebts.Pair?, _ reader: PageReader
  ) throws {
    let names = try MemberNames(of: group.id, reader)
    let debts = try GroupDebts.of(group.id, in: reader.connection).debts
    let limit = DebtsPage.partLimit(ofEach: debts.count)
    func isFirst(_ debt: GroupDebts.Debt) -> Bool {
      first
        == GroupDebts.Pair(currency: debt.currency, debtor: debt.debtor, creditor: debt.creditor)
    }
    self.init(
      group: group,
      debts: try (debts.filter(isFirst) + debts.filter { !isFirst($0) }).map { debt in
        let parts = try GroupDebts.parts(
          of: debt, in: group.id, limit: limit, reader.connection)
        return DebtsPage.Debt(
          debtor: names[debt.debtor], creditor: names[debt.creditor],
          amount: Money(debt.amount, debt.currency),
          parts: try parts.compactMap { part in
            try StoredExpense.Row.find(part.expenseID, in: reader.connection).map { row in
              DebtsPage.Part(
                id: part.expenseID, title: row.details.title,
                day: row.details.day.flatMap { CalendarDay($0) },
                amount: Money(part.amount, debt.currency))
            }
          }, partCount: debt.partCount, isOpen: isFirst(debt))
      },
      canWrite: reader.role(in: group.id).map { $0 != .viewer } ?? false,
      waitingCount: reader.waitingExpenses.count(in: group.id))
  }
}
