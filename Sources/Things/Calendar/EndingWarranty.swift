import SQLite
import SyncProtocol
import Values

/// A warranty that ends soon.
package struct EndingWarranty: Equatable, Sendable {
  package let itemID: RecordID
  package let item: String
  package let endsOn: CalendarDay
  package let homeID: ZoneID

  /// How many days before it ends people are told.
  package static let days = 30

  /// Those of all homes that end within the next 30 days, the first to end first.
  package static func all(
    on today: CalendarDay, limit: Int, in connection: Connection
  ) throws -> [EndingWarranty] {
    let last = CalendarDay(daysSince1970: today.daysSince1970 + days)
    let homes = try connection.query(
      "SELECT id FROM homes WHERE EXISTS (SELECT 1 FROM syncZones AS z WHERE z.id = homes.id)"
    ) { $0.text(0) }
    let found = try homes.flatMap { home in
      try connection.query(
        """
        SELECT id, name, warrantyUntil FROM items
          WHERE homeID = ? AND warrantyUntil IS NOT NULL AND isArchived = 0
            AND isLifetimeWarranty = 0
            AND warrantyUntil BETWEEN ? AND ? ORDER BY warrantyUntil, id LIMIT ?
        """, .text(home), .text(today.text), .text(last.text), .integer(Int64(limit))
      ) { row in
        CalendarDay(row.text(2)).map {
          EndingWarranty(itemID: row.text(0), item: row.text(1), endsOn: $0, homeID: home)
        }
      }
    }.compactMap(\.self)
    return Array(found.sorted { ($0.endsOn, $0.itemID) < ($1.endsOn, $1.itemID) }.prefix(limit))
  }
}
