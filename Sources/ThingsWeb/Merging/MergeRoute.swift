import Web

/// Moving everything of one home into another, and what came of it.
package enum MergeRoute: RouteFamily {
  /// `into`: the home that was chosen. `isSeparate`: whether equal names stay apart.
  case mergeHome(home: String, into: String? = nil, isSeparate: Bool = false)
  /// What a merge did, while it runs and afterwards.
  case merged(String)
  case undoMerge(String)

  package static let traits: PlaceTraits = .whileDeciding
  package static let readers = [
    of("homes/:/merge") { holes, fields in
      let into = fields.nonEmpty("into")
      return .mergeHome(
        home: holes[0], into: into,
        isSeparate: into != nil && fields.nonEmpty("names") == "separate")
    }, of(merged), of(undoMerge),
  ]

  package var place: Place {
    switch self {
    case .mergeHome(let home, let into, let isSeparate):
      at(
        "homes", home, "merge",
        query: ["into": into, "names": into != nil && isSeparate ? "separate" : nil],
        get: { $0.mergePage(home: home, into: into, isSeparate: isSeparate) },
        post: { $0.mergeHome(home) }
      ).marked(.onOwnDevice)
    case .merged(let id): at("merges", id, get: { $0.mergedPage(id) })
    case .undoMerge(let id):
      at("merges", id, "undo", get: { $0.undoMergePage(id) }, post: { $0.undoMerge(id) })
        .marked(.onOwnDevice)
    }
  }
}

extension Route {
  package static func merging(_ route: MergeRoute) -> Route { Route(route) }
}
