import Backends
import Families
import HTTPServer
import Household
import Hub
import Replica
import SyncProtocol
import Things
import Usage
import Values

/// Joining a home, a group or a family by an invite.
enum JoinsResource: Resource {
  static let tag = "Joining"

  /// What becomes of an account's own homes when it joins one.
  enum Choice: String, CaseIterable { case alongside, merge, fresh }

  static let schemas: [JSON.Member] = [
    .init("InvitePreview", Shape.invitePreview.newSchema),
    .init("InviteOffer", .record(offerMembers)), .init("Join", Shape.join.newSchema),
    .init("Joined", .record(joinedMembers)),
  ]

  private static let shared: [JSON.Member] = [
    .init("kind", ["type": "string", "enum": ["home", "group", "family"]]),
    .init("id", ["type": "string", "description": "Of the home, group or family."]),
    .init("name", ["type": "string"]),
    .init(
      "role",
      [
        "type": "string", "enum": ["owner", "editor", "viewer", "parent", "child"],
        "description": "As what the account joins, or what it is there already.",
      ]),
  ]
  private static let offerMembers: [JSON.Member] =
    shared + [
      .init("owner", ["type": "string", "description": "The name that others see."]),
      .init(
        "ownerSignInName",
        ["type": "string", "description": "The name with which the owner signs in."]),
      .init("peopleCount", ["type": "integer"]),
      .init("expiresAt", ["type": "string", "format": "date-time"]),
      .init(
        "allowsMerge",
        [
          "type": "boolean",
          "description": "Whether a home of the account's own may be moved into it.",
        ]),
      .init(
        "sharedCount",
        [
          "type": ["integer", "null"],
          "description":
            "How many homes and groups of a family the account gets access to; null for others.",
        ]),
      .init("isIn", ["type": "boolean", "description": "Whether the account is in it already."]),
      .init(
        "becomes",
        [
          "type": ["string", "null"], "enum": ["editor", "parent", .null],
          "description": """
          What an account that is in it already becomes with `upgrade`; null where the invite \
          gives it no more than it has.
          """,
        ]),
      .init(
        "needsChoice",
        ["type": "boolean", "description": "Whether joining asks for `choice`."]),
      .init(
        "leaves",
        [
          "type": ["object", "null"],
          "description": "The family that the account would leave, and what that means.",
          "properties": [
            "id": ["type": "string"], "name": ["type": "string"],
            "others": FamilySchema.people("The names of those who stay in it."),
            "isFounder": [
              "type": "boolean",
              "description": "Whether the account has founded it: it stays while others are there.",
            ],
            "dissolves": [
              "type": "boolean",
              "description": """
              Whether it is dissolved by that, as the account has founded it and is alone in it. \
              It can be restored for 30 days.
              """,
            ],
            "routineCount": [
              "type": "integer", "description": "How many of its routines name the account.",
            ],
            "losesAccess": FamilySchema.people("The homes and groups that it gives access to."),
            "stopsSharing": FamilySchema.people(
              "The account's own homes and groups that are shared with it."),
            "gainedCount": [
              "type": "integer",
              "description": "How many homes and groups the other family gives access to.",
            ],
            "inviteCount": [
              "type": "integer", "description": "How many open invites of the account end.",
            ],
            "tabletCount": [
              "type": "integer",
              "description": "How many tablets stop that the account made for it.",
            ],
            "stars": ["type": "integer", "description": "Stars that stay in it."],
            "wishCount": ["type": "integer", "description": "Open wishes that stay in it."],
            "plan": [
              "type": ["string", "null"], "enum": ["inherited", "lost", .null],
              "description": "Whether a plan of a family begins or ends to cover the account.",
            ],
          ],
        ]),
      .init(
        "plan", JoinPlan.schema("What the choice would do; null where nothing is moved or removed.")
      ),
    ]
  private static let joinedMembers: [JSON.Member] =
    shared + [
      .init("didJoin", ["type": "boolean", "description": "False where it was in it already."]),
      .init(
        "didUpgrade",
        [
          "type": "boolean",
          "description": "Whether it was in it already and is more there by the invite.",
        ]),
      .init(
        "left", ["type": ["string", "null"], "description": "The family that the account left."]),
      .init("plan", JoinPlan.schema("What was done with the account's own homes.")),
    ]

