import CSQLite

/// One SQLite connection.
///
/// Not `Sendable`: whoever owns it (a lock, a writer thread, a slot of a reader pool) decides who
/// may use it. Statements are prepared once and kept.
///
/// What each statement looks at is not watched for overlapping use as the program runs: that would
/// cost as much as finding the statement. No code outside this file can overlap: nothing that is
/// changed here calls out meanwhile.
public final class Connection {
  /// Whether a connection may write.
  public enum Mode: Sendable {
    case readWrite, readOnly
    /// Reads a file that nobody writes to, and makes no file beside it, such as a backup. A
    /// write-ahead log beside the file is not read.
    case immutable
  }

  /// How much a commit promises. `full` survives a power cut, `normal` survives a killed process
  /// and may lose the last commits, but never the file, in a power cut.
  public enum Durability: String, Sendable { case full = "FULL", normal = "NORMAL", off = "OFF" }

  /// Nobody asks SQLite how much memory it has in use; counting takes a lock of the whole process for
  /// each piece. It stays as it is when another library of the process has used SQLite before.
  private static let isLibraryConfigured =
    hearth_sqlite3_config_int(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK

  /// How long a statement waits for another connection.
  public static let busyMilliseconds: Int32 = 10_000
  /// Pages that a connection keeps in memory.
  public static let standardCacheKibibytes = 4096

  private let durability: Durability
  /// The C library's connection, for what is not offered here.
  public let handle: OpaquePointer
  @exclusivity(unchecked) private var statements = StatementCache()
  @exclusivity(unchecked) private(set) public var isInTransaction = false
  private var savepointDepth = 0
  /// What was found out about tables, at a version of the schema.
  var shapes: (schema: Int64, tables: [String: TableShape]) = (-1, [:])
  /// Kept as long as the connection asks it.
  var readLimit: ReadLimit?
  /// Statements are prepared without the indexes that they name (`INDEXED BY`): a view has none.
  package var ignoresIndexNames = false

  /// Called before each statement that may write. Simulations stop the process here.
  @exclusivity(unchecked) package var willExecute: (() -> Void)?
  /// Asked before each statement that may write; an error it returns is thrown in its place.
  @exclusivity(unchecked) package var injectedFailure: ((String) -> (any Error)?)?
  /// Called when what was committed so far survives a power cut.
  package var didFlush: (() throws -> Void)?

  /// Opens `path` (":memory:" for one that lives in memory), creating it in `readWrite` mode.
  ///
  /// - Parameter lookasideSlots: pieces of memory of 1,200 bytes that the connection sets aside for
  ///   itself, for one that keeps many statements; `nil` for SQLite's own choice.
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
    if let lookasideSlots {
      _ = hearth_sqlite3_db_config_lookaside(handle, 1200, Int32(lookasideSlots))
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    _ = hearth_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nil)
    _ = hearth_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nil)
    if mode == .readWrite { try executeScript("PRAGMA journal_mode=WAL") }
    // What is deleted is overwritten, also by a library that was built to leave it.
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

  /// One that only reads. What a writer has left unfinished in a rollback journal is undone before,
  /// which such a connection cannot do by itself: a file has one until it has a write-ahead log.
  package static func toRead(_ path: String) throws -> Connection {
    do {
      return try Connection(path: path, mode: .readOnly)
    } catch let error as SQLiteError where error.code == readOnlyRollback {
      try rollBack(path)
      return try Connection(path: path, mode: .readOnly)
    }
  }

  /// `SQLITE_READONLY_ROLLBACK`, which is a sum and not imported.
  private static let readOnlyRollback = SQLITE_READONLY | 3 << 8

  private static func rollBack(_ path: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    var code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, nil)
    // Whoever reads first undoes.
    if code == SQLITE_OK {
      code = sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
    }
    guard code == SQLITE_OK else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      throw SQLiteError(code: code, message: "\(path): \(message)", sql: "")
    }
  }

  /// A path as a URI, in which `?`, `#` and `%` mean something else.
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

  /// Changes how much the connection keeps in memory, outside a transaction; what is more is freed.
  package func setCache(kibibytes: Int) throws {
    try executeScript("PRAGMA cache_size=-\(kibibytes)")
  }

  /// Frees what can be made again: prepared statements that nobody uses, pages that were read.
  package func releaseMemory() {
    statements.removeUnused()
    shapes = (-1, [:])
    sqlite3_db_release_memory(handle)
  }

  /// Changes after how many pages of the write-ahead log a commit moves them into the file.
  package func setCheckpoint(pages: Int) throws {
    try executeScript("PRAGMA wal_autocheckpoint=\(pages)")
  }

  /// The prepared statement for `sql`, from the cache when it is there and not in use.
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

  /// Rows that the last statement changed.
  public var changes: Int { Int(sqlite3_changes(handle)) }
  /// Rows changed since the connection was opened, also in transactions that were rolled back:
  /// while it stays the same outside a transaction, so does what this connection has written.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle) }
  /// The rowid of the last row inserted.
  public var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(handle) }
}

extension Connection {
  /// When the right to write is taken: at once, or with the first write.
  public enum TransactionKind: String, Sendable {
    case immediate = "BEGIN IMMEDIATE"
    case deferred = "BEGIN"
  }

  /// Runs `body` in one transaction: committed when it returns, rolled back when it throws.
  ///
  /// `beforeCommit` runs after `body` inside the transaction; what it throws rolls back as well.
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

  /// Runs `body` in one transaction that survives a power cut, with all that was committed before,
  /// whatever commits promise otherwise.
  package func durableTransaction(_ body: () throws -> Void) throws {
    precondition(!isInTransaction, "what a commit promises cannot be changed within a transaction")
    if durability == .normal { try executeScript("PRAGMA synchronous=FULL") }
    defer {
      // The setting cannot fail outside a transaction, and to promise more would do no harm.
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

  /// Commits the open transaction. When it fails the transaction stays open.
  public func commit() throws {
    try prepare("COMMIT").run()
    isInTransaction = false
  }

  /// Rolls back. A failing rollback means that SQLite has already rolled back by itself.
  public func rollback() {
    isInTransaction = false
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    _ = undo("ROLLBACK")
  }

  /// Runs a statement that takes back what was written. Nothing can be put in its place, as with
  /// `injectedFailure`: what was not committed is gone in any case.
  private func undo(_ sql: String) -> Bool {
    // What cannot be undone here is told by the result.
    guard let statement = try? prepare(sql) else { return false }
    defer { statement.reset() }
    return (try? statement.step()) != nil
  }

  /// No transaction is open in SQLite itself. Inside a transaction this means that SQLite has
  /// rolled it back after an error such as a full disk, and that all it wrote is gone.
  public var isRolledBack: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs `body` in a savepoint of the open transaction: undone alone when it throws. Savepoints
  /// may be nested.
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

  /// When SQLite has already rolled back the whole transaction there is no savepoint left. When the
  /// savepoint cannot be undone, nothing of the transaction may stay.
  @usableFromInline
  func undoSavepoint() {
    let savepoint = Savepoint(savepointDepth)
    savepointDepth -= 1
    guard !isRolledBack else { return }
    if !undo(savepoint.undo) || !undo(savepoint.release) { rollback() }
  }
}

/// The statements of a savepoint at one depth; most are at the first few, and those are kept.
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
  /// Replaces everything in `destination` by a copy of this database.
  package func copyContents(to destination: Connection) throws {
    guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
      throw destination.failure(sqlite3_errcode(destination.handle), sql: "backup")
    }
    sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    if code != SQLITE_OK { throw destination.failure(code, sql: "backup") }
  }
}
