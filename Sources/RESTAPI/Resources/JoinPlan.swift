import Household
import Hub
import Replica
import SyncProtocol
import Things

/// What becomes of an account's own homes when it joins another one: worked out first, and carried
/// out only as it was shown.
enum JoinPlan: Sendable {
  case merge(MergeHome.Plan, home: ZoneID, name: String, isCombining: Bool)
  case fresh(StartFresh.Plan)

  /// The home that it moves, and how; `nil` where it moves none.
  struct Move: Sendable {
    let home: ZoneID
    let isCombining: Bool
  }

  /// - Parameter key: the invite's, by which the hub tells which names the home has, too.
  static func merge(
    _ move: Move, by key: InviteKey, _ offer: InviteOffer, _ call: Call
  ) async throws -> JoinPlan {
    guard (offer.ownRole ?? offer.role).canWrite, offer.allowsMerge else {
      throw Problem.mergeNotAllowed
    }
    let (home, zone) = (move.home, offer.zone)
    let name = try await call.read { connection in
      let homes = try HomeList.rows(in: connection)
      let obstacle = try MergeHome.sourceObstacle(home, in: connection) { id in
        homes.first { $0.id == id }?.role
      }
      if let obstacle { throw obstacle }
      guard home != zone else { throw MergeHome.Failure.sameHome }
      return homes.first { $0.id == home }?.name ?? ""
    }
    // Before the account is in the home, the hub tells no more than which names are in both.
    var told: MergeTarget?
    if offer.ownRole == nil {
      let names = try await call.read { try MergeHome.names(of: home, in: $0) }
      told = try await call.hub.target(of: .key(key), names)
    }
    let known = told
    let plan = try await call.read { connection in
      try MergeHome.plan(
        of: home, into: known ?? MergeTarget(home: zone, in: connection),
        isCombining: move.isCombining, in: connection)
    }
    guard let plan else { throw MergeHome.Failure.homeNotFound }
    return .merge(plan, home: home, name: name, isCombining: move.isCombining)
  }

  static func fresh(_ offer: InviteOffer, _ call: Call) async throws -> JoinPlan {
    let kept = offer.ownRole == nil ? nil : offer.zone
    let plan = try await call.read { try StartFresh.plan(keeping: kept, in: $0) }
    guard plan.records <= MergeHome.maxRecords else {
      throw StartFresh.Failure.tooLarge(max: MergeHome.maxRecords)
    }
    return .fresh(plan)
  }

  /// Whether there is nothing to do.
  var isEmpty: Bool {
    switch self {
    case .merge: false
    case .fresh(let plan): plan.removed.isEmpty
    }
  }

  /// Does it, once the account is in the home and all of that is here.
  func carryOut(in zone: ZoneID, _ call: Call) async throws {
    try await Self.bring(zone, call)
    switch self {
    case .merge(_, let home, _, let isCombining):
      let merge = MergeHome(sourceID: home, targetID: zone, isCombining: isCombining)
      _ = try await call.workspace.write(relyingOn: merge.reliance) { try merge($0) }
    case .fresh(let plan):
      let fresh = StartFresh(keptID: zone)
      let reliance = Replica.Reliance(
        zones: plan.removed.map(\.id) + [zone], accountList: true)
      _ = try await call.workspace.write(relyingOn: reliance) { try fresh($0) }
    }
  }

  /// How often a home that was joined is waited for, with a longer pause each time.
  private static let maxPullTries = 5

  private static func bring(_ zone: ZoneID, _ call: Call) async throws {
    for attempt in 1...maxPullTries {
      // Why a pull fails does not matter here: if the home is missing, the answer says so.
      try? await call.workspace.catchUp()
      if try await call.read({ try Home.find(zone, in: $0) != nil }) { return }
      try await Task.sleep(for: .milliseconds(100 * attempt))
    }
    throw Problem.busy
  }
}

// MARK: - JSON

extension JoinPlan {
  static func schema(_ description: String) -> JSON {
    [
      "type": ["object", "null"], "description": .string(description),
      "properties": .object(members),
    ]
  }

