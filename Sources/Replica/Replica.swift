import SQLite
import SyncProtocol

/// One account's replica: everything that the account may see, in one SQLite file, together with
/// its changes that the hub has not confirmed yet.
///
/// The core is synchronous and knows no network: it makes requests and takes in responses, and a
/// driver carries them. It is used by one thread at a time (see `ReplicaFile`). It always shows the
/// state that the hub confirmed at one moment, plus its own pending changes.
public final class Replica {
  /// Told which records have changed, inside the transaction that changed them, so that derived
  /// data such as a search index can follow.
  public protocol Observer {
    func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws
  }

  /// The replica's inputs from outside.
  public struct Environment {
    /// The wall clock, milliseconds since 1970.
    public var now: () -> Int64
    public let random: RandomSource
    /// Whether a person looks at parked changes here. Beside a hub nobody does: a refusal that
    /// comes too late for its author is not kept.
    public let isAttended: Bool
    /// An id of this boot of the machine; see `Incarnation`.
    public let boot: String
    /// The number of mutations from which a hub-confirmed transaction counts as large. After a
    /// large one the next is expected to be large too, and stays open here while the hub judges it.
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

  /// A random generator that all its holders share, so that no numbers are repeated.
  public final class RandomSource: RandomNumberGenerator {
    private var generator: any RandomNumberGenerator

    public init(_ generator: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
      self.generator = generator
    }

    public func next() -> UInt64 { generator.next() }
  }

  /// How long accepted change sets are kept, to be pushed again if the hub loses them.
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
  /// How far handing back has come, and the kept rows of the request under way.
  var handBack = HandBackProgress.all(isNew: false)
  var handingBack: (serial: Int64, ids: [Int64])?
  /// How many times handing back has failed at the hub in a row.
  var handBackFailures = 0
  /// The change sets that the hub has postponed, by reason.
  var postponed: [PostponedChanges.Reason: PostponedChanges] = [:]
  /// Whether the incarnation, and the numbers given under it, would survive a power cut.
  var isIncarnationDurable = false
  /// The number of the last hub-confirmed transaction.
  var lastConfirmed: Int64?
  /// The hub-confirmed transaction under way; `nil` if there is none or if it must be read again.
  var underWay: UnderWay?
  /// The number of mutations of the last hub-confirmed transaction.
  var lastConfirmedCount = 0
  /// The number of pages of the write-ahead log at which a commit moves the log into the file.
  var checkpointPages = ReplicaFile.checkpointPages
  /// For the pull that is being applied: whether records are kept aside, and the zones to be loaded
  /// anew because one of these now fits.
  var hasQuarantined = false
  var zonesToReload: Set<ZoneID> = []
  /// The pending rows as they were last read, ordered by number.
  var knownPending: [PendingRow] = []
  /// Their size in the file, in bytes.
  var knownPendingBytes = 0
  /// Records changed in the open transaction.
  var changedKeys: Set<RecordKey> = []

  /// Opens the replica in a migrated file, and creates its state for `accountID` if there is none.
  ///
  /// - Parameter incarnation: the id under which this copy of the file numbers its change sets. A
  ///   file that was copied or restored needs a new one.
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
    // Nobody waits for a hub-confirmed transaction any more, and it must not surprise anyone later.
    if try !isConfirmed() { try tellConfirmations(.restarted(isAttended: environment.isAttended)) }
  }

  /// The migrations of the engine's own tables; in a replica's file they run before the domain's.
  public static let migrations: [String] = [
    ReplicaSchema.sql + TableSchema.hubOwnedSQL, ReplicaSchema.aside,
    ReplicaSchema.acknowledgedByTime, ReplicaSchema.states, ReplicaSchema.sealed,
  ]

  // MARK: Writing

  /// Runs a use case and stores its writes as a pending change set, in one commit.
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

  /// Appends a change set to the pending ones; does nothing if nothing has changed.
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

  /// A change set with the next number and the grants known now.
  ///
  /// - Parameter number: a number that was reserved for it earlier.
  func makeChangeSet(
    _ mutations: [Mutation], number: Int64? = nil, time: HybridTime,
    preconditions: [Precondition] = []
  ) throws -> ChangeSet {
    guard mutations.count <= ChangeSet.maxMutations else { throw Refusal(.limit, nil, "mutations") }
    // Neighbouring mutations mostly share a table and a zone, and there may be very many of them.
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

  /// Makes the author the owner of the zones whose roots a change set inserts, until the hub
  /// answers.
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

  /// Runs one write transaction. If it fails, the state in memory is read again from the file.
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
  /// The zones that the mutation touches.
  package var zones: [ZoneID] {
    guard kind == .move || kind == .delete, let destination else { return [zone] }
    return [zone, destination.zone]
  }
}
