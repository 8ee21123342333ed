import Finances
import SyncProtocol
import Web

/// Entries of the person's own ledger that have not reached the hub.
struct WaitingEntries: Sendable {
  let ids: Set<RecordID>

  init(_ mutations: [Mutation]) {
    ids = Set(mutations.lazy.filter { $0.table == LedgerEntry.sql.table }.map(\.id))
  }
}

extension PageReader {
  var waitingExpenses: WaitingExpenses { waiting.derive(WaitingExpenses.init) }
  var waitingEntries: WaitingEntries { waiting.derive(WaitingEntries.init) }
}
