import SQLite
import SyncProtocol
import Threads

/// One account's replica in its file, for many threads: one writer at a time, and readers beside
/// it.
///
/// One process at a time has the file open: `NAME.lock` beside it keeps others out until this
/// object is released or its process ends.
///
/// Functions that block say so; the `async` functions block a thread of the given `ThreadPool`,
/// never one of the cooperative pool.
public final class ReplicaFile: Sendable {
  /// What a commit changed here, for search, live pages and the sync loop.
  public struct Notice: Sendable {
    public enum Origin: Sendable { case local, hub }
    public let origin: Origin
    /// Tables with changed records; empty when only the state of the sync has changed.
    public let tables: Set<String>
  }

  /// The replica, and the observer that hears of its changes.
  ///
  /// `@unchecked Sendable` because it is only used under the lock around it.
  private final class Core: @unchecked Sendable {
    let replica: Replica
    let relay: ChangeRelay
    /// The tables changed by a transaction that is not committed yet.
    var openTables: Set<String> = []

    init(_ replica: Replica, _ relay: ChangeRelay) {
      self.replica = replica
      self.relay = relay
    }
  }

  /// The write-ahead log is moved into the file when it has this many pages (16 MiB), so that a
  /// page which several commits change is moved once.
  static let checkpointPages = 4000
  /// The most syncs and confirmations of one file that may wait for their turn.
  static let maxWaitingSyncs = 256
  /// Idle connections that are kept for reading while shared zones are hidden.
  private static let maxIdleLeftOver = 2

  public let path: String
  public let accountID: AccountID
  public let schema: SyncSchema
  let pool: ThreadPool
  let machine: ReplicaMachine
  let gate = AsyncGate(maxWaiting: maxWaitingSyncs)
  private let core: Lock<Core>
  private let database: Database
  let hiding: Hiding?
  /// Reads what is visible while shared zones are hidden; opened on the first such read.
  private let leftOver: ReaderPool
  /// What amounts the account does not see; `nil` if the schema has none to hide.
  private let veil: AmountVeil?
  /// Reads without those amounts; opened on the first such read.
  private let veiled: ReaderPool
  private let observers = ObserverList<Notice>()
  /// See `changeNumber`. Starts at a random value, so that two openings of a file differ.
  private let changes = Lock(UInt64.random(in: 0...(1 << 52)))
  /// Released last.
  private let lock: any AnyObject & Sendable

  /// Opens or creates the file. Blocks.
  ///
  /// - Parameters:
  ///   - domain: the frozen migrations of the domain's tables, see `ReplicaFileSchema`.
  ///   - hiding: what `read` leaves out, and when; `nil` leaves out nothing.
  ///   - pool: where the `async` functions block.
  /// - Throws: `ReplicaFileError`; the file is then as it was.
  public convenience init(
    path: String, domain: Migrations, schema: SyncSchema, accountID: AccountID,
    environment: sending Replica.Environment = Replica.Environment(),
    observer: sending (any Replica.Observer)? = nil, hiding: Hiding? = nil,
    pool: ThreadPool
  ) throws(ReplicaFileError) {
    try self.init(
      path: path, domain: domain, schema: schema, accountID: accountID, environment: environment,
      observer: observer, hiding: hiding, pool: pool, on: .system)
  }

