import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol

/// One simulated history: several devices of three people, a hub, and everything that goes wrong
/// between them. The same seed gives the same history.
package final class Simulation {
  var random: SeededRandom
  let time = SimulatedTime()
  let disks: SimulatedDisks
  let subject: any SimulatedSubject
  let store: HubSQLite
  let hub: Hub
  let oracle: HubOracle
  /// Where the history is written down, if it is.
  let trace: SimulationTrace?
  var devices: [SimulatedDevice] = []
  let accounts: [AccountID]
  var report = SimulationReport()
  var network: [SimulatedDelivery] = []
  var invites: [String] = []
  var bins: [String: [DeletedItem]] = [:]
  var backup: Backup?
  var hasRestored = false
  /// When sharing is paused and goes on: chance of its own, so that histories without it stay as
  /// they are.
  private var pauses: SeededRandom
  private let mayPause: Bool
  var beside: SeededRandom
  /// When somebody who got no answer leaves it at that; of its own, too.
  var givingUp: SeededRandom
  var fileThieves: SeededRandom
  /// "account file": who has sent which file.
  var uploaded: Set<String> = []
  let mayGiveUp: Bool
  /// When two people meet at one record by chance that is helped; of its own, too.
  var crossing: SeededRandom
  /// When a device's disk is flushed and its power is cut; when what the hub sends is spoiled.
  var power: SeededRandom
  var lies: SeededRandom
  /// What one account may own; little in some histories.
  let maxOwnedRecords: Int
  /// How many records everyone owned when that was asked last, and how much had been changed by
  /// then.
  var owned: (changes: Int64, counts: [AccountID: Int])?
  /// Every zone there ever was.
  var zones: Set<ZoneID> = []
  /// Every change set that was ever sent or written, and what the hub answered first.
  var written: [ChangeSetID: ChangeSet] = [:]
  /// Numbers that were sent with more than one content: by what was put back, or forged.
  var givenTwice: Set<ChangeSetID> = []
  var authors: [ChangeSetID: SimulatedDevice] = [:]
  var answers: [ChangeSetID: Answer] = [:]
  /// Refused by the hub, also where a restore has made it forget that: their authors may have
  /// heard.
  var everRefused: Set<ChangeSetID> = []
  var judgedAt: [ChangeSetID: Int64] = [:]
  /// When a change set was first sent whose answer was not noted then: the hub may have judged it
  /// at any time since.
  var judgedSince: [ChangeSetID: Int64] = [:]
  var firstSentAt: [ChangeSetID: Int64] = [:]
  /// Sent to the hub, which crashed before its answer was noted here.
  var answersUnseen: Set<ChangeSetID> = []
  /// Records written by what the hub had judged unseen, before its number was used again.
  var writtenUnseen: Set<RecordID> = []
  /// Change sets of requests of which something did not fit any more when it was handed back.
  var refusedReturns: Set<ChangeSetID> = []
  /// What devices held when the hub was restored, by their names.
  var heldAtRestore: [String: Set<ZoneID>] = [:]
  /// With which grants: who was let into a zone twice has had two.
  var grantsAtRestore: [String: [ZoneID: Set<String>]] = [:]
  /// Zones into which the hub could not let an account again, as it was in others by then.
  var refusedElsewhere: [AccountID: Set<ZoneID>] = [:]
  /// When each record was dropped last in the hub's lost lives, as far as its log went back.
  var lostDrops: [KeptRecord: Int64] = [:]
  /// Who was sent what does not hold together: their devices load it anew without its past.
  var sentSpoiled: Set<AccountID> = []
  let isSealing: Bool
  /// Records that somebody made again after a restore had lost them.
  var broughtBack: Set<RecordID> = []
  var sentRequests: [(PushRequest, AccountID)] = []
  /// Records whose content the hub has removed after their deletion: of their past it tells nothing.
  var contentRemoved: Set<RecordID> = []

  struct Backup {
    let rows: RowCopy.Rows
    let answers: [ChangeSetID: Answer]
    let fates: [Written: Answer]
    let answersUnseen: Set<ChangeSetID>
    let judgedAt: [ChangeSetID: Int64]
    let invites: [String]
  }

  /// - Parameters:
  ///   - disks: where its databases come from and go back to, unless the history fails.
  ///   - trace: where the history is written down, also one that fails.
  ///   - seals: whether the hub seals what it tells, so that a restored one is handed it back.
  package static func run(
    seed: UInt64, on disks: SimulatedDisks = SimulatedDisks(), trace: SimulationTrace? = nil,
    seals: Bool = true
  ) throws -> SimulationReport {
    try run(seed: seed, of: EngineSubject(), on: disks, trace: trace, seals: seals)
  }

  /// - Parameters:
  ///   - subject: what the history is about; of one history.
  ///   - course: what happens between its beginning and its end; all that there is if it is `nil`.
  static func run(
    seed: UInt64, of subject: any SimulatedSubject, on disks: SimulatedDisks,
    trace: SimulationTrace?, seals: Bool, course: ((Simulation) throws -> Void)? = nil
  ) throws -> SimulationReport {
    let simulation = try Simulation(
      seed: seed, subject: subject, disks: disks, trace: trace, seals: seals)
    var hasSettled = false
    do {
      try simulation.begin()
      if let course { try course(simulation) } else { try simulation.live() }
      try simulation.heal()
      hasSettled = true
      try simulation.checkEnd()
    } catch {
      try simulation.traceEnd(hasSettled: hasSettled)
      throw error
    }
    try simulation.traceEnd(hasSettled: true)
    try disks.giveBack(simulation.store.connection, from: .hub)
    for device in simulation.devices {
      try disks.giveBack(device.connection, from: .device)
    }
    simulation.report.judged = simulation.paths.counts
    return simulation.report
  }

  private let paths = JudgedPaths()

  private init(
    seed: UInt64, subject: any SimulatedSubject, disks: SimulatedDisks, trace: SimulationTrace?,
    seals: Bool
  ) throws {
    self.subject = subject
    accounts = subject.accounts
    self.trace = trace
    isSealing = seals
    random = SeededRandom(seed: seed)
    pauses = SeededRandom(seed: seed, for: .pauses)
    mayPause = pauses.chance(0.4)
    beside = SeededRandom(seed: seed, for: .beside)
    givingUp = SeededRandom(seed: seed, for: .givingUp)
    fileThieves = SeededRandom(seed: seed, for: .files)
    mayGiveUp = givingUp.chance(0.3)
    crossing = SeededRandom(seed: seed, for: .crossing)
    power = SeededRandom(seed: seed, for: .power)
    lies = SeededRandom(seed: seed, for: .lies)
    var limits = SeededRandom(seed: seed, for: .limits)
    maxOwnedRecords = limits.chance(0.15) ? limits.number(subject.fewRecords) : 2_000_000
    self.disks = disks
    let time = time
    store = try HubSQLite(
      connection: disks.take(for: .hub), maxWaitingWrites: 64, makeEpoch: { "epoch0" })
    hub = Hub(
      store: WatchedStore(store), schema: subject.schema,
      maxWrittenBytes: subject.maxWrittenBytes,
      limits: AccountLimits(maxRecords: maxOwnedRecords),
      sealing: seals ? SyncWorld.sealingKey : nil, noting: paths,
      now: { time.milliseconds })
    try hub.announceSealingKey()
    oracle = try HubOracle(
      hub: hub, store: store, subject: subject, accounts: accounts, time: time)
    let cuts = CutTurns(SeededRandom(seed: seed, for: .turns))
    store.endTurns { cuts.isOver() }
    let watcher = WeakOracle(oracle)
    hub.observe { watcher.oracle?.heard($0) }
    for (index, account) in accounts.enumerated() {
      try store.write { writer in
        try writer.putAccount(
          Account(
            id: account, name: account, nameKey: account, displayName: account,
            passwordHash: "", isAdministrator: index == 0, createdAt: 0,
            personalZone: subject.hasPersonalZones ? Self.personalZone(of: account) : ""))
      }
      for number in 0..<(index == 0 ? 2 : 1) {
        let skew: Int64 = random.pick([0, 0, -86_400_000, -86_400_000, 3_600_000, 90_000_000])!
        try addDevice(
          "\(account.first!)\(number)", of: account, random: SeededRandom(seed: random.next()),
          skew: skew)
      }
    }
    if beside.chance(0.3) {
      let account = beside.pick(accounts)!
      try addDevice(
        "\(account.first!)9", of: account, random: SeededRandom(seed: beside.next()), skew: 0,
        isBeside: true)
    }
    try trace?.begin(
      seed: seed, now: time.milliseconds, maxOwnedRecords: maxOwnedRecords, of: subject)
    try makePersonalZones()
  }

  private func addDevice(
    _ name: String, of account: AccountID, random: SeededRandom, skew: Int64,
    isBeside: Bool = false
  ) throws {
    devices.append(
      try SimulatedDevice(
        name: name, account: account, schema: subject.schema, sql: subject.sql,
        on: disks, time: time, random: random, skew: skew, isBeside: isBeside,
        observer: subject.observer))
    try subject.settle(devices[devices.count - 1].connection)
  }

  /// Lets go of the store between change sets now and then.
  private final class CutTurns {
    private var random: SeededRandom
    init(_ random: SeededRandom) { self.random = random }
    func isOver() -> Bool { random.chance(0.2) }
  }

  /// `@unchecked Sendable` because a history runs on one thread.
  private final class WeakOracle: @unchecked Sendable {
    weak var oracle: HubOracle?
    init(_ oracle: HubOracle) { self.oracle = oracle }
  }

  /// Everyone has a home with something in it, and the first one is shared.
  private func begin() throws {
    for device in devices where device.name.hasSuffix("0") {
      try sync(device, isFaulty: false)
      try subject.makeZone(by: device, self)
      try sync(device, isFaulty: false)
      guard let home = try device.shared.first?.id else { continue }
      try subject.fill(home, by: device, self)
      try sync(device, isFaulty: false)
    }
    guard let home = try devices[0].shared.first?.id else { return }
    for (index, account) in accounts.dropFirst().prefix(subject.guestCount).enumerated() {
      let role: Role = index == 0 ? .readWrite : random.pick([.readWrite, .readOnly])!
      try makeInvite(in: home, by: accounts[0], role: role, uses: 1)
      try oracle.check()
      try trace("redeem", invites.last, account)
      try hub.redeem(inviteID: invites.last!, by: account)
      try oracle.check()
    }
    for device in devices { try sync(device, isFaulty: false) }
  }

  // MARK: The history

  private func live() throws {
    let length = random.number(80..<200)
    let mayRestore = random.chance(0.4)
    let taskRate = random.pick([0.02, 0.05, 0.08])!
    // Sometimes everything happens within the same milliseconds.
    let isSlow = random.chance(0.25)
    for step in 0..<length {
      report.steps += 1
      time.milliseconds +=
        isSlow ? Int64(random.number(0..<2)) : Int64(random.number(1..<20)) * 1000
      guard let device = random.pick(devices) else { return }
      if mayPause, pauses.chance(0.04) { try turnSharing() }
      if isSlow, random.chance(0.1) { try subject.contend(self) }
      if let device = devices.last, device.isBeside, beside.chance(0.12) {
        try subject.writeMany(device, self)
      }
      if crossing.chance(subject.crossingRate) { try subject.cross(self) }
      if power.chance(0.05) { try losePower() }
      try act(device, step: step, taskRate: taskRate, mayRestore: mayRestore)
      try deliver()
      if random.chance(0.15) { try checkDevice(random.pick(devices)!) }
    }
  }

  /// An administrator pauses sharing, or lets it go on; devices hear of it sooner or later.
  private func turnSharing() throws {
    let isPaused = try hub.sharingFlag().state == .killed
    try trace("sharing", isPaused ? "open" : "paused")
    try hub.changeSharingFlag(.init(state: isPaused ? .open : .killed), by: .commandLine)
    fault(isPaused ? "sharing goes on" : "sharing paused")
    for device in devices where pauses.chance(0.3) { device.replica.resumePaused() }
  }

  private func act(
    _ device: SimulatedDevice, step: Int, taskRate: Double, mayRestore: Bool
  ) throws {
    let dice = random.unit()
    switch dice {
    case ..<0.40: try subject.writeSomething(device, self)
    case ..<0.70:
      if device.awayUntil < step { try sync(device, isFaulty: true) }
      if random.chance(0.06) {
        device.awayUntil = step + random.number(10..<50)
        fault("offline")
      }
    case ..<(0.70 + taskRate): try subject.wish(device, self)
    case ..<0.82: try share(device)
    case ..<0.85: try redeem(device)
    case ..<0.88: try bringBack(device)
    case ..<0.90: try hostile(device)
    case ..<0.93:
      fault("device crash")
      try device.restart()
    case ..<0.95:
      fault("clock jump")
      device.skew += random.pick([-100_000_000, 100_000_000, 50_000])!
    case ..<0.965: try trim()
    case ..<0.98: if backup == nil || random.chance(0.5) { try makeBackup() }
    default: if mayRestore, step > 20 { try restore() }
    }
  }

  func write(_ device: SimulatedDevice, _ body: (WriteTransaction) throws -> Void) throws {
    guard !device.isBeside else {
      try writeBeside(device, relyingOn: .nothing, body)
      return
    }
    let before = device.replica.lastNumber
    let crash = random.chance(0.04) ? random.number(0..<12) : nil
    if crash != nil { fault("crash in a write") }
    _ = try device.run(crashAfter: crash) { replica in try replica.write(body) }
    guard device.replica.lastNumber > before else { return }
    try noteWritten(by: device)
  }

  /// Notes what a device has kept. It is known again by its time, whatever its number will be.
  func noteWritten(by device: SimulatedDevice) throws {
    guard let changeSet = try lastPending(of: device) else { return }
    expected.insert(Written(device, changeSet))
    try checkCausality(device, changeSet)
  }

  func lastPending(of device: SimulatedDevice) throws -> ChangeSet? {
    try device.connection.first(
      "SELECT body FROM syncPending WHERE number = ?", .integer(device.replica.lastNumber)
    ) { $0.blob(0) }.map { try ChangeSet(wireBytes: $0) }
  }

  var hostileCount: Int64 = 0
  /// "account zone" of everyone who was ever taken out of a zone, or left it.
  var lostGrants: Set<String> = []

  /// Hub-confirmed transactions whose authors were told that they have happened: they did, or their
  /// authors are told otherwise.
  var confirmed: Set<ChangeSetID> = []
  /// Change sets that a device has kept; each must be applied or parked in the end.
  var expected: Set<Written> = []
  /// What its author was told was refused, and has forgotten for good.
  var letGo: Set<Written> = []
  /// Those by which somebody has put something somewhere.
  var placing: Set<Written> = []
  /// What became of what was sent, for good.
  var fates: [Written: Answer] = [:]

  /// A change set by who wrote it and when: the number may be another one before it is judged.
  struct Written: Hashable, CustomStringConvertible {
    let device: String
    let time: HybridTime

    init(_ device: SimulatedDevice, _ changeSet: ChangeSet) {
      self.device = device.name
      time = changeSet.time
    }

    var description: String { "\(device) at \(time.bits)" }
  }

  // MARK: Faults of the hub

  private func trim() throws {
    if power.chance(0.4) { try removeContent() }
    guard let zone = random.pick(oracle.images.keys.sorted()) else { return }
    fault("trim")
    try trace("trim", zone)
    try store.write { writer in
      guard let found = try writer.zone(zone) else { return }
      let floor = max(found.floor, found.head - Int64(random.number(0..<12)))
      if floor > found.floor { try writer.trimLog(of: zone, through: floor) }
    }
  }

  func makeBackup() throws {
    try trace("backup")
    subject.noteBackup()
    backup = Backup(
      rows: try disks.rows(of: store.connection, for: .hub), answers: answers, fates: fates,
      answersUnseen: answersUnseen, judgedAt: judgedAt, invites: invites)
  }

  func restore() throws {
    guard let backup else { return }
    fault("restore")
    hasRestored = true
    try trace("restore")
    trace?.tellAll()
    try noteHeld()
    try disks.putBack(backup.rows, to: store.connection, for: .hub)
    subject.noteRestore()
    restores += 1
    try hub.beginRecovery(
      until: time.milliseconds + 365 * 86_400_000, epoch: "epoch-\(random.next())")
    (answers, fates) = (backup.answers, backup.fates)
    // The hub may have judged these before the backup: what held then is not known.
    answersUnseen = backup.answersUnseen
    judgedAt = backup.judgedAt
    invites = backup.invites
    try oracle.reset(zones: zones.sorted())
  }

  private var restores = 0
}
