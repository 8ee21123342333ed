import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What a parent says to a wish.
struct WishAnswerDraft: Sendable {
  var isGranted = false
}

extension Shape<WishAnswerDraft> {
  static let wishAnswer = Shape(
    name: "WishAnswer",
    fields: [
      {
        var field = Field<WishAnswerDraft>.flag(
          "isGranted", \.isGranted, "Whether the reward is granted, and its stars are spent.")
        field.isRequired = true
        return field
      }()
    ], readOnly: [])
}

/// Who asks for which reward, and what parents have decided.
enum RewardWishesResource: Resource {
  static let tag = "Wishes"

  static let schemas: [JSON.Member] = [
    .init(
      "Wish",
      .record([
        .init("id", ["type": "string"]), .init("familyID", ["type": "string"]),
        .init("rewardID", ["type": "string"]), .init("title", ["type": "string"]),
        .init("price", ["type": "integer", "description": "In stars, as the reward has it now."]),
        .init("personID", FamilySchema.person),
        .init("createdAt", ["type": "string", "format": "date-time"]),
        .init(
          "isOpen",
          [
            "type": "boolean",
            "description": "Whether nobody has taken it back, and no parent has decided it.",
          ]),
      ])), Page.schema(of: "Wish"),
    .init("WishAnswer", Shape.wishAnswer.newSchema),
    .init(
      "WishDecision",
      .record([
        .init("id", ["type": "string"]), .init("familyID", ["type": "string"]),
        .init("wishID", ["type": "string"]), .init("personID", FamilySchema.person),
        .init("title", ["type": "string", "description": "What the reward was called."]),
        .init("price", ["type": "integer", "description": "What was paid; 0 for nothing."]),
        .init("isGranted", ["type": "boolean"]),
        .init("at", ["type": "string", "format": "date-time"]),
        .init("by", ["type": "string", "description": "The parent who decided."]),
      ])), Page.schema(of: "WishDecision"),
  ]

  private static let path = "\(FamiliesResource.path)/{familyID}/wishes"
  private static let wishID = Parameter(
    "wishID", .id, example: .string(Examples.wish), "The wish.")
  private static let parameters = [FamiliesResource.familyID, wishID]
  private static let tooFew = "`too_few_stars`."

  static let operations = [
    Operation(
      method: .get, path: path, id: "listWishes", summary: "The wishes that wait for a parent",
      details: "The oldest first. A parent sees all, a child its own.", scope: .read,
      pathParameters: [FamiliesResource.familyID], query: Parameter.paging,
      outcome: .json("WishPage", example: Page.json([example], next: nil)),
      conflicts: [FamilySchema.starsAreOff], handler: list),
    Operation(
      method: .post, path: "\(RewardsResource.path)/{rewardID}/wish", id: "wishReward",
      summary: "Ask for a reward, for oneself",
      details: "Everybody in the family may. A wish that is open already is not repeated.",
      scope: .write, pathParameters: RewardsResource.parameters,
      outcome: .json("Wish", example: example), conflicts: [FamilySchema.starsAreOff, tooFew],
      handler: wish),
    Operation(
      method: .delete, path: "\(path)/{wishID}", id: "withdrawWish",
      summary: "Take one's own wish back", details: "One that is decided stays as it is.",
      scope: .write, pathParameters: parameters, status: .noContent, outcome: .nothing,
      conflicts: [FamilySchema.starsAreOff], handler: withdraw),
    Operation(
      method: .post, path: "\(path)/{wishID}/decide", id: "decideWish",
      summary: "Grant a wish, or do not",
      details: "Parents may. One that is not open stays as it is.", scope: .write,
      pathParameters: parameters, body: .json("WishAnswer", example: ["isGranted": true]),
      outcome: .json("Wish", example: example(isOpen: false)),
      conflicts: [FamilySchema.starsAreOff, tooFew], handler: decide),
    Operation(
      method: .post, path: "\(path)/{wishID}/reopen", id: "reopenWish",
      summary: "Take back what was decided about a wish",
      details: "Parents may. It is open again, and its stars are there again.", scope: .write,
      pathParameters: parameters, outcome: .json("Wish", example: example),
      conflicts: [FamilySchema.starsAreOff], handler: reopen),
    Operation(
      method: .get, path: "\(FamiliesResource.path)/{familyID}/wish-decisions",
      id: "listWishDecisions", summary: "What parents have decided about wishes",
      details: "The latest first. A parent sees all, a child those about its own.", scope: .read,
      pathParameters: [FamiliesResource.familyID], query: Parameter.paging,
      outcome: .json("WishDecisionPage", example: Page.json([decisionExample], next: nil)),
      conflicts: [FamilySchema.starsAreOff], handler: decisions),
  ]

