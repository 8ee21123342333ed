import Values
import Web

/// What a person spends in a year, by month and category: their own and their shares of groups.
package enum LedgerSpendingPage {
  package struct Sum: Equatable, Sendable {
    package var name: String
    package var colour: PaletteColour?
    package var spent: Money
    /// The part of it that is shares of groups.
    package var shared: Money
    package var query: LedgerQuery
  }

  package struct Model: Equatable, Sendable {
    package var year: Int
    package var years: [Int]
    package var spent: Money
    package var shared: Money
    package var income: Money
    package var months: [Sum]
    /// The largest first.
    package var categories: [Sum]
    /// Each group with the person's shares, the largest first.
    package var groups: [Sum]
    package var unconverted = 0
    /// How many of them have not reached the hub.
    package var waitingCount = 0
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.spending) {
      context.top(
        words.spending,
        crumbs: [
          Crumb(words.money, .groups(.groups())), Crumb(words.personal, .ledger(.ledger())),
        ])
      div(.class("filters", "row", "wrap")) {
        model.years.map { year in
          context.filterSwitch(
            String(year), isOn: year == model.year,
            .ledger(.ledgerSpending(year: String(year))))
        }
      }
      if model.unconverted > 0 {
        note(.warn) { words.notIncluded(model.unconverted, in: model.spent.currency) }
      }
      if model.months.isEmpty {
        section(.class("card")) { emptyState("📊", words.nothingSpent, words.nothingSpentText) }
      } else {
        div(.class("stack")) {
          waitingNote(model.waitingCount, words)
          div(.class("stats")) {
            context.stat(
              words.spentInMonth, words.money(model.spent),
              note: model.shared.minor == 0 ? nil : words.ofThemShared(model.shared),
              to: .ledger(.ledger(.of(.spending, year: model.year))))
            context.stat(
              words.earned, words.money(model.income),
              to: .ledger(.ledger(.of(.income, year: model.year))))
          }
          div(.class("grid2", "even")) {
            card(words.byMonth) { chart(model.months, words) }
            card(words.byCategory) { chart(model.categories, words) }
            if !model.groups.isEmpty {
              card(words.sharesOfGroups) { chart(model.groups, words) }
            }
          }
        }
      }
    }
  }

  private static func chart(_ sums: [Sum], _ words: Catalogue) -> HTML {
    barChart(
      sums.map { sum in
        Bar(
          name: sum.name, amount: sum.spent.minor,
          part: sum.shared.minor == 0 || sum.shared == sum.spent ? nil : sum.shared.minor,
          text: sum.shared.minor == 0 || sum.shared == sum.spent
            ? words.money(sum.spent) : words.spentAndShared(sum.spent, sum.shared),
          colour: sum.colour, route: .ledger(.ledger(sum.query)))
      }, legend: words.sharedPartLegend)
  }
}