  static let operations = [
    Operation(
      method: .post, path: "/api/v1/joins/preview", id: "previewInvite",
      summary: "What an invite leads to",
      details: """
        It changes nothing, and uses nothing up. With `choice` `merge` or `fresh`, `plan` says \
        what that would do with the account's own homes.
        """,
      scope: .sharing, needsAllHomes: true,
      body: .json("InvitePreview", example: ["invite": "KTR-2345"]),
      outcome: .json("InviteOffer", example: offerExample), conflicts: [ended, obstacles],
      handler: preview),
    Operation(
      method: .post, path: "/api/v1/joins", id: "join", summary: "Join by an invite",
      details: """
        The same again changes nothing. Whoever is in it already with a lower role than the invite \
        gives gets that one with `upgrade`, which uses the invite like joining. Whoever is in a \
        family names it in `leave` to change to \
        another one: both happen in one step. A founder who is alone in it says with `dissolves` \
        that it goes, and can restore it for 30 days. To a home with `alongside` nothing of the \
        account's own changes. `merge` moves one of its homes into it, `fresh` removes all that \
        nobody else has (for 30 days they can be restored): the preview shows in `plan` what goes \
        where, and `plan` here is the digest of that. When the account has joined and the rest \
        fails, `kept` says so, and the same again goes on.
        """,
      scope: .sharing, needsAllHomes: true,
      body: .json("Join", example: ["invite": "KTR-2345", "leave": .null]),
      outcome: .json("Joined", example: joinedExample),
      conflicts: [
        ended,
        """
        `in_another_family`: say in `leave` which one. `is_owner`: whoever founded a family in \
        which others are hands it over or dissolves it first. `would_dissolve`: the account is \
        alone in it; say with `dissolves` that it goes. `choice_needed`, `plan_needed`: see above. \
        `plan_changed`: it would not do what was shown. `too_many_members`.
        """, obstacles,
      ], handler: join),
  ]

  private static let ended = """
    `invite_expired`, `invite_revoked`, `invite_used_up`, `invite_used_by_you`, `zone_gone`: the \
    invite works no longer, and why.
    """

  private static let obstacles = """
    `same_home`, `shared_with_others`, `already_merged`, `too_large`: why a home cannot be moved.
    """

  private static let preview: Operation.Handler = { call in
    var draft = JoinDraft()
    try Shape.invitePreview.take(call.body, into: &draft, isNew: true)
    let offer = try await offer(draft, call)
    let needsChoice = try await needsChoice(offer, call)
    let present = offer.ownRole == nil ? try await present(offer.kind, call) : nil
    let plan = try await plan(draft, offer, call)
    let leaves = try await leaves(present, by: offer.inviteID, call)
    return .json(json(offer, needsChoice: needsChoice, leaving: leaves, plan))
  }

  private static let join: Operation.Handler = { call in
    var draft = JoinDraft()
    try Shape.join.take(call.body, into: &draft, isNew: true)
    let first = try await offer(draft, call)
    let offer = try await upgraded(draft, first, call)
    let didUpgrade = offer.ownRole != first.ownRole
    if try await isDone(draft, offer, call) {
      return .json(json(offer, didJoin: false, didUpgrade: didUpgrade, left: nil, nil))
    }
    let present = try await check(draft, offer, call)
    let plan = try await plan(draft, offer, call)
    if let plan, plan.digest != draft.plan {
      throw draft.plan == nil ? Problem.planMissing : .planChanged
    }
    guard offer.ownRole == nil else {
      try await plan?.carryOut(in: offer.zone, call)
      return .json(json(offer, didJoin: false, didUpgrade: didUpgrade, left: nil, plan))
    }
    let zone = try await redeem(try key(draft), offer, leaving: present, call)
    if let left = draft.leave { call.count(.left(.family(left))) }
    call.count(.joined(shared(offer.kind, zone)))
    await call.workspace.syncNow()
    do { try await plan?.carryOut(in: zone, call) } catch {
      guard let problem = Problem(error) else { throw error }
      throw problem.with(kept: .partly)
    }
    return .json(json(offer, didJoin: true, left: draft.leave, plan))
  }

  /// What the account has of it after it has become, if it asks for that, what the invite gives.
  private static func upgraded(
    _ draft: JoinDraft, _ offer: InviteOffer, _ call: Call
  ) async throws -> InviteOffer {
    guard draft.upgrades, offer.isUpgrade else { return offer }
    _ = try await call.hub.redeem(try key(draft), as: offer.kind)
    await call.workspace.syncNow()
    return try await self.offer(draft, call)
  }

