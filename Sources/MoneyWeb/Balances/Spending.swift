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
    /// The category; `nil` for none, and for months.
    package var categoryID: String?
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    package var year: Int
    package var years: [Int]
    package var currency: String
    package var currencies: [String]
    package var total: Money
    package var own: Money?
    package var months: [Sum]
    /// The largest first.
    package var categories: [Sum]
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let group = model.group.id
    return context.page(words.spending) {
      context.top(words.spending, crumbs: MembersPage.crumbs(model.group, words))
      div(.class("filters", "row", "wrap")) {
        model.years.map { year in
          context.filterSwitch(
            String(year), isOn: year == model.year,
            .balances(.spending(group: group, year: String(year), currency: model.currency)))
        }
        if model.currencies.count > 1 {
          model.currencies.map { code in
            context.filterSwitch(
              code, isOn: code == model.currency,
              .balances(.spending(group: group, year: String(model.year), currency: code)))
          }
        }
      }
      if model.categories.isEmpty {
        section(.class("card")) { emptyState("📊", words.nothingSpent, words.nothingSpentText) }
      } else {
        div(.class("stack")) {
          div(.class("stats")) {
            context.stat(words.spentByAll, words.money(model.total))
            if let own = model.own { context.stat(words.ownPart, words.money(own)) }
          }
          div(.class("grid2", "even")) {
            card(words.byMonth) { chart(model.months, of: group, words) }
            card(words.byCategory) { chart(model.categories, of: group, words) }
          }
        }
      }
    }
  }

  private static func chart(_ sums: [Sum], of group: String, _ words: Catalogue) -> HTML {
    barChart(
      sums.map { sum in
        Bar(
          name: sum.name, amount: sum.all.minor,
          text: sum.own.map { words.allAndOwn(sum.all, $0) } ?? words.money(sum.all),
          colour: sum.colour,
          route: sum.categoryID.map { .groups(.group(group, ExpenseQuery(categoryID: $0))) })
      })
  }
}
