import Replica
import SyncProtocol
import Values

/// The commands about invites to a home or a group. Only its owner makes and sees them.
enum ZoneInviteCommands {
  static func all(_ kind: SharedKind) -> [Command] { [invite(kind), invites(kind), end(kind)] }

  private static func invite(_ kind: SharedKind) -> Command {
    let merging: [Command.Option] =
      kind == .home
      ? [.flag("no-merge", "who joins may not move a home of theirs into this one")] : []
    return Command(
      path: [kind.rawValue, "invite"], summary: "Make an invite to a \(kind.rawValue)",
      details: """
        Only its owner may. Whoever has the link or the code sees which \(kind.rawValue) it is and \
        joins as what ROLE says; editors write, viewers read. Both are shown once.
        """,
      operands: [kind.operand, .init(name: "ROLE", help: "editor or viewer")],
      options: InviteTyping.options + merging + MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) invite \(kind.example) editor", "one person, for a day"),
        .init(
          "hearth \(kind.rawValue) invite \(kind.example) viewer --for ben --hours 2",
          "only for who signs in as ben"),
      ]
    ) { invocation in
      let role = try ZonePeopleCommands.guestRole(try invocation.requiredOperand(1))
      let typing = try InviteTyping(invocation)
      let place = try MoneyPlace.open(invocation)
      let zone = try await owned(kind, invocation, in: place)
      let merges = !invocation.has("no-merge")
      let made = try await place.ask {
        try await typing.make(zone.id, role, word: role.commandWord, allowsMerge: merges, $0)
      }
      return try invocation.report(made) { made.text }
    }
  }

  private static func invites(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "invites"],
      summary: "List the invites to a \(kind.rawValue) that work",
      details: "The oldest first; only its owner sees them, and their codes are not shown again.",
      operands: [kind.operand], options: MoneyPlace.options,
      examples: [.init("hearth \(kind.rawValue) invites \(kind.example)", "to see, and to end one")]
    ) { invocation in
      let place = try MoneyPlace.open(invocation)
      let zone = try await owned(kind, invocation, in: place)
      let rows = try await place.openInvites(to: zone.id).map { row($0, kind) }
      return try OpenInviteRow.report(rows, to: zone.name, invocation)
    }
  }

  private static func end(_ kind: SharedKind) -> Command {
    Command(
      path: [kind.rawValue, "end-invite"], summary: "End an invite to a \(kind.rawValue)",
      details: "Only its owner may. Who joined with it stays.",
      operands: [
        kind.operand,
        .init(name: "INVITE", help: "its id, as hearth \(kind.rawValue) invites shows it"),
      ],
      options: MoneyPlace.options,
      examples: [
        .init("hearth \(kind.rawValue) end-invite \(kind.example) 0198c0de…", "nobody uses it now")
      ]
    ) { invocation in
      let id = try invocation.requiredOperand(1)
      let place = try MoneyPlace.open(invocation)
      let zone = try await owned(kind, invocation, in: place)
      let ended = try await place.endInvite(
        id, to: zone.id, named: zone.name, listedBy: "hearth \(kind.rawValue) invites")
      return try invocation.report(row(ended, kind)) { "The invite works no longer." }
    }
  }

  private static func owned(
    _ kind: SharedKind, _ invocation: Invocation, in place: MoneyPlace
  ) async throws -> SharedZone {
    let zone = try await SharedZone.named(kind, invocation, in: place)
    try zone.requireOwner()
    return zone
  }

  private static func row(_ invite: Share.OpenInvite, _ kind: SharedKind) -> OpenInviteRow {
    OpenInviteRow(
      invite, invite.role.commandWord, allowsMerge: kind == .home ? invite.allowsMerge : nil)
  }
}
