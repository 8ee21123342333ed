/// Puts a finished new file in the place of a damaged one, which is moved aside with what lies
/// beside it. A swap that was interrupted is finished with the next opening.
struct SalvageSwap {
  let path: String
  let folder: any ReplicaFolder

  /// The new file while it is being made: worth nothing.
  var unfinished: String { path + ".salvaging" }
  /// The new file when it is complete, and the old one still has its name.
  private var finished: String { path + ".salvaged" }

  /// What SQLite keeps beside a file.
  private static let suffixes = ["-wal", "-shm", "-journal"]

  /// The name that the damaged file gets.
  var aside: String {
    var number = 1
    while folder.exists("\(path).damaged-\(number)") { number += 1 }
    return "\(path).damaged-\(number)"
  }

  /// Clears away what an interrupted attempt has left.
  func begin() {
    for suffix in [""] + Self.suffixes { folder.remove(unfinished + suffix) }
  }

  /// The new file is closed and complete: from here on it takes the old one's place.
  func finish() throws {
    try rename(unfinished, to: finished)
    try complete()
  }

  /// Finishes a swap that the end of its process has interrupted, if there is one.
  func completeInterrupted() throws {
    guard folder.exists(finished) else { return }
    let lock = try folder.lock(path)
    defer { withExtendedLifetime(lock) {} }
    try complete()
  }

  /// The log goes first: beside the new file it would be taken for its own.
  private func complete() throws {
    guard folder.exists(finished) else { return }
    let aside = aside
    for suffix in Self.suffixes + [""] where folder.exists(path + suffix) {
      try rename(path + suffix, to: aside + suffix)
    }
    try rename(finished, to: path)
  }

  private func rename(_ old: String, to new: String) throws {
    try folder.rename(old, to: new)
    folder.syncNames(beside: new)
  }
}
