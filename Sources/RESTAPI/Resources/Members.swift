import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Usage
import Values

/// The fields that a request can send of somebody who has a home or group.
struct MemberDraft: Sendable {
  var role = GuestRole.viewer
}

/// The role of somebody in a home or group that they do not own.
enum GuestRole: String, CaseIterable, Sendable {
  case editor, viewer

  var grant: Role { self == .editor ? .readWrite : .readOnly }

  init(_ role: Role) { self = role == .readOnly ? .viewer : .editor }
}

extension Field {
  /// The role of a guest, a required field.
  static func guestRole(_ path: Path<Draft, String>) -> Field {
    var field = Field.choice(
      "role", path, GuestRole.allCases.map(\.rawValue),
      "What they may do: editors write, viewers read.")
    field.isRequired = true
    return field
  }
}

extension Shape<MemberDraft> {
  static let member = Shape(name: "Member", fields: [.guestRole(\.role.asField)], readOnly: [])
}

/// The people who have access to a home.
enum MembersResource: Resource {
  static let tag = "Members"

  static let schemas: [JSON.Member] = [
    .init("Member", .record(members)), .init("MemberChange", Shape.member.newSchema),
    Page.schema(of: "Member"),
  ]

  private static let members: [JSON.Member] = [
    .init("id", ["type": "string", "description": "Of the account."]),
    .init("name", ["type": "string", "description": "What others see."]),
    .init("role", ["type": "string", "enum": ["owner", "editor", "viewer"]]),
    .init("isYou", ["type": "boolean"]),
    .init("joinedAt", ["type": "string", "format": "date-time"]),
  ]

  private static let path = "/api/v1/homes/{homeID}/members"
  static let accountID = Parameter(
    "accountID", .id, example: .string(Examples.account), "Somebody's account.")
  private static let isOwner = "`is_owner`: the owner stays; hand the home over first."

  static let operations = [
    Operation(
      method: .get, path: path, id: "listMembers", summary: "Who has a home",
      details: "The owner first, then by when they joined.", scope: .sharing,
      pathParameters: [HomesResource.homeID], query: Parameter.paging,
      outcome: .json("MemberPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .patch, path: "\(path)/{accountID}", id: "changeMember",
      summary: "Change what somebody may do in a home", details: "Only its owner may.",
      scope: .sharing, pathParameters: [HomesResource.homeID, accountID],
      body: .change("MemberChange", example: ["role": "viewer"]),
      outcome: .json("Member", example: example), conflicts: [isOwner], handler: change),
    Operation(
      method: .delete, path: "\(path)/{accountID}", id: "removeMember",
      summary: "Take a home away from somebody",
      details: "Only its owner may. They are told, and can get a copy of it for 30 days.",
      scope: .sharing, pathParameters: [HomesResource.homeID, accountID], status: .noContent,
      outcome: .nothing, conflicts: [isOwner], handler: remove),
    Operation(
      method: .post, path: "/api/v1/homes/{homeID}/leave", id: "leaveHome",
      summary: "Leave a home of somebody else", scope: .sharing,
      pathParameters: [HomesResource.homeID], status: .noContent, outcome: .nothing,
      conflicts: [isOwner], handler: leave),
  ]

  static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireZone(in: connection)
        return try Page.json(
          Participant.all(home: call.zone, in: connection), of: call,
          rank: { [$0.role == .owner ? "0" : "1", Rank.word($0.joinedAt), $0.accountID] },
          show: { json($0, of: call) })
      })
  }

  private static func json(_ person: Participant, of call: Call) -> JSON {
    [
      "id": .string(person.accountID), "name": .string(person.name),
      "role": .string(person.role.word), "isYou": .bool(person.accountID == call.account.id),
      "joinedAt": .string(TimeText.text(person.joinedAt)),
    ]
  }

  /// The person that the call names. Throws when the account does not decide who has it.
  private static func find(_ call: Call, in connection: Connection) throws -> Participant {
    let account = call.path("accountID")
    try call.requireManagedZone(in: connection)
    let people = try Participant.all(home: call.zone, in: connection)
    guard let person = people.first(where: { $0.accountID == account }) else {
      throw Problem.notFound
    }
    return person
  }

  static let change: Operation.Handler = { call in
    var draft = MemberDraft()
    try Shape.member.take(call.body, into: &draft, isNew: true)
    let person = try await call.read { try find(call, in: $0) }
    try await call.hub.setRole(draft.role.grant, of: person.accountID, in: person.homeID)
    await call.workspace.syncNow()
    return .json(try await call.read { json(try find(call, in: $0), of: call) })
  }

  static let remove: Operation.Handler = { call in
    let person = try await call.read { try find(call, in: $0) }
    try await call.hub.remove(person.accountID, from: person.homeID)
    await call.workspace.syncNow()
    return .done
  }

  static let leave: Operation.Handler = { call in
    let isOwner = try await call.read { connection in
      try call.requireZone(in: connection)
      return try Role.own(in: call.zone, connection) == .owner
    }
    if call.place == .groups, !isOwner {
      // As on its page: their shares stay in their own ledger.
      _ = try await call.write { try KeepShares(groupID: call.zone)($0) }
    }
    try await call.hub.remove(call.account.id, from: call.zone)
    call.count(.left(call.shared))
    await call.workspace.syncNow()
    return .done
  }

  static let example: JSON = [
    "id": .string(Examples.account), "name": "Ben", "role": "editor", "isYou": false,
    "joinedAt": .string(Examples.instant),
  ]
}

extension Call {
  /// The home, group or family that the address names.
  var zone: ZoneID { path["familyID"] ?? path["groupID"] ?? path("homeID") }

  /// What of these the address is about, as its path begins.
  enum Place: String { case homes, groups, families }

  /// What the address names, as it is counted.
  var shared: UsageEvent.Shared {
    switch place {
    case .homes: .home(zone)
    case .groups: .group(zone)
    case .families: .family(zone)
    }
  }

  var place: Place {
    if path["familyID"] != nil { return .families }
    return path["groupID"] != nil ? .groups : .homes
  }

  /// Throws unless the account has access to the home, group or family and the token covers it.
  func requireZone(in connection: Connection) throws {
    switch place {
    case .homes: try requireHome(zone, in: connection)
    case .groups: try requireGroup(in: connection)
    case .families: try requireFamily(in: connection)
    }
  }

  /// Throws also when the account does not own it.
  func requireOwnedZone(in connection: Connection) throws {
    try requireZone(in: connection)
    guard try Role.own(in: zone, connection) != .owner else { return }
    switch place {
    case .homes: throw Problem.notOwner
    case .groups: throw Problem.notGroupOwner
    case .families:
      throw try familyRole(in: connection) == .child
        ? Problem.readOnlyFamily : Problem.notFamilyOwner
    }
  }

  /// Throws also when the account does not decide who is in it: its owner does, and every parent.
  func requireManagedZone(in connection: Connection) throws {
    if place == .families {
      try requireParent(in: connection)
    } else {
      try requireOwnedZone(in: connection)
    }
  }
}
