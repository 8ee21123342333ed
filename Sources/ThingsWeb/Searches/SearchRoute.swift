import Web

/// The searches that a person has saved.
package enum SearchRoute: RouteFamily {
  /// All of them, and a form that saves another one: that of `ItemQuery` in the home, or over all.
  case savedSearches(home: String? = nil, ItemQuery? = nil)
  /// Leads to what it finds; a form renames it.
  case savedSearch(String)
  case deleteSearch(String)

  package static let readers = [
    of("searches") { _, fields in
      .savedSearches(
        home: fields.nonEmpty("list"), fields["new"] == nil ? nil : ItemQuery(fields))
    }, of(savedSearch), of(deleteSearch),
  ]

  package var place: Place {
    switch self {
    case .savedSearches(let home, let query):
      at(
        "searches",
        fields: (query.map { [("new", "")] + $0.fields } ?? [])
          + (home.map { [("list", $0)] } ?? []),
        get: { $0.searchesPage(saving: query, home: home) },
        post: { $0.saveSearch(query ?? ItemQuery(), home: home) })
    case .savedSearch(let id):
      at("searches", id, get: { $0.openSearch(id) }, post: { $0.renameSearch(id) })
    case .deleteSearch(let id): at("searches", id, "delete", post: { $0.deleteSearch(id) })
    }
  }
}

extension Route {
  package static func searches(_ route: SearchRoute) -> Route { Route(route) }
}
