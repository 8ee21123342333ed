/// What somebody with a household of their own decides about a home that they are to join. The hub
/// keeps it, so it goes on after a crash and on any device.
package enum JoinDecisionRoute: RouteFamily {
  /// `home`: the own home that was chosen to go into the other. `isSeparate`: whether equal names
  /// stay apart.
  case decideJoin(String, home: String? = nil, isSeparate: Bool = false)
  /// Ends it: nothing of one's own changes. Who has joined already keeps the home.
  case endJoin(String)
  /// What a fresh start has come to.
  case freshDone(home: String)

  static let readers = [
    of("joins/:") { holes, fields in
      let home = fields.nonEmpty("home")
      return .decideJoin(
        holes[0], home: home,
        isSeparate: home != nil && fields.nonEmpty("names") == "separate")
    }, of(endJoin), of(freshDone),
  ]

  var place: Place {
    switch self {
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
  package static func joining(_ route: JoinDecisionRoute) -> Route { .feature(FeatureRoute(route)) }
}
