import FaultyDisk
import Hub
import Replica
import SQLite
import SyncProtocol

/// One history of the drivers: the shipping files, loops and pools, step by step, on disks that
/// lose, tear, fail and run full, with clocks that jump and two versions of the program beside each
/// other.
///
/// Everything follows from the seed. `@unchecked Sendable` because a history runs on one thread.
final class DriverSimulation: @unchecked Sendable {
  /// Something that a person wanted to be saved, by the name that nothing else has.
  struct Attempt {
    let mark: String
    /// `nil` for one in a browser.
    let device: DriverDevice?
    /// Of the machine that it was made on.
    let generation: Int
    let started: StartedTask<RecordID?>
  }

  /// A file that came back after its machine, or its pages, had lost something.
  struct Return {
    let device: String
    /// What had been told, in that order, and what of it is still here.
    let told: [RecordID]
    let kept: Set<RecordID>
    let durable: Set<RecordID>
    /// The power was cut, so that the last writes may be gone.
    let wasCut: Bool
    /// A page was overwritten, and whether it is said that something may be missing.
    let wasDamaged: Bool
    let isAdmitted: Bool
  }

  let scheduler: StepScheduler
  let network: DriverNetwork
  let hub: DriverHub
  var devices: [DriverDevice] = []
  /// Those of the devices.
  var machines: [DriverMachine] = []
  var random: SeededRandom
  var report = SimulationReport()
  let accounts: [AccountID] = ["ann", "bob", "cyd"]
  var attempts: [Attempt] = []
  /// What somebody was told is not saved, and must not be there, with what they were told.
  var unsaved: [String: String] = [:]
  /// What was told of in a browser, so that the hub has it for ever.
  var confirmed: Set<RecordID> = []
  var returns: [Return] = []
  /// Machines whose power was cut since their devices were looked at.
  var cut: Set<String> = []
  var lastMark = 0
  var home: ZoneID = ""
  /// Why something may be refused, after what has happened so far.
  var reasons: Set<RefusalReason> = [.gone, .unknownType]
  var lastInvite = 0
  var backup: HubBackup?
  var restoreCount = 0
  /// What the hub had, and lost by being restored.
  var undone: Set<RecordID> = []
  /// What must come back to the hub, with where it is, by the machine that has it.
  var kept: [String: [RecordID: ZoneID]] = [:]
  /// What a restored hub did not take back, as it does not fit any more.
  var refusedReturns: Set<RecordID> = []
  /// Devices that are copies of others, one at most.
  var hasCopy = false

  /// Runs one history. Throws `SimulationFailure` when an invariant is broken.
  static func run(seed: UInt64) throws -> SimulationReport {
    let simulation = try DriverSimulation(seed: seed)
    try simulation.begin()
    try simulation.live()
    try simulation.heal()
    try simulation.checkEnd()
    simulation.report.steps = simulation.scheduler.steps
    return simulation.report
  }

  private init(seed: UInt64) throws {
    random = SeededRandom(seed: seed, for: .drivers)
    scheduler = StepScheduler(random: SeededRandom(seed: random.next()))
    network = DriverNetwork(
      scheduler: scheduler, random: SeededRandom(seed: random.next()))
    let machine = DriverMachine(
      "hub", scheduler: scheduler, random: SeededRandom(seed: random.next()))
    hub = DriverHub(
      machine, network: network, version: random.chance(0.7) ? .newer : .older,
      maxOpen: random.number(1..<3))
    for (name, account) in [("laptop", "ann"), ("phone", "ann"), ("desk", "bob")] {
      let machine = DriverMachine(
        name, scheduler: scheduler, random: SeededRandom(seed: random.next()))
      machines.append(machine)
      devices.append(
        DriverDevice(
          name, account: account, on: machine, network: network,
          version: random.chance(0.5) ? .newer : .older))
    }
    network.onFault = { [unowned self] in fault($0) }
    network.onHandBack = { [unowned self] in note($0, $1) }
  }

  func fault(_ name: String) { report.faults[name, default: 0] += 1 }

  /// Ann has a home, and the others are let into it.
  private func begin() throws {
    try hub.start()
    for account in accounts {
      try hub.process?.store.write { writer in
        try writer.putAccount(
          Account(
            id: account, name: account, nameKey: account, displayName: account, passwordHash: "",
            isAdministrator: false, createdAt: 0, personalZone: ""))
      }
    }
    for device in devices { try device.start() }
    let made = scheduler.start { [file = devices[0].file] in
      try await file?.write { transaction in
        let id = transaction.newID()
        try transaction.connection.execute(
          "INSERT INTO homes VALUES (?, 'Flat')", .text(id))
        return id
      }
    }
    try rest()
    home = try made.result?.get() ?? ""
    for account in accounts.dropFirst() { try admit(account) }
    try rest()
  }

  /// Time passes until all that anybody wants to do at once is done.
  func rest(seconds: Double = 3) throws {
    let end = scheduler.seconds + seconds
    repeat {
      try scheduler.settle(maxSteps: 20_000)
      try look()
    } while scheduler.seconds < end && scheduler.wait(maxSeconds: end - scheduler.seconds) > 0
  }

