import Values

/// The days on which something comes again, counted from its first day: a month without such a day
/// has its last one instead, and the next month has the day again (31 January, 28 February,
/// 31 March).
package struct RepeatSchedule: Equatable, Sendable {
  package enum Unit: String, CaseIterable, Sendable {
    case week, month, year
  }

  package let start: CalendarDay
  /// Every so many units; from 1.
  package let count: Int
  package let unit: Unit

  package static let counts: ClosedRange<Int64> = 1...100

  /// `nil` for a first day that does not exist, and for a count out of range.
  package init?(from start: CalendarDay?, every count: Int64, _ unit: Unit?) {
    guard let start, start.exists, Self.years.contains(start.year), let unit,
      Self.counts.contains(count)
    else { return nil }
    (self.start, self.count, self.unit) = (start, Int(count), unit)
  }

  /// The years in which days are stored.
  private static let years = 1000...9999

  /// The day after so many repetitions, from 0; `nil` beyond the year 9999.
  package func day(_ index: Int) -> CalendarDay? {
    // Beyond this even weeks are behind the last year.
    guard (0...500_000).contains(index) else { return nil }
    let steps = index * count
    let day: CalendarDay
    switch unit {
    case .week: day = CalendarDay(daysSince1970: start.daysSince1970 + steps * 7)
    case .month: day = Self.day(steps, monthsAfter: start)
    case .year: day = Self.day(steps * 12, monthsAfter: start)
    }
    return Self.years.contains(day.year) ? day : nil
  }

  /// The first day that is not before `day`; `nil` beyond the year 9999.
  package func next(from day: CalendarDay) -> CalendarDay? {
    guard day > start else { return start }
    let passed: Int
    switch unit {
    case .week: passed = (day.daysSince1970 - start.daysSince1970) / 7
    case .month: passed = months(to: day)
    case .year: passed = months(to: day) / 12
    }
    // What is passed in whole may be one too many in a month that is shorter.
    var index = max(0, passed / count - 1)
    while let found = self.day(index) {
      if found >= day { return found }
      index += 1
    }
    return nil
  }

  /// The first day behind `day`.
  package func next(after day: CalendarDay) -> CalendarDay? {
    next(from: CalendarDay(daysSince1970: day.daysSince1970 + 1))
  }

  private func months(to day: CalendarDay) -> Int {
    (day.year - start.year) * 12 + day.month - start.month
  }

  /// The earliest first day from which no more than `max` come by `last`; `nil` if no more come
  /// from this one either.
  package func earliestStart(of max: Int, by last: CalendarDay) -> CalendarDay? {
    func isTooEarly(_ schedule: RepeatSchedule) -> Bool {
      schedule.day(max).map { $0 <= last } ?? false
    }
    guard isTooEarly(self) else { return nil }
    let steps = max * count
    var earliest: CalendarDay
    switch unit {
    case .week: earliest = CalendarDay(daysSince1970: last.daysSince1970 - steps * 7)
    case .month: earliest = Self.day(-steps, monthsAfter: last)
    case .year: earliest = Self.day(-steps * 12, monthsAfter: last)
    }
    // The month that far back can be shorter than that of `last`, or longer.
    while let schedule = RepeatSchedule(from: earliest, every: Int64(count), unit),
      isTooEarly(schedule)
    {
      earliest = CalendarDay(daysSince1970: earliest.daysSince1970 + 1)
    }
    return earliest
  }

  private static func day(_ steps: Int, monthsAfter start: CalendarDay) -> CalendarDay {
    let month = start.year * 12 + start.month - 1 + steps
    let (year, ofYear) = (month / 12, month % 12 + 1)
    let following = CalendarDay(
      year: ofYear == 12 ? year + 1 : year, month: ofYear == 12 ? 1 : ofYear + 1, day: 1)
    let last = CalendarDay(daysSince1970: following.daysSince1970 - 1).day
    return CalendarDay(year: year, month: ofYear, day: min(start.day, last))
  }
}
