/// An account's decision about an invite, while joining is not finished. The hub keeps it, so that
/// it survives a crash and can be continued on any device of the account (D-INV-5).
public struct PendingJoin: Equatable, Sendable {
  /// How far the join is, or why the invite no longer admits the account.
  public enum State: String, Sendable, CaseIterable {
    /// It can be redeemed.
    case open
    /// The account has joined with this invite and is in the zone.
    case redeemed
    /// The account is in the zone without this invite; redeeming changes nothing.
    case member
    /// The account joined with this invite and has left or been removed; the invite does not
    /// readmit it.
    case removed
    /// The invite gives another role than the one the account has seen, which must be confirmed
    /// again (D-INV-3).
    case roleChanged
    case expired, revoked
    /// All uses are taken by others.
    case exhausted
    /// The zone of the invite was deleted.
    case zoneGone
    /// The invite is for an account of another name.
    case forOther
    /// Joining is switched off at this hub.
    case switchedOff
  }

  /// See ``id(of:by:)``.
  public var id: String
  public var inviteID: String
  public var zone: ZoneID
  public var kind: ZoneKind
  /// The zone's title; once the invite admits nobody any more, the title when the join was kept.
  public var title: String
  public var ownerName: String
  /// The owner's account name, which, unlike a display name, cannot be made to look like another
  /// person's.
  public var ownerAccountName: String
  /// The role that the invite gives now.
  public var role: Role
  /// The role that the invite gave when the account last saw it.
  public var seenRole: Role
  /// The account's own role; `nil` if it is not in the zone.
  public var ownRole: Role?
  /// Milliseconds since 1970.
  public var expiresAt: Int64
  /// How many participants the zone has; 0 once the invite admits nobody any more.
  public var participantCount: Int
  /// The caller's own text; the hub does not interpret it.
  public var choice: String
  /// When the join was first kept, milliseconds since 1970.
  public var createdAt: Int64
  /// The account has joined with this invite, even if it was removed later.
  public var isRedeemed: Bool
  public var state: State
  /// Whether the account may merge a zone of its own into the invite's zone.
  public var allowsMerge: Bool

  /// The id of an account's join with an invite; there is one for each pair.
  package static func id(of account: AccountID, by inviteID: String) -> String {
    UUIDs.v5(account, inviteID)
  }

  public init(
    id: String, inviteID: String, zone: ZoneID, kind: ZoneKind, title: String, ownerName: String,
    ownerAccountName: String, role: Role, seenRole: Role, ownRole: Role? = nil, expiresAt: Int64,
    participantCount: Int, choice: String, createdAt: Int64, isRedeemed: Bool, state: State,
    allowsMerge: Bool = true
  ) {
    self.id = id
    self.inviteID = inviteID
    self.zone = zone
    self.kind = kind
    self.title = title
    self.ownerName = ownerName
    self.ownerAccountName = ownerAccountName
    self.role = role
    self.seenRole = seenRole
    self.ownRole = ownRole
    self.expiresAt = expiresAt
    self.participantCount = participantCount
    self.choice = choice
    self.createdAt = createdAt
    self.isRedeemed = isRedeemed
    self.state = state
    self.allowsMerge = allowsMerge
  }
}

/// Keeps a join: an invite's key, and what its holder has decided so far.
public struct KeepJoinRequest: Equatable, Sendable {
  public var key: InviteKey
  public var choice: String

  public init(_ key: InviteKey, choice: String) {
    self.key = key
    self.choice = choice
  }
}

/// Changes what somebody has decided about a join that was kept.
public struct JoinChoiceRequest: Equatable, Sendable {
  public var choice: String
  /// The role that the person was shown and agreed to; `nil` keeps the one agreed to before.
  public var role: Role?

  public init(choice: String, role: Role? = nil) {
    self.choice = choice
    self.role = role
  }
}
