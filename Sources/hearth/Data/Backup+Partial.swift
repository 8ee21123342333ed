import FoundationEssentials
import Glibc

/// Folders to which backups are being written, and those that were cut off there.
extension Backup {
  static let partialEnding = ".partial"

  /// Holds a folder for as long as a backup is written to it; a process that is killed lets go.
  ///
  /// - Returns: a descriptor to close; `nil` if another backup holds the folder.
  static func hold(_ partial: String) throws(CommandFailure) -> Int32? {
    let descriptor = open(partial, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Posix.failure(partial) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Removes what a backup has left that was cut off, unless something else is in it.
  ///
  /// - Returns: whether it is gone.
  static func removeCut(_ partial: String) throws -> Bool {
    let own = [
      "hub.db", "hub.db-journal", "hub.db-wal", "secret", "VERSION", "blobs",
      DataFolder.analyticsSettingsName, manifestName, manifestName + partialEnding,
    ]
    guard Posix.isFolder(partial), try Posix.names(in: partial).allSatisfy({ own.contains($0) }),
      let descriptor = try hold(partial)
    else { return false }
    defer { close(descriptor) }
    try FileManager.default.removeItem(atPath: partial)
    return true
  }

  /// Removes what cut off backups have left among those that `hearth backup` names by itself.
  static func removeCut(in backups: String) throws {
    guard Posix.isFolder(backups) else { return }
    let ownName = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}Z(-[0-9]+)?\.partial/
    for name in try Posix.names(in: backups) where name.wholeMatch(of: ownName) != nil {
      _ = try removeCut("\(backups)/\(name)")
    }
  }
}
