import Replica
import SyncProtocol

/// Changes what is said about something to do for an item, or about something that was done.
package struct EditMaintenance: Sendable {
  package var entryID: RecordID
  package var details: MaintenanceDetails
  /// What the form showed when it was opened: only what differs from it is written. `nil` for the
  /// entry as it is now.
  package var base: MaintenanceDetails?

  package enum Failure: Error, Equatable {
    case entryNotFound, readOnlyHome
    case invalid([InputProblem])
  }

  package init(
    entryID: RecordID, details: MaintenanceDetails, base: MaintenanceDetails? = nil
  ) {
    self.entryID = entryID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> MaintenanceEntry {
    let connection = transaction.connection
    guard let old = try MaintenanceEntry.find(entryID, in: connection) else {
      throw Failure.entryNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.entryNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.maintenance(details)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var (shown, entry) = (old, old)
    if let base { shown.details = base }
    entry.details = details
    // An amount means nothing without its currency: who changes that has said the amount anew.
    if entry.currency != shown.currency { shown.costMinor = old.costMinor }
    return try entry.update(from: shown, over: old, in: connection)
  }
}
