/// Why the hub refuses a sharing request. The list is closed: each case has its words in the
/// message catalogue.
public enum SharingRefusal: String, Error, Sendable, CaseIterable {
  /// The zone does not exist, or the asker is not in it; the answer does not say which.
  case notFound
  /// Only the owner may do this.
  case notOwner
  /// The owner can neither be removed nor be given another role.
  case isOwner
  case noSuchParticipant
  case tooManyParticipants
  case inviteUnknown
  case inviteExpired
  case inviteRevoked
  case inviteExhausted
  /// The zone of the invite was deleted.
  case zoneGone
  /// The asker owns the zone.
  case ownInvite
  /// The asker joined with this invite and was removed afterwards; it does not readmit them.
  case alreadyUsedByYou
  /// The number of uses or the lifetime is out of range, `boundTo` is no valid account name, or the
  /// request holds more than the hub accepts.
  case outOfRange
  /// The invite is for an account of another name.
  case inviteForOther
  /// The invite leads to another kind of zone than the asker expects.
  case inviteOtherKind
  /// Sharing is not open to the people whom the request would admit; participants stay in their
  /// zones.
  case switchedOff
  /// Beginning to share needs a plan at this hub, and the asker has none.
  case planRequired
  /// The account owns the greatest number of zones of this kind that it may.
  case tooManyOwned
  /// The account is in another zone of this kind, and may be in no more: it has to leave that
  /// first.
  case inOther
  /// The account shares nothing and gives no roles: it is a child in a family.
  case restricted
  /// The account is kept by those who decide about its family.
  case kept
  /// The person's family gives them more than this role in the zone.
  case givenByFamily
  /// The asker is in the zone already.
  case alreadyMember
  /// The invite gives another role than the one the asker has seen.
  case inviteChanged
  /// Only somebody whom the invite lets write in the zone may ask this.
  case inviteReadOnly
}

/// Asks for an invite, with what it is to allow.
public struct InviteRequest: Equatable, Sendable {
  /// The zone to share.
  public var zone: ZoneID
  /// `readWrite` or `readOnly`.
  public var role: Role
  /// How long the invite is valid, in seconds: a minute to 30 days.
  public var lifeSeconds: Int64
  /// How many people may join with it: 1 to 50.
  public var maxUses: Int
  /// The name of the only account that may use it, once; `nil` lets anyone use it who has its key.
  public var boundTo: String?
  /// Whether a person who joins may merge a zone of their own into this one.
  public var allowsMerge: Bool

  /// A day.
  public static let defaultLifeSeconds: Int64 = 86_400

  public init(
    zone: ZoneID, role: Role, lifeSeconds: Int64 = defaultLifeSeconds, maxUses: Int = 1,
    boundTo: String? = nil, allowsMerge: Bool = true
  ) {
    self.zone = zone
    self.role = role
    self.lifeSeconds = lifeSeconds
    self.maxUses = maxUses
    self.boundTo = boundTo
    self.allowsMerge = allowsMerge
  }
}

/// A new invite, with its secrets, which are shown only here.
public struct IssuedInvite: Equatable, Sendable {
  /// The id by which the invite is revoked; not a secret.
  public let id: String
  /// 128 random bits for the link, URL-safe base64.
  public let token: String
  /// A code like `ABC-2345`, to be typed in.
  public let code: String
  /// Milliseconds since 1970.
  public let expiresAt: Int64

  public init(id: String, token: String, code: String, expiresAt: Int64) {
    self.id = id
    self.token = token
    self.code = code
    self.expiresAt = expiresAt
  }
}

/// The secret that a person shows to join: an invite's link token, or its code.
public enum InviteKey: Hashable, Sendable {
  case token(String)
  case code(String)
}

