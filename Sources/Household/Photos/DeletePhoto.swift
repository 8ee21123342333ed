import Replica
import SyncProtocol

/// Deletes a photo. Its file goes when no row names it any more.
package struct DeletePhoto: Sendable {
  package var photoID: RecordID

  package enum Failure: Error, Equatable { case photoNotFound, readOnlyHome }

  package init(photoID: RecordID) { self.photoID = photoID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard let photo = try Photo.find(photoID, in: transaction.connection) else {
      throw Failure.photoNotFound
    }
    try transaction.requireWritable(
      photo.homeID, orThrow: Failure.photoNotFound, readOnly: Failure.readOnlyHome)
    try photo.delete(in: transaction.connection)
  }
}
