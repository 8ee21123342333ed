import SyncProtocol

/// Expenses and payments of groups that were written on a device and have not reached its hub.
package struct WaitingExpenses: Sendable {
  /// Those of which anything waits and that are still there.
  package private(set) var ids: Set<RecordID> = []
  /// Those that change what somebody owes: new ones, other amounts, and deleted ones.
  private var counting: [ZoneID: Set<RecordID>] = [:]

  /// - Parameter mutations: what waits, in the order in which it was written.
  package init(_ mutations: [Mutation]) {
    var added: Set<RecordID> = []
    // Those that the hub has; one of them may be restored and deleted again.
    var deleted: Set<RecordID> = []
    for mutation in mutations where mutation.table == Expense.Row.sql.table {
      let id = mutation.id
      switch mutation.kind {
      case .insert:
        if !deleted.contains(id) { added.insert(id) }
        ids.insert(id)
        counting[mutation.zone, default: []].insert(id)
      case .update, .move:
        ids.insert(id)
        if mutation.registers["money"] != nil { counting[mutation.zone, default: []].insert(id) }
      case .delete:
        ids.remove(id)
        // What was added and deleted again while nothing was sent changes no sum.
        if added.remove(id) != nil {
          counting[mutation.zone]?.remove(id)
        } else {
          deleted.insert(id)
          counting[mutation.zone, default: []].insert(id)
        }
      }
    }
  }

  /// How many expenses of a group its balances include as they were written here.
  package func count(in group: ZoneID) -> Int { counting[group]?.count ?? 0 }
}
