import Families
import SyncProtocol
import Web

extension FamilyArea {
  /// The person's own routines; for a parent who wants that, everybody's.
  package static func calendar(_ reader: CalendarReader) throws -> [CalendarEntry] {
    guard !reader.kinds.isDisjoint(with: [.routine, .familyRoutine]),
      let family = try Family.own(in: reader.connection),
      let role = try FamilyRole.of(reader.accountID, in: family.id, reader.connection)
    else { return [] }
    let today = family.today(at: reader.now, or: reader.words.calendarDay)
    let days = try RoutineCalendar(
      of: family.id, for: reader.accountID, from: today,
      includesOthers: role == .parent && reader.kinds.contains(.familyRoutine),
      in: reader.connection)
    return days.entries.map { entry in
      CalendarEntry(
        // Who wants everybody's wants each once.
        entry.isOwn && reader.kinds.contains(.routine) ? .routine : .familyRoutine,
        id: "routine-\(entry.routineID)-\(entry.day.text)", day: entry.day.text,
        summary: entry.title, location: family.details.name,
        .days(.day(family: family.id, DayQuery(day: entry.day))))
    }
  }
}
