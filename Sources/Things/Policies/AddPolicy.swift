import Household
import Replica
import SQLite
import SyncProtocol

/// Adds an insurance policy to a home, and to the other homes it covers: a row in each with the
/// same `policyKey` (X26).
///
/// If the home has a policy with the same details, that one is returned: a form that is sent twice
/// adds one policy.
package struct AddPolicy: Sendable {
  package var homeID: ZoneID
  package var details: PolicyDetails
  /// Further homes. Duplicates, and `homeID` itself, are ignored.
  package var alsoIn: [ZoneID]

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, _ details: PolicyDetails, alsoIn: [ZoneID] = []) {
    self.homeID = homeID
    self.details = details
    self.alsoIn = alsoIn
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Policy {
    let others = Set(alsoIn).subtracting([homeID]).sorted()
    for home in [homeID] + others {
      try transaction.requireWritable(
        home, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    }
    var check = InputCheck()
    let details = check.policy(details)
    for home in [homeID] + others {
      try transaction.refuseAmounts(of: home, details, PolicyDetails.fields, &check)
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let policy = try Policy.add(details, to: homeID, key: nil, transaction)
    for home in others { try Policy.add(details, to: home, key: policy.policyKey, transaction) }
    return policy
  }
}

extension Policy {
  /// Adds a policy. If the home has one with the same details, that one is given the key instead.
  ///
  /// - Parameter key: shared by the rows of one policy in several homes; `nil` for a key of its
  ///   own.
  @discardableResult
  static func add(
    _ details: PolicyDetails, to home: ZoneID, key: String?, _ transaction: WriteTransaction
  ) throws -> Policy {
    let connection = transaction.connection
    let named = try Policy.all(
      where: "homeID = ? AND nameKey = ? ORDER BY id",
      [.text(home), .text(NameKey.make(details.provider))], in: connection)
    if let same = named.first(where: { $0.details == details }) {
      var keyed = same
      keyed.policyKey = key ?? same.policyKey
      try keyed.update(from: same, in: connection)
      return keyed
    }
    var policy = Policy(
      id: transaction.newID(), homeID: home, provider: details.provider,
      currency: details.currency, createdAt: transaction.nowMilliseconds)
    policy.policyKey = key ?? policy.policyKey
    policy.details = details
    try policy.insert(in: connection)
    return policy
  }

  /// The row of this policy in another home: with the same key, or with the same insurer and number
  /// (D-MRG-4). `nil` if there is none.
  package func counterpart(in home: ZoneID, _ connection: Connection) throws -> Policy? {
    let rows = try Policy.all(
      where: "homeID = ? AND id <> ? ORDER BY createdAt, id", [.text(home), .text(id)],
      in: connection)
    return rows.first { $0.policyKey == policyKey }
      ?? rows.first {
        !policyNumber.isEmpty && $0.nameKey == nameKey && $0.policyNumber == policyNumber
      }
  }
}
