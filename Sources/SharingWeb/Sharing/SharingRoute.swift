import Web

/// The addresses for sharing a home and for the hub's notices about it.
package enum SharingRoute: Equatable, Hashable, Sendable {
  case people
  case invites(home: String)
  case revokeInvite(home: String, invite: String)
  case person(home: String, person: String)
  case removePerson(home: String, person: String)
  case handOver(home: String, person: String)
  case stopSharing(String)
  case leaveHome(String)
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
    case .invites(let home):
      at("homes", home, "settings", "invites", post: { $0.makeInvite(home: home) }).marked([
        .secret, .sharing,
      ])
    case .revokeInvite(let home, let invite):
      at(
        "homes", home, "settings", "invites", invite, "revoke",
        post: { $0.revokeInvite(invite, home: home) }
      ).marked(.sharing)
    case .person(let home, let person):
      at("homes", home, "settings", "people", person, post: { $0.setRole(of: person, home: home) })
        .marked(.sharing)
    case .removePerson(let home, let person):
      at(
        "homes", home, "settings", "people", person, "remove",
        get: { $0.removePersonPage(person, home: home) },
        post: { $0.removePerson(person, home: home) }
      ).marked(.sharing)
    case .handOver(let home, let person):
      at(
        "homes", home, "settings", "people", person, "hand-over",
        get: { $0.handOverPage(to: person, home: home) },
        post: { $0.handOver(to: person, home: home) }
      ).marked(.sharing)
    case .stopSharing(let home):
      at(
        "homes", home, "settings", "stop-sharing", get: { $0.stopSharingPage(home) },
        post: { $0.stopSharing(home) }
      ).marked(.sharing)
    case .leaveHome(let home):
      at(
        "homes", home, "settings", "leave", get: { $0.leaveHomePage(home) },
        post: { $0.leaveHome(home) }
      ).marked([.sharing, .whileDeciding])
    case .dismissNotice(let id): at("notices", id, "dismiss", post: { $0.dismissNotice(id) })
    case .removeNoticed(let id): at("notices", id, "remove", post: { $0.removeNoticed(id) })
    case .acceptHome(let id):
      at("notices", id, "accept", post: { $0.acceptHome(id) }).marked(.sharing)
    }
  }

  package static let readers = [
    of(people), of(invites), of(revokeInvite), of(person), of(removePerson), of(handOver),
    of(stopSharing), of(leaveHome), of(dismissNotice), of(removeNoticed), of(acceptHome),
  ]
}

extension Route {
  package static func sharing(_ route: SharingRoute) -> Route { Route(route) }
}
