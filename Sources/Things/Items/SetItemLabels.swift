import Household
import Replica
import SyncProtocol

/// Gives an item exactly these labels. Only changes are written.
package struct SetItemLabels: Sendable {
  package var itemID: RecordID
  package var labelIDs: Set<RecordID>

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID, labelIDs: Set<RecordID>) {
    self.itemID = itemID
    self.labelIDs = labelIDs
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let item = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      item.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    guard try transaction.areLabels(labelIDs, in: item.homeID) else {
      throw Failure.invalid([InputProblem(field: .labels, reason: .notInThisHome)])
    }
    let present = try ItemLabel.of(item, in: connection)
    for link in present where !labelIDs.contains(link.labelID) { try link.delete(in: connection) }
    for label in labelIDs.subtracting(present.map(\.labelID)).sorted() {
      try ItemLabel(homeID: item.homeID, itemID: item.id, labelID: label).insert(in: connection)
    }
  }
}
