import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The fields that a request can send of somebody in a family.
struct FamilyPersonDraft: Sendable {
  var role = FamilyRole.child
}

extension Field {
  /// The role of somebody in a family, a required field.
  static func familyRole(_ path: Path<Draft, String>) -> Field {
    var field = Field.choice(
      "role", path, FamilyRole.allCases.map(\.rawValue),
      "Parents plan and decide who is in it; children read and tick.")
    field.isRequired = true
    return field
  }
}

extension Shape<FamilyPersonDraft> {
  static let familyPerson = Shape(
    name: "FamilyPerson", fields: [.familyRole(\.role.asField)], readOnly: [])
}

extension Shape<FaceDetails> {
  static let face = Shape(
    name: "Face", fields: Field.all(FaceDetails.fields, at: \.self), readOnly: [])
}

/// Who is in a family, and invites to it. What is told of somebody is what everybody in the family
/// sees: e-mail addresses and sign-in names stay outside.
enum FamilyPeopleResource: Resource {
  static let tag = "Family people"

  static let schemas: [JSON.Member] =
    [
      .init("FamilyPerson", .record(members)),
      .init("FamilyPersonChange", Shape.familyPerson.newSchema),
      .init("FaceChange", Shape.face.changeSchema), Page.schema(of: "FamilyPerson"),
    ] + InvitesResource.schemas(of: .familyInvite)

  private static let members: [JSON.Member] =
    [
      .init("id", ["type": "string", "description": "Of the account."]),
      .init("name", ["type": "string", "description": "What others see."]),
      .init("role", FamilySchema.role),
      .init("isOwner", ["type": "boolean", "description": "Whether they have founded it."]),
      .init("isYou", ["type": "boolean"]),
      .init("joinedAt", ["type": "string", "format": "date-time"]),
    ]
    + FaceDetails.fields.map(\.name).map { name in
      .init(name, Shape.face.schema["properties"]?[name] ?? [:])
    }

  private static let path = "\(FamiliesResource.path)/{familyID}"
  private static let parameters = [FamiliesResource.familyID, MembersResource.accountID]
  private static let isOwner = """
    `is_owner`: whoever founded it stays a parent; it is handed over first.
    """

  static let operations = people + invites

  private static let people = [
    Operation(
      method: .get, path: "\(path)/people", id: "listFamilyPeople", summary: "Who is in a family",
      details: "Parents first, then children.", scope: .read,
      pathParameters: [FamiliesResource.familyID], query: Parameter.paging,
      outcome: .json("FamilyPersonPage", example: Page.json([example], next: nil)),
      handler: list),
    Operation(
      method: .patch, path: "\(path)/people/{accountID}", id: "changeFamilyPerson",
      summary: "Say whether somebody is a parent or a child", details: "Parents may.",
      scope: .sharing, pathParameters: parameters,
      body: .change("FamilyPersonChange", example: ["role": "parent"]),
      outcome: .json("FamilyPerson", example: example), conflicts: [isOwner],
      handler: changeRole),
    Operation(
      method: .patch, path: "\(path)/people/{accountID}/face", id: "changeFamilyFace",
      summary: "Change how somebody in a family is pictured",
      details: "Only what is sent is changed. Parents may, for everybody.", scope: .write,
      pathParameters: parameters, body: .change("FaceChange", example: ["emoji": "🦊"]),
      outcome: .json("FamilyPerson", example: example), handler: changeFace),
    Operation(
      method: .delete, path: "\(path)/people/{accountID}", id: "removeFamilyPerson",
      summary: "Remove somebody from a family",
      details: "Parents may. They are told; what they did of routines stays.", scope: .sharing,
      pathParameters: parameters, status: .noContent, outcome: .nothing, conflicts: [isOwner],
      handler: MembersResource.remove),
    Operation(
      method: .post, path: "\(path)/leave", id: "leaveFamily", summary: "Leave a family",
      details: "Everybody may, but for whoever founded it.", scope: .sharing,
      pathParameters: [FamiliesResource.familyID], status: .noContent, outcome: .nothing,
      conflicts: [isOwner], handler: MembersResource.leave),
  ]

  private static let invites = InvitesResource.operations(
    .familyInvite, to: "family", at: path, FamiliesResource.familyID, seenBy: "parents see",
    details: """
      Parents may. Whoever has `link` or `code` sees which family it is and joins as what \
      `role` says; both are in this answer alone. With `for` it is for one account, and for one \
      use.
      """, adding: ["role": "child", "hours": 24])

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireFamily(in: connection)
        return try Page.json(
          FamilyPerson.all(of: call.familyID, in: connection), of: call,
          rank: {
            [
              $0.zoneRole == .owner ? "0" : $0.role == .parent ? "1" : "2",
              Rank.word($0.joinedAt), $0.id,
            ]
          }, show: { json($0, of: call.account.id) })
      })
  }

  /// The person that the call names.
  private static func find(_ call: Call, in connection: Connection) throws -> FamilyPerson {
    let people = try FamilyPerson.all(of: call.familyID, in: connection)
    guard let person = people.first(where: { $0.id == call.path("accountID") }) else {
      throw Problem.notFound
    }
    return person
  }

  private static let changeRole: Operation.Handler = { call in
    var draft = FamilyPersonDraft()
    try Shape.familyPerson.take(call.body, into: &draft, isNew: true)
    let person = try await call.read { connection in
      try call.requireParent(in: connection)
      return try find(call, in: connection)
    }
    try await call.hub.setRole(draft.role.role, of: person.id, in: call.familyID)
    await call.workspace.syncNow()
    return .json(try await call.read { json(try find(call, in: $0), of: call.account.id) })
  }

  private static let changeFace: Operation.Handler = { call in
    .json(
      try await call.write { transaction in
        let connection = transaction.connection
        try call.requireParent(in: connection)
        let person = try find(call, in: connection)
        var face = person.face
        try Shape.face.take(call.body, into: &face, isNew: false)
        try SetFace(familyID: call.familyID, accountID: person.id, details: face)(transaction)
        return json(try find(call, in: connection), of: call.account.id)
      })
  }

  private static func json(_ person: FamilyPerson, of account: AccountID) -> JSON {
    .object(
      [
        .init("id", .string(person.id)), .init("name", .string(person.name)),
        .init("role", .string(person.role.rawValue)),
        .init("isOwner", .bool(person.zoneRole == .owner)),
        .init("isYou", .bool(person.id == account)),
        .init("joinedAt", .string(TimeText.text(person.joinedAt))),
      ] + Shape.face.shown(person.face))
  }

  static let example: JSON = [
    "id": .string(Examples.child), "name": "Cyd", "role": "child", "isOwner": false,
    "isYou": false, "joinedAt": .string(Examples.instant), "emoji": "🦊", "colorIndex": 3,
  ]
}
