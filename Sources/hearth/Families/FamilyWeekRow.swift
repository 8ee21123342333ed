import Families
import SyncProtocol
import Values

/// A week of a family, as its command prints it with --json. Names are those of the JSON API.
struct FamilyWeekRow: Encodable, Sendable {
  struct Day: Encodable, Sendable {
    let day: String
    let away: [String]
    let entries: [Entry]
    /// How many there are on the day in all.
    let entryCount: Int
  }

  struct Entry: Encodable, Sendable {
    let routineID: String
    let title: String
    let personID: OrNull<String>
    /// `done`, `waiting`, `open`, `missing` or `planned`.
    let mark: String
    let doneBy: [String]
    let doneSteps: Int
    let stepCount: Int
  }

  let familyID: String
  /// Whose week it is; `null` for everybody's.
  let personID: OrNull<String>
  let firstDay: String
  let lastDay: String
  let today: String
  let days: [Day]

  init(
    _ week: FamilyWeek, of family: ZoneID, _ person: AccountID?,
    _ range: ClosedRange<CalendarDay>, today: CalendarDay
  ) {
    (familyID, personID) = (family, OrNull(person))
    (firstDay, lastDay, self.today) = (
      range.lowerBound.text, range.upperBound.text, today.text
    )
    days = week.days.map { day in
      Day(
        day: day.day.text, away: day.away.sorted(),
        entries: day.entries.map { entry in
          Entry(
            routineID: entry.routine.id, title: entry.routine.details.title,
            personID: OrNull(entry.personID), mark: entry.mark(on: day.day, today: today).rawValue,
            doneBy: entry.doneBy, doneSteps: entry.doneCount, stepCount: entry.steps.count)
        }, entryCount: day.entryCount)
    }
  }
}
