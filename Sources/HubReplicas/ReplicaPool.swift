import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Threads

/// The replicas of browser users, as files in one folder beside the hub. A replica is opened when
/// its account becomes active; the least recently used ones are closed.
package final class ReplicaPool: Sendable {
  /// How many replicas are kept open, whether or not a request or page uses them.
  package static let maxOpen = 64

  private struct Slot {
    weak var replica: HostedReplica?
  }

  private struct State {
    /// All open replicas, including those that only a current request still holds, so that no file
    /// is opened twice.
    var slots: [AccountID: Slot] = [:]
    /// The replicas kept open; the most recently used one is last.
    var recent: [HostedReplica] = []
  }

  /// What the replicas use to reach the hub and to work.
  package struct Means: Sendable {
    package var hub: Hub
    package var pokes: Pokes
    /// The threads on which the hub works for replicas.
    package var hubPool: ThreadPool
    /// The threads on which replicas write and apply pulled changes.
    package var writers: ThreadPool
    /// The threads on which pages are read and rendered.
    package var readers: ThreadPool
    /// The wall clock, milliseconds since 1970.
    package var now: @Sendable () -> Int64
    package var tasks = HostedTasks.system
    package var machine = ReplicaMachine.system
    /// Makes a new generator for each replica that is opened.
    package var makeRandom: @Sendable () -> any RandomNumberGenerator = {
      SystemRandomNumberGenerator()
    }
    /// The id of the machine's current boot; `nil` asks the system.
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
  /// Opens one replica at a time: opening takes milliseconds and must not happen twice for one
  /// file.
  private let opening = Lock(())

  /// - Parameters:
  ///   - directory: the folder of the files; it must exist.
  ///   - maxPullWaitSeconds: how long a page waits for the latest changes of others.
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
        // An open page may still hold this replica, for hours.
        rests?.rest()
        state.withLock { state in
          state.slots = state.slots.filter { $0.value.replica != nil }
        }
        return replica
      }
    }
  }

  /// Daily maintenance: erases what has been deleted, in all open replicas. The others do this when
  /// they are opened.
  ///
  /// - Throws: the last error, after all replicas have had their turn.
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
      // Everything in the file is at the hub.
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
    // A failure, as on a full disk, must not keep the account out; a later day's maintenance tries
    // again.
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

  /// Whether the file is of an older version and could not be migrated: it is then recreated.
  private func isOlder(_ path: String) -> Bool {
    // An error here also kept the file from being opened, and is reported as that.
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
