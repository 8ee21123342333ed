import Household
import Replica
import SyncProtocol

/// Adds a label to a home.
package struct AddLabel: Sendable {
  package var homeID: ZoneID
  package var details: LabelDetails

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, _ details: LabelDetails) {
    self.homeID = homeID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Label {
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.clean(details, LabelDetails.fields)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var label = Label(
      id: transaction.newID(), homeID: homeID, name: details.name,
      createdAt: transaction.nowMilliseconds)
    label.details = details
    if let taken = try Label.named(label.nameKey, home: homeID, in: transaction.connection) {
      throw Failure.nameTaken(taken.id)
    }
    try label.insert(in: transaction.connection)
    return label
  }
}
