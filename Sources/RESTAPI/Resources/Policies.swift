import Household
import Replica
import SQLite
import SyncProtocol

/// What a request says about an insurance policy.
struct PolicyDraft: Sendable {
  var homeID = ""
  var details = PolicyDetails(provider: "", currency: "")
}

extension Shape<PolicyDraft> {
  static let policy = Shape(
    name: "Policy",
    fields: [
      .id("homeID", \.homeID, "The home it covers.", example: Examples.home),
      .text(
        "provider", \.details.provider, .name, isRequired: true, "Who insures.",
        example: "Harbour Mutual"),
      .text("policyNumber", \.details.policyNumber, .line, "Its number.", example: "HM-4711"),
      .currency(
        "currency", \.details.currency,
        "ISO 4217, of all amounts; the home's or the person's own when it is not said."),
      .money("deductibleMinor", \.details.amounts.deductibleMinor, "The person's own share."),
      .money("dwellingMinor", \.details.amounts.dwellingMinor, "At most for the building."),
      .money(
        "personalPropertyMinor", \.details.amounts.personalPropertyMinor,
        "At most for belongings."),
      .money("lossOfUseMinor", \.details.amounts.lossOfUseMinor, "At most for living elsewhere."),
      .money("liabilityMinor", \.details.amounts.liabilityMinor, "At most for liability."),
      .money(
        "medicalPaymentsMinor", \.details.amounts.medicalPaymentsMinor, "At most for treatment."),
      .day("startsOn", \.details.startsOn, "The first day.", example: "2026-01-01"),
      .day("endsOn", \.details.endsOn, "The last day.", example: "2026-12-31"),
      .text("notes", \.details.notes, .notes, "What else is to be known.", example: "Glass, too"),
    ],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ], fixed: ["homeID"])
}

/// The insurance policies of a home.
enum PoliciesResource: Resource {
  static let tag = "Policies"

  static let schemas: [JSON.Member] = [
    .init("Policy", Shape.policy.schema), .init("NewPolicy", Shape.policy.newSchema),
    .init("PolicyChange", Shape.policy.changeSchema), Page.schema(of: "Policy"),
  ]

  private static let path = "/api/v1/policies"
  static let policyID = Parameter(
    "policyID", .id, example: .string(Examples.policy), "The policy.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listPolicies",
      summary: "The insurance policies of a home, by provider", scope: .read,
      query: [Parameter.homeID(isRequired: true, "The home.")] + Parameter.paging,
      outcome: .json("PolicyPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addPolicy", summary: "Add an insurance policy",
      details: "One that says the very same is there already is answered instead of a second one.",
      scope: .write,
      body: .json(
        "NewPolicy",
        example: [
          "homeID": .string(Examples.home), "provider": "Harbour Mutual", "currency": "EUR",
        ]), status: .created, outcome: .json("Policy", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{policyID}", id: "getPolicy", summary: "One insurance policy",
      scope: .read, pathParameters: [policyID], outcome: .json("Policy", example: example),
      isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{policyID}", id: "changePolicy",
      summary: "Change an insurance policy",
      details: "Only what is sent is changed. Another `currency` wants all amounts said anew.",
      scope: .write, pathParameters: [policyID],
      body: .change("PolicyChange", example: ["endsOn": "2027-12-31"]),
      outcome: .json("Policy", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{policyID}", id: "deletePolicy",
      summary: "Delete an insurance policy", scope: .write, pathParameters: [policyID],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    let home = call.query("homeID") ?? ""
    return .json(
      try await call.read { connection in
        try call.requireHome(home, in: connection)
        let page = try NamePage<Policy>(
          home: home, after: cursor, limit: limit, key: \.nameKey, in: connection)
        return Page.json(page.rows.map(\.json), next: page.next?.description)
      })
  }

  private static let get: Operation.Handler = { call in
    let json = try await call.read { try find(call, in: $0).json }
    return .json(json, tag: json.tag)
  }

  private static func find(_ call: Call, in connection: Connection) throws -> Policy {
    guard let policy = try Policy.find(call.path("policyID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(policy.homeID)
    return policy
  }

  private static let add: Operation.Handler = { call in
    var draft = PolicyDraft()
    try Shape.policy.take(call.body, into: &draft, isNew: true)
    try call.require(draft.homeID)
    let json = try await call.write { [draft] transaction in
      var details = draft.details
      if details.currency.isEmpty {
        details.currency = try Home.currency(of: draft.homeID, in: transaction.connection)
      }
      return try AddPolicy(homeID: draft.homeID, details)(transaction).json
    }
    return .made(json, at: "\(path)/\(json["id"]?.text ?? "")", tag: json.tag)
  }

  private static let change: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    let json = try await call.write(in: home) { transaction in
      let policy = try find(call, in: transaction.connection)
      try call.checkVersion(policy.json)
      var draft = PolicyDraft(homeID: policy.homeID, details: policy.details)
      try Shape.policy.take(call.body, into: &draft, isNew: false)
      return try EditPolicy(
        policyID: policy.id, details: draft.details, base: policy.details)(transaction).json
    }
    return .json(json, tag: json.tag)
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let policy = try find(call, in: transaction.connection)
      try call.checkVersion(policy.json)
      try DeletePolicy(policyID: policy.id)(transaction)
    }
    return .done
  }

  private static let example: JSON = .object(
    [
      .init("id", .string(Examples.policy)), .init("createdAt", .string(Examples.instant)),
    ]
      + Shape.policy.shown(
        PolicyDraft(
          homeID: Examples.home,
          details: PolicyDetails(provider: "Harbour Mutual", currency: "EUR"))))
}

extension Policy {
  fileprivate var json: JSON {
    .object(
      [.init("id", .string(id)), .init("createdAt", .string(TimeText.text(createdAt)))]
        + Shape.policy.shown(PolicyDraft(homeID: homeID, details: details)))
  }
}

extension AddPolicy.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    }
  }
}

extension EditPolicy.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .policyNotFound, .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    }
  }
}

extension DeletePolicy.Failure: ProblemConvertible {
  var problem: Problem { self == .policyNotFound ? .notFound : .readOnlyHome }
}
