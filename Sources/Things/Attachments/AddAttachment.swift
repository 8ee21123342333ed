import Household
import Replica
import SQLite
import SyncProtocol

/// Adds a paper whose file is already in the blob store, after the subject's other papers.
///
/// A file that the subject already has is not added again, so a form that is sent twice adds one
/// paper. If that paper belongs to no maintenance entry, it is given the named one. A second paper
/// is added only if it belongs to another entry.
package struct AddAttachment: Sendable {
  package var homeID: ZoneID
  package var subject: Attachment.Subject
  package var kind: Attachment.Kind
  /// The name that people see; the extension of its media is added if missing.
  package var name: String
  package var file: StoredPaper
  /// The maintenance entry of the item that the paper belongs to; `nil` if none.
  package var maintenanceID: RecordID?

  package typealias Failure = UseCaseFailure

  package init(
    homeID: ZoneID, subject: Attachment.Subject, kind: Attachment.Kind, name: String,
    file: StoredPaper, maintenanceID: RecordID? = nil
  ) {
    self.homeID = homeID
    self.subject = subject
    self.kind = kind
    self.name = name
    self.file = file
    self.maintenanceID = maintenanceID
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Attachment {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard try subject.exists(in: homeID, connection) else { throw Failure.subjectNotFound }
    if let maintenanceID {
      let entry = try MaintenanceEntry.find(maintenanceID, in: connection)
      guard let entry, entry.homeID == homeID, subject == .item(entry.itemID) else {
        throw Failure.entryNotFound
      }
    }
    var check = InputCheck()
    check.paper(file)
    let name = check.fileName(name, of: file.media)
    let present = try Attachment.of(subject, home: homeID, in: connection)
    let same = present.filter { $0.blobHash == file.blobHash }
    if let same = same.first(where: { maintenanceID == nil || $0.maintenanceID == maintenanceID }) {
      return same
    }
    if let free = same.first(where: { $0.maintenanceID == nil }) {
      var given = free
      given.maintenanceID = maintenanceID
      try given.update(from: free, in: connection)
      return given
    }
    if present.count >= Attachment.maxPerSubject {
      check.fail(.attachments, .tooMany(max: Attachment.maxPerSubject))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var attachment = Attachment(
      id: transaction.newID(), homeID: homeID, subject: subject, kind: kind, name: name,
      file: file, createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    attachment.maintenanceID = maintenanceID
    try attachment.insert(in: connection)
    return attachment
  }
}

extension Attachment.Subject {
  func exists(in home: ZoneID, _ connection: Connection) throws -> Bool {
    switch self {
    case .item(let id): try Item.find(id, in: connection)?.homeID == home
    case .policy(let id): try Policy.find(id, in: connection)?.homeID == home
    }
  }
}
