import Families
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// What can be done of days to come: of tomorrow what can be done today, and of later ones nothing.
@Suite struct DayAheadTests {
  private let far = CalendarDay(year: 2999, month: 1, day: 1)

  private func task(
    _ routine: RecordID, _ day: CalendarDay, _ home: FamilyWorld, for person: AccountID = "cyd"
  ) -> RoutineTask {
    RoutineTask(routineID: routine, day: day, personID: person, today: home.day(0))
  }

  @Test("nobody ticks, proves, approves or skips a day after tomorrow; tomorrow's can be done")
  func refused() throws {
    let home = try FamilyWorld()
    let room = try home.add("Room", asksApproval: true)
    let dishes = try home.add("Dishes", .turns, for: ["bob", "cyd"])
    try home.sync()
    let photo = StoredPhoto(
      blobHash: String(repeating: "a", count: 64), byteCount: 9, kind: .jpeg, width: 9, height: 9)
    // By a clock that was wrong.
    _ = try home.cyd.write { [far] in
      try TickRoutine(routineID: room, day: far, personID: "cyd", today: far)($0)
    }
    try home.sync()
    for day in [home.day(2), far] {
      #expect(throws: FamilyFailure.tooFarAhead) {
        _ = try home.cyd.write { try TickRoutine(task(room, day, home))($0) }
      }
      #expect(throws: FamilyFailure.tooFarAhead) {
        _ = try home.cyd.write { try ProveRoutine(task(room, day, home), photo)($0) }
      }
      #expect(throws: FamilyFailure.tooFarAhead) {
        _ = try home.ann.write { try ApproveRoutine(task(room, day, home))($0) }
      }
      #expect(throws: FamilyFailure.tooFarAhead) {
        let board = try DayBoard(of: home.family, on: day, in: home.cyd.connection)
        let turn = try #require(board.entry(of: dishes, for: "cyd")?.personID)
        _ = try home.cyd.write { try SkipTurn(task(dishes, day, home, for: turn))($0) }
      }
    }
    #expect(try home.cyd.count("routineProofs") == 0)
    #expect(try home.cyd.count("routineEvents") == 1)
    let ticked = try home.cyd.write { try TickRoutine(task(room, home.day(1), home))($0) }
    #expect(ticked.state == .waiting)
    try home.sync()
    let approved = try home.ann.write { try ApproveRoutine(task(room, home.day(1), home))($0) }
    #expect(approved.state == .done)
  }

  @Test("a turn of any day can be given away, and what was noted far ahead is taken back")
  func allowed() throws {
    let home = try FamilyWorld()
    let dishes = try home.add("Dishes", .turns, for: ["bob", "cyd"])
    try home.sync()
    for person in ["cyd", "bob"] {
      let swapped = try home.cyd.write { try SwapTurn(task(dishes, far, home, for: person))($0) }
      #expect(swapped.personID == person)
    }
    _ = try home.cyd.write { [far] in
      try TickRoutine(routineID: dishes, day: far, personID: "cyd", today: far)($0)
    }
    try home.sync()
    let back = try home.ann.write { try UntickRoutine(task(dishes, far, home))($0) }
    #expect(back.state == .open && back.doneBy.isEmpty)
    #expect(try home.ann.write { try UndoTurn(task(dishes, far, home))($0) }.turnNotes.isEmpty)
  }

  @Test("what was stored for a day to come earns its stars on that day, the same on all devices")
  func stars() throws {
    let home = try FamilyWorld()
    var family = FamilyDetails(name: "Lindqvist")
    family.hasStars = true
    var details = RoutineDetails(title: "Room")
    details.stars = 5
    let room = try home.ann.write { [family, details] transaction in
      try EditFamily(familyID: home.family, details: family)(transaction)
      let plan = RoutinePlan(RoutineSchedule(.everyDays, from: home.day(0)), .each, people: ["cyd"])
      return try AddRoutine(familyID: home.family, details, plan, steps: [])(transaction).id
    }
    try home.sync()
    // Today, the last day of the month, the day after it, and in a thousand years.
    for day in [home.day(0), home.day(29), home.day(30), far] {
      _ = try home.cyd.write { try TickRoutine(routineID: room, day: day, personID: "cyd")($0) }
      try home.sync()
      _ = try home.ann.write { try ApproveRoutine(routineID: room, day: day, personID: "cyd")($0) }
    }
    try home.sync()
    let reward = try home.ann.write { transaction in
      var details = RewardDetails(title: "Film")
      details.price = 10
      return try SaveReward(familyID: home.family, details)(transaction).id
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      try device.connection.transaction { try Families.settle(device.connection, .builtIn) }
      func earned(_ day: CalendarDay) throws -> Int64 {
        try Stars(of: "cyd", in: home.family, through: day, device.connection).balance
      }
      #expect(try earned(home.day(-1)) == 0)
      #expect(try [0, 28, 29, 30, 31].map { try earned(home.day($0)) } == [5, 5, 10, 15, 15])
      #expect(try earned(far) == 20)
      let shown = try Stars.shown(
        to: "ann", in: home.family, through: home.day(0), device.connection)
      #expect(shown.map(\.stars.earned) == [5])
    }
    #expect(throws: FamilyFailure.tooFewStars) {
      _ = try home.cyd.write { try WishReward(rewardID: reward, today: home.day(0))($0) }
    }
    let wish = try home.cyd.write {
      try WishReward(rewardID: reward, today: home.day(29))($0).id
    }
    try home.sync()
    #expect(throws: FamilyFailure.tooFewStars) {
      try home.ann.write { try DecideWish(wishID: wish, isGranted: true, today: home.day(28))($0) }
    }
    try home.ann.write { try DecideWish(wishID: wish, isGranted: true, today: home.day(29))($0) }
  }

  @Test(
    "what is noted far ahead changes no day before: neither when it is due nor whose turn it is")
  func before() throws {
    let home = try FamilyWorld()
    let plants = try home.add(
      "Plants", .turns, for: ["bob", "cyd"],
      RoutineSchedule(.afterDone, everyCount: 3, from: home.day(0)))
    let dishes = try home.add("Dishes", .turns, for: ["bob", "cyd"])
    try home.sync()
    func turns() throws -> [[AccountID?]] {
      try [plants, dishes].map { try home.turns(of: $0, days: 6, on: home.ann) }
    }
    let before = try turns()
    for routine in [plants, dishes] {
      _ = try home.cyd.write { [far] in
        try TickRoutine(routineID: routine, day: far, personID: "cyd", today: far)($0)
      }
    }
    try home.sync()
    #expect(try turns() == before)
    #expect(try DayBoard(of: home.family, on: far, in: home.ann.connection).entries.count == 2)
  }

  @Test("what waits for tomorrow is told today; what is far ahead is told when its day comes")
  func told() throws {
    let home = try FamilyWorld()
    let room = try home.add("Room", asksApproval: true)
    try home.sync()
    for day in [home.day(1), far] {
      _ = try home.cyd.write {
        try TickRoutine(routineID: room, day: day, personID: "cyd", today: day)($0)
      }
    }
    try home.sync()
    func told(_ today: CalendarDay) throws -> [CalendarDay] {
      try WaitingRoutine.all(of: home.family, through: today, in: home.ann.connection).map(\.day)
    }
    #expect(try told(home.day(0)) == [home.day(1)])
    #expect(try told(home.day(-1)).isEmpty)
    #expect(try told(far) == [far])
  }
}
