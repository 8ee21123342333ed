import Household
import SQLite
import SyncProtocol
import Values

/// A routine that somebody did on a day and that waits for a parent.
package struct WaitingRoutine: Equatable, Sendable {
  package let day: CalendarDay
  package let entry: DayBoard.Entry

  /// How many days back are looked at; today is one.
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
    let first = CalendarDay(daysSince1970: today.daysSince1970 - (days - 1))
    let last = CalendarDay(daysSince1970: today.daysSince1970 + RoutineTask.maxDaysAhead)
    let found = try noted(first...last, of: family, connection)
    guard !found.isEmpty else { return [] }
    let members = Set(try FamilyPerson.all(of: family, in: connection).map(\.id))
    let hasStars = try Family.find(family, in: connection)?.details.hasStars ?? false
    var routines: [RecordID: Routine] = [:]
    for id in Set(found.map(\.routine)) {
      routines[id] = try Routine.find(id, in: connection)
    }
    let absences = try DayBoard.absences(
      of: family, for: Array(routines.values), on: first, in: connection)
    return try found.flatMap { day, id -> [WaitingRoutine] in
      guard let routine = routines[id] else { return [] }
      let notes = DayBoard.Notes(
        members: members, absences: absences,
        events: RoutineEvent.counting(
          try RoutineEvent.about(day...day, of: routine, in: connection)),
        approvals: try RoutineApproval.about(day...day, of: routine, in: connection),
        hasStars: hasStars)
      // Who has left is on no page of a day.
      return try DayBoard.entries(of: routine, on: day, notes, connection).filter {
        $0.state == .waiting && $0.personID.map(members.contains) != false
      }.map { WaitingRoutine(day: day, entry: $0) }
    }
  }

  /// Days and routines of which something was done that asks for a parent, and which no parent has
  /// approved of whoever did it: all that wait, and what was begun only.
  private static func noted(
    _ days: ClosedRange<CalendarDay>, of family: ZoneID, _ connection: Connection
  ) throws -> [(day: CalendarDay, routine: RecordID)] {
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
    ) { row in CalendarDay(row.text(0)).map { ($0, row.text(1)) } }.compactMap(\.self)
  }
}
