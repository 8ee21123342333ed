import Web

/// What the members of a group owe each other.
package enum BalanceRoute: RouteFamily {
  /// How every balance came about.
  case balances(group: String)
  /// Who owes whom, through which expenses. The debt of two members is shown first and open.
  case debts(
    group: String, debtor: String? = nil, creditor: String? = nil, currency: String? = nil)
  /// Why settling up proposes a payment.
  case why(group: String, from: String? = nil, to: String? = nil, currency: String? = nil)
  /// What the group spends by month and category; the latest year and the group's currency where
  /// nothing else is said. The member is whose balance is told, at first the person's own.
  case spending(group: String, year: String? = nil, currency: String? = nil, member: String? = nil)
  /// Records a payment that settling up proposes.
  case settle(group: String)

  package static let readers = [
    of(balances), of { debts(group: $0, debtor: $1, creditor: $2, currency: $3) },
    of { why(group: $0, from: $1, to: $2, currency: $3) },
    of { spending(group: $0, year: $1, currency: $2, member: $3) },
    of(settle),
  ]

  package var place: Place {
    switch self {
    case .balances(let group):
      at("groups", group, "balances", get: { $0.balancesPage(group) })
    case .debts(let group, let debtor, let creditor, let currency):
      at(
        "groups", group, "debts",
        query: ["debtor": debtor, "creditor": creditor, "currency": currency],
        get: {
          $0.debtsPage(group, first: currency.map { ($0, debtor ?? "", creditor ?? "") })
        })
    case .why(let group, let from, let to, let currency):
      at(
        "groups", group, "why", query: ["from": from, "to": to, "currency": currency],
        get: { $0.whyPage(group, from: from ?? "", to: to ?? "", currency: currency ?? "") })
    case .spending(let group, let year, let currency, let member):
      at(
        "groups", group, "spending",
        query: ["year": year, "currency": currency, "member": member],
        get: { $0.spendingPage(group, year: year, currency: currency, member: member) })
    case .settle(let group): at("groups", group, "settle", makes: { $0.settle(group) })
    }
  }
}

extension Route {
  package static func balances(_ route: BalanceRoute) -> Route { Route(route) }
}
