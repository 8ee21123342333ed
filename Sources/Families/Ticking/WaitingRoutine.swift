import Household
import SQLite
import SyncProtocol
import Values

/// A routine that somebody did on a day and that waits for a parent.
package struct WaitingRoutine: Equatable, Sendable {
  package let day: CalendarDay
  package let entry: DayBoard.Entry
  /// When the last of it was noted, milliseconds since 1970.
  package let at: Int64

  /// How many days back are looked at, wherever what waits is told; today is one.
  package static let days = 28
  /// More are not told, the oldest first.
  package static let maxCount = 200

  /// Those of the last weeks, and of what can be done ahead, the latest day first. Costs what was
  /// done then and nobody has looked at.
  ///
  /// - Parameter today: the family's day.
  package static func all(
    of family: ZoneID, through today: CalendarDay, in connection: Connection
  ) throws -> [WaitingRoutine] {
    try RoutineDay.all(
      noted(RoutineDay.days(days, through: today), of: family, connection), of: family,
      in: connection
    ).filter { $0.entry.state == .waiting }
      .map { WaitingRoutine(day: $0.day, entry: $0.entry, at: $0.notedAt) }
  }

  /// Days and routines of which something was done that asks for a parent, and which no parent has
  /// approved of whoever did it: all that wait, and what was begun only.
  private static func noted(
    _ days: ClosedRange<CalendarDay>, of family: ZoneID, _ connection: Connection
  ) throws -> [RoutineDay.Place] {
    try connection.query(
      """
      SELECT DISTINCT day, routineID FROM routineEvents
        JOIN routines ON routines.id = routineID
        JOIN families ON families.id = routineEvents.familyID
        WHERE routineEvents.familyID = ? AND day BETWEEN ? AND ? AND kind = 'done'
          AND (asksApproval OR asksPhoto OR (hasStars AND stars > 0))
          AND \(RoutineEvent.countsSQL)
          AND NOT EXISTS (
            SELECT 1 FROM (
              SELECT familyID, routineID, day, personID FROM routineApprovals
                WHERE \(RoutineApproval.countsSQL)) AS approved
              WHERE approved.familyID = routineEvents.familyID
                AND approved.routineID = routineEvents.routineID
                AND approved.day = routineEvents.day
                AND approved.personID = routineEvents.personID)
        ORDER BY day DESC, routineID LIMIT ?
      """,
      [
        .text(family), .text(days.lowerBound.text), .text(days.upperBound.text),
        .integer(Int64(maxCount)),
      ]
    ) { RoutineDay.Place($0) }.compactMap(\.self)
  }
}
