import Household
import SQLite
import SyncProtocol

/// A custom field of an item: one row of `itemFields`.
package struct ItemField: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package let itemID: RecordID
  package var name: String
  package var value: String
  /// The position among the item's fields; equal ones are sorted by id.
  package var sortOrder: Int

  package static let sql = RecordSQL(
    "itemFields", ["id", "homeID", "itemID", "name", "value", "sortOrder"])

  package var values: [Value] {
    [
      .text(id), .text(homeID), .text(itemID), .text(name), .text(value),
      .integer(Int64(sortOrder)),
    ]
  }

  package init(
    id: RecordID, homeID: ZoneID, itemID: RecordID, name: String, value: String, sortOrder: Int
  ) {
    self.id = id
    self.homeID = homeID
    self.itemID = itemID
    self.name = name
    self.value = value
    self.sortOrder = sortOrder
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    itemID = row.text()
    name = row.text()
    value = row.text()
    sortOrder = row.int()
  }
}

extension ItemField {
  static let schema = TableSchema(
    "itemFields", in: [.home], zoneColumn: "homeID",
    registers: [
      .text("itemID", .id, rule: .appendOnly),
      .text("name", .name),
      .plain("value", .notes),
      .integer("sortOrder", 0...1_000_000, defaultValue: 0),
    ],
    references: [ReferenceSchema("itemID", to: "items", .contained)])

  static let tableSQL = """
    CREATE TABLE itemFields (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      itemID TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL DEFAULT '',
      sortOrder INTEGER NOT NULL DEFAULT 0,
      \(SQLShape.reference("itemID", "items"))
    ) STRICT;
    -- The fields of an item.
    CREATE INDEX itemFieldsByItem ON itemFields(homeID, itemID);
    """
}
