import SharingWeb
import Values
import Web

/// The part of the navigation that leads to groups.
package struct MoneyNavigation: AreaNavigation, Equatable {
  /// A group with what the person is owed there.
  package struct Group: Equatable, Sendable {
    package var link: ZoneLink
    package var emoji = ""
    /// Its picture, when its file is here.
    package var picture: GroupImage?
    /// By currency; negative for what they owe.
    package var nets: [Money] = []
    /// Whether the person may add expenses now.
    package var canWrite = true
    /// Whether there is a second member, whom somebody can pay.
    package var hasOthers = true

    package init(link: ZoneLink, emoji: String = "", nets: [Money] = [], canWrite: Bool = true) {
      self.link = link
      self.emoji = emoji
      self.nets = nets
      self.canWrite = canWrite
    }
  }

  /// By name; the first ``maxGroups`` are shown.
  package var groups: [Group] = []
  /// What the person is owed over all groups, by currency.
  package var totals: [Money] = []

  package static let maxGroups = 12
  /// The groups that “+” offers an expense in, and a payment.
  private static let maxAdditions = 4

  package init(groups: [Group] = [], totals: [Money] = []) {
    self.groups = groups
    self.totals = totals
  }

  package var area: any Area.Type { MoneyArea.self }

  package func tab(_ frame: Frame, _ words: Catalogue) -> NavigationLink? {
    NavigationLink(.groups(.groups()), .coin, words.money)
  }

  package func segments(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    [
      NavigationLink(.groups(.groups()), .people, words.groups),
      NavigationLink(.ledger(.ledger()), .person, words.personal),
    ]
  }

  package func additions(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    let offered = groups.filter(\.canWrite).prefix(Self.maxAdditions)
    let expenses = offered.map { group in
      NavigationLink(
        .expenses(.newExpense(group: group.link.id)), .coin, words.expense,
        detail: words.inGroup(group.link.name))
    }
    let payments = offered.filter(\.hasOthers).map { group in
      NavigationLink(
        .expenses(.newPayment(group: group.link.id, PaymentQuery())), .coin, words.payment,
        detail: words.inGroup(group.link.name))
    }
    return expenses + payments + [
      NavigationLink(.ledger(.newEntry), .person, words.entry, detail: words.ownMoney)
    ]
  }

  package func lists(_ frame: Frame, _ context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      totals.isEmpty
        ? .empty
        : ul(.class("apart", "totals")) {
          totals.map { total in
            li {
              a(.class("row"), .href(.groups(.groups(currency: total.currency)))) {
                span(.class("name")) { words.standing(total) }
                span(.class("n", "num", signClass(total))) { words.money(total.magnitude) }
              }
            }
          }
        },
      context.navigationHeading(words.groups, all: .groups(.groups())),
      ul {
        groups.prefix(Self.maxGroups).map { entry($0, context) }
        if groups.count > Self.maxGroups {
          context.navigationEntry(
            .groups(.groups()), .more, words.allGroups(groups.count), isCurrent: false)
        }
        context.navigationEntry(.groups(.newGroup), .plus, words.newGroup)
      },
      ul(.class("apart")) {
        context.navigationEntry(
          .ledger(.ledger()), .person, words.personal,
          isCurrent: context.route.path.hasPrefix(Route.ledger(.ledger()).path))
        if let group = group(of: context) {
          context.navigationEntry(.rates(.rates(group: group.link.id)), .sync, words.exchangeRates)
        }
      },
    ])
  }

  /// The group whose pages are looked at, or the only one. Each group has rates of its own.
  private func group(of context: ViewContext) -> Group? {
    groups.first { group in
      let path = Route.groups(.group(group.link.id)).path
      return context.route.path == path || context.route.path.hasPrefix(path + "/")
    } ?? (groups.count == 1 ? groups.first : nil)
  }

  private func entry(_ group: Group, _ context: ViewContext) -> HTML {
    let words = context.words
    let route = Route.groups(.group(group.link.id))
    return li {
      a(.href(route), .current(context.route.path == route.path)) {
        if let picture = group.picture {
          picture.square(24, "dot small")
        } else if group.emoji.isEmpty {
          Icon.people()
        } else {
          span(.class("emoji"), .ariaHidden()) { group.emoji }
        }
        span(.class("name")) { group.link.name }
        if let net = group.nets.first {
          span(.class("n", "num", signClass(net)), .title(words.standing(net))) {
            words.signed(net)
          }
        }
      }
    }
  }
}

/// The class that colours an amount; the sign or the words beside it say the same.
func signClass(_ money: Money) -> String? {
  money.minor == 0 ? nil : money.minor > 0 ? "plus" : "minus"
}
