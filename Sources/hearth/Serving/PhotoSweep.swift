import HubSQLite
import WebApp

/// Removes the files of photos that no record has named for a while, about once an hour.
struct PhotoSweep: Sendable {
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
        _ = try await web.sweepPhotos { [store] in
          try store.blobNames(inTable: "photos", field: "blobHash")
        }
      } catch {
        // The files stay for another hour.
        complain("hearth: cannot look for photos that nothing names: \(error)")
      }
    }
  }
}
