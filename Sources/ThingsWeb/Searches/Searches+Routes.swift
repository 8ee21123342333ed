import HTTPServer
import Household
import SQLite
import SyncProtocol
import Web

/// Searches that a person saves under names; nobody else sees them.
extension WebApplication {
  func searchesPage(saving query: ItemQuery?, home: ZoneID?) -> Endpoint {
    .member { member in
      try await member.searchesPage { reader in
        try query.map { try SearchesPage.New($0, home: home, reader) }
      }
    }
  }

  func saveSearch(_ query: ItemQuery, home: ZoneID?) -> Endpoint {
    .member { member in
      let name = member.field("name")
      do {
        let saved = try await member.write { transaction in
          let text = try query.text(in: transaction.connection)
          return try SaveSearch(
            name: name, query: text, homeID: home ?? query.homeID,
            sort: StoredItemSort(query.sort))(transaction)
        }
        return member.goTo(.searches(.savedSearches()), saying: .things(.searchSaved(saved.name)))
      } catch SaveSearch.Failure.invalid(let problems) {
        let problem = problems.first.map { FieldProblem($0, text: InputText.line(name)) }
        return try await member.searchesPage(status: .unprocessableContent) { reader in
          var new = try SearchesPage.New(query, home: home, reader)
          new.name = FieldValue(name, problem: problem)
          return new
        }
      }
    }
  }

  /// Redirects to the search's results in its home, or in all homes if that one is gone.
  func openSearch(_ id: RecordID) -> Endpoint {
    .member { member in
      let route = try await member.read { connection -> Route? in
        guard let search = try SavedSearch.find(id, in: connection) else { return nil }
        return try search.route(in: connection)
      }
      guard let route else { throw Abort.notFound }
      return member.goTo(route)
    }
  }

  func renameSearch(_ id: RecordID) -> Endpoint {
    .member { member in
      let name = member.field("name-\(id)")
      do {
        let search = try await member.write { try RenameSearch(searchID: id, name: name)($0) }
        return member.goTo(.searches(.savedSearches()), saying: .things(.searchSaved(search.name)))
      } catch RenameSearch.Failure.invalid(let problems) {
        let problem = problems.first.map { FieldProblem($0, text: InputText.line(name)) }
        return try await member.searchesPage(
          status: .unprocessableContent, renaming: (id, FieldValue(name, problem: problem))
        ) { _ in nil }
      }
    }
  }

  func deleteSearch(_ id: RecordID) -> Endpoint {
    .member { member in
      let search = try await member.write { try DeleteSearch(searchID: id)($0) }
      return member.goTo(
        .searches(.savedSearches()), saying: .things(.searchDeleted(search.name)),
        undo: .search(search))
    }
  }
}

extension Member {
  fileprivate func searchesPage(
    status: HTTPStatus = .ok, renaming: (id: RecordID, name: FieldValue)? = nil,
    new: @escaping @Sendable (PageReader) throws -> SearchesPage.New?
  ) async throws -> HTTPResponse {
    try await page(
      status: status, { SearchesPage.view($0, in: $1) },
      load: { reader in
        let homes = reader.surroundings.sidebar.homes
        return SearchesPage.Model(
          searches: try SavedSearch.own(in: reader.connection).map { search in
            SearchesPage.Search(
              id: search.id,
              name: renaming?.id == search.id
                ? renaming?.name ?? FieldValue(search.name) : FieldValue(search.name),
              text: search.query,
              home: homes.first { $0.id == search.homeID }.map {
                ZoneLink(id: $0.id, name: $0.name)
              })
          }, new: try new(reader))
      })
  }
}

extension SavedSearch {
  /// The list of results in the search's home, or in all homes if that one is gone.
  fileprivate func route(in connection: Connection) throws -> Route {
    let asked = ItemQuery(search: query, sort: ShownItemSort(sort))
    if let homeID, try Home.find(homeID, in: connection) != nil {
      return .items(.homeItems(home: homeID, asked))
    }
    return .items(.items(asked))
  }
}

extension SearchesPage.New {
  fileprivate init(_ query: ItemQuery, home: ZoneID?, _ reader: PageReader) throws {
    let homeID = home ?? query.homeID
    self.init(
      text: try query.text(in: reader.connection), query: query.with { _ in },
      home: reader.surroundings.sidebar.homes.first { $0.id == homeID }.map {
        ZoneLink(id: $0.id, name: $0.name)
      })
  }
}

extension ItemQuery {
  /// The query without its home and order, as it would be typed into the search box.
  func text(in connection: Connection) throws -> String {
    var parts = search.isEmpty ? [] : [search]
    if roomID == Self.noRoom {
      parts.append("no:room")
    } else if let roomID, let place = try Location.find(roomID, in: connection) {
      parts.append(SearchQuery.condition("room", place.name))
    }
    if let labelID, let label = try Label.find(labelID, in: connection) {
      parts.append(SearchQuery.condition("label", label.name))
    }
    if hasNoPrice { parts.append("no:price") }
    if hasNoPhoto { parts.append("no:photo") }
    if hasNoSerial { parts.append("no:serial") }
    if hasNoReceipt { parts.append("no:receipt") }
    if isLent { parts.append("is:lent") }
    if isArchived { parts.append("is:archived") }
    return parts.joined(separator: " ")
  }
}

extension ShownItemSort {
  init(_ sort: StoredItemSort) {
    switch sort {
    case .newest: self = .newest
    case .name: self = .name
    case .value: self = .value
    case .room: self = .room
    }
  }
}

extension Undo {
  static func search(_ undo: SavedSearch) -> Undo {
    Undo {
      try RestoreSearch(undo)($0)
      return .searches(.savedSearches())
    }
  }
}
