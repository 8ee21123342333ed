import Glibc
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol

/// Takes a device's homes off this machine and ends its session at the hub.
struct DeviceSignOut: Sendable {
  struct Result: Equatable, Sendable {
    /// Whether the hub knows; otherwise the session has to be ended there.
    var isEndedAtHub: Bool
    /// Changes that were given up.
    var lostChangeCount: Int
  }

  let folder: DeviceFolder
  /// Gives up what the hub has not taken.
  let givesUpChanges: Bool

  /// - Throws: `CommandFailure.refused` when there are changes that the hub has not taken and they
  ///   are not to be given up, and `.inUse` while the device's app runs.
  func callAsFunction() async throws -> Result {
    guard let hub = folder.hub else {
      throw CommandFailure.refused("\(folder.path) is no device's folder; name it with --data")
    }
    if let first = try folder.firstForeign() {
      throw CommandFailure.refused(
        """
        \(folder.path) holds other things (\(first)) beside a device's; move them to another place \
        first: what is in its tmp, blobs, thumbnails and imports is removed. Nothing was changed
        """)
    }
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let count = try unsentCount()
    guard count == 0 || givesUpChanges else {
      throw CommandFailure.refused(
        """
        \(count == 1 ? "1 change has" : "\(count) changes have") not reached the hub. Start the device once more to send or settle \
        them, or add --give-up
        """)
    }
    var isEndedAtHub = true
    if let session = folder.session() {
      do throws(HubClientError) {
        try await HTTPHubClient(HTTPTransport(address: hub, token: session.token)).signOut()
      } catch .transport(.unauthorised) {
        // Somebody has ended it there already.
      } catch {
        isEndedAtHub = false
      }
    }
    try folder.removeEverything()
    return Result(isEndedAtHub: isEndedAtHub, lostChangeCount: count)
  }

  private func unsentCount() throws -> Int {
    guard Posix.exists(folder.replica) else { return 0 }
    let count = try Connection(path: folder.replica).first(
      "SELECT (SELECT count(*) FROM syncPending) + (SELECT count(*) FROM syncParked)"
    ) { Int($0.integer(0)) }
    return count ?? 0
  }
}

extension DeviceFolder {
  /// Removes what a device keeps, its secrets first. The hub's address goes last: as long as it is
  /// there, what is left can be removed by the same command.
  func removeEverything() throws(CommandFailure) {
    for name in ["session", "browsers", "joins", "flags", "unsent"] {
      let file = "\(path)/\(name)"
      if unlink(file) != 0, errno != ENOENT { throw Posix.failure(file) }
    }
    for suffix in ["", "-wal", "-shm", ".incarnation", ".lock"] { unlink(replica + suffix) }
    for part in [blobs, thumbnails, history, temporary] where Posix.isFolder(part) {
      for file in try Posix.files(below: part) {
        if unlink("\(part)/\(file)") != 0 { throw Posix.failure("\(part)/\(file)") }
      }
    }
    if Posix.isFolder(backups) {
      for name in try Posix.names(in: backups) where name.hasSuffix(DeviceUpgrade.ending) {
        if unlink("\(backups)/\(name)") != 0 { throw Posix.failure("\(backups)/\(name)") }
      }
    }
    if Posix.exists(replica) { throw .failed("\(replica) cannot be removed; remove it by hand") }
    unlink("\(path)/hub")
  }
}
