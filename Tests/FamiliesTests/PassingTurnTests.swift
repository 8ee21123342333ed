import Families
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Whose turn it is where a routine is due some days after it was done: each day on which nobody
/// did it passes on.
@Suite struct PassingTurnTests {
  private func plants(
    _ home: FamilyWorld, for people: [AccountID] = ["ann", "bob", "cyd"],
    from start: CalendarDay? = nil, through end: CalendarDay? = nil
  ) throws -> RecordID {
    let routine = try home.add(
      "Water plants", .turns, for: people,
      RoutineSchedule(.afterDone, everyCount: 2, from: start ?? home.day(0), through: end))
    try home.sync()
    return routine
  }

  private func tick(
    _ routine: RecordID, _ day: Int, by person: AccountID, _ home: FamilyWorld
  ) throws {
    _ = try home.ann.write {
      try TickRoutine(routineID: routine, day: home.day(day), personID: person)($0)
    }
    try home.sync()
  }

  private func away(
    _ person: AccountID, _ days: ClosedRange<Int>, _ home: FamilyWorld
  ) throws {
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: person,
        details: AbsenceDetails(
          from: home.day(days.lowerBound).text, through: home.day(days.upperBound).text))($0)
    }
    try home.sync()
  }

  @Test("nobody does it for days: each day is somebody else's, the same on all devices")
  func nobody() throws {
    let home = try FamilyWorld()
    let routine = try plants(home)
    for device in [home.ann, home.bob, home.cyd] {
      #expect(
        try home.turns(of: routine, days: 5, on: device) == ["ann", "bob", "cyd", "ann", "bob"])
    }
    // Ann and Cyd had a turn and did nothing: they are next before Bob, who did it.
    try tick(routine, 4, by: "bob", home)
    for device in [home.ann, home.bob, home.cyd] {
      #expect(
        try home.turns(of: routine, days: 10, on: device)[5...]
          == [nil, "ann", "cyd", "bob", "ann"])
    }
  }

  @Test("a skip and a swap count for their day, and who could not comes next")
  func notes() throws {
    let home = try FamilyWorld()
    let routine = try plants(home)
    _ = try home.ann.write {
      try SkipTurn(routineID: routine, day: home.day(0), personID: "ann")($0)
    }
    try home.sync()
    #expect(
      try home.turns(of: routine, days: 4, on: home.cyd) == ["bob", "ann", "cyd", "bob"])
    _ = try home.cyd.write {
      try SwapTurn(routineID: routine, day: home.day(1), personID: "cyd")($0)
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(
        try home.turns(of: routine, days: 6, on: device)
          == ["bob", "cyd", "ann", "bob", "cyd", "ann"])
    }
  }

  @Test("who is away is left out, and comes first when they are back")
  func absences() throws {
    let home = try FamilyWorld()
    let routine = try plants(home)
    try away("bob", 1...4, home)
    let expected: [AccountID?] = ["ann", "cyd", "ann", "cyd", "ann", "bob", "cyd", "ann"]
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try home.turns(of: routine, days: 8, on: device) == expected)
    }
    // On a day on which everybody is away it is due for nobody, and passes nothing on.
    for person in ["ann", "cyd"] { try away(person, 2...2, home) }
    #expect(
      try home.turns(of: routine, days: 8, on: home.bob)
        == ["ann", "cyd", nil, "ann", "cyd", "bob", "ann", "cyd"])
  }

  @Test("turns that begin anew with other people count no days before")
  func anew() throws {
    let home = try FamilyWorld()
    let routine = try plants(home, for: ["ann", "cyd"])
    let old = try #require(try Routine.find(routine, in: home.ann.connection))
    var plan = old.plan
    plan.people = ["bob", "ann", "cyd"]
    // On the third day it is Ann's turn, and stays so.
    _ = try home.ann.write {
      try EditRoutine(
        routineID: routine, old.details, plan, steps: [], inOrder: false, today: home.day(2))($0)
    }
    try home.sync()
    #expect(
      try (2..<6).map { try home.board($0, on: home.cyd).entries.first?.personID }
        == ["ann", "cyd", "bob", "ann"])
  }

  @Test("a day costs no more where nobody did it for three years, or ever since the year 1000")
  func cost() throws {
    let home = try FamilyWorld()
    let routine = try plants(home)
    func steps(_ day: Int) throws -> Int {
      try home.ann.connection.steps { _ = try home.board(day, on: home.ann) }
    }
    let few = try steps(3)
    #expect(try steps(1100) <= few + few / 5)
    #expect(try home.turns(of: routine, days: 1, on: home.ann) == ["ann"])
    let turn = try home.board(1100, on: home.ann).entries.map(\.personID)
    #expect(turn == [["ann", "bob", "cyd"][1100 % 3]])
    let old = try plants(home, from: CalendarDay(year: 1000, month: 1, day: 1))
    let first = CalendarDay(year: 1000, month: 1, day: 1).daysSince1970
    let present = try home.board(0, on: home.ann).entries.first { $0.routine.id == old }
    let passed = home.day(0).daysSince1970 - first
    #expect(present?.personID == ["ann", "bob", "cyd"][passed % 3])
  }

  @Test("days counted together say what days counted one by one say", arguments: UInt64(0)..<40)
  func together(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let people = (0..<Int.random(in: 1...4, using: &random)).map { "p\($0)" }
    let turns = RoutineTurns(people: people)
    let days = (0..<Int.random(in: 1...60, using: &random)).map { CalendarDay(daysSince1970: $0) }
    var noted: [CalendarDay: RoutineTurns.Notes] = [:]
    for day in days where Int.random(in: 0..<6, using: &random) == 0 {
      noted[day, default: .init()].skipped.insert(people.randomElement(using: &random)!)
      if Bool.random(using: &random) {
        noted[day]?.swappedTo = people.randomElement(using: &random)
      }
    }
    let away = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      let start = Int.random(in: -5..<60, using: &random)
      return RoutineTurns.Away(
        people.randomElement(using: &random)!,
        start...start + Int.random(in: 0...20, using: &random))
    }
    var all = noted
    for (day, absence) in days.flatMap({ day in away.map { (day, $0) } })
    where absence.days.contains(day.daysSince1970) {
      all[day, default: .init()].away.insert(absence.person)
    }
    for (number, expected) in turns.turns(on: days, notes: all).enumerated() {
      #expect(
        turns.turn(on: days[number], after: 0..<number, lastDone: [:], notes: noted, away: away)
          == expected)
    }
  }
}
