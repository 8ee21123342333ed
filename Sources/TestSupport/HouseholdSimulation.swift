import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import Things

/// One simulated history of a household: its own schema, its shipping use cases, several devices of
/// three people (some beside the hub, where every write waits for the hub), and everything that
/// goes wrong between them. The same seed gives the same history.
package final class HouseholdSimulation: WritesBesideHub {
  var random: SeededRandom
  var beside: SeededRandom
  /// When sharing is paused and goes on.
  private var pauses: SeededRandom
  private let mayPause: Bool
  let time = SimulatedTime()
  let schema: SyncSchema
  let store: HubSQLite
  let hub: Hub
  let accounts = ["olga", "piet", "quinn"]
  var devices: [SimulatedDevice] = []
  var memories: [String: HouseholdMemory] = [:]
  var report = SimulationReport()
  var network: [SimulatedDelivery] = []
  var invites: [String] = []
  let noticed = Noticed()
  /// Accounts that have had a home: from then on they always have one.
  var housed: Set<AccountID> = []
  /// Every change set that was ever sent, and what the hub answered first.
  var sent: [ChangeSetID: ChangeSet] = [:]
  var sentRequests: [(PushRequest, AccountID)] = []
  var answers: [ChangeSetID: Answer] = [:]
  /// Change sets that the hub did not judge, since sharing was paused; some are judged later.
  var paused: Set<ChangeSetID> = []
  /// Merges that the hub has accepted.
  var merges = 0
  /// Change sets that a device has kept; each must be applied or parked in the end.
  var kept: Set<ChangeSetID> = []

  /// Zones that commits have changed and nobody has checked yet.
  final class Noticed: @unchecked Sendable {
    // @unchecked because a history runs on one thread.
    var zones: Set<ZoneID> = []
  }

  private struct Index: Replica.Observer {
    func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
      try HouseholdIndex.refresh(
        connection, changed: keys.sorted { ($0.table, $0.id) < ($1.table, $1.id) })
    }
  }

  package static func run(seed: UInt64) throws -> SimulationReport {
    let simulation = try HouseholdSimulation(seed: seed)
    try simulation.begin()
    try simulation.live()
    try simulation.heal()
    try simulation.checkEnd()
    return simulation.report
  }

  private init(seed: UInt64) throws {
    random = SeededRandom(seed: seed, for: .household)
    beside = SeededRandom(seed: seed, for: .householdBeside)
    pauses = SeededRandom(seed: seed, for: .pauses)
    mayPause = pauses.chance(0.4)
    let (time, noticed) = (time, noticed)
    schema = HouseholdBug.schema
    store = try HubSQLite(path: ":memory:", maxWaitingWrites: 64, makeEpoch: { "epoch0" })
    hub = Hub(store: WatchedStore(store), schema: schema, now: { time.milliseconds })
    hub.observe { noticed.zones.formUnion($0.zones.keys) }
    for (index, name) in accounts.enumerated() {
      let account = Account(
        id: name, name: name, nameKey: name, displayName: name, passwordHash: "",
        isAdministrator: index == 0, createdAt: 0,
        personalZone: UUIDs.v7(milliseconds: time.milliseconds, using: &random))
      try store.write { writer in
        try writer.putAccount(account)
        try hub.createPersonalZone(for: account, writer: writer)
      }
      for number in 0..<(index == 2 ? 1 : 2) {
        try addDevice("\(name.prefix(1))\(number)", of: name, isHosted: index == 1 && number == 1)
      }
    }
  }

  private func addDevice(_ name: String, of account: AccountID, isHosted: Bool) throws {
    let skew: Int64 = random.pick([0, 0, -86_400_000, 3_600_000, 90_000_000])!
    devices.append(
      try SimulatedDevice(
        name: name, account: account, schema: schema, sql: Things.migrations,
        on: SimulatedDisks(), time: time,
        random: SeededRandom(seed: random.next()), skew: isHosted ? 0 : skew, isBeside: isHosted,
        observer: Index()))
    memories[name] = HouseholdMemory()
  }

  /// Everyone has a home with something in it, and the first one is shared.
  private func begin() throws {
    for device in devices where device.name.hasSuffix("0") {
      try sync(device, isFaulty: false)
      try act(.addHome, on: device, in: "", others: [])
      try sync(device, isFaulty: false)
      guard let home = try homes(of: device).first?.id else { continue }
      for action: HouseholdAction in [.addItem, .addItem, .addLocation, .addPhoto] {
        try act(action, on: device, in: home, others: [])
      }
      try sync(device, isFaulty: false)
    }
    guard let home = try homes(of: devices[0]).first?.id else { return }
    for (index, account) in accounts.dropFirst().enumerated() {
      let role: Role = index == 0 ? .readWrite : random.pick([.readWrite, .readOnly])!
      try makeInvite(in: home, by: accounts[0], role: role, uses: 1)
      try hub.redeem(inviteID: invites.last!, by: account)
    }
    for device in devices { try sync(device, isFaulty: false) }
  }

  func homes(of device: SimulatedDevice) throws -> [ZoneRow] {
    try device.zones.filter { $0.kind == .home }
  }

  // MARK: The history

  private func live() throws {
    for number in 0..<random.number(60..<150) {
      report.steps += 1
      time.milliseconds += Int64(random.number(1..<20)) * 1000
      guard let device = random.pick(devices) else { return }
      if mayPause, pauses.chance(0.04) { try turnSharing() }
      try step(device, number)
      try deliver()
      if random.chance(0.1) { try checkDevice(random.pick(devices)!) }
    }
  }

  /// An administrator pauses sharing, or lets it go on; devices hear of it sooner or later.
  private func turnSharing() throws {
    let isPaused = try hub.sharingFlag().state == .killed
    try hub.changeSharingFlag(.init(state: isPaused ? .open : .killed), by: .commandLine)
    fault(isPaused ? "sharing goes on" : "sharing paused")
    for device in devices where pauses.chance(0.3) { device.replica.resumePaused() }
  }

  private func step(_ device: SimulatedDevice, _ number: Int) throws {
    switch random.unit() {
    case ..<0.48: try actSomehow(device)
    case ..<0.80:
      if device.awayUntil < number { try sync(device, isFaulty: true) }
      if random.chance(0.08) {
        device.awayUntil = number + random.number(10..<50)
        fault("offline")
      }
    case ..<0.82: try wishDeletion(device)
    case ..<0.83: try wishMerge(device)
    case ..<0.86: try bringBack()
    case ..<0.89: try share()
    case ..<0.93: try redeem(device)
    case ..<0.96:
      fault("device crash")
      try device.restart()
    case ..<0.98:
      fault("clock jump")
      if !device.isBeside {
        device.skew += random.pick([-100_000_000, 100_000_000, 50_000])!
      }
    default: try trim()
    }
  }

  func actSomehow(_ device: SimulatedDevice) throws {
    guard let home = random.pick(try homes(of: device)) else { return }
    if device.isBeside, beside.chance(0.4) { return try addMany(device, in: home.id) }
    let others = try homes(of: device).filter { $0.id != home.id }.map(\.id)
    try act(random.pick(HouseholdAction.weighted)!, on: device, in: home.id, others: others)
    try checkView(device)
  }

  /// Carries out a use case, as a page of the program would: what it refuses is shown to its
  /// person.
  func act(
    _ action: HouseholdAction, on device: SimulatedDevice, in home: ZoneID, others: [ZoneID]
  ) throws {
    if action == .startFresh { return try startFresh(device, keeping: home) }
    let memory = memories[device.name]!
    let person = HouseholdPerson(device: device, memory: memory, home: home, others: others)
    let count = memory.bin.count
    // As pages do: who has deleted something can have it back only once the deletion is kept. Where
    // its write stopped, nothing was deleted; somebody else may move it to a home that is not seen
    // here, and it would be put where it was as if it were gone.
    if try !write(device, action.rawValue, { try person.perform(action, $0) }) {
      memory.bin.removeLast(max(0, memory.bin.count - count))
    }
  }

  /// Runs a use case on a device, which may stop at any statement of it. Whether the device has
  /// kept what it wrote.
  @discardableResult
  func write(
    _ device: SimulatedDevice, _ what: String, _ body: (WriteTransaction) throws -> Void
  ) throws -> Bool {
    do {
      if device.isBeside { return try writeBeside(device, relyingOn: .nothing, body) }
      let before = device.replica.lastNumber
      let crash = random.chance(0.04) ? random.number(0..<30) : nil
      if crash != nil { fault("crash in a write") }
      _ = try device.run(crashAfter: crash) { replica in try replica.write(body) }
      guard device.replica.lastNumber > before else { return false }
      kept.insert(ChangeSetID(replica: device.name, number: device.replica.lastNumber))
      return true
    } catch let error as SQLiteError {
      throw SimulationFailure("a use case keeps to its tables", "\(device.name) \(what): \(error)")
    } catch  where Self.isRefusal(error) {
      report.parked["\(what) not done", default: 0] += 1
      return false
    }
  }

  /// Whether a use case has said why it does not do what it was asked.
  static func isRefusal(_ error: any Error) -> Bool {
    let type = String(reflecting: type(of: error))
    return ["Household.", "Things."].contains { type.hasPrefix($0) }
  }

  private func wishDeletion(_ device: SimulatedDevice) throws {
    // The primary home cannot be deleted; sometimes somebody tries.
    let primary = try random.chance(0.9) ? PrimaryHome.find(in: device.connection) : nil
    guard device.task == nil,
      let home = random.pick(
        try homes(of: device).filter { $0.role == .owner && $0.id != primary })
    else { return }
    device.task = .deleteHome(home.id)
    device.tries = 0
  }

  private func trim() throws {
    guard let home = random.pick(try liveHomes()) else { return }
    fault("trim")
    try store.write { writer in
      guard let found = try writer.zone(home) else { return }
      let floor = max(found.floor, found.head - Int64(random.number(0..<8)))
      if floor > found.floor { try writer.trimLog(of: home, through: floor) }
    }
  }

  /// Homes that somebody is in, in their order.
  func liveHomes() throws -> [ZoneID] {
    let zones = try store.read { reader in
      try accounts.flatMap { try reader.memberships(of: $0).map(\.zone) }
    }
    return Set(zones.filter { $0.kind == .home }.map(\.id)).sorted()
  }
}
