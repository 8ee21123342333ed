/// Joining a home: the invite, what somebody with a household of their own decides about it, and
/// what comes of it. The hub keeps the decision, so it goes on after a crash and on any device.
package enum JoiningRoute: RouteFamily {
  case invite(String)
  case join
  case joined(home: String)
  /// Forgets a wish to join that waits on a device, or what came of it.
  case cancelJoin(String)
  /// `home`: the own home that was chosen to go into the other. `isSeparate`: whether equal names
  /// stay apart.
  case decideJoin(String, home: String? = nil, isSeparate: Bool = false)
  /// Ends it: nothing of one's own changes. Who has joined already keeps the home.
  case endJoin(String)
  /// What a fresh start has come to.
  case freshDone(home: String)

  static let traits: PlaceTraits = .whileDeciding
  static let readers = [
    of("joins/:") { holes, fields in
      let home = fields.nonEmpty("home")
      return .decideJoin(
        holes[0], home: home,
        isSeparate: home != nil && fields.nonEmpty("names") == "separate")
    }, of(endJoin), of(freshDone), of(invite), of(join), of(joined), of(cancelJoin),
  ]

  var place: Place {
    switch self {
    case .invite(let token):
      at("i", token, get: { $0.invitePage(token) }, post: { $0.joinHome(token) }).marked([.secret, .sharing])
    case .join: at("join", get: { $0.codePage() }, post: { $0.enterCode() }).marked([.typesSecret, .sharing])
    case .joined(let home): at("homes", home, "joined", get: { $0.joinedPage(home) }).marked(.sharing)
    case .cancelJoin(let id): at("join", id, "cancel", post: { $0.cancelJoin(id) })
    case .decideJoin(let id, let home, let isSeparate):
      at(
        "joins", id, query: ["home": home, "names": home != nil && isSeparate ? "separate" : nil],
        get: { $0.decisionPage(id, home: home, isSeparate: isSeparate) }, post: { $0.decide(id) })
    case .endJoin(let id): at("joins", id, "end", post: { $0.endJoin(id) })
    case .freshDone(let home): at("homes", home, "fresh", get: { $0.freshPage(home) })
    }
  }
}

extension Route {
  package static func joining(_ route: JoiningRoute) -> Route { Route(route) }
}
