import SQLite
import SyncProtocol

/// A search that a person kept under a name: one row of `savedSearches` in their personal zone.
/// Nobody else sees it.
package struct SavedSearch: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  package var name: String
  package var nameKey: String
  /// What is searched for, as it is typed: `label:tools value>100`.
  package var query: String
  /// The home it looks in; `nil` for all. It may name a home that is gone.
  package var homeID: ZoneID?
  package var sort: ItemSort
  package let createdAt: Int64

  package static let sql = RecordSQL(
    "savedSearches",
    ["id", "profileID", "name", "nameKey", "query", "homeID", "sort", "createdAt"])

  package var values: [Value] {
    [
      .text(id), .text(profileID), .text(name), .text(nameKey), .text(query), Value(homeID),
      .text(sort.rawValue), .integer(createdAt),
    ]
  }

  init(
    id: RecordID, profileID: ZoneID, name: String, query: String, homeID: ZoneID?, sort: ItemSort,
    createdAt: Int64
  ) {
    self.id = id
    self.profileID = profileID
    self.name = name
    nameKey = NameKey.make(name)
    self.query = query
    self.homeID = homeID
    self.sort = sort
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    profileID = row.text()
    name = row.text()
    nameKey = row.text()
    query = row.text()
    homeID = row.optionalText()
    // An order that a newer program wrote.
    sort = ItemSort(rawValue: row.text()) ?? .name
    createdAt = row.instant()
  }

  /// The person's searches by name.
  package static func own(in connection: Connection) throws -> [SavedSearch] {
    try all(where: "true ORDER BY nameKey, id", [], in: connection)
  }
}

extension SavedSearch {
  /// Searches of one person.
  package static let maxPerPerson = 100

  static let schema = TableSchema(
    "savedSearches", in: [.personal], zoneColumn: "profileID",
    registers: [
      .text("name", .name),
      .nameKey(of: "name"),
      .plain("query", .url),
      // A soft reference across zones: no foreign key, resolved when it is read.
      .optionalText("homeID", .id),
      .text("sort", .choice),
      .instant("createdAt", rule: .appendOnly),
    ])

  static let tableSQL = """
    CREATE TABLE savedSearches (
      id TEXT PRIMARY KEY NOT NULL,
      profileID TEXT NOT NULL REFERENCES profiles(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      query TEXT NOT NULL DEFAULT '',
      homeID TEXT,
      sort TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    """
}