  /// The same on a given machine.
  package init(
    path: String, domain: Migrations, schema: SyncSchema, accountID: AccountID,
    environment: sending Replica.Environment, observer: sending (any Replica.Observer)?,
    hiding: Hiding?, pool: ThreadPool, on machine: ReplicaMachine
  ) throws(ReplicaFileError) {
    self.machine = machine
    let folder = machine.folder
    let databasePath = folder.databasePath(path)
    self.path = path
    self.accountID = accountID
    self.schema = schema
    self.pool = pool
    self.hiding = hiding
    leftOver = ReaderPool(path: databasePath, maxIdle: Self.maxIdleLeftOver) { connection in
      guard let hiding else { return }
      try HidingViews(hiding, schema: schema).setUp(connection)
    }
    let veil = AmountVeil(schema: schema, tables: hiding?.tables ?? [])
    self.veil = veil
    veiled = ReaderPool(path: databasePath, maxIdle: Self.maxIdleLeftOver) { connection in
      try veil?.setUp(connection)
    }
    do {
      try SalvageSwap(path: path, folder: folder).completeInterrupted()
      try ReplicaFileSchema.inspect(path, in: folder)
      lock = try folder.lock(path)
      let wasLeftOpen = ReplicaFileHealth.wasLeftOpen(path, in: folder)
      // Schema versions are kept apart from `PRAGMA user_version`, see `ReplicaFileSchema`.
      database = try Database(
        path: databasePath, migrations: Migrations([]),
        durability: isPlanted(.filesUnsynced) ? .off : .normal)
      let relay = ChangeRelay(observer)
      let replica = try database.withWriter { connection in
        try connection.setCheckpoint(pages: Self.checkpointPages)
        try ReplicaFileSchema.migrate(connection, domain: domain)
        try ReplicaFileHealth.inspect(
          connection, path: path, schema: schema, isThorough: wasLeftOpen)
        let incarnation = try Incarnation.settle(
          databasePath: path, in: folder, connection, random: environment.random,
          boot: environment.boot)
        try veil?.introduce(to: connection)
        return try Replica(
          connection: connection, schema: schema, accountID: accountID, incarnation: incarnation,
          environment: environment, observer: relay)
      }
      core = Lock(Core(replica, relay))
    } catch {
      throw ReplicaFileError(error, path: path)
    }
  }

  /// The schema versions of a file's two parts, the engine's and the domain's, if opening the file
  /// here would upgrade it; `nil` if it is up to date or does not exist. Writes nothing.
  package static func olderVersions(
    ofFile path: String, in folder: any ReplicaFolder = SystemFolder(), domain: Migrations
  ) throws(ReplicaFileError) -> (found: [Int], supported: [Int])? {
    do {
      guard let versions = try ReplicaFileSchema.versions(path, in: folder, domain: domain) else {
        return nil
      }
      let isOlder = zip(versions.found, versions.supported).contains { $0 < $1 }
      let isNewer = zip(versions.found, versions.supported).contains { $0 > $1 }
      return isOlder && !isNewer ? versions : nil
    } catch {
      throw ReplicaFileError(error, path: path)
    }
  }

  /// The connection that closes last moves the write-ahead log into the file; a reader cannot.
  deinit {
    leftOver.close()
    veiled.close()
  }

  /// Frees memory that can be rebuilt, for a file that stays open but is not used for now. Does not
  /// wait: what is in use stays.
  package func releaseMemory() {
    leftOver.close()
    veiled.close()
    database.closeIdleReaders()
    _ = core.withLockIfFree { $0.replica.connection.releaseMemory() }
  }

