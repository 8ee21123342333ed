import Threads

/// Reading connections to one file: used by one caller each, and kept for the next one.
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

  /// - Parameter setUp: done once to each connection before it reads; what it throws, reading does.
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

  /// Closes those that nobody uses.
  package func close() { idle.withLock { $0 = [] } }
}
