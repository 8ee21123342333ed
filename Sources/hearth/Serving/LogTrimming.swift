import Hub
import HubReplicas
import Threads

/// Removes log entries that no replica needs any more, what was in zones and records that were
/// deleted so long ago that they do not come back, and joins that came to nothing, once a day.
struct LogTrimming: Sendable {
  private static let interval = Duration.seconds(24 * 3600)

  let hub: Hub
  let store: any HubMaintenance
  /// Of browser users.
  let replicas: ReplicaPool
  /// Where it blocks.
  let pool: ThreadPool

  /// Runs until its task is cancelled: at once, and then day by day.
  func run(complain: @escaping @Sendable (String) -> Void) async {
    while true {
      do {
        try await pool.run { [hub, store] in
          try hub.purgeExpiredZones()
          try hub.removeDeletedContent()
          try hub.removeEndedJoins()
          try store.trimLogs(now: Posix.nowMilliseconds())
          try store.eraseRemoved()
        }
      } catch {
        // The entries stay for another day.
        complain("hearth: cannot remove old logs and deleted homes: \(error)")
      }
      do {
        try await replicas.removeDeleted()
      } catch {
        // It stays for another day.
        complain("hearth: cannot remove what was deleted from a replica: \(error)")
      }
      do {
        try await Task.sleep(for: Self.interval)
      } catch {
        return
      }
    }
  }
}