  /// The wish that the call names.
  private static func find(_ call: Call, in connection: Connection) throws -> RewardWish {
    try call.requireFamily(in: connection)
    guard let wish = try RewardWish.find(call.path("wishID"), in: connection),
      wish.familyID == call.familyID, wish.undoesID == nil
    else { throw Problem.notFound }
    return wish
  }

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let family = try call.requireStars(in: connection)
        return try Page.json(
          OpenWish.shown(to: call.account.id, in: family.id, connection), of: call,
          rank: { [Rank.word($0.wish.createdAt), $0.wish.id] },
          show: { json($0.wish, $0.reward, isOpen: true) })
      })
  }

  private static let wish: Operation.Handler = { call in
    .json(
      try await call.write { transaction in
        let reward = try RewardsResource.find(call, in: transaction.connection)
        let today = try call.familyToday(in: transaction.connection)
        return json(
          try WishReward(rewardID: reward.id, today: today)(transaction), reward, isOpen: true)
      })
  }

  private static let withdraw: Operation.Handler = { call in
    try await call.write { transaction in
      try WithdrawWish(wishID: find(call, in: transaction.connection).id)(transaction)
    }
    return .done
  }

  private static let decide: Operation.Handler = { call in
    var draft = WishAnswerDraft()
    try Shape.wishAnswer.take(call.body, into: &draft, isNew: true)
    return try await asParent(call) { [draft] wish, transaction in
      let today = try call.familyToday(in: transaction.connection)
      try DecideWish(wishID: wish.id, isGranted: draft.isGranted, today: today)(transaction)
    }
  }

  private static let reopen: Operation.Handler = { call in
    try await asParent(call) { wish, transaction in
      try UndoDecision(wishID: wish.id)(transaction)
    }
  }

  /// Relies on the family as it is at the hub: parents who grant at the same time do not spend the
  /// same stars.
  private static func asParent(
    _ call: Call, _ body: @escaping @Sendable (RewardWish, WriteTransaction) throws -> Void
  ) async throws -> Reply {
    let reliance = Replica.Reliance(zones: [call.familyID])
    return .json(
      try await call.workspace.write(relyingOn: reliance) { transaction in
        let connection = transaction.connection
        let wish = try find(call, in: connection)
        try call.requireParent(in: connection)
        try call.requireStars(in: connection)
        try body(wish, transaction)
        guard let reward = try Reward.find(wish.rewardID, in: connection) else {
          throw FamilyFailure.rewardNotFound
        }
        return json(wish, reward, isOpen: try RewardWish.isOpen(wish.id, in: connection))
      })
  }

  private static let decisions: Operation.Handler = { call in
    let limit = call.limit
    let cursor = try call.query("cursor").map { text throws(Problem) in
      guard let cursor = StarGrant.Cursor(rank: text) else { throw Page.badCursor }
      return cursor
    }
    return .json(
      try await call.read { connection in
        let family = try call.requireStars(in: connection)
        let isChild = try call.familyRole(in: connection) == .child
        let found = try StarGrant.page(
          of: family.id, person: isChild ? call.account.id : nil, after: cursor, limit: limit + 1,
          in: connection)
        let shown = found.prefix(limit)
        return Page.json(
          shown.map(json), next: found.count > limit ? shown.last.map { $0.rank } : nil)
      })
  }

  // MARK: JSON

  private static func json(_ wish: RewardWish, _ reward: Reward, isOpen: Bool) -> JSON {
    [
      "id": .string(wish.id), "familyID": .string(wish.familyID),
      "rewardID": .string(wish.rewardID), "title": .string(reward.details.title),
      "price": .integer(reward.details.price), "personID": .string(wish.personID),
      "createdAt": .string(TimeText.text(wish.createdAt)), "isOpen": .bool(isOpen),
    ]
  }

  private static func json(_ decision: StarGrant) -> JSON {
    [
      "id": .string(decision.id), "familyID": .string(decision.familyID),
      "wishID": .string(decision.wishID), "personID": .string(decision.personID),
      "title": .string(decision.title), "price": .integer(decision.price),
      "isGranted": .bool(decision.isGranted), "at": .string(TimeText.text(decision.createdAt)),
      "by": .string(decision.createdBy),
    ]
  }

  private static let example = example(isOpen: true)

  private static func example(isOpen: Bool) -> JSON {
    [
      "id": .string(Examples.wish), "familyID": .string(Examples.family),
      "rewardID": .string(Examples.reward), "title": "Choose the film", "price": 10,
      "personID": .string(Examples.child), "createdAt": .string(Examples.instant),
      "isOpen": .bool(isOpen),
    ]
  }

  private static let decisionExample: JSON = [
    "id": .string(Examples.entry), "familyID": .string(Examples.family),
    "wishID": .string(Examples.wish), "personID": .string(Examples.child),
    "title": "Choose the film", "price": 10, "isGranted": true, "at": .string(Examples.instant),
    "by": .string(Examples.account),
  ]
}

extension StarGrant {
  /// Its place in a list, as `next` has it.
  fileprivate var rank: String { Rank([String(createdAt), id]).description }
}

extension StarGrant.Cursor {
  /// `nil` for a text that is none.
  fileprivate init?(rank text: String) {
    let words = Rank.text(text)?.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    guard let words, words.count == 2, let at = Int64(words[0]), !words[1].isEmpty else {
      return nil
    }
    self.init(createdAt: at, id: String(words[1]))
  }
}
