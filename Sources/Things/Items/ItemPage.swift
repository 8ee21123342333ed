import Household
import SQLite
import SyncProtocol

/// Everything that the page of one item shows.
package struct ItemPage: Equatable, Sendable {
  package var item: Item
  package let homeName: String
  /// From the outermost place inwards; empty when the item is in no particular place.
  package let path: [Location]
  package let labels: [Label]
  package let fields: [ItemField]
  /// The primary photo first.
  package let photos: [Photo]
  /// Oldest first.
  package let attachments: [Attachment]
  /// Entries still to be done first, by due day.
  package let maintenance: [MaintenanceEntry]

  /// Returns `nil` if there is no such item.
  package init?(item id: RecordID, in connection: Connection) throws {
    guard let item = try Item.find(id, in: connection),
      let home = try Home.find(item.homeID, in: connection)
    else { return nil }
    self.item = item
    homeName = home.name
    let lineage = try item.details.locationID.map { try Location.lineage($0, in: connection) } ?? []
    path = try lineage.reversed().compactMap { try Location.find($0, in: connection) }
    labels = try Set(ItemLabel.of(item, in: connection).map(\.labelID))
      .compactMap { try Label.find($0, in: connection) }
      .map { ($0, NameOrder(nameKey: $0.nameKey, id: $0.id)) }
      .sorted { $0.1 < $1.1 }.map(\.0)
    fields = try ItemField.of(item, in: connection)
    photos = try Photo.of(.item(id), home: item.homeID, in: connection)
    attachments = try Attachment.of(.item(id), home: item.homeID, in: connection)
    maintenance = try MaintenanceEntry.of(id, home: item.homeID, in: connection)
  }
}
