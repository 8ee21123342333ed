import Replica
import SyncProtocol

/// Adds another item like one there is: its details, labels and own fields, without its photos, and
/// without what belongs to the one piece (serial number, asset id, sale, loan).
package struct DuplicateItem: Sendable {
  package var itemID: RecordID

  package enum Failure: Error, Equatable { case itemNotFound, readOnlyHome }

  package init(itemID: RecordID) { self.itemID = itemID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    guard let original = try Item.find(itemID, in: connection) else {
      throw Failure.itemNotFound
    }
    try transaction.requireWritable(
      original.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var details = original.details
    (details.serial, details.assetID) = ("", "")
    (details.soldOn, details.soldTo, details.soldMinor, details.soldNotes) = (nil, "", nil, "")
    (details.lentTo, details.lentUntil, details.isArchived) = ("", nil, false)
    let copy = Item(
      id: transaction.newID(), homeID: original.homeID, details: details,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try copy.insert(in: connection)
    for label in Set(try ItemLabel.of(original, in: connection).map(\.labelID)).sorted() {
      try ItemLabel(homeID: copy.homeID, itemID: copy.id, labelID: label).insert(in: connection)
    }
    for field in try ItemField.of(original, in: connection) {
      try ItemField(
        id: transaction.newID(), homeID: copy.homeID, itemID: copy.id, name: field.name,
        value: field.value, sortOrder: field.sortOrder
      ).insert(in: connection)
    }
    return copy
  }
}
