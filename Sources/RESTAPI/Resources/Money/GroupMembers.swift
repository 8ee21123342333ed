import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

extension Shape<MemberDetails> {
  static let groupMember = Shape(
    name: "GroupMember", fields: Field.all(MemberDetails.fields, at: \.self),
    readOnly: [
      .init("id", ["type": "string"]), .init("groupID", ["type": "string"]),
      .init(
        "accountID",
        [
          "type": ["string", "null"],
          "description": "The account that they are; null while nobody has said so.",
        ]),
      .init("isYou", ["type": "boolean"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ])
}

/// The people who take part in a group, with an account or without one.
enum GroupMembersResource: Resource {
  static let tag = "Group members"

  static let schemas: [JSON.Member] = [
    .init("GroupMember", Shape.groupMember.schema),
    .init("NewGroupMember", Shape.groupMember.newSchema),
    .init("GroupMemberChange", Shape.groupMember.changeSchema), Page.schema(of: "GroupMember"),
    .init("Assignment", Shape.assignment.newSchema),
    .init("Combination", Shape.combination.newSchema),
  ]

  static let path = "\(GroupsResource.path)/{groupID}/members"
  static let memberID = Parameter(
    "memberID", .id, example: .string(Examples.member), "The member.")
  private static let parameters = [GroupsResource.groupID, memberID]

  private static let taken = "`name_taken`: the group has a member of that name."
  static let claimed = """
    `already_claimed`: a member is one account, and an account is one member of a group.
    """

  static let operations = records + whoIsWho

  private static let records = [
    Operation(
      method: .get, path: path, id: "listGroupMembers", summary: "The members of a group, by name",
      scope: .read, pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("GroupMemberPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addGroupMember", summary: "Add somebody to a group",
      details: "They need no account.", scope: .write, pathParameters: [GroupsResource.groupID],
      body: .json("NewGroupMember", example: ["name": "Ben"]), status: .created,
      outcome: .json("GroupMember", example: example), isVersioned: true, conflicts: [taken],
      handler: add),
    Operation(
      method: .get, path: "\(path)/{memberID}", id: "getGroupMember", summary: "One member",
      scope: .read, pathParameters: parameters,
      outcome: .json("GroupMember", example: example), isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{memberID}", id: "changeGroupMember",
      summary: "Change a member",
      details: """
        Only what is sent is changed. With `isArchived` they take part in nothing new; what they \
        owe and are owed stays. How to pay somebody who has an account only they change.
        """,
      scope: .write, pathParameters: parameters,
      body: .change("GroupMemberChange", example: ["isArchived": true]),
      outcome: .json("GroupMember", example: example), isVersioned: true,
      conflicts: [taken, "`others_payment`: only the member's own account says how to pay them."],
      handler: change),
    Operation(
      method: .delete, path: "\(path)/{memberID}", id: "removeGroupMember",
      summary: "Remove a member whom no expense names", scope: .write, pathParameters: parameters,
      status: .noContent, outcome: .nothing, isVersioned: true,
      conflicts: [
        "`still_named`: expenses name the member, who can be archived.",
        "`already_claimed`: the member is another account, which the owner or they release first.",
      ],
      handler: remove),
  ]

  // MARK: Reading

  private static let list: Operation.Handler = { call in
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    return .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        let page = try NamePage<GroupMember>(
          home: call.groupID, column: "groupID", after: cursor, limit: limit, key: \.nameKey,
          in: connection)
        let payments = try PaymentDetails(in: call.groupID, connection)
        return Page.json(
          page.rows.map { payments.shown($0).json(for: call.account.id) },
          next: page.next?.description)
      })
  }

  private static let get: Operation.Handler = { call in
    let json = try await call.read { connection in
      try find(call, in: connection).json(for: call.account.id, in: connection)
    }
    return .record(json)
  }

  /// The member that the call names.
  static func find(_ call: Call, in connection: Connection) throws -> GroupMember {
    try call.requireGroup(in: connection)
    guard let member = try GroupMember.find(call.path("memberID"), in: connection),
      member.groupID == call.groupID
    else { throw Problem.notFound }
    return member
  }

  // MARK: Writing

  private static let add: Operation.Handler = { call in
    var details = MemberDetails(name: "")
    try Shape.groupMember.take(call.body, into: &details, isNew: true)
    let json = try await call.write { [details] transaction in
      try call.requireWritableGroup(in: transaction.connection)
      return try AddMember(groupID: call.groupID, details)(transaction)
        .json(for: call.account.id, in: transaction.connection)
    }
    return .added(json, to: "\(GroupsResource.path)/\(call.groupID)/members")
  }

  private static let change: Operation.Handler = { call in
    let json = try await call.write(in: call.groupID) { transaction in
      let connection = transaction.connection
      let shown = try PaymentDetails(in: call.groupID, connection).shown(
        find(call, in: connection))
      try call.checkVersion(shown.json(for: call.account.id))
      var details = shown.details
      try Shape.groupMember.take(call.body, into: &details, isNew: false)
      return try EditMember(
        memberID: shown.id, details: details, base: shown.details)(transaction)
        .json(for: call.account.id, in: connection)
    }
    return .record(json)
  }

  private static let remove: Operation.Handler = { call in
    try await call.write(in: call.groupID) { transaction in
      let member = try find(call, in: transaction.connection)
      try call.checkVersion(
        member.json(for: call.account.id, in: transaction.connection))
      try RemoveMember(memberID: member.id)(transaction)
    }
    return .done
  }

  static let example = GroupMember(
    id: Examples.member, groupID: Examples.group, details: MemberDetails(name: "Ana"),
    createdAt: Examples.milliseconds
  ).json(for: Examples.account)
}

extension GroupMember {
  /// The member as the API shows them to the account of a replica.
  func json(for account: AccountID, in connection: Connection) throws -> JSON {
    try PaymentDetails(in: groupID, connection).shown(self).json(for: account)
  }

  /// The member with all that is here of them.
  func json(for account: AccountID) -> JSON {
    .object(
      [
        .init("id", .string(id)), .init("groupID", .string(groupID)),
        .init("accountID", JSON(accountID)), .init("isYou", .bool(accountID == account)),
        .init("createdAt", .string(TimeText.text(createdAt))),
      ] + Shape.groupMember.shown(details))
  }
}
