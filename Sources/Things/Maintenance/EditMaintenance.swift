import Household
import Replica
import SQLite
import SyncProtocol

/// Changes the details of a maintenance entry, to be done or done already.
package struct EditMaintenance: Sendable {
  package var entryID: RecordID
  package var details: MaintenanceDetails
  /// The details that the form showed when it was opened: only differences from them are written.
  /// `nil` for the entry as it is now.
  package var base: MaintenanceDetails?
  /// Corrects the day on which the entry was done; ignored if it is still to be done.
  package var correction: Correction?

  /// A new day on which the entry was done. The successor's due day moves along, unless somebody
  /// has set another one.
  package struct Correction: Equatable, Sendable {
    /// The day that the form showed when it was opened; `doneOn` is the day it shows now. Both
    /// `YYYY-MM-DD`.
    package var base: String?
    package var doneOn: String
    /// The person's day, which ``doneOn`` must not be after; `nil` for no limit.
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
    var details = check.maintenance(details)
    var shownDetails = base ?? old.details
    try transaction.keepAmounts(
      of: old.homeID, &details, shown: &shownDetails, MaintenanceDetails.fields, &check)
    var doneOn = old.doneOn
    if let correction, doneOn != nil, (correction.base ?? "") != correction.doneOn {
      doneOn = check.pastDate(correction.doneOn, .doneOn, today: correction.today)
      if doneOn == nil { check.fail(.doneOn, .missing) }
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var (shown, entry) = (old, old)
    shown.details = shownDetails
    entry.details = details
    // An amount means nothing without its currency: with a changed currency, the amount is new too.
    if entry.currency != shown.currency { shown.costMinor = old.costMinor }
    entry.doneOn = doneOn
    let edited = try entry.update(from: shown, over: old, in: connection)
    try edited.moveSuccessor(from: old, in: connection)
    return edited
  }
}

extension MaintenanceEntry {
  /// Moves the due day of the successor to one interval after the corrected day, unless somebody
  /// has set another one.
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
