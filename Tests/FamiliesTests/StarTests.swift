import Families
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Stars, rewards, pictures, and a child whose program lies.
@Suite struct StarTests {
  private let file = StoredPhoto(
    blobHash: String(repeating: "b", count: 64), byteCount: 9, kind: .jpeg, width: 9, height: 9)

  /// A family with stars, in which a routine is worth 30 of them and a reward costs 50.
  private struct World {
    let home: FamilyWorld
    let routine: RecordID
    let reward: RecordID

    init(stars: Int = 30, price: Int64 = 50) throws {
      let home = try FamilyWorld()
      var details = FamilyDetails(name: "Lindqvist")
      details.hasStars = true
      let (family, named) = (home.family, details)
      _ = try home.ann.write { try EditFamily(familyID: family, details: named)($0) }
      var tidy = RoutineDetails(title: "Room tidy 👩‍👩‍👧‍👦🏳️‍🌈")
      tidy.stars = stars
      let plan = RoutinePlan(
        RoutineSchedule(.weekdays, from: home.day(0)), .each, people: ["cyd"])
      let routine = tidy
      self.routine = try home.ann.write {
        try AddRoutine(familyID: family, routine, plan)($0).id
      }
      var film = RewardDetails(title: "Film 🏴󠁧󠁢󠁥󠁮󠁧󠁿")
      film.price = price
      let reward = film
      self.reward = try home.ann.write { try SaveReward(familyID: family, reward)($0).id }
      self.home = home
      try home.sync()
    }

    func earn(_ days: Range<Int>) throws {
      for day in days {
        let task = RoutineTask(routineID: routine, day: home.day(day), personID: "cyd")
        _ = try home.cyd.write { try TickRoutine(task)($0) }
      }
      try home.sync()
      for day in days {
        let task = RoutineTask(routineID: routine, day: home.day(day), personID: "cyd")
        _ = try home.bob.write { try ApproveRoutine(task)($0) }
      }
      try home.sync()
    }

    /// Derives the stars anew on all devices, as the program does in each transaction.
    func settle() throws {
      for device in [home.ann, home.bob, home.cyd] { try settle(device) }
    }

    private func settle(_ device: SyncDevice) throws {
      try device.connection.transaction { try Families.settle(device.connection, .builtIn) }
    }

    func wish() throws -> RecordID {
      let reward = reward
      try settle()
      let wish = try home.cyd.write { try WishReward(rewardID: reward)($0).id }
      try home.sync()
      return wish
    }

    func stars(on device: SyncDevice) throws -> Int64 {
      try settle(device)
      return try Stars(of: "cyd", in: home.family, through: .lastOfTime, device.connection).balance
    }

    /// The stars that everybody sees; nil where they differ.
    func stars() throws -> Int64? {
      let all = try Set([home.ann, home.bob, home.cyd].map { try stars(on: $0) })
      return all.count == 1 ? all.first : nil
    }
  }

  @Test(
    "a routine earns its stars when a parent approves it, and loses them when that is taken back")
  func earned() throws {
    let world = try World()
    let task = RoutineTask(routineID: world.routine, day: world.home.day(0), personID: "cyd")
    _ = try world.home.cyd.write { try TickRoutine(task)($0) }
    try world.home.sync()
    #expect(try world.stars() == 0)
    #expect(try world.home.board(on: world.home.ann).entries.map(\.state) == [.waiting])
    // Both parents approve at once.
    for device in [world.home.ann, world.home.bob] {
      _ = try device.write { try ApproveRoutine(task)($0) }
    }
    try world.home.sync()
    #expect(try world.stars() == 30)
    _ = try world.home.ann.write { try UntickRoutine(task)($0) }
    try world.home.sync()
    #expect(try world.stars() == 0)
  }

  @Test("what was earned stays when the routine is worth something else later")
  func worth() throws {
    let world = try World()
    try world.earn(0..<2)
    let stored = try #require(try Routine.find(world.routine, in: world.home.ann.connection))
    var details = stored.details
    details.stars = 100
    let dearer = details
    _ = try world.home.ann.write {
      try EditRoutine(
        routineID: stored.id, dearer, stored.plan, steps: [], inOrder: false,
        today: world.home.day(2))($0)
    }
    try world.home.sync()
    #expect(try world.stars() == 60)
    try world.earn(2..<3)
    #expect(try world.stars() == 160)
  }

