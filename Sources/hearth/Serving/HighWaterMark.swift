import Hub
import SyncProtocol

/// The hub's clock when its server last looked, stored beside its file, so that an older `hub.db`
/// that somebody copied back is recognised.
///
/// Devices have seen more than such a file holds, under sequences that it would reuse for other
/// changes. So the hub begins a new epoch, as after `hearth restore`.
package struct HighWaterMark: Sendable {
  package static let name = "high-water"

  package let path: String

  package init(path: String) { self.path = path }

  /// The state of a hub: its epoch, and the latest of its zones' clocks, which rise with its
  /// commits.
  private struct Mark: Equatable {
    let epoch: String
    let clock: Int64

    init(_ store: any HubStore) throws {
      (epoch, clock) = try store.read { reader in
        (try reader.state().epoch, try reader.latestTime().bits)
      }
    }

    init?(_ text: String) {
      let parts = text.split(whereSeparator: \.isWhitespace)
      guard parts.count == 2, let clock = Int64(parts[1]) else { return nil }
      epoch = String(parts[0])
      self.clock = clock
    }

    var text: String { "\(epoch) \(clock)\n" }
  }

  /// Whether the hub was further than it is now. `false` if no mark is known, or only one of
  /// another epoch.
  func isAbove(_ store: any HubStore) throws -> Bool {
    guard let text = Posix.read(path, maxBytes: 200),
      let mark = Mark(String(decoding: text, as: UTF8.self))
    else { return false }
    let now = try Mark(store)
    return mark.epoch == now.epoch && mark.clock > now.clock
  }

  /// Begins a new epoch if the file is older than the mark, and returns whether it is.
  package func settle(_ store: any HubStore, schema: SyncSchema, now: Int64) throws -> Bool {
    let isOlder = try isAbove(store)
    if isOlder {
      try Hub(store: store, schema: schema, now: { now })
        .beginRecovery(until: now.addingSaturating(Hub.recoveryMilliseconds))
    }
    try raise(to: store)
    return isOlder
  }

  /// Stores the hub's current state as the mark.
  package func raise(to store: any HubStore) throws {
    let mark = try Mark(store)
    let known = Posix.read(path, maxBytes: 200).flatMap {
      Mark(String(decoding: $0, as: UTF8.self))
    }
    if mark != known { try Posix.write(Array(mark.text.utf8), to: path) }
  }

  /// Stores the mark once a minute, until its task is cancelled.
  func run(_ store: any HubStore, complain: @Sendable (String) -> Void) async {
    var hasFailed = false
    while true {
      do {
        try await Task.sleep(for: .seconds(60))
      } catch {
        return
      }
      do {
        try raise(to: store)
        hasFailed = false
      } catch {
        if !hasFailed { complain("hearth: cannot note how far the hub has come: \(error)") }
        hasFailed = true
      }
    }
  }
}
