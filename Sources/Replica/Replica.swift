import SQLite
import SyncProtocol

/// One account's replica: everything it may see, in one SQLite file, with what it has written and
/// the hub has not confirmed yet.
///
/// The core is synchronous and knows no network: it makes requests and takes in responses, and a
/// driver carries them. It belongs to one thread at a time (see `ReplicaFile`). What it shows is
/// always what the hub has confirmed, at one moment, plus its own pending changes.
public final class Replica {
  /// Told which records have changed, inside the transaction that changed them, so that what is
  /// derived from them (a search index) can follow.
  public protocol Observer {
    func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws
  }

  /// What the replica needs from outside.
  public struct Environment {
    /// The wall clock, milliseconds since 1970.
    public var now: () -> Int64
    public let random: RandomSource
    /// Whether a person looks at what is parked here. Nobody does beside a hub: what comes there
    /// too late to be told is not kept.
    public let isAttended: Bool
    /// What tells one boot of this machine from any other.
    public let boot: String
    /// How many mutations of a hub-confirmed transaction make it a large one, after which the next
    /// is expected to be large, too, and is kept open here while the hub judges it.
    public let minLargeMutations: Int

    public init(
      now: @escaping () -> Int64 = WallClock.nowMilliseconds,
      random: RandomSource = RandomSource(), isAttended: Bool = true, boot: String? = nil,
      minLargeMutations: Int = Replica.minLargeMutations
    ) {
      self.boot = boot ?? Incarnation.boot
      self.now = now
      self.random = random
      self.isAttended = isAttended
      self.minLargeMutations = minLargeMutations
    }
  }

  /// A generator that goes on where it was, whoever holds it.
  public final class RandomSource: RandomNumberGenerator {
    private var generator: any RandomNumberGenerator

    public init(_ generator: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
      self.generator = generator
    }

    public func next() -> UInt64 { generator.next() }
  }

  /// How long accepted change sets are kept, to be pushed again should the hub lose them.
  static let acknowledgedMilliseconds: Int64 = 14 * 86_400_000

  public let connection: Connection
  public let schema: SyncSchema
  public let accountID: AccountID
  let environment: Environment
  let observer: (any Observer)?
  let tables: LocalTables
  let capture: Capture
  var state: StateRow
  /// The pull under way, in memory: a crash begins it anew.
  var pullSession: PullSession?
  var lastSerial: Int64 = 0
  /// How far it is in handing back, and the kept rows of the request under way.
  var handBack = HandBackProgress.all(isNew: false)
  var handingBack: (serial: Int64, ids: [Int64])?
  /// How often the request under way has failed at the hub.
  var handBackFailures = 0
  /// What the hub has put off, by the reason; nothing for a reason without any.
  var postponed: [PostponedChanges.Reason: PostponedChanges] = [:]
  /// Whether a power cut leaves the incarnation, and what was numbered anew under it.
  var isIncarnationDurable = false
  /// The number of the last hub-confirmed transaction.
  var lastConfirmed: Int64?
  /// The hub-confirmed transaction under way; `nil` when there is none, or when it must be read.
  var underWay: UnderWay?
  /// Mutations of the last hub-confirmed transaction.
  var lastConfirmedCount = 0
  /// Of the write-ahead log, after which a commit moves them into the file.
  var checkpointPages = ReplicaFile.checkpointPages
  /// Whether records are kept aside, and the zones to be loaded anew because one fits by now; of
  /// the pull that is being applied.
  var hasQuarantined = false
  var zonesToReload: Set<ZoneID> = []
  /// Pending rows as they were read last, in the order of their numbers.
  var knownPending: [PendingRow] = []
  /// What they take in the file.
  var knownPendingBytes = 0
  /// Records changed in the open transaction.
  var changedKeys: Set<RecordKey> = []

  /// Opens the replica in a migrated file, creating its state for `accountID` when there is none.
  ///
  /// - Parameter incarnation: the id under which this copy of the file numbers its change sets. A
  ///   file that was copied or restored must come back under a new one.
  public init(
    connection: Connection, schema: SyncSchema, accountID: AccountID, incarnation: String,
    environment: Environment, observer: (any Observer)? = nil
  ) throws {
    self.connection = connection
    self.schema = schema
    self.accountID = accountID
    self.environment = environment
    self.observer = observer
    tables = LocalTables(connection: connection, schema: schema)
    state = try StateRow.load(
      connection, accountID: accountID, incarnation: incarnation, schema: schema)
    capture = try Capture(connection: connection, schema: schema)
    try adoptUnknown()
    try forgetExpired(acceptedNow)
    // Nobody waits for a hub-confirmed transaction any more, and nobody must be surprised by it.
    if try !isConfirmed() { try tellConfirmations(.restarted(isAttended: environment.isAttended)) }
  }

  /// The tables the engine needs beside the domain's; run after the domain's own migrations.
  public static let migrations: [String] = [
    ReplicaSchema.sql + TableSchema.hubOwnedSQL, ReplicaSchema.aside,
    ReplicaSchema.acknowledgedByTime, ReplicaSchema.states, ReplicaSchema.sealed,
  ]

