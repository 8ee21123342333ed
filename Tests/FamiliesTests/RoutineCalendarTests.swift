import Families
import HearthDomain
import Household
import SyncProtocol
import TestSupport
import Testing
import Values

/// Days of routines for calendars, and what was done of them for notifications.
@Suite struct RoutineCalendarTests {
  private func entries(
    _ home: FamilyWorld, for person: AccountID, others: Bool = false, on device: SyncDevice
  ) throws -> [RoutineCalendar.Entry] {
    try RoutineCalendar(
      of: home.family, for: person, from: home.day(0), includesOthers: others,
      in: device.connection
    ).entries
  }

  @Test("a calendar has a person's own routines for a year, and others' only where that is wanted")
  func own() throws {
    let home = try FamilyWorld()
    let weekly = RoutineSchedule(.weekdays, weekdays: .day(0), from: FamilyWorld.monday)
    try home.add("Bath", .each, for: ["cyd"], weekly)
    try home.add("Bins", .each, for: ["ann"], weekly)
    try home.sync()
    let child = try entries(home, for: "cyd", on: home.cyd)
    #expect(child.allSatisfy { $0.title == "Bath" && $0.isOwn })
    #expect(child.count == 53 && child.first?.day == home.day(0))
    #expect(child.last?.day == home.day(364))
    let all = try entries(home, for: "ann", others: true, on: home.ann)
    #expect(all.filter(\.isOwn).map(\.title) == Array(repeating: "Bins", count: 53))
    #expect(all.filter { !$0.isOwn }.map(\.title) == Array(repeating: "Bath", count: 53))
  }

  @Test("days on which somebody is away are left out, and all of them where nobody is there")
  func away() throws {
    let home = try FamilyWorld()
    try home.add("Bath", .each, for: ["cyd"])
    try home.add("Table", .anyone, for: ["cyd", "ann"])
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "cyd",
        details: AbsenceDetails(from: home.day(1).text, through: home.day(2).text))($0)
    }
    try home.sync()
    func days(_ title: String, _ person: AccountID, others: Bool = false) throws -> [CalendarDay] {
      try entries(home, for: person, others: others, on: home.ann)
        .filter { $0.title == title && (others || $0.isOwn) }.map(\.day)
    }
    for title in ["Bath", "Table"] {
      #expect(try days(title, "cyd").prefix(2) == [home.day(0), home.day(3)])
    }
    #expect(try days("Table", "ann").prefix(2) == [home.day(0), home.day(1)])
    #expect(try days("Bath", "ann", others: true).prefix(2) == [home.day(0), home.day(3)])
    #expect(try days("Table", "ann", others: true).prefix(2) == [home.day(0), home.day(1)])
  }

  @Test("of turns a calendar has the person's own")
  func turns() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["cyd", "ann"])
    try home.sync()
    let own = try entries(home, for: "cyd", on: home.cyd).map(\.day)
    let expected = try home.turns(of: routine, days: 10, on: home.cyd).enumerated()
      .filter { $0.element == "cyd" }.map { home.day($0.offset) }
    #expect(Array(own.prefix(expected.count)) == expected)
    #expect(own.count == 183)
  }

  @Test("a calendar ends somewhere, however many routines there are")
  func bounded() throws {
    let home = try FamilyWorld()
    for number in 0..<8 { try home.add("Routine \(number)") }
    try home.sync()
    #expect(
      try entries(home, for: "cyd", on: home.cyd).count == RoutineCalendar.maxEntries)
  }

  @Test(
    "what was done is told with who did it, waits where a parent is asked, and is told approved")
  func finished() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Room", asksApproval: true)
    try home.sync()
    func finished(_ device: SyncDevice) throws -> [FinishedRoutine] {
      try FinishedRoutine.all(of: home.family, through: home.day(0), in: device.connection)
    }
    #expect(try finished(home.ann).isEmpty)
    _ = try home.cyd.write {
      try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    let waiting = try #require(try finished(home.ann).first)
    #expect(waiting.isWaiting && !waiting.isApproved)
    #expect(waiting.doneBy == ["cyd"] && waiting.title == "Room")
    _ = try home.ann.write {
      try ApproveRoutine(
        RoutineTask(routineID: routine, day: home.day(0), personID: "cyd"))($0)
    }
    try home.sync()
    let approved = try #require(try finished(home.cyd).first)
    #expect(!approved.isWaiting && approved.isApproved)
    // Days ago nobody is told any more.
    #expect(
      try FinishedRoutine.all(of: home.family, through: home.day(5), in: home.ann.connection)
        .isEmpty)
  }
}
