import Household
import Replica
import SQLite
import SyncProtocol

/// Keeps search and totals in step with the rows, in the transactions that change them.
package struct IndexObserver: Replica.Observer {
  package init() {}

  package func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
    try HouseholdIndex.refresh(connection, changed: Array(keys))
  }
}
