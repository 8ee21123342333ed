import Replica
import SQLite
import SyncProtocol

/// One person's device in a simulation: the shipping replica on a database in memory, which may
/// have the tables already.
final class SimulatedDevice {
  /// What its person wants to get done with the hub's confirmation.
  enum Task: Equatable {
    case merge(from: ZoneID, into: ZoneID)
    case deleteHome(ZoneID)
    case decide(Decision)
  }

  /// Something that the hub decides, in one zone.
  struct Decision: Equatable {
    let zone: ZoneID
    let name: String
    let body: (WriteTransaction) throws -> Void

    static func == (one: Decision, other: Decision) -> Bool {
      (one.zone, one.name) == (other.zone, other.name)
    }
  }

  let name: String
  let account: AccountID
  let connection: Connection
  private let disks: SimulatedDisks
  let schema: SyncSchema
  let time: SimulatedTime
  private(set) var replica: Replica
  var random: SeededRandom
  private let ids: Replica.RandomSource
  private let observer: (any Replica.Observer)?
  private let clock: Clock
  /// It lives beside the hub: nothing is ever pending in it, and every write waits for the hub.
  let isBeside: Bool
  /// The process, by its generation, that waits for the hub's answer to an open rehearsal.
  private var awaitingGeneration: Int?
  /// How far its clock is ahead of the true one, milliseconds.
  var skew: Int64 {
    get { clock.skew }
    set { clock.skew = newValue }
  }
  var awayUntil = 0
  var task: Task?
  var tries = 0
  /// Counts restarts: a response to a process that is gone reaches nobody.
  private(set) var generation = 0
  /// The zones as they were read last, and how much had been changed by then.
  private var lastZones: (changes: Int64, rows: [ZoneRow])?
  /// How much had been changed in its file when its rows were last found to be right.
  private var rightSince: Int64?

  private final class Clock {
    var skew: Int64
    init(skew: Int64) { self.skew = skew }
  }

  init(
    name: String, account: AccountID, schema: SyncSchema, sql: [String], on disks: SimulatedDisks,
    time: SimulatedTime, random: SeededRandom, skew: Int64, isBeside: Bool = false,
    observer: (any Replica.Observer)? = nil
  ) throws {
    self.name = name
    self.account = account
    self.schema = schema
    self.time = time
    self.random = random
    self.observer = observer
    self.disks = disks
    connection = try disks.take(for: .device)
    try Migrations(sql + Replica.migrations).migrate(connection)
    ids = Replica.RandomSource(random)
    clock = Clock(skew: skew)
    self.isBeside = isBeside
    connection.didFlush = nil
    replica = try Self.open(
      connection, schema, account, name, time, ids, observer, clock, isBeside: isBeside)
    connection.didFlush = { [unowned self] in
      if hasFlushed { try flush() }
    }
  }

  private static func open(
    _ connection: Connection, _ schema: SyncSchema, _ account: AccountID, _ name: String,
    _ time: SimulatedTime, _ random: Replica.RandomSource, _ observer: (any Replica.Observer)?,
    _ clock: Clock, isBeside: Bool
  ) throws -> Replica {
    try Replica(
      connection: connection, schema: schema, accountID: account, incarnation: name,
      environment: .init(
        now: { time.milliseconds + clock.skew }, random: random, isAttended: !isBeside,
        minLargeMutations: isBeside ? minLargeMutations : Replica.minLargeMutations),
      observer: observer)
  }

  /// Beside the hub, so that small histories have large transactions.
  static let minLargeMutations = 2

  private func open() throws -> Replica {
    let incarnation = try connection.first("SELECT incarnation FROM syncState") { $0.text(0) }
    return try Self.open(
      connection, schema, account, incarnation ?? name, time, ids, observer, clock,
      isBeside: isBeside)
  }

  /// Runs `body`; with `countdown` the process stops before that many further statements.
  /// Returns `nil` when it stopped.
  func run<Result>(crashAfter countdown: Int?, _ body: (Replica) throws -> Result) throws -> Result?
  {
    if var left = countdown {
      connection.injectedFailure = { _ in
        left -= 1
        return left < 0 ? SimulatedCrash() : nil
      }
    }
    defer { connection.injectedFailure = nil }
    do {
      return try body(replica)
    } catch is SimulatedCrash {
      connection.injectedFailure = nil
      connection.rollback()
      try restart()
      return nil
    }
  }

  /// The process stops and starts again on the same file.
  func restart() throws {
    generation += 1
    // What was open goes with the process.
    connection.rollback()
    replica = try open()
  }

