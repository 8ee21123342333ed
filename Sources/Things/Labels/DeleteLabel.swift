import Household
import Replica
import SQLite
import SyncProtocol

/// Deletes a label and takes it off its items, which stay.
package struct DeleteLabel: Sendable {
  package var labelID: RecordID

  package typealias Failure = UseCaseFailure

  package init(labelID: RecordID) { self.labelID = labelID }

  /// Returns how many items had the label.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Int {
    guard let label = try Label.find(labelID, in: transaction.connection) else {
      throw Failure.labelNotFound
    }
    try transaction.requireWritable(
      label.homeID, orThrow: Failure.labelNotFound, readOnly: Failure.readOnlyHome)
    let count = try transaction.connection.execute(
      "DELETE FROM itemLabels WHERE homeID = ? AND labelID = ?", .text(label.homeID),
      .text(label.id))
    try label.delete(in: transaction.connection)
    return count
  }
}
