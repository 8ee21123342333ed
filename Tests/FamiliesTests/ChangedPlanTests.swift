import Families
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// What a changed plan leaves as it was: whoever is next, and what was done.
@Suite struct ChangedPlanTests {
  private func edit(
    _ routine: RecordID, on day: Int, _ home: FamilyWorld, _ change: (inout RoutinePlan) -> Void
  ) throws {
    let old = try #require(try Routine.find(routine, in: home.ann.connection))
    var plan = old.plan
    change(&plan)
    let changed = plan
    _ = try home.ann.write {
      try EditRoutine(
        routineID: routine, old.details, changed, steps: old.steps, inOrder: false,
        today: home.day(day))($0)
    }
    try home.sync()
  }

  private func tick(
    _ routine: RecordID, _ day: Int, by person: AccountID, _ home: FamilyWorld
  ) throws {
    _ = try home.ann.write {
      try TickRoutine(routineID: routine, day: home.day(day), personID: person)($0)
    }
    try home.sync()
  }

  private func turns(
    _ days: Range<Int>, _ home: FamilyWorld, on device: SyncDevice? = nil
  ) throws -> [AccountID?] {
    try days.map { try home.board($0, on: device ?? home.cyd).entries.first?.personID }
  }

  @Test("when only the days of a plan change, whoever is next stays next")
  func daysAlone() throws {
    let home = try FamilyWorld()
    let routine = try home.add(
      "Dishes", .turns, for: ["ann", "bob", "cyd"],
      RoutineSchedule(.weekdays, weekdays: .days(0..<5), from: home.day(0)))
    try home.sync()
    try edit(routine, on: 1, home) { $0.schedule.weekdays = .all }
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try turns(1..<6, home, on: device) == ["bob", "cyd", "ann", "bob", "cyd"])
    }
    try edit(routine, on: 3, home) { $0.schedule.endsOn = home.day(200) }
    #expect(try turns(3..<6, home) == ["ann", "bob", "cyd"])
    // What was noted of the day counts for it still.
    _ = try home.ann.write {
      try SkipTurn(routineID: routine, day: home.day(4), personID: "bob")($0)
    }
    try edit(routine, on: 4, home) { $0.schedule.endsOn = nil }
    #expect(try turns(4..<7, home) == ["cyd", "bob", "ann"])
  }

  @Test("an order that a parent has chosen is the order")
  func reordered() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try home.sync()
    try edit(routine, on: 1, home) { $0.people = ["cyd", "ann", "bob"] }
    #expect(try turns(1..<5, home) == ["cyd", "ann", "bob", "cyd"])
  }

  @Test("when whoever is next is taken out, the one after them is next")
  func takenOut() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try home.sync()
    try edit(routine, on: 1, home) { $0.people = ["ann", "cyd"] }
    #expect(try turns(1..<4, home) == ["cyd", "ann", "cyd"])
  }

  @Test("who is next is worked out among those who are in the family")
  func left() throws {
    let home = try FamilyWorld()
    try home.world.admit("dan", to: home.family, by: "ann", as: FamilyRole.child.role)
    try home.sync()
    let routine = try home.add("Dishes", .turns, for: ["ann", "dan", "cyd"])
    try home.sync()
    try home.world.hub.remove("dan", from: home.family, by: "dan")
    try home.sync()
    #expect(try turns(0..<4, home) == ["ann", "cyd", "ann", "cyd"])
    try edit(routine, on: 3, home) { $0.people.append("bob") }
    #expect(try turns(3..<7, home) == ["cyd", "ann", "bob", "cyd"])
  }

  @Test("also where it is due some days after it was done, the order stays")
  func afterDone() throws {
    let home = try FamilyWorld()
    let routine = try home.add(
      "Water plants", .turns, for: ["ann", "bob", "cyd"],
      RoutineSchedule(.afterDone, everyCount: 1, from: home.day(0)))
    try home.sync()
    try tick(routine, 0, by: "bob", home)
    // Ann has not done it, and then Cyd has not: Bob is next.
    #expect(try turns(1..<5, home) == ["ann", "cyd", "bob", "ann"])
    try edit(routine, on: 3, home) { $0.schedule.endsOn = home.day(200) }
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try turns(3..<7, home, on: device) == ["bob", "ann", "cyd", "bob"])
    }
  }

  @Test("days before a plan was changed name whoever did it, and nobody else")
  func pastDays() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try home.sync()
    try tick(routine, 1, by: "bob", home)
    try edit(routine, on: 3, home) { $0.schedule.endsOn = home.day(200) }
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try turns(0..<5, home, on: device) == [nil, "bob", nil, "ann", "bob"])
      let stored = try #require(try Routine.find(routine, in: device.connection))
      let week = try RoutineDays(
        of: stored, on: home.day(0)...home.day(6), in: device.connection)
      let missing = week.days.flatMap { day in
        day.entries.filter { $0.mark(on: day.day, today: home.day(3)) == .missing }
      }
      #expect(missing.map(\.personID) == [nil, nil])
    }
    // There is no turn that could be left to somebody else.
    for day in 0..<2 {
      #expect(throws: FamilyFailure.notDue) {
        try home.ann.write {
          _ = try SwapTurn(routineID: routine, day: home.day(day), personID: "cyd")($0)
        }
      }
    }
    #expect(throws: FamilyFailure.notDue) {
      try home.ann.write {
        _ = try SkipTurn(routineID: routine, day: home.day(1), personID: "bob")($0)
      }
    }
  }

  @Test("what somebody did stays on its day when they are taken out of the plan")
  func doneBefore() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Room tidy", for: ["cyd", "bob"], asksApproval: true)
    try home.sync()
    try tick(routine, 0, by: "cyd", home)
    try edit(routine, on: 0, home) { $0.people = ["bob"] }
    for device in [home.ann, home.bob, home.cyd] {
      let entries = try home.board(0, on: device).entries
      #expect(entries.map(\.personID) == ["bob", "cyd"])
      #expect(entries.map(\.state) == [.open, .waiting])
      #expect(try home.board(1, on: device).entries.map(\.personID) == ["bob"])
    }
    // A parent approves it all the same.
    let approved = try home.ann.write {
      try ApproveRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    #expect(approved.state == .done)
    // Also when the day is none on which it is due any more.
    try edit(routine, on: 0, home) { $0.schedule.startsOn = home.day(3) }
    #expect(try home.board(0, on: home.ann).entries.map(\.personID) == ["cyd"])
    #expect(try home.board(1, on: home.ann).entries.isEmpty)
  }

  @Test("what was done of an archived routine stays on its days; what was begun only does not")
  func archived() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Room tidy", steps: ["Bed", "Floor"], asksApproval: true)
    try home.sync()
    try tick(routine, 0, by: "cyd", home)
    let step = try #require(try home.board(1, on: home.ann).entries.first?.steps.first).id
    _ = try home.ann.write {
      try TickRoutine(routineID: routine, day: home.day(1), personID: "cyd", stepID: step)($0)
    }
    _ = try home.ann.write { try ArchiveRoutine(routineID: routine, isArchived: true)($0) }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try home.board(0, on: device).entries.map(\.state) == [.waiting])
      #expect(try home.board(1, on: device).entries.isEmpty)
      let stored = try #require(try Routine.find(routine, in: device.connection))
      let week = try RoutineDays(
        of: stored, on: home.day(0)...home.day(6), in: device.connection)
      #expect(week.days.map(\.entries.count) == [1, 0, 0, 0, 0, 0, 0])
    }
    _ = try home.ann.write {
      try ApproveRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    #expect(try home.board(0, on: home.ann).entries.map(\.state) == [.done])
  }
}
