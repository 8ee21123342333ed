import Families
import Hub
import Replica
import SyncProtocol
import Usage

/// Sharing a home or a group with the owner's family: who is in it by that, and in which role. It
/// tells of the family, so a token that is limited to one home is refused.
enum FamilySharingResource: Resource {
  static let tag = "Sharing with a family"

  static let schemas: [JSON.Member] = [
    .init("FamilyShare", .record(members)),
    .init("NewFamilyShare", Shape.familyShare.newSchema),
  ]

  private static let role: JSON = ["type": ["string", "null"], "enum": ["editor", "viewer", nil]]
  private static let person: [JSON.Member] = [
    .init("id", ["type": "string", "description": "Of the account."]),
    .init("name", ["type": "string", "description": "What others see."]),
    .init("familyRole", FamilySchema.role),
    .init("role", role.adding(["description": "What they may do in it now; null for nothing."])),
    .init(
      "ownRole",
      role.adding(["description": "What they keep when the share ends; null for nothing."])),
    .init(
      "isOut",
      [
        "type": "boolean",
        "description": """
        Whether they have left it or were removed from it: the family gives it to them no more.
        """,
      ]),
  ]
  private static let members: [JSON.Member] =
    [
      .init("familyID", ["type": "string"]), .init("familyName", ["type": "string"]),
      .init("isShared", ["type": "boolean"]),
    ]
    + Shape.familyShare.fields.map { .init($0.name, $0.schema) }
    + [
      .init(
        "people",
        [
          "type": "array", "items": .record(person),
          "description": "The others in the family, parents first: who is concerned.",
        ])
    ]

  static let operations: [Operation] =
    ofZone(
      "Home", at: "/api/v1/homes/{homeID}/family-share", HomesResource.homeID)
    + ofZone(
      "Group", at: "\(GroupsResource.path)/{groupID}/family-share", GroupsResource.groupID)

  private static let noFamily = "`no_family`: the account is in no family."

  /// - Parameter kind: of what is shared, as it stands in the operations' ids.
  private static func ofZone(
    _ kind: String, at path: String, _ id: Parameter
  ) -> [Operation] {
    let word = "a \(kind.lowercased())"
    return [
      Operation(
        method: .get, path: path, id: "get\(kind)FamilyShare",
        summary: "How \(word) is shared with its owner's family",
        details: """
          Only its owner sees it, as a parent of a family. `people` are those who get it, or would \
          get it, but for who `isOut`: look here before it is shared and before that ends.
          """,
        scope: .sharing, needsAllHomes: true, pathParameters: [id],
        outcome: .json("FamilyShare", example: example), conflicts: [noFamily], handler: get),
      Operation(
        method: .put, path: path, id: "set\(kind)FamilyShare",
        summary: "Share \(word) with a family, or change what the family gets",
        details: """
          Only its owner may, as a parent of a family. Parents get the role `parents`, children \
          `children`; null gives nothing. Whoever joins or leaves the family is in or out of it as \
          well. Roles of their own stay, and who `isOut` stays out.
          """,
        scope: .sharing, needsAllHomes: true, pathParameters: [id],
        body: .json("NewFamilyShare", example: ["parents": "editor", "children": "viewer"]),
        outcome: .json("FamilyShare", example: example),
        conflicts: ["`too_many_members`.", noFamily], mayNeedPlan: true, handler: set),
      Operation(
        method: .delete, path: path, id: "end\(kind)FamilyShare",
        summary: "End sharing \(word) with a family",
        details: """
          Only its owner may. Who is in it by the family alone loses it, is told, and can get a \
          copy of it for 30 days. It does nothing if it is not shared with a family.
          """,
        scope: .sharing, needsAllHomes: true, pathParameters: [id], status: .noContent,
        outcome: .nothing, handler: end),
    ]
  }

  private static let get: Operation.Handler = { call in
    .json(json(try await call.familySharing()))
  }

  private static let set: Operation.Handler = { call in
    var draft = FamilyShareDraft()
    try Shape.familyShare.take(call.body, into: &draft, isNew: true)
    let roles = draft.roles
    guard roles.isUsable else {
      throw Problem.invalid([
        Problem.Fault("parents", "missing", "the parents or the children get a role")
      ])
    }
    _ = try await call.familySharing()
    try await call.atHub { hub, zone, actor in
      try hub.shareWithFamily(zone, roles, by: actor)
    }
    await call.workspace.syncNow()
    return .json(json(try await call.familySharing()))
  }

