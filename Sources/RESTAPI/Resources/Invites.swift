import Backends
import Families
import HTTPServer
import Household
import Replica
import SyncProtocol
import Usage
import Values

/// The fields of an invite that a request can send.
struct InviteDraft: Sendable {
  var role = GuestRole.viewer
  var hours: Int64 = 24
  var uses: Int64 = 1
  /// The sign-in name of the only account that may use the invite; `nil` for any account.
  var name: String?
  /// Whether people who join may merge a home of theirs into this one.
  var allowsMerge = true
}

extension InviteDraft {
  /// The role as a family has it.
  var familyRole: FamilyRole {
    get { FamilyRole(role.grant) }
    set { role = GuestRole(newValue.role) }
  }
}

extension Shape<InviteDraft> {
  static let maxHours: Int64 = 24 * 30
  static let maxUses: Int64 = 50

  static let invite = Shape(
    name: "Invite",
    fields: [
      .guestRole(\.role.asField),
      hidden(
        .integer("hours", \.hours, 1...maxHours, "How long it works; 24 by default.", example: 24)),
      hidden(
        .integer(
          "uses", \.uses, 1...maxUses, "How many may join with it; 1 by default.", example: 1)),
      .optionalText(
        "for", \.name, "The name with which the only account signs in that may use it.",
        example: "ben", maxLength: 100),
      .flag(
        "allowsMerge", \.allowsMerge,
        "Whether who joins as editor may move a home of theirs into this one; true by default."),
    ],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("expiresAt", ["type": "string", "format": "date-time"]),
      .init("maxUses", ["type": "integer"]),
      .init("usedCount", ["type": "integer"]),
    ])

  /// Of a group, into which no home is moved.
  static let groupInvite = Shape(
    name: "GroupInvite", fields: invite.fields.filter { $0.name != "allowsMerge" },
    readOnly: invite.readOnly)

  /// Of a family, which people join as a parent or a child.
  static let familyInvite = Shape(
    name: "FamilyInvite",
    fields: [.familyRole(\.familyRole.asField)] + groupInvite.fields.filter { $0.name != "role" },
    readOnly: invite.readOnly)

  private static func hidden(_ field: Field<InviteDraft>) -> Field<InviteDraft> {
    var field = field
    field.isShown = false
    return field
  }
}

/// Invites to a home.
enum InvitesResource: Resource {
  static let tag = "Invites"

  static let schemas: [JSON.Member] = schemas(of: .invite)

  /// The same for homes, groups and families.
  static func schemas(of shape: Shape<InviteDraft>) -> [JSON.Member] {
    [
      .init(shape.name, shape.schema), .init("New\(shape.name)", shape.newSchema),
      .init("Issued\(shape.name)", .record(issuedMembers(of: shape))),
      Page.schema(of: shape.name),
    ]
  }

  /// What is shown of an invite to whoever makes it.
  private static func issuedMembers(of shape: Shape<InviteDraft>) -> [JSON.Member] {
    guard case .object(let all)? = shape.schema["properties"] else { return [] }
    let once = "Shown here and never again; null when the answer is repeated."
    return all + [
      .init(
        "link", ["type": ["string", "null"], "description": .string("What to open. " + once)]),
      .init(
        "code",
        [
          "type": ["string", "null"], "description": .string("What to type in instead. " + once),
        ]),
    ]
  }

  private static let example = Share.OpenInvite(
    id: Examples.invite, role: .readWrite, expiresAt: 1_781_510_400_000, maxUses: 1,
    usedCount: 0, boundTo: "ben", allowsMerge: false)

  static let operations: [Operation] = operations(
    .invite, to: "home", at: "/api/v1/homes/{homeID}", HomesResource.homeID,
    details: """
      Only its owner may. Whoever has `link` or `code` sees which home it is and joins; both are \
      in this answer alone. With `for` it is for one account, and for one use. With `allowsMerge` \
      false, who joins moves no home of theirs into this one.
      """, adding: ["role": "editor", "hours": 24, "for": "ben", "allowsMerge": false])

  /// Invites to a home, a group or a family.
  ///
  /// - Parameters:
  ///   - details: what is said of making one.
  ///   - new: an example of what is sent for that.
  static func operations(
    _ shape: Shape<InviteDraft>, to kind: String, at place: String, _ zone: Parameter,
    seenBy: String = "its owner sees", details: String, adding new: JSON
  ) -> [Operation] {
    let name = shape.name
    let inviteID = Parameter(
      name.prefix(1).lowercased() + name.dropFirst() + "ID", .id,
      example: .string(Examples.invite), "The invite.")
    let (path, one) = ("\(place)/invites", "\(place)/invites/{\(inviteID.name)}")
    let shown = json(example, shape)
    return [
      Operation(
        method: .get, path: path, id: "list\(name)s", summary: "The invites to a \(kind) that work",
        details: "The oldest first; only \(seenBy) them.", scope: .sharing, pathParameters: [zone],
        query: Parameter.paging,
        outcome: .json("\(name)Page", example: Page.json([shown], next: nil)), handler: list),
      Operation(
        method: .post, path: path, id: "add\(name)", summary: "Invite somebody to a \(kind)",
        details: details, scope: .sharing, pathParameters: [zone],
        body: .json("New\(name)", example: new), status: .created,
        outcome: .json("Issued\(name)", example: shown.adding(exampleSecrets)),
        conflicts: ["`too_many_members`."], mayNeedPlan: true, shownOnce: ["link", "code"],
        handler: add),
      Operation(
        method: .get, path: one, id: "get\(name)", summary: "One invite that works",
        scope: .sharing, pathParameters: [zone, inviteID], outcome: .json(name, example: shown),
        handler: get),
      Operation(
        method: .delete, path: one, id: "revoke\(name)",
        summary: "End an invite; who joined with it stays", scope: .sharing,
        pathParameters: [zone, inviteID], status: .noContent, outcome: .nothing, handler: revoke),
    ]
  }

