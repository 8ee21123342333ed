import Hub
import Replica
import SQLite
import SyncProtocol

/// The domain of the replicas beside a hub, as values and closures, so that this target needs to
/// know nothing about it.
package struct HostedDomain: Sendable {
  package var migrations: Migrations
  package var schema: SyncSchema
  /// What pages leave out for as long as the hub says so.
  package var hiding: @Sendable (Hub) -> Hiding?
  package var makeObserver: @Sendable () -> (any Replica.Observer)?
  /// Brings derived tables up to date after opening, in a transaction.
  package var settle: @Sendable (Connection) throws -> Void
  /// Erases deleted rows from derived tables, see `ReplicaFile.removeDeleted`; `nil` if there are
  /// none.
  package var erase: (@Sendable (_ connection: Connection, _ now: Int64) throws -> Bool)?
  /// Whether `addDefaults` has something to add.
  package var wantsDefaults: @Sendable (Connection) throws -> Bool
  package var addDefaults: @Sendable (WriteTransaction) throws -> Void

  package init(
    migrations: Migrations, schema: SyncSchema,
    hiding: @escaping @Sendable (Hub) -> Hiding? = { _ in nil },
    makeObserver: @escaping @Sendable () -> (any Replica.Observer)? = { nil },
    settle: @escaping @Sendable (Connection) throws -> Void = { _ in },
    erase: (@Sendable (_ connection: Connection, _ now: Int64) throws -> Bool)? = nil,
    wantsDefaults: @escaping @Sendable (Connection) throws -> Bool = { _ in false },
    addDefaults: @escaping @Sendable (WriteTransaction) throws -> Void = { _ in }
  ) {
    self.migrations = migrations
    self.schema = schema
    self.hiding = hiding
    self.makeObserver = makeObserver
    self.settle = settle
    self.erase = erase
    self.wantsDefaults = wantsDefaults
    self.addDefaults = addDefaults
  }
}

/// How replicas beside a hub run background work. Simulations pass their own.
package struct HostedTasks: Sendable {
  /// The executor of the work; `nil` for Swift's default.
  package var executor: (any TaskExecutor)?
  package var pause: SyncLoop.Pause

  package init(executor: (any TaskExecutor)?, pause: @escaping SyncLoop.Pause) {
    self.executor = executor
    self.pause = pause
  }

  package static let system = HostedTasks(
    executor: nil, pause: { try await Task.sleep(for: .seconds($0)) })
}
