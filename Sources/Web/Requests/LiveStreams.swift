import HTTPServer
import Replica
import SyncProtocol
import Threads

/// The open event streams of pages. Each is told when something that its account can see changes,
/// and when a file that a page missed has arrived or could not be fetched.
package final class LiveStreams: Sendable {
  private struct State {
    package var counts: [AccountID: Int] = [:]
  }

  private let state = Lock(State())
  private static let change = ServerSentEvent(event: "change", data: "")

  /// The version that a page passes to its stream. It is read before the page's content, so that
  /// the stream tells of every change made before it was opened.
  package static func version(of workspace: any Workspace, _ arrivals: FileArrivals) -> String {
    "\(workspace.version) \(arrivals.noticeCount)"
  }

  /// Opens a stream, or returns `nil` when the account has too many already.
  ///
  /// The stream holds the workspace open and carries no data: the page asks again for what it
  /// shows.
  ///
  /// - Parameter seen: the version that the page shows; `nil` when it does not say.
  package func open(
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
    // Later changes are observed; this comparison finds the earlier ones.
    if let seen, seen != Self.version(of: workspace, arrivals) { tell() }
    return stream
  }

  /// How many streams are open now, over all accounts.
  package var count: Int { state.withLock { $0.counts.values.reduce(0, +) } }

  private func closed(_ account: AccountID) {
    state.withLock { state in
      let count = state.counts[account, default: 1] - 1
      state.counts[account] = count > 0 ? count : nil
    }
  }
}
