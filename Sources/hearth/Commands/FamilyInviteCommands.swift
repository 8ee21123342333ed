import Families
import Household
import Replica
import SyncProtocol
import Values

/// The commands about invites to the account's family. Parents make, see and end them.
enum FamilyInviteCommands {
  static let all = [invite, invites, end, FamilyJoinCommand.command]

  private static let invite = Command(
    path: ["family", "invite"], summary: "Make an invite to the family",
    details: """
      Parents may. Whoever has the link or the code joins as what ROLE says. Both are shown once.
      """,
    operands: [.init(name: "ROLE", help: "parent or child")],
    options: InviteTyping.options + MoneyPlace.options,
    examples: [.init("hearth family invite child --hours 2", "for a child's tablet")]
  ) { invocation in
    let role = try FamilyCommands.familyRole(try invocation.requiredOperand(0))
    let typing = try InviteTyping(invocation)
    let place = try MoneyPlace.open(invocation)
    let family = try await FamilyCommands.managed(place, invocation)
    let made = try await place.ask {
      try await typing.make(family.id, role.role, word: role.rawValue, $0)
    }
    return try invocation.report(made) { made.text }
  }

  private static let invites = Command(
    path: ["family", "invites"], summary: "List the invites to the family that work",
    details: "The oldest first; only parents see them, and their codes are not shown again.",
    options: MoneyPlace.options,
    examples: [.init("hearth family invites", "to see, and to end one")]
  ) { invocation in
    let place = try MoneyPlace.open(invocation)
    let family = try await FamilyCommands.managed(place, invocation)
    let rows = try await place.openInvites(to: family.id).map(row)
    return try OpenInviteRow.report(rows, to: family.details.name, invocation)
  }

  private static let end = Command(
    path: ["family", "end-invite"], summary: "End an invite to the family",
    details: "Parents may, whoever made it. Who joined with it stays.",
    operands: [.init(name: "INVITE", help: "its id, as hearth family invites shows it")],
    options: MoneyPlace.options,
    examples: [.init("hearth family end-invite 0198c0de…", "nobody uses it now")]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    let place = try MoneyPlace.open(invocation)
    let family = try await FamilyCommands.managed(place, invocation)
    let ended = try await place.endInvite(
      id, to: family.id, named: family.details.name, listedBy: "hearth family invites")
    return try invocation.report(row(ended)) { "The invite works no longer." }
  }

  private static func row(_ invite: Share.OpenInvite) -> OpenInviteRow {
    OpenInviteRow(invite, FamilyRole(invite.role).rawValue)
  }
}
