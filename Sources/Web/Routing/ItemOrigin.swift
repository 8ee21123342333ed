import Values

/// The list that an item was opened from. The item's pages carry it in their addresses and lead
/// back to it with its search, filters, order and page (S3-OQ-4).
package struct ItemOrigin: Equatable, Hashable, Sendable {
  /// Longer ones are not read.
  package static let maxBytes = 2048

  package let route: Route

  /// `nil` for a page that is no list of items.
  package init?(_ route: Route) {
    guard route.has(.itemList) else { return nil }
    self.route = route
  }

  /// Reads what ``Route/url(from:)`` wrote: only the address of a list of ours counts, so that no
  /// link leads out of the app.
  package init?(query: String, in table: RouteTable) {
    guard let text = QueryFields(query)["from"], text.utf8.count <= Self.maxBytes else {
      return nil
    }
    guard let route = table.route(local: text) else { return nil }
    self.init(route)
  }
}

extension Route {
  /// The address with the list that an item was opened from, on pages that lead back to it.
  package func url(from origin: ItemOrigin?) -> String {
    guard let origin, has(.keepsList) else { return url }
    let field = "from=" + URLCoding.encode(origin.route.url)
    return url + (place.query.isEmpty ? "?" : "&") + field
  }
}
