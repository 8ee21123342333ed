import Finances
import Household
import SyncProtocol

/// The commands about the members of groups.
enum GroupMemberCommands {
  static let all = [list, add, edit, remove] + whoIsWho

  static let member = Command.Operand(
    name: "MEMBER", help: "the member: a name or an id; me is the account's own")

  private static let list = Command(
    path: ["group", "members"], summary: "List the members of a group",
    details: """
      Says who has an account, how many shares they have and, if the account owes them, how they \
      are paid.
      """,
    operands: [GroupCommands.group], options: MoneyPlace.options,
    examples: [.init("hearth group members Flat --json", "with their ids, for a program")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.show { reader in
      let group = try reader.group(wanted)
      let payments = try PaymentDetails(in: group.id, reader.connection)
      let members = try GroupMember.of(group.id, in: reader.connection).map(payments.shown)
      let names = MoneyNames(members, own: group.ownMemberID, reader.words)
      let lines = TextColumns(
        members.map { member in
          [
            names.inList(member.id), member.accountID == nil ? "no account" : "has an account",
            Int(member.details.weight).counted("share"),
            member.details.payment, member.details.isArchived ? "archived" : "", member.id,
          ]
        })
      return (members.map { MemberRow($0, you: reader.accountID) }, lines.text)
    }
  }

  private static let fields: [Command.Option] = [
    .value("payment", "TEXT", "how to pay them: an IBAN or a link"),
    .value("weight", "N", "their shares in what is split by shares"),
  ]

  private static let add = Command(
    path: ["group", "add-member"], summary: "Add somebody to a group, who needs no account",
    details: "They can say later that they are this member, when they are invited.",
    operands: [GroupCommands.group, .init(name: "NAME", help: "what they are called")],
    options: fields + MoneyPlace.options,
    examples: [
      .init("hearth group add-member Flat Dora", "one more in the flat"),
      .init("hearth group add-member Trip 'The Kims' --weight 3", "a family with three shares"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(MemberRow.init, saying: { "Added \($0.name)." }) { reader in
      var details = MemberDetails(name: try invocation.requiredOperand(1))
      try take(invocation, into: &details)
      let add = AddMember(groupID: try reader.group(wanted).id, details)
      return MoneyChange { try add($0) }
    }
  }

  private static let edit = Command(
    path: ["group", "edit-member"], summary: "Rename or archive a member, or change how they pay",
    details: """
      An archived member takes part in nothing new; what they owe and are owed stays.
      """,
    operands: [GroupCommands.group, member],
    options: [
      .value("name", "NAME", "what they are called"),
      .value("archive", "WORD", "on or off: whether they take part in nothing new"),
    ] + fields + MoneyPlace.options,
    examples: [
      .init("hearth group edit-member Flat Ben --archive on", "Ben has moved out"),
      .init("hearth group edit-member Flat me --payment DE02120300000000202051", "how to pay you"),
    ]
  ) { invocation in
    let options = ["name", "archive"] + fields.map(\.name)
    try invocation.requireChange("group edit-member", options)
    return try await invocation.write(MemberRow.init, saying: { "Saved \($0.name)." }) { reader in
      let member = try named(invocation, reader)
      var details = member.details
      if let name = invocation["name"] { details.name = name }
      if let word = invocation["archive"] {
        details.isArchived = try GroupCommands.isOn(word, "archive")
      }
      try take(invocation, into: &details)
      let edit = EditMember(memberID: member.id, details: details, base: member.details)
      return MoneyChange { try edit($0) }
    }
  }

  private static let remove = Command(
    path: ["group", "remove-member"], summary: "Remove a member whom no expense names",
    details: """
      Whoever has paid or shared something can only be archived: hearth group edit-member. A \
      member who has an account is removed by that account or the owner.
      """,
    operands: [GroupCommands.group, member], options: MoneyPlace.options,
    examples: [.init("hearth group remove-member Flat Dora", "added by mistake")]
  ) { invocation in
    return try await invocation.write(MemberRow.init, saying: { "Removed \($0.name)." }) { reader in
      let member = try named(invocation, reader)
      let remove = RemoveMember(memberID: member.id)
      return MoneyChange { transaction in
        try remove(transaction)
        return member
      }
    }
  }

  static func named(
    _ invocation: Invocation, _ reader: MoneyReader
  ) throws -> GroupMember {
    let group = try reader.group(try invocation.requiredOperand(0))
    return try reader.member(
      try invocation.requiredOperand(1), of: group,
      try GroupMember.of(group.id, in: reader.connection), at: "MEMBER")
  }

  private static func take(_ invocation: Invocation, into details: inout MemberDetails) throws {
    if let payment = invocation["payment"] { details.payment = payment }
    if let text = invocation["weight"] { details.weight = try SumText.shares(text, at: "--weight") }
  }
}
