import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The fields of a group that a request can send.
struct GroupDraft: Sendable {
  var details = GroupDetails(name: "", currency: "")
  /// What its maker is called in it; `nil` for the account's name.
  var ownName: String?
  /// The names of a new group's further members.
  var members: [String] = []
}

extension Shape<GroupDraft> {
  static let group = Shape(
    name: "Group",
    fields: Field.all(GroupDetails.fields, at: \.details) + [ownName, members],
    readOnly: Group.heading + [
      .init(
        "ownMemberID",
        [
          "type": ["string", "null"],
          "description": "The member that the account is; null while it has not said so.",
        ]),
      .init("memberCount", ["type": "integer", "description": "Without archived ones."]),
    ], fixed: ["ownName", "members"])

  private static let ownName: Field<GroupDraft> = {
    let field = Field<GroupDraft>.optionalText(
      "ownName", \.ownName, "What you are called in it; your account's name when it is not said.",
      example: "Ana", maxLength: Int64(TextLimit.name.maxCharacters))
    return Field(
      name: field.name, schema: field.schema, isShown: false, show: field.show, take: field.take)
  }()

  private static let members = Field<GroupDraft>(
    name: "members",
    schema: [
      "type": "array", "maxItems": .integer(Int64(GroupMember.maxPerGroup)),
      "items": ["type": "string"],
      "description": "The names of everybody else, who need no account.", "examples": [["Ben"]],
    ], isShown: false,
    show: { _ in .null },
    take: { (json: JSON, draft: inout GroupDraft) throws(Problem.Fault) in
      draft.members = try Taken(json, "members").texts(maxCount: GroupMember.maxPerGroup)
    })
}

/// Groups of people who share expenses.
enum GroupsResource: Resource {
  static let tag = "Groups"

  static let schemas: [JSON.Member] = [
    .init("Group", Shape.group.schema), .init("NewGroup", Shape.group.newSchema),
    .init("GroupChange", Shape.group.changeSchema), Page.schema(of: "Group"),
  ]

  static let path = "/api/v1/groups"
  static let groupID = Parameter("groupID", .id, example: .string(Examples.group), "The group.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listGroups", summary: "The account's groups, by name",
      scope: .read, query: Parameter.paging,
      outcome: .json("GroupPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addGroup", summary: "Make a group",
      details: "You are its first member. Without `currency` it has your own.", scope: .write,
      needsAllHomes: true,
      body: .json("NewGroup", example: ["name": "Flat", "currency": "EUR", "members": ["Ben"]]),
      status: .created, outcome: .json("Group", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{groupID}", id: "getGroup", summary: "One group", scope: .read,
      pathParameters: [groupID], outcome: .json("Group", example: example), isVersioned: true,
      handler: get),
    Operation(
      method: .patch, path: "\(path)/{groupID}", id: "changeGroup", summary: "Change a group",
      details: """
        Only what is sent is changed. Another `currency` is for new expenses; those that are there \
        keep theirs.
        """,
      scope: .write, pathParameters: [groupID],
      body: .change("GroupChange", example: ["simplifies": false]),
      outcome: .json("Group", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{groupID}", id: "deleteGroup",
      summary: "Delete a group with everything in it, for everybody",
      details: """
        Only its owner may. It can be restored for 30 days on the page of deleted groups. One that \
        others have, too, is deleted only by a token that may share.
        """,
      scope: .write, pathParameters: [groupID], status: .noContent, outcome: .nothing,
      isVersioned: true, handler: delete),
  ]

  // MARK: Reading

  private static let list: Operation.Handler = { call in
    try await call.zones { connection in
      { (group: Group) in
        try GroupList.row(group.id, of: call.account.id, in: connection).map(json)
      }
    }
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { json(try find(call, in: $0)) })
  }

  /// The group of the call, as `getGroup` answers it.
  static func shown(_ call: Call, in connection: Connection) throws -> JSON {
    json(try find(call, in: connection))
  }

  private static func find(_ call: Call, in connection: Connection) throws -> GroupList.Row {
    try call.requireGroup(in: connection)
    guard let row = try GroupList.row(call.groupID, of: call.account.id, in: connection) else {
      throw Problem.notFound
    }
    return row
  }

  private static func json(_ row: GroupList.Row) -> JSON {
    json(
      row.group, role: row.role, ownMemberID: row.ownMemberID, memberCount: row.memberCount)
  }

  private static func json(
    _ group: Group, role: Role, ownMemberID: RecordID?, memberCount: Int
  ) -> JSON {
    .object(
      group.heading(role) + [
        .init("ownMemberID", JSON(ownMemberID)),
        .init("memberCount", .integer(Int64(memberCount))),
      ] + Shape.group.shown(GroupDraft(details: group.details)))
  }

  // MARK: Writing

  private static let add: Operation.Handler = { call in
    var draft = GroupDraft()
    try Shape.group.take(call.body, into: &draft, isNew: true)
    let ownName = draft.ownName ?? call.account.displayName
    let shown = try await call.write { [draft] transaction in
      let connection = transaction.connection
      var details = draft.details
      if details.currency.isEmpty {
        details.currency = try Profile.own(in: connection)?.currency ?? "EUR"
      }
      let group = try CreateGroup(details, ownName: ownName, others: draft.members)(transaction)
      // Its zone is known here only when the hub has confirmed it.
      let members = try GroupMember.of(group.id, in: connection)
      let own = members.first { $0.accountID == call.account.id }
      return json(
        group, role: .owner, ownMemberID: own?.id, memberCount: members.count)
    }
    if let id = shown["id"]?.text {
      call.count(.groupCreated(group: id, members: draft.members.count + 1))
    }
    return .added(shown, to: path)
  }

  private static let change: Operation.Handler = { call in
    let shown = try await call.write(in: call.groupID) { transaction in
      let row = try find(call, in: transaction.connection)
      try call.checkVersion(json(row))
      var draft = GroupDraft(details: row.group.details)
      try Shape.group.take(call.body, into: &draft, isNew: false)
      try EditGroup(
        groupID: row.id, details: draft.details, base: row.group.details)(transaction)
      return json(try find(call, in: transaction.connection))
    }
    return .record(shown)
  }

  private static let delete: Operation.Handler = { call in
    try await call.deleteZone(call.groupID) { transaction in
      let connection = transaction.connection
      try call.requireOwnedZone(in: connection)
      try call.checkVersion(json(find(call, in: connection)))
      try call.requireSharing(ifOthersHave: call.groupID, in: connection)
      try NotByChildren.check(in: connection)
      try DeleteGroup(groupID: call.groupID)(transaction)
    }
    return .done
  }

  static let example: JSON = {
    var details = GroupDetails(name: "Flat", currency: "EUR")
    details.emoji = "🏡"
    return json(
      Group(id: Examples.group, details: details, createdAt: Examples.milliseconds), role: .owner,
      ownMemberID: Examples.member, memberCount: 2)
  }()
}
