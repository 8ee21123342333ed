import Web

/// The expenses that somebody has picked in a group's list, and what they come to.
package enum SelectionPage {
  /// What can be done with them; the form sends the raw value as `do`.
  package enum Action: String, CaseIterable, Sendable {
    case total, export
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    /// The list in which they were picked.
    package var query: ExpenseQuery
    package var totals: SelectionTotals
    /// The first of them, for somebody who looks again.
    package var rows: [GroupPage.Row] = []
    /// How many there are, also those that are not shown; `nil` for all that the list finds.
    package var count: Int?
    /// What the form carries on: the picked ones, or that all are meant.
    package var kept: [Kept] = []
    /// How many of them have not reached the hub.
    package var waitingCount = 0
  }

  /// A hidden field.
  package struct Kept: Equatable, Sendable {
    package var name: String
    package var value: String
  }
}
