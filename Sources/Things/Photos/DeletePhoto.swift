import Household
import Replica
import SyncProtocol

/// Deletes a photo, and returns its row, from which it can be restored.
///
/// Its file is removed once no row has named it for a while.
package struct DeletePhoto: Sendable {
  package var photoID: RecordID

  package typealias Failure = UseCaseFailure

  package init(photoID: RecordID) { self.photoID = photoID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Photo {
    guard let photo = try Photo.find(photoID, in: transaction.connection) else {
      throw Failure.photoNotFound
    }
    try transaction.requireWritable(
      photo.homeID, orThrow: Failure.photoNotFound, readOnly: Failure.readOnlyHome)
    try photo.delete(in: transaction.connection)
    return photo
  }
}

/// Restores a deleted photo under its id, in its earlier position.
package struct RestorePhoto: Sendable {
  package var photo: Photo

  package typealias Failure = UseCaseFailure

  package init(_ photo: Photo) { self.photo = photo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Photo {
    let connection = transaction.connection
    try transaction.requireWritable(
      photo.homeID, orThrow: Failure.homeGone, readOnly: Failure.readOnlyHome)
    guard try photo.subject.exists(in: photo.homeID, connection) else {
      throw Failure.subjectNotFound
    }
    guard try Photo.find(photo.id, in: connection) == nil else { throw Failure.alreadyThere }
    let present = try Photo.of(photo.subject, home: photo.homeID, in: connection)
    guard present.count < Photo.maxPerSubject else { throw Failure.noRoom }
    try photo.insert(in: connection)
    return photo
  }
}
