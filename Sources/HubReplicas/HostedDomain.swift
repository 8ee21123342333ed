import Hub
import Replica
import SQLite
import SyncProtocol

/// What the replicas beside a hub hold, and what is done to them: the domain, to whom it is none of
/// their business.
package struct HostedDomain: Sendable {
  package var migrations: Migrations
  package var schema: SyncSchema
  /// What is left out of pages while the hub says so.
  package var hiding: @Sendable (Hub) -> Hiding?
  package var makeObserver: @Sendable () -> (any Replica.Observer)?
  /// Brings what is derived up to date after opening, in a transaction.
  package var settle: @Sendable (Connection) throws -> Void
  /// Rids what is derived of what is gone, see `ReplicaFile.removeDeleted`; `nil` when nothing is.
  package var erase: (@Sendable (_ connection: Connection, _ now: Int64) throws -> Bool)?
  /// Whether something here lacks what `addDefaults` gives it.
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

/// How replicas beside a hub do what nobody waits for. Simulations pass one that they control.
package struct HostedTasks: Sendable {
  /// Where it runs; `nil` for the threads of the language.
  package var executor: (any TaskExecutor)?
  package var pause: SyncLoop.Pause

  package init(executor: (any TaskExecutor)?, pause: @escaping SyncLoop.Pause) {
    self.executor = executor
    self.pause = pause
  }

  package static let system = HostedTasks(
    executor: nil, pause: { try await Task.sleep(for: .seconds($0)) })
}
