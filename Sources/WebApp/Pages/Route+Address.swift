extension Route {
  /// The path and the query, escaped, beginning with `/`.
  package var url: String {
    let place = place
    guard !place.query.isEmpty else { return Self.path(of: place) }
    return Self.path(of: place) + "?" + URLCoding.encode(place.query)
  }

  /// The path alone, escaped, beginning with `/`.
  package var path: String { Self.path(of: place) }

  private static func path(of place: Place) -> String {
    "/" + place.segments.map(URLCoding.encode).joined(separator: "/")
  }

  /// The kind of page, without ids: for the log.
  var name: String {
    let place = place
    return RouteTable.all.name(
      of: place.segments, QueryFields(URLCoding.encode(place.query)))
  }

  /// The same place with another id where this one stands in the path.
  func replacing(_ id: String, with other: String) -> Route? {
    let place = place
    return RouteTable.all.route(
      place.segments.map { $0 == id ? other : $0 }, QueryFields(URLCoding.encode(place.query)))
  }

  /// Reads the address of a request; `nil` when no page of the web app lives there.
  ///
  /// - Parameters:
  ///   - path: The escaped path, beginning with `/`.
  ///   - query: The escaped query without its `?`.
  package init?(path: String, query: String = "") {
    guard path.hasPrefix("/"), path.utf8.count <= Self.maxPathBytes else { return nil }
    var parts: [String] = []
    if path != "/" {
      for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        guard let text = URLCoding.decode(part), !text.isEmpty else { return nil }
        parts.append(text)
      }
    }
    guard let route = RouteTable.all.route(parts, QueryFields(query)) else { return nil }
    self = route
  }

  /// A longer path is no page.
  package static let maxPathBytes = 1024

  /// The path to go on to after signing in, if it is one of ours (no other host, no `//`).
  static func localPath(_ text: String?) -> String? {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\") else {
      return nil
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count == 2 ? String(parts[1]) : ""
    return Route(path: String(parts[0]), query: query) == nil ? nil : text
  }
}
