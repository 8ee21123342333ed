import Household
import SQLite
import SyncProtocol

/// An item as a list shows it.
package struct ItemRow: Equatable, Identifiable, Sendable {
  package let id: RecordID
  package let homeID: ZoneID
  package let homeName: String
  package let name: String
  package let locationID: RecordID?
  package let locationName: String?
  package let quantity: Int64
  package let priceMinor: Int64?
  package let currency: String
  package let isArchived: Bool
  package let isSold: Bool
  /// Who has borrowed it; empty if it is not lent.
  package let lentTo: String
  package let createdAt: Int64
  /// The id of the primary photo; `nil` if there is none.
  package let photoID: RecordID?
  package let blobHash: String?
  package var labels: [LabelBadge]

  /// Price times quantity in minor units.
  package var valueMinor: Int64? { priceMinor?.multipliedExactly(by: quantity) }

  package struct LabelBadge: Equatable, Sendable {
    package let id: RecordID
    package let name: String
    package let emoji: String
    package let colorIndex: Int
  }

  /// SQL for whether an item `i` is sold: a day, price or buyer is given.
  static let isSoldSQL = "i.soldOn IS NOT NULL OR i.soldMinor IS NOT NULL OR i.soldTo <> ''"

  /// The items with these ids, in the given order.
  static func load(_ ids: [RecordID], in connection: Connection) throws -> [ItemRow] {
    let list = IDList.value(ids)
    var rows = try connection.query(
      """
      SELECT i.id, i.homeID, h.name, i.name, i.locationID, l.name, i.quantity, i.priceMinor,
        i.currency, i.isArchived, i.createdAt, p.id, p.blobHash, \(isSoldSQL), i.lentTo
      FROM json_each(?) AS c
        CROSS JOIN items AS i ON i.id = c.value
        JOIN homes AS h ON h.id = i.homeID
        LEFT JOIN locations AS l ON l.id = i.locationID
        LEFT JOIN photos AS p ON p.id = (
          SELECT id FROM photos WHERE homeID = i.homeID AND itemID = i.id
            ORDER BY sortKey, id LIMIT 1)
      ORDER BY c.key
      """, list
    ) { row in
      ItemRow(
        id: row.text(0), homeID: row.text(1), homeName: row.text(2), name: row.text(3),
        locationID: row.optionalText(4), locationName: row.optionalText(5),
        quantity: row.integer(6), priceMinor: row.amount(7), currency: row.text(8),
        isArchived: row.bool(9), isSold: row.bool(13), lentTo: row.text(14),
        createdAt: row.instant(10), photoID: row.optionalText(11),
        blobHash: row.optionalText(12), labels: [])
    }
    var badges: [RecordID: [LabelBadge]] = [:]
    try connection.forEach(
      """
      SELECT DISTINCT i.id, l.id, l.name, l.emoji, l.colorIndex
      FROM json_each(?) AS c
        CROSS JOIN items AS i ON i.id = c.value
        CROSS JOIN itemLabels AS il ON il.homeID = i.homeID AND il.itemID = i.id
        JOIN labels AS l ON l.id = il.labelID
      ORDER BY l.nameKey, l.id
      """, [list]
    ) { row in
      badges[row.text(0), default: []].append(
        LabelBadge(
          id: row.text(1), name: row.text(2), emoji: row.text(3),
          colorIndex: Int(row.integer(4))))
    }
    for index in rows.indices { rows[index].labels = badges[rows[index].id] ?? [] }
    return rows
  }
}
