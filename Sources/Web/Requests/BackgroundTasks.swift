import Household
import SyncProtocol
import Threads

/// Work for a person that may take longer than a page can wait: a merge or a fresh start.
///
/// In memory only. The hub does each as a whole or not at all, so after a restart the hub's state
/// shows whether the work was done.
package final class BackgroundTasks: Sendable {
  package enum State: Sendable {
    case running
    /// The work failed, with this error.
    case failed(any Error)
  }

  private struct Key: Hashable {
    package var account: AccountID
    package var id: String
  }

  private struct Entry {
    package var state: State
    package var task: Task<Void, Never>?
    package var startedAt: Int64
  }

  /// How long a failure is kept after its work began.
  private static let lifeMilliseconds: Int64 = 60 * 60_000
  private static let maxEntries = 1000

  private let entries = Lock<[Key: Entry]>([:])

  /// The state of some work; `nil` when it is done, was never begun, or is forgotten.
  package func state(_ id: String, of account: AccountID) -> State? {
    entries.withLock { $0[Key(account: account, id: id)]?.state }
  }

  /// Forgets a failure, so that the work can be tried again.
  package func forget(_ id: String, of account: AccountID) {
    entries.withLock { entries in
      let key = Key(account: account, id: id)
      if case .failed = entries[key]?.state { entries[key] = nil }
    }
  }

  /// Begins some work, unless it is running already.
  package func begin(
    _ id: String, of account: AccountID, now: Int64,
    _ work: @escaping @Sendable () async throws -> Void
  ) {
    let key = Key(account: account, id: id)
    entries.withLock { entries in
      if case .running = entries[key]?.state { return }
      let old = entries.filter { key, entry in
        if case .running = entry.state { return false }
        return entry.startedAt.addingSaturating(Self.lifeMilliseconds) < now
          || entries.count >= Self.maxEntries
      }
      for key in old.keys { entries[key] = nil }
      let task = Task { [weak self] in
        var failure: (any Error)?
        do { try await work() } catch { failure = error }
        self?.finish(key, failure)
      }
      entries[key] = Entry(state: .running, task: task, startedAt: now)
    }
  }

  private func finish(_ key: Key, _ failure: (any Error)?) {
    entries.withLock { entries in
      guard let failure else {
        entries[key] = nil
        return
      }
      entries[key]?.state = .failed(failure)
      entries[key]?.task = nil
    }
  }

  /// Waits at most so many milliseconds for the end of some work, so that quick work needs no page
  /// in between.
  package func wait(_ id: String, of account: AccountID, milliseconds: Int) async {
    for _ in 0..<(milliseconds / 20) {
      guard case .running = state(id, of: account) else { return }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { return }
    }
  }

  /// Waits for the end of all work that is running now.
  package func finishAll() async {
    let tasks = entries.withLock { entries in entries.values.compactMap(\.task) }
    for task in tasks { await task.value }
  }
}
