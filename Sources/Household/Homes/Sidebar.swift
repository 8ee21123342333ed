import SQLite
import SyncProtocol

/// The sidebar of every page: all homes, and the rooms and labels of the active one.
package struct Sidebar: Equatable, Sendable {
  package var homes: [HomeList.Row]
  package let primaryHomeID: ZoneID?
  /// The requested home, or the primary one if that is gone (D-HOM-19).
  package let activeHomeID: ZoneID?
  /// The first rooms of the active home.
  package let rooms: [RoomList.Row]
  package let labels: [LabelList.Group]
  /// Items of all homes, without archived ones.
  package let itemCount: Int

  package static let maxRooms = 8

  package init(active: ZoneID?, in connection: Connection) throws {
    homes = try HomeList.rows(in: connection)
    primaryHomeID = homes.first(where: \.isPrimary)?.id
    activeHomeID = homes.contains { $0.id == active } ? active : primaryHomeID
    if let home = activeHomeID {
      rooms = try RoomList(home: home, in: connection).rows(first: Self.maxRooms, in: connection)
      labels = try LabelList.groups(home: home, in: connection)
    } else {
      rooms = []
      labels = []
    }
    itemCount = homes.reduce(0) { $0 + $1.itemCount }
  }
}
