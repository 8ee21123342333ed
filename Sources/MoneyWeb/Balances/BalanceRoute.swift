import Web

/// What the members of a group owe each other.
package enum BalanceRoute: RouteFamily {
  /// How every balance came about.
  case balances(group: String)
  /// Who owes whom, through which expenses.
  case debts(group: String)
  /// Records a payment that settling up proposes.
  case settle(group: String)

  package static let readers = [of(balances), of(debts), of(settle)]

  package var place: Place {
    switch self {
    case .balances(let group):
      at("groups", group, "balances", get: { $0.balancesPage(group) })
    case .debts(let group): at("groups", group, "debts", get: { $0.debtsPage(group) })
    case .settle(let group): at("groups", group, "settle", post: { $0.settle(group) })
    }
  }
}

extension Route {
  package static func balances(_ route: BalanceRoute) -> Route { Route(route) }
}
