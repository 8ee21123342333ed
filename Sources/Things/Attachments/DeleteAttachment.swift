import Household
import Replica
import SyncProtocol

/// Deletes a paper, and returns its row, from which it can be restored.
///
/// Its file is removed once no row has named it for a while.
package struct DeleteAttachment: Sendable {
  package var attachmentID: RecordID

  package typealias Failure = UseCaseFailure

  package init(attachmentID: RecordID) { self.attachmentID = attachmentID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Attachment {
    guard let paper = try Attachment.find(attachmentID, in: transaction.connection) else {
      throw Failure.attachmentNotFound
    }
    try transaction.requireWritable(
      paper.homeID, orThrow: Failure.attachmentNotFound, readOnly: Failure.readOnlyHome)
    try paper.delete(in: transaction.connection)
    return paper
  }
}

/// Restores a deleted paper under its id. If its maintenance entry is gone, it belongs to none.
package struct RestoreAttachment: Sendable {
  package var paper: Attachment

  package typealias Failure = UseCaseFailure

  package init(_ paper: Attachment) { self.paper = paper }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Attachment {
    let connection = transaction.connection
    try transaction.requireWritable(
      paper.homeID, orThrow: Failure.homeGone, readOnly: Failure.readOnlyHome)
    guard try paper.subject.exists(in: paper.homeID, connection) else {
      throw Failure.subjectNotFound
    }
    guard try Attachment.find(paper.id, in: connection) == nil else { throw Failure.alreadyThere }
    var paper = paper
    if let id = paper.maintenanceID,
      try MaintenanceEntry.find(id, in: connection)?.homeID != paper.homeID
    {
      paper.maintenanceID = nil
    }
    try paper.insert(in: connection)
    return paper
  }
}
