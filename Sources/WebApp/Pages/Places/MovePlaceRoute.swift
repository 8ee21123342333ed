/// Moving a place with all that is in it to another home.
package enum MovePlaceRoute: RouteFamily {
  /// `to`: the home that was chosen.
  case movePlace(home: String, room: String, to: String? = nil)

  var segments: [String] {
    switch self {
    case .movePlace(let home, let room, _): ["homes", home, "rooms", room, "move"]
    }
  }

  var queryFields: [(String, String)] {
    if case .movePlace(_, _, let home?) = self { [("home", home)] } else { [] }
  }

  var name: String { "movePlace" }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count == 5, segments[0] == "homes", segments[2] == "rooms",
      segments[4] == "move"
    else { return nil }
    self = .movePlace(home: segments[1], room: segments[3], to: fields.nonEmpty("home"))
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .movePlace(let home, let room, let target):
      app.movePlacePage(home: home, room: room, to: target)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .movePlace(let home, let room, _): app.movePlace(home: home, room: room)
    }
  }
}

extension Route {
  package static func moving(_ route: MovePlaceRoute) -> Route { .feature(.moving(route)) }
}
