import Replica
import SQLite
import SyncProtocol

/// Adds an insurance policy to a home, and to others that it covers as well: a row in each of them
/// with one `policyKey` (X26). One that says the very same is there already stays alone: a form
/// that was sent twice adds one policy.
package struct AddPolicy: Sendable {
  package var homeID: ZoneID
  package var details: PolicyDetails
  /// Further homes; this one among them, or one named twice, counts once.
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
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let policy = try Policy.add(details, to: homeID, key: nil, transaction)
    for home in others { try Policy.add(details, to: home, key: policy.policyKey, transaction) }
    return policy
  }
}

extension Policy {
  /// Adds a policy unless the home has one that says the same; that one then takes the key.
  ///
  /// - Parameter key: What the rows of one policy in several homes have in common; `nil`: its own.
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

  /// The row of this policy in another home: of the same key, or of the same insurer and number
  /// (D-MRG-4). `nil` when that home has none.
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
