import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

extension Shape<RewardDetails> {
  static let reward = Shape(
    name: "Reward", fields: Field.all(RewardDetails.fields, at: \.self),
    readOnly: [
      .init("id", ["type": "string"]), .init("familyID", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
      .init("createdBy", ["type": "string", "description": "The account that entered it."]),
    ])
}

extension Call {
  /// The family that the call names. Throws unless it has stars.
  @discardableResult
  func requireStars(in connection: Connection) throws -> Family {
    let family = try requireFamily(in: connection)
    guard family.details.hasStars else { throw FamilyFailure.starsAreOff }
    return family
  }
}

extension FamilySchema {
  /// What every operation about stars may be answered.
  static let starsAreOff = "`stars_are_off`: `hasStars` of the family turns them on."
}

/// What the stars of a family are exchanged for, and what everybody has.
enum RewardsResource: Resource {
  static let tag = "Rewards"

  static let schemas: [JSON.Member] = [
    .init("Reward", Shape.reward.schema), .init("NewReward", Shape.reward.newSchema),
    .init("RewardChange", Shape.reward.changeSchema), Page.schema(of: "Reward"),
    .init(
      "StarBalance",
      .record([
        .init("personID", FamilySchema.person),
        .init("earned", ["type": "integer", "description": "By what parents have approved."]),
        .init("spent", ["type": "integer", "description": "On rewards that were granted."]),
        .init(
          "balance",
          [
            "type": "integer",
            "description": "Negative where two were granted at once, or an approval taken back.",
          ]),
      ])), Page.schema(of: "StarBalance"),
  ]

  static let path = "\(FamiliesResource.path)/{familyID}/rewards"
  static let rewardID = Parameter(
    "rewardID", .id, example: .string(Examples.reward), "The reward.")
  static let parameters = [FamiliesResource.familyID, rewardID]

  static let operations = [
    Operation(
      method: .get, path: "\(FamiliesResource.path)/{familyID}/stars", id: "listStars",
      summary: "The stars of the children of a family",
      details: "A parent sees those of all children, a child its own.", scope: .read,
      pathParameters: [FamiliesResource.familyID], query: Parameter.paging,
      outcome: .json("StarBalancePage", example: Page.json([starExample], next: nil)),
      conflicts: [FamilySchema.starsAreOff], handler: stars),
    Operation(
      method: .get, path: path, id: "listRewards", summary: "The rewards of a family",
      details: "The cheapest first.", scope: .read, pathParameters: [FamiliesResource.familyID],
      query: [
        Parameter(
          "archived", .flag, example: false,
          "Those that are out of the way instead; false when it is not said.")
      ] + Parameter.paging,
      outcome: .json("RewardPage", example: Page.json([example], next: nil)),
      conflicts: [FamilySchema.starsAreOff], handler: list),
    Operation(
      method: .post, path: path, id: "addReward", summary: "Add a reward",
      details: "Parents may.", scope: .write, pathParameters: [FamiliesResource.familyID],
      body: .json("NewReward", example: ["title": "Choose the film", "price": 10]),
      status: .created, outcome: .json("Reward", example: example), isVersioned: true,
      conflicts: [FamilySchema.starsAreOff], handler: add),
    Operation(
      method: .get, path: "\(path)/{rewardID}", id: "getReward", summary: "One reward",
      scope: .read, pathParameters: parameters, outcome: .json("Reward", example: example),
      isVersioned: true, conflicts: [FamilySchema.starsAreOff], handler: get),
    Operation(
      method: .patch, path: "\(path)/{rewardID}", id: "changeReward",
      summary: "Change a reward, archive it, or bring it back",
      details: """
        Only what is sent is changed. Parents may. What was granted stays at its price; one that \
        somebody asks for is archived once the wish is decided.
        """,
      scope: .write, pathParameters: parameters,
      body: .change("RewardChange", example: ["price": 15]),
      outcome: .json("Reward", example: example), isVersioned: true,
      conflicts: [FamilySchema.starsAreOff, "`wish_is_open`."], handler: change),
  ]

  /// The reward that the call names.
  static func find(_ call: Call, in connection: Connection) throws -> Reward {
    try call.requireFamily(in: connection)
    guard let reward = try Reward.find(call.path("rewardID"), in: connection),
      reward.familyID == call.familyID
    else { throw Problem.notFound }
    try call.requireStars(in: connection)
    return reward
  }

  private static let stars: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let family = try call.requireStars(in: connection)
        let shown = try Stars.shown(
          to: call.account.id, in: family.id, through: call.today(of: family, in: connection),
          connection)
        return try Page.json(
          Array(shown.enumerated()), of: call,
          rank: { [Rank.word($0.element.person.joinedAt), $0.element.person.id] },
          show: { json($0.element.person.id, $0.element.stars) })
      })
  }

  private static let list: Operation.Handler = { call in
    let isArchived = call.flag("archived") ?? false
    return .json(
      try await call.read { connection in
        let family = try call.requireStars(in: connection)
        return try Page.json(
          Reward.of(family.id, isArchived: isArchived, in: connection), of: call,
          rank: { [Rank.word($0.details.price), $0.id] }, show: json)
      })
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { json(try find(call, in: $0)) })
  }

  private static let add: Operation.Handler = { call in
    var draft = RewardDetails(title: "")
    try Shape.reward.take(call.body, into: &draft, isNew: true)
    let shown = try await call.write { [draft] transaction in
      let family = try call.requireParent(in: transaction.connection)
      try call.requireStars(in: transaction.connection)
      return json(try SaveReward(familyID: family.id, draft)(transaction))
    }
    return .added(shown, to: "\(FamiliesResource.path)/\(call.familyID)/rewards")
  }

  private static let change: Operation.Handler = { call in
    let shown = try await call.write(in: call.familyID) { transaction in
      let reward = try find(call, in: transaction.connection)
      try call.requireParent(in: transaction.connection)
      try call.checkVersion(json(reward))
      var details = reward.details
      try Shape.reward.take(call.body, into: &details, isNew: false)
      return json(
        try SaveReward(familyID: call.familyID, rewardID: reward.id, details)(transaction))
    }
    return .record(shown)
  }

  private static func json(_ reward: Reward) -> JSON {
    .object(
      [
        .init("id", .string(reward.id)), .init("familyID", .string(reward.familyID)),
        .init("createdAt", .string(TimeText.text(reward.createdAt))),
        .init("createdBy", .string(reward.createdBy)),
      ] + Shape.reward.shown(reward.details))
  }

  private static func json(_ person: AccountID, _ stars: Stars) -> JSON {
    [
      "personID": .string(person), "earned": .integer(stars.earned),
      "spent": .integer(stars.spent), "balance": .integer(stars.balance),
    ]
  }

  private static let starExample: JSON = [
    "personID": .string(Examples.child), "earned": 42, "spent": 30, "balance": 12,
  ]

  private static let example: JSON = .object(
    [
      .init("id", .string(Examples.reward)), .init("familyID", .string(Examples.family)),
      .init("createdAt", .string(Examples.instant)), .init("createdBy", .string(Examples.account)),
    ] + Shape.reward.shown(RewardDetails(title: "Choose the film")))
}

extension Examples {
  static let reward = "0198c0de-0000-7000-8000-000000000026"
  static let wish = "0198c0de-0000-7000-8000-000000000027"
}
