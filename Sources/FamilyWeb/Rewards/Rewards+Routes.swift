import Families
import HTTPServer
import Household
import Replica
import SyncProtocol
import Values
import Web

/// Rewards, wishes and what parents decide.
extension WebApplication {
  func rewardsPage(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in try await at.rewards(typed: nil) }
  }

  func rewardPage(_ family: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.family(family)) { at in
      let reward = try await at.reward(id)
      let draft = RecordDraft(
        reward.details, RewardDetails.fields, words: try await at.member.words())
      return try await at.rewardPage(reward, draft)
    }
  }

  func saveReward(_ family: ZoneID, _ id: RecordID?) -> Endpoint {
    .editing(.family(family)) { at in
      let stored = if let id { try await at.reward(id) as RewardsRow? } else { nil as RewardsRow? }
      var draft = RecordDraft(
        at.form, RewardDetails.fields, standard: RewardDetails(title: ""),
        words: try await at.member.words())
      do {
        let save = SaveReward(familyID: family, rewardID: id, draft.details)
        let isReadable = !draft.values.hasProblems
        let saved = try await at.write { transaction in
          let saved = try save(transaction)
          guard isReadable else { throw FamilyFailure.invalid([]) }
          return saved
        }
        return at.member.goTo(
          .rewards(.rewards(family)), saying: .family(.saved(saved.details.title)))
      } catch FamilyFailure.invalid(let problems) {
        draft.show(problems, other: .title)
        guard let stored else { return try await at.rewards(typed: draft.values) }
        return try await at.rewardPage(stored, draft)
      } catch FamilyFailure.wishIsOpen {
        return at.member.goTo(.rewards(.rewards(family)), saying: .family(.wishIsOpen))
      }
    }
  }

  /// Children may, for themselves.
  func wish(_ family: ZoneID) -> Endpoint {
    .viewing(.family(family)) { at in
      let route = Route.rewards(.rewards(family))
      let (rewardID, wishID) = (at.field("reward"), at.field("wish"))
      let today = try await at.today()
      do {
        let title = try await at.member.write { transaction -> String? in
          guard wishID.isEmpty else {
            guard try RewardWish.find(wishID, in: transaction.connection)?.familyID == family else {
              throw FamilyFailure.rewardNotFound
            }
            try WithdrawWish(wishID: wishID)(transaction)
            return nil
          }
          guard let reward = try RewardsRow.find(rewardID, in: transaction.connection),
            reward.familyID == family
          else { throw FamilyFailure.rewardNotFound }
          try WishReward(rewardID: rewardID, today: today)(transaction)
          return reward.details.title
        }
        guard let title else { return at.member.goTo(route) }
        return at.member.goTo(route, saying: .family(.wished(title)))
      } catch FamilyFailure.tooFewStars {
        return at.member.goTo(route, saying: .family(.tooFewStars))
      }
    }
  }

  func decideWish(_ family: ZoneID) -> Endpoint {
    .editing(.family(family)) { at in
      let route = Route.rewards(.rewards(family))
      let (wishID, answer) = (at.field("wish"), at.field("answer"))
      let today = try await at.today()
      do {
        let title = try await at.deciding { transaction -> String in
          guard let wish = try RewardWish.find(wishID, in: transaction.connection),
            wish.familyID == family
          else { throw FamilyFailure.rewardNotFound }
          if answer == "undo" {
            try UndoDecision(wishID: wishID)(transaction)
          } else {
            try DecideWish(wishID: wishID, isGranted: answer == "yes", today: today)(transaction)
          }
          return try RewardsRow.find(wish.rewardID, in: transaction.connection)?.details.title ?? ""
        }
        guard answer != "undo" else { return at.member.goTo(route, saying: .undone) }
        return at.member.goTo(
          route, saying: .family(answer == "yes" ? .granted(title) : .notGranted(title)))
      } catch FamilyFailure.tooFewStars {
        return at.member.goTo(route, saying: .family(.tooFewStars))
      }
    }
  }
}

typealias RewardsRow = Families::Reward

