import CSQLite

/// One SQLite connection.
///
/// Not `Sendable`: whoever owns it (a lock, a writer thread, a slot of a reader pool) decides who
/// may use it. Statements are prepared once and kept.
///
/// The properties that every statement touches are not checked for overlapping access at run time:
/// the check would cost as much as finding the statement. No overlap is possible, because no code
/// in this file calls out while it changes one of them.
public final class Connection {
  /// Whether a connection may write.
  public enum Mode: Sendable {
    case readWrite, readOnly
    /// Reads a file that nobody writes to, such as a backup, and creates no file beside it. A
    /// write-ahead log beside the file is not read.
    case immutable
  }

  /// Which failures a commit survives: `full` a power cut; `normal` a killed process, though a
  /// power cut may lose the last commits, never the file; `off` promises neither.
  public enum Durability: String, Sendable { case full = "FULL", normal = "NORMAL", off = "OFF" }

  /// Switches off SQLite's count of its memory, which nobody reads and which takes a process-wide
  /// lock for each allocation. Has no effect when another library has already used SQLite in this
  /// process.
  private static let isLibraryConfigured =
    hearth_sqlite3_config_int(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK

  /// How long a statement waits for a lock that another connection holds, in milliseconds.
  public static let busyMilliseconds: Int32 = 10_000
  /// The size of a connection's page cache, in KiB.
  public static let standardCacheKibibytes = 4096
  /// The size during a transaction that writes very much.
  package static let largeCacheKibibytes = 32 << 10
  /// The write-ahead log beyond which such a transaction's commit moves it into the file: 64 MiB.
  package static let largeCheckpointPages = 16_000

  private let durability: Durability
  /// SQLite's own handle, for calls that this type does not offer.
  public let handle: OpaquePointer
  @exclusivity(unchecked) private var statements = StatementCache()
  @exclusivity(unchecked) private(set) public var isInTransaction = false
  private var savepointDepth = 0
  /// How much a connection keeps before it writes, or moves it on.
  private struct Room {
    /// Of the page cache.
    var kibibytes: Int
    /// Of the write-ahead log, beyond which a commit moves it into the file.
    var pages = 1000
  }
  private var room: Room
  /// What it is again when the open transaction has ended; `nil` if it stays.
  private var roomAfterwards: Room?
  /// The table shapes read so far, and the schema version they were read at.
  var shapes: (schema: Int64, tables: [String: TableShape]) = (-1, [:])
  /// Held for as long as the connection may call it.
  var readLimit: ReadLimit?
  /// Whether `INDEXED BY` is removed from statements before they are prepared: a view has no
  /// indexes.
  package var ignoresIndexNames = false

  /// Called before each statement that may write. Simulations stop the process here.
  @exclusivity(unchecked) package var willExecute: (() -> Void)?
  /// Called before each statement that may write; an error it returns is thrown instead of running
  /// it.
  @exclusivity(unchecked) package var injectedFailure: ((String) -> (any Error)?)?
  /// Called when all commits so far survive a power cut.
  package var didFlush: (() throws -> Void)?

  /// Opens `path` (":memory:" for a database in memory), creating the file in `readWrite` mode.
  ///
  /// - Parameter lookasideSlots: how many slots of 1,200 bytes the connection reserves for its own
  ///   small allocations, useful when it keeps many statements; `nil` for SQLite's default.
  public init(
    path: String, mode: Mode = .readWrite, durability: Durability = .normal,
    cacheKibibytes: Int = standardCacheKibibytes, lookasideSlots: Int? = nil
  ) throws {
    _ = Self.isLibraryConfigured
    var handle: OpaquePointer?
    let access =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = mode == .immutable ? Self.immutableName(path) : path
    let code = sqlite3_open_v2(name, &handle, SQLITE_OPEN_NOMUTEX | access, nil)
    guard code == SQLITE_OK, let handle else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(handle)
      throw SQLiteError(code: code, message: "\(path): \(message)", sql: "")
    }
    self.handle = handle
    self.durability = durability
    room = Room(kibibytes: cacheKibibytes)
    if let lookasideSlots {
      _ = hearth_sqlite3_db_config_lookaside(handle, 1200, Int32(lookasideSlots))
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    _ = hearth_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nil)
    _ = hearth_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nil)
    if mode == .readWrite { try executeScript("PRAGMA journal_mode=WAL") }
    // `secure_delete` overwrites deleted content, even where SQLite was compiled without it as
    // default.
    try executeScript(
      """
      PRAGMA synchronous=\(durability.rawValue); PRAGMA foreign_keys=ON;
      PRAGMA cache_size=-\(cacheKibibytes); PRAGMA temp_store=MEMORY;
      PRAGMA journal_size_limit=67108864; PRAGMA secure_delete=ON
      """)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Opens a connection that only reads, after rolling back what a writer left unfinished.
  ///
  /// A read-only connection cannot roll back a hot rollback journal by itself. A file can have one
  /// until it has a write-ahead log.
  package static func toRead(_ path: String) throws -> Connection {
    do {
      return try Connection(path: path, mode: .readOnly)
    } catch let error as SQLiteError where error.code == readOnlyRollback {
      try rollBack(path)
      return try Connection(path: path, mode: .readOnly)
    }
  }

