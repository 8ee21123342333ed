import SQLite
import SyncProtocol

/// A search that a person saved under a name: one row of `savedSearches` in their personal zone.
/// Nobody else can see it.
package struct SavedSearch: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  package var name: String
  package var nameKey: String
  /// The query as typed: `label:tools value>100`.
  package var query: String
  /// The home or group to search, which may be gone, or the personal zone for what is the person's
  /// own; `nil` for all homes.
  package var homeID: ZoneID?
  package var sort: SearchSort
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
    id: RecordID, profileID: ZoneID, name: String, query: String, homeID: ZoneID?, sort: SearchSort,
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
    // A sort order that a newer program wrote is read as `name`.
    sort = SearchSort(rawValue: row.text()) ?? .name
    createdAt = row.instant()
  }

  /// The person's saved searches, by name.
  package static func own(in connection: Connection) throws -> [SavedSearch] {
    try all(where: "true ORDER BY nameKey, id", [], in: connection)
  }
}

extension SavedSearch {
  /// The most searches of one person.
  package static let maxPerPerson = 100

  static let schema = TableSchema(
    "savedSearches", in: [.personal], zoneColumn: "profileID",
    registers: [
      .text("name", .name),
      .nameKey(of: "name"),
      .plain("query", .url),
      // A reference across zones, so without a foreign key; it is resolved when read.
      .optionalText("homeID", .id),
      .text("sort", .choice),
      .instant("createdAt", rule: .appendOnly),
    ])

  package static let tableSQL = """
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
