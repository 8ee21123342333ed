import Web

/// A home that a restored hub has forgotten: removing it from the device that still has it.
package enum ForgottenHomeRoute: RouteFamily {
  case removeForgotten(home: String)

  package static let readers = [of(removeForgotten)]

  package var place: Place {
    switch self {
    case .removeForgotten(let home):
      at(
        "sync", "forgotten", home, "remove", get: { $0.removeForgottenPage(home) },
        post: { $0.removeForgotten(home) })
    }
  }
}

extension Route {
  package static func forgotten(_ route: ForgottenHomeRoute) -> Route {
    Route(route)
  }
}
