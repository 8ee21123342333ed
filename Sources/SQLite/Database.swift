import CSQLite
import Threads

/// A database file with one writer and a bounded number of WAL readers.
///
/// Both run on the caller's thread. Reading takes a connection from the pool, which measures faster
/// than any change of thread. Writing waits for the writer's lock, so call it from a thread that
/// may block.
public final class Database: Sendable {
  /// `@unchecked Sendable` because a slot is only used by the one caller that holds it.
  private final class Slot: @unchecked Sendable {
    let connection: Connection
    init(_ connection: Connection) { self.connection = connection }
  }

  /// The path of the file.
  public let path: String
  private let writer: Lock<Slot>
  private let readers: ReaderPool
  /// About 120 KB: SQLite assembles each record that it writes in one of these slots.
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

  /// Closes the readers first: the last connection to close checkpoints the write-ahead log, which
  /// a reader cannot do.
  deinit { readers.close() }

  /// Runs `body` with the only writing connection. `body` opens a transaction itself; `write` opens
  /// one.
  public func withWriter<Result>(_ body: (Connection) throws -> Result) rethrows -> Result {
    try writer.withLock { try body($0.connection) }
  }

  /// Runs `body` in one write transaction.
  public func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withWriter { connection in try connection.transaction { try body(connection) } }
  }

  /// Runs `body` in one read transaction: all its reads see the same snapshot.
  public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try readers.read(body)
  }

  /// Closes the idle readers; new ones are opened when needed.
  package func closeIdleReaders() { readers.close() }

  /// Writes a consistent copy of the database to a new file, while others read and write.
  public func copy(to destination: String) throws {
    try read { _ in }
    let source = try Connection(path: path, mode: .readOnly)
    _ = try source.execute("VACUUM INTO ?", .text(destination))
  }
}
