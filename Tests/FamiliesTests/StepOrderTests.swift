import Families
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// In which order steps are ticked, where a routine asks for one.
@Suite struct StepOrderTests {
  /// A routine of Cyd's with three steps, the first of which is optional.
  private func add(
    _ home: FamilyWorld, inOrder: Bool = false, requiredFirst: Bool = false
  ) throws -> (routine: RecordID, steps: [RecordID]) {
    var details = RoutineDetails(title: "Evening")
    details.requiredFirst = requiredFirst
    let plan = RoutinePlan(RoutineSchedule(.everyDays, from: home.day(0)), .each, people: ["cyd"])
    let routine = try home.ann.write { [details] in
      try AddRoutine(
        familyID: home.family, details, plan,
        steps: [
          RoutineStep(id: "", title: "Story", isOptional: true),
          RoutineStep(id: "", title: "Teeth"), RoutineStep(id: "", title: "Pyjamas"),
        ], inOrder: inOrder)($0)
    }
    try home.sync()
    return (routine.id, routine.steps.map(\.id))
  }

  private func tick(
    _ routine: RecordID, _ step: RecordID?, _ home: FamilyWorld, on device: SyncDevice
  ) throws -> DayBoard.Entry {
    try device.write {
      try TickRoutine(routineID: routine, day: home.day(0), personID: "cyd", stepID: step)($0)
    }
  }

  @Test("one step after the other: any other is refused, and the routine as a whole is not")
  func inOrder() throws {
    let home = try FamilyWorld()
    let (routine, steps) = try add(home, inOrder: true)
    #expect(try home.board(on: home.cyd).entries.first?.nextSteps == [steps[0]])
    for step in steps[1...] {
      #expect(throws: FamilyFailure.outOfOrder) {
        _ = try tick(routine, step, home, on: home.cyd)
      }
    }
    #expect(try home.cyd.count("routineEvents") == 0)
    #expect(try tick(routine, steps[0], home, on: home.cyd).nextSteps == [steps[1]])
    // What is ticked already may be sent again.
    #expect(try tick(routine, steps[0], home, on: home.cyd).doneCount == 1)
    #expect(try tick(routine, nil, home, on: home.cyd).doneCount == 3)
  }

  @Test("required steps come first, in any order among themselves, and are shown first")
  func requiredFirst() throws {
    let home = try FamilyWorld()
    let (routine, steps) = try add(home, requiredFirst: true)
    let entry = try #require(try home.board(on: home.cyd).entries.first)
    #expect(entry.orderedSteps.map(\.id) == [steps[1], steps[2], steps[0]])
    #expect(throws: FamilyFailure.outOfOrder) {
      _ = try tick(routine, steps[0], home, on: home.cyd)
    }
    _ = try tick(routine, steps[2], home, on: home.cyd)
    #expect(throws: FamilyFailure.outOfOrder) {
      _ = try tick(routine, steps[0], home, on: home.cyd)
    }
    #expect(try tick(routine, steps[1], home, on: home.cyd).state == .done)
    #expect(try tick(routine, steps[0], home, on: home.cyd).doneCount == 3)
  }

  @Test("without an order any step is ticked")
  func anyOrder() throws {
    let home = try FamilyWorld()
    let (routine, steps) = try add(home)
    #expect(try tick(routine, steps[2], home, on: home.cyd).doneCount == 1)
  }

  @Test("what was done on two devices at once is there, though the order is another one by then")
  func merged() throws {
    let home = try FamilyWorld()
    let (routine, steps) = try add(home, inOrder: true)
    _ = try tick(routine, steps[0], home, on: home.ann)
    try home.sync()
    // Without the hub the child goes on, while a parent takes the first step back.
    _ = try tick(routine, steps[1], home, on: home.cyd)
    _ = try home.ann.write {
      try UntickRoutine(
        routineID: routine, day: home.day(0), personID: "cyd", stepID: steps[0])($0)
    }
    try home.sync()
    #expect(try home.cyd.refusals == [])
    for device in [home.ann, home.bob, home.cyd] {
      let entry = try #require(try home.board(on: device).entries.first)
      #expect(entry.steps.map(\.isDone) == [false, true, false])
      #expect(entry.nextSteps == [steps[0]])
    }
  }
}
