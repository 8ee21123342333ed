import Household
import Replica
import SyncProtocol

/// Changes the details of an item.
package struct EditItem: Sendable {
  package var itemID: RecordID
  package var details: ItemDetails
  /// The details that the form showed when it was opened; `nil` for the item as it is now.
  ///
  /// Only differences from them are written, so that changes by others meanwhile are kept.
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
    item.setDetails(check.clean(details, ItemDetails.fields))
    try transaction.keepAmounts(
      of: old.homeID, &item.details, shown: &shown.details, ItemDetails.fields, &check)
    // Only checked if one of the two changes: a conflict that two people left together is no fault
    // of somebody who edits something else.
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
  /// Sets the details, and the name's key with them.
  mutating func setDetails(_ details: ItemDetails) {
    self.details = details
    if !isPlanted(.nameKeyKept) { nameKey = NameKey.make(details.name) }
  }
}
