import Household
import SQLite
import SyncProtocol
import Values

/// A routine that somebody did lately, for those whom that concerns.
package struct FinishedRoutine: Equatable, Sendable {
  package let familyID: ZoneID
  package let routineID: RecordID
  package let title: String
  package let day: CalendarDay
  /// Who did it; several if they did it together.
  package let doneBy: [AccountID]
  package let names: [String]
  package let isWaiting: Bool
  /// Whether a parent has approved it.
  package let isApproved: Bool
  /// When the last of it was noted, milliseconds since 1970.
  package let at: Int64

  /// How many days back are looked at; today is one.
  package static let days = 3

  /// Those of the last days, and of what can be done ahead. Costs what is due and was noted then.
  ///
  /// - Parameter today: the family's day.
  package static func all(
    of family: ZoneID, through today: CalendarDay, in connection: Connection
  ) throws -> [FinishedRoutine] {
    let first = CalendarDay(daysSince1970: today.daysSince1970 - (days - 1))
    let last = CalendarDay(daysSince1970: today.daysSince1970 + RoutineTask.maxDaysAhead)
    let times = Dictionary(
      try RoutineEvent.about(first...last, of: family, in: connection).map {
        ($0.id, $0.createdAt)
      }
    ) { first, _ in first }
    var found: [FinishedRoutine] = []
    for number in (first.daysSince1970...last.daysSince1970).reversed() {
      let day = CalendarDay(daysSince1970: number)
      let board = try DayBoard(of: family, on: day, in: connection)
      for entry in board.entries where entry.state != .open {
        let noted = entry.eventIDs.compactMap { times[$0] }
        let approved = entry.approvals.map(\.createdAt).max()
        found.append(
          FinishedRoutine(
            familyID: family, routineID: entry.routine.id, title: entry.routine.details.title,
            day: day, doneBy: entry.doneBy,
            names: entry.doneBy.compactMap { id in board.people.first { $0.id == id }?.name },
            isWaiting: entry.state == .waiting, isApproved: approved != nil,
            at: approved ?? noted.max() ?? 0))
      }
    }
    return found
  }
}
