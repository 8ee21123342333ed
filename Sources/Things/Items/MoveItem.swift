import Household
import Replica
import SQLite
import SyncProtocol

/// Moves an item to another place, or to another home with all its parts.
///
/// Labels belong to a home: in the other home the item gets labels with the same names, which are
/// created if missing.
package struct MoveItem: Sendable {
  package var itemID: RecordID
  package var homeID: ZoneID
  /// A place in `homeID`; `nil` for no particular place.
  package var locationID: RecordID?

  package enum Failure: Error, Equatable {
    case itemNotFound, homeNotFound
    /// One of the two homes is read-only.
    case readOnlyHome(ZoneID)
    /// The place is not in the home.
    case locationNotFound
  }

  package init(itemID: RecordID, homeID: ZoneID, locationID: RecordID? = nil) {
    self.itemID = itemID
    self.homeID = homeID
    self.locationID = locationID
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    guard let old = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome(old.homeID))
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome(homeID))
    guard try transaction.isLocation(locationID, in: homeID) else {
      throw Failure.locationNotFound
    }
    var item = old
    item.homeID = homeID
    item.details.locationID = locationID
    if old.homeID != homeID { try moveParts(of: old, transaction) }
    try item.update(from: old, in: connection)
    if old.homeID != homeID { try Origin.settle("items", [itemID], in: homeID, connection) }
    return item
  }

  private func moveParts(of item: Item, _ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    let links = try ItemLabel.of(item, in: connection)
    var labels: Set<RecordID> = []
    for link in links {
      // The label can be missing only if the data is damaged; then there is no name to match.
      if let label = try Label.find(link.labelID, in: connection) {
        labels.insert(
          isPlanted(.labelsOfOtherHome)
            ? label.id : try Label.matching(label, in: homeID, transaction))
      }
      try link.delete(in: connection)
    }
    for table in ["itemFields", "photos", "attachments", "maintenance"]
    where table != "photos" || !isPlanted(.moveForgetsPhotos) {
      try connection.execute(
        "UPDATE \(table) SET homeID = ? WHERE homeID = ? AND itemID = ?", .text(homeID),
        .text(item.homeID), .text(item.id))
    }
    for label in labels.sorted() {
      try ItemLabel(homeID: homeID, itemID: item.id, labelID: label).insert(in: connection)
    }
  }
}

extension Label {
  /// The label with the same name in another home, created if missing.
  static func matching(
    _ label: Label, in home: ZoneID, _ transaction: WriteTransaction
  ) throws -> RecordID {
    if let known = try named(label.nameKey, home: home, in: transaction.connection) {
      return known.id
    }
    var copy = Label(
      id: transaction.newID(), homeID: home, name: label.name,
      createdAt: transaction.nowMilliseconds)
    copy.details = label.details
    try copy.insert(in: transaction.connection)
    return copy.id
  }
}
