import Household
import Replica
import SQLite
import SyncProtocol

/// Updates search index and totals in the same transactions that change the rows.
package struct IndexObserver: Replica.Observer {
  package init() {}

  package func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
    try HouseholdIndex.refresh(connection, changed: Array(keys))
  }
}
