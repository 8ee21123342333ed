import SQLite
import SyncProtocol

/// Which items somebody chose to do something with.
package enum ItemSelection: Equatable, Sendable {
  case items([RecordID])
  /// All that a list would show, over all its pages.
  case matching(ItemFilter)
}

/// The items of a selection as they are now.
package struct SelectedItems: Equatable, Sendable {
  /// More are not changed at once.
  package static let maxItems = 5000

  package enum Failure: Error, Equatable { case tooMany(max: Int) }

  /// Those that the person may change, by id.
  package let itemIDs: [RecordID]
  /// Chosen one by one, and deleted or taken to another home meanwhile.
  package let goneCount: Int
  /// Homes that may only be read with how many of the chosen items they have.
  package let readOnly: [ZoneID: Int]
  /// How many items each home has that may be changed.
  package let homes: [ZoneID: Int]

  /// - Parameters:
  ///   - home: the home of the list that they were chosen from; `nil` for all inventory.
  ///   - hidden: homes whose items nobody could choose, in a transaction that writes: it sees them.
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

  /// Another text when other items are selected, or some of them are in other homes.
  package func version(in connection: Connection) throws -> String {
    let homes = try connection.query(
      """
      SELECT i.homeID FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value ORDER BY i.id
      """, IDList.value(itemIDs)
    ) { $0.text(0) }
    return UUIDs.v5("selection", (itemIDs + homes).joined(separator: " "))
  }

  /// The keys of the names of all labels that they bear.
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

  /// The items of a filter, as far as one more than may be changed at once.
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
