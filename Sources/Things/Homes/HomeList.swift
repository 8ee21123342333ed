import Household
import Replica
import SQLite
import SyncProtocol

/// The homes that this account can read, for lists and the sidebar.
package enum HomeList {
  package struct Row: Equatable, Sendable {
    package let id: ZoneID
    package let name: String
    package let emoji: String
    package let colorIndex: Int
    package var role: Role
    package let isPrimary: Bool
    /// Without archived items.
    package let itemCount: Int
    package let archivedCount: Int
    /// Rooms only, without the places inside them.
    package let roomCount: Int
    /// Everybody in the home, the owner first, as the hub last reported. Empty for a home that the
    /// hub does not know yet.
    package let participants: [Participant]
  }

  /// All homes, owned and shared, by name (X31).
  package static func rows(in connection: Connection) throws -> [Row] {
    let primary = try PrimaryHome.find(in: connection)
    var counts: [ZoneID: (current: Int64, archived: Int64)] = [:]
    for (key, amount) in try ItemTotals.all(home: nil, in: connection) {
      if key.isArchived {
        counts[key.homeID, default: (0, 0)].archived &+= amount.itemCount
      } else {
        counts[key.homeID, default: (0, 0)].current &+= amount.itemCount
      }
    }
    let participants = Dictionary(
      grouping: try Participant.all(home: nil, in: connection), by: \.homeID)
    let rows = try connection.query(
      """
      SELECT h.id, h.name, h.emoji, h.colorIndex, z.role, h.nameKey,
        (SELECT count(*) FROM locations AS l WHERE l.homeID = h.id AND l.parentID IS NULL)
      FROM homes AS h JOIN syncZones AS z ON z.id = h.id
      """
    ) { row in
      let id = row.text(0)
      let count = counts[id] ?? (0, 0)
      return (
        order: NameOrder(nameKey: row.text(5), id: id),
        row: Row(
          id: id, name: row.text(1), emoji: row.text(2), colorIndex: Int(row.integer(3)),
          // The engine writes the column from the same enum.
          role: Role(rawValue: row.text(4)) ?? .readOnly, isPrimary: id == primary,
          itemCount: Int(count.current), archivedCount: Int(count.archived),
          roomCount: Int(row.integer(6)), participants: participants[id] ?? [])
      )
    }
    return rows.sorted { $0.order < $1.order }.map(\.row)
  }
}
