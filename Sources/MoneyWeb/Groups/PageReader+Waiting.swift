import Finances
import SQLite
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

extension PageReader {
  /// The rows of the person's ledger that have not reached the hub, without those left out.
  func waitingLedgerRows() throws -> [LedgerList.Row] {
    let ids = waitingExpenses.ids.union(waitingEntries.ids)
    return try LedgerList.rows(of: ids, connection).filter { !$0.isHidden }
  }

  /// How many expenses of a selection have not reached the hub.
  func waitingCount(of selection: ExpenseSelection, in group: ZoneID) throws -> Int {
    let waiting = waitingExpenses.ids
    guard !waiting.isEmpty else { return 0 }
    var (count, left) = (0, ExpenseTotals.maxCount)
    try selection.forEach(in: group, looks: left, connection) { id in
      if waiting.contains(id) { count = count.addingSaturating(1) }
      left = left.subtractingSaturating(1)
      return left > 0
    }
    return count
  }

  /// How many rows of a selection have not reached the hub.
  func waitingCount(of selection: LedgerSelection) throws -> Int {
    let ids = waitingExpenses.ids.union(waitingEntries.ids)
    guard !ids.isEmpty else { return 0 }
    return try LedgerTotals.count(of: ids, among: selection, in: connection)
  }
}
