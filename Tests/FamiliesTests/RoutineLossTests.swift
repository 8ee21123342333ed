import Families
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// What is told before a routine is deleted.
@Suite struct RoutineLossTests {
  @Test(
    "of a routine the stars go that it has given, each day's once, and none that were taken back")
  func stars() throws {
    let home = try FamilyWorld()
    let family = home.family
    var named = FamilyDetails(name: "Lindqvist")
    named.hasStars = true
    _ = try home.ann.write { [named] in try EditFamily(familyID: family, details: named)($0) }
    var routines: [RecordID] = []
    for stars in [30, 7] {
      var details = RoutineDetails(title: "Room \(stars)")
      details.stars = stars
      let plan = RoutinePlan(
        RoutineSchedule(.weekdays, from: home.day(0)), .each, people: ["cyd"])
      routines.append(
        try home.ann.write { [details] in try AddRoutine(familyID: family, details, plan)($0).id })
    }
    let routine = routines[0]
    func loss() throws -> RoutineLoss {
      let connection = home.ann.connection
      let found = try #require(try Routine.find(routine, in: connection))
      return try RoutineLoss(of: found, in: connection)
    }
    try home.sync()
    #expect(try loss().stars == 0 && loss().count == 0)
    let tasks = routines.flatMap { id in
      (0..<3).map { RoutineTask(routineID: id, day: home.day($0), personID: "cyd") }
    }
    for task in tasks { _ = try home.cyd.write { try TickRoutine(task)($0) } }
    try home.sync()
    // Two parents who have not heard of each other.
    for task in tasks {
      _ = try home.ann.write { try ApproveRoutine(task)($0) }
      _ = try home.bob.write { try ApproveRoutine(task)($0) }
    }
    try home.sync()
    #expect(try loss().stars == 90)
    // Three ticks and six approvals.
    #expect(try loss().count == 9 && loss().canBeDeleted)
    _ = try home.ann.write { try UntickRoutine(tasks[0])($0) }
    #expect(try loss().stars == 60)
    _ = try home.ann.write { try DeleteRoutine(routineID: routine)($0) }
    try home.sync()
    try home.cyd.connection.transaction { try Families.settle(home.cyd.connection, .builtIn) }
    let left = try Stars(
      of: "cyd", in: home.family, through: home.day(9), home.cyd.connection
    ).earned
    #expect(left == 21)
  }
}
