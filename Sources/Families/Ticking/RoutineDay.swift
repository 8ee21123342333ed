import Household
import SQLite
import SyncProtocol
import Values

/// What there is of one routine on one day, for one person or for whoever comes first.
struct RoutineDay {
  let day: CalendarDay
  let entry: DayBoard.Entry
  /// When the last of what is done of it was noted, milliseconds since 1970; 0 where nothing is.
  let notedAt: Int64

  /// A day of a routine.
  struct Place {
    let day: CalendarDay
    let routine: RecordID

    /// From a row with the day and the routine; `nil` if the day is none.
    init?(_ row: Statement) {
      guard let day = CalendarDay(row.text(0)) else { return nil }
      (self.day, routine) = (day, row.text(1))
    }
  }

  /// So many days up to today, which is one, and those of which something can be done ahead.
  static func days(_ count: Int, through today: CalendarDay) -> ClosedRange<CalendarDay> {
    let number = today.daysSince1970
    return CalendarDay(
      daysSince1970: number - (count - 1))...CalendarDay(
        daysSince1970: number + RoutineTask.maxDaysAhead)
  }

  /// What there is at some places, in their order, without what is of somebody who has left: they
  /// are on no page of a day. Costs what was noted at the places.
  static func all(
    _ places: [Place], of family: ZoneID, in connection: Connection
  ) throws -> [RoutineDay] {
    guard let first = places.map(\.day).min() else { return [] }
    let members = Set(try FamilyPerson.all(of: family, in: connection).map(\.id))
    let hasStars = try Family.find(family, in: connection)?.details.hasStars ?? false
    var routines: [RecordID: Routine] = [:]
    for id in Set(places.map(\.routine)) {
      routines[id] = try Routine.find(id, in: connection)
    }
    let absences = try DayBoard.absences(
      of: family, for: Array(routines.values), on: first, in: connection)
    return try places.flatMap { place -> [RoutineDay] in
      guard let routine = routines[place.routine] else { return [] }
      let day = place.day
      let events = RoutineEvent.counting(
        try RoutineEvent.about(day...day, of: routine, in: connection))
      let notes = DayBoard.Notes(
        members: members, absences: absences, events: events,
        approvals: try RoutineApproval.about(day...day, of: routine, in: connection),
        hasStars: hasStars)
      return try DayBoard.entries(of: routine, on: day, notes, connection).filter {
        $0.personID.map(members.contains) != false
      }.map { entry in
        let ids = Set(entry.eventIDs)
        let at = events.filter { ids.contains($0.id) }.map(\.createdAt).max()
        return RoutineDay(day: day, entry: entry, notedAt: at ?? 0)
      }
    }
  }
}
