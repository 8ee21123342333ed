import Families
import FoundationEssentials
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Values
import Web

/// A routine's page: a week of it.
extension WebApplication {
  func routineWeekPage(_ family: ZoneID, _ id: RecordID, _ query: DayQuery) -> Endpoint {
    .viewing(.family(family)) { at in
      try await at.member.page(
        { RoutineWeekPage.view($0, in: $1) },
        load: { reader in try RoutineWeekPage.Model(family, id, query, reader) })
    }
  }
}

extension RoutineWeekPage.Model {
  init?(_ id: ZoneID, _ routine: RecordID, _ query: DayQuery, _ reader: PageReader) throws {
    let connection = reader.connection
    guard let family = try Family.find(id, in: connection),
      let routine = try Routine.find(routine, in: connection), routine.familyID == id
    else { return nil }
    let today = family.today(at: reader.hubNow, reader.words)
    let day = (query.day.flatMap { CalendarDay($0) } ?? today).daysSince1970
    // The first and the last week of the calendar may be shorter than others.
    let first = CalendarDay(
      daysSince1970: max(
        day - Weekdays.index(of: CalendarDay(daysSince1970: day)), Self.calendar.lowerBound))
    let last = CalendarDay(
      daysSince1970: min(first.daysSince1970 + 6, Self.calendar.upperBound))
    let week = try RoutineDays(of: routine, on: first...last, in: connection)
    let people = week.people.map { FamilyFigure($0, you: reader.accountID) }
    self.init(
      family: ZoneLink(.family, id: id, name: family.details.name),
      routine: RoutinesPage.Row(routine, people), first: first, today: today,
      canPlan: reader.role(in: id).map { $0 != .viewer } ?? false)
    (note, isArchived) = (routine.details.note, routine.details.isArchived)
    days = week.days.map { RoutineWeekPage.Day($0, people, today: today) }
    let former = try FamilyFace.formerNames(of: id, in: connection)
    history = week.notes.map { note in
      RoutineWeekPage.Note(note, routine) { id in
        // Somebody who has left has no name here any more.
        people.first { $0.id == id }?.name ?? former[id] ?? "–"
      }
    }
    guard !family.details.hidesStreaks, !isArchived else { return }
    let streak = RoutineStreak(
      of: routine, today: today, members: Set(people.map(\.id)),
      absences: try RoutineStreak.absences(of: id, today: today, in: connection), in: connection)
    streaks = try streak.subjects.map { person in
      RoutineWeekPage.Streak(
        person.flatMap { id in people.first { $0.id == id } }, count: try streak.count(for: person))
    }
  }

  private static let calendar =
    CalendarDay(
      year: 1000, month: 1, day: 1
    )
    .daysSince1970...CalendarDay(
      year: 9999, month: 12, day: 31
    ).daysSince1970
}

extension RoutineWeekPage.Day {
  init(_ day: RoutineDays.Day, _ people: [FamilyFigure], today: CalendarDay) {
    self.init(
      day.day, weekday: Weekdays.index(of: day.day),
      entries: day.entries.map { .init($0, people, on: day.day, today: today) })
    let shown = Set(day.entries.compactMap(\.personID))
    away = people.filter { day.away.contains($0.id) && !shown.contains($0.id) }
  }
}

extension RoutineWeekPage.Entry {
  init(
    _ entry: DayBoard.Entry, _ people: [FamilyFigure], on day: CalendarDay, today: CalendarDay
  ) {
    let mark: RoutineWeekPage.Mark =
      switch entry.state {
      case .done: .done
      case .waiting: .waiting
      case .open: day < today ? .missing : day > today ? .planned : .open
      }
    self.init(entry.personID.flatMap { id in people.first { $0.id == id } }, mark)
    doneBy = entry.doneBy.filter { $0 != entry.personID }.compactMap { id in
      people.first { $0.id == id }?.name
    }
    (doneCount, stepCount) = (entry.doneCount, entry.steps.count)
  }
}

extension RoutineWeekPage.Note {
  init(_ note: RoutineDays.Note, _ routine: Routine, name: (AccountID) -> String) {
    let what: What =
      switch note.what {
      case .done(let step):
        .done(step: step.map { id in routine.steps.first { $0.id == id }?.label ?? "–" })
      case .takenBack: .takenBack
      case .skipped: .skipped
      case .swapped(let other): .swapped(name(other))
      case .approved: .approved
      case .approvalTakenBack: .approvalTakenBack
      }
    self.init(
      id: note.id, day: note.day, what, name: name(note.personID), at: Date(milliseconds: note.at),
      by: note.by == note.personID ? nil : name(note.by))
  }
}

extension RoutineStep {
  /// Its picture and title, whichever there are.
  var label: String { [emoji, title].filter { !$0.isEmpty }.joined(separator: " ") }
}
