import Finances
import Intake
import Replica
import SyncProtocol
import Values
import Wording

/// Who has a group, and invites to it: as homes have them.
enum GroupSharingResource: Resource {
  static let tag = "Group sharing"

  static let schemas = InvitesResource.schemas(of: .groupInvite)

  private static let path = "\(GroupsResource.path)/{groupID}"
  private static let accountID = MembersResource.accountID
  private static let isOwner = "`is_owner`: the owner stays; hand the group over first."
  private static let person = MembersResource.example

  static let operations = people + invites

  private static let people = [
    Operation(
      method: .get, path: "\(path)/people", id: "listGroupPeople",
      summary: "Which accounts have a group",
      details:
        "The owner first, then by when they joined. Members without an account are not here.",
      scope: .sharing, pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("MemberPage", example: Page.json([person], next: nil)),
      handler: MembersResource.list),
    Operation(
      method: .patch, path: "\(path)/people/{accountID}", id: "changeGroupPerson",
      summary: "Change what somebody may do in a group", details: "Only its owner may.",
      scope: .sharing, pathParameters: [GroupsResource.groupID, accountID],
      body: .change("MemberChange", example: ["role": "viewer"]),
      outcome: .json("Member", example: person), conflicts: [isOwner],
      handler: MembersResource.change),
    Operation(
      method: .delete, path: "\(path)/people/{accountID}", id: "removeGroupPerson",
      summary: "Take a group away from somebody",
      details: """
        Only its owner may. They are told, and can get a copy of it for 30 days; the member that \
        they were stays.
        """,
      scope: .sharing, pathParameters: [GroupsResource.groupID, accountID], status: .noContent,
      outcome: .nothing, conflicts: [isOwner], handler: MembersResource.remove),
    Operation(
      method: .post, path: "\(path)/leave", id: "leaveGroup",
      summary: "Leave a group of somebody else",
      details: """
        Your shares stay in your own ledger, as they are. With `keepCopy` a group of your own is \
        made of it, with everybody's parts and without their accounts, in which what repeats is \
        paused; `Location` leads to it. If that cannot be made, you have left all the same, and \
        the copy can be kept for 30 days in the browser.
        """,
      scope: .sharing, pathParameters: [GroupsResource.groupID],
      query: [Parameter("keepCopy", .flag, example: true, "Whether a copy of it is kept.")],
      status: .noContent, outcome: .nothing, conflicts: [isOwner], handler: leave),
  ]

  private static let leave: Operation.Handler = { call in
    let done = try await MembersResource.leave(call)
    guard call.flag("keepCopy") == true else { return done }
    do {
      return Reply(content: .none, location: try await keepCopy(call))
    } catch {
      guard let problem = Problem(error) else { throw error }
      throw problem.with(kept: .partly)
    }
  }

  /// Makes a group of the account's own of the one that it has left.
  private static func keepCopy(_ call: Call) async throws -> String? {
    let left = call.groupID
    let notice = try await call.hub.notices().first { notice in
      notice.kind == .left && notice.zone == left && notice.copyUntil != nil
    }
    guard let notice else { return nil }
    let bytes = try await call.hub.zoneCopy(ofNotice: notice.id)
    let copy = try await call.api.means.hubPool.run { try GroupCopy(wireBytes: bytes) }
    let name = Catalogue().copyName(of: copy.groupName)
    let group = try await call.write { try KeepGroupCopy(copy, name: name)($0).id }
    // The shares are in the copy: they are not to be kept once more.
    _ = try await call.workspace.tend { connection in
      try KeepLostShares.forget([left], connection)
      return false
    }
    return "\(GroupsResource.path)/\(group)"
  }

  private static let invites = InvitesResource.operations(
    .groupInvite, to: "group", at: path, GroupsResource.groupID,
    details: """
      Only its owner may. Whoever has `link` or `code` sees which group it is and joins; both are \
      in this answer alone. With `for` it is for one account, and for one use.
      """, adding: ["role": "editor", "hours": 24, "for": "ben"])
}
