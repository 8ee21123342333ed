import Household
import SQLite
import SyncProtocol
import Values

/// A routine that somebody did lately and that waits for nobody, for those whom that concerns.
package struct FinishedRoutine: Equatable, Sendable {
  package let familyID: ZoneID
  package let routineID: RecordID
  package let title: String
  package let day: CalendarDay
  /// Who did it; several if they did it together.
  package let doneBy: [AccountID]
  package let names: [String]
  /// When the last of it was noted, or a parent approved it, milliseconds since 1970.
  package let at: Int64

  /// How many days back are looked at; today is one. What waits for a parent is told for
  /// ``WaitingRoutine/days``.
  package static let days = 3

  /// Those of the last days, and of what can be done ahead. Costs what is due and was noted then.
  ///
  /// - Parameter today: the family's day.
  package static func all(
    of family: ZoneID, through today: CalendarDay, in connection: Connection
  ) throws -> [FinishedRoutine] {
    let range = RoutineDay.days(days, through: today)
    let times = Dictionary(
      try RoutineEvent.about(range, of: family, in: connection).map {
        ($0.id, $0.createdAt)
      }
    ) { first, _ in first }
    var found: [FinishedRoutine] = []
    for number in (range.lowerBound.daysSince1970...range.upperBound.daysSince1970).reversed() {
      let day = CalendarDay(daysSince1970: number)
      let board = try DayBoard(of: family, on: day, in: connection)
      for entry in board.entries where entry.state == .done {
        found.append(
          FinishedRoutine(
            entry, on: day, of: family, board.people,
            notedAt: entry.eventIDs.compactMap { times[$0] }.max() ?? 0))
      }
    }
    return found
  }

  /// What parents have approved of lately of what somebody did, however long it had waited.
  ///
  /// - Parameter today: the family's day.
  package static func approved(
    of family: ZoneID, for person: AccountID, through today: CalendarDay,
    in connection: Connection
  ) throws -> [FinishedRoutine] {
    let people = try FamilyPerson.all(of: family, in: connection)
    return try RoutineDay.all(
      approved(
        RoutineDay.days(WaitingRoutine.days, through: today),
        since: RoutineDay.days(days, through: today).lowerBound, of: family, connection),
      of: family, in: connection
    ).filter {
      $0.entry.state == .done && !$0.entry.approvals.isEmpty && $0.entry.doneBy.contains(person)
    }.map {
      FinishedRoutine($0.entry, on: $0.day, of: family, people, notedAt: $0.notedAt)
    }
  }

  private init(
    _ entry: DayBoard.Entry, on day: CalendarDay, of family: ZoneID, _ people: [FamilyPerson],
    notedAt: Int64
  ) {
    familyID = family
    (routineID, title) = (entry.routine.id, entry.routine.details.title)
    (self.day, doneBy) = (day, entry.doneBy)
    names = entry.doneBy.compactMap { id in people.first { $0.id == id }?.name }
    at = entry.approvals.map(\.createdAt).max() ?? notedAt
  }

  /// Days and routines that a parent has approved of since a day, or that are not before it: a
  /// parent's clock may be wrong.
  private static func approved(
    _ days: ClosedRange<CalendarDay>, since day: CalendarDay, of family: ZoneID,
    _ connection: Connection
  ) throws -> [RoutineDay.Place] {
    // Where it begins first.
    let since = (Int64(day.daysSince1970) * 24 - 14) * 3_600_000
    return try connection.query(
      """
      SELECT DISTINCT day, routineID FROM routineApprovals
        WHERE familyID = ? AND day BETWEEN ? AND ? AND (day >= ? OR createdAt >= ?)
          AND \(RoutineApproval.countsSQL)
        ORDER BY day DESC, routineID LIMIT ?
      """,
      [
        .text(family), .text(days.lowerBound.text), .text(days.upperBound.text),
        .text(day.text), .integer(since), .integer(Int64(WaitingRoutine.maxCount)),
      ]
    ) { RoutineDay.Place($0) }.compactMap(\.self)
  }
}
