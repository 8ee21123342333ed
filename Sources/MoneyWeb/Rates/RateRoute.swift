import Web

/// The exchange rates that a group has entered.
package enum RateRoute: RouteFamily {
  case rates(group: String)
  case removeRate(group: String, rate: String)

  package static let readers = [of(rates), of(removeRate)]

  package var place: Place {
    switch self {
    case .rates(let group):
      at("groups", group, "rates", get: { $0.ratesPage(group) }, makes: { $0.setRate(group) })
    case .removeRate(let group, let rate):
      at("groups", group, "rates", rate, "remove", post: { $0.removeRate(group, rate) })
    }
  }
}

extension Route {
  package static func rates(_ route: RateRoute) -> Route { Route(route) }
}
