import Household
import SQLite
import SyncProtocol

/// The items that somebody has chosen for a change.
package enum ItemSelection: Equatable, Sendable {
  case items([RecordID])
  /// All items that a list would show, on all its pages.
  case matching(ItemFilter)
}

/// The items of a selection as they are now.
package struct SelectedItems: Equatable, Sendable {
  /// The most items changed at once.
  package static let maxItems = 5000

  package enum Failure: Error, Equatable { case tooMany(max: Int) }

  /// Items that the person may change, by id.
  package let itemIDs: [RecordID]
  /// Items that were chosen one by one, and deleted or moved to another home meanwhile.
  package let goneCount: Int
  /// How many chosen items are in each read-only home.
  package let readOnly: [ZoneID: Int]
  /// How many items may be changed in each home.
  package let homes: [ZoneID: Int]

  /// - Parameters:
  ///   - home: the home of the list from which they were chosen; `nil` for the list of all homes.
  ///   - hidden: homes whose items cannot have been chosen. Needed in a transaction that writes,
  ///     which can see them.
  package init(
    _ selection: ItemSelection, home: ZoneID?, without hidden: Set<ZoneID> = [],
    in connection: Connection
  ) throws {
    let chosen: Set<RecordID>
    switch selection {
    case .items(let ids): chosen = Set(ids)
    case .matching(var filter):
      filter.homeID = home ?? filter.homeID
      chosen = Set(try Self.all(filter, in: connection))
    }
    guard chosen.count <= Self.maxItems else { throw Failure.tooMany(max: Self.maxItems) }
    var (ids, readOnly, homes): ([RecordID], [ZoneID: Int], [ZoneID: Int]) = ([], [:], [:])
    try connection.forEach(
      """
      SELECT i.id, i.homeID, z.role FROM json_each(?) AS c
        CROSS JOIN items AS i ON i.id = c.value JOIN syncZones AS z ON z.id = i.homeID
        WHERE i.homeID = coalesce(?, i.homeID) ORDER BY i.id
      """, [IDList.value(chosen), Value(home)]
    ) { row in
      if hidden.contains(row.text(1)) { return }
      if Role(rawValue: row.text(2))?.canWrite == true {
        ids.append(row.text(0))
        homes[row.text(1), default: 0] += 1
      } else {
        readOnly[row.text(1), default: 0] += 1
      }
    }
    (itemIDs, self.readOnly, self.homes) = (ids, readOnly, homes)
    goneCount = chosen.count - ids.count - readOnly.values.reduce(0, +)
  }

  /// A text that changes when other items are selected, or when some of them are in other homes.
  package func version(in connection: Connection) throws -> String {
    let homes = try connection.query(
      """
      SELECT i.homeID FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value ORDER BY i.id
      """, IDList.value(itemIDs)
    ) { $0.text(0) }
    return UUIDs.v5("selection", (itemIDs + homes).joined(separator: " "))
  }

  /// The name keys of all labels on the items.
  package func labelKeys(in connection: Connection) throws -> Set<String> {
    Set(
      try connection.query(
        """
        SELECT DISTINCT l.nameKey FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value
          CROSS JOIN itemLabels AS il ON il.homeID = i.homeID AND il.itemID = i.id
          JOIN labels AS l ON l.id = il.labelID
        """, IDList.value(itemIDs)
      ) { $0.text(0) })
  }

  /// The items that match a filter, but no more than one above the limit.
  private static func all(_ filter: ItemFilter, in connection: Connection) throws -> [RecordID] {
    var search = try ItemSearch(filter: filter, sort: .name, in: connection)
    var ids: [RecordID] = []
    var cursor: ItemCursor?
    repeat {
      ids += try search.page(after: cursor, limit: maxItems + 1 - ids.count).map(\.id)
      cursor = search.stoppedAt.map { ItemCursor(sort: .name, position: $0) }
    } while cursor != nil && ids.count <= maxItems
    return ids
  }
}