  /// `SQLITE_READONLY_ROLLBACK`: its macro is an expression, which Swift does not import.
  private static let readOnlyRollback = SQLITE_READONLY | 3 << 8

  private static func rollBack(_ path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    var code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, nil)
    // The first read rolls the journal back.
    if code == SQLITE_OK {
      code = sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
    }
    guard code == SQLITE_OK else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      throw SQLiteError(code: code, message: "\(path): \(message)", sql: "")
    }
  }

  /// The path as a URI with `immutable=1`. `%`, `?` and `#` have a meaning in URIs and are escaped.
  private static func immutableName(_ path: String) -> String {
    let path = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return "file:\(path)?immutable=1"
  }

  func failure(_ code: Int32, sql: String) -> SQLiteError {
    SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  /// Runs one or more statements without parameters: schema, pragmas.
  public func executeScript(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, sql: sql) }
  }

  /// Sets the size of the page cache. Call it outside a transaction; memory beyond the size is
  /// freed.
  package func setCache(kibibytes: Int) throws {
    try executeScript("PRAGMA cache_size=-\(kibibytes)")
    room.kibibytes = kibibytes
    roomAfterwards?.kibibytes = kibibytes
  }

  /// Makes room for very many writes until the open transaction has ended: they are spread all over
  /// the indexes, and would be written out and read again before the commit. The write-ahead log
  /// may grow further, too, as such transactions mostly follow each other.
  package func makeRoom() throws {
    guard isInTransaction, roomAfterwards == nil else { return }
    let usual = room
    try setCache(kibibytes: max(room.kibibytes, Self.largeCacheKibibytes))
    try setCheckpoint(pages: max(room.pages, Self.largeCheckpointPages))
    roomAfterwards = usual
  }

  private func giveRoomBack() {
    guard let usual = roomAfterwards else { return }
    roomAfterwards = nil
    // If this fails, it stays larger and costs memory or disk, nothing else.
    try? setCache(kibibytes: usual.kibibytes)
    try? setCheckpoint(pages: usual.pages)
  }

  /// Frees memory that can be rebuilt: unused prepared statements, table shapes and cached pages.
  package func releaseMemory() {
    statements.removeUnused()
    shapes = (-1, [:])
    sqlite3_db_release_memory(handle)
  }

  /// Sets how many pages the write-ahead log may have before a commit checkpoints it.
  package func setCheckpoint(pages: Int) throws {
    try executeScript("PRAGMA wal_autocheckpoint=\(pages)")
    room.pages = pages
    roomAfterwards?.pages = pages
  }

  /// The prepared statement for `sql`: the cached one, unless it is in use.
  public func prepare(_ sql: String) throws -> Statement {
    if let cached = statements.find(sql), !cached.isInUse { return cached }
    var prepared: OpaquePointer?
    let text = ignoresIndexNames ? sql.replacing(/\bINDEXED BY \w+/, with: "") : sql
    let code = sqlite3_prepare_v3(
      handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(code, sql: sql) }
    let statement = Statement(prepared, sql: sql, connection: self)
    statements.keep(statement)
    return statement
  }

  /// Runs a statement that writes. Returns the number of rows it changed.
  @discardableResult
  public func execute(_ sql: String, _ parameters: Value...) throws -> Int {
    try execute(sql, parameters)
  }

  /// The same with parameters in a list.
  @discardableResult
  public func execute(_ sql: String, _ parameters: [Value]) throws -> Int {
    let statement = try prepare(sql)
    statement.bind(parameters)
    try statement.run()
    return Int(sqlite3_changes(handle))
  }

  /// The number of rows that the last statement changed.
  public var changes: Int { Int(sqlite3_changes(handle)) }
  /// The number of rows changed since the connection was opened, including changes rolled back
  /// since.
  ///
  /// Outside a transaction, an unchanged number means that this connection has written nothing.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle) }
  /// The rowid of the last row inserted.
  public var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }
}

