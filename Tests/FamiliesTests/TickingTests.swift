import Families
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Ticking, taking back, turns and approval, on several devices at once.
@Suite struct TickingTests {
  private func state(
    _ home: FamilyWorld, _ routine: RecordID, day: Int = 0, on device: SyncDevice
  ) throws -> DayBoard.State? {
    try home.board(day, on: device).entries.first { $0.routine.id == routine }?.state
  }

  @Test("a child ticks its steps without the hub, and its parents see the routine done")
  func child() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", steps: ["Teeth", "Pyjamas"])
    try home.sync()
    let steps = try #require(try home.board(on: home.cyd).entries.first).steps
    for step in steps {
      _ = try home.cyd.write {
        try TickRoutine(
          routineID: routine, day: home.day(0), personID: "cyd", stepID: step.id)($0)
      }
    }
    #expect(try state(home, routine, on: home.cyd) == .done)
    try home.sync()
    #expect(try home.cyd.refusals == [])
    let seen = try home.board(on: home.ann).entries
    #expect(seen.map(\.state) == [.done] && seen.map(\.doneBy) == [["cyd"]])
    #expect(try state(home, routine, day: 1, on: home.ann) == .open)
  }

  @Test(
    "two tablets tick one step at once: it is done, and one that takes back what it saw is heard")
  func twice() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Bins", .anyone, for: ["ann", "cyd"])
    try home.sync()
    for device in [home.cyd, home.ann] {
      _ = try device.write {
        try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
      }
    }
    // Each takes back only what it knows of.
    _ = try home.ann.write {
      try UntickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try state(home, routine, on: device) == .done)
    }
    _ = try home.bob.write {
      try UntickRoutine(routineID: routine, day: home.day(0), personID: "bob")($0)
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try state(home, routine, on: device) == .open)
    }
  }

  @Test("the last two steps ticked on two devices make it done; a step added later leaves it so")
  func steps() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", steps: ["Teeth", "Pyjamas"])
    try home.sync()
    let steps = try #require(try home.board(on: home.cyd).entries.first).steps
    for (device, step) in zip([home.cyd, home.ann], steps) {
      _ = try device.write {
        try TickRoutine(
          routineID: routine, day: home.day(0), personID: "cyd", stepID: step.id)($0)
      }
      #expect(try state(home, routine, on: device) == .open)
    }
    _ = try home.bob.write {
      try TickRoutine(routineID: routine, day: home.day(1), personID: "cyd")($0)
    }
    try home.sync()
    #expect(try state(home, routine, on: home.bob) == .done)
    let old = try #require(try Routine.find(routine, in: home.bob.connection))
    _ = try home.bob.write {
      try EditRoutine(
        routineID: routine, old.details, old.plan,
        steps: old.steps + [RoutineStep(id: "", title: "Story")], inOrder: true,
        today: home.day(1))($0)
    }
    try home.sync()
    #expect(try state(home, routine, day: 1, on: home.cyd) == .done)
    #expect(try home.board(2, on: home.cyd).entries.first?.steps.count == 3)
  }

  @Test("what asks for it counts when a parent has approved it, and no child approves")
  func approval() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Room tidy", asksApproval: true)
    try home.sync()
    _ = try home.cyd.write {
      try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    #expect(try state(home, routine, on: home.bob) == .waiting)
    #expect(throws: FamilyFailure.parentsOnly) {
      _ = try home.cyd.write {
        try ApproveRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
      }
    }
    _ = try home.bob.write {
      try ApproveRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    #expect(try state(home, routine, on: home.cyd) == .done)
  }

  @Test("what comes before everything else is first on everybody's day, whenever it was added")
  func requiredFirst() throws {
    let home = try FamilyWorld()
    let plan = RoutinePlan(RoutineSchedule(.weekdays, from: home.day(0)), .each, people: ["cyd"])
    for (title, isFirst) in [("Anytime", false), ("Medicine", true), ("Bins", false)] {
      var details = RoutineDetails(title: title)
      details.isFirst = isFirst
      let named = details
      _ = try home.ann.write { try AddRoutine(familyID: home.family, named, plan)($0) }
    }
    try home.sync()
    for device in [home.ann, home.cyd] {
      let titles = try home.board(on: device).entries.map(\.routine.details.title)
      #expect(titles.first == "Medicine")
      #expect(Set(titles) == ["Anytime", "Medicine", "Bins"])
    }
  }

  @Test("turns are the same on all devices, whichever came first")
  func turns() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try home.sync()
    #expect(
      try home.turns(of: routine, days: 5, on: home.cyd) == ["ann", "bob", "cyd", "ann", "bob"])
    // Bob is away for two days, and Cyd swaps with him without the hub.
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "bob",
        details: AbsenceDetails(from: home.day(1).text, through: home.day(2).text))($0)
    }
    _ = try home.cyd.write {
      try SwapTurn(routineID: routine, day: home.day(3), personID: "cyd")($0)
    }
    try home.sync()
    let expected: [AccountID?] = ["ann", "cyd", "ann", "cyd", "bob", "ann"]
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try home.turns(of: routine, days: 6, on: device) == expected)
    }
  }

  @Test("a skipped turn goes to the next one; with new people whoever is next stays next")
  func skipped() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "cyd"])
    try home.sync()
    _ = try home.ann.write {
      try SkipTurn(routineID: routine, day: home.day(0), personID: "ann")($0)
    }
    try home.sync()
    #expect(try home.turns(of: routine, days: 3, on: home.cyd) == ["cyd", "ann", "cyd"])
    let old = try #require(try Routine.find(routine, in: home.ann.connection))
    var plan = old.plan
    plan.people = ["bob", "ann", "cyd"]
    _ = try home.ann.write {
      try EditRoutine(
        routineID: routine, old.details, plan, steps: [], inOrder: false, today: home.day(1))($0)
    }
    try home.sync()
    #expect(
      try (1..<4).map { try home.board($0, on: home.cyd).entries.first?.personID }
        == ["ann", "cyd", "bob"])
  }

  @Test("a turn is given on by one press, also where another device's clock is a day ahead")
  func swappedAgain() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try home.sync()
    home.cyd.skew = 86_400_000
    func turn(_ device: SyncDevice) throws -> AccountID? {
      try home.board(0, on: device).entries.first { $0.routine.id == routine }?.personID
    }
    _ = try home.cyd.write {
      try SwapTurn(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    let after = try home.ann.write {
      try SwapTurn(routineID: routine, day: home.day(0), personID: "bob")($0)
    }
    #expect(after.personID == "bob")
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] { #expect(try turn(device) == "bob") }
    // Who has agreed to do it, and skips, does not do it.
    let skipped = try home.bob.write {
      try SkipTurn(routineID: routine, day: home.day(0), personID: "bob")($0)
    }
    #expect(skipped.personID == "ann")
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] { #expect(try turn(device) == "ann") }
  }

  @Test("what was taken back is open, also where it is not due any more")
  func takenBackEarly() throws {
    let home = try FamilyWorld()
    let routine = try home.add(
      "Water plants", .anyone, for: ["cyd", "ann"],
      RoutineSchedule(.afterDone, everyCount: 3, from: home.day(0)), steps: ["Fill", "Pour"])
    for day in [1, 0] {
      _ = try home.ann.write {
        try TickRoutine(routineID: routine, day: home.day(day), personID: "ann")($0)
      }
    }
    let after = try home.ann.write {
      try UntickRoutine(routineID: routine, day: home.day(1), personID: "ann")($0)
    }
    #expect(after.state == .open)
    #expect(after.doneCount == 0)
    #expect(after.eventIDs.isEmpty)
    #expect(try home.board(1, on: home.ann).entries.isEmpty)
  }

  @Test("after it was done it rests for its days, and comes back until it is done")
  func afterDone() throws {
    let home = try FamilyWorld()
    let routine = try home.add(
      "Water plants", .turns, for: ["cyd", "ann"],
      RoutineSchedule(.afterDone, everyCount: 3, from: home.day(0)))
    try home.sync()
    #expect(try home.turns(of: routine, days: 3, on: home.cyd) == ["cyd", "ann", "cyd"])
    _ = try home.cyd.write {
      try TickRoutine(routineID: routine, day: home.day(2), personID: "cyd")($0)
    }
    try home.sync()
    let days = try (2..<8).map { try home.board($0, on: home.ann).entries.map(\.personID) }
    #expect(days == [["cyd"], [], [], ["ann"], ["cyd"], ["ann"]])
    _ = try home.ann.write {
      try UntickRoutine(routineID: routine, day: home.day(2), personID: "cyd")($0)
    }
    #expect(try home.board(3, on: home.ann).entries.map(\.personID) == ["ann"])
  }

  @Test("two parents who change the plan at once: the second looks at it again")
  func stale() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "cyd"])
    try home.sync()
    let base = try #require(try Routine.find(routine, in: home.ann.connection))
    func edit(_ people: [AccountID], on device: SyncDevice) throws {
      var plan = base.plan
      plan.people = people
      _ = try device.write {
        try EditRoutine(
          routineID: routine, base.details, plan, steps: [], inOrder: false, base: base,
          today: home.day(0))($0)
      }
    }
    try edit(["ann"], on: home.ann)
    try home.sync()
    #expect(throws: FamilyFailure.changedMeanwhile) { try edit(["bob"], on: home.bob) }
    try edit(["ann"], on: home.bob)
  }

  @Test("a routine is deleted with what was done of it, and comes back whole")
  func deleted() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", steps: ["Teeth"])
    try home.sync()
    _ = try home.cyd.write {
      try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    let deleted = try home.bob.write { try DeleteRoutine(routineID: routine)($0) }
    try home.sync()
    #expect(try home.bob.refusals == [])
    #expect(try home.cyd.count("routineEvents") == 0)
    _ = try home.ann.write { try RestoreRoutine(deleted)($0) }
    try home.sync()
    #expect(try home.ann.refusals == [])
    #expect(try state(home, routine, on: home.cyd) == .done)
  }

  @Test("a plan names somebody of the family, nobody twice, and days")
  func badPlans() throws {
    let home = try FamilyWorld()
    let nothing = RoutineSchedule(.weekdays, weekdays: [], from: home.day(0))
    let backwards = RoutineSchedule(.everyDays, from: home.day(0), through: home.day(-1))
    #expect(throws: FamilyFailure.self) { try home.add("A", for: []) }
    #expect(throws: FamilyFailure.self) { try home.add("A", for: ["dan"]) }
    #expect(throws: FamilyFailure.self) { try home.add("A", for: ["cyd", "cyd"]) }
    #expect(throws: FamilyFailure.self) { try home.add("A", for: ["cyd"], nothing) }
    #expect(throws: FamilyFailure.self) { try home.add("A", for: ["cyd"], backwards) }
    #expect(throws: FamilyFailure.self) { try home.add(" ", for: ["cyd"]) }
    #expect(throws: FamilyFailure.parentsOnly) { try home.add("A", on: home.cyd) }
  }

  @Test("a plan that names nobody, sent past the use cases, is refused by the hub")
  func forgedPlan() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Bins")
    try home.sync()
    try home.bob.write {
      try $0.connection.execute(
        "DELETE FROM routinePeople WHERE routineID = ?", .text(routine))
      try $0.connection.execute(
        "UPDATE routines SET everyCount = 2 WHERE id = ?", .text(routine))
    }
    try home.bob.sync()
    #expect(try home.bob.refusals == [.invalid])
  }

  @Test("what somebody else did is approved where anyone may, and stands open again when refused")
  func approvalOfAnyone() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Plants", .anyone, for: ["bob", "cyd"], asksApproval: true)
    try home.sync()
    try home.cyd.write {
      _ = try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    #expect(throws: FamilyFailure.parentsOnly) {
      try home.cyd.write {
        _ = try RefuseRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
      }
    }
    try home.ann.write {
      _ = try RefuseRoutine(routineID: routine, day: home.day(0), personID: "ann")($0)
    }
    #expect(try home.board(on: home.ann).entries.map(\.state) == [.open])
    try home.sync()
    try home.cyd.write {
      _ = try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    // The page of a day names whoever looks at it.
    try home.ann.write {
      _ = try ApproveRoutine(routineID: routine, day: home.day(0), personID: "ann")($0)
    }
    #expect(try home.board(on: home.ann).entries.map(\.state) == [.done])
  }

  @Test("a page of routines or absences costs no more where there are ten times as many")
  func costOfPages() throws {
    let home = try FamilyWorld()
    func steps() throws -> (Int, Int) {
      let connection = home.ann.connection
      let routines = try connection.steps {
        let page = try NamePage<Routine.Row>(
          home: home.family, column: "familyID", columns: ["isArchived": .integer(0)], after: nil,
          limit: 20, key: \.nameKey, in: connection)
        #expect(page.rows.count == 20)
        for row in page.rows { _ = try Routine(row, in: connection) }
      }
      let absences = try connection.steps {
        let page = try Absence.page(
          of: home.family, from: home.day(0), after: nil, limit: 20, in: connection)
        #expect(page.count == 20)
      }
      return (routines, absences)
    }
    func add(_ numbers: Range<Int>) throws {
      for number in numbers {
        try home.add("R\(number)", steps: ["A", "B"])
        try home.ann.write {
          _ = try AddAbsence(
            familyID: home.family, personID: "cyd",
            details: AbsenceDetails(from: home.day(number).text, through: home.day(number).text))(
              $0)
        }
      }
    }
    try add(0..<45)
    let few = try steps()
    try add(45..<450)
    let many = try steps()
    #expect(many.0 <= few.0 + few.0 / 5)
    #expect(many.1 <= few.1 + few.1 / 5)
  }

  @Test("what a day costs does not grow with three years of history")
  func cost() throws {
    let home = try FamilyWorld()
    let routines = try (0..<5).map { try home.add("R\($0)", .turns, for: ["ann", "bob", "cyd"]) }
    func steps() throws -> Int {
      try home.ann.connection.steps { _ = try home.board(1100, on: home.ann) }
    }
    let few = try steps()
    _ = try home.ann.write { transaction in
      for number in 0..<1100 {
        for routine in routines {
          try transaction.connection.execute(
            """
            INSERT INTO routineEvents (id, familyID, routineID, day, kind, personID, createdAt,
                createdBy)
              VALUES (?, ?, ?, ?, 'done', 'ann', 1, 'ann')
            """,
            [
              .text(transaction.newID()), .text(home.family), .text(routine),
              .text(home.day(number).text),
            ])
        }
      }
    }
    #expect(try steps() <= few + few / 5)
  }

  @Test("years of absences are read once for a day, however many routines go by turns")
  func costOfAbsences() throws {
    func growth(_ count: Int) throws -> Int {
      let home = try FamilyWorld()
      for number in 0..<count {
        try home.add("R\(number)", .turns, for: ["ann", "bob", "cyd"])
      }
      func steps() throws -> Int {
        try home.ann.connection.steps { _ = try home.board(1100, on: home.ann) }
      }
      let before = try steps()
      _ = try home.ann.write { transaction in
        for number in 0..<300 {
          try AddAbsence(
            familyID: home.family, personID: "cyd",
            details: AbsenceDetails(
              from: home.day(number * 3).text, through: home.day(number * 3).text))(transaction)
        }
      }
      return try steps() - before
    }
    let (one, five) = (try growth(1), try growth(5))
    #expect(one > 0 && five <= one + one / 5)
  }
}
