import Household
import SQLite
import SyncProtocol
import Values

/// A label of one home (X01). Views over all homes group labels by `nameKey`.
package struct Label: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var name: String
  package var nameKey: String
  /// Empty, or one emoji.
  package var emoji: String
  /// A `PaletteColour`, 0–11.
  package var colorIndex: Int
  package var note: String
  package var createdAt: Int64

  package static let sql = RecordSQL(
    "labels", ["id", "homeID"] + LabelDetails.fields.columns() + ["nameKey", "createdAt"],
    origin: .told)

  package var values: [Value] {
    [.text(id), .text(homeID)] + LabelDetails.fields.values(of: details)
      + [.text(nameKey), .integer(createdAt)]
  }

  package init(
    id: RecordID, homeID: ZoneID, name: String, emoji: String = "", colorIndex: Int = 0,
    note: String = "", createdAt: Int64
  ) {
    self.id = id
    self.homeID = homeID
    self.name = name
    nameKey = NameKey.make(name)
    self.emoji = emoji
    self.colorIndex = colorIndex
    self.note = note
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    name = row.text()
    emoji = row.text()
    colorIndex = row.int()
    note = row.text()
    nameKey = row.text()
    createdAt = row.instant()
  }
}

extension Label {
  package static let colors: ClosedRange<Int64> = 0...11

  static let schema = TableSchema(
    "labels", in: [.home], zoneColumn: "homeID",
    registers: LabelDetails.fields.registers() + [
      .nameKey(of: "name"),
      .instant("createdAt"),
      Origin.register,
    ],
    hasNaturalID: true, matchable: ["nameKey"])

  static let tableSQL = """
    CREATE TABLE labels (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 0 CHECK (colorIndex BETWEEN 0 AND 11),
      note TEXT NOT NULL DEFAULT '',
      createdAt INTEGER NOT NULL,
      UNIQUE (homeID, id)
    ) STRICT;
    """
}