extension Connection {
  /// When a transaction takes the write lock: at once, or with its first write.
  public enum TransactionKind: String, Sendable {
    case immediate = "BEGIN IMMEDIATE"
    case deferred = "BEGIN"
  }

  /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
  @inlinable
  public func transaction<Result>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    precondition(!isInTransaction, "a transaction is already open on this connection")
    try begin(kind)
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Runs `body` in one transaction that survives a power cut, whatever the connection's
  /// durability. All earlier commits then survive it too.
  package func durableTransaction(_ body: () throws -> Void) throws {
    precondition(!isInTransaction, "what a commit promises cannot be changed within a transaction")
    if durability == .normal { try executeScript("PRAGMA synchronous=FULL") }
    defer {
      // Setting this cannot fail outside a transaction, and staying at FULL would do no harm.
      if durability == .normal { try? executeScript("PRAGMA synchronous=NORMAL") }
    }
    try transaction(.immediate, body)
    try didFlush?()
  }

  /// Begins a transaction by hand; `transaction` is safer.
  public func begin(_ kind: TransactionKind = .immediate) throws {
    try prepare(kind.rawValue).run()
    isInTransaction = true
  }

  /// Commits the open transaction. If that fails, the transaction stays open.
  public func commit() throws {
    try prepare("COMMIT").run()
    isInTransaction = false
    giveRoomBack()
  }

  /// Rolls back the open transaction. A failing rollback means that SQLite has already done so.
  public func rollback() {
    isInTransaction = false
    defer { giveRoomBack() }
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    _ = undo("ROLLBACK")
  }

  /// Runs a statement that rolls back, and returns whether it succeeded. `injectedFailure` is not
  /// asked: uncommitted writes are lost in any case.
  private func undo(_ sql: String) -> Bool {
    // The result says that the rollback failed, so the error is not needed.
    guard let statement = try? prepare(sql) else { return false }
    defer { statement.reset() }
    return (try? statement.step()) != nil
  }

  /// Whether SQLite itself has no open transaction.
  ///
  /// Inside a transaction, `true` means that SQLite rolled it back after an error such as a full
  /// disk: everything the transaction wrote is gone.
  public var isRolledBack: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs `body` in a savepoint of the open transaction. If `body` throws, only its own writes are
  /// rolled back. Savepoints may be nested.
  @inlinable
  public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try beginSavepoint()
    do {
      let result = try body()
      try releaseSavepoint()
      return result
    } catch {
      undoSavepoint()
      throw error
    }
  }

  @usableFromInline
  func beginSavepoint() throws {
    try prepare(Savepoint(savepointDepth + 1).begin).run()
    savepointDepth += 1
  }

  @usableFromInline
  func releaseSavepoint() throws {
    try prepare(Savepoint(savepointDepth).release).run()
    savepointDepth -= 1
  }

  /// Rolls back to the innermost savepoint. If that fails, the whole transaction is rolled back; if
  /// SQLite has already rolled it back, no savepoint is left.
  @usableFromInline
  func undoSavepoint() {
    let savepoint = Savepoint(savepointDepth)
    savepointDepth -= 1
    guard !isRolledBack else { return }
    if !undo(savepoint.undo) || !undo(savepoint.release) { rollback() }
  }
}

/// The statements of a savepoint at one depth. Those of the first few depths are made only once.
private struct Savepoint {
  let begin: String
  let release: String
  let undo: String

  private static let first = (1...4).map { Savepoint(named: "part\($0)") }

  init(_ depth: Int) {
    self = depth <= Self.first.count ? Self.first[depth - 1] : Savepoint(named: "part\(depth)")
  }

  private init(named name: String) {
    begin = "SAVEPOINT \(name)"
    release = "RELEASE \(name)"
    undo = "ROLLBACK TO \(name)"
  }
}

extension Connection {
  /// Whether a deferred foreign key of the open transaction still points at nothing.
  public var hasUnresolvedForeignKeys: Bool {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return current != 0
  }
}

extension Connection {
  /// Replaces the contents of `destination` with a copy of this database.
  package func copyContents(to destination: Connection) throws {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.failure(sqlite3_errcode(destination.handle), sql: "backup")
    }
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    if code != SQLITE_OK { throw destination.failure(code, sql: "backup") }
  }
}
