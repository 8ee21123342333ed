import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// A browser user's replica beside the hub. Its writes are confirmed by the hub, so deleting its
/// file loses nothing.
///
/// The hub's pokes tell when the replica is behind. It is then pulled, at the latest before a read.
package final class HostedReplica: Sendable {
  private struct State {
    /// The hub may have changes that no known head shows and that have not been pulled.
    var isBehind = true
    /// The heads that the hub has reported; once the replica has reached them there is nothing to
    /// pull.
    var heads: [ZoneID: Int64] = [:]
    var pull: Task<Void, any Error>?
    /// Increases with each pull, so that one pull's time limit does not end the wait for the next.
    var pullNumber = 0
    /// The current pull takes longer than a page waits.
    var isSlow = false
    /// Pages that wait for the current pull, bounded by the number of requests.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// The replica has content to show.
    var isLoaded = false
    var hasNews: Bool { isBehind || !heads.isEmpty }
    /// How many pokes have reported a change of what may be shared.
    var flagChanges = 0
    /// The replica may hold changes that a restored hub has lost; they are sent again.
    var mayOwe = true
  }

  /// How long a page waits for the latest changes of others. If the pull takes longer, as after an
  /// import of thousands of items, the page shows what is here and is updated live when the pull is
  /// done.
  package static let maxPullWaitSeconds = 0.03

  private let file: ReplicaFile
  private let transport: InProcessTransport
  private let readers: ThreadPool
  private let domain: HostedDomain
  private let tasks: HostedTasks
  private let maxWaitSeconds: Double
  private let state = Lock(State())
  private let flagObservers = ObserverList<Void>()
  private let subscription = Lock<Pokes.Subscription?>(nil)

  package var accountID: AccountID { file.accountID }
  var path: String { file.path }

  init(
    file: ReplicaFile, transport: InProcessTransport, readers: ThreadPool, domain: HostedDomain,
    tasks: HostedTasks, maxWaitSeconds: Double
  ) {
    self.file = file
    self.transport = transport
    self.readers = readers
    self.domain = domain
    self.tasks = tasks
    self.maxWaitSeconds = maxWaitSeconds
  }

  /// Subscribes to the hub's pokes. Blocks: reads the hub's store.
  func listen(to pokes: Pokes) throws {
    let heard = try pokes.listen(as: accountID) { [weak self] poke in self?.heard(poke) }
    subscription.withLock { $0 = heard }
  }

  /// Frees memory that can be rebuilt, while an open page keeps the replica open without using it.
  func rest() { file.releaseMemory() }

  package func refresh() async throws {
    guard let pull = state.withLock({ startPull(&$0) }) else { return }
    if try await isLoaded() {
      // If the pull fails, the present content is still shown; the next pull brings the rest.
      return await waitForPull()
    }
    do {
      try await pull.value
    } catch {
      if try await !isLoaded() { throw error }
    }
  }

  private func isLoaded() async throws -> Bool {
    if state.withLock({ $0.isLoaded }) { return true }
    let isLoaded = try await readers.run { [file] in try !file.status().isEmpty }
    if isLoaded { state.withLock { $0.isLoaded = true } }
    return isLoaded
  }

  private func waitForPull() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard state.pull != nil, !state.isSlow else { return false }
        state.waiting.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await readers.run { [file] in try file.read(body) }
  }

  package func tend(
    _ step: @escaping @Sendable (Connection) throws -> Bool
  ) async throws -> Bool {
    try await readers.run { [file] in try file.derive(step) }
  }

  package func hiddenZones() async throws -> HiddenZones? {
    guard try file.isHiding else { return nil }
    return try await readers.run { [file] in try file.hiddenZones() }
  }

  package func hides(anyOf ids: Set<String>) async throws -> Bool {
    try await readers.run { [file] in try file.hides(anyOf: ids) }
  }

  package func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await file.confirm(relyingOn: reliance, via: transport, body)
  }

  package var version: String {
    "\(file.changeNumber) \(state.withLock { $0.flagChanges })"
  }

  package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
    let changes = file.observe { notice in if !notice.tables.isEmpty { body() } }
    let flags = flagObservers.add(body)
    return Observation { withExtendedLifetime((changes, flags)) {} }
  }

  package func syncNow() async {
    state.withLock { $0.isBehind = true }
    // A pull that fails now is retried before the next page is shown.
    try? await refresh()
  }

  package func catchUp() async throws {
    let pull = state.withLock { state in
      state.isBehind = true
      return startPull(&state)
    }
    try await pull?.value
  }

  /// Daily maintenance, see `ReplicaFile.removeDeleted`. Blocks.
  func removeDeleted() throws {
    if let erase = domain.erase { try file.removeDeleted(erase) }
  }

  // MARK: Keeping up

  package func heard(_ poke: Pokes.Poke) {
    if poke == .flags {
      state.withLock { $0.flagChanges += 1 }
      // There is nothing to pull, but open pages must be refreshed.
      return flagObservers.announce(())
    }
    state.withLock { state in
      switch poke {
      case .zone(let zone, let head): state.heads[zone] = max(head, state.heads[zone] ?? 0)
      case .account: state.isBehind = true
      case .flags: break
      }
      _ = startPull(&state)
    }
  }

  /// The pull that will bring all changes reported so far: the current one, which checks again when
  /// it is done, or a new one. `nil` when there is nothing to pull.
  private func startPull(_ state: inout State) -> Task<Void, any Error>? {
    if let pull = state.pull { return pull }
    guard state.hasNews else { return nil }
    state.pullNumber += 1
    let number = state.pullNumber
    let limit = Task(executorPreference: tasks.executor) { [weak self, tasks, maxWaitSeconds] in
      // Cancelled if the pull ends first.
      guard (try? await tasks.pause(maxWaitSeconds)) != nil else { return }
      self?.endWait(for: number)
    }
    let pull = Task(executorPreference: tasks.executor) { [weak self] in
      defer { limit.cancel() }
      guard let self else { return }
      do {
        while let heads = takeHeads() { try await catchUp(heads) }
      } catch {
        endPull { $0.isBehind = !isPlanted(.failedPullForgotten) }
        throw error
      }
    }
    state.pull = pull
    return pull
  }

  /// The heads to catch up with; empty when they are not known. `nil` ends the pull.
  private func takeHeads() -> [ZoneID: Int64]? {
    let (heads, done) = state.withLock {
      state -> ([ZoneID: Int64]?, [CheckedContinuation<Void, Never>]) in
      guard state.hasNews else { return (nil, Self.end(&state)) }
      defer { (state.isBehind, state.heads) = (false, [:]) }
      return (state.isBehind ? [:] : state.heads, [])
    }
    for waiting in done { waiting.resume() }
    return heads
  }

  private func endPull(_ body: (inout State) -> Void) {
    let done = state.withLock { state in
      body(&state)
      return Self.end(&state)
    }
    for waiting in done { waiting.resume() }
  }

  /// Ends the current pull and returns the waiting pages, to be resumed outside the lock.
  private static func end(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    defer { (state.pull, state.isSlow, state.waiting) = (nil, false, []) }
    return state.waiting
  }

  private func endWait(for number: Int) {
    let done = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.pull != nil, state.pullNumber == number else { return [] }
      defer { (state.isSlow, state.waiting) = (true, []) }
      return state.waiting
    }
    for waiting in done { waiting.resume() }
  }

  private func catchUp(_ heads: [ZoneID: Int64]) async throws {
    // A write of this replica has already been pulled when its poke arrives.
    let isKnown = try await readers.run { [file] in
      try !heads.isEmpty && file.hasReached(Barrier(zones: heads))
    }
    if !isKnown, try await file.pull(via: transport) { state.withLock { $0.mayOwe = true } }
    try await sendOwed()
    try await addDefaults()
  }

  /// Sends again the changes that the hub accepted from here and lost in a restore. Their author
  /// may never return, and until the hub has them this replica shows something that others do not
  /// see.
  private func sendOwed() async throws {
    guard state.withLock({ $0.mayOwe }), !isPlanted(.hostedKeepsBack) else { return }
    let owes: @Sendable () throws -> Bool = { [file] in try file.status().pendingCount > 0 }
    if try await readers.run(owes) { try await file.sync(via: transport) }
    // Changes that the hub defers are sent again with the next pull.
    let isOwing = try await readers.run(owes)
    state.withLock { $0.mayOwe = isOwing }
  }

  /// Adds defaults to what the hub created without them, such as a home.
  private func addDefaults() async throws {
    let isWanted = try await readers.run { [file, domain] in
      try file.readAll { try domain.wantsDefaults($0) }
    }
    guard isWanted else { return }
    try await file.confirm(via: transport) { [domain] in try domain.addDefaults($0) }
  }
}
