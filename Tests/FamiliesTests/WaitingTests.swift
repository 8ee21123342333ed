import Families
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// What waits for a parent: found for weeks, taken back by parents, and shown by photos.
@Suite struct WaitingTests {
  private func waiting(
    _ home: FamilyWorld, today: Int, on device: SyncDevice
  ) throws -> [String] {
    try WaitingRoutine.all(of: home.family, through: home.day(today), in: device.connection).map {
      "\($0.day.daysSince1970 - home.day(0).daysSince1970) \($0.entry.personID ?? "anybody")"
    }
  }

  private func task(
    _ routine: RecordID, _ day: Int, _ home: FamilyWorld, of person: AccountID
  ) -> RoutineTask {
    RoutineTask(routineID: routine, day: home.day(day), personID: person)
  }

  @Test("what waits for a parent is found for four weeks, until a parent has looked at it")
  func weeks() throws {
    let home = try FamilyWorld()
    let room = try home.add("Room tidy", for: ["cyd", "bob"], asksApproval: true)
    let bins = try home.add("Bins", .anyone, for: ["bob", "cyd"], asksApproval: true)
    let plain = try home.add("Teeth")
    try home.sync()
    let done = [
      task(room, 0, home, of: "cyd"), task(room, 0, home, of: "bob"),
      task(bins, 1, home, of: "cyd"), task(plain, 1, home, of: "cyd"),
      task(room, 2, home, of: "cyd"), task(room, 3, home, of: "cyd"),
    ]
    for task in done { _ = try home.cyd.write { try TickRoutine(task)($0) } }
    // Begun and taken back.
    _ = try home.cyd.write { try UntickRoutine(done[5])($0) }
    try home.sync()
    _ = try home.ann.write { try ApproveRoutine(done[1])($0) }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      // Tomorrow is looked at, too.
      #expect(try waiting(home, today: 1, on: device) == ["2 cyd", "1 anybody", "0 cyd"])
      #expect(try waiting(home, today: 27, on: device) == ["2 cyd", "1 anybody", "0 cyd"])
      #expect(try waiting(home, today: 28, on: device) == ["2 cyd", "1 anybody"])
    }
    _ = try home.bob.write { try ApproveRoutine(done[2])($0) }
    _ = try home.bob.write { try RefuseRoutine(done[4])($0) }
    _ = try home.bob.write { try ArchiveRoutine(routineID: room, isArchived: true)($0) }
    try home.sync()
    #expect(try waiting(home, today: 5, on: home.ann) == ["0 cyd"])
  }

  @Test("what a parent has approved no child takes back; a parent does, and its stars go")
  func approved() throws {
    let home = try FamilyWorld()
    let room = try home.add("Room tidy", steps: ["Bed"], asksApproval: true)
    try home.sync()
    let task = task(room, 0, home, of: "cyd")
    _ = try home.cyd.write { try TickRoutine(task)($0) }
    // Before, it is the child's own.
    _ = try home.cyd.write { try UntickRoutine(task)($0) }
    _ = try home.cyd.write { try TickRoutine(task)($0) }
    try home.sync()
    _ = try home.ann.write { try ApproveRoutine(task)($0) }
    try home.sync()
    var step = task
    step.stepID = try #require(try home.board(on: home.cyd).entries.first?.steps.first).id
    for task in [task, step] {
      #expect(throws: FamilyFailure.parentsOnly) {
        try home.cyd.write { _ = try UntickRoutine(task)($0) }
      }
    }
    _ = try home.bob.write { try UntickRoutine(task)($0) }
    #expect(try home.board(on: home.bob).entries.map(\.state) == [.open])
    #expect(try home.board(on: home.bob).entries.first?.approvals == [])
  }

  @Test("a swap gives the turn to nobody who is away")
  func swappedAway() throws {
    let home = try FamilyWorld()
    let dishes = try home.add("Dishes", .turns, for: ["ann", "bob", "cyd"])
    try home.sync()
    _ = try home.ann.write {
      try SwapTurn(routineID: dishes, day: home.day(3), personID: "cyd")($0)
    }
    #expect(try home.turns(of: dishes, days: 4, on: home.ann) == ["ann", "bob", "cyd", "cyd"])
    // A journey comes between.
    _ = try home.ann.write {
      try AddAbsence(
        familyID: home.family, personID: "cyd",
        details: AbsenceDetails(from: home.day(3).text, through: home.day(4).text))($0)
    }
    try home.sync()
    for device in [home.ann, home.bob, home.cyd] {
      #expect(
        try home.turns(of: dishes, days: 6, on: device)
          == ["ann", "bob", "cyd", "ann", "bob", "cyd"])
    }
    #expect(throws: FamilyFailure.notDue) {
      try home.ann.write {
        _ = try SwapTurn(routineID: dishes, day: home.day(4), personID: "cyd")($0)
      }
    }
  }

  // MARK: Photos

  private let photos = ["a", "b"].map {
    StoredPhoto(
      blobHash: String(repeating: $0, count: 64), byteCount: 1000, kind: .jpeg, width: 40,
      height: 30)
  }

  private func bed(
    _ home: FamilyWorld, _ mode: RoutinePlan.Mode, for people: [AccountID]
  ) throws -> RecordID {
    var details = RoutineDetails(title: "Bed made")
    details.asksPhoto = true
    let plan = RoutinePlan(RoutineSchedule(.weekdays, from: home.day(0)), mode, people: people)
    let (family, bed) = (home.family, details)
    let id = try home.ann.write {
      try AddRoutine(familyID: family, bed, plan, steps: [RoutineStep(id: "", title: "Sheet")])($0)
        .id
    }
    try home.sync()
    return id
  }

  @Test("a sibling's photo shows nothing of what everybody does for themselves")
  func siblings() throws {
    let home = try FamilyWorld(uploadsFiles: true)
    try home.world.admit("dan", to: home.family, by: "ann", as: FamilyRole.child.role)
    try home.sync()
    let routine = try bed(home, .each, for: ["cyd", "dan"])
    let (one, other) = (task(routine, 0, home, of: "cyd"), task(routine, 0, home, of: "dan"))
    let file = photos[0]
    _ = try home.cyd.write { try ProveRoutine(one, file)($0) }
    try home.sync()
    var step = other
    step.stepID = try #require(try home.board(on: home.dan).entries.last?.steps.first).id
    for task in [other, step] {
      #expect(throws: FamilyFailure.photoMissing) {
        try home.dan.write { _ = try TickRoutine(task)($0) }
      }
    }
    _ = try home.dan.write { try ProveRoutine(other, file)($0) }
    #expect(try home.board(on: home.dan).entries.map(\.state) == [.waiting, .waiting])
  }

  @Test(
    "a photo that a parent has refused shows nothing any more, whatever the clocks say",
    arguments: [-86_400_000, 0, 86_400_000] as [Int64])
  func refused(skew: Int64) throws {
    let home = try FamilyWorld(uploadsFiles: true)
    let routine = try bed(home, .each, for: ["cyd"])
    let task = task(routine, 0, home, of: "cyd")
    let (first, second) = (photos[0], photos[1])
    _ = try home.cyd.write { try ProveRoutine(task, first)($0) }
    // What the child takes back itself stays shown.
    home.world.now += 1000
    _ = try home.cyd.write { try UntickRoutine(task)($0) }
    _ = try home.cyd.write { try TickRoutine(task)($0) }
    try home.sync()
    home.ann.skew = skew
    home.world.now += 1000
    _ = try home.ann.write { try RefuseRoutine(task)($0) }
    try home.sync()
    home.world.now += 1000
    #expect(throws: FamilyFailure.photoMissing) {
      try home.cyd.write { _ = try TickRoutine(task)($0) }
    }
    _ = try home.cyd.write { try ProveRoutine(task, second)($0) }
    home.world.now += 1000
    _ = try home.cyd.write { try UntickRoutine(task)($0) }
    _ = try home.cyd.write { try TickRoutine(task)($0) }
    try home.sync()
    let entry = try #require(try home.board(on: home.ann).entries.first)
    #expect(entry.state == .waiting)
  }

  @Test("after a photo was refused the child takes another one, and that one counts")
  func photoAgain() throws {
    let home = try FamilyWorld(uploadsFiles: true)
    let routine = try bed(home, .anyone, for: ["cyd", "bob"])
    let task = task(routine, 0, home, of: "cyd")
    let (first, second) = (photos[0], photos[1])
    _ = try home.cyd.write { try ProveRoutine(task, first)($0) }
    try home.sync()
    // The page of a parent names whoever looks at it.
    let refused = self.task(routine, 0, home, of: "ann")
    _ = try home.ann.write { try RefuseRoutine(refused)($0) }
    try home.sync()
    home.world.now += 1000
    #expect(throws: FamilyFailure.photoMissing) {
      try home.cyd.write { _ = try TickRoutine(task)($0) }
    }
    _ = try home.cyd.write { try ProveRoutine(task, second)($0) }
    try home.sync()
    let entry = try #require(try home.board(on: home.ann).entries.first)
    #expect(entry.state == .waiting)
    #expect(
      try RoutineProof.counting(for: entry, on: home.day(0), home.ann.connection).map(\.file)
        == [second])
  }
}

/// What is taken back is looked for by what it takes back: a day on which somebody notes ten
/// thousand things costs ten thousand steps, and not their square.
@Suite struct TakenBackPlanTests {
  @Test("whether something was taken back is looked up")
  func plan() throws {
    let home = try FamilyWorld()
    let plans = try QueryPlans.plans(of: home.ann.connection) {
      _ = try WaitingRoutine.all(
        of: home.family, through: home.day(0), in: home.ann.connection)
    }
    let steps = plans.flatMap(\.steps).filter { $0.contains(" undone ") }
    #expect(steps.contains { $0.contains("routineEventsUndone") }, "\(steps)")
    #expect(steps.contains { $0.contains("routineApprovalsUndone") }, "\(steps)")
    #expect(!steps.contains { $0.contains("ByRoutine") }, "\(steps)")
  }
}
