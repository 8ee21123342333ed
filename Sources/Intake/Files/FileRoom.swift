import Blobs
import SyncProtocol

/// The room that each account has for the files of photos and papers.
package protocol FileRoom: Sendable {
  /// Counts a file for an account before it is kept. Throws ``NoFileRoom``.
  /// - Returns: whether the file is newly counted; undo that with `uncount` if it is not kept.
  func count(_ hash: BlobHash, byteCount: Int, of account: AccountID) throws -> Bool
  /// No longer counts a file for an account.
  func uncount(_ hash: BlobHash, of account: AccountID) throws
}

/// The account has used all the room that it is given for files.
package struct NoFileRoom: Error {
  package init() {}
}
