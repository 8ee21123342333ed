import Web

/// What happened in a family.
package enum FamilyActivityRoute: RouteFamily {
  /// `before` goes on with what is older than that change.
  case familyActivity(family: String, before: Int64? = nil)

  package static let readers = [of(familyActivity)]

  package var place: Place {
    switch self {
    case .familyActivity(let family, let before):
      at(
        "families", family, "activity", query: ["before": before.map { "\($0)" }],
        get: { $0.familyActivity(family, before: before) })
    }
  }
}

extension Route {
  package static func familyActivity(_ route: FamilyActivityRoute) -> Route { Route(route) }
}
