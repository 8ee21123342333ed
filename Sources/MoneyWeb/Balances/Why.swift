import Values
import Web

/// Why settling up proposes a payment: what its payer owes and its receiver is owed, through which
/// expenses.
package enum WhyPage {
  package enum Kind: Equatable, Sendable {
    case expense, refund, payment
  }

  /// An expense or payment that changes what somebody is owed.
  package struct Part: Equatable, Sendable {
    package var id: String
    package var title: String
    package var day: CalendarDay?
    package var kind: Kind
    /// What it adds to the balance.
    package var amount: Money
    package var others: [Other]
  }

  /// Somebody with whom a debt is through an expense, and how much of it.
  package struct Other: Equatable, Sendable {
    package var member: MemberName
    package var amount: Money
    /// Whether it comes of a part below zero, such as a voucher, and not of what was paid.
    package var isOfPart = false
  }

  package struct Side: Equatable, Sendable {
    /// The member's sums and balance.
    package var sums: BalancesPage.Row
    /// The latest first.
    package var parts: [Part]
    /// What all that is not listed comes to; `nil` if all is.
    package var earlier: Money?
    /// What settling up proposes to the member; it comes to the balance.
    package var payments: [GroupPage.Transfer]
  }

  package struct Debt: Equatable, Sendable {
    package var debtor: MemberName
    package var creditor: MemberName
  }

  /// How the payment follows from who owes whom.
  package enum Link: Equatable, Sendable {
    case direct
    /// The payer owes the receiver this.
    case partly(Money)
    case chain([Debt])
    case pooled
  }

  package struct Reasons: Equatable, Sendable {
    package var transfer: GroupPage.Transfer
    package var link: Link
    package var payer: Side
    package var receiver: Side
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    /// `nil` if the payment is not proposed any more.
    package var reasons: Reasons?
    /// How many expenses are in it that have not reached the hub.
    package var waitingCount = 0
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let crumbs = MembersPage.crumbs(model.group, words)
    guard let reasons = model.reasons else {
      return context.page(words.notProposed) {
        context.top(words.notProposed, crumbs: crumbs)
        section(.class("card")) {
          emptyState(
            "🤝", words.notProposed, words.notProposedText,
            action: linkButton(.groups(.group(model.group.id)), model.group.name))
        }
      }
    }
    let transfer = reasons.transfer
    let title = words.why(transfer.from, transfer.to)
    return context.page(title) {
      context.top(title, crumbs: crumbs) {
        linkButton(
          .balances(.debts(group: model.group.id)), words.whoOwesWhom, .people)
      }
      div(.class("stack")) {
        waitingNote(model.waitingCount, words)
        section(.class("card", "pad")) {
          div(.class("between")) {
            h2 { words.pays(transfer.from, transfer.to) }
            b(.class("num")) { words.money(transfer.amount) }
          }
          p { words.link(reasons.link, of: transfer) }
        }
        side(words.whatOwes(transfer.from), reasons.payer, model.group.id, words)
        side(words.whatIsOwed(transfer.to), reasons.receiver, model.group.id, words)
      }
    }
  }

  private static func side(
    _ title: String, _ side: Side, _ group: String, _ words: Catalogue
  ) -> HTML {
    let sums = side.sums
    return card(title) {
      ul(.class("lines", "parts")) {
        side.parts.map { part in
          li {
            a(.class("row", "grow"), .href(.expenses(.expense(group: group, expense: part.id)))) {
              span(.class("grow")) {
                b { words.reason(part, of: sums.member) }
                small {
                  [part.kind == .payment ? nil : part.title, part.day.map { words.day($0) }]
                    .compactMap(\.self).joined(separator: " · ")
                }
              }
              amount(part.amount, words)
            }
          }
        }
        if let earlier = side.earlier {
          li {
            span(.class("grow")) { words.earlierParts }
            amount(earlier, words)
          }
        }
        li {
          b(.class("grow")) { words.balance }
          amount(sums.net, words)
        }
      }
      p {
        a(
          .class("link"),
          .href(
            .groups(
              .group(
                group, ExpenseQuery(memberID: sums.member.id, currency: sums.net.currency))))
        ) { words.allWith(sums.member) }
      }
      sum(sums, words)
      plan(side, words)
    }
  }

  private static func amount(_ amount: Money, _ words: Catalogue) -> HTML {
    b(.class("num", signClass(amount))) { words.signed(amount) }
  }

  /// The balance from its four sums, of which those that are nothing are left out.
  private static func sum(_ sums: BalancesPage.Row, _ words: Catalogue) -> HTML {
    func negative(_ amount: Money) -> Money {
      Money(Int128(0).subtractingSaturating(amount.minor), amount.currency)
    }
    let rows: [(String, Money)] = [
      (words.paidForAll, sums.paid), (words.ownPart, negative(sums.owed)),
      (words.sentTitle, sums.sent), (words.receivedTitle, negative(sums.received)),
    ]
    return details(.class("plain-more", "more")) {
      summary {
        span { words.howItCame }
        Icon.chevronDown()
      }
      ul(.class("lines")) {
        (rows.filter { $0.1.minor != 0 } + [(words.balance, sums.net)]).map { name, money in
          li {
            span(.class("grow")) { name }
            amount(money, words)
          }
        }
      }
    }
  }

  /// The payments that come to the balance, where the one in question is not all of it.
  private static func plan(_ side: Side, _ words: Catalogue) -> HTML {
    guard side.payments.count > 1 else { return .empty }
    return HTML(joining: [
      h3 { words.settledBy(side.payments.count) },
      ul(.class("lines")) {
        side.payments.map { payment in
          li {
            span(.class("grow")) { words.pays(payment.from, payment.to) }
            b(.class("num")) { words.money(payment.amount) }
          }
        }
      },
    ])
  }
}
