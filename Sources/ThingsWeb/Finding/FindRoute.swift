import Web

/// Where a child looks for things, by their pictures.
package enum FindRoute: RouteFamily {
  /// `search`: the words to look for; `after`: where the list goes on.
  case find(search: String? = nil, after: String? = nil)
  case found(String)

  package static let readers = [of { find(search: $0, after: $1) }, of(found)]

  package var place: Place {
    switch self {
    case .find(let search, let after):
      at("find", query: ["q": search, "after": after], get: { $0.findPage(search, after: after) })
        .marked(.ofChildren)
    case .found(let item): at("find", item, get: { $0.foundPage(item) }).marked(.ofChildren)
    }
  }
}

extension Route {
  package static func finding(_ route: FindRoute) -> Route { Route(route) }
}
