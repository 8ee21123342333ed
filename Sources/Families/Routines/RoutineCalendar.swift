import Household
import SQLite
import SyncProtocol
import Values

/// The days on which routines are due, for a calendar.
///
/// Routines that are due some days after they were done are left out but for today: when they are
/// next depends on when they are done.
package struct RoutineCalendar: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package let routineID: RecordID
    package let title: String
    package let day: CalendarDay
    /// Whether the person is to do it, or may: it is their turn, or whoever comes first does it.
    package let isOwn: Bool
  }

  /// How many days ahead are told.
  package static let days = 366
  /// The most entries, the earliest first.
  package static let maxEntries = 2000

  package let entries: [Entry]

  /// - Parameter includesOthers: whether routines of others in the family are told, too.
  package init(
    of family: ZoneID, for person: AccountID, from today: CalendarDay, includesOthers: Bool,
    in connection: Connection
  ) throws {
    let members = Set(try FamilyPerson.all(of: family, in: connection).map(\.id))
    let last = CalendarDay(daysSince1970: today.daysSince1970 + Self.days - 1)
    let ofToday = try DayBoard(of: family, on: today, in: connection).entries
    var away: [AccountID: Set<CalendarDay>] = [:]
    for absence in try Absence.of(family, from: today, in: connection) {
      away[absence.personID, default: []].formUnion(absence.days(within: today...last))
    }
    let routines = try Routine.of(family, in: connection)
    let absences = try DayBoard.absences(of: family, for: routines, on: last, in: connection)
    var found: [Entry] = []
    for routine in routines {
      let (own, all) = try Self.days(
        of: routine, for: person, members, absences, today...last, away, ofToday, connection)
      let shown = includesOthers ? all : Array(own)
      found += shown.map {
        Entry(
          routineID: routine.id, title: routine.details.title, day: $0, isOwn: own.contains($0))
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    entries = sorted.prefix(Self.maxEntries).map(\.element)
  }

  /// The days on which a routine is due for the person, and for anybody.
  private static func days(
    of routine: Routine, for person: AccountID, _ members: Set<AccountID>, _ absences: [Absence],
    _ days: ClosedRange<CalendarDay>, _ away: [AccountID: Set<CalendarDay>],
    _ ofToday: [DayBoard.Entry], _ connection: Connection
  ) throws -> (own: Set<CalendarDay>, all: [CalendarDay]) {
    let plan = routine.plan
    guard plan.people.contains(where: members.contains) else { return ([], []) }
    if plan.schedule.kind == .afterDone {
      let due = ofToday.filter { $0.routine.id == routine.id && $0.state == .open }
      let isOwn = due.contains { $0.isFor(person) } && plan.people.contains(person)
      return (isOwn ? [days.lowerBound] : [], due.isEmpty ? [] : [days.lowerBound])
    }
    let people = plan.people.filter(members.contains)
    // A day on which nobody is there has nothing to do; that of one person has none for them.
    let all = plan.schedule.days(from: days.lowerBound, through: days.upperBound)
      .filter { day in people.contains { !(away[$0]?.contains(day) ?? false) } }
    guard plan.people.contains(person) else { return ([], all) }
    guard plan.mode == .turns else {
      return (Set(all.filter { !(away[person]?.contains($0) ?? false) }), all)
    }
    let turns = try DayBoard.turns(
      of: routine, through: days.upperBound, among: members, absences: absences, in: connection)
    return (
      Set(turns.filter { $0.person == person && $0.day >= days.lowerBound }.map(\.day)), all
    )
  }
}
