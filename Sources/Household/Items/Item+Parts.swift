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
