import Finances
import Household
import SyncProtocol

/// The history of a group or an expense, from the hub.
enum GroupActivityResource: Resource {
  static let tag = "Group activity"
  static let schemas: [JSON.Member] = []

  static let operations = [
    Operation(
      method: .get, path: "\(GroupsResource.path)/{groupID}/activity", id: "listGroupActivity",
      summary: "What happened in a group", details: ActivityResource.reach, scope: .read,
      pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("ActivityPage", example: ActivityResource.examplePage),
      handler: { call in
        try await call.read { _ = try call.requireGroup(in: $0) }
        return try await ActivityResource.page(call, home: call.groupID, record: nil)
      }),
    Operation(
      method: .get, path: "\(ExpensesResource.path)/{expenseID}/activity",
      id: "listExpenseActivity", summary: "What happened to an expense or a payment",
      details: ActivityResource.reach, scope: .read,
      pathParameters: [GroupsResource.groupID, ExpensesResource.expenseID],
      query: Parameter.paging,
      outcome: .json("ActivityPage", example: ActivityResource.examplePage),
      handler: { call in
        let id = try await call.read { try ExpensesResource.find(call, in: $0).id }
        return try await ActivityResource.page(call, home: call.groupID, record: id)
      }),
  ]
}
