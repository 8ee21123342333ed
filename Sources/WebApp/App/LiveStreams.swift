import HTTPServer
import Replica
import SyncProtocol
import Threads

/// The open event streams of pages: each is told when something that its account can see changes,
/// or when the file of a photo has come that a page was missing.
final class LiveStreams: Sendable {
  private struct State {
    var counts: [AccountID: Int] = [:]
  }

  private let state = Lock(State())
  private static let change = ServerSentEvent(event: "change", data: "")

  /// What a page takes along to its stream, read before what it shows: whatever changes between the
  /// page and the opening of the stream is told by it.
  static func version(of workspace: any Workspace, _ arrivals: FileArrivals) -> String {
    "\(workspace.version) \(arrivals.noticeCount)"
  }

  /// Opens a stream, or returns `nil` when the account has too many already.
  ///
  /// The stream holds the workspace open and carries no data: the page asks again for what it
  /// shows.
  ///
  /// - Parameter seen: the version that the page shows; `nil` when it does not say.
  func open(
    _ workspace: any Workspace, _ arrivals: FileArrivals, seen: String?, max: Int
  ) -> EventStream? {
    let account = workspace.accountID
    let isFree = state.withLock { state in
      let count = state.counts[account, default: 0]
      guard count < max else { return false }
      state.counts[account] = count + 1
      return true
    }
    guard isFree else { return nil }
    let held = Lock<(any Workspace, [Observation])?>(nil)
    let stream = EventStream { [weak self] in
      held.withLock { $0 = nil }
      self?.closed(account)
    }
    let tell: @Sendable () -> Void = { [weak stream] in
      stream?.send(Self.change, replacingKey: "change")
    }
    let observations = [workspace.observe(tell), arrivals.observe(tell)]
    held.withLock { $0 = (workspace, observations) }
    // What comes from here on is observed, so this looks at all that came before.
    if let seen, seen != Self.version(of: workspace, arrivals) { tell() }
    return stream
  }

  /// Streams open now, over all accounts.
  var count: Int { state.withLock { $0.counts.values.reduce(0, +) } }

  private func closed(_ account: AccountID) {
    state.withLock { state in
      let count = state.counts[account, default: 1] - 1
      state.counts[account] = count > 0 ? count : nil
    }
  }
}
