import Glibc

extension BlobFolder {
  /// How long an unreferenced blob is kept: time to undo a deletion, and for a device to send the
  /// record of a photo that it has already uploaded.
  public static let graceSeconds = 7 * 86_400

  /// Removes blobs that nothing has referred to for ``graceSeconds``, and returns their hashes.
  /// Blocks.
  ///
  /// A file's modification time says when it was last known to be in use: each sweep sets it for
  /// all referenced blobs, so that nothing else needs to be stored. `now` is in seconds since 1970.
  ///
  /// - Parameter referenced: the names of all blobs in use.
  public func sweep(keeping referenced: Set<String>, now: Int) -> [BlobHash] {
    var removed: [BlobHash] = []
    for folder in Self.names(in: path) where folder.utf8.count == 2 {
      for name in Self.names(in: "\(path)/\(folder)") {
        guard let hash = BlobHash(name) else { continue }
        if referenced.contains(name) {
          use(hash, now: now)
          continue
        }
        var info = stat()
        guard stat(path(of: hash), &info) == 0, info.st_mtim.tv_sec < now - Self.graceSeconds
        else { continue }
        unlink(path(of: hash))
        removed.append(hash)
      }
    }
    announceRemoved(removed)
    removeStaleUploads(now: now)
    return removed
  }

  /// Marks a blob as about to be referred to, so that no sweep removes it meanwhile.
  ///
  /// - Returns: whether the blob is here.
  @discardableResult
  public func use(_ hash: BlobHash, now: Int) -> Bool {
    let times = [timespec(tv_sec: now, tv_nsec: 0), timespec(tv_sec: now, tv_nsec: 0)]
    return utimensat(AT_FDCWD, path(of: hash), times, 0) == 0
  }
}
