/// Why the hub does not do what a sharing request asks. Closed: each case has its words in the
/// message catalogue.
public enum SharingRefusal: String, Error, Sendable, CaseIterable {
  /// The zone does not exist, or the asker is not in it: the two look the same.
  case notFound
  /// Only the owner may do this.
  case notOwner
  /// The owner cannot be removed or made something else.
  case isOwner
  case noSuchParticipant
  case tooManyParticipants
  case inviteUnknown
  case inviteExpired
  case inviteRevoked
  case inviteExhausted
  /// What the invite was for was deleted.
  case zoneGone
  /// The asker owns the zone himself.
  case ownInvite
  /// The asker was removed after he had joined with it; it is no way back in.
  case alreadyUsedByYou
  /// The number of uses or the life asked for is out of range, the name it is for is none, or what
  /// is kept or asked for is more than it may be.
  case outOfRange
  /// The invite is for an account of another name.
  case inviteForOther
  /// The invite leads to another kind of zone than the asker expects.
  case inviteOtherKind
  /// Sharing is not open to those whom it would take now; who is in a zone stays.
  case switchedOff
  /// Beginning to share needs a plan at this hub, and the asker has none.
  case planRequired
  /// The account owns as many zones of the kind as it may.
  case tooManyOwned
  /// The asker is in the zone already.
  case alreadyMember
  /// The invite gives another role than the asker has seen.
  case inviteChanged
  /// Only who may write there may ask for it.
  case inviteReadOnly
}

/// What an invite should allow.
public struct InviteRequest: Equatable, Sendable {
  /// What is shared.
  public var zone: ZoneID
  /// `readWrite` or `readOnly`.
  public var role: Role
  /// How long it works: a minute to 30 days.
  public var lifeSeconds: Int64
  /// How many may join with it: 1 to 50.
  public var maxUses: Int
  /// The name of the only account that may use it, once; `nil`: whoever has its key.
  public var boundTo: String?
  /// Whether who joins may merge a zone of their own into it.
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

/// A fresh invite, with the secrets that are shown here and never again.
public struct IssuedInvite: Equatable, Sendable {
  /// The id to revoke it by; no secret.
  public let id: String
  /// 128 random bits for the link, URL-safe base64.
  public let token: String
  /// `ABC-2345`, to be typed in.
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

/// What somebody shows to be let in.
public enum InviteKey: Hashable, Sendable {
  case token(String)
  case code(String)
}

/// What an invite leads to, for whoever shows its key: no more than this before he joins.
public struct InviteOffer: Equatable, Sendable {
  public var inviteID: String
  public var zone: ZoneID
  public var kind: ZoneKind
  /// What the zone is called, by its kind's title register.
  public var title: String
  public var ownerName: String
  /// The owner's account name, which he cannot make look like someone else's display name.
  public var ownerAccountName: String
  public var role: Role
  /// Milliseconds since 1970.
  public var expiresAt: Int64
  public var participantCount: Int
  public var recordCount: Int
  /// The viewer's own role, when he is in the zone already.
  public var ownRole: Role?
  /// The name of the only account that may use it.
  public var boundTo: String?
  /// It is for somebody else: then nothing is told but its kind and `boundTo`.
  public var isForOther: Bool
  /// Whether who joins may merge a zone of their own into it.
  public var allowsMerge: Bool

