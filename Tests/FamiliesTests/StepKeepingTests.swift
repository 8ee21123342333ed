import Families
import Foundation
import SyncProtocol
import TestSupport
import Testing

/// Which step a line of the form is: by it, today's ticks and a picture stay or go.
@Suite struct StepKeepingTests {
  private static let known = ["🪥 Teeth", "Pyjamas", "Story"].enumerated().map { number, line in
    var step = RoutineStep(line: line)
    step.id = "s\(number)"
    return step
  }

  @Test(
    "a corrected line keeps its step, a moved one too; a removed or new one takes nobody's",
    arguments: [
      ("🪥 Teeth, Pyjamas, Story", "s0 s1 s2"),
      ("🪥 Teeth, Nightgown, Story", "s0 s1 s2"),
      ("🪥 Brush teeth, Nightgown, Long story", "s0 s1 s2"),
      ("Story, 🪥 Teeth, Pyjamas", "s2 s0 s1"),
      ("(🦷 Teeth), Pyjamas, Story", "s0 s1 s2"),
      ("Pyjamas, Story", "s1 s2"), ("Pyjamas, Story, Lights", "s1 s2 -"),
      ("🪥 Teeth, Wash, Pyjamas, Story", "s0 - s1 s2"), ("Wash, 🪥 Teeth, Pyjamas", "- s0 s1"),
      ("🪥 Teeth, Nightgown, Lights, Story", "s0 s1 - s2"), ("🪥 Teeth, Tale", "s0 s1"),
    ])
  func kept(_ lines: String, _ expected: String) {
    let typed = lines.components(separatedBy: ", ").map { RoutineStep(line: $0) }
    let ids = RoutineStep.keepingIDs(typed, of: Self.known).map { $0.id.isEmpty ? "-" : $0.id }
    #expect(ids.joined(separator: " ") == expected)
  }

  @Test("what was ticked of a step stays when its title is corrected")
  func ticked() throws {
    let home = try FamilyWorld()
    let id = try home.add("Evening", steps: ["Teth", "Pyjamas"])
    let routine = try #require(try Routine.find(id, in: home.ann.connection))
    let task = RoutineTask(
      routineID: id, day: home.day(0), personID: "cyd", stepID: routine.steps[0].id,
      today: home.day(0))
    _ = try home.ann.write { try TickRoutine(task)($0) }
    let steps = RoutineStep.keepingIDs(
      ["Teeth", "Pyjamas"].map { RoutineStep(line: $0) }, of: routine.steps)
    _ = try home.ann.write {
      try EditRoutine(
        routineID: id, routine.details, routine.plan, steps: steps, inOrder: false,
        today: home.day(0))($0)
    }
    let entry = try #require(try home.board(on: home.ann).entries.first)
    #expect(entry.steps.map(\.step.title) == ["Teeth", "Pyjamas"])
    #expect(entry.steps.map(\.isDone) == [true, false])
  }
}
