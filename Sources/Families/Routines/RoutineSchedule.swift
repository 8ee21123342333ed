import Values

/// The days on which a routine is due. Pure, and without clocks: a day is what the family calls it.
package struct RoutineSchedule: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// On some days of each week.
    case weekdays
    /// Every so many days, counted from the first one.
    case everyDays
    /// So many days after it was last done; it stays due until it is.
    case afterDone
  }

  package var kind: Kind
  /// Days of the week, the lowest bit for Monday; for `weekdays` only.
  package var weekdays: Weekdays
  /// For `everyDays` and `afterDone`; from 1.
  package var everyCount: Int64
  package var startsOn: CalendarDay
  /// There is none behind this day; `nil` for no end.
  package var endsOn: CalendarDay?

  package static let counts: ClosedRange<Int64> = 1...366

  package init(
    _ kind: Kind, weekdays: Weekdays = .all, everyCount: Int64 = 1, from startsOn: CalendarDay,
    through endsOn: CalendarDay? = nil
  ) {
    (self.kind, self.weekdays, self.everyCount) = (kind, weekdays, everyCount)
    (self.startsOn, self.endsOn) = (startsOn, endsOn)
  }

  /// Whether it is due on a day.
  ///
  /// - Parameter lastDone: for `afterDone`, the last day before `day` on which it was done; `nil`
  ///   if it never was.
  package func isDue(on day: CalendarDay, lastDone: CalendarDay? = nil) -> Bool {
    guard day >= startsOn, endsOn.map({ day <= $0 }) ?? true else { return false }
    switch kind {
    case .weekdays: return weekdays.contains(day)
    case .everyDays: return (day.daysSince1970 - startsOn.daysSince1970) % step == 0
    case .afterDone: return day >= firstDue(after: lastDone)
    }
  }

  /// The first day on which it is due after it was last done, for `afterDone`.
  func firstDue(after lastDone: CalendarDay?) -> CalendarDay {
    guard let lastDone, lastDone >= startsOn else { return startsOn }
    return CalendarDay(daysSince1970: lastDone.daysSince1970 + step)
  }

  /// The days on which it is due, from a first to a last one. Not for `afterDone`, whose days
  /// depend on what was done.
  package func days(from first: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
    guard kind != .afterDone else { return [] }
    let first = max(first, startsOn)
    let last = min(last, endsOn ?? last)
    guard first <= last else { return [] }
    return (first.daysSince1970...last.daysSince1970).lazy
      .map { CalendarDay(daysSince1970: $0) }.filter { isDue(on: $0) }
  }

  private var step: Int { Int(max(1, everyCount)) }
}

/// Days of the week.
package struct Weekdays: OptionSet, Hashable, Sendable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue & 0x7F }

  package static let all = Weekdays(rawValue: 0x7F)

  /// One day of the week, 0 for Monday to 6 for Sunday.
  package static func day(_ index: Int) -> Weekdays { Weekdays(rawValue: 1 << Int64(index)) }

  /// Several days of the week.
  package static func days(_ indexes: some Sequence<Int>) -> Weekdays {
    indexes.reduce(into: []) { $0.formUnion(.day($1)) }
  }

  /// The day of the week of a day, 0 for Monday to 6 for Sunday.
  package static func index(of day: CalendarDay) -> Int {
    let days = (day.daysSince1970 + 3) % 7
    return days < 0 ? days + 7 : days
  }

  package func contains(_ day: CalendarDay) -> Bool { contains(.day(Self.index(of: day))) }
}
