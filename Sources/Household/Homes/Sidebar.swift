import SQLite
import SyncProtocol

/// The sidebar of every page: all homes, and the rooms and labels of the active one.
package struct Sidebar: Equatable, Sendable {
  package var homes: [HomeList.Row]
  package let primaryHomeID: ZoneID?
  /// The requested home, or the primary one if that is gone (D-HOM-19).
  package let activeHomeID: ZoneID?
  package let locations: [LocationTree.Node]
  package let labels: [LabelList.Group]
  /// Items of all homes, without archived ones.
  package let itemCount: Int

  package init(active: ZoneID?, in connection: Connection) throws {
    homes = try HomeList.rows(in: connection)
    primaryHomeID = homes.first(where: \.isPrimary)?.id
    activeHomeID = homes.contains { $0.id == active } ? active : primaryHomeID
    if let home = activeHomeID {
      locations = try LocationTree(home: home, in: connection).nodes
      labels = try LabelList.groups(home: home, in: connection)
    } else {
      locations = []
      labels = []
    }
    itemCount = homes.reduce(0) { $0 + $1.itemCount }
  }
}
