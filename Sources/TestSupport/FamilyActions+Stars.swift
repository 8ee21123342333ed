import Families
import Replica
import SQLite
import SyncProtocol
import Values

// What people do with stars, and what each of them sees of that at once.
extension FamilyActor {
  func performOnStars(_ action: FamilyAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .switchStars: try switchStars(to: device.random.chance(0.8), transaction)
    case .saveReward:
      let old = device.random.chance(0.5) ? try device.pick("rewards", in: family) : nil
      try saveReward(
        old, price: device.random.number(1..<8), isArchived: device.random.chance(0.1),
        transaction)
    case .wishReward:
      guard let reward = try device.pick("rewards", in: family) else { return }
      try wish(reward, transaction)
    default:
      let stars = try FamilyStarOracle(of: family, on: transaction.connection)
      // Mostly those about which there is something to be done; also those that are over.
      var wishes = stars.open.map(\.id)
      if action == .withdrawWish {
        wishes = stars.open.filter { $0.person == device.account }.map(\.id)
      }
      if action == .undoDecision { wishes = stars.decided.keys.sorted() }
      if device.random.chance(0.15) { wishes = stars.wishes.map(\.id) }
      guard let wish = device.random.pick(wishes) else { return }
      switch action {
      case .withdrawWish: try withdraw(wish, transaction)
      case .undoDecision: try undo(wish, transaction)
      default: try decide(wish, isGranted: action == .grantWish, transaction)
      }
    }
  }

  func switchStars(to hasStars: Bool, _ transaction: WriteTransaction) throws {
    guard var details = try Family.find(family, in: transaction.connection)?.details else {
      return
    }
    details.hasStars = hasStars
    try EditFamily(familyID: family, details: details)(transaction)
  }

  func saveReward(
    _ id: RecordID?, price: Int, isArchived: Bool, _ transaction: WriteTransaction
  ) throws {
    var details = RewardDetails(title: name)
    (details.price, details.isArchived) = (Int64(price), isArchived)
    do {
      try SaveReward(familyID: family, rewardID: id, details)(transaction)
    } catch FamilyFailure.wishIsOpen {
      note("somebody asks for it")
      let stars = try FamilyStarOracle(of: family, on: transaction.connection)
      try require(
        isArchived && stars.open.contains { $0.reward == id },
        "a reward that nobody asks for can be archived", "\(device.name) \(id ?? "")")
    }
  }

  /// Asks for a reward: for oneself, once, and not for more than one has.
  func wish(_ reward: RecordID, _ transaction: WriteTransaction) throws {
    let (db, who) = (transaction.connection, device.account)
    let before = try FamilyStarOracle(of: family, on: db)
    let (price, hasStars) = try terms(of: reward, db)
    let wasOpen = before.open.contains { $0.reward == reward && $0.person == who }
    let balance = before.balance(of: who, through: today)
    let story = "\(device.name) \(reward) for \(price) of \(balance)"
    do {
      try WishReward(rewardID: reward, today: today)(transaction)
    } catch FamilyFailure.tooFewStars {
      note("too few stars to ask")
      return try require(!wasOpen && balance < price, "who has enough stars may ask", story)
    }
    let after = try FamilyStarOracle(of: family, on: db)
    try require(hasStars, "nobody asks for anything in a family without stars", story)
    try require(
      after.open.contains { $0.reward == reward && $0.person == who }, "a wish is open", story)
    try require(
      after.wishes.count == before.wishes.count + (wasOpen ? 0 : 1), "nobody asks twice", story)
    try require(wasOpen || balance >= price, "nobody asks for more than they have", story)
  }

  func withdraw(_ wish: RecordID, _ transaction: WriteTransaction) throws {
    try WithdrawWish(wishID: wish)(transaction)
    let after = try FamilyStarOracle(of: family, on: transaction.connection)
    try require(
      !after.isOpen(wish) && after.wishes.contains { $0.id == wish && $0.person == device.account },
      "everybody takes back their own wishes", "\(device.name) \(wish)")
  }

  /// Grants a wish, or does not: one that is open, and of somebody who has enough.
  func decide(_ wish: RecordID, isGranted: Bool, _ transaction: WriteTransaction) throws {
    let db = transaction.connection
    let before = try FamilyStarOracle(of: family, on: db)
    guard let asked = before.wishes.first(where: { $0.id == wish }) else { return }
    let (price, hasStars) = try terms(of: asked.reward, db)
    let balance = before.balance(of: asked.person, through: today)
    let story = "\(device.name) \(asked) for \(price) of \(balance), granted: \(isGranted)"
    do {
      try DecideWish(wishID: wish, isGranted: isGranted, today: today)(transaction)
    } catch FamilyFailure.tooFewStars {
      note("too few stars to grant")
      return try require(isGranted && balance < price, "who has enough stars gets it", story)
    }
    let after = try FamilyStarOracle(of: family, on: db)
    try require(hasStars, "nothing is decided in a family without stars", story)
    let isNew = after.decisions.count > before.decisions.count
    try require(isNew == before.isOpen(wish), "what is open is decided, and nothing else", story)
    guard isNew else { return note("decided already") }
    try require(!isGranted || balance >= price, "nobody spends more than they have", story)
    try require(
      after.balance(of: asked.person, through: today) == balance - (isGranted ? price : 0),
      "what is granted is paid, and nothing else", story)
  }

  func undo(_ wish: RecordID, _ transaction: WriteTransaction) throws {
    try UndoDecision(wishID: wish)(transaction)
    let after = try FamilyStarOracle(of: family, on: transaction.connection)
    try require(
      after.decided[wish] == nil, "what was taken back is not decided", "\(device.name) \(wish)")
  }

  /// What a reward costs, and whether the family has stars.
  private func terms(
    of reward: RecordID, _ db: Connection
  ) throws -> (price: Int64, hasStars: Bool) {
    let price = try db.first("SELECT price FROM rewards WHERE id = ?", .text(reward)) {
      $0.integer(0)
    }
    let hasStars = try db.first("SELECT hasStars FROM families WHERE id = ?", .text(family)) {
      $0.bool(0)
    }
    return (price ?? 0, hasStars == true)
  }

  // MARK: What is earned

  /// Finds done what waits: that gives what the routine is worth, in a family that has stars.
  func approve(
    _ entry: DayBoard.Entry, _ day: CalendarDay, _ person: AccountID,
    _ transaction: WriteTransaction
  ) throws {
    let (db, id) = (transaction.connection, entry.routine.id)
    let before = try FamilyStarOracle(of: family, on: db)
    try ApproveRoutine(routineID: id, day: day, personID: person)(transaction)
    let after = try FamilyStarOracle(of: family, on: db)
    let worth = try db.first(
      """
      SELECT hasStars * stars FROM routines JOIN families ON families.id = familyID
        WHERE routines.id = ?
      """, .text(id)
    ) { $0.integer(0) }
    for approval in after.approvals where !before.approvals.contains(approval) {
      try require(
        approval.stars == worth && approval.routine == id && approval.day == day.daysSince1970,
        "an approval gives what the routine is worth", "\(device.name) \(approval), \(worth ?? 0)")
      if approval.stars > 0 { note("stars given") }
    }
  }

  /// Does not find done what waits: it is open again.
  func refuse(
    _ entry: DayBoard.Entry, _ day: CalendarDay, _ person: AccountID,
    _ transaction: WriteTransaction
  ) throws {
    let after = try RefuseRoutine(
      routineID: entry.routine.id, day: day, personID: person)(transaction)
    guard entry.state == .waiting else { return }
    try checkTakenBack(entry, day, transaction)
    guard after.personID == entry.personID else { return }
    try require(
      after.state == .open, "what was not found done is open", "\(device.name) \(entry) \(day)")
  }

  /// When a parent takes back what was ticked, its stars are gone, too.
  func checkTakenBack(
    _ entry: DayBoard.Entry, _ day: CalendarDay, _ transaction: WriteTransaction
  ) throws {
    let isParent = try device.zones.contains { $0.id == family && $0.role.canWrite }
    guard isParent else { return }
    let people = entry.routine.plan.mode == .each ? [entry.personID ?? ""] : entry.doneBy
    let stars = try FamilyStarOracle(of: family, on: transaction.connection)
    let left = stars.standing.filter {
      $0.routine == entry.routine.id && $0.day == day.daysSince1970 && people.contains($0.person)
    }
    try require(
      left.isEmpty, "what a parent takes back gives no stars", "\(device.name) \(left)")
  }
}
