import Web

/// The addresses of the places of a home.
package enum RoomRoute: Equatable, Hashable, Sendable {
  case rooms(home: String)
  case room(home: String, room: String, isEditing: Bool = false)
  case deleteRoom(home: String, room: String)
}

extension RoomRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .rooms(let home):
      at(
        "homes", home, "rooms", get: { $0.roomsPage(home: home) }, post: { $0.addRoom(home: home) }
      ).marked(.makesNew)
    case .room(let home, let room, let isEditing):
      at(
        "homes", home, "rooms", room, query: ["edit": isEditing ? "" : nil],
        get: { $0.roomPage(home: home, room: room, isEditing: isEditing) },
        post: { $0.editRoom(home: home, room: room) }
      ).marked(isEditing ? [] : .itemList)
    case .deleteRoom(let home, let room):
      at(
        "homes", home, "rooms", room, "delete", get: { $0.deleteRoomPage(home: home, room: room) },
        post: { $0.deleteRoom(home: home, room: room) })
    }
  }

  package static let readers = [of(rooms), of(room), of(deleteRoom)]
}

extension Route {
  package static func rooms(_ route: RoomRoute) -> Route { Route(route) }
}
