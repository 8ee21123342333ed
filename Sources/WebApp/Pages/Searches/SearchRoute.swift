/// The searches that a person has saved.
package enum SearchRoute: RouteFamily {
  /// All of them, and a form that saves another one: that of `ItemQuery` in the home, or over all.
  case savedSearches(home: String? = nil, ItemQuery? = nil)
  /// Leads to what it finds; a form renames it.
  case savedSearch(String)
  case deleteSearch(String)

  var segments: [String] {
    switch self {
    case .savedSearches: ["searches"]
    case .savedSearch(let id): ["searches", id]
    case .deleteSearch(let id): ["searches", id, "delete"]
    }
  }

  var queryFields: [(String, String)] {
    guard case .savedSearches(let home, let query) = self else { return [] }
    var fields: [(String, String)] = []
    if let query { fields += [("new", "")] + query.fields }
    if let home { fields.append(("list", home)) }
    return fields
  }

  var name: String {
    switch self {
    case .savedSearches: "savedSearches"
    case .savedSearch: "savedSearch"
    case .deleteSearch: "deleteSearch"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.first == "searches" else { return nil }
    switch segments.count {
    case 1:
      self = .savedSearches(
        home: fields.nonEmpty("list"), fields["new"] == nil ? nil : ItemQuery(fields))
    case 2: self = .savedSearch(segments[1])
    case 3 where segments[2] == "delete": self = .deleteSearch(segments[1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .savedSearches(let home, let query): app.searchesPage(saving: query, home: home)
    case .savedSearch(let id): app.openSearch(id)
    case .deleteSearch: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .savedSearches(let home, let query): app.saveSearch(query ?? ItemQuery(), home: home)
    case .savedSearch(let id): app.renameSearch(id)
    case .deleteSearch(let id): app.deleteSearch(id)
    }
  }
}

extension Route {
  package static func searches(_ route: SearchRoute) -> Route { .feature(.searches(route)) }
}
