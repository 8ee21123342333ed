/// What can be done about a home that was deleted; the list of them is on the page of all homes.
package enum DeletedHomeRoute: RouteFamily {
  case restoreHome(String)
  /// Removes it for good.
  case purgeHome(String)

  var segments: [String] {
    switch self {
    case .restoreHome(let home): ["homes", "deleted", home, "restore"]
    case .purgeHome(let home): ["homes", "deleted", home, "purge"]
    }
  }

  var name: String {
    switch self {
    case .restoreHome: "restoreHome"
    case .purgeHome: "purgeHome"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count == 4, segments.starts(with: ["homes", "deleted"]) else { return nil }
    switch segments[3] {
    case "restore": self = .restoreHome(segments[2])
    case "purge": self = .purgeHome(segments[2])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .restoreHome(let home): app.restoreHomePage(home)
    case .purgeHome(let home): app.purgeHomePage(home)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .restoreHome(let home): app.restoreHome(home)
    case .purgeHome(let home): app.purgeHome(home)
    }
  }
}

extension Route {
  package static func deletedHome(_ route: DeletedHomeRoute) -> Route {
    .feature(.deletedHome(route))
  }
}
