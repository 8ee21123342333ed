import Replica
import SyncProtocol

/// Saves a search under a name, for this person only.
///
/// An identical search is not saved twice, so a form that is sent twice saves one.
package struct SaveSearch: Sendable {
  package var name: String
  /// The query as typed into the search box.
  package var query: String
  /// The home to search; `nil` for all homes.
  package var homeID: ZoneID?
  package var sort: SearchSort

  package typealias Failure = UseCaseFailure

  package init(name: String, query: String, homeID: ZoneID? = nil, sort: SearchSort = .newest) {
    self.name = name
    self.query = query
    self.homeID = homeID
    self.sort = sort
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> SavedSearch {
    let connection = transaction.connection
    guard let profile = try Profile.own(in: connection) else { throw Failure.profileMissing }
    var check = InputCheck()
    let name = check.name(name)
    let query = check.line(query, .query, .url)
    let own = try SavedSearch.own(in: connection)
    if let same = own.first(where: { $0.nameKey == NameKey.make(name) }) {
      if (same.query, same.homeID, same.sort) == (query, homeID, sort) { return same }
      check.fail(.name, .nameTaken)
    } else if own.count >= SavedSearch.maxPerPerson {
      check.fail(.name, .tooMany(max: SavedSearch.maxPerPerson))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let search = SavedSearch(
      id: transaction.newID(), profileID: profile.id, name: name, query: query, homeID: homeID,
      sort: sort, createdAt: transaction.nowMilliseconds)
    try search.insert(in: connection)
    return search
  }
}

/// Renames a saved search.
package struct RenameSearch: Sendable {
  package var searchID: RecordID
  package var name: String

  package typealias Failure = UseCaseFailure

  package init(searchID: RecordID, name: String) {
    self.searchID = searchID
    self.name = name
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> SavedSearch {
    let connection = transaction.connection
    guard let old = try SavedSearch.find(searchID, in: connection) else {
      throw Failure.searchNotFound
    }
    var check = InputCheck()
    var search = old
    search.name = check.name(name)
    search.nameKey = NameKey.make(search.name)
    let others = try SavedSearch.own(in: connection).filter { $0.id != searchID }
    if others.contains(where: { $0.nameKey == search.nameKey }) { check.fail(.name, .nameTaken) }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    try search.update(from: old, in: connection)
    return search
  }
}

/// Deletes a saved search, and returns it so that it can be restored.
package struct DeleteSearch: Sendable {
  package var searchID: RecordID

  package typealias Failure = UseCaseFailure

  package init(searchID: RecordID) { self.searchID = searchID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> SavedSearch {
    guard let search = try SavedSearch.find(searchID, in: transaction.connection) else {
      throw Failure.searchNotFound
    }
    try search.delete(in: transaction.connection)
    return search
  }
}

/// Restores a deleted search under its id.
package struct RestoreSearch: Sendable {
  package var search: SavedSearch

  package typealias Failure = UseCaseFailure

  package init(_ search: SavedSearch) { self.search = search }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard try SavedSearch.find(search.id, in: connection) == nil else {
      throw Failure.alreadyThere
    }
    try search.insert(in: connection)
  }
}
