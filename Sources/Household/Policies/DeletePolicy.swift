import Replica
import SyncProtocol

/// Deletes an insurance policy and its papers from one home; the same policy in another home stays (X26).
package struct DeletePolicy: Sendable {
  package var policyID: RecordID

  package enum Failure: Error, Equatable { case policyNotFound, readOnlyHome }

  package init(policyID: RecordID) { self.policyID = policyID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard let policy = try Policy.find(policyID, in: transaction.connection) else {
      throw Failure.policyNotFound
    }
    try transaction.requireWritable(
      policy.homeID, orThrow: Failure.policyNotFound, readOnly: Failure.readOnlyHome)
    for paper in try Attachment.of(
      .policy(policy.id), home: policy.homeID, in: transaction.connection)
    {
      try paper.delete(in: transaction.connection)
    }
    try policy.delete(in: transaction.connection)
  }
}
