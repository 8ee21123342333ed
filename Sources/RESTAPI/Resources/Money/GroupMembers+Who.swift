import Finances
import Household
import Replica
import SQLite
import SyncProtocol

/// Which account a member is.
struct AssignmentDraft: Sendable {
  var accountID = ""
}

extension Shape<AssignmentDraft> {
  static let assignment = Shape(
    name: "Assignment",
    fields: [
      .id(
        "accountID", \.accountID, "Who has the group, with an account.", example: Examples.account)
    ], readOnly: [])
}

/// Which member goes when two are one person.
struct CombinationDraft: Sendable {
  var otherID = ""
}

extension Shape<CombinationDraft> {
  static let combination = Shape(
    name: "Combination",
    fields: [
      .id(
        "otherID", \.otherID, "The member who is the same person, and goes.",
        example: Examples.otherMember)
    ], readOnly: [])
}

/// Who is who: the hub decides, so that of two who say the same at once one is told so.
extension GroupMembersResource {
  private static let parameters = [GroupsResource.groupID, memberID]

  static let whoIsWho = [
    Operation(
      method: .post, path: "\(path)/{memberID}/claim", id: "claimGroupMember",
      summary: "Say that a member is you",
      details: "Viewers may, too. Whoever is first has the member.", scope: .write,
      pathParameters: parameters, outcome: .json("GroupMember", example: example),
      isVersioned: true, conflicts: [claimed], handler: claim),
    Operation(
      method: .post, path: "\(path)/{memberID}/release", id: "releaseGroupMember",
      summary: "Say that a member is nobody's account",
      details: "The group's owner may, and whoever the member is.", scope: .write,
      pathParameters: parameters, outcome: .json("GroupMember", example: example),
      isVersioned: true, handler: release),
    Operation(
      method: .post, path: "\(path)/{memberID}/assign", id: "assignGroupMember",
      summary: "Say which account a member is",
      details: "Only the group's owner may. The account is no other member any more.",
      scope: .write, pathParameters: parameters,
      body: .json("Assignment", example: ["accountID": .string(Examples.account)]),
      outcome: .json("GroupMember", example: example), isVersioned: true, handler: assign),
    Operation(
      method: .post, path: "\(path)/{memberID}/combine", id: "combineGroupMembers",
      summary: "Make two members one, who are the same person",
      details: """
        The member of the address stays with their name, and has what the other one paid and owes. \
        No balance of anybody else changes. It cannot be undone.
        """,
      scope: .write, pathParameters: parameters,
      body: .json("Combination", example: ["otherID": .string(Examples.otherMember)]),
      outcome: .json("GroupMember", example: example), isVersioned: true, conflicts: [claimed],
      handler: combine),
  ]

  private static let claim: Operation.Handler = { call in
    let json = try await call.decide { transaction in
      let member = try find(call, in: transaction.connection)
      return try ClaimMember(memberID: member.id)(transaction)
        .json(for: call.account.id, in: transaction.connection)
    }
    return .record(json)
  }

  private static let release: Operation.Handler = { call in
    let json = try await call.decide { transaction in
      let member = try find(call, in: transaction.connection)
      if member.accountID != call.account.id {
        try call.requireOwnedZone(in: transaction.connection)
      }
      return try ReleaseMember(memberID: member.id)(transaction)
        .json(for: call.account.id, in: transaction.connection)
    }
    return .record(json)
  }

  private static let assign: Operation.Handler = { call in
    var draft = AssignmentDraft()
    try Shape.assignment.take(call.body, into: &draft, isNew: true)
    let json = try await call.decide { [draft] transaction in
      let connection = transaction.connection
      let member = try find(call, in: connection)
      try call.requireOwnedZone(in: connection)
      let people = try Participant.all(home: call.groupID, in: connection)
      guard people.contains(where: { $0.accountID == draft.accountID }) else {
        throw Problem.invalid([.notInThisGroup("accountID")])
      }
      return try AssignMember(memberID: member.id, to: draft.accountID)(transaction)
        .json(for: call.account.id, in: connection)
    }
    return .record(json)
  }

  private static let combine: Operation.Handler = { call in
    var draft = CombinationDraft()
    try Shape.combination.take(call.body, into: &draft, isNew: true)
    let json = try await call.decide { [draft] transaction in
      let connection = transaction.connection
      let member = try find(call, in: connection)
      try call.requireWritableGroup(in: connection)
      guard let other = try GroupMember.find(draft.otherID, in: connection),
        other.groupID == member.groupID
      else { throw Problem.invalid([.notInThisGroup("otherID")]) }
      guard other.id != member.id else {
        throw Problem.invalid([.init("otherID", "same_member", "must be another member")])
      }
      do {
        return try CombineMembers(other.id, into: member.id)(transaction)
          .json(for: call.account.id, in: connection)
      } catch FinanceFailure.unbalanced {
        throw Problem.invalid([.outOfRange("otherID", ExpenseMoney.amounts)])
      }
    }
    return .record(json)
  }
}
