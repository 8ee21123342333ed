import Web

/// What somebody with homes of their own decides when they join one. The hub keeps the decision, so it
/// goes on after a crash and on any device.
package enum DecisionRoute: RouteFamily {
  /// `home`: the own home that was chosen to go into the other. `isSeparate`: whether equal names
  /// stay apart.
  case decideJoin(String, home: String? = nil, isSeparate: Bool = false)
  /// What a fresh start has come to.
  case freshDone(home: String)

  package static let traits: PlaceTraits = .whileDeciding
  package static let readers = [
    of("joins/:") { holes, fields in
      let home = fields.nonEmpty("home")
      return .decideJoin(
        holes[0], home: home,
        isSeparate: home != nil && fields.nonEmpty("names") == "separate")
    }, of(freshDone),
  ]

  package var place: Place {
    switch self {
    case .decideJoin(let id, let home, let isSeparate):
      at(
        "joins", id, query: ["home": home, "names": home != nil && isSeparate ? "separate" : nil],
        get: { $0.decisionPage(id, home: home, isSeparate: isSeparate) }, post: { $0.decide(id) })
    case .freshDone(let home): at("homes", home, "fresh", get: { $0.freshPage(home) })
    }
  }
}

extension Route {
  package static func deciding(_ route: DecisionRoute) -> Route { Route(route) }
}
