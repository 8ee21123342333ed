import Backends
import Replica
import SyncProtocol

/// `hearth group join`. Who joins a group has nothing to decide; of a home see ``JoinCommand``.
enum GroupJoinCommand {
  private struct Row: Encodable {
    /// Of the group.
    let id: String
    let name: String
    /// `editor` or `viewer`.
    let role: String
    /// Whether the account did not have the group before.
    let didJoin: Bool
    /// Whether the account had it before, and may do more in it now.
    var didUpgrade = false
    /// Whether it would be more there with `--upgrade`.
    let canUpgrade: Bool

    init(_ offer: InviteOffer, _ zone: ZoneID) {
      (id, name, didJoin) = (zone, offer.title, offer.ownRole == nil)
      role = (offer.ownRole ?? offer.role).commandWord
      canUpgrade = offer.isUpgrade
    }
  }

  static let command = Command(
    path: ["group", "join"], summary: "Join a group by an invite",
    details: """
      The group is added to those of the account. Which of its members the account is it says with \
      hearth group claim. The same command again changes nothing. An account that can only view \
      the group and uses an invite for an editor becomes one with --upgrade. The hub must be reached.
      """,
    operands: [.init(name: "INVITE", help: "its link, or its code, such as ABC-2345")],
    options: [.flag("upgrade", "become an editor of a group that the account can only view")]
      + MoneyPlace.options,
    examples: [
      .init("hearth group join KTR-2345 --account ben", "then: hearth group claim Flat Ben")
    ]
  ) { invocation in
    let typed = InviteKey.shown(in: try invocation.requiredOperand(0))
    guard !typed.isEmpty else {
      throw CommandFailure.usage("INVITE is no link and no code; ask for one that is")
    }
    let upgrades = invocation.has("upgrade")
    let row = try await MoneyPlace.open(invocation).ask {
      try await join(InviteKey(typed: typed), upgrades: upgrades, $0)
    }
    return try invocation.report(row) { text(row) }
  }

  private static func text(_ row: Row) -> String {
    if row.didJoin {
      return "Joined \(row.name) as \(row.role == "editor" ? "an" : "a") \(row.role)."
    }
    if row.didUpgrade { return "The account is an editor of \(row.name) now." }
    return "The account has \(row.name) already."
      + (row.canUpgrade
        ? " The invite makes it an editor: say with --upgrade that it is meant." : "")
  }

  private static func join(
    _ key: InviteKey, upgrades: Bool, _ client: any HubClient
  ) async throws -> Row {
    let offer = try await client.preview(key)
    guard offer.kind == .group else {
      throw CommandFailure.refused(
        """
        the invite does not lead to a group; use it with: \
        \(FamilyJoinCommand.command(for: offer.kind))
        """)
    }
    guard !offer.isForOther else { throw HubClientError.refused(.inviteForOther) }
    guard offer.ownRole != .owner else {
      throw CommandFailure.refused("the account owns \(offer.title); nothing was changed")
    }
    if offer.isUpgrade, upgrades {
      _ = try await client.redeem(key, as: .group)
      let now = try await client.preview(key)
      var row = Row(now, now.zone)
      row.didUpgrade = now.ownRole != offer.ownRole
      return row
    }
    guard offer.ownRole == nil else { return Row(offer, offer.zone) }
    return Row(offer, try await client.redeem(key, as: .group))
  }
}
