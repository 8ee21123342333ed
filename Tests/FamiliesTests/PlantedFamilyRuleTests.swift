import Families
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

#if PLANTED_BUGS
  /// Rules of families that histories show too seldom: each holds, and does not hold once it is
  /// broken on purpose.
  @Suite struct PlantedFamilyRuleTests {
    struct Rule: Sendable, CustomTestStringConvertible {
      let bug: FamilyBug
      /// Whether the rule holds.
      let holds: @Sendable () throws -> Bool

      init(_ bug: FamilyBug, _ holds: @escaping @Sendable () throws -> Bool) {
        (self.bug, self.holds) = (bug, holds)
      }

      var testDescription: String { bug.rawValue }
    }

    @Test(
      "a rule of families that is broken on purpose is noticed where it counts", arguments: rules)
    func planted(_ rule: Rule) throws {
      #expect(try rule.holds())
      #expect(try !FamilyBug.$active.withValue(rule.bug) { try rule.holds() })
    }

    @Test("each rule of families that histories do not show has its situation")
    func directed() {
      #expect(FamilyBug.directed == Set(Self.rules.map(\.bug)))
    }

    private static let rules = [
      Rule(.planChangeRestartsTurns) {
        let home = try FamilyWorld()
        let routine = try home.add(
          "Dishes", .turns, for: ["ann", "bob", "cyd"],
          RoutineSchedule(.weekdays, weekdays: .days(0..<5), from: home.day(0)))
        try home.sync()
        let old = try #require(try Routine.find(routine, in: home.ann.connection))
        var plan = old.plan
        plan.schedule.weekdays = .all
        let changed = plan
        _ = try home.ann.write {
          try EditRoutine(
            routineID: routine, old.details, changed, steps: old.steps, inOrder: false,
            today: home.day(1))($0)
        }
        return try home.board(1, on: home.ann).entries.first?.personID == "bob"
      },
      Rule(.tickForged) {
        let home = try FamilyWorld()
        let routine = try home.add("Teeth", .each, for: ["bob", "cyd"])
        try home.sync()
        // A child's program that lies about who has noted it.
        try home.cyd.write { transaction in
          try TickRoutine(routineID: routine, day: home.day(0), personID: "bob")(transaction)
          try transaction.connection.execute("UPDATE routineEvents SET createdBy = 'bob'")
        }
        try home.sync()
        return try RoutineEvent.about(
          home.day(0)...home.day(0), of: home.family, in: home.ann.connection
        )
        .isEmpty
      },
      Rule(.starsKeptWhenUnticked) {
        let home = try FamilyWorld()
        let task = try approved(in: home, hasStars: true)
        _ = try home.bob.write { try UntickRoutine(task)($0) }
        return try earned(home) == 0
      },
      Rule(.starsWhileOff) {
        let home = try FamilyWorld()
        _ = try approved(in: home, hasStars: false)
        return try earned(home) == 0
      },
    ]

    /// A child has ticked what is worth five stars, and a parent has approved it.
    private static func approved(in home: FamilyWorld, hasStars: Bool) throws -> RoutineTask {
      var details = FamilyDetails(name: "Lindqvist")
      details.hasStars = hasStars
      let named = details
      _ = try home.ann.write { try EditFamily(familyID: home.family, details: named)($0) }
      var tidy = RoutineDetails(title: "Room")
      (tidy.stars, tidy.asksApproval) = (5, true)
      let room = tidy
      let plan = RoutinePlan(
        RoutineSchedule(.weekdays, from: home.day(0)), .each, people: ["cyd"])
      let routine = try home.ann.write {
        try AddRoutine(familyID: home.family, room, plan)($0).id
      }
      try home.sync()
      let task = RoutineTask(routineID: routine, day: home.day(0), personID: "cyd")
      _ = try home.cyd.write { try TickRoutine(task)($0) }
      try home.sync()
      _ = try home.bob.write { try ApproveRoutine(task)($0) }
      try home.sync()
      return task
    }

    private static func earned(_ home: FamilyWorld) throws -> Int64 {
      try home.sync()
      let connection = home.ann.connection
      try connection.transaction { try Families.settle(connection, .builtIn) }
      return try Stars(of: "cyd", in: home.family, through: home.day(1), connection).earned
    }
  }
#endif