/// What an invite tells a person who shows its key and has not joined yet.
public struct InviteOffer: Equatable, Sendable {
  public var inviteID: String
  public var zone: ZoneID
  public var kind: ZoneKind
  /// The zone's title, from the title register of its kind.
  public var title: String
  public var ownerName: String
  /// The owner's account name, which, unlike a display name, cannot be made to look like another
  /// person's.
  public var ownerAccountName: String
  public var role: Role
  /// Milliseconds since 1970.
  public var expiresAt: Int64
  public var participantCount: Int
  public var recordCount: Int
  /// The viewer's own role, if they are in the zone already.
  public var ownRole: Role?
  /// The name of the only account that may use it.
  public var boundTo: String?
  /// Whether the invite is for another account: then only its kind and `boundTo` are told.
  public var isForOther: Bool
  /// Whether a person who joins may merge a zone of their own into this one.
  public var allowsMerge: Bool
  /// How many zones that are shared with a family somebody gets who joins it; `nil` for zones of
  /// other kinds, and from older hubs.
  public var sharedCount: Int?

  public init(
    inviteID: String, zone: ZoneID, kind: ZoneKind, title: String, ownerName: String,
    ownerAccountName: String, role: Role, expiresAt: Int64, participantCount: Int,
    recordCount: Int, ownRole: Role?, boundTo: String? = nil, isForOther: Bool = false,
    allowsMerge: Bool = true, sharedCount: Int? = nil
  ) {
    self.sharedCount = sharedCount
    self.inviteID = inviteID
    self.zone = zone
    self.kind = kind
    self.title = title
    self.ownerName = ownerName
    self.ownerAccountName = ownerAccountName
    self.role = role
    self.expiresAt = expiresAt
    self.participantCount = participantCount
    self.recordCount = recordCount
    self.ownRole = ownRole
    self.boundTo = boundTo
    self.isForOther = isForOther
    self.allowsMerge = allowsMerge
  }
}

/// The zone that the redeemed invite was for.
public struct ZoneReply: Equatable, Sendable {
  public var zone: ZoneID

  public init(zone: ZoneID) { self.zone = zone }
}

/// What this hub supports, for programs that are about to use it.
public struct Capabilities: Equatable, Sendable {
  /// Whether zones can be shared and joined.
  public var sharing: Bool

  public init(sharing: Bool) { self.sharing = sharing }
}

/// A zone that other people are in or are invited to. A zone has one share, whose id is the zone's.
public struct Share: Equatable, Sendable {
  public struct Member: Equatable, Sendable {
    public var account: AccountID
    /// The name that others see.
    public var name: String
    public var role: Role
    /// Whether the owner has offered to hand the zone over to this member; only the owner is told.
    public var isOffered: Bool

    public init(account: AccountID, name: String, role: Role, isOffered: Bool = false) {
      self.account = account
      self.name = name
      self.role = role
      self.isOffered = isOffered
    }
  }

  /// An invite that is still valid.
  public struct OpenInvite: Equatable, Sendable {
    public var id: String
    public var role: Role
    /// Milliseconds since 1970.
    public var expiresAt: Int64
    public var maxUses: Int
    public var usedCount: Int
    /// The name of the only account that may use it.
    public var boundTo: String?
    /// Whether a person who joins may merge a zone of their own into this one.
    public var allowsMerge: Bool

    public init(
      id: String, role: Role, expiresAt: Int64, maxUses: Int, usedCount: Int, boundTo: String?,
      allowsMerge: Bool = true
    ) {
      self.id = id
      self.role = role
      self.expiresAt = expiresAt
      self.maxUses = maxUses
      self.usedCount = usedCount
      self.boundTo = boundTo
      self.allowsMerge = allowsMerge
    }
  }

  public var zone: ZoneID
  public var kind: ZoneKind
  public var title: String
  /// The asker's own role.
  public var role: Role
  /// The owner first.
  public var members: [Member]
  /// The valid invites; empty for anyone but the owner.
  public var invites: [OpenInvite]
  /// The first invite of a new share, with its secrets; only in the response that created the
  /// share.
  public var issued: IssuedInvite?

