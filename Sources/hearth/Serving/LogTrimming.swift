import Hub
import HubReplicas
import Threads

/// Once a day removes log entries that no replica needs, the content of zones and records that were
/// deleted too long ago to be restored, and ended joins.
struct LogTrimming: Sendable {
  private static let interval = Duration.seconds(24 * 3600)

  let hub: Hub
  let store: any HubMaintenance
  /// The replicas of browser users.
  let replicas: ReplicaPool
  /// The pool for the blocking work.
  let pool: ThreadPool

  /// Trims at once and then once a day, until its task is cancelled.
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
        // The deleted content stays for another day.
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
