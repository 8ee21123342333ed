import Families
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// A week of a routine, streaks, and what was skipped and taken back.
@Suite struct RoutineWeekTests {
  private func tick(
    _ routine: RecordID, _ home: FamilyWorld, day: Int, person: AccountID = "cyd",
    on device: SyncDevice? = nil
  ) throws {
    _ = try (device ?? home.cyd).write {
      try TickRoutine(routineID: routine, day: home.day(day), personID: person)($0)
    }
  }

  private func streak(
    _ routine: RecordID, _ home: FamilyWorld, today: Int, person: AccountID? = "cyd",
    on device: SyncDevice
  ) throws -> Int {
    let connection = device.connection
    let stored = try #require(try Routine.find(routine, in: connection))
    return try RoutineStreak(
      of: stored, today: home.day(today), members: ["ann", "bob", "cyd"],
      absences: RoutineStreak.absences(
        of: home.family, today: home.day(today), in: connection), in: connection
    ).count(for: person)
  }

  private func week(
    _ routine: RecordID, _ home: FamilyWorld, from first: Int = 0, on device: SyncDevice
  ) throws -> RoutineDays {
    try RoutineDays(
      of: try #require(try Routine.find(routine, in: device.connection)),
      on: home.day(first)...home.day(first + 6), in: device.connection)
  }

