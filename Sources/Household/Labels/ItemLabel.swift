import SQLite
import SyncProtocol

/// One label on one item. Its id follows from both, so two people who add it make one row.
package struct ItemLabel: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package let itemID: RecordID
  package let labelID: RecordID

  package static let sql = RecordSQL("itemLabels", ["id", "homeID", "itemID", "labelID"])

  package var values: [Value] { [.text(id), .text(homeID), .text(itemID), .text(labelID)] }

  init(homeID: ZoneID, itemID: RecordID, labelID: RecordID) {
    id = UUIDs.v5(itemID, labelID)
    self.homeID = homeID
    self.itemID = itemID
    self.labelID = labelID
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    itemID = row.text()
    labelID = row.text()
  }
}

extension ItemLabel {
  static let schema = TableSchema(
    "itemLabels", in: [.home], zoneColumn: "homeID",
    registers: [.text("itemID", .id), .text("labelID", .id)],
    references: [
      ReferenceSchema("itemID", to: "items", .contained),
      ReferenceSchema("labelID", to: "labels", .contained),
    ],
    hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE itemLabels (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      itemID TEXT NOT NULL,
      labelID TEXT NOT NULL,
      \(SQLShape.reference("itemID", "items")),
      \(SQLShape.reference("labelID", "labels"))
    ) STRICT;
    -- The labels of an item.
    CREATE INDEX itemLabelsByItem ON itemLabels(homeID, itemID, labelID);
    -- The items with a label.
    CREATE INDEX itemLabelsByLabel ON itemLabels(homeID, labelID, itemID);
    """
}