  public init(
    zone: ZoneID, kind: ZoneKind, title: String, role: Role, members: [Member],
    invites: [OpenInvite], issued: IssuedInvite? = nil
  ) {
    self.zone = zone
    self.kind = kind
    self.title = title
    self.role = role
    self.members = members
    self.invites = invites
    self.issued = issued
  }
}

/// An invite's key, with the kind of zone that its holder expects.
public struct RedeemRequest: Equatable, Sendable {
  public var key: InviteKey
  /// The kind expected; an invite for another kind is refused. `nil` accepts any kind.
  public var kind: ZoneKind?
  /// A zone of the same kind that the account leaves in the same commit, where it may not be in
  /// both: the family that it had. An older hub ignores it, and knows no kind that needs it.
  public var leaving: ZoneID?

  public init(_ key: InviteKey, as kind: ZoneKind? = nil, leaving: ZoneID? = nil) {
    self.key = key
    self.kind = kind
    self.leaving = leaving
  }
}

/// A message of the hub to one account, kept until the account dismisses it.
public struct AccountNotice: Equatable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Somebody joined one of the account's zones with an invite.
    case inviteUsed
    /// The account itself left a zone.
    case left
    /// The owner of a zone removed the account from it.
    case removed
    /// The owner deleted a zone that the account was in.
    case zoneDeleted
    /// The owner restored a deleted zone; the account has access to it again.
    case zoneRestored
    /// The owner wants to hand a zone over to the account, which may accept within seven days.
    case ownershipOffered
    /// The account's offer was accepted: the other account owns the zone, this one may edit.
    case ownershipTaken
    /// Somebody merged a zone of their own into one of the account's zones.
    case zoneMerged
    /// The hub was restored to an earlier state.
    ///
    /// The notice is about no zone and names no person. Its reader has signed in again; changes
    /// made after that state, including a new password, are gone.
    case hubRestored
    /// Somebody has guessed at the PIN of `person`, at a browser where everybody in the zone picks
    /// their face.
    case pinGuessed
    /// `person` has made an invite for the account alone. It is told while the invite works; its
    /// link is not in the notice.
    case invited
    /// A zone of `person` is shared with the account's family, and so with the account.
    case familyShared
    /// `person` is in one of the account's zones by the family that it is shared with.
    case familyJoined
    /// `person` was in one of the account's zones by the family alone, and is no more.
    case familyLeft
    /// `person` has made the account a child in the family: its open invites have ended.
    case invitesEnded
    /// Somebody tries codes of invites at the hub, while an invite of the account to the zone works
    /// for whoever has its code. The notice names no person.
    case codeGuessed
    /// `person` joined the account's family, by an invite that somebody else has made.
    case personJoined
    /// `person` left the account's family.
    case personLeft
    /// `person` has made the account a parent, or a child, in the family.
    case madeParent, madeChild

    /// The least value of `understands` with which a client knows this kind.
    public var since: Int {
      switch self {
      case .personJoined, .personLeft, .madeParent, .madeChild: 6
      case .codeGuessed: 5
      case .invited, .familyShared, .familyJoined, .familyLeft, .invitesEnded: 4
      case .pinGuessed: 3
      case .hubRestored: 2
      default: 1
      }
    }
  }

  /// The kinds that clients of this program know; a client that does not say counts as 1.
  public static let understandsAll = 6

  public var id: String
  public var kind: Kind
  /// The zone it is about; empty for none, and then `title`, `person` and `personID` are empty too.
  public var zone: ZoneID
  /// What kind of zone it is; `nil` if the hub does not say or has forgotten the zone.
  public var zoneKind: ZoneKind?
  /// The zone's title at that time.
  public var title: String
  /// The display name of the person who did it.
  public var person: String
  public var personID: AccountID
  /// Milliseconds since 1970.
  public var at: Int64
  /// Until when the hub keeps a copy of the zone as the account last saw it, milliseconds since
  /// 1970; `nil` if there is no copy.
  public var copyUntil: Int64?
  /// For a restored hub: the time of the state it was restored to, milliseconds since 1970; `nil`
  /// if unknown.
  public var stateAt: Int64?

  public init(
    id: String, kind: Kind, zone: ZoneID, title: String, person: String, personID: AccountID,
    at: Int64, copyUntil: Int64? = nil, stateAt: Int64? = nil
  ) {
    self.stateAt = stateAt
    self.id = id
    self.kind = kind
    self.zone = zone
    self.title = title
    self.person = person
    self.personID = personID
    self.at = at
    self.copyUntil = copyUntil
  }
}

