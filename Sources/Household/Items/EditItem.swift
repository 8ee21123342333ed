import Replica
import SyncProtocol

/// Changes what is said about an item.
package struct EditItem: Sendable {
  package var itemID: RecordID
  package var details: ItemDetails
  /// What the form showed when it was opened: only what differs from it is written, so that it
  /// does not take back what somebody else changed meanwhile. `nil` for the item as it is now.
  package var base: ItemDetails?

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID, details: ItemDetails, base: ItemDetails? = nil) {
    self.itemID = itemID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    guard let old = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    var (shown, item) = (old, old)
    if let base, !isPlanted(.formIgnoresBase) { shown.setDetails(base) }
    item.setDetails(check.item(details))
    // What two people left together is no mistake of who edits something else.
    if item.details.priceMinor != shown.details.priceMinor
      || item.details.residualMinor != shown.details.residualMinor
    {
      check.residual(item.details)
    }
    if item.details.locationID != shown.details.locationID,
      try !transaction.isLocation(item.details.locationID, in: old.homeID)
    {
      check.fail(.locationID, .notInThisHome)
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    return try item.update(from: shown, over: old, in: connection)
  }
}

extension Item {
  /// Keeps the name's key with the name.
  mutating func setDetails(_ details: ItemDetails) {
    self.details = details
    if !isPlanted(.nameKeyKept) { nameKey = NameKey.make(details.name) }
  }
}
