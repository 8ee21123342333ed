import FoundationEssentials
import Web

/// The part of a home's settings that says who has it: the one place where it is shared, left, or
/// made private again.
package enum SharingSection {
  /// Someone who has the home.
  package struct Member: Equatable, Sendable {
    package var person: PersonBadge
    package var role: Role
    package var isYou: Bool
    package var joinedAt: Date
    /// The owner has asked them to take the home over.
    package var isOffered = false
    /// They are there by the family that the home is shared with.
    package var isByFamily = false
    /// The page of their account, if parents keep it: there it is ended and given away.
    package var account: Route?

    package init(_ person: PersonBadge, role: Role, isYou: Bool = false, joinedAt: Date) {
      self.person = person
      self.role = role
      self.isYou = isYou
      self.joinedAt = joinedAt
    }
  }

  /// Who has the home, and who is invited.
  package struct Model: Equatable, Sendable {
    /// The owner first.
    package var members: [Member]
    /// Invites that still work; only the owner sees them.
    package var invites: [Invite] = []
    /// Whether the person may invite now; what exists stays in any case.
    package var access: Access = .open
    /// The name entered for an invite that was not created, with its problem.
    package var invitee = FieldValue()
    /// Whether the person can share it with a family of theirs.
    package var offersFamily = false

    package init(
      members: [Member], invites: [Invite] = [], access: Access = .open,
      invitee: FieldValue = FieldValue()
    ) {
      self.members = members
      self.invites = invites
      self.access = access
      self.invitee = invitee
    }

    /// Whether anyone but the owner has the home.
    package var isShared: Bool { members.count > 1 }
    /// When the next invite ends, so that it goes from an open page by itself.
    package var nextEnd: Date? { invites.map(\.expiresAt).min() }
    /// Who owns the home.
    package var owner: Member? { members.first { $0.role == .owner } }
  }

  /// Whether somebody may invite now.
  package enum Access: Equatable, Sendable {
    case open
    /// Sharing is not open to them at this hub.
    case switchedOff
    case needsPlan
    /// What is shared may only be read for now.
    case paused
    /// Unknown, because the hub has not told this device.
    case unknown
    /// The viewer is a child in a family.
    case child
    /// The viewer has come in at the family's tablet.
    case atTablet

    /// Whether the viewer may give somebody access or another role.
    package var gives: Bool { self != .child && self != .atTablet }
    /// Whether the viewer may take access from somebody, or leave.
    package var ends: Bool { self != .atTablet }
  }

  /// An invite that was made before. Its link cannot be shown again.
  package struct Invite: Equatable, Sendable {
    package var id: String
    package var role: Role
    package var usedCount: Int
    package var maxUses: Int
    package var expiresAt: Date
    package var madeAt: Date
    /// The only account it is for; `nil` for anybody's, and while the hub cannot be asked.
    package var boundTo: String?
    /// Who joins by it may move no home of theirs into this one; `false` while the hub cannot be
    /// asked.
    package var isApart = false

    package init(
      id: String, role: Role, usedCount: Int, maxUses: Int, expiresAt: Date, madeAt: Date
    ) {
      self.id = id
      self.role = role
      self.usedCount = usedCount
      self.maxUses = maxUses
      self.expiresAt = expiresAt
      self.madeAt = madeAt
    }
  }
}
