import Backends
import Families
import Replica
import SyncProtocol

/// `hearth family join`. An account is in one family at a time: joining another one leaves the
/// present one in the same step at the hub, and has to be meant.
enum FamilyJoinCommand {
  private struct Row: Encodable {
    /// Of the family of the invite.
    let id: String
    let name: String
    /// `parent` or `child`.
    let role: String
    let isDryRun: Bool
    /// Whether the account was in the family before.
    let isIn: Bool
    let didJoin: Bool
    /// The family that the account leaves for it; `nil` when it is in none, or in this one.
    let leaves: Left?
  }

  /// What changing families means for the present one.
  private struct Left: Encodable, Sendable {
    let id: String
    let name: String
    /// Who stays in it.
    let others: [String]
    /// How many of its routines name the account.
    let routineCount: Int
    let isFounder: Bool

    var text: String {
      let stay = others.isEmpty ? "nobody" : others.joined(separator: ", ")
      let routines = "\(routineCount) \(routineCount == 1 ? "routine" : "routines")"
      return """
        That leaves \(name), where \(stay) stays; \(routines) there name the account. \
        What others shared with it through \(name) goes, its own homes and groups stay.
        """
    }
  }

  static let command = Command(
    path: ["family", "join"], summary: "Join a family by an invite, or change to it",
    details: """
      An account is in one family at a time. Who is in another one leaves that in the same step; \
      --dry-run says what that means, and --yes that it is meant. Whoever founded a family hands \
      it over on its page, or dissolves it, first. The same command again changes nothing. The hub \
      must be reached.
      """,
    operands: [.init(name: "INVITE", help: "its link, or its code, such as ABC-2345")],
    options: [
      .flag("yes", "leave the present family for it"),
      .flag("dry-run", "only say what would happen; nothing is joined"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth family join KTR-2345 --account dan --dry-run", "which family it is"),
      .init("hearth family join KTR-2345 --account dan --yes", "out of the one, into the other"),
    ]
  ) { invocation in
    let typed = InviteKey.shown(in: try invocation.requiredOperand(0))
    guard !typed.isEmpty else {
      throw CommandFailure.usage("INVITE is no link and no code; ask for one that is")
    }
    let (isMeant, isDryRun) = (invocation.has("yes"), invocation.has("dry-run"))
    let place = try MoneyPlace.open(invocation)
    let present = try await place.read(invocation.terminal) { try left($0) }
    let row = try await place.ask {
      try await join(
        InviteKey(typed: typed), leaving: present, isMeant: isMeant, isDryRun: isDryRun, $0)
    }
    return try invocation.report(row) { text(row) }
  }

  /// The family that the account is in now; `nil` for none.
  private static func left(_ reader: MoneyReader) throws -> Left? {
    guard let family = try Family.own(in: reader.connection),
      let present = try PresentFamily.of(reader.accountID, in: reader.connection)
    else { return nil }
    return Left(
      id: present.id, name: present.name, others: present.others,
      routineCount: present.routineCount, isFounder: try reader.role(in: family) == .owner)
  }

  private static func join(
    _ key: InviteKey, leaving present: Left?, isMeant: Bool, isDryRun: Bool,
    _ client: any HubClient
  ) async throws -> Row {
    let offer = try await client.preview(key)
    guard !offer.isForOther else { throw HubClientError.refused(.inviteForOther) }
    guard offer.kind == .family else {
      throw CommandFailure.refused(
        "the invite does not lead to a family; use it with: \(command(for: offer.kind))")
    }
    func row(_ didJoin: Bool) -> Row {
      Row(
        id: offer.zone, name: offer.title,
        role: FamilyRole(offer.ownRole ?? offer.role).rawValue, isDryRun: isDryRun,
        isIn: offer.ownRole != nil, didJoin: didJoin, leaves: offer.ownRole == nil ? present : nil)
    }
    guard offer.ownRole == nil, !isDryRun else { return row(false) }
    if let present {
      guard !present.isFounder else {
        throw CommandFailure.refused(
          """
          the account founded \(present.name); hand it over on its page, or dissolve it, first: \
          hearth family dissolve. Nothing was changed
          """)
      }
      guard isMeant else {
        throw CommandFailure.refused(
          "the account is in another family. \(present.text) Say with --yes that it is meant")
      }
    }
    _ = try await client.redeem(key, as: .family, leaving: present?.id)
    return row(true)
  }

  /// The command that uses invites to a kind of zone.
  static func command(for kind: ZoneKind) -> String {
    switch kind {
    case .group: "hearth group join"
    case .family: "hearth family join"
    default: "hearth join"
    }
  }

  private static func text(_ row: Row) -> String {
    if row.didJoin {
      let left = row.leaves.map { " and left \($0.name)" } ?? ""
      return "Joined \(row.name) as a \(row.role)\(left)."
    }
    guard !row.isIn else { return "The account is in \(row.name) already, as a \(row.role)." }
    return
      (["\(row.name): the account would join as a \(row.role)."]
      + [row.leaves?.text].compactMap(\.self) + ["Nothing was joined or changed."])
      .joined(separator: "\n")
  }
}
