import Backends
import HearthDomain
import Household
import Hub
import HubReplicas
import Replica
import SQLite
import SyncProtocol
import Things

extension HostedReplica: Workspace {
  package var syncState: SyncState { .synced }
  package var pendingWork: (any PendingWork)? { nil }
}

extension ReplicaPool {
  /// A pool of household replicas.
  ///
  /// - Parameters:
  ///   - directory: the folder of the files; it must exist.
  ///   - maxPullWaitSeconds: how long a page waits for the latest changes of others.
  ///   - sources: what the replicas derive from, beside their records.
  package convenience init(
    directory: String, maxOpen: Int = ReplicaPool.maxOpen,
    maxPullWaitSeconds: Double = HostedReplica.maxPullWaitSeconds,
    sources: DomainSources = .builtIn, means: Means
  ) {
    self.init(
      directory: directory, maxOpen: maxOpen, maxPullWaitSeconds: maxPullWaitSeconds,
      domain: .household(sources), means: means)
  }
}

extension HostedDomain {
  static func household(_ sources: DomainSources) -> HostedDomain {
    HostedDomain(
      migrations: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      hiding: { hub in HearthDomain.hiding { try hub.hidesShared } },
      makeObserver: { DomainObserver(sources) },
      settle: { try HearthDomain.settle($0, sources) },
      erase: { try HearthDomain.eraseRemoved($0, now: $1, sources) },
      wantsDefaults: { connection in
        // The hub creates a home for an account that has none left, but without rooms and labels.
        try AddDefaults.isNeeded(in: connection)
      },
      addDefaults: { transaction in
        for home in try AddDefaults.pending(in: transaction) {
          try AddDefaults(homeID: home)(transaction)
        }
      })
  }
}
