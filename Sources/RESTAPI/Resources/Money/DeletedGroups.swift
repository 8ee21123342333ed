import Finances
import Household
import Replica
import SyncProtocol
import Values

extension Shape<RestoreDraft> {
  fileprivate static let groupRestore = Shape(
    name: "GroupRestore", fields: Shape<RestoreDraft>.restore.fields, readOnly: [])
}

/// Groups that the account has deleted, and can restore for 30 days.
enum DeletedGroupsResource: Resource {
  static let tag = "Deleted groups"

  static let schemas: [JSON.Member] = [
    .init(
      "DeletedGroup",
      .record([
        .init("id", ["type": "string"]), .init("name", ["type": "string"]),
        .init("deletedAt", ["type": "string", "format": "date-time"]),
        .init(
          "until",
          ["type": "string", "format": "date-time", "description": "It is there no longer."]),
        .init("expenseCount", ["type": "integer", "description": "Expenses and payments."]),
        .init(
          "people",
          MoneySchema.list(
            ["type": "string"], "Who gets it back besides you, with their accounts.")),
      ])), Page.schema(of: "DeletedGroup"), .init("GroupRestore", Shape.groupRestore.newSchema),
  ]

  private static let path = "/api/v1/deleted-groups"

  static let operations = [
    Operation(
      method: .get, path: path, id: "listDeletedGroups",
      summary: "The groups that the account can restore", details: "The latest deleted first.",
      scope: .read, needsAllHomes: true, query: Parameter.paging,
      outcome: .json("DeletedGroupPage", example: Page.json([example], next: nil)),
      handler: list),
    Operation(
      method: .post, path: "\(path)/{groupID}/restore", id: "restoreGroup",
      summary: "Bring a deleted group back as it was",
      details: """
        Everybody who had it has it again and is told. Invites that were open work no longer.
        """,
      scope: .sharing, needsAllHomes: true, pathParameters: [GroupsResource.groupID],
      body: .json("GroupRestore", example: ["isAlone": false]),
      outcome: .json("Group", example: GroupsResource.example), handler: restore),
  ]

  private static let list: Operation.Handler = { call in
    let found = try await deleted(call)
    return .json(
      try Page.json(
        found, of: call, rank: { [Rank.word(Int64.max - max(0, $0.at)), $0.zone] }, show: json))
  }

  private static func deleted(_ call: Call) async throws -> [DeletedZoneSummary] {
    try await call.hub.deletedZones().filter { $0.kind == .group }
  }

  private static let restore: Operation.Handler = { call in
    var draft = RestoreDraft()
    try Shape.groupRestore.take(call.body, into: &draft, isNew: true)
    guard try await deleted(call).contains(where: { $0.zone == call.groupID }) else {
      throw Problem.notFound
    }
    try await call.hub.restoreZone(call.groupID, isAlone: draft.isAlone)
    await call.workspace.syncNow()
    return .json(
      try await call.read { connection in
        try GroupsResource.shown(call, in: connection)
      })
  }

  private static func json(_ group: DeletedZoneSummary) -> JSON {
    [
      "id": .string(group.zone), "name": .string(group.title),
      "deletedAt": .string(TimeText.text(group.at)), "until": .string(TimeText.text(group.until)),
      "expenseCount": .integer(Int64(group.counts["expenses"] ?? 0)),
      "people": .array(group.members.map { .string($0.account) }),
    ]
  }

  private static let example: JSON = [
    "id": .string(Examples.group), "name": "Flat", "deletedAt": .string(Examples.instant),
    "until": "2026-07-14T08:00:00.000Z", "expenseCount": 412,
    "people": [.string(Examples.account)],
  ]
}
