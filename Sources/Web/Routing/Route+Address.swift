import Values

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

  /// The path to go on to after signing in, if it can only lead into this app (no other host, no
  /// `//`). Whether there is such a page is seen when somebody goes there.
  package static func localPath(_ text: String?) -> String? {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\") else {
      return nil
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    return text
  }
}
