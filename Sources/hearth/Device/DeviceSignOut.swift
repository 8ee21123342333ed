import Glibc
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol

/// Removes a device's homes from this machine and ends its session at the hub.
struct DeviceSignOut: Sendable {
  struct Result: Equatable, Sendable {
    /// Whether the session ended at the hub; if not, it must be ended there.
    var isEndedAtHub: Bool
    /// How many unsent changes were discarded.
    var lostChangeCount: Int
  }

  let folder: DeviceFolder
  /// Whether changes that the hub has not accepted are discarded.
  let givesUpChanges: Bool

  /// - Throws: `CommandFailure.refused` if there are changes that the hub has not accepted and that
  ///   may not be discarded, and `.inUse` while the device's app runs.
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
        // The session was already ended at the hub.
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
  /// Removes everything a device keeps, its secrets first. The hub's address goes last: while it
  /// exists, the same command can remove what is left.
  func removeEverything() throws(CommandFailure) {
    for name in ["session", "browsers", "joins", "renamed", "flags", "notifications", "unsent"] {
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
