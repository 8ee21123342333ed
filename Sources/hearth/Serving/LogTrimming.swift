import HubSQLite
import Threads

/// Removes log entries that no replica needs any more, once a day.
struct LogTrimming: Sendable {
  private static let interval = Duration.seconds(24 * 3600)

  let store: HubSQLite
  /// Where it blocks.
  let pool: ThreadPool

  /// Runs until its task is cancelled: at once, and then day by day.
  func run(complain: @escaping @Sendable (String) -> Void) async {
    while true {
      do {
        _ = try await pool.run { [store] in try store.trimLogs(now: Posix.nowMilliseconds()) }
      } catch {
        // The entries stay for another day.
        complain("hearth: cannot trim the logs of the zones: \(error)")
      }
      do {
        try await Task.sleep(for: Self.interval)
      } catch {
        return
      }
    }
  }
}
