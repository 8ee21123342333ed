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

  var segments: [String] {
    switch self {
    case .decideJoin(let id, _, _): ["joins", id]
    case .endJoin(let id): ["joins", id, "end"]
    case .freshDone(let home): ["homes", home, "fresh"]
    }
  }

  var queryFields: [(String, String)] {
    guard case .decideJoin(_, let home?, let isSeparate) = self else { return [] }
    return [("home", home)] + (isSeparate ? [("names", "separate")] : [])
  }

  var name: String {
    switch self {
    case .decideJoin: "decideJoin"
    case .endJoin: "endJoin"
    case .freshDone: "freshDone"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    if segments.count == 3, segments[0] == "homes", segments[2] == "fresh" {
      self = .freshDone(home: segments[1])
      return
    }
    guard segments.first == "joins" else { return nil }
    switch segments.count {
    case 2:
      let home = fields.nonEmpty("home")
      self = .decideJoin(
        segments[1], home: home,
        isSeparate: home != nil && fields.nonEmpty("names") == "separate")
    case 3 where segments[2] == "end": self = .endJoin(segments[1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .decideJoin(let id, let home, let isSeparate):
      app.decisionPage(id, home: home, isSeparate: isSeparate)
    case .endJoin: nil
    case .freshDone(let home): app.freshPage(home)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .decideJoin(let id, _, _): app.decide(id)
    case .endJoin(let id): app.endJoin(id)
    case .freshDone: nil
    }
  }
}

extension Route {
  package static func joining(_ route: JoinDecisionRoute) -> Route { .feature(.joining(route)) }
}