  /// What its disk holds for certain, once it was flushed.
  private var disk: RowCopy.Rows?
  /// When what waits there, was refused or was accepted was written.
  private(set) var flushedTimes: Set<HybridTime> = []

  /// From now on its disk holds what it holds.
  func flush() throws {
    guard !connection.isInTransaction else { return }
    disk = try disks.rows(of: connection, for: .device)
    let bodies = try connection.query(
      """
      SELECT body FROM syncPending WHERE \(ChangeSetState.isPending)
      UNION ALL SELECT body FROM syncParked
      UNION ALL SELECT body FROM syncAcknowledged
      """
    ) { $0.blob(0) }
    flushedTimes = Set(try bodies.map { try ChangeSet(wireBytes: $0).time })
  }

  var hasFlushed: Bool { disk != nil }

  /// What waits and why, for whoever reads why a history has failed.
  func pendingNotes() throws -> [String] {
    try connection.query("SELECT number, state, answer FROM syncPending ORDER BY number") {
      let answer = $0.isNull(2) ? "" : String(decoding: $0.blob(2), as: UTF8.self)
      return "\($0.integer(0)) \($0.text(1)) \(answer)"
    }
  }

  /// The power is cut: what was not on its disk is gone. The process starts again on the same file.
  func cutPower() throws {
    connection.rollback()
    if let disk { try disks.putBack(disk, to: connection, for: .device) }
    lastZones = nil
    try restart()
  }

  /// Whether the hub's answer to an open rehearsal is under way: until it is here or lost, nothing
  /// else is sent or pulled.
  var isAwaiting: Bool {
    get { awaitingGeneration == generation }
    set { awaitingGeneration = newValue ? generation : nil }
  }

  /// Zones that were taken anew in vain: the others go on without them.
  var leftBehind: Set<ZoneID> {
    get throws { Set(try replica.zonesAside().filter { $0.tries > 0 }.map(\.zone)) }
  }

  /// Zones that a restored hub has forgotten, and that stay here.
  var forgotten: Set<ZoneID> {
    get throws {
      Set(try replica.zonesAside().filter { $0.reason == .forgotten }.map(\.zone))
    }
  }

  /// Whether a rehearsal is open: what others read does not have it.
  var hasOpenRehearsal: Bool { connection.isInTransaction }

  /// Runs a check of its rows, unless they are those that have passed it.
  func whenChanged(_ check: () throws -> Void) throws {
    let changes = connection.totalChanges
    if rightSince == changes { return }
    try check()
    rightSince = changes
  }

  // MARK: What its person sees

  /// Read anew when anything was changed in its file.
  var zones: [ZoneRow] {
    get throws {
      // What is read inside a transaction may be taken back, and nothing would tell.
      guard !connection.isInTransaction else { return try ZoneRow.all(in: connection) }
      let changes = connection.totalChanges
      if let lastZones, lastZones.changes == changes { return lastZones.rows }
      let rows = try ZoneRow.all(in: connection)
      lastZones = (changes, rows)
      return rows
    }
  }

  /// Those that others may be in.
  var shared: [ZoneRow] {
    get throws { try zones.filter { $0.kind != .personal } }
  }

  /// Whether something that it wrote of a record is not confirmed.
  func isWaiting(to change: RecordKey) throws -> Bool {
    let bodies = try connection.query(
      "SELECT body FROM syncPending WHERE \(ChangeSetState.isPending)"
    ) { $0.blob(0) }
    return try bodies.contains { body in
      try ChangeSet(wireBytes: body).mutations.contains { $0.key == change }
    }
  }

  func ids(_ table: String, in zone: ZoneID, where condition: String = "1") throws -> [String] {
    let column = schema.table(table)?.zoneColumn ?? "homeID"
    return try connection.query(
      "SELECT id FROM \(table) WHERE \(column) = ? AND \(condition) ORDER BY id", .text(zone)
    ) { $0.text(0) }
  }

  /// One of the zone's records; often the first one, so that people meet.
  func pick(_ table: String, in zone: ZoneID, where condition: String = "1") throws -> String? {
    let ids = try ids(table, in: zone, where: condition)
    return random.chance(0.4) ? ids.first : random.pick(ids)
  }
}

/// The clock of a simulation.
final class SimulatedTime: @unchecked Sendable {
  // @unchecked because a history runs on one thread.
  var milliseconds: Int64 = 1_750_000_000_000
}