  private static let exampleSecrets: KeyValuePairs<String, JSON?> = [
    "link": "https://home.example/i/kY3v9xQ2", "code": "KTR-2345",
  ]

  private static func shape(of call: Call) -> Shape<InviteDraft> {
    switch call.place {
    case .homes: .invite
    case .groups: .groupInvite
    case .families: .familyInvite
    }
  }

  static let list: Operation.Handler = { call in
    let invites = try await open(call)
    // Ids begin with their time of creation, so this order is oldest first.
    return .json(
      try Page.json(
        invites, of: call, rank: { [$0.id] }, show: { json($0, shape(of: call)) }))
  }

  static let get: Operation.Handler = { call in
    .json(json(try await find(call), shape(of: call)))
  }

  /// The usable invites to what the account decides about.
  private static func open(_ call: Call) async throws -> [Share.OpenInvite] {
    try await call.read { try call.requireManagedZone(in: $0) }
    do throws(HubClientError) {
      return try await call.hub.share(of: call.zone).invites
    } catch {
      // What is not shared and has no invites has no share at the hub.
      guard case .refused(.notFound) = error else { throw error }
      return []
    }
  }

  private static func find(_ call: Call) async throws -> Share.OpenInvite {
    let id = call.path["familyInviteID"] ?? call.path["groupInviteID"] ?? call.path("inviteID")
    guard let invite = try await open(call).first(where: { $0.id == id }) else {
      throw Problem.notFound
    }
    return invite
  }

  static let add: Operation.Handler = { call in
    let shape = shape(of: call)
    var draft = InviteDraft()
    try shape.take(call.body, into: &draft, isNew: true)
    try check(draft)
    try await call.read { try call.requireManagedZone(in: $0) }
    let made = try await call.hub.createInvite(
      InviteRequest(
        zone: call.zone, role: draft.role.grant, lifeSeconds: draft.hours * 3600,
        maxUses: Int(draft.uses), boundTo: draft.name, allowsMerge: draft.allowsMerge))
    call.count(
      .inviteMade(call.shared, role: draft.role == .editor ? .editor : .viewer))
    await call.workspace.syncNow()
    let invite = Share.OpenInvite(
      id: made.id, role: draft.role.grant, expiresAt: made.expiresAt, maxUses: Int(draft.uses),
      usedCount: 0, boundTo: draft.name, allowsMerge: draft.allowsMerge)
    let shown = json(invite, shape).adding([
      "link": .string(call.origin + InviteKey.linkPath + made.token),
      "code": .string(made.code),
    ])
    return .made(
      shown, at: "/api/v1/\(call.place.rawValue)/\(call.zone)/invites/\(made.id)", tag: nil)
  }

  private static func check(_ draft: InviteDraft) throws(Problem) {
    var faults: [Problem.Fault] = []
    func check(_ number: Int64, _ name: String, max: Int64) {
      guard !(1...max).contains(number) else { return }
      faults.append(
        Problem.Fault(
          name, "out_of_range", "must be from 1 to \(max)",
          limits: [.init("min", 1), .init("max", .integer(max))]))
    }
    check(draft.hours, "hours", max: Shape<InviteDraft>.maxHours)
    // An invite for one account can be used only once.
    check(draft.uses, "uses", max: draft.name == nil ? Shape<InviteDraft>.maxUses : 1)
    guard faults.isEmpty else { throw .invalid(faults) }
  }

  static let revoke: Operation.Handler = { call in
    let invite = try await find(call)
    try await call.hub.revokeInvite(invite.id)
    await call.workspace.syncNow()
    return .done
  }

  static func json(_ invite: Share.OpenInvite, _ shape: Shape<InviteDraft>) -> JSON {
    var draft = InviteDraft()
    (draft.role, draft.name) = (GuestRole(invite.role), invite.boundTo)
    draft.allowsMerge = invite.allowsMerge
    return .object(
      [
        .init("id", .string(invite.id)),
        .init("expiresAt", .string(TimeText.text(invite.expiresAt))),
        .init("maxUses", .integer(Int64(invite.maxUses))),
        .init("usedCount", .integer(Int64(invite.usedCount))),
      ] + shape.shown(draft))
  }
}

extension Call {
  /// The hub's origin (scheme, host and port) for links that people open.
  fileprivate var origin: String {
    api.means.publicAddress?.origin ?? "http://" + (request.headers["Host"] ?? "localhost")
  }
}
