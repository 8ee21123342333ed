import Threads

/// A pool of reading connections to one file. One caller at a time uses each of them.
package final class ReaderPool: Sendable {
  /// `@unchecked Sendable` because a slot is only used by the one caller that holds it.
  private final class Slot: @unchecked Sendable {
    let connection: Connection
    init(_ connection: Connection) { self.connection = connection }
  }

  private static let cacheKibibytes = 2048

  private let path: String
  private let maxIdle: Int
  private let setUp: (@Sendable (Connection) throws -> Void)?
  private let idle = Lock<[Slot]>([])

  /// - Parameter setUp: called once for each new connection before it reads; `read` throws its
  ///   errors.
  package init(
    path: String, maxIdle: Int, setUp: (@Sendable (Connection) throws -> Void)? = nil
  ) {
    self.path = path
    self.maxIdle = maxIdle
    self.setUp = setUp
  }

  /// Runs `body` in one read transaction.
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let slot = try idle.withLock { $0.popLast() } ?? open()
    defer { idle.withLock { if $0.count < maxIdle { $0.append(slot) } } }
    return try slot.connection.transaction(.deferred) { try body(slot.connection) }
  }

  private func open() throws -> Slot {
    let connection = try Connection(
      path: path, mode: .readOnly, cacheKibibytes: Self.cacheKibibytes)
    try setUp?(connection)
    return Slot(connection)
  }

  /// Closes the idle connections.
  package func close() { idle.withLock { $0 = [] } }
}
