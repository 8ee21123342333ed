import HearthDomain
import FoundationEssentials
import Glibc
import Household
import Replica
import SQLite

/// Copies a device's replica before opening it upgrades it, because it may hold changes that no hub
/// has seen. Opening is one transaction, and leaves the file unchanged if it fails.
struct DeviceUpgrade {
  /// The end of a copy's name. Signing out removes these copies too, because they hold the homes.
  static let ending = "-before-upgrade.db"
  private static let maxCopies = 3
  private static let reserveBytes: Int64 = 64 << 20

  let folder: DeviceFolder

  /// Makes the copy if the replica is older than this program.
  func prepare(now: Int64) throws {
    let versions = try ReplicaFile.olderVersions(
      ofFile: folder.replica, domain: Migrations(HearthDomain.migrations))
    guard versions != nil else { return }
    try checkSpace()
    try Posix.makeFolder(folder.backups)
    let path = Backup.freePath(in: folder.backups, ending: Self.ending, now: now)
    do {
      _ = try StoreCopy.make(of: folder.replica, to: path)
    } catch {
      throw CommandFailure.failed(
        """
        \(folder.replica) is of an older Hearth and could not be copied before the upgrade: \
        \(error). Nothing was changed; the Hearth that it comes from can still open it
        """)
    }
    let earlier = try Posix.names(in: folder.backups).filter {
      $0.hasSuffix(Self.ending) && "\(folder.backups)/\($0)" != path
    }
    for name in earlier.dropLast(Self.maxCopies - 1) { unlink("\(folder.backups)/\(name)") }
  }

  private func checkSpace() throws {
    let bytes = ["", "-wal"].reduce(0) { $0 + (Posix.size(folder.replica + $1) ?? 0) }
    let needed = 2 * bytes + Self.reserveBytes
    guard let free = Posix.freeBytes(at: folder.path), free < needed else { return }
    throw CommandFailure.failed(
      """
      the data is of an older Hearth and is copied before it is brought to this version; that \
      needs \(ByteText.text(needed)) and there are \(ByteText.text(free)) left. Make room and \
      start again; nothing was changed
      """)
  }
}
