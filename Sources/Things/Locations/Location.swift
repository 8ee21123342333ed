import Household
import SQLite
import SyncProtocol

/// A place in a home: a room, a shelf in it, a box on the shelf. One row of `locations`.
package struct Location: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  /// `nil` for a place directly in the home.
  package var parentID: RecordID?
  package var kind: Kind
  package var name: String
  package var nameKey: String
  /// Empty, or one emoji.
  package var emoji: String
  package var note: String
  /// The position among the places of one parent; equal ones are sorted by name.
  package var sortOrder: Int
  package var importSource: String?
  package var importRef: String?
  package var createdAt: Int64
  /// The day a check of the place's contents began; `nil` if none is under way.
  package var checkStartedOn: String?
  /// The day the last check ended; `nil` before the first.
  package var checkedOn: String?

  package enum Kind: String, CaseIterable, Sendable {
    case room, furniture, container, outdoors, other
  }

  package static let sql = RecordSQL(
    "locations",
    ["id", "homeID", "parentID"] + LocationDetails.fields.columns() + [
      "nameKey", "importSource", "importRef", "createdAt", "checkStartedOn", "checkedOn",
    ], origin: .told)

  package var values: [Value] {
    [.text(id), .text(homeID), Value(parentID)] + LocationDetails.fields.values(of: details) + [
      .text(nameKey), Value(importSource), Value(importRef), .integer(createdAt),
      Value(checkStartedOn), Value(checkedOn),
    ]
  }

  package init(
    id: RecordID, homeID: ZoneID, parentID: RecordID? = nil, kind: Kind = .room, name: String,
    emoji: String = "", note: String = "", sortOrder: Int = 0, createdAt: Int64
  ) {
    self.id = id
    self.homeID = homeID
    self.parentID = parentID
    self.kind = kind
    self.name = name
    nameKey = NameKey.make(name)
    self.emoji = emoji
    self.note = note
    self.sortOrder = sortOrder
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    parentID = row.optionalText()
    name = row.text()
    // A kind that a newer program wrote is read as `other`.
    kind = Kind(rawValue: row.text()) ?? .other
    emoji = row.text()
    note = row.text()
    sortOrder = row.int()
    nameKey = row.text()
    importSource = row.optionalText()
    importRef = row.optionalText()
    createdAt = row.instant()
    checkStartedOn = row.optionalText()
    checkedOn = row.optionalText()
  }
}

extension Location {
  /// The most levels of places inside each other: room, shelf, box, and so on.
  package static let maxDepth = 10
  static let sortOrders: ClosedRange<Int64> = -1_000_000...1_000_000

  /// Ids are natural, because two devices that give one home its defaults make the same ones.
  static let schema = TableSchema(
    "locations", in: [.home], zoneColumn: "homeID",
    registers: LocationDetails.fields.registers() + [
      .optionalText("parentID", .id),
      .nameKey(of: "name"),
      .optionalText("importSource", .importSource),
      .optionalText("importRef", .importRef),
      .instant("createdAt"),
      .day("checkStartedOn"),
      .day("checkedOn"),
      Origin.register,
    ],
    references: [
      // Places inside a deleted one move directly into the home.
      ReferenceSchema("parentID", to: "locations", .nullify, maxDepth: maxDepth)
    ],
    hasNaturalID: true, retired: Photo.retiredRegisters, matchable: ["nameKey"],
    matchParent: "parentID")

  static let tableSQL = """
    CREATE TABLE locations (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      parentID TEXT,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      sortOrder INTEGER NOT NULL DEFAULT 0,
      importSource TEXT,
      importRef TEXT,
      createdAt INTEGER NOT NULL,
      UNIQUE (homeID, id),
      \(SQLShape.reference("parentID", "locations"))
    ) STRICT;
    -- The places in a place; checking that nothing refers to a deleted one.
    CREATE INDEX locationsByParent ON locations(homeID, parentID);
    """

  /// Columns for checking a place: going through it and ticking off its items.
  static let checkSQL = """
    ALTER TABLE locations ADD COLUMN checkStartedOn TEXT
      CHECK (\(SQLShape.date("checkStartedOn")));
    ALTER TABLE locations ADD COLUMN checkedOn TEXT CHECK (\(SQLShape.date("checkedOn")));
    """
}
