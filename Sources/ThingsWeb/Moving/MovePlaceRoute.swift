import Web

/// Moving a place with all that is in it to another home.
package enum MovePlaceRoute: RouteFamily {
  /// `to`: the home that was chosen.
  case movePlace(home: String, room: String, to: String? = nil)

  package static let readers = [of(movePlace)]

  package var place: Place {
    switch self {
    case .movePlace(let home, let room, let target):
      at(
        "homes", home, "rooms", room, "move", query: ["home": target],
        get: { $0.movePlacePage(home: home, room: room, to: target) },
        post: { $0.movePlace(home: home, room: room) })
    }
  }
}

extension Route {
  package static func moving(_ route: MovePlaceRoute) -> Route { Route(route) }
}