  private func live() throws {
    network.trouble = random.pick([0.02, 0.08, 0.2]) ?? 0
    for _ in 0..<random.number(80..<220) {
      try act()
      for _ in 0..<random.number(0..<30) where !scheduler.step() {
        _ = scheduler.wait(maxSeconds: random.chance(0.1) ? 40 : 1)
        break
      }
      try look()
    }
  }

  /// Takes note of what has come of what was begun, and of machines that have stopped.
  func look() throws {
    try takeOutcomes()
    for machine in machines where machine.disk.isHalted { try fall(machine) }
    if hub.machine.disk.isHalted { try fallHub() }
    for machine in machines + [hub.machine] {
      try require(
        machine.folder.openedTwice == nil, "a file is open once",
        machine.folder.openedTwice ?? "")
    }
  }

  private func takeOutcomes() throws {
    attempts = try attempts.filter { attempt in
      guard let result = attempt.started.result else { return true }
      let machine = attempt.device?.machine ?? hub.machine
      // Whoever asked is gone, or is about to.
      guard attempt.generation == machine.generation else { return false }
      switch result {
      case .success(let id?):
        if let device = attempt.device { device.told.append(id) } else { confirmed.insert(id) }
      case .success(nil): break
      case .failure(ConfirmationError.outcomeUnknown): break
      case .failure(let failure as SimulationFailure): throw failure
      case .failure(let error):
        if !machine.disk.isHalted {
          unsaved[attempt.mark] = "\(attempt.device?.name ?? "browser"): \(error)"
        }
      }
      return false
    }
  }
}

extension DriverSimulation {
  // MARK: Machines that end

  /// A device's machine ends, by itself or with its power; its programs are started again later.
  func fall(_ machine: DriverMachine) throws {
    let isCut = random.chance(0.5)
    fault(isCut ? "power cut" : "process crash")
    for device in devices where device.machine === machine { device.end() }
    machine.end(isCut ? survival() : nil)
    if isCut {
      cut.insert(machine.name)
      kept[machine.name] = nil
    }
  }

  func fallHub() throws {
    let isCut = random.chance(0.5)
    fault(isCut ? "hub power cut" : "hub crash")
    hub.end(isCut ? survival() : nil)
  }

  private func survival() -> FaultyDisk.Survival {
    random.pick(FaultyDisk.Survival.allCases) ?? .nothing
  }

  /// Starts a device, and looks at what it still has.
  func start(_ device: DriverDevice) throws {
    guard !device.isRunning else { return }
    var salvage: ReplicaSalvage?
    var wasDamaged = device.isDamaged
    do {
      try device.start()
    } catch let error as ReplicaFileError {
      salvage = try self.salvage(device, after: error)
      guard salvage != nil else { return }
      wasDamaged = true
    }
    guard device.isRunning else { return }
    let kept: Set<RecordID>
    do {
      kept = try device.waiting()
    } catch let error as SQLiteError where error.isCorrupt && device.machine.hasFailedSync {
      // What a failed sync has damaged shows as late as this.
      return try mend(device)
    }
    let wasCut = cut.contains(device.machine.name)
    returns.append(
      Return(
        device: device.name, told: device.told, kept: kept,
        durable: device.machine.hasFailedSync ? [] : device.durable,
        wasCut: wasCut, wasDamaged: wasDamaged,
        isAdmitted: salvage.map {
          $0.mayLackMore || $0.unreadableCount > 0 || $0.exportedCount > 0
        } ?? false))
    // From here on it is looked at anew; what the hub has is looked for in the end.
    let (lost, told) = (Set(device.told).subtracting(kept), device.told)
    if wasCut || wasDamaged {
      device.told = told.filter { !lost.contains($0) }
      device.durable.formIntersection(device.told)
    }
    if devices.allSatisfy({ $0.machine !== device.machine || $0.isRunning }) {
      cut.remove(device.machine.name)
    }
  }

  /// A file in which damage has shown while it was open: it is closed, looked at and salvaged.
  func mend(_ device: DriverDevice) throws {
    try device.stop()
    device.isDamaged = true
    try start(device)
  }

  private func salvage(
    _ device: DriverDevice, after error: ReplicaFileError
  ) throws -> ReplicaSalvage? {
    guard device.isDamaged || device.machine.hasFailedSync, case .corrupt = error else {
      throw SimulationFailure("a file that nobody has damaged opens", "\(device.name): \(error)")
    }
    device.end()
    // It is tried again when the machine runs again.
    guard !device.machine.disk.isHalted else { return nil }
    device.machine.heal()
    fault("file salvaged")
    let salvage = try ReplicaFile.salvage(
      path: device.path, in: device.machine.folder, domain: device.version.migrations,
      schema: device.version.schema, accountID: device.account,
      now: { [machine = device.machine] in machine.now })
    device.isDamaged = false
    try device.start()
    return device.isRunning ? salvage : nil
  }
}
