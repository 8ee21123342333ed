import Foundation
import Values

@testable import MoneyWeb
@testable import Web

/// What a device shows of expenses that it has not sent yet.
extension Samples {
  var waitingPages: [SamplePage] {
    var group = group
    for index in [0, 2, 3] { group.rows[index].isWaiting = true }
    (group.waitingCount, group.canWrite) = (3, true)
    let groupModel = group
    let expense = ExpensePage.Model(
      group: flat, id: t("e1"), row: group.rows[0], way: .equal,
      shares: [.init(member: jonasMember, paid: euro(8410), owed: euro(8410))],
      enteredBy: t("Jonas"), enteredAt: ago(minutes: 2), canWrite: true)
    var row = GroupsPage.Row(flat, emoji: t("🏕️"), people: [anna, jonas], nets: [euro(14_620)])
    row.waitingCount = 1
    let groups = GroupsPage.Model(rows: [row], totals: [euro(14_620)], deleted: nil)
    var inEuro = groups
    inEuro.choose("EUR")
    let inEuroModel = inEuro
    let balances = BalancesPage.Model(
      group: flat,
      currencies: [
        .init(
          code: "EUR",
          rows: [
            .init(
              member: annaMember, paid: euro(8410), owed: euro(0), sent: euro(0),
              received: euro(0), net: euro(8410))
          ])
      ], waitingCount: 1)
    let day = CalendarDay(year: 2026, month: 6, day: 11)
    var entry = LedgerPage.Row(
      key: t("l1"), route: .ledger(.entry(t("l1"))), flow: .spending, title: t("Bakery"), day: day,
      amount: euro(840))
    entry.isWaiting = true
    var month = LedgerPage.Month(
      year: 2026, number: 6, text: "2026-06", spent: euro(840), shared: euro(0), income: euro(0),
      sent: euro(0),
      received: euro(0), unconverted: 0)
    month.waitingCount = 1
    let ledger = LedgerPage.Model(month: month, rows: [entry])
    return [
      SamplePage("group-waiting", .groups(.group(flat.id))) { GroupPage.view(groupModel, in: $0) },
      SamplePage("expense-waiting", .expenses(.expense(group: flat.id, expense: t("e1")))) {
        ExpensePage.view(expense, in: $0)
      },
      SamplePage("groups-waiting", .groups(.groups())) { GroupsPage.view(groups, in: $0) },
      SamplePage("groups-currency", .groups(.groups(currency: "EUR"))) {
        GroupsPage.view(inEuroModel, in: $0)
      },
      SamplePage("balances-waiting", .balances(.balances(group: flat.id))) {
        BalancesPage.view(balances, in: $0)
      },
      SamplePage("ledger-waiting", .ledger(.ledger())) { LedgerPage.view(ledger, in: $0) },
    ]
  }
}
