import Household
import SQLite
import SyncProtocol
import Values

/// One routine on some days of a family: who did it, and who did not. It reads the rows of these
/// days, however long the family has had the routine.
package struct RoutineDays: Equatable, Sendable {
  package let routine: Routine
  package let people: [FamilyPerson]
  package let days: [Day]
  /// What was noted about these days, the last first; also what was taken back.
  package let notes: [Note]

  package struct Day: Equatable, Sendable {
    package let day: CalendarDay
    /// Who of the routine is away.
    package let away: Set<AccountID>
    package let entries: [DayBoard.Entry]
  }

  /// Something that somebody has noted.
  package struct Note: Equatable, Sendable, Identifiable {
    package enum What: Equatable, Sendable {
      /// A step, or the routine as a whole.
      case done(stepID: RecordID?)
      case takenBack
      case skipped
      case swapped(to: AccountID)
      case approved(stars: Int)
      case approvalTakenBack

      /// Its name in the API and in what commands print.
      package var word: String {
        switch self {
        case .done: "done"
        case .takenBack: "takenBack"
        case .skipped: "skipped"
        case .swapped: "swapped"
        case .approved: "approved"
        case .approvalTakenBack: "approvalTakenBack"
        }
      }

      package static let words = [
        "done", "takenBack", "skipped", "swapped", "approved", "approvalTakenBack",
      ]

      /// The step that was done; `nil` for the routine as a whole, and for all else.
      package var stepID: RecordID? {
        if case .done(let step) = self { step } else { nil }
      }

      /// Who does it instead.
      package var otherID: AccountID? {
        if case .swapped(let other) = self { other } else { nil }
      }

      /// The stars that an approval was worth.
      package var stars: Int {
        if case .approved(let stars) = self { stars } else { 0 }
      }
    }

    package let id: RecordID
    package let day: CalendarDay
    package let what: What
    package let personID: AccountID
    /// Milliseconds since 1970.
    package let at: Int64
    package let by: AccountID
  }

  /// More notes of a week than these are left out, the oldest first.
  package static let maxNotes = 200

  /// - Parameter range: at most some weeks.
  package init(
    of routine: Routine, on range: ClosedRange<CalendarDay>, in connection: Connection
  ) throws {
    self.routine = routine
    people = try FamilyPerson.all(of: routine.familyID, in: connection)
    let members = Set(people.map(\.id))
    let events = try RoutineEvent.about(range, of: routine, in: connection)
    let approvals = try RoutineApproval.about(range, of: routine, in: connection)
    let counting = Dictionary(grouping: RoutineEvent.counting(events), by: \.day)
    let approvalsByDay = Dictionary(grouping: approvals, by: \.day)
    let absences = try DayBoard.absences(
      of: routine.familyID, for: [routine], on: range.lowerBound, in: connection)
    let hasStars = try Family.find(routine.familyID, in: connection)?.details.hasStars ?? false
    let numbers = range.lowerBound.daysSince1970...range.upperBound.daysSince1970
    days = try numbers.map { number in
      let day = CalendarDay(daysSince1970: number)
      let notes = DayBoard.Notes(
        members: members, absences: absences, events: counting[day.text] ?? [],
        approvals: approvalsByDay[day.text] ?? [], hasStars: hasStars)
      return Day(
        day: day, away: Absence.away(on: day, absences).intersection(routine.plan.people),
        entries: try DayBoard.entries(of: routine, on: day, notes, connection))
    }
    let all = events.compactMap(Note.init) + approvals.compactMap(Note.init)
    notes = Array(all.sorted { ($0.at, $0.id) > ($1.at, $1.id) }.prefix(Self.maxNotes))
  }
}

extension RoutineDays {
  /// The week of a day, from Monday on. The first and the last of the calendar may be shorter than
  /// others.
  package static func week(of day: CalendarDay) -> ClosedRange<CalendarDay> {
    let number = day.daysSince1970
    let first = max(number - Weekdays.index(of: day), calendar.lowerBound)
    return CalendarDay(
      daysSince1970: first)...CalendarDay(daysSince1970: min(first + 6, calendar.upperBound))
  }

  private static let calendar =
    CalendarDay(year: 1000, month: 1, day: 1)
    .daysSince1970...CalendarDay(year: 9999, month: 12, day: 31).daysSince1970

  /// How often in a row the routine was done up to today, by each whom it is about; `nil` for all
  /// together. Empty where the family has no streaks, and for a routine that is archived.
  package func streaks(
    today: CalendarDay, in connection: Connection
  ) throws -> [(person: AccountID?, count: Int)] {
    guard let family = try Family.find(routine.familyID, in: connection),
      !family.details.hidesStreaks, !routine.details.isArchived
    else { return [] }
    let streak = RoutineStreak(
      of: routine, today: today, members: Set(people.map(\.id)),
      absences: try RoutineStreak.absences(of: family.id, today: today, in: connection),
      in: connection)
    return try streak.subjects.map { ($0, try streak.count(for: $0)) }
  }
}

extension DayBoard.Entry {
  /// How a day's entry looks on another day.
  package enum Mark: String, CaseIterable, Sendable {
    case done, waiting
    /// Not done yet, and it is today.
    case open
    /// The day is over.
    case missing
    /// The day is to come.
    case planned
  }

  package func mark(on day: CalendarDay, today: CalendarDay) -> Mark {
    switch state {
    case .done: .done
    case .waiting: .waiting
    case .open: day < today ? .missing : day > today ? .planned : .open
    }
  }
}

extension RoutineDays.Note {
  init?(_ event: RoutineEvent) {
    guard let day = CalendarDay(event.day), let kind = event.kind else { return nil }
    (id, self.day, personID) = (event.id, day, event.personID)
    (at, by) = (event.createdAt, event.createdBy)
    switch kind {
    case .done: what = .done(stepID: event.stepID)
    case .skip: what = .skipped
    case .swap: what = .swapped(to: event.otherID ?? event.personID)
    case .undo: what = .takenBack
    }
  }

  init?(_ approval: RoutineApproval) {
    guard let day = CalendarDay(approval.day) else { return nil }
    (id, self.day, personID) = (approval.id, day, approval.personID)
    (at, by) = (approval.createdAt, approval.createdBy)
    what = approval.undoesID == nil ? .approved(stars: approval.stars) : .approvalTakenBack
  }
}
