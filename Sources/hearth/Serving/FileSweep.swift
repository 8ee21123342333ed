import Household
import HubSQLite
import SyncProtocol
import WebApp

/// Removes the files that no record has named for a while, about once an hour.
struct FileSweep: Sendable {
  private static let interval = Duration.seconds(3600)

  let web: WebApplication
  let store: HubSQLite

  /// Runs until its task is cancelled.
  func run(complain: @escaping @Sendable (String) -> Void) async {
    while true {
      do {
        try await Task.sleep(for: Self.interval)
      } catch {
        return
      }
      do {
        _ = try await web.sweepFiles { [store] in
          try Self.names(in: store, now: WallClock.nowMilliseconds())
        }
      } catch {
        // The files stay for another hour.
        complain("hearth: cannot look for files that nothing names: \(error)")
      }
    }
  }

  /// The files that must stay, of every table of the household that names any.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func names(in store: HubSQLite, now: Int64) throws -> Set<String> {
    try store.blobNamesToKeep(
      in: Household.fileTables.map { ($0, Household.fileRegister) }, now: now)
  }
}
