import Replica
import SQLite
import SyncProtocol

/// Says that somebody saw an item, where it belongs or in another place of its home, which it then
/// goes to.
///
/// The day never goes back: a sighting of yesterday that arrives late does not hide today's. In a
/// place that is being checked it is at least the day that began, which another time zone may have
/// reached first.
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

/// Says that an item was not seen after all. When it was last seen is then unknown.
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

/// An item before and after somebody saw it.
package struct UndoSighting: Equatable, Sendable {
  package let before: Item
  let after: Item
}

/// Takes a sighting back. What somebody has said otherwise meanwhile stays, and a place that is
/// gone is not gone back to.
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
