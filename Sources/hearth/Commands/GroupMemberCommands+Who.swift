import Finances
import Household
import Replica
import SyncProtocol

/// The commands that say which account a member is: the hub decides, so that of two who say the
/// same at once one is told so.
extension GroupMemberCommands {
  static let whoIsWho = [claim, release, assign, combine]

  private static let claim = Command(
    path: ["group", "claim"], summary: "Say that a member is the account",
    details: """
      Whoever is first has the member, and an account is one member of a group. Who may only look \
      at the group may say so, too. It needs the hub.
      """,
    operands: [GroupCommands.group, member], options: MoneyPlace.options,
    examples: [.init("hearth group claim Flat Ben --account ben", "Ben has joined")]
  ) { invocation in
    let outcome = try await decide(invocation) { member, _ in
      let claim = ClaimMember(memberID: member.id)
      return { try claim($0) }
    }
    return try outcome.report(invocation) { "You are \($0.name)." }
  }

  private static let release = Command(
    path: ["group", "release"], summary: "Say that a member is nobody's account",
    details: """
      The group's owner may, and whoever the member is. What they paid and owe stays. It needs the \
      hub.
      """,
    operands: [GroupCommands.group, member], options: MoneyPlace.options,
    examples: [.init("hearth group release Flat me", "taken by mistake")]
  ) { invocation in
    let outcome = try await decide(invocation) { member, _ in
      let release = ReleaseMember(memberID: member.id)
      return { try release($0) }
    }
    return try outcome.report(invocation) { "\($0.name) is nobody's account now." }
  }

  private static let assign = Command(
    path: ["group", "assign"], summary: "Say which account a member is",
    details: """
      Only the group's owner may. The account has the group already, and is no other member of it \
      any more. It needs the hub.
      """,
    operands: [
      GroupCommands.group, member,
      .init(name: "PERSON", help: "who has the group: a name or an id"),
    ], options: MoneyPlace.options,
    examples: [.init("hearth group assign Flat Ben 'Benjamin K.'", "he is Ben")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(2)
    let outcome = try await decide(invocation) { member, reader in
      let people = try Participant.all(home: member.groupID, in: reader.connection)
      let person = try Choice(
        kind: "person", in: " in the group", place: "PERSON",
        all: people.map { ($0.accountID, $0.name) }
      ).find(wanted).map { people[$0] }.get()
      let assign = AssignMember(memberID: member.id, to: person.accountID)
      return { try assign($0) }
    }
    return try outcome.report(invocation) { "Saved who \($0.name) is." }
  }

  private static let combine = Command(
    path: ["group", "combine"], summary: "Make two members one, who are the same person",
    details: """
      MEMBER stays with their name, and has what OTHER paid and owes; OTHER goes. No balance of \
      anybody else changes. It cannot be undone, and needs the hub.
      """,
    operands: [
      GroupCommands.group, member, .init(name: "OTHER", help: "the same person, who goes"),
    ], options: MoneyPlace.options,
    examples: [.init("hearth group combine Flat Ben Benjamin", "one person was added twice")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(2)
    let outcome = try await decide(invocation) { member, reader in
      let group = try reader.group(try invocation.requiredOperand(0))
      let other = try reader.member(
        wanted, of: group, try GroupMember.of(group.id, in: reader.connection), at: "OTHER")
      guard other.id != member.id else {
        throw CommandFailure.usage("OTHER is \(other.details.name), too; name another member")
      }
      let combine = CombineMembers(other.id, into: member.id)
      return { try combine($0) }
    }
    return try outcome.report(invocation) { "They are one member now: \($0.name)." }
  }

  /// A change of the named member that the hub decides, with the group as it is there now.
  private static func decide(
    _ invocation: Invocation,
    _ prepare: (GroupMember, MoneyReader) throws ->
      @Sendable (WriteTransaction) throws ->
      GroupMember
  ) async throws -> MoneyOutcome<MemberRow> {
    try await MoneyPlace.open(invocation).write { reader in
      let member = try named(invocation, reader)
      return MoneyChange(
        relyingOn: Replica.Reliance(zones: [member.groupID]), try prepare(member, reader))
    } show: { member, reader in
      try MemberRow(member, reader)
    }
  }
}
