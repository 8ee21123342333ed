import Blobs
import Glibc

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
    for size in MadeThumbnail.Size.allCases {
      // A failure is harmless: a thumbnail may never have been made, and one that stays only takes
      // room.
      if let path = try? thumbnailPath(of: hash, edge: size.longestEdge) { unlink(path) }
    }
  }
}

extension WebApplication {
  /// Sweeps the files; see `FileStore.sweep`.
  package func sweepFiles(keeping referenced: @escaping @Sendable () throws -> Set<String>)
    async throws -> [BlobHash]
  {
    let seconds = Int(now() / 1000)
    return try await pool.run { [photos] in
      photos.sweep(keeping: try referenced(), now: seconds)
    }
  }
}
