import Replica
import SyncProtocol

/// Adds an insurance policy to a home. One that says the very same is there already stays alone: a
/// form that was sent twice adds one policy.
package struct AddPolicy: Sendable {
  package var homeID: ZoneID
  package var details: PolicyDetails

  package enum Failure: Error, Equatable {
    case homeNotFound, readOnlyHome
    case invalid([InputProblem])
  }

  package init(homeID: ZoneID, _ details: PolicyDetails) {
    self.homeID = homeID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Policy {
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.policy(details)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let connection = transaction.connection
    let named = try Policy.all(
      where: "homeID = ? AND nameKey = ? ORDER BY id",
      [.text(homeID), .text(NameKey.make(details.provider))], in: connection)
    if let same = named.first(where: { $0.details == details }) { return same }
    var policy = Policy(
      id: transaction.newID(), homeID: homeID, provider: details.provider,
      currency: details.currency, createdAt: transaction.nowMilliseconds)
    policy.details = details
    try policy.insert(in: connection)
    return policy
  }
}
