import Household
import SQLite
import SyncProtocol

/// The progress of a check of a place. Archived items are not counted.
package struct CheckProgress: Equatable, Sendable {
  /// Items in the place and in the places inside it.
  package let itemCount: Int
  /// Those seen since the check began.
  package let seenCount: Int

  package var missingCount: Int { itemCount - seenCount }

  /// - Parameter since: the day the check began, `YYYY-MM-DD`.
  package init(place: Location, since day: String, in connection: Connection) throws {
    let places = try place.withPlacesInside(in: connection).map(\.id)
    let counts = try connection.first(
      """
      SELECT count(*), count(CASE WHEN i.lastSeenOn >= ? THEN 1 END)
        FROM json_each(?) AS c CROSS JOIN items AS i
          ON i.homeID = ? AND i.locationID = c.value AND i.isArchived = 0
      """, .text(day), IDList.value(places), .text(place.homeID)
    ) { (Int($0.integer(0)), Int($0.integer(1))) }
    (itemCount, seenCount) = counts ?? (0, 0)
  }
}

/// One page of the items in a place that is being checked, in the order of its places, then by
/// name.
package struct CheckList: Sendable {
  package let rows: [ItemRow]
  /// The day each of them was last seen, `YYYY-MM-DD`, by item id. Items never seen are absent.
  package let seenOn: [RecordID: String]
  /// Where the next page begins; `nil` on the last one.
  package let next: ItemCursor?

  /// - Parameter missingSince: only items that have not been seen since this day; `nil` for all.
  package init(
    place: Location, missingSince day: String? = nil, after cursor: ItemCursor? = nil,
    limit: Int = ItemList.defaultLimit, in connection: Connection
  ) throws {
    var filter = ItemFilter()
    filter.homeID = place.homeID
    filter.place = .inside(place.id)
    filter.unseenSince = day
    let list = try ItemList(
      filter: filter, sort: .room, after: cursor, limit: limit, in: connection)
    (rows, next) = (list.rows, list.next)
    var seenOn: [RecordID: String] = [:]
    try connection.forEach(
      """
      SELECT i.id, i.lastSeenOn FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value
        WHERE i.lastSeenOn IS NOT NULL
      """, [IDList.value(list.rows.map(\.id))]
    ) { seenOn[$0.text(0)] = $0.text(1) }
    self.seenOn = seenOn
  }
}
