import SQLite
import SyncProtocol

/// The items directly in some places, place after place and by name in each, without archived ones.
package enum PlaceItems {
  /// - Parameters:
  ///   - places: places of the home, in the order in which their items are wanted.
  ///   - limit: the most items in total.
  package static func ids(
    in places: some Sequence<RecordID>, home: ZoneID, limit: Int, in connection: Connection
  ) throws -> [RecordID] {
    var ids: [RecordID] = []
    for place in places where ids.count < limit {
      ids += try connection.query(
        """
        SELECT id FROM items WHERE homeID = ? AND locationID = ? AND isArchived = 0
          ORDER BY nameKey, id LIMIT ?
        """, .text(home), .text(place), .integer(Int64(limit - ids.count))
      ) { $0.text(0) }
    }
    return ids
  }
}
