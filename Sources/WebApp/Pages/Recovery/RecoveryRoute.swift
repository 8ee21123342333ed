/// How the last restore of this hub went: for its administrators.
package enum RecoveryRoute: RouteFamily {
  case recovery
  /// Ending the wait, after a page that says what that means.
  case stopWaiting

  var segments: [String] {
    switch self {
    case .recovery: ["admin", "recovery"]
    case .stopWaiting: ["admin", "recovery", "stop"]
    }
  }

  var name: String {
    switch self {
    case .recovery: "recovery"
    case .stopWaiting: "stopWaiting"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch segments {
    case ["admin", "recovery"]: self = .recovery
    case ["admin", "recovery", "stop"]: self = .stopWaiting
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .recovery: app.recoveryPage()
    case .stopWaiting: app.stopWaitingPage()
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .recovery: nil
    case .stopWaiting: app.stopWaiting()
    }
  }
}

extension Route {
  package static func recovery(_ route: RecoveryRoute) -> Route { .feature(.recovery(route)) }
}
