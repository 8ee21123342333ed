import Replica
import SyncProtocol

/// Deletes a photo, and hands back its row, which brings it back. Its file goes when no row has
/// named it for a while.
package struct DeletePhoto: Sendable {
  package var photoID: RecordID

  package enum Failure: Error, Equatable { case photoNotFound, readOnlyHome }

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

/// Brings a deleted photo back under its id, to where it stood among the others.
package struct RestorePhoto: Sendable {
  package var photo: Photo

  package enum Failure: Error, Equatable {
    case homeNotFound, readOnlyHome
    /// What it was of is gone by now, or in another home.
    case subjectNotFound
    /// It is there: somebody brought it back already.
    case alreadyThere
    /// There are as many photos by now as there may be.
    case noRoom
  }

  package init(_ photo: Photo) { self.photo = photo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Photo {
    let connection = transaction.connection
    try transaction.requireWritable(
      photo.homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
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
