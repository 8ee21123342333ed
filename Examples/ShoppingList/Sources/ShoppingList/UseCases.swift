import Replica
import SQLite
import SyncProtocol

/// What a person can do: plain SQL in one transaction. The engine sees which rows have changed and
/// makes one change set of them, which happens whole or not at all.
extension WriteTransaction {
  func makeList(_ name: String) throws {
    try connection.execute("INSERT INTO lists VALUES (?, ?)", .text(newID()), .text(name))
  }

  func add(_ item: String, shop: String?) throws {
    let list = try writableList()
    let shopID = shop.map { UUIDs.v5(list, $0) }
    if let shop {
      try connection.execute(
        "INSERT INTO shops VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING", Value(shopID),
        .text(list), .text(shop))
    }
    try connection.execute(
      "INSERT INTO items (id, listID, name, shopID) VALUES (?, ?, ?, ?)", .text(newID()),
      .text(list), .text(item), Value(shopID))
  }

  func tick(_ item: String) throws {
    try change(
      "UPDATE items SET isTicked = 1 WHERE listID = ? AND name = ?", .text(try writableList()),
      .text(item))
  }

  /// Says that this account brings the item.
  func bring(_ item: String) throws {
    try change(
      "UPDATE items SET broughtBy = ? WHERE listID = ? AND name = ?", .text(accountID),
      .text(try writableList()), .text(item))
  }

  /// Nothing cascades: a use case names every record that it takes along or lets go.
  func close(_ shop: String) throws {
    let id = UUIDs.v5(try writableList(), shop)
    try connection.execute("UPDATE items SET shopID = NULL WHERE shopID = ?", .text(id))
    try change("DELETE FROM shops WHERE id = ?", .text(id))
  }

  private func change(_ sql: String, _ values: Value...) throws {
    if try connection.execute(sql, values) == 0 { throw Failure("the list has no such thing") }
  }

  /// The list, if this account may write to it. The hub asks the same again.
  private func writableList() throws -> ZoneID {
    let list = try List.id(in: connection)
    guard try role(in: list)?.canWrite == true else { throw Failure("you may only read this list") }
    return list
  }
}

/// The one list that a file shows.
enum List {
  static func id(in connection: Connection) throws -> ZoneID {
    let id = try connection.first("SELECT id FROM lists ORDER BY id LIMIT 1") { $0.text(0) }
    guard let id else { throw Failure("no list yet: make one with new, or join one with accept") }
    return id
  }

  /// A line for each item. Who is in a zone is a table that the engine keeps.
  static func lines(in connection: Connection) throws -> [String] {
    try connection.query(
      """
      SELECT i.name, i.isTicked, s.name, p.name FROM items AS i
        LEFT JOIN shops AS s ON s.id = i.shopID
        LEFT JOIN participants AS p ON p.zoneID = i.listID AND p.accountID = i.broughtBy
        WHERE i.listID = ? ORDER BY i.name
      """, .text(try id(in: connection))
    ) { row in
      let shop = row.optionalText(2).map { " (\($0))" } ?? ""
      let bringer = row.optionalText(3).map { ", \($0) brings it" } ?? ""
      return "[\(row.bool(1) ? "x" : " ")] \(row.text(0))\(shop)\(bringer)"
    }
  }
}
