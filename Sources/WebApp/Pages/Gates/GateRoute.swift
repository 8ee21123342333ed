/// Who may share at this hub: for its administrators.
package enum GateRoute: RouteFamily {
  case flags
  /// Pausing everything that is shared, after a page that says what that means.
  case kill

  var segments: [String] {
    switch self {
    case .flags: ["admin", "flags"]
    case .kill: ["admin", "flags", "kill"]
    }
  }

  var name: String {
    switch self {
    case .flags: "flags"
    case .kill: "kill"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch segments {
    case ["admin", "flags"]: self = .flags
    case ["admin", "flags", "kill"]: self = .kill
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .flags: app.flagsPage()
    case .kill: app.killSharingPage()
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .flags: app.saveFlags()
    case .kill: app.killSharing()
    }
  }
}

extension Route {
  package static func gate(_ route: GateRoute) -> Route { .feature(.gate(route)) }
}