  @Test("a skipped turn is taken back on another device, and everybody has the turn of before")
  func skipUndone() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Dishes", .turns, for: ["ann", "cyd"])
    try home.sync()
    _ = try home.ann.write {
      try SkipTurn(routineID: routine, day: home.day(0), personID: "ann")($0)
    }
    try home.sync()
    #expect(try home.turns(of: routine, days: 2, on: home.cyd) == ["cyd", "ann"])
    #expect(try home.board(on: home.cyd).entries.map(\.turnNotes.count) == [1])
    _ = try home.cyd.write {
      try UndoTurn(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try home.turns(of: routine, days: 2, on: device) == ["ann", "cyd"])
      #expect(try home.board(on: device).entries.map(\.turnNotes.count) == [0])
    }
  }

  @Test("what another routine or day names takes nothing back, whichever days are read together")
  func foreignUndo() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", .turns, for: ["cyd", "ann"])
    try home.sync()
    try tick(routine, home, day: 0)
    _ = try home.cyd.write {
      try SkipTurn(routineID: routine, day: home.day(1), personID: "ann")($0)
    }
    try home.cyd.write {
      try $0.connection.execute(
        """
        INSERT INTO routineEvents (id, familyID, routineID, day, kind, personID, undoesID,
            createdAt, createdBy)
          SELECT 'f-' || id, familyID, routineID, '2026-03-07', 'undo', 'cyd', id, 1, 'cyd'
            FROM routineEvents
        """)
    }
    try home.sync()
    #expect(try home.cyd.refusals == [])
    #expect(try home.turns(of: routine, days: 2, on: home.bob) == ["cyd", "cyd"])
    #expect(try home.board(on: home.bob).entries.map(\.state) == [.done])
    let shown = try week(routine, home, on: home.bob)
    #expect(shown.days[0].entries.map(\.state) == [.done])
    #expect(shown.days[1].entries.map(\.personID) == ["cyd"])
  }

  @Test("a parent approves what somebody else has done where anyone may, and it is done")
  func approvedForAnyone() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Bins", .anyone, for: ["ann", "cyd"], asksApproval: true)
    try home.sync()
    try tick(routine, home, day: 0)
    try home.sync()
    // The page of a parent names the parent where anyone may.
    _ = try home.ann.write {
      try ApproveRoutine(routineID: routine, day: home.day(0), personID: "ann")($0)
    }
    try home.sync()
    #expect(try home.board(on: home.cyd).entries.map(\.state) == [.done])
  }

  @Test("what a parent takes back was not approved: ticked again, it waits again")
  func refusedAgain() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Room tidy", asksApproval: true)
    try home.sync()
    try tick(routine, home, day: 0)
    try home.sync()
    _ = try home.ann.write {
      try ApproveRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    _ = try home.ann.write {
      try UntickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try home.sync()
    try tick(routine, home, day: 0)
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try home.board(on: device).entries.map(\.state) == [.waiting])
    }
  }

  @Test("a week says who did it on which day, what is missing and who was away")
  func weekly() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", for: ["ann", "cyd"], steps: ["Teeth", "Pyjamas"])
    try home.sync()
    try tick(routine, home, day: 0)
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "ann",
        details: AbsenceDetails(from: home.day(2).text, through: home.day(2).text))($0)
    }
    _ = try home.cyd.write {
      try UntickRoutine(routineID: routine, day: home.day(0), personID: "cyd")($0)
    }
    try tick(routine, home, day: 1)
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      let shown = try week(routine, home, on: device)
      #expect(shown.days.count == 7)
      #expect(
        shown.days.prefix(2).map { $0.entries.map(\.state) } == [[.open, .open], [.open, .done]])
      #expect(shown.days[2].entries.map(\.personID) == ["cyd"] && shown.days[2].away == ["ann"])
      // Three events of a tick, three that take them back, three more.
      #expect(shown.notes.count == 9)
      #expect(shown.notes.filter { $0.what == .takenBack }.count == 3)
    }
    #expect(try week(routine, home, from: 7, on: home.bob).notes.isEmpty)
  }

  @Test("a streak passes over days that were not due and days away, and what was missed ends it")
  func streaks() throws {
    let home = try FamilyWorld()
    let routine = try home.add(
      "School bag", for: ["cyd"],
      RoutineSchedule(.weekdays, weekdays: .days(0..<5), from: home.day(0)))
    try home.sync()
    // Monday is missed; Thursday is a day away.
    for day in [1, 2, 4, 7, 8] { try tick(routine, home, day: day) }
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "cyd",
        details: AbsenceDetails(from: home.day(3).text, through: home.day(3).text))($0)
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(try streak(routine, home, today: 8, on: device) == 5)
      // Today is not over yet; a day later it was missed.
      #expect(try streak(routine, home, today: 9, on: device) == 5)
      #expect(try streak(routine, home, today: 10, on: device) == 0)
    }
    _ = try home.bob.write {
      try UntickRoutine(routineID: routine, day: home.day(4), personID: "cyd")($0)
    }
    try home.sync()
    #expect(try streak(routine, home, today: 8, on: home.cyd) == 2)
  }

  @Test("what waits for a parent counts in a streak, and what the parent refuses ends it")
  func refusedStreak() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Room tidy", asksApproval: true)
    try home.sync()
    for day in 0..<3 { try tick(routine, home, day: day) }
    try home.sync()
    #expect(try streak(routine, home, today: 2, on: home.ann) == 3)
    _ = try home.ann.write {
      try UntickRoutine(routineID: routine, day: home.day(1), personID: "cyd")($0)
    }
    try home.sync()
    #expect(try streak(routine, home, today: 2, on: home.cyd) == 1)
  }

  @Test("steps ticked on two devices count in a streak, and a turn counts for whose it was")
  func sharedStreaks() throws {
    let home = try FamilyWorld()
    let evening = try home.add("Evening", steps: ["Teeth", "Pyjamas"])
    let dishes = try home.add("Dishes", .turns, for: ["ann", "cyd"])
    try home.sync()
    let steps = try #require(
      try home.board(on: home.cyd).entries.first { $0.routine.id == evening }
    ).steps
    for (device, step) in zip([home.cyd, home.ann], steps) {
      _ = try device.write {
        try TickRoutine(
          routineID: evening, day: home.day(0), personID: "cyd", stepID: step.id)($0)
      }
    }
    for (day, person) in ["ann", "cyd", "ann"].enumerated() {
      try tick(dishes, home, day: day, person: person)
    }
    try home.sync()
    #expect(try streak(evening, home, today: 0, on: home.bob) == 1)
    #expect(try streak(dishes, home, today: 4, person: "ann", on: home.bob) == 2)
    // The fourth day was Cyd's, and nobody did it.
    #expect(try streak(dishes, home, today: 4, on: home.bob) == 0)
  }

  @Test("what is due some days after it was done is in a row while no day was missed")
  func afterDoneStreak() throws {
    let home = try FamilyWorld()
    let routine = try home.add(
      "Water plants", .anyone, for: ["cyd", "ann"],
      RoutineSchedule(.afterDone, everyCount: 3, from: home.day(0)))
    try home.sync()
    for day in [0, 3, 6] { try tick(routine, home, day: day) }
    #expect(try streak(routine, home, today: 9, person: nil, on: home.cyd) == 3)
    #expect(try streak(routine, home, today: 10, person: nil, on: home.cyd) == 0)
    try tick(routine, home, day: 10)
    #expect(try streak(routine, home, today: 10, person: nil, on: home.cyd) == 1)
  }

  @Test(
    "ten thousand ticks of one day by a program that lies are read once each, and shown in part")
  func tenThousand() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Bins", .anyone, for: ["ann", "cyd"], steps: ["Out", "In"])
    try home.sync()
    func add(_ numbers: Range<Int>) throws {
      try home.cyd.write { transaction in
        for number in numbers {
          try transaction.connection.execute(
            """
            INSERT INTO routineEvents (id, familyID, routineID, day, kind, personID, createdAt,
                createdBy)
              VALUES (?, ?, ?, '2026-03-02', 'done', ?, 1, 'cyd')
            """,
            [
              .text("lie-\(number)"), .text(home.family), .text(routine),
              .text("nobody-\(number)"),
            ])
        }
      }
    }
    func steps() throws -> Int {
      try home.cyd.connection.steps { _ = try home.board(on: home.cyd) }
    }
    try add(0..<1000)
    let few = try steps()
    try add(1000..<10_000)
    #expect(try steps() < few * 11)
    let shown = try week(routine, home, on: home.cyd)
    #expect(shown.days[0].entries.map(\.state) == [.done])
    #expect(shown.notes.count == RoutineDays.maxNotes)
    #expect(try streak(routine, home, today: 0, person: nil, on: home.cyd) == 1)
  }

  @Test("a week and a streak cost the same with three years of history as with two")
  func cost() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", for: ["cyd"])
    func add(_ days: Range<Int>) throws {
      _ = try home.ann.write { transaction in
        for number in days {
          try transaction.connection.execute(
            """
            INSERT INTO routineEvents (id, familyID, routineID, day, kind, personID, createdAt,
                createdBy)
              VALUES (?, ?, ?, ?, 'done', 'cyd', 1, 'cyd')
            """,
            [
              .text(transaction.newID()), .text(home.family), .text(routine),
              .text(home.day(number).text),
            ])
        }
      }
    }
    func steps() throws -> Int {
      try home.ann.connection.steps {
        _ = try week(routine, home, from: 1098, on: home.ann)
        #expect(try streak(routine, home, today: 1100, on: home.ann) > 360)
      }
    }
    try add(365..<1101)
    let few = try steps()
    try add(0..<365)
    #expect(try steps() <= few + few / 10)
  }
}
