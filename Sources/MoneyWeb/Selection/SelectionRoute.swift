import Web

/// What some expenses of a group come to, and taking them along as a table.
package enum SelectionRoute: RouteFamily {
  /// The address has the list; the form has what was picked in it, and what is to be done.
  case selection(group: String, ExpenseQuery)

  package static let readers = [of { selection(group: $0, $1) }]

  package var place: Place {
    switch self {
    case .selection(let group, let query):
      at(
        "groups", group, "selection", fields: query.fields,
        get: { $0.selectionPage(group, query) }, post: { $0.takeSelection(group, query) })
    }
  }
}

extension Route {
  package static func selections(_ route: SelectionRoute) -> Route { Route(route) }
}
