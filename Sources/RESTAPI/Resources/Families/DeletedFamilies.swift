import Families
import Household
import Replica
import SyncProtocol
import Values

/// Whether others get it back, too.
struct RestoreDraft: Sendable {
  var isAlone = false
}

extension Shape<RestoreDraft> {
  static let restore = Shape(
    name: "FamilyRestore",
    fields: [.flag("isAlone", \.isAlone, "Whether nobody but you gets it back.")], readOnly: [])
}

/// Families that the account has dissolved, and can restore for 30 days.
enum DeletedFamiliesResource: Resource {
  static let tag = "Dissolved families"

  static let schemas: [JSON.Member] = [
    .init(
      "DeletedFamily",
      .record([
        .init("id", ["type": "string"]), .init("name", ["type": "string"]),
        .init("deletedAt", ["type": "string", "format": "date-time"]),
        .init(
          "until",
          ["type": "string", "format": "date-time", "description": "It is there no longer."]),
        .init("routineCount", ["type": "integer"]),
        .init("people", FamilySchema.people("Who gets it back besides you, with their accounts.")),
      ])), Page.schema(of: "DeletedFamily"), .init("FamilyRestore", Shape.restore.newSchema),
  ]

  private static let path = "/api/v1/deleted-families"

  static let operations = [
    Operation(
      method: .get, path: path, id: "listDeletedFamilies",
      summary: "The families that the account can restore", scope: .read, needsAllHomes: true,
      query: Parameter.paging,
      outcome: .json("DeletedFamilyPage", example: Page.json([example], next: nil)),
      handler: list),
    Operation(
      method: .post, path: "\(path)/{familyID}/restore", id: "restoreFamily",
      summary: "Bring a dissolved family back as it was",
      details: """
        Everybody who was in it is in it again and is told, but for who is in another family by \
        now. Invites that were open work no longer.
        """,
      scope: .sharing, needsAllHomes: true, pathParameters: [FamiliesResource.familyID],
      body: .json("FamilyRestore", example: ["isAlone": false]),
      outcome: .json("Family", example: FamiliesResource.example),
      conflicts: ["`in_another_family`: the account is in one already."], handler: restore),
  ]

  private static let list: Operation.Handler = { call in
    let found = try await deleted(call)
    return .json(
      try Page.json(
        found, of: call, rank: { [Rank.word(Int64.max - max(0, $0.at)), $0.zone] }, show: json))
  }

  private static func deleted(_ call: Call) async throws -> [DeletedZoneSummary] {
    try await call.hub.deletedZones().filter { $0.kind == .family }
  }

  private static let restore: Operation.Handler = { call in
    var draft = RestoreDraft()
    try Shape.restore.take(call.body, into: &draft, isNew: true)
    guard try await deleted(call).contains(where: { $0.zone == call.familyID }) else {
      throw Problem.notFound
    }
    try await call.hub.restoreZone(call.familyID, isAlone: draft.isAlone)
    await call.workspace.syncNow()
    return .json(
      try await call.read { connection in
        try FamiliesResource.json(call.requireFamily(in: connection), call, in: connection)
      })
  }

  private static func json(_ family: DeletedZoneSummary) -> JSON {
    [
      "id": .string(family.zone), "name": .string(family.title),
      "deletedAt": .string(TimeText.text(family.at)),
      "until": .string(TimeText.text(family.until)),
      "routineCount": .integer(Int64(family.counts["routines"] ?? 0)),
      "people": .array(family.members.map { .string($0.account) }),
    ]
  }

  private static let example: JSON = [
    "id": .string(Examples.family), "name": "Lindqvist", "deletedAt": .string(Examples.instant),
    "until": "2026-07-14T08:00:00.000Z", "routineCount": 4, "people": [.string(Examples.child)],
  ]
}
