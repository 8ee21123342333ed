import Household
import Replica
import SQLite
import SyncProtocol

/// Records that somebody saw an item, either where it belongs or in another place of its home, to
/// which it then moves.
///
/// The day never goes back: a sighting of yesterday that arrives late does not replace today's. In
/// a place being checked, the day is at least the one on which the check began, since that day may
/// have come first in another time zone.
package struct SightItem: Sendable {
  package var itemID: RecordID
  /// `YYYY-MM-DD`, the person's day.
  package var day: String
  package var place: Place

  package enum Place: Equatable, Sendable {
    case whereItBelongs
    /// `nil` for no particular place.
    case elsewhere(RecordID?)
  }

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID, on day: String, _ place: Place = .whereItBelongs) {
    self.itemID = itemID
    self.day = day
    self.place = place
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoSighting {
    let connection = transaction.connection
    guard let old = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    guard CalendarDate.isValid(day) else {
      throw Failure.invalid([InputProblem(field: .startsOn, reason: .notADate)])
    }
    var item = old
    if case .elsewhere(let location) = place {
      guard try transaction.isLocation(location, in: old.homeID) else {
        throw Failure.locationNotFound
      }
      item.details.locationID = location
    }
    var seen = max(day, old.lastSeenOn ?? day)
    if let location = item.details.locationID {
      for id in try Location.lineage(location, in: connection) {
        if let start = try Location.find(id, in: connection)?.checkStartedOn {
          seen = max(seen, start)
        }
      }
    }
    item.lastSeenOn = seen
    try item.update(from: old, in: connection)
    return UndoSighting(before: old, after: item)
  }
}

/// Records that an item was not seen after all. The day it was last seen is then unknown.
package struct UnsightItem: Sendable {
  package var itemID: RecordID

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID) { self.itemID = itemID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> UndoSighting {
    let connection = transaction.connection
    guard let old = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var item = old
    item.lastSeenOn = nil
    try item.update(from: old, in: connection)
    return UndoSighting(before: old, after: item)
  }
}

/// An item before and after a sighting was recorded or withdrawn.
package struct UndoSighting: Equatable, Sendable {
  package let before: Item
  let after: Item
}

/// Undoes a sighting. Values that others have changed meanwhile stay, and the item does not return
/// to a place that is gone.
package struct RestoreSighting: Sendable {
  package var undo: UndoSighting

  package typealias Failure = UseCaseFailure

  package init(_ undo: UndoSighting) { self.undo = undo }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    guard let now = try Item.find(undo.before.id, in: connection) else {
      throw Failure.itemNotFound
    }
    try transaction.requireWritable(
      now.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var item = now
    if now.lastSeenOn == undo.after.lastSeenOn { item.lastSeenOn = undo.before.lastSeenOn }
    let place = undo.before.details.locationID
    if now.details.locationID == undo.after.details.locationID,
      try transaction.isLocation(place, in: now.homeID)
    {
      item.details.locationID = place
    }
    try item.update(from: now, in: connection)
    return item
  }
}
