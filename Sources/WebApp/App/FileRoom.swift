import Blobs
import SyncProtocol

/// How much room accounts have for the files of photos and papers where these are kept.
package protocol FileRoom: Sendable {
  /// Counts a file for an account before it is kept. Throws ``NoFileRoom``.
  /// - Returns: whether it did not count before; to be taken back when nothing comes of it.
  func count(_ hash: BlobHash, byteCount: Int, of account: AccountID) throws -> Bool
  /// Takes back that a file counts for an account.
  func uncount(_ hash: BlobHash, of account: AccountID) throws
}

/// The account's files have as much room as one account is given.
package struct NoFileRoom: Error {
  package init() {}
}
