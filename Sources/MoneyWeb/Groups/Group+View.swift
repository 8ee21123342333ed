import SharingWeb
import Values
import Web

extension GroupPage {
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let id = model.group.id
    return context.page(model.group.name) {
      context.groupBanner(model.picture)
      context.top(
        model.group.name, crumbs: [Crumb(words.money, .groups(.groups()))],
        noting: note(model, words)
      ) {
        linkButton(
          .groups(.groupSettings(id)), words.groupSettings, .gear, style: .quiet)
        if model.role == .owner {
          linkButton(.groups(.groupSettings(id)), words.invite, .share, fragment: "sharing")
        }
        if model.canWrite {
          linkButton(
            .expenses(.newPayment(group: id, PaymentQuery())), words.payment, .arrow)
          linkButton(.expenses(.newExpense(group: id)), words.addExpense, .plus, style: .primary)
        }
      }
      if !model.note.isEmpty { p(.class("muted")) { model.note } }
      if model.isArchived { Web.note { words.isArchivedNote } }
      standing(model, words)
      incomplete(model, words)
      if !model.isMember { whoAreYou(model, in: context) }
      div(.class("grid2")) {
        div(.class("stack")) { list(model, in: context) }
        div(.class("stack"), .id("balances")) {
          waitingNote(model.waitingCount, words)
          model.currencies.map { currency in
            HTML(joining: [
              balances(currency, of: model, words), settle(currency, of: model, in: context),
            ])
          }
        }
      }
    }
  }

  private static func note(_ model: Model, _ words: Catalogue) -> HTML {
    HTML(joining: [
      HTML(text: words.memberCount(model.memberCount)),
      HTML(
        joining: model.currencies.filter { $0.total.minor != 0 }.map { currency in
          HTML(joining: [
            HTML(text: " · "),
            a(
              .class("link"),
              .href(.groups(.group(model.group.id, .spent(in: currency.code))))
            ) { words.inAll(currency.total) },
          ])
        }),
    ])
  }

  /// On a phone, where the balances stand below the list: what the person is owed.
  private static func standing(_ model: Model, _ words: Catalogue) -> HTML {
    let own = model.currencies.flatMap { currency in
      currency.balances.filter { $0.member.isYou && $0.net.minor != 0 }.map(\.net)
    }
    guard !model.currencies.isEmpty else { return .empty }
    return a(.class("card", "pad", "phone-standing"), .href(inPage: "balances")) {
      span(.class("grow")) {
        own.isEmpty ? words.settled : words.standings(own)
        if model.waitingCount > 0 { small { words.includesWaiting(model.waitingCount) } }
      }
      Icon.chevronDown(16)
    }
  }

  private static func incomplete(_ model: Model, _ words: Catalogue) -> HTML {
    guard !model.incomplete.isEmpty else { return .empty }
    return Web.note(.bad) {
      p { words.incompleteNote(model.incomplete.count) }
      ul {
        model.incomplete.map { expense in
          li {
            a(
              .class("link"),
              .href(.expenses(.expense(group: model.group.id, expense: expense.id)))
            ) { expense.name }
          }
        }
      }
    }
  }

  /// Posts to ``MemberRoute/claimMember(group:member:)``.
  private static func whoAreYou(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.whoAreYou, id: "who") {
      p(.class("muted")) { words.whoAreYouText }
      div(.class("row", "wrap")) {
        model.unclaimed.map { member in
          context.postButton(
            .members(.claimMember(group: model.group.id, member: member.id)),
            words.iAm(member.name), .person)
        }
        if model.canWrite {
          linkButton(
            .members(.members(group: model.group.id)), words.noneOfThese, style: .quiet)
        }
      }
    }
  }

  // MARK: - Balances

  private static func balances(
    _ currency: Currency, of model: Model, _ words: Catalogue
  ) -> HTML {
    let most = currency.balances.map { $0.net.minor.magnitude }.max() ?? 0
    return card(
      model.currencies.count > 1 ? words.balances(in: currency.code) : words.balances,
      link: a(.class("link"), .href(.balances(.balances(group: model.group.id)))) {
        words.howItCame
      }
    ) {
      ul(.class("lines", "balances")) {
        currency.balances.map { balance in
          li {
            avatar(balance.member.badge)
            a(
              .class("grow", "cover"),
              .href(
                .groups(.group(model.group.id, .all(of: balance.member.id, in: currency.code))))
            ) { words.name(balance.member) }
            bar(balance.net, of: most)
            b(.class("num", signClass(balance.net))) { words.signed(balance.net) }
          }
        }
      }
    }
  }

  private static let barWidth = 60

  /// A bar from the middle, to the right for what somebody is owed.
  static func bar(_ net: Money, of most: UInt128) -> HTML {
    let half = barWidth / 2
    // The share is at most `half`, as no balance is above the most.
    let length =
      most == 0 || net.minor == 0
      ? 0 : max(2, Int(net.minor.magnitude.multipliedReportingOverflow(by: UInt128(half)).0 / most))
    return svg(
      .class("balance-bar", signClass(net)), .viewBox(barWidth, 10), .width(barWidth), .height(10),
      .ariaHidden()
    ) {
      if length > 0 {
        rect(
          .x(net.minor > 0 ? half : half - length), .y(1), .width(length), .height(8), .rx(4),
          .fill("currentColor"))
      }
    }
  }

  /// Posts to ``BalanceRoute/settle(group:)``.
  private static func settle(
    _ currency: Currency, of model: Model, in context: ViewContext
  ) -> HTML {
    let words = context.words
    guard !currency.transfers.isEmpty else { return .empty }
    let other = model.query.with { $0.debts = model.simplifies ? .each : .fewest }
    return card(
      model.simplifies ? words.settleWith(currency.transfers.count) : words.whoOwesWhom
    ) {
      if !currency.isExact { p(.class("muted")) { words.maybeFewer } }
      ul(.class("lines", "settle")) {
        currency.transfers.map { transfer in
          li {
            avatar(transfer.from.badge)
            span(.class("grow")) {
              model.simplifies
                ? words.pays(transfer.from, transfer.to) : words.owes(transfer.from, transfer.to)
              if transfer.from.isYou { howToPay(transfer.payment) }
            }
            b(.class("num")) { words.money(transfer.amount) }
            div(.class("settle-actions")) {
              why(transfer, of: model, words)
              if transfer.to.isYou { remind(transfer, of: model, words) }
              if model.canWrite { record(transfer, of: model, in: context) }
            }
          }
        }
      }
      // One's own view: the others go on to see what the group says.
      p {
        a(.class("link"), .href(.groups(.group(model.group.id, other)))) {
          model.simplifies ? words.showWhoOwesWhom : words.showFewest
        }
      }
    }
  }

  /// How to pay whoever gets it. A web address is a link that leads out of this app.
  static func howToPay(_ payment: String) -> HTML {
    guard !payment.isEmpty else { return .empty }
    guard let address = ExternalAddress(payment) else { return small { payment } }
    return small {
      a(
        .class("link"), .href(address), .target("_blank"), .rel("noopener noreferrer nofollow")
      ) { address.text }
    }
  }

  /// Leads to why the payment is proposed, or to the expenses that a debt is made of.
  private static func why(_ transfer: Transfer, of model: Model, _ words: Catalogue) -> HTML {
    let (group, currency) = (model.group.id, transfer.amount.currency)
    let (from, to) = (transfer.from.id, transfer.to.id)
    let route: BalanceRoute =
      model.simplifies
      ? .why(group: group, from: from, to: to, currency: currency)
      : .debts(group: group, debtor: from, creditor: to, currency: currency)
    return a(
      .class("btn", "quiet", "small"), .href(.balances(route)),
      .ariaLabel(
        model.simplifies
          ? words.why(transfer.from, transfer.to) : words.whyOwes(transfer.from, transfer.to))
    ) { words.why }
  }

  /// A text to send to who owes the person; it can be marked and copied without script, too.
  private static func remind(_ transfer: Transfer, of model: Model, _ words: Catalogue) -> HTML {
    let text = words.reminder(transfer, in: model.group.name)
    return details(.class("reminder")) {
      summary(.class("btn", "quiet", "small"), .ariaLabel(words.remind(transfer.from))) {
        words.remindShort
      }
      div {
        textarea(
          .class("input"), .rows(3), .readonly(), .ariaLabel(words.reminderText(transfer.from))
        ) { text }
        button(
          .class("btn", "small", "needs-script"), .type("button"), .dataCopy(text),
          .dataCopied(words.copied)
        ) {
          Icon.copy(16)
          words.copy
        }
      }
    }
  }

  private static func record(
    _ transfer: Transfer, of model: Model, in context: ViewContext
  ) -> HTML {
    SettleForm(
      group: model.group.id, debts: model.simplifies ? .fewest : .each, from: transfer.from,
      to: transfer.to, amount: transfer.amount
    ).view(in: context)
  }
}
