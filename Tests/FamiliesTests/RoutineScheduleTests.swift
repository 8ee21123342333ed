import Families
import Testing
import Values

@Suite struct RoutineScheduleTests {
  private let monday = CalendarDay(year: 2026, month: 3, day: 2)

  private func day(_ number: Int) -> CalendarDay {
    CalendarDay(daysSince1970: monday.daysSince1970 + number)
  }

  private func due(_ schedule: RoutineSchedule, _ days: Range<Int>) -> [Int] {
    days.filter { schedule.isDue(on: day($0)) }
  }

  @Test("Monday is the first day of the week, also before 1970")
  func weekdays() {
    #expect(Weekdays.index(of: monday) == 0)
    #expect(Weekdays.index(of: day(6)) == 6)
    #expect(Weekdays.index(of: CalendarDay(year: 1969, month: 12, day: 29)) == 0)
    #expect(Weekdays.index(of: CalendarDay(year: 1969, month: 12, day: 28)) == 6)
  }

  @Test("on days of the week, from the first day through the last one")
  func weekly() {
    let schedule = RoutineSchedule(
      .weekdays, weekdays: [.day(0), .day(4)], from: monday, through: day(14))
    #expect(due(schedule, -7..<30) == [0, 4, 7, 11, 14])
    #expect(schedule.days(from: day(-7), through: day(30)) == [0, 4, 7, 11, 14].map(day))
  }

  @Test("every so many days from the first one")
  func everyDays() {
    let schedule = RoutineSchedule(.everyDays, everyCount: 3, from: day(1))
    #expect(due(schedule, -7..<9) == [1, 4, 7])
  }

  @Test("after it was done, and until it is")
  func afterDone() {
    let schedule = RoutineSchedule(.afterDone, everyCount: 5, from: monday)
    #expect(!schedule.isDue(on: day(-1)))
    #expect(schedule.isDue(on: day(3)))
    #expect(!schedule.isDue(on: day(7), lastDone: day(3)))
    #expect(schedule.isDue(on: day(8), lastDone: day(3)))
    #expect(schedule.isDue(on: day(40), lastDone: day(3)))
  }

  @Test("a count out of range never divides by nothing", arguments: [Int64.min, -1, 0, Int64.max])
  func extremes(_ count: Int64) {
    let schedule = RoutineSchedule(.everyDays, everyCount: count, from: monday)
    #expect(schedule.isDue(on: monday))
  }
}

@Suite struct RoutineTurnsTests {
  private let turns = RoutineTurns(people: ["ann", "bob", "cyd"])

  private func day(_ number: Int) -> CalendarDay { CalendarDay(daysSince1970: 20_000 + number) }

  private func order(_ days: Int, _ notes: [Int: RoutineTurns.Notes] = [:]) -> [AccountName] {
    let notes = Dictionary(uniqueKeysWithValues: notes.map { (day($0), $1) })
    return (0..<days).map { last in
      turns.turn(on: (0...last).map(day), notes: notes) ?? "nobody"
    }
  }

  private typealias AccountName = String

  @Test("one after the other, whether it was done or not")
  func round() {
    #expect(order(7) == ["ann", "bob", "cyd", "ann", "bob", "cyd", "ann"])
  }

  @Test("who skips comes next, and nobody twice for it")
  func skipped() {
    var notes = RoutineTurns.Notes()
    notes.skipped = ["bob"]
    #expect(order(6, [1: notes]) == ["ann", "cyd", "bob", "ann", "cyd", "bob"])
  }

  @Test("who is away is left out, and comes first when they are back")
  func away() {
    var notes = RoutineTurns.Notes()
    notes.away = ["cyd"]
    let holiday = Dictionary(uniqueKeysWithValues: (2..<6).map { ($0, notes) })
    #expect(order(8, holiday) == ["ann", "bob", "ann", "bob", "ann", "bob", "cyd", "ann"])
  }

  @Test("after a swap the other one has had a turn")
  func swapped() {
    var notes = RoutineTurns.Notes()
    notes.swappedTo = "cyd"
    #expect(order(5, [0: notes]) == ["cyd", "ann", "bob", "cyd", "ann"])
  }

  @Test("nobody has a turn where all are away or have skipped")
  func nobody() {
    var notes = RoutineTurns.Notes()
    (notes.away, notes.skipped) = (["ann", "bob"], ["cyd"])
    #expect(order(2, [0: notes]) == ["nobody", "ann"])
  }
}
