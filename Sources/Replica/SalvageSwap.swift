/// Puts a finished new file in the place of a damaged one, which is moved aside together with the
/// files beside it. The next opening finishes an interrupted swap.
struct SalvageSwap {
  let path: String
  let folder: any ReplicaFolder

  /// The new file's name while it is being made; an unfinished file is worthless.
  var unfinished: String { path + ".salvaging" }
  /// The new file's name when it is complete but the old file still has its own name.
  private var finished: String { path + ".salvaged" }

  /// The suffixes of the files that SQLite keeps beside a database.
  private static let suffixes = ["-wal", "-shm", "-journal"]

  /// The name that the damaged file gets.
  var aside: String {
    var number = 1
    while folder.exists("\(path).damaged-\(number)") { number += 1 }
    return "\(path).damaged-\(number)"
  }

  /// Removes the remains of an interrupted attempt.
  func begin() {
    for suffix in [""] + Self.suffixes { folder.remove(unfinished + suffix) }
  }

  /// Puts the new file, which must be closed and complete, in the old one's place.
  func finish() throws {
    try rename(unfinished, to: finished)
    try complete()
  }

  /// Finishes a swap that was interrupted by the end of its process, if there was one.
  func completeInterrupted() throws {
    guard folder.exists(finished) else { return }
    let lock = try folder.lock(path)
    defer { withExtendedLifetime(lock) {} }
    try complete()
  }

  /// Moves the write-ahead log first: beside the new file it would be taken for that file's own.
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