  public init(
    inviteID: String, zone: ZoneID, kind: ZoneKind, title: String, ownerName: String,
    ownerAccountName: String, role: Role, expiresAt: Int64, participantCount: Int,
    recordCount: Int, ownRole: Role?, boundTo: String? = nil, isForOther: Bool = false,
    allowsMerge: Bool = true
  ) {
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

/// The zone that a redeemed invite led to.
public struct ZoneReply: Equatable, Sendable {
  public var zone: ZoneID

  public init(zone: ZoneID) { self.zone = zone }
}

/// What this hub does, for programs that are about to use it.
public struct Capabilities: Equatable, Sendable {
  /// Whether zones can be shared and joined.
  public var sharing: Bool

  public init(sharing: Bool) { self.sharing = sharing }
}

/// A zone that somebody else is in or is invited to. Its id is the zone's: a zone has one share.
public struct Share: Equatable, Sendable {
  public struct Member: Equatable, Sendable {
    public var account: AccountID
    /// What others see.
    public var name: String
    public var role: Role
    /// The owner has offered the zone to them; told to the owner alone.
    public var isOffered: Bool

    public init(account: AccountID, name: String, role: Role, isOffered: Bool = false) {
      self.account = account
      self.name = name
      self.role = role
      self.isOffered = isOffered
    }
  }

  /// An invite that works.
  public struct OpenInvite: Equatable, Sendable {
    public var id: String
    public var role: Role
    /// Milliseconds since 1970.
    public var expiresAt: Int64
    public var maxUses: Int
    public var usedCount: Int
    /// The name of the only account that may use it.
    public var boundTo: String?
    /// Whether who joins may merge a zone of their own into it.
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
  /// The asker's own.
  public var role: Role
  /// The owner first.
  public var members: [Member]
  /// Told to the owner alone.
  public var invites: [OpenInvite]
  /// The invite that the share began with, with its secrets; only in the answer that made it.
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

/// An invite's key, with what its holder believes to join.
public struct RedeemRequest: Equatable, Sendable {
  public var key: InviteKey
  /// Another kind is refused; `nil`: whatever it is.
  public var kind: ZoneKind?

  public init(_ key: InviteKey, as kind: ZoneKind? = nil) {
    self.key = key
    self.kind = kind
  }
}

/// Something that the hub tells an account, kept until the account dismisses it.
public struct AccountNotice: Equatable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Somebody joined a zone of the account's with an invite.
    case inviteUsed
    /// The account itself left a zone.
    case left
    /// Its owner took a zone away from the account.
    case removed
    /// Its owner deleted a zone that the account had.
    case zoneDeleted
    /// Its owner brought a deleted zone back that the account had: it has it again.
    case zoneRestored
    /// Its owner wants to hand a zone over to the account, which may accept for seven days.
    case ownershipOffered
    /// The account's offer was accepted: the zone is the other's, the account may edit.
    case ownershipTaken
    /// Somebody merged a zone of their own into one of the account's.
    case zoneMerged
    /// The hub was restored to an earlier moment: of no zone, and nobody's doing. Whoever reads it
    /// has signed in again; what they changed since then, a password too, is what it was.
    case hubRestored

    /// Since which `understands` a client knows it: the others know all kinds but those after it.
    public var since: Int { self == .hubRestored ? 2 : 1 }
  }

  /// Which kinds a client of this program knows; those that do not say know 1.
  public static let understandsAll = 2

  public var id: String
  public var kind: Kind
  /// Empty when it is about none, as are `title`, `person` and `personID` then.
  public var zone: ZoneID
  /// What the zone was called then.
  public var title: String
  /// Who did it, as others see them, and the account.
  public var person: String
  public var personID: AccountID
  /// Milliseconds since 1970.
  public var at: Int64
  /// Until when the hub has a copy of the zone as the account last could see it, milliseconds since
  /// 1970; `nil` when it has none.
  public var copyUntil: Int64?
  /// Of a restored hub: whose state it has again, milliseconds since 1970; `nil` when nobody knows.
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

/// What a participant may do from now on.
public struct RoleRequest: Equatable, Sendable {
  public var role: Role

  public init(role: Role) { self.role = role }
}

/// Whom a zone is to be handed over to.
public struct OwnerRequest: Equatable, Sendable {
  public var account: AccountID

  public init(account: AccountID) { self.account = account }
}

/// What others see of an account from now on.
public struct NameRequest: Equatable, Sendable {
  public var name: String

  public init(name: String) { self.name = name }
}

/// A password and the one that takes its place. Other sessions of the account end with it.
public struct PasswordRequest: Equatable, Sendable {
  public var old: String
  public var new: String

  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

/// Who is signed in.
public struct AccountSummary: Equatable, Sendable {
  /// The account's id, which its records and grants name.
  public var id: AccountID
  public var name: String
  /// What others see.
  public var displayName: String
  public var isAdministrator: Bool
  /// The account's own zone, where the schema has such a kind.
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

/// A signed-in browser or device of one's own.
public struct SessionSummary: Equatable, Sendable {
  public var id: String
  public var isDevice: Bool
  public var label: String
  /// Milliseconds since 1970.
  public var createdAt: Int64
  public var lastUsedAt: Int64
  /// The session that asked.
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

/// A device signs in and gets the token that it shows from then on.
public struct SignInRequest: Equatable, Sendable {
  public var name: String
  public var password: String
  /// What the person will recognise the device by.
  public var label: String

  public init(name: String, password: String, label: String) {
    self.name = name
    self.password = password
    self.label = label
  }
}

/// What a device gets when it has signed in.
public struct SignInReply: Equatable, Sendable {
  /// The secret for `Authorization: Bearer`.
  public var token: String
  /// Who was signed in.
  public var account: AccountSummary

  public init(token: String, account: AccountSummary) {
    self.token = token
    self.account = account
  }
}

/// The body of every answer that is no success.
public struct ProblemReply: Equatable, Sendable {
  /// One word for programs: a `SharingRefusal`, or one of those in `docs/protocol.md`.
  public var error: String
  /// For developers, not for people.
  public var message: String

  /// The word of a hub that gives an account no more room for photos and papers.
  public static let accountFull = "accountFull"

  public init(error: String, message: String) {
    self.error = error
    self.message = message
  }
}
