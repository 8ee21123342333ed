import HTTPServer
import Household
import SQLite
import SyncProtocol

/// Searches that a person saves under names; nobody else sees them.
extension WebApplication {
  func searchesPage(saving new: NewSearch?) -> Endpoint {
    .member { member in
      try await member.searchesPage { reader in new.map { SearchesPage.New($0, reader) } }
    }
  }

  func saveSearch(_ new: NewSearch) -> Endpoint {
    .member { member in
      let name = member.field("name")
      do {
        let saved = try await member.write { transaction in
          try SaveSearch(name: name, query: new.text, homeID: new.zone, sort: new.sort)(transaction)
        }
        return member.goTo(.searches(.savedSearches()), saying: .searches(.saved(saved.name)))
      } catch SaveSearch.Failure.invalid(let problems) {
        let problem = problems.first.map { FieldProblem($0, text: InputText.line(name)) }
        return try await member.searchesPage(status: .unprocessableContent) { reader in
          var new = SearchesPage.New(new, reader)
          new.name = FieldValue(name, problem: problem)
          return new
        }
      }
    }
  }

  /// Redirects to the search's results in its home or group, or in all homes if that is gone.
  func openSearch(_ id: RecordID) -> Endpoint {
    .member { member in
      let areas = member.app.areas
      let route = try await member.read { connection in
        try SavedSearch.find(id, in: connection).flatMap {
          try areas.list(of: $0, in: connection)
        }
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
        return member.goTo(.searches(.savedSearches()), saying: .searches(.saved(search.name)))
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
        .searches(.savedSearches()), saying: .searches(.deleted(search.name)),
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
        let zones = reader.surroundings.zones
        return SearchesPage.Model(
          searches: try SavedSearch.own(in: reader.connection).map { search in
            SearchesPage.Search(
              id: search.id,
              name: renaming?.id == search.id
                ? renaming?.name ?? FieldValue(search.name) : FieldValue(search.name),
              text: search.query,
              zone: zones.first { $0.zone.id == search.homeID }?.zone,
              isOwn: search.homeID == search.profileID)
          }, new: try new(reader))
      })
  }
}

extension SearchesPage.New {
  fileprivate init(_ search: NewSearch, _ reader: PageReader) {
    self.init(
      search, zone: reader.surroundings.zones.first { $0.zone.id == search.zone }?.zone,
      isOwn: search.zone.map { $0 == reader.surroundings.profile?.id } ?? false)
  }
}

extension Undo {
  fileprivate static func search(_ undo: SavedSearch) -> Undo {
    Undo {
      try RestoreSearch(undo)($0)
      return .searches(.savedSearches())
    }
  }
}

/// What was done with a saved search.
package enum SearchFlash: FlashText {
  case saved(String)
  case deleted(String)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .saved(let name): words.say("Saved \(name)")
    case .deleted(let name): words.say("Deleted \(name)")
    }
  }
}

extension FlashMessage {
  package static func searches(_ message: SearchFlash) -> FlashMessage { FlashMessage(message) }
}
