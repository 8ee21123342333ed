/// Moving everything of one home into another, and what came of it.
package enum MergeRoute: RouteFamily {
  /// `into`: the home that was chosen. `isSeparate`: whether equal names stay apart.
  case mergeHome(home: String, into: String? = nil, isSeparate: Bool = false)
  /// What a merge did, while it runs and afterwards.
  case merged(String)
  case undoMerge(String)

  var segments: [String] {
    switch self {
    case .mergeHome(let home, _, _): ["homes", home, "merge"]
    case .merged(let id): ["merges", id]
    case .undoMerge(let id): ["merges", id, "undo"]
    }
  }

  var queryFields: [(String, String)] {
    guard case .mergeHome(_, let into?, let isSeparate) = self else { return [] }
    return [("into", into)] + (isSeparate ? [("names", "separate")] : [])
  }

  var name: String {
    switch self {
    case .mergeHome: "mergeHome"
    case .merged: "merged"
    case .undoMerge: "undoMerge"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch segments.count {
    case 3 where segments[0] == "homes" && segments[2] == "merge":
      let into = fields.nonEmpty("into")
      self = .mergeHome(
        home: segments[1], into: into,
        isSeparate: into != nil && fields.nonEmpty("names") == "separate")
    case 2 where segments[0] == "merges": self = .merged(segments[1])
    case 3 where segments[0] == "merges" && segments[2] == "undo": self = .undoMerge(segments[1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .mergeHome(let home, let into, let isSeparate):
      app.mergePage(home: home, into: into, isSeparate: isSeparate)
    case .merged(let id): app.mergedPage(id)
    case .undoMerge(let id): app.undoMergePage(id)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .mergeHome(let home, _, _): app.mergeHome(home)
    case .merged: nil
    case .undoMerge(let id): app.undoMerge(id)
    }
  }
}

extension Route {
  package static func merging(_ route: MergeRoute) -> Route { .feature(.merging(route)) }
}
