import Web

/// What the members of a group owe each other.
package enum BalanceRoute: RouteFamily {
  /// How every balance came about.
  case balances(group: String)
  /// Who owes whom, through which expenses.
  case debts(group: String)
  /// What the group spends by month and category; the latest year and the group's currency where
  /// nothing else is said.
  case spending(group: String, year: String? = nil, currency: String? = nil)
  /// Records a payment that settling up proposes.
  case settle(group: String)

  package static let readers = [
    of(balances), of(debts), of { spending(group: $0, year: $1, currency: $2) }, of(settle),
  ]

  package var place: Place {
    switch self {
    case .balances(let group):
      at("groups", group, "balances", get: { $0.balancesPage(group) })
    case .debts(let group): at("groups", group, "debts", get: { $0.debtsPage(group) })
    case .spending(let group, let year, let currency):
      at(
        "groups", group, "spending", query: ["year": year, "currency": currency],
        get: { $0.spendingPage(group, year: year, currency: currency) })
    case .settle(let group): at("groups", group, "settle", post: { $0.settle(group) })
    }
  }
}

extension Route {
  package static func balances(_ route: BalanceRoute) -> Route { Route(route) }
}
