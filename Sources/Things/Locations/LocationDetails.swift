import Household
import Replica
import SQLite
import SyncProtocol

/// The details of a place that people enter. `MoveLocation` changes where it is.
package struct LocationDetails: Equatable, Sendable {
  package var name: String
  package var kind = Location.Kind.room
  package var emoji = ""
  package var note = ""
  package var sortOrder = 0

  package init(name: String) { self.name = name }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<LocationDetails>] = [
    .name("name", \.name, "What it is called.", example: "Shed"),
    .choice(
      "kind", \.kind.asField, Location.Kind.allCases.map(\.rawValue), "What it is."),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🏚️"),
    .lines("note", \.note, "What is to be known.", example: "Behind the house"),
    .number(
      "sortOrder", \.sortOrder.asField, Location.sortOrders, standard: 0,
      "Places of one parent are shown by this, then by name.", example: 0),
  ]
}

extension Location {
  package var details: LocationDetails {
    get {
      var details = LocationDetails(name: name)
      details.kind = kind
      details.emoji = emoji
      details.note = note
      details.sortOrder = sortOrder
      return details
    }
    set {
      name = newValue.name
      nameKey = NameKey.make(newValue.name)
      kind = newValue.kind
      emoji = newValue.emoji
      note = newValue.note
      sortOrder = newValue.sortOrder
    }
  }

  /// The ids of the place and of those around it, from the inside out. Stops where a loop closes,
  /// which two people can make at the same time.
  static func lineage(_ id: RecordID, in connection: Connection) throws -> [RecordID] {
    var ids: [RecordID] = []
    var seen: Set<RecordID> = []
    var next: RecordID? = id
    while let current = next, seen.insert(current).inserted {
      ids.append(current)
      next =
        try connection.first(
          "SELECT parentID FROM locations WHERE id = ?", .text(current)
        ) { $0.optionalText(0) } ?? nil
    }
    return ids
  }

  /// The number of levels from the place downwards, including itself.
  static func height(_ id: RecordID, in connection: Connection) throws -> Int {
    let levels = try connection.first(
      """
      WITH RECURSIVE below(homeID, id, level) AS (
        SELECT homeID, id, 1 FROM locations WHERE id = ?
        UNION ALL
        SELECT l.homeID, l.id, level + 1 FROM below AS b
          JOIN locations AS l ON l.homeID = b.homeID AND l.parentID = b.id
          WHERE level <= \(maxDepth)
      )
      SELECT max(level) FROM below
      """, .text(id)
    ) { $0.integer(0) }
    return Int(levels ?? 1)
  }

  /// Another place with this name in the same parent; `nil` if there is none.
  static func sibling(
    named nameKey: String, parent: RecordID?, home: ZoneID, except id: RecordID?,
    in connection: Connection
  ) throws -> RecordID? {
    try connection.first(
      """
      SELECT id FROM locations
        WHERE homeID = ? AND parentID IS ? AND nameKey = ? AND id IS NOT ? ORDER BY id LIMIT 1
      """, .text(home), Value(parent), .text(nameKey), Value(id)
    ) { $0.text(0) }
  }
}
