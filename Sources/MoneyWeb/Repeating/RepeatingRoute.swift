import Web

/// What repeats in a group.
package enum RepeatingRoute: RouteFamily {
  case repeating(group: String)
  /// Changes what comes.
  case editRepeating(group: String, repeating: String)
  /// Pauses it, or goes on with it.
  case pauseRepeating(group: String, repeating: String)
  case endRepeating(group: String, repeating: String)

  package static let readers = [
    of(repeating), of(editRepeating), of(pauseRepeating), of(endRepeating),
  ]

  package var place: Place {
    switch self {
    case .repeating(let group):
      at("groups", group, "repeating", get: { $0.repeatingPage(group) })
    case .editRepeating(let group, let repeating):
      at(
        "groups", group, "repeating", repeating,
        get: { $0.editRepeatingPage(group, repeating) },
        post: { $0.editRepeating(group, repeating) }
      ).marked(.usesLocation)
    case .pauseRepeating(let group, let repeating):
      at(
        "groups", group, "repeating", repeating, "pause",
        post: { $0.pauseRepeating(group, repeating) })
    case .endRepeating(let group, let repeating):
      at(
        "groups", group, "repeating", repeating, "end",
        post: { $0.endRepeating(group, repeating) })
    }
  }
}

extension Route {
  package static func repeating(_ route: RepeatingRoute) -> Route { Route(route) }
}
