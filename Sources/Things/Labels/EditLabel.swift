import Household
import Replica
import SyncProtocol

/// Changes the details of a label.
package struct EditLabel: Sendable {
  package var labelID: RecordID
  package var details: LabelDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the label as it is now.
  package var base: LabelDetails?

  package typealias Failure = UseCaseFailure

  package init(labelID: RecordID, details: LabelDetails, base: LabelDetails? = nil) {
    self.labelID = labelID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Label {
    let connection = transaction.connection
    guard let old = try Label.find(labelID, in: connection) else { throw Failure.labelNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.labelNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.clean(details, LabelDetails.fields)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var (shown, label) = (old, old)
    if let base { shown.details = base }
    label.details = details
    if label.nameKey != shown.nameKey,
      let taken = try Label.named(label.nameKey, home: old.homeID, in: connection),
      taken.id != old.id
    {
      throw Failure.nameTaken(taken.id)
    }
    return try label.update(from: shown, over: old, in: connection)
  }
}
