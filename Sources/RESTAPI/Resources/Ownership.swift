import Families
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import Values

/// Handing a home, a group or a family over to somebody who is in it: its owner offers it, and they
/// accept.
enum OwnershipResource: Resource {
  static let tag = "Ownership"

  static let schemas: [JSON.Member] = [.init("Ownership", .record(members))]

  private static let members: [JSON.Member] = [
    .init(
      "ownerID",
      ["type": ["string", "null"], "description": "The account that owns or has founded it."]),
    .init(
      "offeredTo",
      [
        "type": "array", "items": ["type": "string"],
        "description": "The accounts to which its owner offers it; empty for everybody else.",
      ]),
    .init(
      "isOfferedToYou",
      ["type": "boolean", "description": "Whether the account may accept it."]),
    .init(
      "offerEndsAt",
      [
        "type": ["string", "null"], "format": "date-time",
        "description": "Until when the account may accept it; null if it is not offered.",
      ]),
  ]

  static let operations: [Operation] =
    ofZone(
      "Home", at: "/api/v1/homes/{homeID}/ownership", HomesResource.homeID,
      after: "who owned it stays as an editor")
    + ofZone(
      "Group", at: "\(GroupsResource.path)/{groupID}/ownership", GroupsResource.groupID,
      after: "who owned it stays as an editor")
    + ofZone(
      "Family", at: "\(FamiliesResource.path)/{familyID}/ownership", FamiliesResource.familyID,
      after: "who owned it stays as a parent", to: "another parent",
      "`not_a_parent`: only a parent takes a family over.")

  /// - Parameters:
  ///   - kind: of what is handed over, as it stands in the operations' ids.
  ///   - after: what becomes of the former owner.
  ///   - other: to whom it can be offered.
  private static func ofZone(
    _ kind: String, at path: String, _ id: Parameter, after: String,
    to other: String = "somebody who has it", _ conflicts: String...
  ) -> [Operation] {
    let word = "a \(kind.lowercased())"
    return [
      Operation(
        method: .get, path: path, id: "get\(kind)Ownership",
        summary: "Who owns \(word), and to whom it is offered",
        details: "Only its owner sees to whom it is offered, and everybody whether it is to them.",
        scope: .sharing, pathParameters: [id], outcome: .json("Ownership", example: example),
        handler: get),
      Operation(
        method: .put, path: "\(path)/offers/{accountID}", id: "offer\(kind)",
        summary: "Offer \(word) to \(other)",
        details: """
          Only its owner may. They become its owner on accepting, within 7 days; until then \
          nothing changes. To offer it again begins these days anew.
          """,
        scope: .sharing, pathParameters: [id, MembersResource.accountID], status: .noContent,
        outcome: .nothing,
        conflicts: ["`is_owner`: it is the account's own already."] + conflicts, handler: offer),
      Operation(
        method: .delete, path: "\(path)/offers/{accountID}", id: "withdraw\(kind)Offer",
        summary: "Take the offer of \(word) back",
        details: "Only its owner may. It does nothing if nothing is offered to them.",
        scope: .sharing, pathParameters: [id, MembersResource.accountID], status: .noContent,
        outcome: .nothing, handler: withdraw),
      Operation(
        method: .post, path: "\(path)/accept", id: "accept\(kind)",
        summary: "Become the owner of \(word) that its owner offers",
        details: """
          Open invites to it end, and \(after). It does nothing if the account owns it already.
          """,
        scope: .sharing, pathParameters: [id], status: .noContent, outcome: .nothing,
        conflicts: [
          "`not_offered`: nobody offers it to the account, or not any more. `home_limit`: the "
            + "account owns as many as the hub allows."
        ], mayNeedPlan: true, handler: accept),
    ]
  }

  private static let get: Operation.Handler = { call in
    let people = try await call.read { connection in
      try call.requireZone(in: connection)
      return try Participant.all(home: call.zone, in: connection)
    }
    let owner = people.first { $0.role == .owner }?.accountID
    let offered = owner == call.account.id ? try await offered(call) : []
    return .json(json(owner, offered, try await call.offer()))
  }

  private static func offered(_ call: Call) async throws -> [AccountID] {
    let share: Share
    do throws(HubClientError) {
      share = try await call.hub.share(of: call.zone)
    } catch {
      // Nobody else has it.
      guard error == .refused(.notFound) else { throw error }
      return []
    }
    return share.members.filter(\.isOffered).map(\.account)
  }

  private static let offer: Operation.Handler = { call in
    let person = try await find(call)
    guard call.place != .families || person.role != .readOnly else {
      throw Problem(
        .conflict, "not_a_parent", "only a parent takes a family over; make them one first")
    }
    try await call.hub.offerOwnership(of: call.zone, to: person.accountID)
    await call.workspace.syncNow()
    return .done
  }

  private static let withdraw: Operation.Handler = { call in
    let person = try await find(call)
    try await call.hub.withdrawOffer(of: call.zone, to: person.accountID)
    await call.workspace.syncNow()
    return .done
  }

  private static let accept: Operation.Handler = { call in
    let isOwner = try await call.read { connection in
      try call.requireZone(in: connection)
      return try Role.own(in: call.zone, connection) == .owner
    }
    if isOwner { return .done }
    guard let offer = try await call.offer() else { throw Problem.notOffered }
    do throws(HubClientError) {
      try await call.hub.acceptOwnership(notice: offer.id)
    } catch {
      // It has ended meanwhile, or whoever made it owns it no longer.
      guard error != .refused(.notFound) else { throw Problem.notOffered }
      throw error
    }
    await call.workspace.syncNow()
    return .done
  }

  /// Somebody who is in it, for its owner.
  private static func find(_ call: Call) async throws -> Participant {
    let account = call.path("accountID")
    return try await call.read { connection in
      try call.requireOwnedZone(in: connection)
      let people = try Participant.all(home: call.zone, in: connection)
      guard let person = people.first(where: { $0.accountID == account }) else {
        throw Problem.notFound
      }
      return person
    }
  }

  private static func json(
    _ owner: AccountID?, _ offered: [AccountID], _ offer: AccountNotice?
  ) -> JSON {
    let end = offer.map { $0.at.addingSaturating(Hub.offerMilliseconds) }
    return [
      "ownerID": JSON(owner), "offeredTo": .array(offered.map { .string($0) }),
      "isOfferedToYou": .bool(offer != nil), "offerEndsAt": JSON(end.map(TimeText.text)),
    ]
  }

  private static let example = json(Examples.account, [Examples.child], nil)
}

extension Call {
  /// The offer of what the address names to the account, while it can be accepted.
  fileprivate func offer() async throws -> AccountNotice? {
    let zone = zone
    return try await hub.notices().first { $0.kind == .ownershipOffered && $0.zone == zone }
  }
}

extension Problem {
  fileprivate static let notOffered = Problem(
    .conflict, "not_offered",
    "nobody offers it to the account, or not any more; ask its owner to offer it")
}
