import Household
import Replica
import SyncProtocol

/// Adds a maintenance entry of an item, to be done or done already.
///
/// If the item has an entry with the same details and day, that one is returned: a form that is
/// sent twice adds one entry.
package struct AddMaintenance: Sendable {
  package var itemID: RecordID
  package var details: MaintenanceDetails
  /// The day it was done, `YYYY-MM-DD`; `nil` if it is to be done. A repeating entry that is done
  /// gets its successor at once.
  package var doneOn: String?
  /// The person's day, which ``doneOn`` must not be after; `nil` for no limit.
  package var today: String?

  package typealias Failure = UseCaseFailure

  package init(
    itemID: RecordID, _ details: MaintenanceDetails, doneOn: String? = nil, today: String? = nil
  ) {
    self.itemID = itemID
    self.details = details
    self.doneOn = doneOn
    self.today = today
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> MaintenanceEntry {
    let connection = transaction.connection
    guard let item = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      item.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.maintenance(details)
    let doneOn = check.pastDate(doneOn, .doneOn, today: today)
    try transaction.refuseAmounts(of: item.homeID, details, MaintenanceDetails.fields, &check)
    let present = try MaintenanceEntry.of(itemID, home: item.homeID, in: connection)
    if let same = present.first(where: { $0.details == details && $0.doneOn == doneOn }) {
      return same
    }
    if present.count >= MaintenanceEntry.maxPerItem {
      check.fail(.title, .tooMany(max: MaintenanceEntry.maxPerItem))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var entry = MaintenanceEntry(
      id: transaction.newID(), homeID: item.homeID, itemID: itemID, title: details.title,
      currency: details.currency, createdAt: transaction.nowMilliseconds,
      createdBy: transaction.accountID)
    entry.details = details
    entry.doneOn = doneOn
    try entry.insert(in: connection)
    try entry.addSuccessor(transaction)
    return entry
  }
}

extension MaintenanceEntry {
  /// Adds the successor of a repeating entry that is done, due one interval after the day it was
  /// done.
  ///
  /// Returns `nil` if there is no successor, or if somebody has added it already.
  @discardableResult
  func addSuccessor(_ transaction: WriteTransaction) throws -> MaintenanceEntry? {
    guard let doneOn, let interval,
      try MaintenanceEntry.find(successorID, in: transaction.connection) == nil
    else { return nil }
    var next = MaintenanceEntry(
      id: successorID, homeID: homeID, itemID: itemID, title: title, currency: currency,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    next.notes = notes
    next.interval = interval
    next.dueOn = CalendarDate.adding(interval, to: doneOn)
    try next.insert(in: transaction.connection)
    return next
  }
}
