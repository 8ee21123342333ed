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
    let range = RoutineDays.week(of: query.day.flatMap { CalendarDay($0) } ?? today)
    let week = try RoutineDays(of: routine, on: range, in: connection)
    let people = week.people.map { FamilyFigure($0, you: reader.accountID) }
    self.init(
      family: ZoneLink(.family, id: id, name: family.details.name),
      routine: RoutinesPage.Row(routine, people), first: range.lowerBound, today: today,
      canPlan: reader.role(in: id).map { $0 != .viewer } ?? false)
    (note, isArchived) = (routine.details.note, routine.details.isArchived)
    let former = try FamilyFace.formerNames(of: id, in: connection)
    let left = { (id: AccountID) in former[id] ?? reader.words.somebodyWhoLeft }
    days = week.days.map { RoutineWeekPage.Day($0, people, left: left, today: today) }
    let proofs = Dictionary(
      grouping: try RoutineProof.of(routine.id, on: range, in: id, connection),
      by: { [$0.day, $0.personID] })
    history = week.notes.map { note in
      RoutineWeekPage.Note(note, routine) { id in
        people.first { $0.id == id }?.name ?? left(id)
      }
    }
    // Beside the last note that it was done: photos have none of their own.
    var shown: Set<[String]> = []
    for (index, note) in week.notes.enumerated() where note.what == .done(stepID: nil) {
      let key = [note.day.text, note.personID]
      guard shown.insert(key).inserted else { continue }
      history[index].proofs = (proofs[key] ?? []).map { FamilyImage($0, reader) }
    }
    streaks = try week.streaks(today: today, in: connection).map { streak in
      RoutineWeekPage.Streak(
        streak.person.flatMap { id in people.first { $0.id == id } }, count: streak.count)
    }
  }
}

extension RoutineWeekPage.Day {
  /// - Parameter left: the name of somebody who is not in the family any more.
  init(
    _ day: RoutineDays.Day, _ people: [FamilyFigure], left: (AccountID) -> String,
    today: CalendarDay
  ) {
    let members = Set(people.map(\.id))
    self.init(
      day.day, weekday: Weekdays.index(of: day.day),
      entries: day.entries.filter { $0.stays(among: members) }
        .map { .init($0, people, left: left, on: day.day, today: today) })
    let shown = Set(day.entries.compactMap(\.personID))
    away = people.filter { day.away.contains($0.id) && !shown.contains($0.id) }
  }
}

extension RoutineWeekPage.Entry {
  init(
    _ entry: DayBoard.Entry, _ people: [FamilyFigure], left: (AccountID) -> String,
    on day: CalendarDay, today: CalendarDay
  ) {
    let person = entry.personID.map { id in
      people.first { $0.id == id }
        ?? FamilyFigure(id: id, name: left(id), colour: .derived(from: id))
    }
    self.init(person, RoutineWeekPage.Mark(entry.mark(on: day, today: today)))
    doneBy = entry.doneBy.filter { $0 != entry.personID }.map { id in
      people.first { $0.id == id }?.name ?? left(id)
    }
    (doneCount, stepCount) = (entry.doneCount, entry.steps.count)
  }
}

extension RoutineWeekPage.Mark {
  init(_ mark: DayBoard.Entry.Mark) {
    switch mark {
    case .done: self = .done
    case .waiting: self = .waiting
    case .open: self = .open
    case .missing: self = .missing
    case .planned: self = .planned
    }
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
