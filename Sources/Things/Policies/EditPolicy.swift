import Household
import Replica
import SQLite
import SyncProtocol

/// Changes the details of an insurance policy in one home, and in those other homes that are named;
/// elsewhere it stays as it is (X26).
package struct EditPolicy: Sendable {
  package var policyID: RecordID
  package var details: PolicyDetails
  /// The details that the form showed when it was opened; `nil` for the policy as it is now.
  ///
  /// Only differences from them are written, so that changes by others meanwhile are kept.
  package var base: PolicyDetails?
  /// Other homes in which to make the same changes; a home without the policy gets it.
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
    var details = check.policy(details)
    var shown = base ?? old.details
    try transaction.keepAmounts(
      of: old.homeID, &details, shown: &shown, PolicyDetails.fields, &check)
    for home in Set(alsoIn).subtracting([old.homeID]) {
      try transaction.refuseAmounts(of: home, details, PolicyDetails.fields, &check)
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let policy = try Self.change(old, to: details, base: shown, key: old.policyKey, connection)
    for home in Set(alsoIn).subtracting([old.homeID]).sorted() {
      try transaction.requireWritable(
        home, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
      if let other = try old.counterpart(in: home, connection) {
        try Self.change(
          other, to: details, base: shown, key: old.policyKey, connection)
      } else {
        try Policy.add(policy.details, to: home, key: old.policyKey, transaction)
      }
    }
    return policy
  }

  /// Writes only what differs from `base`, so that values in which a row differs from the form are
  /// kept.
  @discardableResult
  private static func change(
    _ old: Policy, to details: PolicyDetails, base: PolicyDetails, key: String,
    _ connection: Connection
  ) throws -> Policy {
    var (shown, policy) = (old, old)
    shown.details = base
    policy.details = details
    policy.policyKey = key
    // An amount means nothing without its currency: with a changed currency, all amounts are new.
    if policy.currency != shown.currency { shown.amounts = old.amounts }
    return try policy.update(from: shown, over: old, in: connection)
  }
}
