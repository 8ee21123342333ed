import Values
import Web

/// What a person means to spend in a month, beside what they have spent.
package enum BudgetsPage {
  package struct Row: Equatable, Sendable {
    /// The category; empty for all that is spent.
    package var id: String
    package var name: String
    package var emoji = ""
    package var colour: PaletteColour?
    package var spent: Money
    /// `nil` for none. In a currency of its own where there is no rate.
    package var budget: Money?
    /// Whether it is for this month alone.
    package var isOnce = false

    /// The budget, if what is spent can be held against it.
    var comparable: Money? { budget.flatMap { $0.currency == spent.currency ? $0 : nil } }
  }

  package struct Model: Equatable, Sendable {
    /// `YYYY-MM`.
    package var month: String
    package var year: Int
    /// 1 to 12.
    package var number: Int
    package var previous: String?
    package var next: String?
    /// All that is spent first, then the categories by name.
    package var rows: [Row]
    /// The form: which category, how much, and for how long.
    package var values = FormValues<FormName>()
    package var isOnce = false
    /// How many rows are in no sum, as there is no rate.
    package var unconverted = 0
    /// How many of what was spent have not reached the hub.
    package var waitingCount = 0
  }

  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.budgets, isLive: !model.values.hasProblems) {
      context.top(
        words.budgets,
        crumbs: [
          Crumb(words.money, .groups(.groups())), Crumb(words.personal, .ledger(.ledger())),
        ])
      nav(.class("row", "between"), .ariaLabel(words.months)) {
        model.previous.map {
          linkButton(.ledger(.budgets(month: $0)), words.earlier, .chevronLeft, style: .quiet)
        } ?? .empty
        h2 { words.month(model.number, year: model.year) }
        model.next.map {
          linkButton(.ledger(.budgets(month: $0)), words.later, style: .quiet)
        } ?? .empty
      }
      if model.unconverted > 0, let code = model.rows.first?.spent.currency {
        note(.warn) { words.notIncluded(model.unconverted, in: code) }
      }
      waitingNote(model.waitingCount, words)
      div(.class("grid2")) {
        section(.class("card")) {
          ul(.class("lines", "padded", "budgets")) { model.rows.map { row($0, model, words) } }
        }
        form(model, in: context)
      }
    }
  }

  private static func row(_ row: Row, _ model: Model, _ words: Catalogue) -> HTML {
    let spent = LedgerQuery.of(.spending, month: model.month)
      .with { $0.category = row.id.isEmpty ? nil : row.id }
    return li(.dataKey(row.id)) {
      span(.class("thumb", "tinted", row.colour?.className), .ariaHidden()) {
        row.emoji.isEmpty ? (row.id.isEmpty ? "👛" : "🏷️") : row.emoji
      }
      div(.class("grow")) {
        b { a(.class("link"), .href(.ledger(.ledger(spent)))) { row.name } }
        if let budget = row.comparable {
          meter(
            permille: permille(row.spent.minor, of: budget.minor),
            colour: row.spent.minor > budget.minor ? .red : .green)
        }
        small { a(.class("link"), .href(.ledger(.ledger(spent)))) { self.spent(row, words) } }
      }
      if let budget = row.budget, row.comparable == nil {
        b(.class("num")) { words.money(budget) }
      }
      if let budget = row.comparable {
        let left = Money(budget.minor &- row.spent.minor, budget.currency)
        b(.class("num", left.minor < 0 ? "minus" : nil)) { words.leftOrOver(left) }
      }
    }
  }

  /// What was spent, beside what was meant to be.
  private static func spent(_ row: Row, _ words: Catalogue) -> String {
    guard row.budget != nil else { return words.spentWithoutBudget(row.spent) }
    return
      (row.comparable.map { words.spentOf(row.spent, $0) }
      ?? words.spentWithoutRate(row.spent)) + (row.isOnce ? " · " + words.onlyThisMonth : "")
  }

  private static func form(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.setBudget) {
      context.postForm(.ledger(.budgets(month: model.month)), .class("stack")) {
        context.picker(
          "categoryID", words.category, model.values[.categoryID],
          model.rows.map { ($0.id, $0.name) })
        context.field(
          "amount", words.amountTitle, model.values[.amount],
          FieldStyle(
            autocomplete: "off", inputmode: "text", hint: words.budgetHint, maxLength: 200,
            prefix: model.rows.first?.spent.currency))
        context.checkbox(
          "isOnce", value: "yes", words.onlyThisMonth, isChecked: model.isOnce)
        actions { submit(words.save, .check) }
      }
      linkButton(.ledger(.ledgerCategories), words.categories, .tag, style: .quiet)
    }
  }
}
