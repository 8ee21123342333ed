import Replica
import SQLite
import SyncProtocol

/// Changes what is said about an insurance policy of one home, and of the same policy in other
/// homes where that is asked for; elsewhere it stays as it is (X26).
package struct EditPolicy: Sendable {
  package var policyID: RecordID
  package var details: PolicyDetails
  /// What the form showed when it was opened: only what differs from it is written, so that it
  /// does not take back what somebody else changed meanwhile. `nil` for the policy as it is now.
  package var base: PolicyDetails?
  /// Other homes in which the same changes are made; one that does not have the policy gets it.
  package var alsoIn: [ZoneID]

  package typealias Failure = UseCaseFailure

  package init(
    policyID: RecordID, details: PolicyDetails, base: PolicyDetails? = nil,
    alsoIn: [ZoneID] = []
  ) {
    self.policyID = policyID
    self.details = details
    self.base = base
    self.alsoIn = alsoIn
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
    let policy = try Self.change(old, to: details, base: base, key: old.policyKey, connection)
    for home in Set(alsoIn).subtracting([old.homeID]).sorted() {
      try transaction.requireWritable(
        home, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
      if let other = try old.counterpart(in: home, connection) {
        try Self.change(
          other, to: details, base: base ?? old.details, key: old.policyKey, connection)
      } else {
        try Policy.add(policy.details, to: home, key: old.policyKey, transaction)
      }
    }
    return policy
  }

  /// Writes what differs from `base`, so that what a row says otherwise than the form stays.
  @discardableResult
  private static func change(
    _ old: Policy, to details: PolicyDetails, base: PolicyDetails?, key: String,
    _ connection: Connection
  ) throws -> Policy {
    var (shown, policy) = (old, old)
    if let base { shown.details = base }
    policy.details = details
    policy.policyKey = key
    // An amount means nothing without its currency: who changes that has said all amounts anew.
    if policy.currency != shown.currency { shown.amounts = old.amounts }
    return try policy.update(from: shown, over: old, in: connection)
  }
}
