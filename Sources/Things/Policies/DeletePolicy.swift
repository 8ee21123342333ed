import Household
import Replica
import SyncProtocol

/// Deletes an insurance policy and its papers from one home, and returns what is needed to restore
/// them. The same policy in another home stays (X26).
package struct DeletePolicy: Sendable {
  package var policyID: RecordID

  package typealias Failure = UseCaseFailure

  package init(policyID: RecordID) { self.policyID = policyID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoDeletePolicy {
    guard let policy = try Policy.find(policyID, in: transaction.connection) else {
      throw Failure.policyNotFound
    }
    try transaction.requireWritable(
      policy.homeID, orThrow: Failure.policyNotFound, readOnly: Failure.readOnlyHome)
    let papers = try Attachment.of(
      .policy(policy.id), home: policy.homeID, in: transaction.connection)
    for paper in papers { try paper.delete(in: transaction.connection) }
    try policy.delete(in: transaction.connection)
    return UndoDeletePolicy(policy: policy, papers: papers)
  }
}

/// The rows of a deleted policy.
package struct UndoDeletePolicy: Equatable, Sendable {
  package let policy: Policy
  let papers: [Attachment]
}

/// Restores a deleted policy under its id, with its papers.
package struct RestorePolicy: Sendable {
  package var undo: UndoDeletePolicy

  package typealias Failure = UseCaseFailure

  package init(_ undo: UndoDeletePolicy) { self.undo = undo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Policy {
    let connection = transaction.connection
    let policy = undo.policy
    try transaction.requireWritable(
      policy.homeID, orThrow: Failure.homeGone, readOnly: Failure.readOnlyHome)
    guard try Policy.find(policy.id, in: connection) == nil else { throw Failure.alreadyThere }
    try policy.insert(in: connection)
    for paper in undo.papers where try Attachment.find(paper.id, in: connection) == nil {
      try paper.insert(in: connection)
    }
    return policy
  }
}
