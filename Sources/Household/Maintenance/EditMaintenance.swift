import Replica
import SQLite
import SyncProtocol

/// Changes what is said about something to do for an item, or about something that was done.
package struct EditMaintenance: Sendable {
  package var entryID: RecordID
  package var details: MaintenanceDetails
  /// What the form showed when it was opened: only what differs from it is written. `nil` for the
  /// entry as it is now.
  package var base: MaintenanceDetails?
  /// Corrects the day of an entry that is done.
  package var correction: Correction?

  /// Another day than was said. What follows a repeating entry moves along unless somebody has said
  /// themselves when that is due.
  package struct Correction: Equatable, Sendable {
    /// `YYYY-MM-DD`, which the form began with and which it says now.
    package var base: String?
    package var doneOn: String
    /// The person's day, which ``doneOn`` cannot lie behind; `nil` for any.
    package var today: String?

    package init(base: String?, doneOn: String, today: String?) {
      (self.base, self.doneOn, self.today) = (base, doneOn, today)
    }
  }

  package typealias Failure = UseCaseFailure

  package init(
    entryID: RecordID, details: MaintenanceDetails, base: MaintenanceDetails? = nil,
    correction: Correction? = nil
  ) {
    self.entryID = entryID
    self.details = details
    self.base = base
    self.correction = correction
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
    var doneOn = old.doneOn
    if let correction, doneOn != nil, (correction.base ?? "") != correction.doneOn {
      doneOn = check.pastDate(correction.doneOn, .doneOn, today: correction.today)
      if doneOn == nil { check.fail(.doneOn, .missing) }
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var (shown, entry) = (old, old)
    if let base { shown.details = base }
    entry.details = details
    // An amount means nothing without its currency: who changes that has said the amount anew.
    if entry.currency != shown.currency { shown.costMinor = old.costMinor }
    entry.doneOn = doneOn
    let edited = try entry.update(from: shown, over: old, in: connection)
    try edited.moveSuccessor(from: old, in: connection)
    return edited
  }
}

extension MaintenanceEntry {
  /// What follows is due its interval after the day on which this one was done, which was another.
  fileprivate func moveSuccessor(from old: MaintenanceEntry, in connection: Connection) throws {
    guard let before = old.doneOn, let doneOn, before != doneOn, let interval,
      let made = try MaintenanceEntry.find(successorID, in: connection), made.doneOn == nil,
      made.dueOn == CalendarDate.adding(interval, to: before)
    else { return }
    var next = made
    next.dueOn = CalendarDate.adding(interval, to: doneOn)
    try next.update(from: made, in: connection)
  }
}
