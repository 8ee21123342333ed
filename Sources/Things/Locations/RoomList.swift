import Household
import SQLite
import SyncProtocol

/// The places directly in a home, without reading those inside them.
///
/// A loop of places, which has no outermost one, is left out; `LocationTree` shows it.
package struct RoomList: Sendable {
  /// A room with the items in it and in all places inside it, without archived ones.
  package struct Row: Equatable, Sendable {
    package let location: Location
    package let nestedItemCount: Int
  }

  /// In the order in which they are shown.
  private let ids: [RecordID]
  private let home: ZoneID

  package init(home: ZoneID, in connection: Connection) throws {
    self.home = home
    ids = try connection.query(
      "SELECT id, sortOrder, nameKey FROM locations WHERE homeID = ? AND parentID IS NULL",
      .text(home)
    ) { row in
      (order: row.integer(1), name: NameOrder(nameKey: row.text(2), id: row.text(0)))
    }
    .sorted { ($0.order, $0.name) < ($1.order, $1.name) }.map(\.name.id)
  }

  package func locations(in connection: Connection) throws -> [Location] {
    try ids.compactMap { try Location.find($0, in: connection) }
  }

  package var count: Int { ids.count }

  /// Of the first rooms those that hold the most items, in the order of all.
  package func rows(
    fullest limit: Int, among first: Int, in connection: Connection
  ) throws -> [Row] {
    let all = try rows(first: max(limit, first), in: connection)
    let fullest = all.indices.sorted {
      (-all[$0].nestedItemCount, $0) < (-all[$1].nestedItemCount, $1)
    }
    return fullest.prefix(limit).sorted().map { all[$0] }
  }

  /// The first rooms with their items: what they cost grows with the places inside them.
  package func rows(first limit: Int, in connection: Connection) throws -> [Row] {
    try ids.prefix(limit).compactMap { id in
      guard let location = try Location.find(id, in: connection) else { return nil }
      let count = try connection.first(
        """
        WITH RECURSIVE inside(id) AS (
          VALUES (?)
          UNION
          SELECT l.id FROM inside CROSS JOIN locations AS l
            ON l.homeID = ? AND l.parentID = inside.id)
        SELECT CAST(total(t.itemCount) AS INTEGER) FROM inside CROSS JOIN itemTotals AS t
          ON t.homeID = ? AND t.locationID = inside.id AND t.isArchived = 0
        """, .text(id), .text(home), .text(home)
      ) { Int($0.integer(0)) }
      return Row(location: location, nestedItemCount: count ?? 0)
    }
  }
}

/// The names of places from the outermost to the innermost, for some places of many.
package struct LocationPaths: Sendable {
  private var paths: [RecordID: [String]] = [:]

  package init() {}

  /// - Parameter ids: those that are not there have no path.
  package init(of ids: some Sequence<RecordID>, in connection: Connection) throws {
    var known: [RecordID: (name: String, parent: RecordID?)] = [:]
    for id in ids where paths[id] == nil {
      var path: [String] = []
      var next: RecordID? = id
      // The bound ends a loop, too.
      while let place = next, path.count < LocationTree.maxShownDepth {
        if known[place] == nil {
          known[place] = try connection.first(
            "SELECT name, parentID FROM locations WHERE id = ?", .text(place)
          ) { ($0.text(0), $0.optionalText(1)) }
        }
        guard let found = known[place] else { break }
        path.append(found.name)
        next = found.parent
      }
      paths[id] = path.reversed()
    }
  }

  package subscript(id: RecordID?) -> [String] { id.flatMap { paths[$0] } ?? [] }
}
