import Replica
import SyncProtocol

/// Changes what is said about an insurance policy of one home; the same policy in another home
/// stays as it is (X26).
package struct EditPolicy: Sendable {
  package var policyID: RecordID
  package var details: PolicyDetails
  /// What the form showed when it was opened: only what differs from it is written, so that it
  /// does not take back what somebody else changed meanwhile. `nil` for the policy as it is now.
  package var base: PolicyDetails?

  package enum Failure: Error, Equatable {
    case policyNotFound, readOnlyHome
    case invalid([InputProblem])
  }

  package init(policyID: RecordID, details: PolicyDetails, base: PolicyDetails? = nil) {
    self.policyID = policyID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Policy {
    let connection = transaction.connection
    guard let old = try Policy.find(policyID, in: connection) else { throw Failure.policyNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.policyNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.policy(details)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var (shown, policy) = (old, old)
    if let base { shown.details = base }
    policy.details = details
    // An amount means nothing without its currency: who changes that has said all amounts anew.
    if policy.currency != shown.currency { shown.amounts = old.amounts }
    return try policy.update(from: shown, over: old, in: connection)
  }
}
