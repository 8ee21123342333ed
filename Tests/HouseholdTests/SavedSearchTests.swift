import Household
import SQLite
import SyncProtocol
import Testing

@Suite struct SavedSearchTests {
  private func save(
    _ name: String, _ query: String, _ store: TestStore
  ) throws -> SavedSearch {
    try store.write { try SaveSearch(name: name, query: query)($0) }
  }

  @Test("a search is kept in the person's own zone, by name")
  func save() throws {
    let store = try TestStore(homes: ["flat"])
    let search = try save(" Tools  over 100 ", "label:tools value>100", store)
    _ = try save("Books", "label:books", store)
    #expect(search.profileID == TestStore.profile)
    #expect(try SavedSearch.own(in: store.connection).map(\.name) == ["Books", "Tools  over 100"])
    #expect(
      try store.integer("SELECT count(*) FROM savedSearches WHERE nameKey = 'tools over 100'") == 1)
  }

  @Test("a form that was sent twice saves one; another search of that name is refused")
  func twice() throws {
    let store = try TestStore()
    let first = try save("Tools", "label:tools", store)
    #expect(try save("tools", "label:tools", store) == first)
    #expect(
      throws: SaveSearch.Failure.invalid([InputProblem(field: .name, reason: .nameTaken)])
    ) { _ = try save("TOOLS", "label:books", store) }
    #expect(throws: SaveSearch.Failure.invalid([InputProblem(field: .name, reason: .missing)])) {
      _ = try save(" ", "label:books", store)
    }
    #expect(try SavedSearch.own(in: store.connection) == [first])
  }

  @Test("a person has so many searches and not more")
  func limit() throws {
    let store = try TestStore()
    for index in 0..<SavedSearch.maxPerPerson { _ = try save("Search \(index)", "a", store) }
    #expect(
      throws: SaveSearch.Failure.invalid([
        InputProblem(field: .name, reason: .tooMany(max: SavedSearch.maxPerPerson))
      ])
    ) { _ = try save("One more", "a", store) }
  }

  @Test("it is renamed, deleted and brought back as it was")
  func renameAndDelete() throws {
    let store = try TestStore()
    let (tools, books) = (try save("Tools", "label:tools", store), try save("Books", "b", store))
    #expect(
      throws: RenameSearch.Failure.invalid([InputProblem(field: .name, reason: .nameTaken)])
    ) { try store.write { _ = try RenameSearch(searchID: tools.id, name: "books")($0) } }
    try store.write { _ = try RenameSearch(searchID: books.id, name: "BOOKS")($0) }
    let renamed = try store.write { try RenameSearch(searchID: tools.id, name: "Workshop")($0) }
    let deleted = try store.write { try DeleteSearch(searchID: tools.id)($0) }
    #expect(deleted == renamed && deleted.query == "label:tools")
    #expect(throws: DeleteSearch.Failure.searchNotFound) {
      try store.write { _ = try DeleteSearch(searchID: tools.id)($0) }
    }
    try store.write { try RestoreSearch(deleted)($0) }
    #expect(try SavedSearch.find(tools.id, in: store.connection) == renamed)
    #expect(throws: RestoreSearch.Failure.alreadyThere) {
      try store.write { try RestoreSearch(deleted)($0) }
    }
  }
}
