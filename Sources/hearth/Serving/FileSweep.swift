import Household
import Hub
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

  /// The files that records name which live, or were deleted so lately that they may come back, of
  /// every table that names any; and those of the copies that people have of homes they lost.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func names(in store: HubSQLite, now: Int64) throws -> Set<String> {
    try Household.fileTables.reduce(into: []) { names, table in
      names.formUnion(
        try store.blobNames(
          inTable: table, field: Household.fileRegister,
          diedAfter: now - Hub.keepDeletedMilliseconds))
      names.formUnion(
        try store.blobNamesInCopies(inTable: table, field: Household.fileRegister, now: now))
    }
  }
}
