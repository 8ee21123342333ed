import Household
import Replica
import SQLite
import SyncProtocol

/// Deletes a group with everything in it. Only its owner can; the hub keeps it for 30 days.
package struct DeleteGroup: Sendable {
  package var groupID: ZoneID

  package init(groupID: ZoneID) { self.groupID = groupID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireWritable(group: groupID)
    guard try transaction.role(in: groupID) == .owner else { throw FinanceFailure.readOnlyGroup }
    let connection = transaction.connection
    for below in [ExpensePart.Below.expense, .repeating] {
      try connection.execute("DELETE FROM \(below.table) WHERE groupID = ?", .text(groupID))
    }
    for table in Finances.tables.reversed() {
      try connection.execute(
        "DELETE FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ?", .text(groupID))
    }
  }
}