  private static let end: Operation.Handler = { call in
    try await call.atHub { hub, zone, actor in try hub.endFamilyShare(of: zone, by: actor) }
    await call.workspace.syncNow()
    return .done
  }

  private static func json(_ sharing: FamilySharing) -> JSON {
    .object(
      [
        .init("familyID", .string(sharing.family)),
        .init("familyName", .string(sharing.familyTitle)),
        .init("isShared", .bool(sharing.roles != nil)),
      ] + Shape.familyShare.shown(FamilyShareDraft(sharing.roles))
        + [.init("people", .array(sharing.people.map(json)))])
  }

  private static func json(_ person: FamilySharing.Person) -> JSON {
    [
      "id": .string(person.account), "name": .string(person.name),
      "familyRole": .string((person.isParent ? FamilyRole.parent : .child).rawValue),
      "role": JSON(person.role.map(\.word)), "ownRole": JSON(person.direct.map(\.word)),
      "isOut": .bool(person.isOut),
    ]
  }

  private static let example = json(
    FamilySharing(
      family: Examples.family, familyTitle: "Lindqvist",
      roles: FamilyRoles(parents: .readWrite, children: .readOnly),
      people: [
        .init(
          account: Examples.child, name: "Cyd", isParent: false, role: .readOnly, direct: nil,
          isOut: false)
      ]))
}

/// What the members of a family get.
struct FamilyShareDraft: Sendable {
  var parents: GuestRole?
  var children: GuestRole?

  init(_ roles: FamilyRoles? = nil) {
    parents = roles?.parents.map { GuestRole($0) }
    children = roles?.children.map { GuestRole($0) }
  }

  var roles: FamilyRoles { FamilyRoles(parents: parents?.grant, children: children?.grant) }
}

extension Shape<FamilyShareDraft> {
  static let familyShare = Shape(
    name: "FamilyShare",
    fields: [
      .familyGives("parents", \.parents, "What the family's parents may do."),
      .familyGives("children", \.children, "What its children may do."),
    ], readOnly: [])
}

extension Field {
  fileprivate static func familyGives(
    _ name: String, _ path: Path<Draft, GuestRole?>, _ description: String
  ) -> Field {
    let words = GuestRole.allCases.map(\.rawValue)
    var field = Field(
      name: name,
      schema: [
        "type": ["string", "null"], "enum": .array(words.map { .string($0) } + [.null]),
        "description": .string(description + " Null for nothing."),
      ],
      show: { JSON($0[keyPath: path]?.rawValue) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        guard let word = try Taken(json, name).optionalText() else {
          draft[keyPath: path] = nil
          return
        }
        guard let role = GuestRole(rawValue: word) else {
          throw Problem.Fault(
            name, "unknown_choice", "must be one of \(words.joined(separator: ", ")), or null")
        }
        draft[keyPath: path] = role
      })
    field.isRequired = true
    return field
  }
}

extension Call {
  /// Has the hub do something for the owner of what the address names.
  fileprivate func atHub<Result: Sendable>(
    _ body: @escaping @Sendable (Hub, ZoneID, AccountID) throws -> Result
  ) async throws -> Result {
    try await read { try requireOwnedZone(in: $0) }
    let (hub, zone, actor) = (api.means.families, zone, account.id)
    do {
      return try await api.means.hubPool.run { try body(hub, zone, actor) }
    } catch {
      guard let refusal = SharingRefusal(error) else { throw error }
      throw HubClientError.refused(refusal)
    }
  }

  /// How it is shared with the account's family. Throws for somebody who decides about none.
  fileprivate func familySharing() async throws -> FamilySharing {
    let found = try await atHub { hub, zone, actor in
      try hub.familySharing(of: zone, by: actor)
    }
    guard let found else {
      let isChild = try await read { connection in
        try Family.own(in: connection) != nil
      }
      if isChild { throw HubClientError.refused(.restricted) }
      throw Problem(
        .conflict, "no_family", "the account is in no family with which it could be shared")
    }
    // The family is hidden with what is shared.
    try await requireShown([found.family])
    return found
  }
}
