import SQLite
import SyncProtocol

extension ItemLabel {
  static func of(_ item: Item, in connection: Connection) throws -> [ItemLabel] {
    try all(
      where: "homeID = ? AND itemID = ? ORDER BY labelID", [.text(item.homeID), .text(item.id)],
      in: connection)
  }
}

extension ItemField {
  static func of(_ item: Item, in connection: Connection) throws -> [ItemField] {
    try all(
      where: "homeID = ? AND itemID = ? ORDER BY sortOrder, id",
      [.text(item.homeID), .text(item.id)], in: connection)
  }
}

extension Item {
  /// The ids of items that are in no home, which only damage can bring about.
  package static func homeless(in connection: Connection) throws -> [RecordID] {
    try connection.query(
      "SELECT id FROM items WHERE homeID NOT IN (SELECT id FROM homes) ORDER BY id"
    ) { $0.text(0) }
  }
}
