import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// A browser user's replica beside the hub: nothing is ever pending in it, and deleting its file
/// loses nothing.
///
/// The hub's pokes say when it is behind; it is pulled then, and at the latest before it is read.
package final class HostedReplica: Sendable {
  private struct State {
    /// Something may have happened at the hub that no head tells of, and has not been pulled.
    var isBehind = true
    /// Heads the hub has told of; there is nothing to pull when they are reached.
    var heads: [ZoneID: Int64] = [:]
    var pull: Task<Void, any Error>?
    /// Grows with each pull, so that one's limit does not end the wait for the next.
    var pullNumber = 0
    /// The pull under way takes longer than a page waits.
    var isSlow = false
    /// Pages that wait for the pull; as many as there are requests at most.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// There is something to show.
    var isLoaded = false
    var hasNews: Bool { isBehind || !heads.isEmpty }
    /// How often it was heard that other things may be shared.
    var flagChanges = 0
    /// Something may be here that the hub has lost by being restored, and that is sent again.
    var mayOwe = true
  }

  /// A page waits so long for what others have just changed, and shows what is here when it takes
  /// longer, as after an import of thousands of items: the live page follows when all is in.
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

  /// Begins to hear of what happens at the hub. Blocks: reads the hub's store.
  func listen(to pokes: Pokes) throws {
    let heard = try pokes.listen(as: accountID) { [weak self] poke in self?.heard(poke) }
    subscription.withLock { $0 = heard }
  }

  /// Frees what can be made again: a page holds it open, and nobody asks for it.
  func rest() { file.releaseMemory() }

  package func refresh() async throws {
    guard let pull = state.withLock({ startPull(&$0) }) else { return }
    if try await isLoaded() {
      // Should it fail, what is here can still be shown; what is missing comes with the next pull.
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
    // A pull that fails now is tried again before the next page is shown.
    try? await refresh()
  }

  package func catchUp() async throws {
    let pull = state.withLock { state in
      state.isBehind = true
      return startPull(&state)
    }
    try await pull?.value
  }

  /// Upkeep for once a day, see `ReplicaFile.removeDeleted`. Blocks.
  func removeDeleted() throws {
    if let erase = domain.erase { try file.removeDeleted(erase) }
  }

  // MARK: Keeping up

  package func heard(_ poke: Pokes.Poke) {
    if poke == .flags {
      state.withLock { $0.flagChanges += 1 }
      // Nothing is to be pulled, and open pages are to be shown anew.
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

  /// The pull that will bring everything told of so far: the one under way, which looks again when
  /// it is done, or a new one. `nil` when there is nothing to pull.
  private func startPull(_ state: inout State) -> Task<Void, any Error>? {
    if let pull = state.pull { return pull }
    guard state.hasNews else { return nil }
    state.pullNumber += 1
    let number = state.pullNumber
    let limit = Task(executorPreference: tasks.executor) { [weak self, tasks, maxWaitSeconds] in
      // Cancelled when the pull is done before.
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

  /// What is to be caught up with, with no heads when that is not known; `nil` ends the pull.
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

  /// Returns who waited, to be resumed outside the lock.
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
    // A write of our own has been pulled by the time its poke arrives.
    let isKnown = try await readers.run { [file] in
      try !heads.isEmpty && file.hasReached(Barrier(zones: heads))
    }
    if !isKnown, try await file.pull(via: transport) { state.withLock { $0.mayOwe = true } }
    try await sendOwed()
    try await addDefaults()
  }

  /// Sends again what a restored hub had accepted from here and has lost: whoever wrote it may not
  /// come back, and until the hub has it everybody else sees something else than is shown here.
  private func sendOwed() async throws {
    guard state.withLock({ $0.mayOwe }), !isPlanted(.hostedKeepsBack) else { return }
    let owes: @Sendable () throws -> Bool = { [file] in try file.status().pendingCount > 0 }
    if try await readers.run(owes) { try await file.sync(via: transport) }
    // What the hub puts off is sent again with the next pull.
    let isOwing = try await readers.run(owes)
    state.withLock { $0.mayOwe = isOwing }
  }

  /// Gives what they lack to those for whom the hub has made something, such as a home.
  private func addDefaults() async throws {
    let isWanted = try await readers.run { [file, domain] in
      try file.readAll { try domain.wantsDefaults($0) }
    }
    guard isWanted else { return }
    try await file.confirm(via: transport) { [domain] in try domain.addDefaults($0) }
  }
}
