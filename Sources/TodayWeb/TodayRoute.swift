import Web

/// The address of Today.
package enum TodayRoute: RouteFamily {
  /// The most urgent rows, or all of them.
  case today(showsAll: Bool = false)

  package static let readers = [of(today)]

  package var place: Place {
    switch self {
    case .today(let showsAll):
      at("today", query: ["all": showsAll ? "" : nil], get: { $0.todayPage(showsAll: showsAll) })
    }
  }
}

extension Route {
  package static func today(_ route: TodayRoute) -> Route { Route(route) }
}
