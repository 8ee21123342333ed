import Finances
import Values
import Web

/// What some expenses come to, by currency.
package struct SelectionTotals: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var count = 0
    package var amount: Money
    /// The person's part; `nil` for somebody who is no member.
    package var own: Money?
    package var paymentCount = 0
    package var payments: Money
  }

  /// By currency.
  package var rows: [Row]
  /// Expenses that do not add up, and so count for nothing.
  package var incompleteCount = 0
  /// Whether everything is in it; otherwise only the latest.
  package var isWhole = true

  package init(rows: [Row], incompleteCount: Int = 0, isWhole: Bool = true) {
    self.rows = rows
    self.incompleteCount = incompleteCount
    self.isWhole = isWhole
  }

  /// - Parameter isMember: whether the part in it is anybody's.
  init(_ totals: ExpenseTotals, isMember: Bool = true) {
    self.init(
      rows: totals.currencies.sorted { $0.key < $1.key }.map { code, sums in
        Row(
          count: sums.count, amount: Money(sums.amount, code),
          own: isMember ? Money(sums.own, code) : nil, paymentCount: sums.paymentCount,
          payments: Money(sums.payments, code))
      }, incompleteCount: totals.incompleteCount, isWhole: totals.isWhole)
  }

  var isEmpty: Bool { rows.isEmpty && incompleteCount == 0 }
}

extension SelectionTotals {
  func view(_ words: Catalogue) -> HTML {
    HTML(joining: [
      isWhole ? .empty : p(.class("muted")) { words.latestOnly(count) },
      ul(.class("lines", "totals")) {
        rows.map { row in li { line(row, words) } }
        if incompleteCount > 0 {
          li(.class("minus")) { words.notCounted(incompleteCount) }
        }
      },
    ])
  }

  private var count: Int {
    rows.reduce(incompleteCount) {
      $0.addingSaturating($1.count).addingSaturating($1.paymentCount)
    }
  }

  private func line(_ row: Row, _ words: Catalogue) -> HTML {
    HTML(joining: [
      span(.class("grow")) {
        row.count == 0 && row.paymentCount > 0
          ? words.paymentCount(row.paymentCount) : words.expenseCount(row.count)
        if row.count > 0, row.paymentCount > 0 {
          small { words.andPayments(row.paymentCount, row.payments) }
        }
      },
      span(.class("right", "num")) {
        b { words.money(row.count == 0 ? row.payments : row.amount) }
        if row.count > 0, let own = row.own { small { words.yourPart(own) } }
      },
    ])
  }
}
