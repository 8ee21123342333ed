import Things

/// The searches that a person has saved.
package enum SearchRoute: RouteFamily {
  /// All of them, and a form that saves another one.
  case savedSearches(NewSearch? = nil)
  /// Leads to what it finds; a form renames it.
  case savedSearch(String)
  case deleteSearch(String)

  package static let readers = [
    of("searches") { _, fields in
      .savedSearches(fields["new"] == nil ? nil : NewSearch(fields))
    }, of(savedSearch), of(deleteSearch),
  ]

  package var place: Place {
    switch self {
    case .savedSearches(let new):
      at(
        "searches", fields: new?.fields ?? [], get: { $0.searchesPage(saving: new) },
        makes: { $0.saveSearch(new ?? NewSearch()) })
    case .savedSearch(let id):
      at("searches", id, get: { $0.openSearch(id) }, post: { $0.renameSearch(id) })
    case .deleteSearch(let id): at("searches", id, "delete", post: { $0.deleteSearch(id) })
    }
  }
}

extension Route {
  package static func searches(_ route: SearchRoute) -> Route { Route(route) }
}

/// A search that is about to be saved.
package struct NewSearch: Equatable, Hashable, Sendable {
  /// As it is typed, with what the list is filtered by.
  package var text: String
  /// The home or group that is searched; `nil` for all homes.
  package var zone: String?
  package var sort: ItemSort

  package init(_ text: String = "", zone: String? = nil, sort: ItemSort = .newest) {
    (self.text, self.zone, self.sort) = (text, zone, sort)
  }

  init(_ fields: QueryFields) {
    self.init(
      fields["q"] ?? "", zone: fields.nonEmpty("list"),
      sort: fields["sort"].flatMap { ItemSort(rawValue: $0) } ?? .newest)
  }

  var fields: [(String, String)] {
    var fields = [("new", "")]
    if !text.isEmpty { fields.append(("q", text)) }
    if sort != .newest { fields.append(("sort", sort.rawValue)) }
    if let zone { fields.append(("list", zone)) }
    return fields
  }
}