extension AtZone {
  /// Writes what spends stars. Beside the hub it relies on the family as it is there now: parents
  /// who grant at the same time do not spend the same stars. A device writes without its hub.
  fileprivate func deciding<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    let zones = app.backend.device == nil ? [zoneID] : []
    return try await member.write(relyingOn: Replica.Reliance(zones: zones), body)
  }

  /// A reward of the family that the address names.
  fileprivate func reward(_ id: RecordID) async throws -> RewardsRow {
    let found = try await member.read { try RewardsRow.find(id, in: $0) }
    guard let found, found.familyID == zoneID else { throw FamilyFailure.rewardNotFound }
    return found
  }

  fileprivate func rewardPage(
    _ reward: RewardsRow, _ draft: RecordDraft<RewardDetails>
  ) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: draft.values.hasProblems ? .unprocessableContent : .ok,
      { RewardPage.view($0, in: $1) },
      load: { _ in
        RewardPage.Model(
          family: zone, id: reward.id, values: draft.values, isArchived: draft.details.isArchived)
      })
  }

  fileprivate func rewards(typed: FormValues<FormName>?) async throws -> HTTPResponse {
    let zone = zone
    return try await member.page(
      status: typed == nil ? .ok : .unprocessableContent, { RewardsPage.view($0, in: $1) },
      load: { reader -> RewardsPage.Model? in
        guard let family = try Family.find(zone.id, in: reader.connection),
          family.details.hasStars
        else { return nil }
        var model = try RewardsPage.Model(
          zone, today: family.today(at: reader.hubNow, reader.words), reader)
        if let typed { model.values = typed }
        return model
      })
  }
}

extension RewardsPage.Model {
  /// How many decisions are shown.
  private static let maxDecisions = 20

  fileprivate init(_ zone: ZoneLink, today: CalendarDay, _ reader: PageReader) throws {
    let connection = reader.connection
    let isChild = reader.grantedRole(in: zone.id) == .viewer
    self.init(
      family: zone, person: reader.accountID, isChild: isChild,
      canPlan: reader.role(in: zone.id).map { $0 != .viewer } ?? false)
    if isChild, !reader.surroundings.isLocked { links = try reader.childLinks }
    let people = try FamilyPerson.all(of: zone.id, in: connection)
      .map { FamilyFigure($0, you: reader.accountID) }
    let former = try FamilyFace.formerNames(of: zone.id, in: connection)
    let name = { (id: String) in
      people.first { $0.id == id }?.name ?? former[id] ?? reader.words.somebodyWhoLeft
    }
    stars = try Stars.shown(
      to: reader.accountID, in: zone.id, through: today, connection
    ).map { shown in
      .init(FamilyFigure(shown.person, you: reader.accountID), count: shown.stars.balance)
    }
    let open = try OpenWish.shown(to: reader.accountID, in: zone.id, connection)
    let all = try RewardsRow.of(zone.id, in: connection)
    rewards = all.map { reward in
      RewardsPage.Reward(
        reward,
        wishID: open.map(\.wish).first {
          $0.rewardID == reward.id && $0.personID == reader.accountID
        }?.id)
    }
    if canPlan {
      archived = try RewardsRow.of(zone.id, isArchived: true, in: connection).map {
        RewardsPage.Reward($0, wishID: nil)
      }
      wishes = open.map { wanted in
        let (wish, details) = (wanted.wish, wanted.reward.details)
        let balance = stars.first { $0.person.id == wish.personID }?.count ?? 0
        return RewardsPage.Wish(
          id: wish.id, name: name(wish.personID), title: details.title, price: details.price,
          isAffordable: balance >= details.price)
      }
    }
    decisions = try StarGrant.page(
      of: zone.id, person: isChild ? reader.accountID : nil, limit: Self.maxDecisions,
      in: connection
    ).map {
      RewardsPage.Decision(
        wishID: $0.wishID, name: name($0.personID), title: $0.title, price: $0.price,
        isGranted: $0.isGranted)
    }
    values[.price] = FieldValue("10")
  }
}

extension RewardsPage.Reward {
  fileprivate init(_ reward: RewardsRow, wishID: String?) {
    self.init(
      id: reward.id, title: reward.details.title, emoji: reward.details.emoji,
      price: reward.details.price, wishID: wishID)
  }
}