  private static func redeem(
    _ key: InviteKey, _ offer: InviteOffer, leaving present: PresentFamily?, _ call: Call
  ) async throws -> ZoneID {
    guard offer.kind == .family else { return try await call.hub.redeem(key, as: offer.kind) }
    let change = SwitchFamily(
      key, leaving: present?.id, dissolves: present?.isAlone ?? false)
    do {
      return try await change(call.hub) { delete, reliance in
        try await call.workspace.write(relyingOn: reliance) { try delete($0) }
      }
    } catch {
      await call.workspace.syncNow()
      throw error
    }
  }

  // MARK: Before it is joined

  private static func key(_ draft: JoinDraft) throws(Problem) -> InviteKey {
    let shown = InviteKey.shown(in: draft.invite.trimmed)
    guard (1...64).contains(shown.utf8.count) else {
      throw .invalid([
        Problem.Fault("invite", "no_invite", "is no link of an invite, and no code")
      ])
    }
    return InviteKey(typed: shown)
  }

  private static func offer(_ draft: JoinDraft, _ call: Call) async throws -> InviteOffer {
    let offer = try await call.hub.preview(try key(draft))
    guard !offer.isForOther else {
      throw HubClientError.refused(.inviteForOther)
    }
    guard [.home, .group, .family].contains(offer.kind) else {
      throw HubClientError.refused(.inviteOtherKind)
    }
    return offer
  }

  /// The family that the account would leave to join a family.
  private static func present(_ kind: ZoneKind, _ call: Call) async throws -> PresentFamily? {
    guard kind == .family else { return nil }
    let account = call.account.id
    return try await call.read { connection in
      try PresentFamily.of(account, in: connection) { try call.today(of: $0, in: connection) }
    }
  }

  private static func needsChoice(_ offer: InviteOffer, _ call: Call) async throws -> Bool {
    guard offer.kind == .home, offer.ownRole == nil else { return false }
    return try await call.read { try UserData.exists(in: $0) }
  }

  /// Returns the family that the account leaves; `nil` for none.
  private static func check(
    _ draft: JoinDraft, _ offer: InviteOffer, _ call: Call
  ) async throws -> PresentFamily? {
    if draft.choice.isEmpty, try await needsChoice(offer, call) { throw Problem.choiceNeeded }
    guard offer.ownRole == nil else { return nil }
    let present = try await present(offer.kind, call)
    guard draft.leave != present?.id else {
      if let present, present.isAlone, !draft.dissolves { throw Problem.wouldDissolveFamily }
      return present
    }
    guard draft.leave == nil else {
      throw Problem.invalid([
        Problem.Fault(
          "leave", "not_your_family",
          present == nil
            ? "the account is in no family that it would leave"
            : "is not the family that the account is in")
      ])
    }
    throw Problem.wouldLeaveFamily
  }

  // MARK: What becomes of the account's own homes

  /// What the choice does; `nil` where it leaves everything as it is.
  private static func plan(
    _ draft: JoinDraft, _ offer: InviteOffer, _ call: Call
  ) async throws -> JoinPlan? {
    let choice = Choice(rawValue: draft.choice)
    guard offer.kind == .home || choice != .merge && choice != .fresh else {
      throw Problem.invalid([
        Problem.Fault("choice", "no_home", "is for an invite that leads to a home")
      ])
    }
    guard let choice, choice != .alongside else { return nil }
    guard offer.ownRole != .owner else { throw HubClientError.refused(.ownInvite) }
    switch choice {
    case .alongside: return nil
    case .fresh: return try await .fresh(offer, call)
    case .merge:
      guard let home = draft.homeID else {
        throw Problem.invalid([
          Problem.Fault("homeID", "missing", "must name the home that is moved")
        ])
      }
      return try await .merge(
        JoinPlan.Move(home: home, isCombining: !draft.keepsSeparate), by: try key(draft), offer,
        call)
    }
  }

  /// Whether the account is in it, and what it has chosen for its own homes is done, too.
  private static func isDone(
    _ draft: JoinDraft, _ offer: InviteOffer, _ call: Call
  ) async throws -> Bool {
    guard offer.ownRole != nil else { return false }
    switch Choice(rawValue: draft.choice) {
    case nil, .alongside: return true
    case .merge:
      let (home, zone) = (draft.homeID ?? "", offer.zone)
      return try await call.read { connection in
        let merge = try HomeMerge.all(in: connection).first { $0.sourceID == home }
        return merge?.targetID == zone && merge?.undoneAt == nil
      }
    case .fresh: return try await JoinPlan.fresh(offer, call).isEmpty
    }
  }

  // MARK: Answers

