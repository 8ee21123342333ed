import Blobs
import Glibc

extension FileStore {
  /// Removes the files that no row has named for `BlobFolder.graceSeconds`, with their
  /// small pictures; returns them. To be called about once an hour. Blocks.
  ///
  /// - Parameters:
  ///   - referenced: the `blobHash` of every photo and paper of every home.
  ///   - now: seconds since 1970.
  package func sweep(keeping referenced: Set<String>, now: Int) -> [BlobHash] {
    let removed = blobs.sweep(keeping: referenced, now: now)
    for hash in removed { removeThumbnails(of: hash) }
    return removed
  }

  /// Removes a file and its small pictures from this machine. Blocks.
  package func remove(_ hash: BlobHash) {
    blobs.remove(hash)
    removeThumbnails(of: hash)
  }

  private func removeThumbnails(of hash: BlobHash) {
    for size in MadeThumbnail.Size.allCases {
      // One that was never made is not missed; one that stays is made again from nothing.
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
