import Household
import SQLite
import SyncProtocol
import Values

/// How often in a row a routine was done when it was due.
///
/// It follows from the events alone, whichever device heard of them first. A day on which the routine
/// was not due, and one on which the person was away, does not break it; today does not either, as
/// long as it lasts. What a parent did not approve was taken back, and that does.
///
/// It looks back over one year at most, and no further than to the day that breaks it.
package struct RoutineStreak {
  /// How far it looks back, in days.
  package static let maxDays = 366

  private let routine: Routine
  private let today: CalendarDay
  private let connection: Connection
  private let members: Set<AccountID>
  private let absences: [Absence]

  /// - Parameter absences: those of the family that are not over before the year.
  package init(
    of routine: Routine, today: CalendarDay, members: Set<AccountID>, absences: [Absence],
    in connection: Connection
  ) {
    (self.routine, self.today, self.connection) = (routine, today, connection)
    (self.members, self.absences) = (members, absences)
  }

  /// The absences that streaks up to a day look at.
  package static func absences(
    of family: ZoneID, today: CalendarDay, in connection: Connection
  ) throws -> [Absence] {
    try Absence.of(
      family, from: CalendarDay(daysSince1970: today.daysSince1970 - maxDays), in: connection)
  }

  /// The times in a row: of a person where each has their own or their turn, otherwise of all
  /// together (`nil`).
  package func count(for person: AccountID?) throws -> Int {
    if routine.plan.schedule.kind == .afterDone { return try countAfterDone(person) }
    if routine.plan.mode == .turns, let person { return try countTurns(of: person) }
    var done = DoneDays(routine, by: routine.plan.mode == .each ? person : nil, connection)
    let plan = routine.plan
    return try count(
      back(through: plan.schedule.startsOn).lazy.filter { plan.schedule.isDue(on: $0) }
    ) { day in
      try done.contains(day) ? true : isAway(person, on: day) ? nil : false
    }
  }

  /// Whose streak each entry of the routine is about: people, or all together.
  package var subjects: [AccountID?] {
    let plan = routine.plan
    let isOwn = plan.mode == .each || (plan.mode == .turns && plan.schedule.kind != .afterDone)
    return isOwn ? plan.people.filter(members.contains) : [nil]
  }

  /// Counts days, from today back: `true` for one that was done, `nil` for one that does not matter.
  private func count(
    _ days: some Sequence<CalendarDay>, isDone: (CalendarDay) throws -> Bool?
  ) rethrows -> Int {
    var count = 0
    for day in days {
      guard let isDone = try isDone(day) else { continue }
      if isDone {
        count += 1
      } else if day != today {
        break
      }
    }
    return count
  }

  private func back(through first: CalendarDay) -> some Sequence<CalendarDay> {
    let first = max(first.daysSince1970, today.daysSince1970 - Self.maxDays)
    return stride(from: today.daysSince1970, through: first, by: -1).lazy.map {
      CalendarDay(daysSince1970: $0)
    }
  }

  private func countTurns(of person: AccountID) throws -> Int {
    var done = DoneDays(routine, by: nil, connection)
    let turns = try DayBoard.turns(
      of: routine, through: today, among: members,
      absences: try DayBoard.absences(
        of: routine.familyID, for: [routine], on: today, in: connection), in: connection)
    let own = turns.suffix(Self.maxDays).filter { $0.person == person }.map(\.day)
    return try count(own.reversed()) { try done.contains($0) }
  }

  /// It is due so many days after it was done, and stays due: each day on which it was due and was
  /// not done breaks the row.
  private func countAfterDone(_ person: AccountID?) throws -> Int {
    let plan = routine.plan
    let own = plan.mode == .each ? person : nil
    var done = DoneDays(routine, by: own, connection)
    let last = plan.schedule.endsOn.map { min($0, today) } ?? today
    var count = 0
    var next = last.daysSince1970 + 1
    for day in back(through: plan.schedule.startsOn) where try done.contains(day) {
      let due = day.daysSince1970 + Int(plan.schedule.everyCount)
      let missed = (due..<max(due, next)).contains {
        let day = CalendarDay(daysSince1970: $0)
        return day != today && !isAway(own, on: day)
      }
      if missed { break }
      (count, next) = (count + 1, day.daysSince1970)
    }
    return count
  }

  /// Whether the person is away; without one, whether everybody of the routine is.
  private func isAway(_ person: AccountID?, on day: CalendarDay) -> Bool {
    let away = Set(absences.lazy.filter { $0.covers(day) }.map(\.personID))
    if let person { return away.contains(person) }
    return away.isSuperset(of: routine.plan.people.filter(members.contains))
  }
}

/// The days on which a routine was done, read from the last one back, a month at a time.
private struct DoneDays {
  private let routine: Routine
  private let person: AccountID?
  private let connection: Connection
  private var whole: Set<String> = []
  /// Days from this one on were read, as days since 1970.
  private var readFrom = Int.max

  init(_ routine: Routine, by person: AccountID?, _ connection: Connection) {
    (self.routine, self.person, self.connection) = (routine, person, connection)
  }

  /// - Parameter day: not after one that was asked for before.
  mutating func contains(_ day: CalendarDay) throws -> Bool {
    if day.daysSince1970 < readFrom { try read(through: day) }
    if whole.contains(day.text) { return true }
    // Its last two steps may have been ticked on two devices.
    guard routine.steps.count > 1 else { return false }
    let events = RoutineEvent.counting(
      try RoutineEvent.about(day...day, of: routine, in: connection))
    return routine.isDone(
      by: events.filter { $0.kind == .done && (person == nil || $0.personID == person) })
  }

  private mutating func read(through day: CalendarDay) throws {
    let first = CalendarDay(daysSince1970: day.daysSince1970 - 30)
    whole = Set(
      try connection.query(
        """
        SELECT day FROM routineEvents
          WHERE familyID = ?1 AND routineID = ?2 AND day BETWEEN ?3 AND ?4 AND kind = 'done'
            AND stepID IS NULL AND (?5 IS NULL OR personID = ?5) AND \(RoutineEvent.countsSQL)
        """,
        [
          .text(routine.familyID), .text(routine.id), .text(first.text), .text(day.text),
          Value(person),
        ]
      ) { $0.text(0) })
    readFrom = first.daysSince1970
  }
}
