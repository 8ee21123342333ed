import Household
import Replica
import SyncProtocol

/// Changes the name or kind of a paper.
package struct EditAttachment: Sendable {
  package var attachmentID: RecordID
  package var name: String
  package var kind: Attachment.Kind
  /// The values that the form showed when it was opened: only differences from them are written.
  /// `nil` for the paper as it is now.
  package var base: (name: String, kind: Attachment.Kind)?

  package typealias Failure = UseCaseFailure

  package init(
    attachmentID: RecordID, name: String, kind: Attachment.Kind,
    base: (name: String, kind: Attachment.Kind)? = nil
  ) {
    self.attachmentID = attachmentID
    self.name = name
    self.kind = kind
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Attachment {
    let connection = transaction.connection
    guard let old = try Attachment.find(attachmentID, in: connection) else {
      throw Failure.attachmentNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.attachmentNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    var (shown, paper) = (old, old)
    if let base { (shown.name, shown.kind) = (base.name, base.kind) }
    (paper.name, paper.kind) = (check.fileName(name, of: old.media), kind)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    return try paper.update(from: shown, over: old, in: connection)
  }
}
