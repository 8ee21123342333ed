import Household
import Replica
import SyncProtocol

/// Deletes an item with all its parts, and returns what is needed to restore it.
package struct DeleteItem: Sendable {
  package var itemID: RecordID

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID) { self.itemID = itemID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoDelete {
    let connection = transaction.connection
    guard let item = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      item.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    let undo = UndoDelete(
      item: item, labels: try ItemLabel.of(item, in: connection),
      fields: try ItemField.of(item, in: connection),
      photos: try Photo.of(.item(item.id), home: item.homeID, in: connection),
      attachments: try Attachment.of(.item(item.id), home: item.homeID, in: connection),
      maintenance: try MaintenanceEntry.of(item.id, home: item.homeID, in: connection))
    for label in undo.labels { try label.delete(in: connection) }
    for field in undo.fields { try field.delete(in: connection) }
    for photo in undo.photos { try photo.delete(in: connection) }
    for attachment in undo.attachments { try attachment.delete(in: connection) }
    for entry in undo.maintenance { try entry.delete(in: connection) }
    try item.delete(in: connection)
    return undo
  }
}

/// The rows of a deleted item.
package struct UndoDelete: Equatable, Sendable {
  package let item: Item
  let labels: [ItemLabel]
  let fields: [ItemField]
  let photos: [Photo]
  let attachments: [Attachment]
  let maintenance: [MaintenanceEntry]
}

/// Restores a deleted item under its id, without its place or labels if these are gone.
package struct RestoreItem: Sendable {
  package var undo: UndoDelete

  package typealias Failure = UseCaseFailure

  package init(_ undo: UndoDelete) { self.undo = undo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    var item = undo.item
    try transaction.requireWritable(
      item.homeID, orThrow: Failure.homeGone, readOnly: Failure.readOnlyHome)
    guard try Item.find(item.id, in: connection) == nil else { throw Failure.alreadyThere }
    if try !transaction.isLocation(item.details.locationID, in: item.homeID),
      !isPlanted(.restoredToLostPlace)
    {
      item.details.locationID = nil
    }
    try item.insert(in: connection)
    for label in undo.labels where try transaction.areLabels([label.labelID], in: item.homeID) {
      try label.insert(in: connection)
    }
    for field in undo.fields { try field.insert(in: connection) }
    for photo in undo.photos { try photo.insert(in: connection) }
    for attachment in undo.attachments { try attachment.insert(in: connection) }
    for entry in undo.maintenance { try entry.insert(in: connection) }
    return item
  }
}
