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
    /// What the member that is asked about has in it.
    package var parts: [Part] = []
  }

  /// Something that one member has in it.
  package struct Part: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case paid, share, sent, received, balance }
    package var kind: Kind
    package var amount: Money
  }

  /// By currency.
  package var rows: [Row]
  /// The member that is asked about.
  package var member: MemberName?
  /// Expenses that do not add up, and so count for nothing.
  package var incompleteCount = 0
  /// Whether everything is in it; otherwise only the latest.
  package var isWhole = true
  /// Whether all were counted; otherwise the sums are right and the counts are too low.
  package var isCounted = true

  package init(rows: [Row], incompleteCount: Int = 0, isWhole: Bool = true) {
    self.rows = rows
    self.incompleteCount = incompleteCount
    self.isWhole = isWhole
  }

  /// - Parameters:
  ///   - isMember: whether the part in it is anybody's.
  ///   - about: the member that the list asks about.
  init(
    _ totals: ExpenseTotals, isMember: Bool = true,
    about: (member: MemberName, query: ExpenseQuery)? = nil
  ) {
    self.init(
      rows: totals.currencies.sorted { $0.key < $1.key }.map { code, sums in
        Row(
          count: sums.count, amount: Money(sums.amount, code),
          own: isMember ? Money(sums.own, code) : nil, paymentCount: sums.paymentCount,
          payments: Money(sums.payments, code),
          parts: about.map { Part.all(sums, code, $0.query) } ?? [])
      }, incompleteCount: totals.incompleteCount, isWhole: totals.isWhole)
    (member, isCounted) = (about?.member, totals.isCounted)
  }

  private var count: Int {
    rows.reduce(incompleteCount) {
      $0.addingSaturating($1.count).addingSaturating($1.paymentCount)
    }
  }

  var isEmpty: Bool { rows.isEmpty && incompleteCount == 0 }
}

extension SelectionTotals {
  func view(_ words: Catalogue) -> HTML {
    HTML(joining: [
      isWhole ? .empty : p(.class("muted")) { words.latestOnly(count) },
      isCounted ? .empty : p(.class("muted")) { words.moreThan(count) },
      ul(.class("lines", "totals")) {
        rows.map { row in
          HTML(joining: [li { line(row, words) }, HTML(joining: parts(of: row, words))])
        }
        if incompleteCount > 0 {
          li(.class("minus")) { words.notCounted(incompleteCount) }
        }
      },
    ])
  }

  private func parts(of row: Row, _ words: Catalogue) -> [HTML] {
    guard let member else { return [] }
    return row.parts.map { part in
      li(.class("part")) {
        span(.class("grow")) { words.part(part.kind, of: member) }
        b(.class("num")) {
          part.kind == .balance ? words.signed(part.amount) : words.money(part.amount)
        }
      }
    }
  }

  private func line(_ row: Row, _ words: Catalogue) -> HTML {
    HTML(joining: [
      span(.class("grow")) {
        row.count == 0 && row.paymentCount > 0
          ? words.paymentCount(row.paymentCount)
          : isCounted ? words.expenseCount(row.count) : words.expenses
        if row.count > 0, row.paymentCount > 0 {
          small { words.andPayments(row.paymentCount, row.payments) }
        }
      },
      span(.class("right", "num")) {
        // The amounts of a member's expenses are kept by no month, only the member's part in them.
        if isCounted || row.parts.isEmpty {
          b { words.money(row.count == 0 ? row.payments : row.amount) }
        }
        if row.count > 0, let own = row.own, row.parts.isEmpty || isCounted && member?.isYou != true
        {
          small { words.yourPart(own) }
        }
      },
    ])
  }
}

extension SelectionTotals.Part {
  /// What of a member a list is about: what they paid, their share, or all with the balance.
  fileprivate static func all(
    _ sums: ExpenseTotals.Sums, _ code: String, _ query: ExpenseQuery
  ) -> [SelectionTotals.Part] {
    func part(_ kind: Kind, _ minor: Int128) -> SelectionTotals.Part {
      SelectionTotals.Part(kind: kind, amount: Money(minor, code))
    }
    var parts: [SelectionTotals.Part] = []
    if sums.count > 0 {
      if query.sharerID == nil { parts.append(part(.paid, sums.about.paid)) }
      if query.payerID == nil { parts.append(part(.share, sums.about.owed)) }
    }
    if sums.paymentCount > 0 {
      if query.sharerID == nil { parts.append(part(.sent, sums.about.sent)) }
      if query.payerID == nil { parts.append(part(.received, sums.about.received)) }
    }
    if query.memberID != nil { parts.append(part(.balance, sums.about.net)) }
    return parts
  }
}
