import SyncProtocol
import Web

/// Joining a home or a group: the invite, and what comes of it.
package enum JoiningRoute: RouteFamily {
  case invite(String)
  case join
  case joined(ZoneLink.Kind, zone: String)
  /// Forgets a wish to join that waits on a device, or what came of it.
  case cancelJoin(String)
  /// Ends it: nothing of one's own changes. Who has joined already keeps the home.
  case endJoin(String)

  package static let traits: PlaceTraits = .whileDeciding
  package static let readers =
    [of(endJoin), of(invite), of(join), of(cancelJoin)]
    + ZoneLink.Kind.allCases.map { kind in of { joined(kind, zone: $0) } }

  package var place: Place {
    switch self {
    case .invite(let token):
      at(InviteKey.linkSegment, token, get: { $0.invitePage(token) }, post: { $0.joinHome(token) })
        .marked([.secret, .sharing, .ofChildren, .onOwnDevice])
    case .join:
      at("join", get: { $0.codePage() }, post: { $0.enterCode() }).marked([
        .typesSecret, .sharing, .ofChildren, .onOwnDevice,
      ])
    case .joined(let kind, let zone):
      at(kind.rawValue, zone, "joined", get: { $0.joinedPage(kind, zone) }).marked([
        .sharing, .ofChildren,
      ])
    case .cancelJoin(let id): at("join", id, "cancel", post: { $0.cancelJoin(id) })
    case .endJoin(let id): at("joins", id, "end", post: { $0.endJoin(id) })
    }
  }
}

extension Route {
  package static func joining(_ route: JoiningRoute) -> Route { Route(route) }
}
