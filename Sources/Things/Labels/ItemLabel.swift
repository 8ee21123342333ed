import Household
import SQLite
import SyncProtocol

/// One label on one item. The id is derived from both, so two people who add it write one row.
package struct ItemLabel: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package let itemID: RecordID
  package let labelID: RecordID

  package static let sql = RecordSQL("itemLabels", ["id", "homeID", "itemID", "labelID"])

  package var values: [Value] { [.text(id), .text(homeID), .text(itemID), .text(labelID)] }

  /// The id of the row, close to the item's id in an index: otherwise a very large import would
  /// touch the whole index each time.
  ///
  /// Rows written by earlier versions have other ids, and an item may have two for one label: look
  /// for them by item and label.
  package static func id(item: RecordID, label: RecordID) -> RecordID {
    UUIDs.beside(item, label)
  }

  package init(homeID: ZoneID, itemID: RecordID, labelID: RecordID) {
    id = Self.id(item: itemID, label: labelID)
    self.homeID = homeID
    self.itemID = itemID
    self.labelID = labelID
  }

  static func isThere(item: Value, label: Value, in connection: Connection) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM items AS i CROSS JOIN itemLabels AS il
        ON il.homeID = i.homeID AND il.itemID = i.id AND il.labelID = ?2 WHERE i.id = ?1
      """, item, label
    ) { _ in true } ?? false
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
