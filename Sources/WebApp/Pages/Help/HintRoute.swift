/// Help on other pages, which a person can take away.
package enum HintRoute: RouteFamily {
  case dismissHint(String)

  var segments: [String] {
    switch self {
    case .dismissHint(let name): ["account", "hints", name, "dismiss"]
    }
  }

  var name: String { "dismissHint" }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count == 4, segments[0] == "account", segments[1] == "hints",
      segments[3] == "dismiss"
    else { return nil }
    self = .dismissHint(segments[2])
  }

  func page(in app: WebApplication) -> Endpoint? { nil }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .dismissHint(let name): app.dismissHint(name)
    }
  }
}

extension Route {
  package static func hint(_ route: HintRoute) -> Route { .feature(.hint(route)) }
}
