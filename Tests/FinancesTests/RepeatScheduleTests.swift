import Finances
import Testing
import Values

@Suite struct RepeatScheduleTests {
  private func schedule(
    _ start: String, _ count: Int64 = 1, _ unit: RepeatSchedule.Unit = .month
  ) throws -> RepeatSchedule {
    try #require(RepeatSchedule(from: CalendarDay(start), every: count, unit))
  }

  private func days(_ schedule: RepeatSchedule, _ count: Int) -> [String] {
    (0..<count).compactMap { schedule.day($0)?.text }
  }

  @Test("what comes on the 31st comes on the last day of a shorter month, and on the 31st again")
  func endOfMonth() throws {
    #expect(
      days(try schedule("2026-01-31"), 5)
        == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
    #expect(
      days(try schedule("2027-10-30", 4), 3) == ["2027-10-30", "2028-02-29", "2028-06-30"])
    #expect(
      days(try schedule("2024-02-29", 1, .year), 5).suffix(2) == ["2027-02-28", "2028-02-29"])
    #expect(days(try schedule("2026-12-28", 2, .week), 3).last == "2027-01-25")
  }

  @Test("the next day is the first one that is not before a day, wherever one asks")
  func next() throws {
    for (start, count, unit) in [
      ("2026-01-31", 1, RepeatSchedule.Unit.month), ("2024-02-29", 1, .year),
      ("2026-01-30", 5, .month), ("2025-12-31", 3, .week), ("2026-03-31", 2, .year),
    ] {
      let schedule = try schedule(start, Int64(count), unit)
      let all = (0..<400).compactMap { schedule.day($0) }
      let first = schedule.start.daysSince1970
      for offset in -5..<1500 {
        let day = CalendarDay(daysSince1970: first + offset)
        #expect(schedule.next(from: day) == all.first { $0 >= day }, "\(start) \(day.text)")
      }
    }
  }

  @Test("a schedule ends with the year 9999, and there is none that never comes on")
  func edges() throws {
    #expect(
      try schedule("9999-12-31").next(from: CalendarDay(year: 9999, month: 12, day: 31)) != nil)
    #expect(try schedule("9999-11-30").day(2) == nil)
    let late = try schedule("9999-12-31")
    #expect(late.next(after: late.start) == nil)
    #expect(try schedule("1000-01-01", 100, .year).day(500_000) == nil)
    #expect(try schedule("1000-01-01").day(.max) == nil)
    for count in [Int64.min, 0, 101, .max] {
      #expect(RepeatSchedule(from: CalendarDay("2026-01-01"), every: count, .week) == nil)
    }
    #expect(RepeatSchedule(from: nil, every: 1, .week) == nil)
    let none = CalendarDay(year: 2026, month: 2, day: 30)
    #expect(RepeatSchedule(from: none, every: 1, .month) == nil)
  }

  @Test(
    "from the earliest first day no more than so many come by a day, and from the one before more")
  func earliestStart() throws {
    for last in ["2025-06-15", "2024-02-29", "2029-02-28", "2025-03-31"] {
      let last = try #require(CalendarDay(last))
      for unit in RepeatSchedule.Unit.allCases {
        for (count, max) in [(1, 60), (2, 5), (3, 1)] as [(Int64, Int)] {
          let old = try schedule("1000-01-01", count, unit)
          let earliest = try #require(old.earliestStart(of: max, by: last))
          let first = try schedule(earliest.text, count, unit)
          #expect(first.earliestStart(of: max, by: last) == nil)
          #expect(first.day(max).map { $0 > last } ?? false, "\(last) \(unit)")
          let before = CalendarDay(daysSince1970: earliest.daysSince1970 - 1)
          #expect(
            try schedule(before.text, count, unit).earliestStart(of: max, by: last) == earliest)
        }
      }
    }
  }
}
