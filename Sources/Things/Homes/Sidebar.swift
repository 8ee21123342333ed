import SQLite
import SyncProtocol

/// The sidebar of every page: all homes, and the rooms and labels of the active one.
package struct Sidebar: Equatable, Sendable {
  package var homes: [HomeList.Row]
  package let primaryHomeID: ZoneID?
  /// The requested home, or the primary one if that is gone (D-HOM-19).
  package let activeHomeID: ZoneID?
  /// The fullest rooms of the active home, in its own order.
  package let rooms: [RoomList.Row]
  /// Rooms at the top level of the active home.
  package let roomCount: Int
  package let labels: [LabelList.Group]
  /// Items of all homes, without archived ones.
  package let itemCount: Int

  package static let maxRooms = 6
  /// The fullest are sought among so many: counting the items of a room reads the places inside it.
  private static let countedRooms = 12

  package init(active: ZoneID?, in connection: Connection) throws {
    homes = try HomeList.rows(in: connection)
    primaryHomeID = homes.first(where: \.isPrimary)?.id
    activeHomeID = homes.contains { $0.id == active } ? active : primaryHomeID
    if let home = activeHomeID {
      let list = try RoomList(home: home, in: connection)
      roomCount = list.count
      rooms = try list.rows(
        fullest: Self.maxRooms, among: Self.countedRooms, in: connection)
      labels = try LabelList.groups(home: home, in: connection)
    } else {
      rooms = []
      roomCount = 0
      labels = []
    }
    itemCount = homes.reduce(0) { $0 + $1.itemCount }
  }
}
