import Testing
import Values

/// When a day ends, where clocks are put forward and back.
@Suite struct DayEndTests {
  private static let hour: Int64 = 3_600_000

  /// The day at a place whose clocks are `before` and, from a moment on, `after` hours ahead.
  private func day(
    _ before: Int64, _ after: Int64 = 0, from change: Int64 = .max
  ) -> (Int64) -> CalendarDay {
    { milliseconds in
      let shifted = milliseconds + (milliseconds < change ? before : after) * Self.hour
      let seconds = shifted >= 0 ? shifted / 1000 : (shifted - 999) / 1000
      return CalendarDay(
        daysSince1970: Int(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400))
    }
  }

  @Test("a day ends with its last second, wherever it is", arguments: [-11, 0, 2, 14] as [Int64])
  func plain(_ hours: Int64) {
    let day = day(hours)
    for start: Int64 in [1_781_258_400_123, 0, 86_399_999] {
      let end = CalendarDay.end(ofDayAt: start, where: day)
      #expect(end % 1000 == 0 && end > start && end - start <= 24 * Self.hour)
      #expect(day(end - 1) == day(start))
      #expect(day(end).daysSince1970 == day(start).daysSince1970 + 1)
    }
  }

  @Test("a day on which clocks are put back has 25 hours, and one on which they go on has 23")
  func summerTime() {
    // Midnight on 25 October 2026 in Berlin, and on 29 March.
    let (autumn, spring): (Int64, Int64) = (1_792_879_200_000, 1_774_738_800_000)
    let back = day(2, 1, from: autumn + 3 * Self.hour)
    #expect(CalendarDay.end(ofDayAt: autumn, where: back) == autumn + 25 * Self.hour)
    let forward = day(1, 2, from: spring + 2 * Self.hour)
    #expect(CalendarDay.end(ofDayAt: spring, where: forward) == spring + 23 * Self.hour)
  }
}
