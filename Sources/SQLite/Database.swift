import CSQLite
import Threads

/// A database file with one writer and a bounded number of WAL readers.
///
/// Both are used where they are called: reading takes a connection from the pool and runs the query
/// on the caller's thread, which measures faster than any hop. Writing waits for the writer's lock,
/// so call it from a thread that may wait.
public final class Database: Sendable {
  /// `@unchecked Sendable` because a slot is only used by the one caller that holds it.
  private final class Slot: @unchecked Sendable {
    let connection: Connection
    init(_ connection: Connection) { self.connection = connection }
  }

  /// Where the file is.
  public let path: String
  private let writer: Lock<Slot>
  private let readers: ReaderPool
  /// 120 KiB: a record that is written is put together in one of them.
  private static let writerLookasideSlots = 100

  /// Opens the file and brings its schema up to date.
  public init(
    path: String, migrations: Migrations, durability: Connection.Durability = .normal,
    maxIdleReaders: Int = 4
  ) throws {
    self.path = path
    readers = ReaderPool(path: path, maxIdle: maxIdleReaders)
    let connection = try Connection(
      path: path, durability: durability, lookasideSlots: Self.writerLookasideSlots)
    try migrations.migrate(connection)
    writer = Lock(Slot(connection))
  }

  /// The connection that closes last moves the write-ahead log into the file; a reader cannot.
  deinit { readers.close() }

  /// Runs `body` with the one writing connection. Open a transaction yourself, or use `write`.
  public func withWriter<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    try writer.withLock { try body($0.connection) }
  }

  /// Runs `body` in one write transaction.
  public func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Runs `body` in one read transaction: everything it reads is of one moment.
  public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try readers.read(body)
  }

  /// Closes the readers that nobody uses; they are opened again when they are wanted.
  package func closeIdleReaders() { readers.close() }

  /// Writes a consistent copy of the database to a new file, while others read and write.
  public func copy(to destination: String) throws {
    try read { _ in }
    let source = try Connection(path: path, mode: .readOnly)
    _ = try source.execute("VACUUM INTO ?", .text(destination))
  }
}
