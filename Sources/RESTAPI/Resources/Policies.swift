import Household
import Replica
import SQLite
import SyncProtocol
import Things

/// The fields of an insurance policy that a request can send.
struct PolicyDraft: RecordDraft {
  var homeID = ""
  var details = PolicyDetails(provider: "", currency: "")
}

extension Shape<PolicyDraft> {
  static let policy = Shape(
    name: "Policy",
    fields: [.id("homeID", \.homeID, "The home it covers.", example: Examples.home)]
      + Field.all(PolicyDetails.fields, at: \.details),
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

  private typealias Handlers = NamedHandlers<Policy>

  static let operations = [
    Operation(
      method: .get, path: Policy.path, id: "listPolicies",
      summary: "The insurance policies of a home, by provider", scope: .read,
      query: [Parameter.homeID(isRequired: true, "The home.")] + Parameter.paging,
      outcome: .json("PolicyPage", example: Page.json([example], next: nil)),
      handler: Handlers.list),
    Operation(
      method: .post, path: Policy.path, id: "addPolicy", summary: "Add an insurance policy",
      details: "One that says the very same is there already is answered instead of a second one.",
      scope: .write,
      body: .json(
        "NewPolicy",
        example: [
          "homeID": .string(Examples.home), "provider": "Harbour Mutual", "currency": "EUR",
        ]), status: .created, outcome: .json("Policy", example: example), isVersioned: true,
      handler: Handlers.add),
    Operation(
      method: .get, path: "\(Policy.path)/{policyID}", id: "getPolicy",
      summary: "One insurance policy",
      scope: .read, pathParameters: [Policy.parameter], outcome: .json("Policy", example: example),
      isVersioned: true, handler: Handlers.get),
    Operation(
      method: .patch, path: "\(Policy.path)/{policyID}", id: "changePolicy",
      summary: "Change an insurance policy",
      details: "Only what is sent is changed. Another `currency` wants all amounts said anew.",
      scope: .write, pathParameters: [Policy.parameter],
      body: .change("PolicyChange", example: ["endsOn": "2027-12-31"]),
      outcome: .json("Policy", example: example), isVersioned: true, handler: Handlers.change),
    Operation(
      method: .delete, path: "\(Policy.path)/{policyID}", id: "deletePolicy",
      summary: "Delete an insurance policy", scope: .write, pathParameters: [Policy.parameter],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: Handlers.delete),
  ]

  private static let example = Policy.json(
    id: Examples.policy, createdAt: Examples.instant,
    PolicyDraft(
      homeID: Examples.home, details: PolicyDetails(provider: "Harbour Mutual", currency: "EUR")))
}

extension Policy: NamedRecord {
  static let path = "/api/v1/policies"
  static let parameter = Parameter(
    "policyID", .id, example: .string(Examples.policy), "The policy.")
  static let shape = Shape.policy

  var draft: PolicyDraft { PolicyDraft(homeID: homeID, details: details) }

  static func add(_ draft: PolicyDraft, _ transaction: WriteTransaction) throws -> Policy {
    var details = draft.details
    if details.currency.isEmpty {
      details.currency = try Home.currency(of: draft.homeID, in: transaction.connection)
    }
    return try AddPolicy(homeID: draft.homeID, details)(transaction)
  }

  func change(to draft: PolicyDraft, _ transaction: WriteTransaction) throws -> Policy {
    try EditPolicy(policyID: id, details: draft.details, base: details)(transaction)
  }

  var withoutAmounts: Policy {
    var policy = self
    policy.details = PolicyDetails.fields.withoutAmounts(details)
    return policy
  }

  func delete(_ transaction: WriteTransaction) throws {
    try DeletePolicy(policyID: id)(transaction)
  }
}
