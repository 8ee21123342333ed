import Glibc

extension BlobFolder {
  /// How long a blob is kept that nothing refers to: time to take a deletion back, and for a device
  /// to send the record of a photo that it has sent already.
  public static let graceSeconds = 7 * 86_400

  /// Removes blobs that nothing has referred to for ``graceSeconds``; returns them.
  ///
  /// A file's time of change says when something last did: each sweep sets it for what is in use,
  /// so that nothing else needs to be kept. `now` in seconds since 1970. Blocks.
  ///
  /// - Parameter referenced: names of blobs in use, read after the start of the sweep at the latest.
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

  /// Notes that a blob is about to be referred to, so that no sweep takes it meanwhile.
  ///
  /// - Returns: whether it is here.
  @discardableResult
  public func use(_ hash: BlobHash, now: Int) -> Bool {
    let times = [timespec(tv_sec: now, tv_nsec: 0), timespec(tv_sec: now, tv_nsec: 0)]
    return utimensat(AT_FDCWD, path(of: hash), times, 0) == 0
  }
}
