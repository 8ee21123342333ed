import Web

/// What happened in a home and to an item, and taking it back.
package enum ActivityRoute: RouteFamily {
  /// `before` goes on with what is older than that change.
  case homeActivity(home: String, before: Int64? = nil)
  case itemActivity(item: String, before: Int64? = nil)
  /// One change in full; a `POST` takes it back.
  case change(home: String, sequence: Int64)
  /// Gives a field the value back that it had before a change.
  case restoreValue(home: String, sequence: Int64)

  package static let readers = [of(homeActivity), of(itemActivity), of(change), of(restoreValue)]

  package var place: Place {
    switch self {
    case .homeActivity(let home, let before):
      at(
        "homes", home, "activity", query: ["before": before.map { "\($0)" }],
        get: { $0.homeActivity(home, before: before) })
    case .itemActivity(let item, let before):
      at(
        "items", item, "activity", query: ["before": before.map { "\($0)" }],
        get: { $0.itemActivity(item, before: before) })
    case .change(let home, let sequence):
      at(
        "homes", home, "activity", "\(sequence)",
        get: { $0.changePage(home: home, sequence: sequence) },
        post: { $0.takeBackChange(home: home, sequence: sequence) })
    case .restoreValue(let home, let sequence):
      at(
        "homes", home, "activity", "\(sequence)", "restore",
        post: { $0.restoreValue(home: home, sequence: sequence) })
    }
  }
}

extension Route {
  package static func activity(_ route: ActivityRoute) -> Route { Route(route) }
}
