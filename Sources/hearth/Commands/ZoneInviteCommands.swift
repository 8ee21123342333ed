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
      try invocation.report(made) { made.text }
      return .ok
    }
  }

  private struct Row: Encodable, Sendable {
    let id: String
    let role: String
    let expiresAt: String
    let maxUses: Int
    let usedCount: Int
    /// The sign-in name of the only account that may use it; `null` for any.
    let `for`: OrNull<String>
    /// Of a home.
    let allowsMerge: Bool?

    init(_ invite: Share.OpenInvite, _ kind: SharedKind) {
      (id, role, maxUses) = (invite.id, invite.role.commandWord, invite.maxUses)
      (usedCount, self.for) = (invite.usedCount, OrNull(invite.boundTo))
      expiresAt = TimeText.text(invite.expiresAt)
      allowsMerge = kind == .home ? invite.allowsMerge : nil
    }

    var texts: [String] {
      [
        role, "until \(expiresAt)", "used \(usedCount) of \(maxUses)",
        `for`.value.map { "only for \($0)" } ?? "", allowsMerge == false ? "no merging" : "", id,
      ]
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
      let rows = try await open(zone, in: place).map { Row($0, kind) }
      try invocation.report(RowList(items: rows)) {
        rows.isEmpty ? "No invite to \(zone.name) works." : TextColumns(rows.map(\.texts)).text
      }
      return .ok
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
      guard let invite = try await open(zone, in: place).first(where: { $0.id == id }) else {
        throw CommandFailure.refused(
          """
          no invite '\(id)' to \(zone.name) works; hearth \(kind.rawValue) invites shows those \
          that do
          """)
      }
      try await place.ask { try await $0.revokeInvite(invite.id) }
      try invocation.report(Row(invite, kind)) { "The invite works no longer." }
      return .ok
    }
  }

  private static func owned(
    _ kind: SharedKind, _ invocation: Invocation, in place: MoneyPlace
  ) async throws -> SharedZone {
    let zone = try await SharedZone.named(kind, invocation, in: place)
    try zone.requireOwner()
    return zone
  }

  /// Ids begin with the time of creation, so this is the oldest first.
  private static func open(
    _ zone: SharedZone, in place: MoneyPlace
  ) async throws -> [Share.OpenInvite] {
    try await place.share(of: zone)?.invites.sorted { $0.id < $1.id } ?? []
  }
}

extension MoneyPlace {
  /// What the hub knows of who has something; `nil` for what is shared with nobody.
  func share(of zone: SharedZone) async throws -> Share? {
    do {
      return try await ask { try await $0.share(of: zone.id) }
    } catch HubClientError.refused(.notFound) {
      return nil
    }
  }
}
