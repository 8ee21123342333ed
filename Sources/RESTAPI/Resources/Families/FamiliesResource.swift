import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

extension Shape<FamilyDetails> {
  static let family = Shape(
    name: "Family", fields: Field.all(FamilyDetails.fields, at: \.self),
    readOnly: [
      .init("id", ["type": "string"]),
      .init("role", FamilySchema.role),
      .init(
        "isOwner",
        [
          "type": "boolean",
          "description": "Whether the account has founded it, and alone may dissolve it.",
        ]),
      .init(
        "today", ["type": "string", "description": "The family's day now, by its time zone."]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ])
}

/// What several schemas of a family share.
enum FamilySchema {
  static let role: JSON = [
    "type": "string", "enum": .array(FamilyRole.allCases.map { .string($0.rawValue) }),
    "description": "Parents plan and decide who is in it; children read and tick.",
  ]
  static let person: JSON = ["type": "string", "description": "Somebody's account."]
  static let day: JSON = ["type": "string", "description": "`YYYY-MM-DD`."]

  static func people(_ description: String) -> JSON {
    ["type": "array", "items": ["type": "string"], "description": .string(description)]
  }
}

/// Families: an account is in one at most.
enum FamiliesResource: Resource {
  static let tag = "Families"

  static let schemas: [JSON.Member] = [
    .init("Family", Shape.family.schema), .init("NewFamily", Shape.family.newSchema),
    .init("FamilyChange", Shape.family.changeSchema), Page.schema(of: "Family"),
  ]

  static let path = "/api/v1/families"
  static let familyID = Parameter(
    "familyID", .id, example: .string(Examples.family), "The family.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listFamilies", summary: "The account's family",
      details: "An account is in one at most.", scope: .read, query: Parameter.paging,
      outcome: .json("FamilyPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addFamily", summary: "Found a family",
      details: """
        You are its first parent. Without `timeZone` it has that of your profile; with an empty \
        one each person's own counts.
        """, scope: .write, needsAllHomes: true,
      body: .json(
        "NewFamily", example: ["name": "Lindqvist", "timeZone": "Europe/Stockholm"]),
      status: .created, outcome: .json("Family", example: example), isVersioned: true,
      conflicts: ["`in_another_family`: the account is in one already."], handler: add),
    Operation(
      method: .get, path: "\(path)/{familyID}", id: "getFamily", summary: "One family",
      scope: .read, pathParameters: [familyID], outcome: .json("Family", example: example),
      isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{familyID}", id: "changeFamily", summary: "Change a family",
      details: "Only what is sent is changed. Parents may.", scope: .write,
      pathParameters: [familyID], body: .change("FamilyChange", example: ["emoji": "🌻"]),
      outcome: .json("Family", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{familyID}", id: "deleteFamily",
      summary: "Dissolve a family with everything in it, for everybody",
      details: """
        Only whoever founded it may. It can be restored for 30 days on the page of families. One \
        that others are in, too, is dissolved only by a token that may share.
        """,
      scope: .write, pathParameters: [familyID], status: .noContent, outcome: .nothing,
      isVersioned: true,
      conflicts: [
        "`kept_accounts`: its parents keep accounts of children, whom nobody would keep."
      ],
      handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let families = try Family.all(where: "TRUE ORDER BY createdAt, id", [], in: connection)
          .filter { call.onlyHome == nil || call.onlyHome == $0.id }
        return try Page.json(
          families, of: call, rank: { [Rank.word($0.createdAt), $0.id] },
          show: { try json($0, call, in: connection) })
      })
  }

  private static let get: Operation.Handler = { call in
    let shown = try await call.read { connection in
      try json(call.requireFamily(in: connection), call, in: connection)
    }
    return .record(shown)
  }

  private static let add: Operation.Handler = { call in
    var draft = try await call.read { try FamilyDetails.ofFounder(in: $0) }
    try Shape.family.take(call.body, into: &draft, isNew: true)
    // Only the hub knows whether they are in one already.
    let shown = try await call.workspace.write(
      relyingOn: Replica.Reliance(accountList: true)
    ) { [draft] transaction in
      try json(CreateFamily(draft)(transaction), call, in: transaction.connection)
    }
    return .added(shown, to: path)
  }

  private static let change: Operation.Handler = { call in
    let shown = try await call.write(in: call.familyID) { transaction in
      let connection = transaction.connection
      let family = try call.requireParent(in: connection)
      try call.checkVersion(json(family, call, in: connection))
      var details = family.details
      try Shape.family.take(call.body, into: &details, isNew: false)
      return try json(
        EditFamily(familyID: family.id, details: details, base: family.details)(transaction),
        call, in: connection)
    }
    return .record(shown)
  }

  private static let delete: Operation.Handler = { call in
    try await call.requireNoKeptAccounts()
    try await call.deleteZone(call.familyID) { transaction in
      let connection = transaction.connection
      try call.requireOwnedZone(in: connection)
      try call.checkVersion(json(call.requireFamily(in: connection), call, in: connection))
      try call.requireSharing(ifOthersHave: call.familyID, in: connection)
      try DeleteFamily(familyID: call.familyID)(transaction)
    }
    return .done
  }

  static func json(
    _ family: Family, _ call: Call, in connection: Connection
  ) throws -> JSON {
    json(
      family, role: try Role.own(in: family.id, connection),
      today: try call.today(of: family, in: connection))
  }

  private static func json(_ family: Family, role: Role, today: CalendarDay) -> JSON {
    .object(
      [
        .init("id", .string(family.id)), .init("role", .string(FamilyRole(role).rawValue)),
        .init("isOwner", .bool(role == .owner)), .init("today", .string(today.text)),
        .init("createdAt", .string(TimeText.text(family.createdAt))),
      ] + Shape.family.shown(family.details))
  }

  static let example: JSON = {
    var details = FamilyDetails(name: "Lindqvist")
    (details.emoji, details.timeZone) = ("🌻", "Europe/Stockholm")
    return json(
      Family(id: Examples.family, details: details, createdAt: Examples.milliseconds),
      role: .owner, today: CalendarDay(year: 2026, month: 6, day: 14))
  }()
}
