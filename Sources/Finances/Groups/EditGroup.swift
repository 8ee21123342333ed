import Household
import Replica
import SyncProtocol

/// Changes the details of a group. Amounts stay in the currencies in which they were entered.
package struct EditGroup: Sendable {
  package var groupID: ZoneID
  package var details: GroupDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the group as it is now.
  package var base: GroupDetails?

  package init(groupID: ZoneID, details: GroupDetails, base: GroupDetails? = nil) {
    self.groupID = groupID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Group {
    try transaction.requireWritable(group: groupID)
    guard let old = try Group.find(groupID, in: transaction.connection) else {
      throw FinanceFailure.groupNotFound
    }
    var check = InputCheck()
    let details = check.clean(details, GroupDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    return try old.with(details).update(
      from: base.map(old.with) ?? old, over: old, in: transaction.connection)
  }
}
