import Web

/// What can be done about a home that was deleted; the list of them is on the page of all homes.
package enum DeletedHomeRoute: RouteFamily {
  case restoreHome(String)
  /// Removes it for good.
  case purgeHome(String)

  package static let readers = [of(restoreHome), of(purgeHome)]

  package var place: Place {
    switch self {
    case .restoreHome(let home):
      at(
        "homes", "deleted", home, "restore", get: { $0.restoreHomePage(home) },
        post: { $0.restoreHome(home) })
    case .purgeHome(let home):
      at(
        "homes", "deleted", home, "purge", get: { $0.purgeHomePage(home) },
        post: { $0.purgeHome(home) })
    }
  }
}

extension Route {
  package static func deletedHome(_ route: DeletedHomeRoute) -> Route {
    Route(route)
  }
}
