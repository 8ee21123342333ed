/// Doing one thing to many items of a list.
package enum ManyRoute: RouteFamily {
  /// The list goes along as the way back, the items and what is to be done as the form.
  case changeItems

  static let traits: PlaceTraits = .keepsList
  static let readers = [of(changeItems)]

  var place: Place {
    switch self {
    case .changeItems: at("many", post: { $0.changeItems() })
    }
  }
}

extension Route {
  package static func many(_ route: ManyRoute) -> Route { Route(route) }
}
