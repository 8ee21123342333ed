import Backends
import Families
import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Things

/// What happened in a family, from the hub, and what is shared with it.
enum FamilyActivityResource: Resource {
  static let tag = "Family activity"
  static let schemas: [JSON.Member] = [
    .init("FamilyZone", .record(zoneMembers)), Page.schema(of: "FamilyZone"),
  ]

  private static let path = "\(FamiliesResource.path)/{familyID}"
  private static let changeID = Parameter(
    "familyChangeID", .id, example: "41", "The number of the change.")
  private static let example: JSON = [
    "id": "41", "at": .string(Examples.instant),
    "by": ["id": .string(Examples.account), "name": "Ann"], "canUndo": false,
    "counts": [["kind": "changed", "of": "routines", "count": 1]],
    "changes": [
      [
        "kind": "changed", "of": "routines", "id": .string(Examples.routine),
        "fields": [["name": "title", "before": "Teeth", "after": "Brush teeth"]],
      ]
    ],
  ]

  static let operations = [
    Operation(
      method: .get, path: "\(path)/activity", id: "listFamilyActivity",
      summary: "What happened in a family",
      details: """
        \(ActivityResource.reach) Nothing is undone here: what is noted of a routine is taken back \
        where it stands. Invites are told to parents.
        """,
      scope: .read, pathParameters: [FamiliesResource.familyID], query: Parameter.paging,
      outcome: .json("ActivityPage", example: Page.json([example], next: nil)),
      handler: { call in
        let hidden = try await hidden(call)
        return try await ActivityResource.page(
          call, home: call.familyID, record: nil, isUndoable: false, without: hidden)
      }),
    Operation(
      method: .get, path: "\(path)/activity/{familyChangeID}", id: "getFamilyActivity",
      summary: "One change of a family in full", scope: .read,
      pathParameters: [FamiliesResource.familyID, changeID],
      outcome: .json("Activity", example: example),
      handler: { call in
        let hidden = try await hidden(call)
        let entry = try await ActivityResource.entry(
          call, "familyChangeID", in: call.familyID)
        guard let shown = entry.without(hidden) else { throw Problem.notFound }
        return .json(ActivityShape.json(shown, isUndoable: false))
      }),
    Operation(
      method: .get, path: "\(path)/shares", id: "listFamilyShares",
      summary: "The homes and groups that are shared with a family",
      details: """
        Those that the account has, by their names: what is shared with others of the family alone \
        is not told. How one is shared is at its own `family-share`.
        """,
      scope: .read, needsAllHomes: true, pathParameters: [FamiliesResource.familyID],
      query: Parameter.paging,
      outcome: .json("FamilyZonePage", example: Page.json([zoneExample], next: nil)),
      handler: shares),
  ]

  /// What a child is not told. Throws unless the account is in the family.
  private static func hidden(_ call: Call) async throws -> Set<String> {
    try await call.read { connection in
      try call.requireFamily(in: connection)
      return try call.familyRole(in: connection) == .parent ? [] : ["invites"]
    }
  }

  // MARK: What is shared

  private struct SharedZone {
    let id: ZoneID
    let kind: String
    let name: String
    let nameKey: String
    let role: Role
  }

  private static let zoneMembers: [JSON.Member] = [
    .init("id", ["type": "string"]),
    .init("kind", ["type": "string", "enum": ["home", "group"]]),
    .init("name", ["type": "string"]),
    .init(
      "role",
      [
        "type": "string", "enum": ["owner", "editor", "viewer"],
        "description": "What the account may do in it.",
      ]),
  ]

  private static let zoneExample: JSON = [
    "id": .string(Examples.home), "kind": "home", "name": "Flat", "role": "editor",
  ]

  private static let shares: Operation.Handler = { call in
    let shared = try await shared(call)
    return .json(
      try await call.read { connection in
        try call.requireFamily(in: connection)
        return try Page.json(
          zones(shared, call.account.id, connection), of: call,
          rank: { [$0.nameKey, $0.id] },
          show: { zone in
            [
              "id": .string(zone.id), "kind": .string(zone.kind), "name": .string(zone.name),
              "role": .string(zone.role.word),
            ]
          })
      })
  }

  /// What is shared with the family, which only the hub knows: who had a home before says nothing.
  /// Throws unless the account is in the family, and the token covers it.
  private static func shared(_ call: Call) async throws -> Set<ZoneID> {
    try await call.read { _ = try call.requireFamily(in: $0) }
    let (hub, family, account) = (call.api.means.families, call.familyID, call.account.id)
    do {
      return try await call.api.means.hubPool.run {
        Set(try hub.zonesShared(with: family, by: account).map(\.zone))
      }
    } catch SharingError.notFound {
      // They have left it, and their replica does not know yet.
      throw Problem.notFound
    }
  }

  /// Those of them that the account has.
  private static func zones(
    _ shared: Set<ZoneID>, _ account: AccountID, _ connection: Connection
  ) throws -> [SharedZone] {
    let people = try Participant.all(home: nil, in: connection)
    // As many as the family shares, each looked up by its key.
    return try people.filter { $0.accountID == account && shared.contains($0.homeID) }
      .compactMap { own in
        if let home = try Home.find(own.homeID, in: connection) {
          return SharedZone(
            id: home.id, kind: "home", name: home.name, nameKey: home.nameKey, role: own.role)
        }
        return try Group.find(own.homeID, in: connection).map { group in
          SharedZone(
            id: group.id, kind: "group", name: group.details.name, nameKey: group.nameKey,
            role: own.role)
        }
      }
  }
}
