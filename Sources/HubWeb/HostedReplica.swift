import Household
import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads
import WebApp

/// A browser user's replica beside the hub: nothing is ever pending in it, and deleting its file
/// loses nothing.
///
/// The hub's pokes say when it is behind; it is pulled then, and at the latest before it is read.
package final class HostedReplica: Workspace {
  private struct State {
    /// Something may have happened at the hub that has not been pulled.
    var isBehind = true
    /// Heads the hub has told of, which a pull that is asked for need not reach.
    var heads: [ZoneID: Int64] = [:]
    var pull: Task<Void, any Error>?
  }

  private let file: ReplicaFile
  private let transport: InProcessTransport
  private let readers: ThreadPool
  private let state = Lock(State())
  private let subscription = Lock<Pokes.Subscription?>(nil)

  package var accountID: AccountID { file.accountID }
  package var syncState: SyncState { .synced }
  package var pendingWork: (any PendingWork)? { nil }
  var path: String { file.path }

  init(file: ReplicaFile, transport: InProcessTransport, readers: ThreadPool) {
    self.file = file
    self.transport = transport
    self.readers = readers
  }

  /// Begins to hear of what happens at the hub. Blocks: reads the hub's store.
  func listen(to pokes: Pokes) throws {
    let heard = try pokes.listen(as: accountID) { [weak self] poke in self?.heard(poke) }
    subscription.withLock { $0 = heard }
  }

  package func refresh() async throws {
    guard let pull = state.withLock({ startPull(&$0) }) else { return }
    do {
      try await pull.value
    } catch {
      // What is here can still be shown; what is missing comes with the next pull.
      if try await readers.run({ [file] in try file.status().isEmpty }) { throw error }
    }
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await readers.run { [file] in try file.read(body) }
  }

  package func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await file.confirm(relyingOn: reliance, via: transport, body)
  }

  package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
    file.observe { notice in if !notice.tables.isEmpty { body() } }
  }

  package func syncNow() async {
    state.withLock { $0.isBehind = true }
    // A pull that fails now is tried again before the next page is shown.
    try? await refresh()
  }

  // MARK: Keeping up

  private func heard(_ poke: Pokes.Poke) {
    state.withLock { state in
      switch poke {
      case .zone(let zone, let head): state.heads[zone] = max(head, state.heads[zone] ?? 0)
      case .account: break
      }
      state.isBehind = true
      _ = startPull(&state)
    }
  }

  /// The pull that will bring everything told of so far: the one under way, which looks again when
  /// it is done, or a new one. `nil` when there is nothing to pull.
  private func startPull(_ state: inout State) -> Task<Void, any Error>? {
    if let pull = state.pull { return pull }
    guard state.isBehind else { return nil }
    let pull = Task { [weak self] in
      guard let self else { return }
      do {
        while let heads = takeHeads() { try await catchUp(heads) }
      } catch {
        self.state.withLock { state in
          state.isBehind = true
          state.pull = nil
        }
        throw error
      }
    }
    state.pull = pull
    return pull
  }

  /// What is to be caught up with; `nil` ends the pull.
  private func takeHeads() -> [ZoneID: Int64]? {
    state.withLock { state in
      guard state.isBehind else {
        state.pull = nil
        return nil
      }
      defer { (state.isBehind, state.heads) = (false, [:]) }
      return state.heads
    }
  }

  private func catchUp(_ heads: [ZoneID: Int64]) async throws {
    // A write of our own has been pulled by the time its poke arrives.
    let isKnown = try await readers.run { [file] in
      try !heads.isEmpty && file.hasReached(Barrier(zones: heads))
    }
    if !isKnown { try await file.pull(via: transport) }
    try await addDefaults()
  }

  /// Gives rooms and labels to a home that the hub made for somebody who had none left.
  private func addDefaults() async throws {
    let waits = try await readers.run { [file] in
      try file.read { connection in
        try connection.first(
          """
          SELECT count(*) FROM homes AS h JOIN syncZones AS z ON z.id = h.id
            WHERE h.defaultsVersion = 0 AND z.role = 'owner'
          """
        ) { $0.integer(0) } ?? 0
      }
    }
    guard waits > 0 else { return }
    try await file.confirm(via: transport) { transaction in
      for home in try AddDefaults.pending(in: transaction) {
        try AddDefaults(homeID: home)(transaction)
      }
    }
  }
}

/// Keeps search and totals in step with the rows, in the transactions that change them.
package struct IndexObserver: Replica.Observer {
  package init() {}

  package func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
    try HouseholdIndex.refresh(connection, changed: Array(keys))
  }
}
