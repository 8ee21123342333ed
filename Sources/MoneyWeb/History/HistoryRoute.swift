import Web

/// What happened in a group and to an expense, taking it back, and what was deleted.
package enum HistoryRoute: RouteFamily {
  /// `before` goes on with what is older than that change.
  case groupActivity(group: String, before: Int64? = nil)
  case expenseHistory(group: String, expense: String, before: Int64? = nil)
  /// One change in full; a `POST` takes it back.
  case groupChange(group: String, sequence: Int64)
  case deletedExpenses(group: String, before: Int64? = nil)
  /// Restores an expense that a change has deleted.
  case restoreExpense(group: String, sequence: Int64, expense: String)

  package static let readers = [
    of(groupActivity), of(expenseHistory), of(groupChange), of(deletedExpenses),
    of(restoreExpense),
  ]

  package var place: Place {
    switch self {
    case .groupActivity(let group, let before):
      at(
        "groups", group, "activity", query: ["before": before.map { "\($0)" }],
        get: { $0.groupActivity(group, before: before) })
    case .expenseHistory(let group, let expense, let before):
      at(
        "groups", group, "expenses", expense, "history",
        query: ["before": before.map { "\($0)" }],
        get: { $0.expenseHistory(group, expense, before: before) })
    case .groupChange(let group, let sequence):
      at(
        "groups", group, "activity", "\(sequence)",
        get: { $0.groupChangePage(group, sequence) },
        post: { $0.takeBackGroupChange(group, sequence) })
    case .deletedExpenses(let group, let before):
      at(
        "groups", group, "deleted", query: ["before": before.map { "\($0)" }],
        get: { $0.deletedExpensesPage(group, before: before) })
    case .restoreExpense(let group, let sequence, let expense):
      at(
        "groups", group, "activity", "\(sequence)", "restore", expense,
        post: { $0.restoreExpense(group, sequence, expense) })
    }
  }
}

extension Route {
  package static func history(_ route: HistoryRoute) -> Route { Route(route) }
}