  private static let members: [JSON.Member] = [
    .init(
      "digest",
      ["type": "string", "description": "What `plan` of the request that joins must be."]),
    .init(
      "merge",
      [
        "type": ["object", "null"],
        "description": "The home that moves into the joined one, and what of it.",
        "properties": [
          "homeID": ["type": "string"], "name": ["type": "string"],
          "keepsSeparate": ["type": "boolean"],
          "movesPrimary": [
            "type": "boolean", "description": "Whether the joined home becomes the main one.",
          ],
          "counts": ["type": "object", "additionalProperties": ["type": "integer"]],
          "combinedPlaces": names("Places that become one with their like."),
          "combinedLabels": names("The same of labels."),
          "keptPolicies": names("Policies of the same name that stay, as their numbers differ."),
        ],
      ]),
    .init(
      "fresh",
      [
        "type": ["object", "null"],
        "description": "What of the account's own goes; it can be restored for 30 days.",
        "properties": [
          "removed": [
            "type": "array",
            "items": [
              "type": "object",
              "properties": [
                "id": ["type": "string"], "name": ["type": "string"],
                "items": ["type": "integer"], "photos": ["type": "integer"],
              ],
            ],
          ],
          "kept": names("Own homes that stay, as others have them, too."),
        ],
      ]),
  ]

  private static func names(_ text: String) -> JSON {
    ["type": "array", "items": ["type": "string"], "description": .string(text)]
  }

  private static let counts: [(String, KeyPath<MergeCounts, Int> & Sendable)] = [
    ("items", \.items), ("archivedItems", \.archivedItems), ("photos", \.photos),
    ("papers", \.papers), ("maintenance", \.maintenance), ("fields", \.fields),
    ("templates", \.templates), ("movedPlaces", \.movedPlaces),
    ("combinedPlaces", \.combinedPlaces), ("movedLabels", \.movedLabels),
    ("combinedLabels", \.combinedLabels), ("movedPolicies", \.movedPolicies),
    ("combinedPolicies", \.combinedPolicies), ("movedPresets", \.movedPresets),
    ("combinedPresets", \.combinedPresets),
  ]

  /// What is shown; a plan that shows the same is the same.
  private var content: [JSON.Member] {
    func texts(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
    switch self {
    case .merge(let plan, let home, let name, let isCombining):
      let counts = Self.counts.map {
        JSON.Member($0.0, .integer(Int64(plan.counts[keyPath: $0.1])))
      }
      let merge: JSON = [
        "homeID": .string(home), "name": .string(name), "keepsSeparate": .bool(!isCombining),
        "movesPrimary": .bool(plan.movesPrimary), "counts": .object(counts),
        "combinedPlaces": texts(plan.combinedPlaces),
        "combinedLabels": texts(plan.combinedLabels), "keptPolicies": texts(plan.keptPolicies),
      ]
      return [.init("merge", merge), .init("fresh", .null)]
    case .fresh(let plan):
      let removed = plan.removed.map { home -> JSON in
        [
          "id": .string(home.id), "name": .string(home.name),
          "items": .integer(Int64(home.items)), "photos": .integer(Int64(home.photos)),
        ]
      }
      let fresh: JSON = [
        "removed": .array(removed), "kept": texts(plan.sharedOut.map(\.name)),
      ]
      return [.init("merge", .null), .init("fresh", fresh)]
    }
  }

  var digest: String { JSON.object(content).tag }

  var json: JSON { .object([.init("digest", .string(digest))] + content) }
}

// MARK: - What is refused

extension Problem {
  fileprivate static let mergeNotAllowed = Problem(
    .forbidden, "merge_not_allowed", "by this invite no home may be moved into the one it leads to")
  static let planMissing = Problem(
    .conflict, "plan_needed",
    "preview the invite with the same choice, look at plan, and send its digest as plan")
  static let planChanged = Problem(
    .conflict, "plan_changed",
    "it would not do what was shown: preview the invite again, look, and send the new digest")
}

extension MergeHome.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound, .targetNotFound: .notFound
    case .sameHome: Problem(.conflict, "same_home", "a home does not go into itself")
    case .notOwner: .notOwner
    case .sharedOut:
      Problem(
        .conflict, "shared_with_others",
        "others have the home, too, and would lose it; stop sharing it first")
    case .readOnlyTarget: .readOnlyHome
    case .tooLarge(let max): .tooLargeAtOnce(max)
    case .alreadyMerged:
      Problem(.conflict, "already_merged", "the home has gone into another one already")
    case .profileMissing: .busy
    }
  }
}

extension StartFresh.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .tooLarge(let max): .tooLargeAtOnce(max)
    case .profileMissing: .busy
    }
  }
}

extension Problem {
  fileprivate static func tooLargeAtOnce(_ max: Int) -> Problem {
    Problem(.conflict, "too_large", "there are more than \(max) records, too many for one step")
  }
}
