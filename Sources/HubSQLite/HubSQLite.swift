import Glibc
import Hub
import SQLite
import SyncProtocol
import Synchronization
import Threads

/// A hub's store in one SQLite file.
///
/// Readers take a connection from a pool and run on the caller's thread. Writers that wait at the
/// same time share one commit, see `CommitQueue`. Both block, so call them from a thread that may
/// block. With the path ":memory:" all calls share one connection, one at a time.
public final class HubSQLite: HubMaintenance {
  /// The most writes that may wait; further ones fail with `HubStoreError.busy`.
  public static let maxWaitingWrites = 64

  /// The writer's cache in KiB. Ids come in no order, so a commit of many records touches pages all
  /// over the indexes.
  static let writerCacheKibibytes = 32 << 10
  /// The write-ahead log is moved into the file when it has this many pages (16 MiB), so that a
  /// page which several commits change is moved once.
  static let checkpointPages = 4000

  /// How long one caller may use the writer while others wait and, below, in any case: everything
  /// in one commit must be flushed at once.
  static let sharedTurn = Duration.milliseconds(20)
  static let longestTurn = Duration.milliseconds(200)

  enum Backing: Sendable {
    case file(Database)
    case memory(Lock<MemoryConnection>, MemoryConnection)
  }

  /// The connection of a store in memory. `@unchecked Sendable` because it is only used under the
  /// lock beside it in `Backing`, and by simulations, which have one thread.
  final class MemoryConnection: @unchecked Sendable {
    let connection: Connection
    /// Asked after each change set of a push, in place of measuring time.
    var isTurnOver: () -> Bool = { false }
    init(_ connection: Connection) { self.connection = connection }
  }

  /// The path of the file; `:memory:` for a store that is gone afterwards.
  public let path: String
  let backing: Backing
  private let commits: CommitQueue
  /// The clock that measures turns.
  private let clock: @Sendable () -> ContinuousClock.Instant
  /// Whether the last write found no room.
  private let lacksRoom = Atomic(false)
  /// More than a write needs: the log, which grows to 16 MiB, and the file that it is moved into.
  private static let minFreeBytes: UInt64 = 64 << 20

  /// Opens the store, creating it if there is none at `path`.
  ///
  /// A file that was not closed properly is checked first. Throws `HubStoreError`, and leaves the
  /// file unchanged, if it is damaged, newer than this program, or not that of a hub.
  public convenience init(path: String) throws {
    try self.init(path: path, maxWaitingWrites: Self.maxWaitingWrites)
  }

  /// Opens the store with inputs for simulations.
  ///
  /// - Parameters:
  ///   - makeEpoch: makes the epoch of a new hub.
  ///   - clock: measures turns.
  ///   - size: the size in bytes of the file with a suffix appended to its name; `nil` to ask the
  ///     file system.
  package init(
    path: String, maxWaitingWrites: Int, makeEpoch: () -> String = HubState.randomEpoch,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    size: ((_ suffix: String) -> Int)? = nil
  ) throws {
    self.path = path
    self.clock = clock
    commits = CommitQueue(maxWaiting: maxWaitingWrites)
    do {
      if path == ":memory:" {
        backing = try Self.memory(Connection(path: path, durability: .off))
      } else {
        try Self.inspect(path, size: size ?? { Self.fileSize(path + $0) })
        let database = try Database(
          path: path, migrations: HubSQLiteSchema.migrations, durability: .full)
        try database.withWriter {
          try $0.setCache(kibibytes: Self.writerCacheKibibytes)
          try $0.setCheckpoint(pages: Self.checkpointPages)
        }
        backing = .file(database)
      }
      try withWriter { try Self.makeState($0, makeEpoch: makeEpoch) }
    } catch let error as SQLiteError {
      throw Self.storeError(error, path: path)
    }
  }

  /// A store on a database in memory that simulations use one after the other. The database has no
  /// rows, and may have the tables already.
  package init(
    connection: Connection, maxWaitingWrites: Int, makeEpoch: () -> String
  ) throws {
    path = ":memory:"
    clock = { .now }
    commits = CommitQueue(maxWaiting: maxWaitingWrites)
    backing = try Self.memory(connection)
    try Self.makeState(connection, makeEpoch: makeEpoch)
  }

