import Household
import Replica
import SyncProtocol

/// Changes the state of an item in one step: lends it, returns it, sells it, or archives it. A step
/// that changes nothing writes nothing.
package struct SetItemState: Sendable {
  package var itemID: RecordID
  package var change: Change

  package enum Change: Equatable, Sendable {
    /// `until` is `YYYY-MM-DD`; `nil` for an open end.
    case lent(to: String, until: String?)
    case returned
    /// Also archives the item and ends a loan. `minor` is the price of all pieces, in minor units
    /// of the item's currency; `nil` if unknown.
    case sold(on: String, to: String, minor: Int64?)
    /// Reverses a sale: the item leaves the archive and counts again. Notes about the sale stay.
    case unsold
    case archived
    /// Details of a sale stay.
    case unarchived
  }

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID, _ change: Change) {
    self.itemID = itemID
    self.change = change
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoItemState {
    let connection = transaction.connection
    guard let old = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var item = old
    var check = InputCheck()
    switch change {
    case .lent(let person, let until):
      item.details.lentTo = check.line(person, .lentTo, isRequired: true)
      item.details.lentUntil = check.date(until, .lentUntil)
    case .returned:
      (item.details.lentTo, item.details.lentUntil) = ("", nil)
    case .sold(let day, let buyer, let minor):
      item.details.soldOn = check.date(day, .soldOn)
      if item.details.soldOn == nil { check.fail(.soldOn, .missing) }
      item.details.soldTo = check.line(buyer, .soldTo)
      check.amount(minor, .soldMinor)
      if minor != nil, try transaction.hidesAmounts(of: old.homeID) {
        check.fail(.soldMinor, .amountUnseen)
      }
      item.details.soldMinor = minor
      item.details.isArchived = true
      (item.details.lentTo, item.details.lentUntil) = ("", nil)
    case .unsold:
      (item.details.soldOn, item.details.soldTo, item.details.soldMinor) = (nil, "", nil)
      item.details.isArchived = false
    case .archived: item.details.isArchived = true
    case .unarchived: item.details.isArchived = false
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    try item.update(from: old, in: connection)
    return UndoItemState(before: old, after: item)
  }
}

/// An item before and after a change of state.
package struct UndoItemState: Equatable, Sendable {
  package let before: Item
  let after: Item

  package var itemID: RecordID { before.id }
}

/// Undoes a change of state. Fields that somebody has changed meanwhile stay.
package struct RestoreItemState: Sendable {
  package var undo: UndoItemState

  package typealias Failure = UseCaseFailure

  package init(_ undo: UndoItemState) { self.undo = undo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    guard let now = try Item.find(undo.itemID, in: connection) else {
      throw Failure.itemNotFound
    }
    try transaction.requireWritable(
      now.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var item = now
    func restore<Field: Equatable>(_ field: WritableKeyPath<ItemDetails, Field>) {
      guard now.details[keyPath: field] == undo.after.details[keyPath: field] else { return }
      item.details[keyPath: field] = undo.before.details[keyPath: field]
    }
    restore(\.lentTo)
    restore(\.lentUntil)
    restore(\.soldOn)
    restore(\.soldTo)
    restore(\.soldMinor)
    restore(\.isArchived)
    try item.update(from: now, in: connection)
    return item
  }
}
