import Glibc

/// Puts a finished new file in the place of a damaged one, which is moved aside with what lies
/// beside it. A swap that was interrupted is finished with the next opening.
struct SalvageSwap {
  let path: String

  /// The new file while it is being made: worth nothing.
  var unfinished: String { path + ".salvaging" }
  /// The new file when it is complete, and the old one still has its name.
  private var finished: String { path + ".salvaged" }

  /// What SQLite keeps beside a file.
  private static let suffixes = ["-wal", "-shm", "-journal"]

  /// The name that the damaged file gets.
  var aside: String {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0 { number += 1 }
    return "\(path).damaged-\(number)"
  }

  /// Clears away what an interrupted attempt has left.
  func begin() throws {
    for suffix in [""] + Self.suffixes { unlink(unfinished + suffix) }
  }

  /// The new file is closed and complete: from here on it takes the old one's place.
  func finish() throws {
    try Self.rename(unfinished, to: finished)
    try complete()
  }

  /// Finishes a swap that the end of its process has interrupted, if there is one.
  func completeInterrupted() throws {
    guard access(finished, F_OK) == 0 else { return }
    let lock = try ReplicaFile.lock(path)
    defer { withExtendedLifetime(lock) {} }
    try complete()
  }

  /// The log goes first: beside the new file it would be taken for its own.
  private func complete() throws {
    guard access(finished, F_OK) == 0 else { return }
    let aside = aside
    for suffix in Self.suffixes + [""] where access(path + suffix, F_OK) == 0 {
      try Self.rename(path + suffix, to: aside + suffix)
    }
    try Self.rename(finished, to: path)
  }

  private static func rename(_ old: String, to new: String) throws {
    guard Glibc.rename(old, new) == 0 else { throw failure(new) }
    let folder = open(String(new[..<(new.lastIndex(of: "/") ?? new.startIndex)]), O_RDONLY)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Writes lines to a new file, durably.
  static func write(_ lines: [[UInt8]], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { break }
      written += count
    }
    let isDurable = written == bytes.count && fsync(descriptor) == 0
    let problem = failure(path)
    close(descriptor)
    guard isDurable else { throw problem }
  }

  private static func failure(_ path: String) -> ReplicaFileError {
    .storage(path: path, message: String(cString: strerror(errno)))
  }
}
