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

  /// Opens a stream, or returns `nil` when the account has too many already.
  ///
  /// The stream holds the workspace open and carries no data: the page asks again for what it
  /// shows.
  func open(
    _ workspace: any Workspace, _ arrivals: PhotoArrivals, max: Int
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
