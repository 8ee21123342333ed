import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// The replicas of browser users, as files in one folder beside the hub: opened when their account
/// is active, the least recently used ones closed.
package final class ReplicaPool: Sendable {
  /// Replicas held open without a request or page that uses them.
  package static let maxOpen = 64

  private struct Slot {
    weak var replica: HostedReplica?
  }

  private struct State {
    /// Everything that is open, also what only a request under way still holds: a file is never
    /// opened twice.
    var slots: [AccountID: Slot] = [:]
    /// Held open, the one used last at the end.
    var recent: [HostedReplica] = []
  }

  /// What replicas need to reach the hub and to work.
  package struct Means: Sendable {
    package var hub: Hub
    package var pokes: Pokes
    /// Where the hub works for replicas.
    package var hubPool: ThreadPool
    /// Where replicas write and apply.
    package var writers: ThreadPool
    /// Where pages are read and rendered.
    package var readers: ThreadPool
    /// The wall clock, milliseconds since 1970.
    package var now: @Sendable () -> Int64
    package var tasks = HostedTasks.system
    package var machine = ReplicaMachine.system
    /// A new one for each replica that is opened.
    package var makeRandom: @Sendable () -> any RandomNumberGenerator = {
      SystemRandomNumberGenerator()
    }
    /// What tells one boot of this machine from any other; `nil` asks the system.
    package var boot: String?

    package init(
      hub: Hub, pokes: Pokes, hubPool: ThreadPool, writers: ThreadPool, readers: ThreadPool,
      now: @escaping @Sendable () -> Int64
    ) {
      self.hub = hub
      self.pokes = pokes
      self.hubPool = hubPool
      self.writers = writers
      self.readers = readers
      self.now = now
    }
  }

  private let directory: String
  private let maxOpen: Int
  private let maxPullWaitSeconds: Double
  private let domain: HostedDomain
  private let means: Means
  private let state = Lock(State())
  /// Opening is one at a time: it takes milliseconds and must not happen twice for one file.
  private let opening = Lock(())

  /// - Parameters:
  ///   - directory: exists already.
  ///   - maxPullWaitSeconds: how long a page waits for what others have changed.
  package init(
    directory: String, maxOpen: Int = ReplicaPool.maxOpen,
    maxPullWaitSeconds: Double = HostedReplica.maxPullWaitSeconds, domain: HostedDomain,
    means: Means
  ) {
    self.directory = directory
    self.maxOpen = maxOpen
    self.maxPullWaitSeconds = maxPullWaitSeconds
    self.domain = domain
    self.means = means
  }

  /// The replica of an account.
  package func replica(of account: AccountID) async throws -> HostedReplica {
    if let open = state.withLock({ Self.use(account, &$0) }) { return open }
    return try await means.readers.run { [self] in
      try opening.withLock { _ in
        if let open = state.withLock({ Self.use(account, &$0) }) { return open }
        let replica = try open(account)
        let rests = state.withLock { state in
          state.slots[account] = Slot(replica: replica)
          state.recent.append(replica)
          return state.recent.count > maxOpen ? state.recent.removeFirst() : nil
        }
        // An open page may hold it still, for hours.
        rests?.rest()
        state.withLock { state in
          state.slots = state.slots.filter { $0.value.replica != nil }
        }
        return replica
      }
    }
  }

  /// Upkeep for once a day: lets go of what is gone, in the replicas that are open. Others do so
  /// when they are opened.
  ///
  /// - Throws: what failed last, when all have had their turn.
  package func removeDeleted() async throws {
    var failure: (any Error)?
    for replica in state.withLock({ $0.slots.values.compactMap(\.replica) }) {
      do {
        try await means.writers.run { try replica.removeDeleted() }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func use(_ account: AccountID, _ state: inout State) -> HostedReplica? {
    guard let replica = state.slots[account]?.replica else { return nil }
    if isPlanted(.openedTwice), !state.recent.contains(where: { $0 === replica }) { return nil }
    state.recent.removeAll { $0 === replica }
    state.recent.append(replica)
    return replica
  }

  private func open(_ account: AccountID) throws -> HostedReplica {
    let path = "\(directory)/\(account).sqlite"
    let file: ReplicaFile
    do {
      file = try openFile(path, account)
    } catch let error as ReplicaFileError where Self.isWorthless(error) || isOlder(path) {
      // Everything in it is at the hub.
      for suffix in ["", "-wal", "-shm"] { means.machine.folder.remove(path + suffix) }
      file = try openFile(path, account)
    }
    let transport = InProcessTransport(
      hub: means.hub, account: account, pokes: means.pokes, pool: means.hubPool,
      vouchesForBlobs: true)
    let replica = HostedReplica(
      file: file, transport: transport, readers: means.readers, domain: domain,
      tasks: means.tasks, maxWaitSeconds: maxPullWaitSeconds)
    try replica.listen(to: means.pokes)
    // What cannot be removed now, as on a full disk, goes another day, and keeps nobody out.
    try? replica.removeDeleted()
    return replica
  }

  private func openFile(_ path: String, _ account: AccountID) throws -> ReplicaFile {
    let now = means.now
    let file = try ReplicaFile(
      path: path, domain: domain.migrations, schema: domain.schema, accountID: account,
      environment: .init(
        now: { now() }, random: .init(means.makeRandom()), isAttended: false, boot: means.boot),
      observer: domain.makeObserver(), hiding: domain.hiding(means.hub), pool: means.writers,
      on: means.machine)
    try file.write { try domain.settle($0.connection) }
    return file
  }

  /// Whether the file could not be brought up to date: it is made anew instead.
  private func isOlder(_ path: String) -> Bool {
    // What keeps it from being looked at has kept it from being opened, and is told as that.
    let versions = try? ReplicaFile.olderVersions(
      ofFile: path, in: means.machine.folder, domain: domain.migrations)
    return versions != nil
  }

  private static func isWorthless(_ error: ReplicaFileError) -> Bool {
    switch error {
    case .corrupt, .newerVersion, .notAReplica, .foreignAccount: true
    case .inUse, .storage, .failed: false
    }
  }
}
