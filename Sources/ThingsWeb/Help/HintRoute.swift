import Web

/// The hints on other pages, which a person can dismiss.
package enum HintRoute: RouteFamily {
  case dismissHint(String)

  package static let readers = [of(dismissHint)]

  package var place: Place {
    switch self {
    case .dismissHint(let name):
      at("account", "hints", name, "dismiss", post: { $0.dismissHint(name) })
    }
  }
}

extension Route {
  package static func hint(_ route: HintRoute) -> Route { Route(route) }
}
