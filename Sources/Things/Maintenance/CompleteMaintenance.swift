import Household
import Replica
import SyncProtocol

/// Completes a maintenance entry, with the day and the cost. A repeating entry gets its successor.
/// Completing an entry that is done already writes nothing.
package struct CompleteMaintenance: Sendable {
  package var entryID: RecordID
  /// `YYYY-MM-DD`.
  package var doneOn: String
  /// In minor units of the entry's currency; `nil` leaves the entry's cost.
  package var costMinor: Int64?
  /// The person's day, which ``doneOn`` must not be after; `nil` for no limit.
  package var today: String?

  package typealias Failure = UseCaseFailure

  package init(
    entryID: RecordID, doneOn: String, costMinor: Int64? = nil, today: String? = nil
  ) {
    self.entryID = entryID
    self.doneOn = doneOn
    self.costMinor = costMinor
    self.today = today
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoComplete {
    let connection = transaction.connection
    guard let old = try MaintenanceEntry.find(entryID, in: connection) else {
      throw Failure.entryNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.entryNotFound, readOnly: Failure.readOnlyHome)
    guard old.doneOn == nil else { return UndoComplete(before: old, after: old, successor: nil) }
    var check = InputCheck()
    let day = check.pastDate(doneOn, .doneOn, today: today)
    if day == nil { check.fail(.doneOn, .missing) }
    check.amount(costMinor, .costMinor)
    if costMinor != nil, try transaction.hidesAmounts(of: old.homeID) {
      check.fail(.costMinor, .amountUnseen)
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var entry = old
    entry.doneOn = day
    if let costMinor { entry.costMinor = costMinor }
    try entry.update(from: old, in: connection)
    return UndoComplete(
      before: old, after: entry, successor: try entry.addSuccessor(transaction))
  }
}

/// An entry before and after it was completed, and the successor that was added.
package struct UndoComplete: Equatable, Sendable {
  package let before: MaintenanceEntry
  package let after: MaintenanceEntry
  let successor: MaintenanceEntry?
}

/// Undoes the completion of an entry.
///
/// The successor is deleted, unless somebody has changed it meanwhile. Other changes to the entry
/// itself stay.
package struct ReopenMaintenance: Sendable {
  package var undo: UndoComplete

  package typealias Failure = UseCaseFailure

  package init(_ undo: UndoComplete) { self.undo = undo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> MaintenanceEntry {
    let connection = transaction.connection
    guard let now = try MaintenanceEntry.find(undo.before.id, in: connection) else {
      throw Failure.entryNotFound
    }
    try transaction.requireWritable(
      now.homeID, orThrow: Failure.entryNotFound, readOnly: Failure.readOnlyHome)
    var entry = now
    if entry.doneOn == undo.after.doneOn { entry.doneOn = undo.before.doneOn }
    if entry.costMinor == undo.after.costMinor { entry.costMinor = undo.before.costMinor }
    try entry.update(from: now, in: connection)
    if let made = undo.successor {
      let next = try MaintenanceEntry.find(made.id, in: connection)
      if let next, next.details == made.details, next.doneOn == nil,
        try Attachment.ofMaintenance([next.id], home: next.homeID, in: connection).isEmpty
      {
        try next.delete(in: connection)
      }
    }
    return entry
  }
}
