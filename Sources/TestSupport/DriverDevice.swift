import FaultyDisk
import Replica
import SQLite
import SyncProtocol

/// A device's program on its machine: the shipping file and loop.
///
/// `@unchecked Sendable` because a history runs on one thread.
final class DriverDevice: @unchecked Sendable {
  let name: String
  let account: AccountID
  let machine: DriverMachine
  let network: DriverNetwork
  var version: DriverSchema
  var isOnline = true
  /// Somebody has overwritten a page of its file, which nobody has noticed yet.
  var isDamaged = false
  /// What the hub said last of what may be shared, which a restart does not forget.
  var isHidingShared = false
  /// What its person was told is saved, in that order.
  var told: [RecordID] = []
  /// Of these what survives a power cut for certain.
  var durable: Set<RecordID> = []
  private(set) var file: ReplicaFile?
  private(set) var loop: SyncLoop?
  private var running: StartedTask<Void>?
  private var generation = 0

  var path: String { name + ".sqlite" }

  init(
    _ name: String, account: AccountID, on machine: DriverMachine, network: DriverNetwork,
    version: DriverSchema
  ) {
    self.name = name
    self.account = account
    self.machine = machine
    self.network = network
    self.version = version
  }

  var isRunning: Bool { file != nil }

  /// Starts the program; it stays down when its disk does not let it.
  ///
  /// - Throws: `ReplicaFileError` for what waiting does not help against.
  func start() throws {
    guard file == nil else { return }
    do {
      try open()
    } catch let error as ReplicaFileError {
      end()
      if case .storage = error { return }
      throw error
    }
  }

  private func open() throws {
    generation += 1
    let scheduler = machine.scheduler
    let opened = try ReplicaFile(
      path: path, domain: version.migrations, schema: version.schema, accountID: account,
      environment: .init(
        now: { [machine] in machine.now },
        random: .init(SeededRandom(seed: machine.random.next())), boot: machine.boot),
      observer: nil, hiding: Hiding(tables: [], isOn: { [unowned self] in isHidingShared }),
      pool: scheduler.pool(name), on: machine.replicaMachine)
    file = opened
    if isDamaged { try opened.checkHealth() }
    isDamaged = false
    let known = (machine.generation, generation)
    let transport = DriverTransport(network: network, account: account) { [unowned self] in
      isOnline && known == (machine.generation, generation)
    }
    let begun = SyncLoop(
      file: opened, transport: transport, now: { [machine] in machine.now },
      jitter: { [machine] in machine.random.unit() },
      onFlags: { [unowned self] in askForNews(via: transport, known) },
      pause: { [scheduler] in try await scheduler.pause($0) })
    loop = begun
    running = scheduler.start { await begun.run() }
  }

  /// Asks what may be shared until the hub says so.
  private func askForNews(via transport: DriverTransport, _ known: (Int, Int)) {
    machine.scheduler.start { [self] in
      while known == (machine.generation, generation) {
        if let news = await transport.sharingNews() {
          isHidingShared = news.hidesShared
          return
        }
        try await machine.scheduler.pause(SyncSchedule.deafPollSeconds)
      }
    }
  }

  /// The program ends with its machine.
  func end() {
    generation += 1
    running?.cancel()
    (file, loop, running) = (nil, nil, nil)
  }

  /// Asks the program to end and waits until it has closed its file.
  func stop() throws {
    guard file != nil else { return }
    let before = told
    let faults = troubles
    loop?.stop()
    try wait("a loop that is stopped ends") { running?.result != nil }
    end()
    try wait("a file that nobody uses is closed") { !machine.folder.isHeld(path) }
    let isClosed = machine.disk.size(of: path + "-wal") == nil
    if !machine.disk.isHalted, troubles == faults, isClosed { durable = Set(before) }
  }

  private var troubles: Int {
    let counts = machine.disk.counts
    return counts.faults + counts.refusals
  }

  private func wait(_ what: String, until condition: () -> Bool) throws {
    var steps = 0
    while !condition() {
      steps += 1
      try require(steps < 5000, what, name)
      if !machine.scheduler.step() { _ = machine.scheduler.wait(maxSeconds: 1) }
    }
  }

  /// What waits or was refused here.
  func waiting() throws -> Set<RecordID> {
    guard let file else { return [] }
    let bodies = try file.readAll { connection in
      try connection.query("SELECT body FROM syncPending UNION ALL SELECT body FROM syncParked") {
        $0.blob(0)
      }
    }
    return Set(try bodies.flatMap { try ChangeSet(wireBytes: $0).mutations.map(\.id) })
  }

  /// Whether everything here is at the hub.
  var isQuiet: Bool {
    get throws {
      guard let status = try file?.status() else { return false }
      return status.pendingCount == 0 && !status.isEmpty && status.aside.isEmpty
    }
  }
}