  @Test("two parents who grant the same wish at once spend the stars once")
  func grantedTwice() throws {
    let world = try World()
    try world.earn(0..<4)
    let wish = try world.wish()
    for device in [world.home.ann, world.home.bob] {
      _ = try device.write { try DecideWish(wishID: wish, isGranted: true)($0) }
    }
    try world.home.sync()
    #expect(try world.home.ann.refusals == [] && world.home.bob.refusals == [])
    #expect(try world.stars() == 70)
    let decisions = try StarGrant.page(
      of: world.home.family, person: nil, limit: 9, in: world.home.cyd.connection)
    #expect(decisions.count == 1)
    // Taking it back takes both back.
    _ = try world.home.bob.write { try UndoDecision(wishID: wish)($0) }
    try world.home.sync()
    #expect(try world.stars() == 120)
    #expect(
      try RewardWish.open(of: world.home.family, in: world.home.ann.connection).map(\.id) == [wish])
  }

  @Test("a page of decisions is read in the same steps, however many there are")
  func decisionsCost() throws {
    let world = try World(stars: 100, price: 1)
    try world.earn(0..<4)
    func decide(_ count: Int) throws {
      for _ in 0..<count {
        let wish = try world.wish()
        _ = try world.home.ann.write { try DecideWish(wishID: wish, isGranted: false)($0) }
        try world.home.sync()
      }
    }
    func steps() throws -> Int {
      try world.home.ann.connection.steps {
        let page = try StarGrant.page(
          of: world.home.family, person: nil, limit: 10, in: world.home.ann.connection)
        #expect(page.count == 10)
      }
    }
    try decide(20)
    let few = try steps()
    try decide(60)
    #expect(try steps() <= few + few / 4)
  }

  @Test("a wish that is not granted costs nothing, and one's own wish is taken back")
  func notGranted() throws {
    let world = try World()
    try world.earn(0..<2)
    let refused = try world.wish()
    #expect(try world.wish() == refused)
    _ = try world.home.ann.write { try DecideWish(wishID: refused, isGranted: false)($0) }
    try world.home.sync()
    #expect(try world.stars() == 60)
    let again = try world.wish()
    #expect(again != refused)
    _ = try world.home.cyd.write { try WithdrawWish(wishID: again)($0) }
    try world.home.sync()
    #expect(try RewardWish.open(of: world.home.family, in: world.home.bob.connection).isEmpty)
    // A parent who has decided late decides nothing any more.
    _ = try world.home.ann.write { try DecideWish(wishID: again, isGranted: true)($0) }
    #expect(try world.stars(on: world.home.ann) == 60)
  }

  @Test("a wish is taken back by the one whose it is alone, whatever others send")
  func takenBackByOthers() throws {
    let world = try World()
    try world.earn(0..<2)
    let wish = try world.wish()
    let (family, reward, bob) = (world.home.family, world.reward, world.home.bob)
    #expect(throws: FamilyFailure.rewardNotFound) {
      _ = try bob.write { try WithdrawWish(wishID: wish)($0) }
    }
    _ = try bob.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO rewardWishes VALUES (?, ?, ?, ?, ?, 1, ?)", .text(transaction.newID()),
        .text(family), .text(reward), .text(transaction.accountID), .text(wish),
        .text(transaction.accountID))
    }
    try world.home.sync()
    for device in [world.home.ann, bob, world.home.cyd] {
      #expect(try RewardWish.open(of: family, in: device.connection).map(\.id) == [wish])
    }
  }

  @Test("who has too few stars asks for nothing, and nothing is granted; without stars neither")
  func tooFew() throws {
    let world = try World()
    try world.earn(0..<1)
    let reward = world.reward
    #expect(throws: FamilyFailure.tooFewStars) {
      _ = try world.home.cyd.write { try WishReward(rewardID: reward)($0) }
    }
    let (family, details) = (world.home.family, FamilyDetails(name: "Lindqvist"))
    _ = try world.home.ann.write { try EditFamily(familyID: family, details: details)($0) }
    try world.home.sync()
    #expect(throws: FamilyFailure.starsAreOff) {
      _ = try world.home.cyd.write { try WishReward(rewardID: reward)($0) }
    }
    #expect(throws: FamilyFailure.parentsOnly) {
      _ = try world.home.cyd.write {
        try SaveReward(familyID: family, RewardDetails(title: "Mine"))($0)
      }
    }
  }

  @Test("two wishes granted at once on two devices leave less than nothing, and nothing breaks")
  func overspent() throws {
    let world = try World()
    try world.earn(0..<2)
    let first = try world.wish()
    var details = RewardDetails(title: "Zoo")
    details.price = 60
    let (family, zoo) = (world.home.family, details)
    let other = try world.home.ann.write { try SaveReward(familyID: family, zoo)($0).id }
    try world.home.sync()
    let second = try world.home.cyd.write { try WishReward(rewardID: other)($0).id }
    try world.home.sync()
    _ = try world.home.ann.write { try DecideWish(wishID: first, isGranted: true)($0) }
    _ = try world.home.bob.write { try DecideWish(wishID: second, isGranted: true)($0) }
    try world.home.sync()
    #expect(try world.stars() == -50)
  }

  // D-FAM-1 S4-2.3.1-e
  @Test("a child whose program lies gives itself no stars, grants nothing and speaks for nobody")
  func lies() throws {
    let world = try World(stars: 100)
    try world.earn(0..<1)
    let wish = try world.wish()
    let (family, routine, reward) = (world.home.family, world.routine, world.reward)
    let child = world.home.cyd
    let lies: [(sql: String, refusal: RefusalReason)] = [
      (
        "INSERT INTO starGrants VALUES "
          + "('l-1', '\(family)', '\(wish)', 'cyd', 'Film', 0, 1, NULL, "
          + "1, 'ann')", .readOnly
      ),
      (
        "INSERT INTO rewards VALUES ('l-2', '\(family)', 'Mine', '', 1, 0, 1, 'ann')", .readOnly
      ),
      ("UPDATE rewards SET price = 1", .readOnly),
      (
        "INSERT INTO routineApprovals VALUES "
          + "('l-3', '\(family)', '\(routine)', '2026-03-03', 'cyd', "
          + "100, NULL, 1, 'ann')", .readOnly
      ),
      ("UPDATE routines SET stars = 100, isArchived = 1", .readOnly),
      ("UPDATE families SET hasStars = 0", .readOnly),
      (
        "INSERT INTO rewardWishes VALUES "
          + "('l-4', '\(family)', '\(reward)', 'bob', NULL, 1, "
          + "'cyd')", .permission
      ),
      (
        "INSERT INTO rewardWishes VALUES "
          + "('l-5', '\(family)', '\(reward)', 'cyd', NULL, 1, "
          + "'bob')", .permission
      ),
      (
        "INSERT INTO routineEvents VALUES "
          + "('l-6', '\(family)', '\(routine)', '2026-03-03', 'done', "
          + "'cyd', NULL, NULL, NULL, 1, 'ann')", .permission
      ),
      (
        "INSERT INTO routineProofs VALUES "
          + "('l-7', '\(family)', '\(routine)', '2026-03-03', 'cyd', "
          + "'\(file.blobHash)', 9, 'jpeg', 9, 9, 1, 'bob')", .permission
      ),
      // Its own in name, with a file that it has never seen.
      (
        "INSERT INTO routineProofs VALUES "
          + "('l-8', '\(family)', '\(routine)', '2026-03-03', 'cyd', "
          + "'\(file.blobHash)', 9, 'jpeg', 9, 9, 1, 'cyd')", .unknown
      ),
      (
        "INSERT INTO stepPictures VALUES "
          + "('l-9', '\(family)', '\(routine)', 's', '\(file.blobHash)', "
          + "9, 'jpeg', 9, 9, 1, 'cyd')", .readOnly
      ),
      ("UPDATE rewardWishes SET createdAt = 2", .readOnly),
      ("DELETE FROM rewardWishes", .readOnly),
    ]
    for (sql, refusal) in lies {
      let before = try child.refusals.count
      try child.write { try $0.connection.execute(sql) }
      try child.sync()
      let refused = try child.refusals
      #expect(refused.count == before + 1 && refused.last == refusal, "\(sql): \(refused)")
    }
    try world.home.sync()
    #expect(try world.stars() == 100)
    #expect(try world.home.ann.count("routineProofs") == 0)
  }

  @Test("a device that was away for a month agrees with the others, and so does one made anew")
  func monthAway() throws {
    let world = try World()
    let home = world.home
    // Bob's device is offline: he approves by what he knows, Ann goes on.
    for day in 0..<31 {
      let task = RoutineTask(routineID: world.routine, day: home.day(day), personID: "cyd")
      _ = try home.cyd.write { try TickRoutine(task)($0) }
      try home.cyd.sync()
      if day == 0 { try home.bob.sync() }
      try home.ann.sync()
      _ = try home.ann.write { try ApproveRoutine(task)($0) }
      try home.ann.sync()
    }
    let first = RoutineTask(routineID: world.routine, day: home.day(0), personID: "cyd")
    _ = try home.bob.write { try ApproveRoutine(first)($0) }
    try home.sync()
    #expect(try world.stars() == 930)
    let another = try home.world.device("ann", sql: HearthDomain.migrations)
    for _ in 0..<2 { try another.sync() }
    #expect(try world.stars(on: another) == 930)
  }

  @Test("a routine that asks for a photo is done with one, and a parent looks at it")
  func proofs() throws {
    let home = try FamilyWorld()
    var details = RoutineDetails(title: "Bed made")
    details.asksPhoto = true
    let plan = RoutinePlan(RoutineSchedule(.weekdays, from: home.day(0)), .each, people: ["cyd"])
    let (family, bed) = (home.family, details)
    let routine = try home.ann.write { try AddRoutine(familyID: family, bed, plan)($0).id }
    try home.sync()
    let task = RoutineTask(routineID: routine, day: home.day(0), personID: "cyd")
    #expect(throws: FamilyFailure.photoMissing) {
      _ = try home.cyd.write { try TickRoutine(task)($0) }
    }
    let file = file
    let entry = try home.cyd.write { try ProveRoutine(task, file)($0) }
    #expect(entry.state == .waiting)
    let tiny = StoredPhoto(
      blobHash: "no hash", byteCount: 0, kind: .jpeg, width: 0, height: 0)
    #expect(throws: FamilyFailure.self) {
      _ = try home.cyd.write { try ProveRoutine(task, tiny)($0) }
    }
    #expect(
      try RoutineProof.of(routine, on: home.day(0), in: family, home.cyd.connection).count == 1)
  }

  @Test("a routine is deleted with its pictures, and they come back with it")
  func deletedPictures() throws {
    let home = try FamilyWorld()
    let routine = try home.add("Evening", steps: ["Teeth"])
    try home.sync()
    let (file, connection) = (file, home.ann.connection)
    let step = try #require(try Routine.find(routine, in: connection)?.steps.first).id
    let task = RoutineTask(routineID: routine, day: home.day(0), personID: "cyd")
    _ = try home.ann.write { transaction in
      try SetStepPicture(routineID: routine, stepID: step, file: file)(transaction)
      try ProveRoutine(task, file)(transaction)
    }
    let deleted = try home.ann.write { try DeleteRoutine(routineID: routine)($0) }
    #expect(try home.ann.count("stepPictures") + home.ann.count("routineProofs") == 0)
    _ = try home.ann.write { try RestoreRoutine(deleted)($0) }
    #expect(try home.ann.count("stepPictures") == 1 && home.ann.count("routineProofs") == 1)
    #expect(
      try StepPicture.shown(of: [routine], in: home.family, connection)[step]?.file == file)
    _ = try home.ann.write {
      try SetStepPicture(routineID: routine, stepID: step, file: nil)($0)
    }
    #expect(try StepPicture.shown(of: [routine], in: home.family, connection).isEmpty)
    #expect(throws: FamilyFailure.parentsOnly) {
      _ = try home.cyd.write { transaction in
        try SetStepPicture(routineID: routine, stepID: step, file: file)(transaction)
      }
    }
  }

  @Test("the day and the stars cost the same with three years of approvals as with one")
  func cost() throws {
    let world = try World()
    let home = world.home
    func add(_ days: Range<Int>) throws {
      _ = try home.ann.write { transaction in
        for number in days {
          try transaction.connection.execute(
            """
            INSERT INTO routineApprovals (id, familyID, routineID, day, personID, stars, createdAt,
                createdBy)
              VALUES (?, ?, ?, ?, 'cyd', 30, 1, 'ann')
            """,
            [
              .text(transaction.newID()), .text(home.family), .text(world.routine),
              .text(home.day(number).text),
            ])
        }
      }
    }
    func steps() throws -> Int {
      try home.ann.connection.steps {
        _ = try home.board(1100, on: home.ann)
        _ = try Stars(of: "cyd", in: home.family, through: .lastOfTime, home.ann.connection)
      }
    }
    try add(735..<1100)
    #expect(try world.stars(on: home.ann) == 365 * 30)
    let few = try steps()
    try add(0..<735)
    #expect(try world.stars(on: home.ann) == 1100 * 30)
    // One row for each month.
    #expect(try steps() <= few + few / 2)
  }
}
