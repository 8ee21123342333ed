import Household
import SQLite
import SyncProtocol

/// A field that a home offers for all its items: one row of `fieldPresets`. It also sets the kind
/// of an item's custom field with the same name.
package struct FieldPreset: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var name: String
  package var nameKey: String
  package var kind: Kind
  /// The choices in their order, for the kind `choice`.
  package var choices: [String]
  /// The position among the home's presets; equal ones are sorted by name.
  package var sortOrder: Int
  package let createdAt: Int64

  package typealias Kind = CustomFieldKind

  package static let sql = RecordSQL(
    "fieldPresets",
    ["id", "homeID"] + FieldPresetDetails.fields.columns()
      + ["nameKey", "choices", "sortOrder", "createdAt"],
    origin: .told)

  package var values: [Value] {
    [.text(id), .text(homeID)] + FieldPresetDetails.fields.values(of: details) + [
      .text(nameKey), .text(choices.joined(separator: "\n")), .integer(Int64(sortOrder)),
      .integer(createdAt),
    ]
  }

  init(
    id: RecordID, homeID: ZoneID, name: String, kind: Kind, choices: [String] = [],
    sortOrder: Int = 0, createdAt: Int64
  ) {
    self.id = id
    self.homeID = homeID
    self.name = name
    nameKey = NameKey.make(name)
    self.kind = kind
    self.choices = choices
    self.sortOrder = sortOrder
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    name = row.text()
    // A kind that a newer program wrote is read as text.
    kind = Kind(rawValue: row.text()) ?? .text
    nameKey = row.text()
    choices = row.text().split(separator: "\n").map { String($0) }
    sortOrder = row.int()
    createdAt = row.instant()
  }

  /// The presets of a home in their order.
  package static func of(home: ZoneID, in connection: Connection) throws -> [FieldPreset] {
    try all(where: "homeID = ? ORDER BY sortOrder, nameKey, id", [.text(home)], in: connection)
  }
}

extension FieldPreset {
  /// The most presets in one home.
  package static let maxPerHome = 100

  static let schema = TableSchema(
    "fieldPresets", in: [.home], zoneColumn: "homeID",
    registers: FieldPresetDetails.fields.registers() + [
      .nameKey(of: "name"),
      .plain("choices", .notes),
      .integer("sortOrder", Location.sortOrders, defaultValue: 0),
      .instant("createdAt", rule: .appendOnly),
      Origin.register,
    ], matchable: ["nameKey"])

  static let tableSQL = """
    CREATE TABLE fieldPresets (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      kind TEXT NOT NULL,
      choices TEXT NOT NULL DEFAULT '',
      sortOrder INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL
    ) STRICT;
    -- The fields that a home offers, in their order.
    CREATE INDEX fieldPresetsByHome ON fieldPresets(homeID, sortOrder, nameKey, id);
    """
}
