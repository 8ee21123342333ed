import Backends
import Families
import Hub
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
    /// Whether it was in it as a child, and is a parent now.
    let didUpgrade: Bool
    /// Whether a child would become a parent with `--upgrade`.
    let canUpgrade: Bool
    /// How many homes and groups that are shared with the family it gets; `nil` where the hub does
    /// not say.
    let sharedCount: Int?
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
    /// Whether it is dissolved by that: the account founded it, and nobody else is in it.
    let dissolves: Bool
    let stars: Int64
    let wishCount: Int
    /// What the hub knows; `nil` for a device.
    var impact: Impact?

    var text: String {
      guard !dissolves else { return dissolvedText }
      let stay = others.isEmpty ? "nobody" : others.joined(separator: ", ")
      let routines = "\(routineCount) \(routineCount == 1 ? "routine" : "routines")"
      let all = [
        """
        That leaves \(name), where \(stay) stays; \(routines) there name the account. \
        What others shared with it through \(name) goes, its own homes and groups stay.
        """,
        impact?.text ?? "",
        stars > 0 || wishCount > 0 ? "\(stars) stars and \(wishCount) open wishes stay there." : "",
      ]
      return all.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var dissolvedText: String {
      let dissolved = """
        That dissolves \(name), as nobody else is in it. It can be restored for 30 days with: \
        hearth family restore, once the account is in no other family. Its own homes and groups \
        stay.
        """
      return [dissolved, impact?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The same as the page that asks before changing families.
  private struct Impact: Encodable, Sendable {
    let losesAccess: [String]
    let stopsSharing: [String]
    let gainedCount: Int
    let inviteCount: Int
    let tabletCount: Int
    /// `inherited` or `lost`; `nil` where nothing changes.
    let plan: String?

    init(_ change: FamilyChange) {
      losesAccess = change.lost.map(\.title)
      stopsSharing = change.ended.map(\.title)
      (gainedCount, inviteCount) = (change.gainedCount, change.inviteCount)
      tabletCount = change.tabletCount
      plan = change.plan.map { $0 == .inherited ? "inherited" : "lost" }
    }

    var text: String {
      var parts: [String] = []
      if !losesAccess.isEmpty {
        parts.append("The account loses access to \(losesAccess.joined(separator: ", ")).")
      }
      if !stopsSharing.isEmpty {
        parts.append("It stops sharing \(stopsSharing.joined(separator: ", ")).")
      }
      if gainedCount > 0 { parts.append("It gets access to \(gainedCount) homes and groups.") }
      if inviteCount > 0 { parts.append("\(inviteCount) open invites of it end.") }
      if tabletCount > 0 { parts.append("\(tabletCount) tablets that it made stop working.") }
      switch plan {
      case "inherited": parts.append("The plan of the other family covers it then.")
      case "lost": parts.append("A plan covers it no longer.")
      default: break
      }
      return parts.joined(separator: " ")
    }
  }

  static let command = Command(
    path: ["family", "join"], summary: "Join a family by an invite, or change to it",
    details: """
      An account is in one family at a time. Who is in another one leaves that in the same step; \
      --dry-run says what that means, and --yes that it is meant. Whoever founded a family in \
      which others are hands it over first; one that is alone in it dissolves it by that, and can \
      restore it for 30 days. The same command again changes nothing. A child of the family that \
      uses an invite for a parent becomes one with --upgrade. The hub must be reached.
      """,
    operands: [.init(name: "INVITE", help: "its link, or its code, such as ABC-2345")],
    options: [
      .flag("yes", "leave the present family for it"),
      .flag("upgrade", "become a parent of the family in which the account is a child"),
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
    let upgrades = invocation.has("upgrade")
    let place = try MoneyPlace.open(invocation)
    let present = try await place.read(invocation.terminal) { try left($0) }
    let request = Request(
      key: InviteKey(typed: typed), leaving: present, isMeant: isMeant, isDryRun: isDryRun,
      upgrades: upgrades)
    let row = try await place.ask { try await join(request, in: place, $0) }
    return try invocation.report(row) { text(row) }
  }

  /// The family that the account is in now; `nil` for none.
  private static func left(_ reader: MoneyReader) throws -> Left? {
    let found = try PresentFamily.of(
      reader.accountID, in: reader.connection, today: { reader.today(of: $0) })
    guard let present = found else { return nil }
    return Left(
      id: present.id, name: present.name, others: present.others,
      routineCount: present.routineCount, isFounder: present.isFounder,
      dissolves: present.isAlone,
      stars: present.stars, wishCount: present.wishCount)
  }

  private struct Request {
    let key: InviteKey
    let leaving: Left?
    let isMeant: Bool
    let isDryRun: Bool
    let upgrades: Bool
  }

  /// What changing means, as the hub knows it.
  private static func impact(_ offer: InviteOffer, in place: MoneyPlace) async throws -> Impact? {
    guard case .hub(let hub, let account) = place else { return nil }
    return try await hub.pool.run {
      Impact(try hub.hub.familyChange(of: account.id, joining: offer.inviteID))
    }
  }

  private static func join(
    _ request: Request, in place: MoneyPlace, _ client: any HubClient
  ) async throws -> Row {
    let offer = try await client.preview(request.key)
    var present = request.leaving
    guard !offer.isForOther else { throw HubClientError.refused(.inviteForOther) }
    guard offer.kind == .family else {
      throw CommandFailure.refused(
        "the invite does not lead to a family; use it with: \(command(for: offer.kind))")
    }
    if offer.ownRole == nil, present != nil { present?.impact = try await impact(offer, in: place) }
    func row(_ didJoin: Bool, as offer: InviteOffer, didUpgrade: Bool = false) -> Row {
      Row(
        id: offer.zone, name: offer.title,
        role: FamilyRole(offer.ownRole ?? offer.role).rawValue, isDryRun: request.isDryRun,
        isIn: offer.ownRole != nil, didJoin: didJoin, didUpgrade: didUpgrade,
        canUpgrade: offer.isUpgrade,
        sharedCount: offer.ownRole == nil ? offer.sharedCount : nil,
        leaves: offer.ownRole == nil ? present : nil)
    }
    if offer.isUpgrade, request.upgrades, !request.isDryRun {
      _ = try await client.redeem(request.key, as: .family)
      let now = try await client.preview(request.key)
      return row(false, as: now, didUpgrade: now.ownRole != offer.ownRole)
    }
    guard offer.ownRole == nil, !request.isDryRun else { return row(false, as: offer) }
    if let present {
      guard !present.isFounder || present.dissolves else {
        throw CommandFailure.refused(
          """
          the account founded \(present.name), where others are; hand it over first: hearth family \
          hand-over, or dissolve it: hearth family dissolve. Nothing was changed
          """)
      }
      guard request.isMeant else {
        throw CommandFailure.refused(
          "the account is in another family. \(present.text) Say with --yes that it is meant")
      }
    }
    let change = SwitchFamily(
      request.key, leaving: present?.id, dissolves: present?.dissolves ?? false)
    _ = try await change(client) { delete, reliance in
      _ = try await place.write { _ in
        MoneyChange(relyingOn: reliance) { try delete($0) }
      } show: { _, _ in
        true
      }
    }
    return row(true, as: offer)
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
      let left = row.leaves.map { " and \($0.dissolves ? "dissolved" : "left") \($0.name)" } ?? ""
      return "Joined \(row.name) as a \(row.role)\(left)."
    }
    if row.didUpgrade { return "The account is a parent of \(row.name) now." }
    guard !row.isIn else {
      return "The account is in \(row.name) already, as a \(row.role)."
        + (row.canUpgrade
          ? " The invite makes it a parent: say with --upgrade that it is meant." : "")
    }
    return
      (["\(row.name): the account would join as a \(row.role)."]
      + [row.leaves == nil ? row.sharedCount.map(access) : nil]
      .compactMap(\.self) + [row.leaves?.text].compactMap(\.self) + [
        "Nothing was joined or changed."
      ])
      .joined(separator: "\n")
  }

  private static func access(_ count: Int) -> String {
    switch count {
    case 0: "No home and no group is shared with it now."
    case 1: "It gets access to 1 home or group that is shared with the family."
    default: "It gets access to \(count) homes and groups that are shared with the family."
    }
  }
}
