import Household
import Replica
import SQLite
import SyncProtocol

/// Begins a check of everything in a place and the places inside it.
///
/// A check that is under way simply continues: two people who begin at the same time check
/// together.
package struct StartCheck: Sendable {
  package var locationID: RecordID
  /// `YYYY-MM-DD`, the person's day.
  package var day: String

  package typealias Failure = UseCaseFailure

  package init(locationID: RecordID, on day: String) {
    self.locationID = locationID
    self.day = day
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Location {
    guard let old = try Location.find(locationID, in: transaction.connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome)
    guard CalendarDate.isValid(day) else {
      throw Failure.invalid([InputProblem(field: .startsOn, reason: .notADate)])
    }
    guard old.checkStartedOn == nil else { return old }
    var location = old
    location.checkStartedOn = day
    try location.update(from: old, in: transaction.connection)
    return location
  }
}

/// Ends a check: the place and those inside it are recorded as checked on that day.
///
/// Items that nobody saw stay where they are.
package struct FinishCheck: Sendable {
  package var locationID: RecordID
  /// `YYYY-MM-DD`, the person's day.
  package var day: String

  package enum Failure: Error, Equatable {
    case locationNotFound, readOnlyHome
    /// Nobody is checking the place: somebody else has ended the check.
    case notUnderWay
    case invalid([InputProblem])
  }

  package init(locationID: RecordID, on day: String) {
    self.locationID = locationID
    self.day = day
  }

  /// Returns the day on which the check began, and its result.
  @discardableResult
  package func callAsFunction(
    _ transaction: WriteTransaction
  ) throws -> (startedOn: String, progress: CheckProgress) {
    let connection = transaction.connection
    guard let old = try Location.find(locationID, in: connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome)
    guard CalendarDate.isValid(day) else {
      throw Failure.invalid([InputProblem(field: .endsOn, reason: .notADate)])
    }
    guard let start = old.checkStartedOn else { throw Failure.notUnderWay }
    let progress = try CheckProgress(place: old, since: start, in: connection)
    for place in try old.withPlacesInside(in: connection) {
      var checked = place
      // A check that began on a later day than this device's clock shows ends on the day it began.
      checked.checkedOn = max(day, start)
      if place.id == old.id { checked.checkStartedOn = nil }
      try checked.update(from: place, in: connection)
    }
    return (start, progress)
  }
}

/// Abandons a check. Sightings stay, and so does the day of the last complete check.
package struct StopCheck: Sendable {
  package var locationID: RecordID

  package typealias Failure = UseCaseFailure

  package init(locationID: RecordID) { self.locationID = locationID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard let old = try Location.find(locationID, in: transaction.connection) else {
      throw Failure.locationNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.locationNotFound, readOnly: Failure.readOnlyHome)
    var location = old
    location.checkStartedOn = nil
    try location.update(from: old, in: transaction.connection)
  }
}

extension Location {
  /// The place itself, then all places inside it at any depth. Each comes once, even if two people
  /// have made a loop.
  func withPlacesInside(in connection: Connection) throws -> [Location] {
    let ids = try connection.query(
      """
      WITH RECURSIVE below(homeID, id) AS (
        SELECT homeID, id FROM locations WHERE homeID = ? AND id = ?
        UNION
        SELECT l.homeID, l.id FROM below AS b
          JOIN locations AS l ON l.homeID = b.homeID AND l.parentID = b.id
      )
      SELECT id FROM below
      """, .text(homeID), .text(id)
    ) { $0.text(0) }
    return try ids.compactMap { try Location.find($0, in: connection) }
  }
}
