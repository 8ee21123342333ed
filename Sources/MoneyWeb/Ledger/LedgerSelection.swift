import Values
import Web

/// The rows that somebody has picked in their ledger, and what they come to.
package enum LedgerSelectionPage {
  package struct Model: Equatable, Sendable {
    /// The list in which they were picked.
    package var query = LedgerQuery()
    /// In the person's currency.
    package var totals: [LedgerPage.Total] = []
    /// How many are in no total, as there is no rate.
    package var unconverted = 0
    /// The person's currency.
    package var currency = ""
    /// What each currency comes to, where there are several.
    package var currencies: [[LedgerPage.Total]] = []
    /// Whether everything is in the totals; otherwise only the latest.
    package var isWhole = true
    package var count = 0
    /// The first of them, for somebody who looks again.
    package var rows: [LedgerPage.Row] = []
    /// What the form carries on: the picked ones, or that all are meant.
    package var kept: [SelectionPage.Kept] = []
    /// How many of them have not reached the hub.
    package var waitingCount = 0
  }

  /// Posts to ``LedgerRoute/ledgerSelection(_:)``.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    let list = Route.ledger(.ledger(model.query))
    return SelectionPage.page(
      of: list, action: .ledger(.ledgerSelection(model.query)), kept: model.kept,
      crumbs: [Crumb(words.money, .groups(.groups())), Crumb(words.personal, list)],
      note: words.ledgerEntryCount(model.count),
      totals: model.count == 0 ? nil : totals(model, words),
      rows: model.rows.map { LedgerPage.row($0, words) }, in: context)
  }

  private static func totals(_ model: Model, _ words: Catalogue) -> HTML {
    section(.class("card", "pad")) {
      if !model.isWhole { p(.class("muted")) { words.latestEntriesOnly(model.count) } }
      ul(.class("lines", "totals")) { model.totals.map { line($0, words) } }
      waitingNote(model.waitingCount, words)
      if model.unconverted > 0 {
        note(.warn) { words.notIncluded(model.unconverted, in: model.currency) }
      }
      if !model.currencies.isEmpty {
        h2 { words.byCurrency }
        model.currencies.map { totals in
          ul(.class("lines", "totals")) { totals.map { line($0, words) } }
        }
      }
    }
  }

  private static func line(_ total: LedgerPage.Total, _ words: Catalogue) -> HTML {
    li {
      span(.class("grow")) { words.name(of: total.flow) }
      b(.class("num")) { words.money(total.amount) }
    }
  }
}
