import Web

/// The addresses for sharing a home or a group, and for the hub's notices about it.
package enum SharingRoute: Equatable, Hashable, Sendable {
  package typealias Kind = ZoneLink.Kind

  case people
  case invites(Kind, zone: String)
  case revokeInvite(Kind, zone: String, invite: String)
  case person(Kind, zone: String, person: String)
  case removePerson(Kind, zone: String, person: String)
  case handOver(Kind, zone: String, person: String)
  case stopSharing(Kind, zone: String)
  case familyShare(Kind, zone: String)
  case leave(Kind, zone: String)
  /// What the hub tells, on the page of people and the home's own.
  case dismissNotice(String)
  /// Takes the home from the person whom a notice names.
  case removeNoticed(String)
  /// Takes over the home that a notice offers.
  case acceptHome(String)
}

extension SharingRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .people: at("people", get: { $0.peoplePage() }).marked(.sharing)
    case .invites(let kind, let zone):
      at(kind.rawValue, zone, "settings", "invites", makes: { $0.makeInvite(kind, zone) }).marked([
        .secret, .sharing, .onOwnDevice,
      ])
    case .revokeInvite(let kind, let zone, let invite):
      at(
        kind.rawValue, zone, "settings", "invites", invite, "revoke",
        post: { $0.revokeInvite(invite, kind, zone) }
      ).marked([.sharing, .onOwnDevice])
    case .person(let kind, let zone, let person):
      at(
        kind.rawValue, zone, "settings", "people", person,
        post: { $0.setRole(of: person, kind, zone) }
      ).marked([.sharing, .onOwnDevice])
    case .removePerson(let kind, let zone, let person):
      at(
        kind.rawValue, zone, "settings", "people", person, "remove",
        get: { $0.removePersonPage(person, kind, zone) },
        post: { $0.removePerson(person, kind, zone) }
      ).marked([.sharing, .onOwnDevice])
    case .handOver(let kind, let zone, let person):
      at(
        kind.rawValue, zone, "settings", "people", person, "hand-over",
        get: { $0.handOverPage(to: person, kind, zone) },
        post: { $0.handOver(to: person, kind, zone) }
      ).marked([.sharing, .onOwnDevice])
    case .stopSharing(let kind, let zone):
      at(
        kind.rawValue, zone, "settings", "stop-sharing", get: { $0.stopSharingPage(kind, zone) },
        post: { $0.stopSharing(kind, zone) }
      ).marked([.sharing, .onOwnDevice])
    case .familyShare(let kind, let zone):
      at(
        kind.rawValue, zone, "settings", "family-sharing",
        get: { $0.familySharePage(kind, zone) }, post: { $0.shareWithFamily(kind, zone) }
      ).marked([.sharing, .onOwnDevice])
    case .leave(let kind, let zone):
      at(
        kind.rawValue, zone, "settings", "leave", get: { $0.leavePage(kind, zone) },
        post: { $0.leave(kind, zone) }
      ).marked([.sharing, .whileDeciding, .onOwnDevice])
    // A notice can be the only way to the copy of a home that was lost.
    case .dismissNotice(let id):
      at("notices", id, "dismiss", post: { $0.dismissNotice(id) }).marked(.onOwnDevice)
    case .removeNoticed(let id):
      at("notices", id, "remove", post: { $0.removeNoticed(id) }).marked(.onOwnDevice)
    case .acceptHome(let id):
      at("notices", id, "accept", post: { $0.acceptHome(id) }).marked([
        .sharing, .onOwnDevice,
      ])
    }
  }

  package static let readers: [RouteReader<SharingRoute>] =
    [of(people), of(dismissNotice), of(removeNoticed), of(acceptHome)]
    + Kind.allCases.flatMap { readers(of: $0) }

  private static func readers(of kind: Kind) -> [RouteReader<SharingRoute>] {
    [
      of { invites(kind, zone: $0) }, of { revokeInvite(kind, zone: $0, invite: $1) },
      of { person(kind, zone: $0, person: $1) },
      of { removePerson(kind, zone: $0, person: $1) },
      of { handOver(kind, zone: $0, person: $1) }, of { stopSharing(kind, zone: $0) },
      of { leave(kind, zone: $0) }, of { familyShare(kind, zone: $0) },
    ]
  }
}

extension Route {
  package static func sharing(_ route: SharingRoute) -> Route { Route(route) }
}
