import Values
import Web

/// How the balances of a group came about.
package enum BalancesPage {
  /// One member in one currency.
  package struct Row: Equatable, Sendable {
    package var member: MemberName
    package var paid: Money
    package var owed: Money
    package var sent: Money
    package var received: Money
    package var net: Money
  }

  package struct Currency: Equatable, Sendable {
    package var code: String
    package var rows: [Row]
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var currencies: [Currency]
    package var incompleteCount = 0
    /// How many expenses they include that have not reached the hub.
    package var waitingCount = 0
    /// All of them in the group's currency, where there are several.
    package var converted: ConvertedPart?
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return context.page(words.balances) {
      context.top(words.balances, crumbs: MembersPage.crumbs(model.group, words)) {
        linkButton(.balances(.spending(group: group)), words.spending, .coin)
        linkButton(.balances(.debts(group: group)), words.whoOwesWhom, .people)
      }
      div(.class("stack")) {
        waitingNote(model.waitingCount, words)
        if model.incompleteCount > 0 {
          note(.bad) { words.incompleteNote(model.incompleteCount) }
        }
        if model.currencies.isEmpty {
          section(.class("card")) {
            emptyState("⚖️", words.noExpenses, words.noBalancesText)
          }
        }
        if let converted = model.converted { converted.view(of: model.group.id, in: context) }
        model.currencies.map { currency in
          card(words.balances(in: currency.code)) {
            p(.class("muted")) { words.balanceRule }
            div(
              .class("scroll"), .tabindex(0), .role("region"),
              .ariaLabel(words.balances(in: currency.code))
            ) {
              table(.class("sums")) {
                thead {
                  tr {
                    [
                      words.member, words.paidForAll, words.ownPart, words.sentTitle,
                      words.receivedTitle, words.balance,
                    ].enumerated().map { index, title in
                      th(.scope("col"), .class(index == 0 ? nil : "right")) { title }
                    }
                  }
                }
                tbody { currency.rows.map { row($0, currency.code, group, words) } }
              }
            }
          }
        }
      }
    }
  }

  private static func row(
    _ row: Row, _ currency: String, _ group: String, _ words: Catalogue
  ) -> HTML {
    let (member, spent) = (row.member.id, ExpenseQuery.spent(in: currency))
    let payments = ExpenseQuery.payments(in: currency)
    let list = Route.groups(.group(group, .all(of: member, in: currency)))
    let sums: [(amount: Money, query: ExpenseQuery)] = [
      (row.paid, spent.paid(by: member)), (row.owed, spent.shared(by: member)),
      (row.sent, payments.paid(by: member)), (row.received, payments.shared(by: member)),
    ]
    return tr {
      th(.scope("row")) { a(.class("link"), .href(list)) { words.nameWithYou(row.member) } }
      sums.map { sum in
        td(.class("num", "right")) {
          sum.amount.minor == 0
            ? span(.class("muted")) { "–" }
            : a(.href(.groups(.group(group, sum.query)))) { words.money(sum.amount) }
        }
      }
      td(.class("num", "right", signClass(row.net))) {
        b { a(.href(list)) { words.signed(row.net) } }
      }
    }
  }
}

/// Who owes whom in a group, through which expenses.
package enum DebtsPage {
  /// An expense between two members, with what it adds to the debt.
  package struct Part: Equatable, Sendable {
    package var id: String
    package var title: String
    package var day: CalendarDay?
    /// Negative for what reduces the debt.
    package var amount: Money
  }

  package struct Debt: Equatable, Sendable {
    package var debtor: MemberName
    package var creditor: MemberName
    package var amount: Money
    /// The latest ones.
    package var parts: [Part]
    package var partCount: Int
    /// Whether its parts are shown at once.
    package var isOpen = false
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var debts: [Debt]
    package var canWrite = false
    /// How many expenses they include that have not reached the hub.
    package var waitingCount = 0
  }

  /// How many parts of each debt are listed: fewer where many members owe each other, so that the
  /// page stays one to read.
  package static func partLimit(ofEach debtCount: Int) -> Int {
    min(max(300 / max(1, debtCount), 5), 20)
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return context.page(words.whoOwesWhom) {
      context.top(
        words.whoOwesWhom,
        crumbs: MembersPage.crumbs(model.group, words)
          + [Crumb(words.balances, .balances(.balances(group: group)))],
        note: words.whoOwesWhomNote)
      div(.class("stack")) {
        waitingNote(model.waitingCount, words)
        if model.debts.isEmpty {
          section(.class("card")) { emptyState("🤝", words.settled, words.nobodyOwes) }
        }
        model.debts.map { debt($0, model, in: context) }
      }
    }
  }

  private static func debt(_ debt: Debt, _ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return details(.class("card", "more", "setting"), .open(debt.isOpen)) {
      summary {
        h2(.class("row")) {
          avatar(debt.debtor.badge)
          words.owes(debt.debtor, debt.creditor)
        }
        b(.class("num")) { words.money(debt.amount) }
        Icon.chevronDown()
      }
      div(.class("pad")) {
        ul(.class("lines")) {
          debt.parts.map { part in
            li {
              a(.class("row", "grow"), .href(.expenses(.expense(group: group, expense: part.id)))) {
                span(.class("grow")) {
                  b { part.title }
                  small { part.day.map { words.day($0) } ?? "" }
                }
                b(.class("num")) { words.signed(part.amount) }
              }
            }
          }
        }
        if debt.partCount > debt.parts.count {
          p(.class("muted")) { words.andEarlier(debt.partCount - debt.parts.count) }
        }
        if model.canWrite {
          actions {
            linkButton(
              .expenses(
                .newPayment(
                  group: group,
                  PaymentQuery(
                    from: debt.debtor.id, to: debt.creditor.id,
                    amount: words.moneyInput(debt.amount), currency: debt.amount.currency))),
              words.anotherAmount, .arrow, style: .quiet)
            SettleForm(
              group: group, debts: .each, from: debt.debtor, to: debt.creditor,
              amount: debt.amount
            ).view(in: context)
          }
        }
      }
    }
  }
}
