import Families
import Foundation
import Replica
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// What people note from day to day, and many changes at once, as a family's activity tells them.
@Suite struct FamilyNoteRouteTests {
  /// Anna's and Ben's devices in a family with stars.
  private struct World {
    let base: FamilyRouteTests.World
    let anna: TestReplica
    let ben: TestReplica
    let annaID: AccountID
    var family: ZoneID { base.family }

    init() async throws {
      base = try await FamilyRouteTests.World()
      (anna, ben) = (try base.hearth.replica(of: "anna"), try base.hearth.replica(of: "ben"))
      annaID = try #require(try base.hearth.accounts.account(named: "anna")).id
      let family = base.family
      try await write(anna) { transaction in
        var details = try #require(try Family.find(family, in: transaction.connection)).details
        details.hasStars = true
        try EditFamily(familyID: family, details: details)(transaction)
      }
    }

    /// The family's day.
    var today: CalendarDay {
      let days = base.hearth.clock.withLock { $0 } / 86_400_000
      return CalendarDay(daysSince1970: Int(days))
    }

    /// Writes something on a day of its own, so that it is told in a line of its own.
    @discardableResult
    func write<Result>(
      _ replica: TestReplica, _ body: (WriteTransaction) throws -> Result
    ) async throws -> Result {
      base.hearth.advance(milliseconds: 86_400_000)
      try await replica.sync()
      let result = try replica.write(body)
      try await replica.sync()
      return result
    }

    func lines() async throws -> String {
      MoneyWorld.unescaped(
        Substring(try await base.anna.get("/families/\(family)/activity").main))
    }
  }

  /// Ben wishes for a reward three times: he takes it back, gets it, and does not.
  private func decide(_ reward: RecordID, in world: World) async throws {
    func note(
      _ replica: TestReplica, _ body: (WriteTransaction) throws -> Void
    ) async throws { try await world.write(replica, body) }
    let today = CalendarDay.lastOfTime
    for isGranted in [nil, true, false] as [Bool?] {
      let wish = try await world.write(world.ben) {
        try WishReward(rewardID: reward, today: today)($0).id
      }
      guard let isGranted else {
        try await note(world.ben) { try WithdrawWish(wishID: wish)($0) }
        continue
      }
      try await note(world.anna) {
        try DecideWish(wishID: wish, isGranted: isGranted, today: today)($0)
      }
      if isGranted {
        try await note(world.anna) { try UndoDecision(wishID: wish)($0) }
        try await note(world.ben) { try WithdrawWish(wishID: wish)($0) }
      }
    }
  }

  @Test("each thing that is noted has its own words, with the routine or reward that it is of")
  func notes() async throws {
    let world = try await World()
    let (family, benID, annaID) = (world.family, world.base.benID, world.annaID)
    let day = world.today
    let (bed, bins) = try await world.write(world.anna) { transaction in
      var details = RoutineDetails(title: "Bed")
      details.stars = 100
      let schedule = RoutineSchedule(.weekdays, from: day)
      return (
        try AddRoutine(
          familyID: family, details, RoutinePlan(schedule, .each, people: [benID]))(transaction).id,
        try AddRoutine(
          familyID: family, RoutineDetails(title: "Bins"),
          RoutinePlan(schedule, .turns, people: [benID, annaID]))(transaction).id
      )
    }
    let reward = try await world.write(world.anna) {
      try SaveReward(familyID: family, RewardDetails(title: "Film"))($0).id
    }
    func task(_ routine: RecordID, of person: AccountID? = nil) -> RoutineTask {
      RoutineTask(routineID: routine, day: day, personID: person ?? benID, today: world.today)
    }
    func note(
      _ replica: TestReplica, _ body: (WriteTransaction) throws -> Void
    ) async throws { try await world.write(replica, body) }
    try await note(world.ben) { _ = try TickRoutine(task(bed))($0) }
    try await note(world.ben) { _ = try UntickRoutine(task(bed))($0) }
    try await note(world.ben) { _ = try TickRoutine(task(bed))($0) }
    try await note(world.ben) { _ = try SkipTurn(task(bins))($0) }
    try await note(world.anna) { _ = try SwapTurn(task(bins))($0) }
    try await note(world.anna) { _ = try ApproveRoutine(task(bed))($0) }
    try await note(world.anna) { _ = try UntickRoutine(task(bed))($0) }
    try await note(world.ben) { _ = try TickRoutine(task(bed))($0) }
    try await note(world.anna) { _ = try ApproveRoutine(task(bed))($0) }
    try await decide(reward, in: world)
    let told = try await world.lines()
    for (note, name, count) in [
      (.done, "Bed", 3), (.undone, "Bed", 1),
      (.undone, catalogue.noted("Bed", for: "Ben"), 1), (.skipped, "Bins", 1),
      (.swapped, "Bins", 1),
      (.approved, "Bed", 2), (.wished, "Film", 3), (.withdrawn, "Film", 2), (.granted, "Film", 1),
      (.refused, "Film", 1), (.reopened, "Film", 1),
    ] as [(FamilyActivityPage.Note, String, Int)] {
      let words = catalogue.familyActivity(.note(note, [name]))
      #expect(told.ranges(of: ">\(words)<").count == count, "\(note) \(words)")
    }
    // Who unticks what was approved takes both back.
    #expect(told.contains(catalogue.familyActivity(.note(.unapproved, ["Bed"]))))
  }

  @Test("many changes of one kind are counted; what goes with a routine has no line of its own")
  func counted() async throws {
    let world = try await World()
    let (family, benID, day) = (world.family, world.base.benID, world.today)
    func add(_ count: Int) async throws -> [RecordID] {
      try await world.write(world.anna) { transaction in
        try (0..<count).map { number in
          try AddRoutine(
            familyID: family, RoutineDetails(title: "Routine \(number) of \(count)"),
            RoutinePlan(RoutineSchedule(.weekdays, from: day), .each, people: [benID]))(
              transaction
            ).id
        }
      }
    }
    _ = try await add(4)
    let three = try await add(3)
    try await world.write(world.ben) {
      _ = try TickRoutine(
        routineID: three[0], day: day, personID: benID, today: world.today)($0)
    }
    try await world.write(world.anna) { try DeleteRoutine(routineID: three[0])($0) }
    let told = try await world.lines()
    func line(_ line: FamilyActivityPage.Line) -> Int {
      told.ranges(of: catalogue.familyActivity(line)).count
    }
    #expect(line(.count(.added, .routine, 4)) == 1 && !told.contains(" of 4"))
    for number in 0..<3 {
      let name = "Routine \(number) of 3"
      #expect(line(.record(.added, FamilyActivityPage.Subject(.routine, name))) == 1)
    }
    #expect(
      line(.record(.removed, FamilyActivityPage.Subject(.routine, "Routine 0 of 3"))) == 1)
    // Its ticks went with it.
    #expect(line(.count(.removed, .other, 1)) == 0)
    #expect(line(.record(.removed, FamilyActivityPage.Subject(.other, ""))) == 0)
    #expect(line(.record(.added, FamilyActivityPage.Subject(.face, ""))) == 0)
  }
}
