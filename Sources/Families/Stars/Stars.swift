import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The stars of somebody in a family: what they have earned by routines that a parent has approved,
/// and what they have spent on rewards. Both are derived, so that they are the same on all devices.
package struct Stars: Equatable, Sendable {
  package let earned: Int64
  package let spent: Int64

  /// Negative where two parents have granted two wishes at once, or an approval was taken back.
  package var balance: Int64 { earned.subtractingSaturating(spent) }

  /// - Parameter today: the family's day. What is about a later one, by a clock that was wrong,
  ///   counts when that day has come.
  package init(
    of person: AccountID, in family: ZoneID, through today: CalendarDay, _ connection: Connection
  ) throws {
    earned = try StarIndex.earned(by: person, in: family, through: today, connection)
    spent = try connection.query(
      """
      SELECT \(Self.paidSQL) FROM starGrants
        WHERE familyID = ? AND personID = ? AND isGranted = 1 AND \(StarGrant.countsSQL)
      """, [.text(family), .text(person)]
    ) { $0.integer(0) }.reduce(0) { $0.addingSaturating($1) }
  }

  /// What was paid: it stands in the decision.
  private static var paidSQL: String {
    guard isPlanted(.pricesByNow) else { return "price" }
    return """
      coalesce((SELECT rewards.price FROM rewardWishes JOIN rewards ON rewards.id = rewardID
        WHERE rewardWishes.id = wishID), 0)
      """
  }
}

extension Stars {
  /// The stars that somebody in a family sees: a child its own, a parent those of all children.
  package static func shown(
    to account: AccountID, in family: ZoneID, through today: CalendarDay, _ connection: Connection
  ) throws -> [(person: FamilyPerson, stars: Stars)] {
    let people = try FamilyPerson.all(of: family, in: connection)
    let isChild = people.contains { $0.id == account && $0.role == .child }
    return try people.filter { isChild ? $0.id == account : $0.role == .child }
      .map { ($0, try Stars(of: $0.id, in: family, through: today, connection)) }
  }
}

/// A wish that waits for a parent, with the reward that it is about.
package struct OpenWish: Sendable {
  package let wish: RewardWish
  package let reward: Reward

  /// Those that somebody in a family sees, the oldest first: a child its own, a parent all. What
  /// was archived meanwhile is not granted any more.
  package static func shown(
    to account: AccountID, in family: ZoneID, _ connection: Connection
  ) throws -> [OpenWish] {
    let isChild = try FamilyRole.of(account, in: family, connection) == .child
    let rewards = try Reward.of(family, in: connection)
    return try RewardWish.open(of: family, in: connection).compactMap { wish in
      guard !isChild || wish.personID == account,
        let reward = rewards.first(where: { $0.id == wish.rewardID })
      else { return nil }
      return OpenWish(wish: wish, reward: reward)
    }
  }
}

/// Asks for a reward, for oneself. A wish that is open already is not repeated.
package struct WishReward: Sendable {
  package var rewardID: RecordID
  /// The family's day.
  package var today: CalendarDay

  package init(rewardID: RecordID, today: CalendarDay) {
    (self.rewardID, self.today) = (rewardID, today)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> RewardWish {
    let connection = transaction.connection
    let person = transaction.accountID
    guard let reward = try Reward.find(rewardID, in: connection), !reward.details.isArchived else {
      throw FamilyFailure.rewardNotFound
    }
    try transaction.requireStars(of: reward.familyID)
    let open = try RewardWish.open(of: reward.familyID, in: connection)
    if let wish = open.first(where: { $0.rewardID == rewardID && $0.personID == person }),
      !isPlanted(.wishRepeated)
    {
      return wish
    }
    let stars = try Stars(of: person, in: reward.familyID, through: today, connection)
    guard stars.balance >= reward.details.price || isPlanted(.tooFewIgnored) else {
      throw FamilyFailure.tooFewStars
    }
    let wish = RewardWish(
      id: transaction.newID(), familyID: reward.familyID, rewardID: rewardID, personID: person,
      createdAt: transaction.nowMilliseconds, createdBy: person)
    try wish.insert(in: connection)
    return wish
  }
}

/// Takes one's own wish back.
package struct WithdrawWish: Sendable {
  package var wishID: RecordID

  package init(wishID: RecordID) { self.wishID = wishID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let wish = try RewardWish.find(wishID, in: connection),
      wish.personID == transaction.accountID || isPlanted(.withdrawnByAnyone)
    else { throw FamilyFailure.rewardNotFound }
    try transaction.requireStars(of: wish.familyID)
    guard try RewardWish.isOpen(wishID, in: connection) else { return }
    try RewardWish(
      id: transaction.newID(), familyID: wish.familyID, rewardID: wish.rewardID,
      personID: wish.personID, undoesID: wish.id, createdAt: transaction.nowMilliseconds,
      createdBy: transaction.accountID
    ).insert(in: connection)
  }
}

/// A parent grants a wish, or does not. A wish that was decided stays as it is.
package struct DecideWish: Sendable {
  package var wishID: RecordID
  package var isGranted: Bool
  /// The family's day.
  package var today: CalendarDay

  package init(wishID: RecordID, isGranted: Bool, today: CalendarDay) {
    (self.wishID, self.isGranted, self.today) = (wishID, isGranted, today)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let wish = try RewardWish.find(wishID, in: connection),
      let reward = try Reward.find(wish.rewardID, in: connection),
      reward.familyID == wish.familyID
    else { throw FamilyFailure.rewardNotFound }
    if !isPlanted(.childGrants) { try transaction.requireParent(of: wish.familyID) }
    try transaction.requireStars(of: wish.familyID)
    let isOpen = try RewardWish.isOpen(wishID, in: connection)
    guard isOpen || isPlanted(.decidedTwice) else { return }
    let stars = try Stars(of: wish.personID, in: wish.familyID, through: today, connection)
    if isGranted, stars.balance < reward.details.price, !isPlanted(.tooFewIgnored) {
      throw FamilyFailure.tooFewStars
    }
    try StarGrant(
      id: transaction.newID(), of: wish, title: reward.details.title,
      price: isGranted ? reward.details.price : 0, isGranted: isGranted,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: connection)
  }
}

/// Takes back what was decided about a wish: it is open again.
package struct UndoDecision: Sendable {
  package var wishID: RecordID

  package init(wishID: RecordID) { self.wishID = wishID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let wish = try RewardWish.find(wishID, in: connection) else {
      throw FamilyFailure.rewardNotFound
    }
    try transaction.requireParent(of: wish.familyID)
    // All that are known, so that none of them comes to count instead.
    let decisions = try StarGrant.all(
      where: "familyID = ? AND wishID = ? AND undoesID IS NULL",
      [.text(wish.familyID), .text(wishID)],
      in: connection)
    for decision in decisions {
      try StarGrant(
        id: transaction.newID(), of: wish, title: decision.title, price: 0, isGranted: false,
        undoesID: decision.id, createdAt: transaction.nowMilliseconds,
        createdBy: transaction.accountID
      ).insert(in: connection)
    }
  }
}

extension WriteTransaction {
  /// Throws `starsAreOff` in a family without stars.
  fileprivate func requireStars(of family: ZoneID) throws {
    try requireMember(of: family)
    let hasStars = try Family.find(family, in: connection)?.details.hasStars == true
    guard hasStars || isPlanted(.starsWhileOff) else {
      throw FamilyFailure.starsAreOff
    }
  }
}
