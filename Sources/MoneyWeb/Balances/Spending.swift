import Values
import Web

/// What a group spends, by month and category, and the person's part of it.
package enum SpendingPage {
  package struct Sum: Equatable, Sendable {
    package var name: String
    package var colour: PaletteColour?
    package var all: Money
    /// `nil` for somebody who is no member.
    package var own: Money?
    /// The list of the expenses that it is the sum of.
    package var query = ExpenseQuery()
  }

  /// What a member has paid.
  package struct Paid: Equatable, Sendable {
    package var member: MemberName
    package var amount: Money
    /// The list of the expenses that they paid.
    package var query = ExpenseQuery()
  }

  /// A balance at the end of a month.
  package struct Standing: Equatable, Sendable {
    package var name: String
    package var net: Money
    /// The list of what makes up the balance.
    package var query = ExpenseQuery()
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var year: Int
    package var years: [Int]
    package var currency: String
    package var currencies: [String]
    package var total: Money
    package var own: Money?
    /// How many expenses the sums of all time include that have not reached the hub.
    package var waitingCount = 0
    package var months: [Sum]
    /// The largest first.
    package var categories: [Sum]
    /// The largest first.
    package var paid: [Paid] = []
    /// The member that the person is.
    package var you: MemberName?
    /// Whose balance is shown; `nil` for a group without members.
    package var member: MemberName?
    package var members: [MemberName] = []
    /// By month.
    package var balances: [Standing] = []
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    let spent = ExpenseQuery.spent(in: model.currency).during(year: model.year)
    return context.page(words.spending) {
      context.top(words.spending, crumbs: MembersPage.crumbs(model.group, words))
      div(.class("filters", "row", "wrap")) {
        model.years.map { year in
          context.filterSwitch(
            String(year), isOn: year == model.year,
            .balances(
              .spending(
                group: group, year: String(year), currency: model.currency, member: model.member?.id
              )))
        }
        if model.currencies.count > 1 {
          model.currencies.map { code in
            context.filterSwitch(
              code, isOn: code == model.currency,
              .balances(
                .spending(
                  group: group, year: String(model.year), currency: code, member: model.member?.id))
            )
          }
        }
      }
      waitingNote(model.waitingCount, words)
      if model.categories.isEmpty {
        section(.class("card")) { emptyState("📊", words.nothingSpent, words.nothingSpentText) }
      } else {
        div(.class("stack")) {
          div(.class("stats")) {
            context.stat(
              words.spentByAll, words.money(model.total), to: .groups(.group(group, spent)))
            if let own = model.own {
              context.stat(
                words.ownPart, words.money(own),
                to: .groups(.group(group, model.you.map { spent.shared(by: $0.id) } ?? spent)))
            }
          }
          div(.class("grid2", "even")) {
            card(words.byMonth) { chart(model.months, of: group, words) }
            card(words.byCategory) { chart(model.categories, of: group, words) }
            card(words.whoPaidInYear) { payers(model, words) }
            balances(model, in: context)
          }
        }
      }
    }
  }

  private static func payers(_ model: Model, _ words: Catalogue) -> HTML {
    barChart(
      model.paid.map { paid in
        Bar(
          name: words.name(paid.member), amount: paid.amount.minor,
          text: words.money(paid.amount), colour: paid.member.badge.colour,
          route: .groups(.group(model.group.id, paid.query)))
      })
  }

  /// The balance of a member at the end of each month, with a choice of the member.
  private static func balances(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    guard let member = model.member, !model.balances.isEmpty else { return .empty }
    let most = model.balances.map { $0.net.minor.magnitude }.max() ?? 0
    let choice = context.filterMenu(
      words.nameWithYou(member), isOn: true,
      model.members.map { other in
        FilterChoice(
          text: words.nameWithYou(other),
          route: .balances(
            .spending(
              group: model.group.id, year: String(model.year), currency: model.currency,
              member: other.id)), isChosen: other.id == member.id)
      })
    return card(words.balanceOverTime, link: choice, id: "over-time") {
      ul(.class("lines", "balances")) {
        model.balances.map { standing in
          li {
            a(.class("grow", "cover"), .href(.groups(.group(model.group.id, standing.query)))) {
              standing.name
            }
            GroupPage.bar(standing.net, of: most)
            b(.class("num", signClass(standing.net))) { words.signed(standing.net) }
          }
        }
      }
    }
  }

  private static func chart(_ sums: [Sum], of group: String, _ words: Catalogue) -> HTML {
    barChart(
      sums.map { sum in
        Bar(
          name: sum.name, amount: sum.all.minor, part: sum.own?.minor,
          text: sum.own.map { words.allAndOwn(sum.all, $0) } ?? words.money(sum.all),
          colour: sum.colour,
          route: .groups(.group(group, sum.query)))
      }, legend: words.ownPartLegend)
  }
}
