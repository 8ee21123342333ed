import Blobs
import HearthDomain
import Hub
import HubHTTP
import SyncProtocol
import Web

/// Removes files that no record has referred to for a while, about once an hour.
struct FileSweep: Sendable {
  private static let interval = Duration.seconds(3600)

  let web: WebApplication
  let store: any HubMaintenance
  let server: HubServer

  /// Runs until its task is cancelled.
  func run(complain: @escaping @Sendable (String) -> Void) async {
    while true {
      do {
        try await Task.sleep(for: Self.interval)
      } catch {
        return
      }
      do {
        let now = WallClock.nowMilliseconds()
        let removed = try await web.sweepFiles { [store] in
          try Self.names(in: store, now: now)
        }
        try await forgetUploads(of: removed, now: now)
      } catch {
        // The files stay for another hour.
        complain("hearth: cannot look for files that nothing names: \(error)")
      }
    }
  }

  /// Forgets who uploaded the removed files, so that they must upload them again before naming
  /// them. Recent uploads are kept, because the sweep left those files.
  private func forgetUploads(of files: [BlobHash], now: Int64) async throws {
    let before = now - Int64(BlobFolder.graceSeconds) * 1000
    try await server.pools.writing.run { [hub = server.hub] in
      try hub.forgetUploads(of: files.map(\.description), before: before)
    }
  }

  /// The names of files that must stay, from every table that refers to files.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func names(in store: any HubMaintenance, now: Int64) throws -> Set<String> {
    try store.blobNamesToKeep(
      in: HearthDomain.fileTables.map { ($0, HearthDomain.fileRegister) }, now: now)
  }
}