/// The new role of a participant.
public struct RoleRequest: Equatable, Sendable {
  public var role: Role

  public init(role: Role) { self.role = role }
}

/// The account that a zone is offered to.
public struct OwnerRequest: Equatable, Sendable {
  public var account: AccountID

  public init(account: AccountID) { self.account = account }
}

/// The new display name of an account, which others see.
public struct NameRequest: Equatable, Sendable {
  public var name: String

  public init(name: String) { self.name = name }
}

/// The present password and a new one. The change ends the account's other sessions.
public struct PasswordRequest: Equatable, Sendable {
  public var old: String
  public var new: String

  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

/// The account that is signed in.
public struct AccountSummary: Equatable, Sendable {
  /// The account's id, which its records and grants name.
  public var id: AccountID
  public var name: String
  /// The display name, which others see.
  public var displayName: String
  public var isAdministrator: Bool
  /// The account's personal zone; empty if the schema has no such kind.
  public var personalZone: ZoneID

  public init(
    id: AccountID, name: String, displayName: String, isAdministrator: Bool, personalZone: ZoneID
  ) {
    self.id = id
    self.name = name
    self.displayName = displayName
    self.isAdministrator = isAdministrator
    self.personalZone = personalZone
  }
}

/// One of the account's own signed-in browsers or devices.
public struct SessionSummary: Equatable, Sendable {
  public var id: String
  public var isDevice: Bool
  public var label: String
  /// Milliseconds since 1970.
  public var createdAt: Int64
  public var lastUsedAt: Int64
  /// Whether this is the session that asked.
  public var isCurrent: Bool

  public init(
    id: String, isDevice: Bool, label: String, createdAt: Int64, lastUsedAt: Int64,
    isCurrent: Bool
  ) {
    self.id = id
    self.isDevice = isDevice
    self.label = label
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.isCurrent = isCurrent
  }
}

/// Signs a device in; the reply has the token that it sends from then on.
public struct SignInRequest: Equatable, Sendable {
  public var name: String
  public var password: String
  /// The name by which the person will recognise the device.
  public var label: String
  /// What the device was given when it signed in with this name before.
  public var deviceProof: String?

  public init(name: String, password: String, label: String, deviceProof: String? = nil) {
    self.name = name
    self.password = password
    self.label = label
    self.deviceProof = deviceProof
  }
}

/// The reply to a device that has signed in.
public struct SignInReply: Equatable, Sendable {
  /// The secret for `Authorization: Bearer`.
  public var token: String
  /// The account that has signed in.
  public var account: AccountSummary
  /// For the device to keep and to show when it signs in again; older hubs give none.
  public var deviceProof: String?

  public init(token: String, account: AccountSummary, deviceProof: String? = nil) {
    self.token = token
    self.account = account
    self.deviceProof = deviceProof
  }
}

/// The body of every response that reports a failure.
public struct ProblemReply: Equatable, Sendable {
  /// One word for programs: a `SharingRefusal`, or one of the words in `docs/protocol.md`.
  public var error: String
  /// For developers, not for people.
  public var message: String

  /// The word for an account that has no room for more blobs.
  public static let accountFull = "accountFull"

  public init(error: String, message: String) {
    self.error = error
    self.message = message
  }
}
