import FaultyDisk
import Hub
import HubReplicas
import HubSQLite
import LocalTransport
import Replica
import SyncProtocol
import Threads

/// A machine of a history: a disk that fails, and whether what runs on it has ended.
///
/// `@unchecked Sendable` because a history runs on one thread.
final class DriverMachine: @unchecked Sendable {
  let name: String
  let disk: FaultyDisk
  let folder: SimulatedFolder
  let scheduler: StepScheduler
  var random: SeededRandom
  /// How far its clock is ahead of the true one, milliseconds.
  var skew: Int64 = 0
  /// A sync has failed on its disk. What the system takes for written since then may be gone after
  /// a power cut, and nobody knows of it: the files may be damaged.
  var hasFailedSync = false
  private var boots = 0
  /// Counts the ends of its processes: what is under way in one that has ended reaches nobody.
  private(set) var generation = 0

  init(_ name: String, scheduler: StepScheduler, random: SeededRandom) {
    self.name = name
    self.scheduler = scheduler
    self.random = random
    disk = FaultyDisk(seed: self.random.next())
    folder = SimulatedFolder(disk)
  }

  private static let begin: Int64 = 1_750_000_000_000

  /// Its clock, milliseconds since 1970.
  var now: Int64 { Self.begin + Int64(scheduler.seconds * 1000) + skew }
  var boot: String { "\(name) \(boots)" }

  var replicaMachine: ReplicaMachine {
    ReplicaMachine(
      folder: folder, pause: { [scheduler] in try await scheduler.pause($0) },
      jitter: { [self] in random.unit() })
  }

  /// Its processes end, by themselves or with its power.
  func end(_ survival: FaultyDisk.Survival?) {
    generation += 1
    folder.endProcesses()
    guard let survival else { return disk.crashProcesses() }
    boots += 1
    disk.cutPower(survival)
  }

  /// Nothing of it fails any more.
  func heal() {
    disk.forgetFaults()
    disk.limit(capacityBytes: nil)
  }
}

/// The hub's machine: its store, and beside it the replicas of browser users.
final class DriverHub {
  /// What runs there. `@unchecked Sendable` because a history runs on one thread.
  final class Process: @unchecked Sendable {
    let store: HubSQLite
    let hub: Hub
    let pokes: Pokes
    let replicas: ReplicaPool
    private let pool: ThreadPool

    /// - Parameter recovery: of a store that is a backup's: what its life is called from now on.
    init(
      on machine: DriverMachine, version: DriverSchema, maxOpen: Int, recovery: Recovery? = nil
    ) throws {
      let scheduler = machine.scheduler
      let begin = ContinuousClock.now
      store = try HubSQLite(
        path: machine.disk.path(DriverHub.storeName), maxWaitingWrites: 64, makeEpoch: { "epoch0" },
        clock: { begin.advanced(by: .seconds(scheduler.seconds)) },
        size: { machine.folder.size(of: DriverHub.storeName + $0) })
      hub = Hub(
        store: store, schema: version.schema, sealing: DriverHub.sealingKey,
        now: { machine.now })
      if let recovery {
        try hub.beginRecovery(until: recovery.until, epoch: recovery.epoch)
      }
      try hub.announceSealingKey()
      pool = scheduler.pool("hub")
      pokes = Pokes(hub: hub, pool: pool)
      var means = ReplicaPool.Means(
        hub: hub, pokes: pokes, hubPool: pool, writers: scheduler.pool("writers"),
        readers: scheduler.pool("readers"), now: { machine.now })
      means.tasks = HostedTasks(
        executor: scheduler, pause: { try await scheduler.pause($0) })
      means.machine = machine.replicaMachine
      means.makeRandom = { SeededRandom(seed: machine.random.next()) }
      means.boot = machine.boot
      replicas = ReplicaPool(
        directory: "replicas", maxOpen: maxOpen,
        domain: HostedDomain(
          migrations: version.migrations, schema: version.schema,
          hiding: { hub in Hiding(tables: [], isOn: { try hub.hidesShared }) }), means: means)
    }

    func transport(as account: AccountID) -> InProcessTransport {
      InProcessTransport(hub: hub, account: account, pokes: pokes, pool: pool)
    }
  }

  /// How a hub begins that was restored from a backup.
  struct Recovery: Sendable {
    var until: Int64
    var epoch: String
  }

  /// Beside the store, so that no restore changes it.
  private static let sealingKey = SealingKey(
    seed: [UInt8](repeating: 7, count: SealingKey.seedByteCount))

  static let storeName = "hub.sqlite"

  let machine: DriverMachine
  private let network: DriverNetwork
  var version: DriverSchema
  private(set) var process: Process?
  /// So few that replicas are closed and opened again.
  private let maxOpen: Int

  init(_ machine: DriverMachine, network: DriverNetwork, version: DriverSchema, maxOpen: Int) {
    self.machine = machine
    self.network = network
    self.version = version
    self.maxOpen = maxOpen
  }

  /// Starts the program; it stays down when its disk does not let it.
  func start() throws {
    guard process == nil else { return }
    do {
      process = try Process(on: machine, version: version, maxOpen: maxOpen)
    } catch let error as HubStoreError {
      if case .corrupt = error { throw SimulationFailure("the hub's store is sound") }
    }
    network.hub = process
  }

  /// Starts on a store that is a backup's.
  func start(_ recovery: Recovery) throws {
    process = try Process(on: machine, version: version, maxOpen: maxOpen, recovery: recovery)
    network.hub = process
  }

  func end(_ survival: FaultyDisk.Survival?) {
    machine.end(survival)
    process = nil
    network.hub = nil
  }

  /// What it has at this moment; it runs.
  func read<Result>(_ body: (any HubReader) throws -> Result) throws -> Result {
    guard let process else { throw SimulationFailure("the hub runs") }
    return try process.store.read(body)
  }
}
