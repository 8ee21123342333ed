import Values

/// Finds the place and the feature that an address belongs to.
package struct RouteTable: Sendable {
  private struct Entry: Sendable {
    package let pattern: [String?]
    package let name: String
    package let read: @Sendable ([String], QueryFields) -> Route?

    package func fits(_ segments: [String]) -> Bool {
      zip(pattern, segments).allSatisfy { $0 == nil || $0 == $1 }
    }
  }

  /// By how many parts the path has and by its first part, which is always a word. A word goes
  /// before what may be anything.
  private var entries: [Int: [String: [Entry]]] = [:]

  package init(_ families: [any RouteFamily.Type]) {
    for family in families { add(family) }
    for (count, byFirst) in entries {
      entries[count] = byFirst.mapValues { found in
        found.sorted { left, right in
          zip(left.pattern, right.pattern).first { ($0 == nil) != ($1 == nil) }
            .map { $0.0 != nil } ?? false
        }
      }
    }
  }

  private mutating func add<Family: RouteFamily>(_ family: Family.Type) {
    for reader in family.readers {
      let entry = Entry(pattern: reader.pattern, name: reader.name) {
        reader.read($0, $1).map { Route($0) }
      }
      precondition(reader.pattern.first != .some(nil), "\(reader.name) begins with anything")
      entries[reader.pattern.count, default: [:]][(reader.pattern.first ?? nil) ?? "", default: []]
        .append(entry)
    }
  }

  /// The names of all places.
  package var names: [String] { entries.values.flatMap(\.values).joined().map(\.name) }

  /// Reads the address of a request; `nil` when no page of the web app lives there.
  ///
  /// - Parameters:
  ///   - path: The escaped path, beginning with `/`.
  ///   - query: The escaped query without its `?`.
  package func route(path: String, query: String = "") -> Route? {
    guard path.hasPrefix("/"), path.utf8.count <= Self.maxPathBytes else { return nil }
    var parts: [String] = []
    if path != "/" {
      for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        guard let text = URLCoding.decode(part), !text.isEmpty else { return nil }
        parts.append(text)
      }
    }
    return route(parts, QueryFields(query))
  }

  /// Reads an address with its query, as a page has written it.
  package func route(local text: some StringProtocol) -> Route? {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.first.flatMap {
      route(path: String($0), query: parts.count == 2 ? String(parts[1]) : "")
    }
  }

  /// A longer path is no page.
  package static let maxPathBytes = 1024

  /// The kind of page, without ids: for the log.
  package func name(of route: Route) -> String {
    let place = route.place
    return name(of: place.segments, QueryFields(URLCoding.encode(place.query)))
  }

  /// The same place with another id where this one stands in the path.
  package func route(_ route: Route, replacing id: String, with other: String) -> Route? {
    let place = route.place
    return self.route(
      place.segments.map { $0 == id ? other : $0 }, QueryFields(URLCoding.encode(place.query)))
  }

  private func route(_ segments: [String], _ fields: QueryFields) -> Route? {
    for entry in candidates(segments) {
      if let route = entry.read(segments, fields) { return route }
    }
    return nil
  }

  /// The name of the place with this address.
  private func name(of segments: [String], _ fields: QueryFields) -> String {
    candidates(segments).first { $0.read(segments, fields) != nil }?.name ?? ""
  }

  private func candidates(_ segments: [String]) -> some Sequence<Entry> {
    (entries[segments.count]?[segments.first ?? ""] ?? []).lazy.filter { $0.fits(segments) }
  }
}

extension WebApplication {
  /// What a `GET` or `HEAD` shows. It changes nothing.
  package func page(at route: Route) -> Endpoint? { route.place.page.flatMap { $0(self) } }

  /// What a `POST` does.
  package func action(at route: Route) -> Endpoint? { route.place.action.flatMap { $0(self) } }
}