  private static func shared(_ kind: ZoneKind, _ zone: ZoneID) -> UsageEvent.Shared {
    switch kind {
    case .family: .family(zone)
    case .group: .group(zone)
    default: .home(zone)
    }
  }

  private static func word(_ role: Role, _ kind: ZoneKind) -> String {
    kind == .family
      ? FamilyRole(role).rawValue : role == .owner ? "owner" : GuestRole(role).rawValue
  }

  private static func members(_ offer: InviteOffer) -> [JSON.Member] {
    [
      .init("kind", .string(offer.kind.rawValue)), .init("id", .string(offer.zone)),
      .init("name", .string(offer.title)),
      .init("role", .string(word(offer.ownRole ?? offer.role, offer.kind))),
    ]
  }

  private static func json(
    _ offer: InviteOffer, needsChoice: Bool, leaving present: JSON?,
    _ plan: JoinPlan? = nil
  ) -> JSON {
    .object(
      members(offer) + [
        .init("owner", .string(offer.ownerName)),
        .init("ownerSignInName", .string(offer.ownerAccountName)),
        .init("peopleCount", .integer(Int64(offer.participantCount))),
        .init("expiresAt", .string(TimeText.text(offer.expiresAt))),
        .init("allowsMerge", .bool(offer.allowsMerge)),
        .init("sharedCount", offer.sharedCount.map { .integer(Int64($0)) } ?? .null),
        .init("isIn", .bool(offer.ownRole != nil)),
        .init("becomes", offer.isUpgrade ? .string(word(offer.role, offer.kind)) : .null),
        .init("needsChoice", .bool(needsChoice)),
        .init("leaves", present ?? .null),
        .init("plan", plan?.json ?? .null),
      ])
  }

  /// What leaving the present family for the one of an invite means.
  private static func leaves(
    _ family: PresentFamily?, by invite: String, _ call: Call
  ) async throws -> JSON? {
    guard let family else { return nil }
    let (hub, account) = (call.api.means.families, call.account.id)
    let change: FamilyChange
    do {
      change = try await call.api.means.hubPool.run {
        try hub.familyChange(of: account, joining: invite)
      }
    } catch {
      guard let refusal = SharingRefusal(error) else { throw error }
      throw HubClientError.refused(refusal)
    }
    func names(_ places: [FamilyChange.Place]) -> JSON { .array(places.map { .string($0.title) }) }
    return [
      "id": .string(family.id), "name": .string(family.name),
      "others": .array(family.others.map { .string($0) }),
      "isFounder": .bool(family.isFounder), "dissolves": .bool(family.isAlone),
      "routineCount": .integer(Int64(family.routineCount)),
      "losesAccess": names(change.lost), "stopsSharing": names(change.ended),
      "gainedCount": .integer(Int64(change.gainedCount)),
      "inviteCount": .integer(Int64(change.inviteCount)),
      "tabletCount": .integer(Int64(change.tabletCount)),
      "stars": .integer(family.stars), "wishCount": .integer(Int64(family.wishCount)),
      "plan": change.plan.map { .string($0 == .inherited ? "inherited" : "lost") } ?? .null,
    ]
  }

  private static func json(
    _ offer: InviteOffer, didJoin: Bool, didUpgrade: Bool = false, left: ZoneID?,
    _ plan: JoinPlan? = nil
  ) -> JSON {
    .object(
      members(offer) + [
        .init("didJoin", .bool(didJoin)), .init("didUpgrade", .bool(didUpgrade)),
        .init("left", JSON(left)),
        .init("plan", plan?.json ?? .null),
      ])
  }

  private static let example = InviteOffer(
    inviteID: Examples.invite, zone: Examples.family, kind: .family, title: "Lindqvist",
    ownerName: "Anna", ownerAccountName: "anna", role: .readOnly, expiresAt: 1_781_510_400_000,
    participantCount: 3, recordCount: 12, ownRole: nil, sharedCount: 2)
  private static let offerExample = json(example, needsChoice: false, leaving: nil)
  private static let joinedExample = json(example, didJoin: true, left: nil)
}

extension Problem {
  fileprivate static let choiceNeeded = Problem(
    .conflict, "choice_needed",
    "the account has things of its own; say in choice what becomes of them")
  fileprivate static let wouldLeaveFamily = Problem(
    .conflict, "in_another_family",
    "the account is in another family: preview the invite, and send leave with its id to change")
  fileprivate static let wouldDissolveFamily = Problem(
    .conflict, "would_dissolve",
    """
    the account has founded its family and is alone in it, so changing dissolves it; preview the \
    invite, and send dissolves to change. It can be restored for 30 days
    """)
}
