import Web

/// Doing one thing to many items of a list.
package enum BulkChangeRoute: RouteFamily {
  /// The address carries the list, as the way back; the form carries the items and the action.
  case changeItems

  package static let traits: PlaceTraits = .keepsList
  package static let readers = [of(changeItems)]

  package var place: Place {
    switch self {
    case .changeItems: at("many", post: { $0.changeItems() })
    }
  }
}

extension Route {
  package static func bulkChange(_ route: BulkChangeRoute) -> Route { Route(route) }
}
