/// What somebody has decided about an invite and not finished yet. The hub keeps it, so that it
/// outlives a crash and goes on from any device of the account (D-INV-5).
public struct PendingJoin: Equatable, Sendable {
  /// How far it is, or why the invite does not let the account in any more.
  public enum State: String, Sendable, CaseIterable {
    /// It can be redeemed.
    case open
    /// The account has joined by it, and is in the zone.
    case redeemed
    /// The account is in the zone by another way; redeeming changes nothing.
    case member
    /// The account had joined by it and is out again; it is no way back in.
    case removed
    /// The invite gives another role than the one that was seen: it is to be confirmed again
    /// (D-INV-3).
    case roleChanged
    case expired, revoked
    /// Others have used it up.
    case exhausted
    /// What the invite was for was deleted.
    case zoneGone
    /// The invite is for an account of another name.
    case forOther
    /// Nobody joins at this hub now.
    case switchedOff
  }

  /// See `id(of:by:)`.
  public var id: String
  public var inviteID: String
  public var zone: ZoneID
  public var kind: ZoneKind
  /// What the zone is called; once the invite lets nobody in, what it was called when it was kept.
  public var title: String
  public var ownerName: String
  /// The owner's account name, which he cannot make look like someone else's display name.
  public var ownerAccountName: String
  /// What the invite gives now.
  public var role: Role
  /// What it gave when the account saw it last.
  public var seenRole: Role
  /// The account's own role, when it is in the zone.
  public var ownRole: Role?
  /// Milliseconds since 1970.
  public var expiresAt: Int64
  /// How many are in the zone; 0 once the invite lets nobody in.
  public var participantCount: Int
  /// The caller's own text; the hub does not look into it.
  public var choice: String
  /// When it was kept first, milliseconds since 1970.
  public var createdAt: Int64
  /// The account has joined by this invite, whatever came after.
  public var isRedeemed: Bool
  public var state: State
  /// Whether the account may merge a zone of its own into it.
  public var allowsMerge: Bool

  /// The id of an account's join by an invite, of which there is one.
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

/// An invite's key, and what its holder has decided so far.
public struct KeepJoinRequest: Equatable, Sendable {
  public var key: InviteKey
  public var choice: String

  public init(_ key: InviteKey, choice: String) {
    self.key = key
    self.choice = choice
  }
}

/// What somebody has decided now about an invite of theirs.
public struct JoinChoiceRequest: Equatable, Sendable {
  public var choice: String
  /// The role that the person was shown and agreed to; `nil`: no other than before.
  public var role: Role?

  public init(choice: String, role: Role? = nil) {
    self.choice = choice
    self.role = role
  }
}
