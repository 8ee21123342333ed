import Household
import Replica
import SQLite
import SyncProtocol

/// Adds a photo whose file is already in the blob store, after the subject's other photos.
package struct AddPhoto: Sendable {
  package var homeID: ZoneID
  package var subject: Photo.Subject
  package var file: StoredPhoto

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, subject: Photo.Subject, file: StoredPhoto) {
    self.homeID = homeID
    self.subject = subject
    self.file = file
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Photo {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    guard try subject.exists(in: homeID, connection) else { throw Failure.subjectNotFound }
    var check = InputCheck()
    check.file(file)
    let present = try Photo.of(subject, home: homeID, in: connection)
    if present.count >= Photo.maxPerSubject {
      check.fail(.photos, .tooMany(max: Photo.maxPerSubject))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let photo = Photo(
      id: transaction.newID(), homeID: homeID, subject: subject, file: file,
      sortKey: SortKey.between(present.last?.sortKey, nil),
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try photo.insert(in: connection)
    return photo
  }
}

extension Photo.Subject {
  func exists(in home: ZoneID, _ connection: Connection) throws -> Bool {
    switch self {
    case .home: true
    case .item(let id): try Item.find(id, in: connection)?.homeID == home
    case .location(let id): try Location.find(id, in: connection)?.homeID == home
    }
  }
}
