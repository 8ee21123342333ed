import Families
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Asking for rewards at the limits: with just enough stars, for what is archived, and of wishes
/// that were decided.
@Suite struct RewardTests {
  /// A family with stars, in which Cyd has earned fifty by one routine.
  private struct World {
    let home: FamilyWorld

    init() throws {
      let home = try FamilyWorld()
      self.home = home
      var details = FamilyDetails(name: "Lindqvist")
      details.hasStars = true
      let (family, named) = (home.family, details)
      _ = try home.ann.write { try EditFamily(familyID: family, details: named)($0) }
      var tidy = RoutineDetails(title: "Tidy up")
      tidy.stars = 50
      let plan = RoutinePlan(RoutineSchedule(.weekdays, from: home.day(0)), .each, people: ["cyd"])
      let routine = tidy
      let id = try home.ann.write { try AddRoutine(familyID: family, routine, plan)($0).id }
      try home.sync()
      let task = RoutineTask(routineID: id, day: home.day(0), personID: "cyd")
      _ = try home.cyd.write { try TickRoutine(task)($0) }
      try home.sync()
      _ = try home.ann.write { try ApproveRoutine(task)($0) }
      try settle()
    }

    /// Brings everything to everybody, and derives the stars anew on all devices.
    func settle() throws {
      try home.sync()
      for device in [home.ann, home.bob, home.cyd] {
        try device.connection.transaction { try Families.settle(device.connection, .builtIn) }
      }
    }

    func reward(_ title: String, _ price: Int64, isArchived: Bool = false) throws -> RecordID {
      var details = RewardDetails(title: title)
      (details.price, details.isArchived) = (price, isArchived)
      let (family, reward) = (home.family, details)
      let id = try home.ann.write { try SaveReward(familyID: family, reward)($0).id }
      try settle()
      return id
    }

    func wish(_ reward: RecordID) throws -> RecordID {
      home.world.now += 1000
      let id = try home.cyd.write { try WishReward(rewardID: reward)($0).id }
      try settle()
      return id
    }

    func decide(_ wish: RecordID, _ isGranted: Bool) throws {
      _ = try home.ann.write { try DecideWish(wishID: wish, isGranted: isGranted)($0) }
      try settle()
    }

    func open() throws -> [RecordID] {
      try RewardWish.open(of: home.family, in: home.ann.connection).map(\.id)
    }

    func balance() throws -> Int64 {
      try Stars(of: "cyd", in: home.family, through: .lastOfTime, home.ann.connection).balance
    }

    func decisions() throws -> [StarGrant] {
      try StarGrant.page(of: home.family, person: nil, limit: 9, in: home.ann.connection)
    }
  }

  @Test(
    "just as many stars as a reward costs are enough, to ask and to be granted; one less is not")
  func enough() throws {
    let world = try World()
    let dearer = try world.reward("Zoo", 51)
    #expect(throws: FamilyFailure.tooFewStars) { _ = try world.wish(dearer) }
    let wish = try world.wish(world.reward("Film", 50))
    try world.decide(wish, true)
    #expect(try world.balance() == 0 && world.open().isEmpty)
    #expect(try world.decisions().map(\.price) == [50])
  }

  @Test("what is archived is not asked for")
  func archived() throws {
    let world = try World()
    let old = try world.reward("Old", 10, isArchived: true)
    #expect(throws: FamilyFailure.rewardNotFound) { _ = try world.wish(old) }
    #expect(try world.open().isEmpty)
  }

  @Test("a reward that somebody asks for is archived when the wish is decided, and not before")
  func archivedWhileAsked() throws {
    let world = try World()
    let film = try world.reward("Film", 10)
    let wish = try world.wish(film)
    var details = RewardDetails(title: "Film")
    (details.price, details.isArchived) = (10, true)
    let (family, archived) = (world.home.family, details)
    #expect(throws: FamilyFailure.wishIsOpen) {
      _ = try world.home.ann.write {
        try SaveReward(familyID: family, rewardID: film, archived)($0)
      }
    }
    #expect(try world.open() == [wish])
    try world.decide(wish, false)
    _ = try world.home.ann.write { try SaveReward(familyID: family, rewardID: film, archived)($0) }
    #expect(try Reward.of(family, isArchived: true, in: world.home.ann.connection).count == 1)
  }

  @Test("a wish that a parent has decided is not taken back; when it is open again it still is one")
  func decided() throws {
    let world = try World()
    let wish = try world.wish(world.reward("Film", 10))
    try world.decide(wish, false)
    // What was not granted has cost nothing.
    #expect(try world.balance() == 50)
    #expect(try world.decisions().map(\.price) == [0])
    _ = try world.home.cyd.write { try WithdrawWish(wishID: wish)($0) }
    try world.settle()
    _ = try world.home.ann.write { try UndoDecision(wishID: wish)($0) }
    try world.settle()
    #expect(try world.open() == [wish])
  }

  @Test("open wishes are listed as they were asked for, the oldest first")
  func order() throws {
    let world = try World()
    let rewards = try ["Film", "Zoo", "Late evening"].map { try world.reward($0, 10) }
    let wishes = try rewards.reversed().map { try world.wish($0) }
    #expect(try world.open() == wishes)
  }

  @Test("a decision is taken back by parents alone")
  func undoing() throws {
    let world = try World()
    let wish = try world.wish(world.reward("Film", 10))
    try world.decide(wish, true)
    #expect(throws: FamilyFailure.parentsOnly) {
      _ = try world.home.cyd.write { try UndoDecision(wishID: wish)($0) }
    }
    try world.settle()
    #expect(try world.balance() == 40 && world.open().isEmpty)
  }
}
