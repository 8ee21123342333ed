import Blobs
import Glibc
import Images

extension FileStore {
  /// Removes the files that no row has named for `BlobFolder.graceSeconds`, with their thumbnails.
  ///
  /// Returns the hashes of the removed files. Call it about once an hour. Blocks.
  ///
  /// - Parameters:
  ///   - referenced: the `blobHash` of every photo and paper of every home.
  ///   - now: seconds since 1970.
  package func sweep(keeping referenced: Set<String>, now: Int) -> [BlobHash] {
    let removed = blobs.sweep(keeping: referenced, now: now)
    for hash in removed { removeThumbnails(of: hash) }
    return removed
  }

  /// Removes a file and its thumbnails from this machine. Blocks.
  package func remove(_ hash: BlobHash) {
    blobs.remove(hash)
    removeThumbnails(of: hash)
  }

  private func removeThumbnails(of hash: BlobHash) {
    for size in Thumbnail.Size.allCases {
      // A failure is harmless: a thumbnail may never have been made, and one that stays only takes
      // room.
      if let path = try? thumbnailPath(of: hash, edge: size.longestEdge) { unlink(path) }
    }
  }
}
