import Household
import Replica
import SyncProtocol

/// Sets or clears the caption of a photo, a single line.
package struct CaptionPhoto: Sendable {
  package var photoID: RecordID
  package var caption: String
  /// The caption that the form showed when it was opened; `nil` for the photo's present one.
  ///
  /// An unchanged caption is not written, so that a change by somebody else meanwhile is kept.
  package var base: String?

  package typealias Failure = UseCaseFailure

  package init(photoID: RecordID, caption: String, base: String? = nil) {
    self.photoID = photoID
    self.caption = caption
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Photo {
    let connection = transaction.connection
    guard let old = try Photo.find(photoID, in: connection) else { throw Failure.photoNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.photoNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    var (shown, photo) = (old, old)
    if let base { shown.caption = base }
    photo.caption = check.line(caption, .caption)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    return try photo.update(from: shown, over: old, in: connection)
  }
}