  // MARK: Writing

  /// Runs a use case and keeps what it wrote as a pending change set, in one commit.
  public func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try transaction {
      let (result, changes) = try captured(body)
      try enqueue(changes, time: tick())
      return result
    }
  }

  /// Runs `body` with capture on and returns what it changed. The transaction stays open.
  func captured<Result>(
    _ body: (WriteTransaction) throws -> Result
  ) throws -> (Result, [Capture.Change]) {
    capture.begin()
    defer { capture.end() }
    let transaction = WriteTransaction(
      connection: connection, accountID: accountID, nowMilliseconds: environment.now(),
      random: environment.random, isNewZone: { [capture] in capture.hasInsertedRoot($0) })
    let result = try body(transaction)
    capture.end()
    return (result, try capture.changes(tables, combined: transaction.combined))
  }

  /// Appends a change set to the pending ones; does nothing when nothing has changed.
  func enqueue(_ changes: [Capture.Change], time: HybridTime) throws {
    guard !changes.isEmpty else { return }
    let changeSet = try makeChangeSet(changes.compactMap(\.mutation), time: time)
    for change in changes {
      for register in change.aggregates {
        try tables.setVersion(changeSet.id, of: change.undo.effect.key, register)
      }
    }
    try addNewZones(of: changeSet)
    try insertPending(changeSet, undo: changes.map(\.undo))
    changedKeys.formUnion(changes.map(\.undo.effect.key))
    try state.save(connection)
  }

  /// A change set of the next number, under the grants that are known now.
  ///
  /// - Parameter number: one that was used up for it before.
  func makeChangeSet(
    _ mutations: [Mutation], number: Int64? = nil, time: HybridTime,
    preconditions: [Precondition] = []
  ) throws -> ChangeSet {
    guard mutations.count <= ChangeSet.maxMutations else { throw Refusal(.limit, nil, "mutations") }
    // Neighbours are mostly of one table and one zone, and there may be very many of them.
    var table = ""
    var zones: Set<ZoneID> = []
    var lastZone: ZoneID?
    for mutation in mutations {
      if mutation.table != table {
        table = mutation.table
        if schema.table(table)?.isHubOwned ?? true { throw Refusal(.hubOwned, mutation.key) }
      }
      if mutation.destination != nil {
        zones.formUnion(mutation.zones)
      } else if mutation.zone != lastZone {
        lastZone = mutation.zone
        zones.insert(mutation.zone)
      }
    }
    if number == nil { state.lastNumber += 1 }
    let id = ChangeSetID(replica: state.incarnation, number: number ?? state.lastNumber)
    var grants: [ZoneID: String] = [:]
    for zone in zones {
      if let row = try ZoneRow.find(zone, in: connection) { grants[zone] = row.grantID }
    }
    return ChangeSet(
      id: id, time: time, grants: grants, preconditions: preconditions, mutations: mutations)
  }

  /// Zones whose roots this change set inserts are its author's until the hub says otherwise.
  func addNewZones(of changeSet: ChangeSet) throws {
    let kinds = Dictionary(
      schema.zoneKinds.map { ($0.value.rootTable, $0.key) }, uniquingKeysWith: { kind, _ in kind })
    for mutation in changeSet.mutations where mutation.kind == .insert {
      // A record in its own zone is that zone's root.
      guard mutation.zone == mutation.id, let kind = kinds[mutation.table] else { continue }
      try connection.execute(
        """
        INSERT INTO syncZones (id, kind, role, grantID, sequence, state)
        VALUES (?, ?, 'owner', ?, 0, 'new') ON CONFLICT (id) DO NOTHING
        """, .text(mutation.id), .text(kind.rawValue), .text(changeSet.id.description))
    }
  }

  func insertPending(_ changeSet: ChangeSet, undo: [LocalUndo]) throws {
    let (body, undo) = (changeSet.wireBytes, undo.wireBytes)
    let (next, _) = try ChangeSetState.gone.next(.written)
    try store(next, of: changeSet, from: .gone, body: body, undo: undo)
    know(PendingRow(changeSet, body: body, undo: undo))
  }

  func tick() -> HybridTime {
    state.clock.tick(wallMilliseconds: environment.now() + state.clockOffset)
  }

  /// One write transaction. When it fails, what is in memory goes back to what the file says.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try interruptRehearsal()
    changedKeys = []
    do {
      return try connection.transaction {
        let result = try body()
        if !changedKeys.isEmpty {
          try observer?.recordsChanged(changedKeys, in: connection)
        }
        return result
      }
    } catch {
      capture.end()
      underWay = nil
      state = try StateRow.reload(connection)
      throw error
    }
  }
}

extension Mutation {
  /// The zones it touches.
  package var zones: [ZoneID] {
    guard kind == .move || kind == .delete, let destination else { return [zone] }
    return [zone, destination.zone]
  }
}
