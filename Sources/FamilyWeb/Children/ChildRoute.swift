import Web

/// The accounts that parents keep for their children.
package enum ChildRoute: RouteFamily {
  case newChild(family: String)
  case child(family: String, child: String)
  /// Makes a code that lets the child in on another device.
  case childCode(family: String, child: String)
  case endChildSession(family: String, child: String, session: String)
  case removeChild(family: String, child: String)

  package static let traits: PlaceTraits = .sharing
  package static let readers = [
    of { newChild(family: $0) }, of { child(family: $0, child: $1) },
    of { childCode(family: $0, child: $1) },
    of { endChildSession(family: $0, child: $1, session: $2) },
    of { removeChild(family: $0, child: $1) },
  ]

  package var place: Place {
    switch self {
    case .newChild(let family):
      at(
        "families", family, "children", "new", get: { $0.newChildPage(family) },
        makes: { $0.addChild(family) }
      ).marked(.onOwnDevice)
    case .child(let family, let child):
      at(
        "families", family, "children", child, get: { $0.childPage(family, child) },
        post: { $0.growUp(family, child) }
      ).marked([.typesSecret, .onOwnDevice])
    case .childCode(let family, let child):
      at("families", family, "children", child, "code", makes: { $0.makeCode(family, child) })
        .marked([.secret, .onOwnDevice])
    case .endChildSession(let family, let child, let session):
      at(
        "families", family, "children", child, "sessions", session, "end",
        post: { $0.endSession(session, family, child) }
      ).marked(.onOwnDevice)
    case .removeChild(let family, let child):
      at(
        "families", family, "children", child, "remove",
        get: { $0.removeChildPage(family, child) }, post: { $0.removeChild(family, child) }
      ).marked(.onOwnDevice)
    }
  }
}

extension Route {
  package static func children(_ route: ChildRoute) -> Route { Route(route) }
}