  /// Reads in one transaction: everything is of one moment. Hidden zones, and amounts that the
  /// account does not see, are left out. Runs on the calling thread.
  public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    // What is left over then is the account's own, and nobody's own amounts are hidden from them.
    if try isHiding, !isPlanted(.hiddenShown) { return try leftOver.read(body) }
    guard let veil else { return try database.read(body) }
    let plain = try database.read { connection -> Result? in
      try veil.isOn(in: connection) ? nil : .some(try body(connection))
    }
    if let plain { return plain }
    return try veiled.read(body)
  }

  /// The same including hidden zones: for upkeep of the file, never for showing anything.
  public func readAll<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try database.read(body)
  }

  /// Runs a use case and stores its writes as a pending change; for devices. Blocks.
  public func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try withReplica(.local) { try $0.write(body) }
  }

  /// The same from a task.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await pool.run { [self] in try withReplica(.local) { try $0.write(body) } }
  }

  /// How the replica stands with its hub. Runs on the calling thread.
  public func status() throws -> ReplicaStatus {
    try readAll { connection in
      let aside = try Replica.zonesAside(in: connection)
      return try connection.first(
        """
        SELECT (SELECT count(*) FROM syncPending WHERE \(ChangeSetState.isPending)),
          (SELECT count(*) FROM syncParked), lastContactAt, epoch = '' FROM syncState
        """
      ) { row in
        ReplicaStatus(
          pendingCount: Int(row.integer(0)), parkedCount: Int(row.integer(1)),
          lastContactAt: row.optionalInteger(2), isEmpty: row.bool(3), aside: aside)
      } ?? ReplicaStatus(pendingCount: 0, parkedCount: 0, lastContactAt: nil, isEmpty: true)
    }
  }

  /// The changes that the hub refused, oldest first. Blocks.
  public func parkedChanges() throws -> [ParkedChange] {
    try withReplica(.local) { try $0.parkedChanges() }
  }

  /// Makes a parked change again under a new id. Blocks.
  public func retry(parked number: Int64) throws {
    try withReplica(.local) { try $0.retry(number) }
    announceState(.local)
  }

  /// Forgets a parked change for good. Blocks.
  public func discard(parked number: Int64) throws {
    try withReplica(.local) { try $0.discard(number) }
    announceState(.local)
  }

  /// Removes a zone that a restored hub has forgotten (`ZoneAside.Reason.forgotten`) for good.
  /// Blocks.
  ///
  /// - Throws: `ReplicaError.notForgotten` for any other zone.
  public func discardForgotten(_ zone: ZoneID) throws {
    try withReplica(.local) { try $0.discardForgotten(zone) }
    announceState(.local)
  }

  /// A number that differs after each commit that changed records, and before the observers hear of
  /// it.
  ///
  /// Read before the records, it tells later whether they may have changed, even inside a write
  /// transaction. It has no other meaning, and none to another process.
  public var changeNumber: UInt64 { changes.withLock { $0 } }

  /// Calls `body` after each commit, on the committing thread, until the observation is released.
  /// It must not wait, and must not write to this file.
  public func observe(_ body: @escaping @Sendable (Notice) -> Void) -> Observation {
    observers.add(body)
  }

  // MARK: For the rest of the module

  /// Uses the replica alone. Blocks.
  func withReplica<Result>(
    _ origin: Notice.Origin, _ body: (Replica) throws -> Result
  ) throws -> Result {
    let (result, tables) = try core.withLock { core in
      core.relay.tables = core.openTables
      core.openTables = []
      let result: Result
      do {
        result = try body(core.replica)
      } catch {
        // It may have changed something before it failed.
        changes.withLock { $0 += 1 }
        throw error
      }
      if !core.replica.isRehearsing {
        // Changed under the lock, so that the next writer sees the new number.
        if !core.relay.tables.isEmpty { changes.withLock { $0 += 1 } }
        return (result, core.relay.tables)
      }
      // Changes of an open transaction are announced when it is committed.
      core.openTables = core.relay.tables
      return (result, [])
    }
    if !tables.isEmpty {
      observers.announce(Notice(origin: origin, tables: tables))
    }
    return result
  }

  /// The same from a task.
  func onPool<Result: Sendable>(
    _ body: @escaping @Sendable (Replica) throws -> Result
  ) async throws -> Result {
    try await pool.run { [self] in try withReplica(.hub, body) }
  }

  func announceState(_ origin: Notice.Origin) {
    observers.announce(Notice(origin: origin, tables: []))
  }
}

/// Why a replica's file cannot be used.
public enum ReplicaFileError: Error, Equatable, Sendable {
  /// The file is damaged; the hub's data can be loaded into a new one.
  case corrupt(path: String)
  /// A part of the schema was written by a newer version of the program.
  case newerVersion(part: String, found: Int, supported: Int)
  /// A database of another kind.
  case notAReplica(path: String)
  /// The replica of another account.
  case foreignAccount(AccountID)
  /// Another process has the file open; `process` is its id if known. Open the file again when that
  /// process has ended.
  case inUse(path: String, process: Int32?)
  /// The disk is full, or the file system refuses.
  case storage(path: String, message: String)
  /// Anything else; a bug of this program.
  case failed(path: String, message: String)

  init(_ error: any Error, path: String) {
    switch error {
    case let error as ReplicaFileError: self = error
    case let error as StateRow.ForeignFile: self = .foreignAccount(error.accountID)
    case let error as SQLiteError where error.isCorrupt: self = .corrupt(path: path)
    // Content that the engine itself has stored cannot be read.
    case is WireError, is ChangeSetState.Unreadable: self = .corrupt(path: path)
    case let error as SQLiteError where error.isStorage || error.isBusy:
      self = .storage(path: path, message: error.message)
    default: self = .failed(path: path, message: "\(error)")
    }
  }
}

/// Collects the tables that the open transaction has changed, and passes the changes on to an
/// observer.
final class ChangeRelay: Replica.Observer {
  private let next: (any Replica.Observer)?
  var tables: Set<String> = []

  init(_ next: (any Replica.Observer)?) { self.next = next }

  func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
    try next?.recordsChanged(keys, in: connection)
    for key in keys { tables.insert(key.table) }
  }
}
