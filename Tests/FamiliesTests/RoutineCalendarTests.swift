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

  @Test("what was done is told for three days, with who did it; what waits is told as waiting")
  func finished() throws {
    let home = try FamilyWorld()
    let (room, teeth) = (try home.add("Room", asksApproval: true), try home.add("Teeth"))
    try home.sync()
    func finished(_ today: Int, _ device: SyncDevice) throws -> [FinishedRoutine] {
      try FinishedRoutine.all(of: home.family, through: home.day(today), in: device.connection)
    }
    func approved(_ today: Int, for person: AccountID) throws -> [FinishedRoutine] {
      try FinishedRoutine.approved(
        of: home.family, for: person, through: home.day(today), in: home.cyd.connection)
    }
    #expect(try finished(0, home.ann).isEmpty)
    for routine in [room, teeth] {
      _ = try home.cyd.write {
        try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
      }
    }
    try home.sync()
    #expect(try finished(0, home.ann).map(\.title) == ["Teeth"])
    #expect(try finished(2, home.ann).map(\.doneBy) == [["cyd"]])
    #expect(try finished(3, home.ann).isEmpty)
    #expect(try approved(0, for: "cyd").isEmpty)
    // A parent takes a week for it.
    home.world.now = Int64(home.day(7).daysSince1970) * 86_400_000
    let task = RoutineTask(routineID: room, day: home.day(0), personID: "cyd")
    _ = try home.ann.write { try ApproveRoutine(task)($0) }
    try home.sync()
    for today in [7, 9] {
      #expect(try approved(today, for: "cyd").map(\.title) == ["Room"], "\(today)")
    }
    #expect(try approved(7, for: "bob").isEmpty)
    #expect(try approved(11, for: "cyd").isEmpty)
    // Taken back, it is approved no more.
    _ = try home.ann.write { try UntickRoutine(task)($0) }
    try home.sync()
    #expect(try approved(7, for: "cyd").isEmpty)
  }
}