  private static func memory(_ connection: Connection) throws -> Backing {
    try HubSQLiteSchema.migrations.migrate(connection)
    let memory = MemoryConnection(connection)
    return .memory(Lock(memory), memory)
  }

  public func read<Result>(_ body: (any HubReader) throws -> Result) throws -> Result {
    do {
      switch backing {
      case .file(let database): return try database.read { try body(HubSQLiteTransaction($0)) }
      case .memory(let lock, _):
        return try lock.withLock { memory in
          try memory.connection.transaction(.deferred) {
            try body(HubSQLiteTransaction(memory.connection))
          }
        }
      }
    } catch let error as SQLiteError {
      throw Self.storeError(error, path: path)
    }
  }

  /// Runs `body`, perhaps on another caller's thread, and commits it.
  public func write<Result>(
    for account: AccountID?, weight: Int, _ body: (any HubWriter) throws -> Result
  ) throws -> Result {
    var result: Result?
    do {
      try withoutActuallyEscaping({ writer in result = try body(writer) }) { body in
        try commits.run(for: account, weight: weight, body) { jobs in
          self.withWriter { self.commit(jobs, on: $0) }
        }
      }
    } catch let error as SQLiteError {
      if error.isStorage { lacksRoom.store(true, ordering: .relaxed) }
      throw Self.storeError(error, path: path)
    }
    lacksRoom.store(false, ordering: .relaxed)
    guard let result else { preconditionFailure("a write was acknowledged that never ran") }
    return result
  }

  public var mayLackRoom: Bool {
    if lacksRoom.load(ordering: .relaxed) { return true }
    var info = statvfs()
    guard case .file = backing, statvfs(path, &info) == 0 else { return false }
    return UInt64(info.f_bavail) * UInt64(info.f_frsize) < Self.minFreeBytes
  }

  /// Runs one body. If it leaves a dangling reference, only it fails, not its whole group.
  private func perform(_ body: CommitQueue.Body, on connection: Connection) throws {
    try body(HubSQLiteTransaction(connection, turn: turn()))
    if connection.hasUnresolvedForeignKeys {
      throw HubStoreError.danglingReference
    }
  }

  /// Runs the jobs in one transaction, each in its own savepoint, and notes which of them fail. If
  /// the commit fails, or SQLite abandons the transaction, all of them fail.
  private func commit(_ jobs: [CommitQueue.Job], on connection: Connection) {
    do {
      try connection.transaction {
        if let job = jobs.first, jobs.count == 1 {
          job.run { try perform($0, on: connection) }
          if let failure = job.failure { throw failure }
          return
        }
        for job in jobs {
          job.run { body in try connection.savepoint { try perform(body, on: connection) } }
          if connection.isRolledBack { throw job.failure ?? GaveUp() }
        }
      }
    } catch {
      for job in jobs { job.fail(error) }
    }
  }

  private func turn() -> HubSQLiteTransaction.Turn {
    switch backing {
    case .memory(_, let memory): return HubSQLiteTransaction.Turn(isOver: memory.isTurnOver)
    case .file:
      let start = clock()
      return HubSQLiteTransaction.Turn { [commits, clock] in
        let taken = clock() - start
        guard taken > Self.sharedTurn else { return false }
        return taken > Self.longestTurn || commits.waitingCount > 0
      }
    }
  }

  /// SQLite rolled back the transaction, but the body that saw the error did not pass it on.
  private struct GaveUp: Error {}

  /// The writing connection, for tests that damage the store.
  package func withWriter<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    switch backing {
    case .file(let database): try database.withWriter(body)
    case .memory(let lock, _): try lock.withLock { try body($0.connection) }
    }
  }

  /// Makes a store in memory ask `isOver` after each change set whether the turn is over, so that
  /// simulations can cut pushes anywhere.
  package func endTurns(when isOver: @escaping () -> Bool) {
    guard case .memory(_, let memory) = backing else {
      preconditionFailure("only a store in memory ends turns by something else than time")
    }
    memory.isTurnOver = isOver
  }

  /// The number of writes that wait for a leader.
  package var waitingWrites: Int { commits.waitingCount }

  /// The single connection of a store in memory, for simulations that stop it between statements.
  package var connection: Connection {
    guard case .memory(_, let memory) = backing else {
      preconditionFailure("only a store in memory shows its connection")
    }
    return memory.connection
  }
}
