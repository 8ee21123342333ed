import Hub
import SyncProtocol

/// How far the hub had come when its server last looked, kept beside its file: an older `hub.db` that
/// somebody copied back is then known for one.
///
/// Its devices have seen more than it holds, under sequences that it would give to other changes.
/// Such a hub begins a new epoch, as one that `hearth restore` brings back.
package struct HighWaterMark: Sendable {
  package static let name = "high-water"

  package let path: String

  package init(path: String) { self.path = path }

  /// How far a hub has come: the clocks of its zones go up with its commits.
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

  /// Whether the hub has been further than it is now. Where nothing is known, or of another epoch
  /// alone, it has not.
  func isAbove(_ store: any HubStore) throws -> Bool {
    guard let text = Posix.read(path, maxBytes: 200),
      let mark = Mark(String(decoding: text, as: UTF8.self))
    else { return false }
    let now = try Mark(store)
    return mark.epoch == now.epoch && mark.clock > now.clock
  }

  /// Begins a new epoch where the file is older than it was. Returns whether it is.
  package func settle(_ store: any HubStore, schema: SyncSchema, now: Int64) throws -> Bool {
    let isOlder = try isAbove(store)
    if isOlder {
      try Hub(store: store, schema: schema, now: { now })
        .beginRecovery(until: now.addingSaturating(Hub.recoveryMilliseconds))
    }
    try raise(to: store)
    return isOlder
  }

  /// Notes how far the hub has come.
  package func raise(to store: any HubStore) throws {
    let mark = try Mark(store)
    let known = Posix.read(path, maxBytes: 200).flatMap {
      Mark(String(decoding: $0, as: UTF8.self))
    }
    if mark != known { try Posix.write(Array(mark.text.utf8), to: path) }
  }

  /// Notes it once a minute, until its task is cancelled.
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
