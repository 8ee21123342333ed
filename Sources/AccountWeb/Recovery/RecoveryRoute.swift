import Web

/// How the last restore of this hub went: for its administrators.
package enum RecoveryRoute: RouteFamily {
  case recovery
  /// Ends the wait, after a page that explains the consequences.
  case stopWaiting

  package static let traits: PlaceTraits = .onOwnDevice
  package static let readers = [of(recovery), of(stopWaiting)]

  package var place: Place {
    switch self {
    case .recovery: at("admin", "recovery", get: { $0.recoveryPage() })
    case .stopWaiting:
      at("admin", "recovery", "stop", get: { $0.stopWaitingPage() }, post: { $0.stopWaiting() })
    }
  }
}

extension Route {
  package static func recovery(_ route: RecoveryRoute) -> Route { Route(route) }
}
