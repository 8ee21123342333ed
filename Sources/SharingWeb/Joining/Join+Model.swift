import FoundationEssentials
import Web

/// Joining a home: a code or a link, a preview, one confirmation, and what came of it.
package enum JoinPage {
  /// Why an invite does not lead to a home.
  package enum Failure: Equatable, Sendable {
    case expired
    case revoked
    case usedUp
    /// No invite has this code or link.
    case unknown
    /// The viewer made it.
    case ownInvite(home: ZoneLink)
    case alreadyMember(home: ZoneLink)
    /// The home was deleted or is no longer shared.
    case homeGone
    /// New joins are switched off on this hub.
    case switchedOff
    /// Only the account of this name may use it.
    case forOther(name: String, isSignedIn: Bool)
    /// The viewer is in another family, and one may be in one only.
    case otherFamily
    /// Parents keep the viewer's account, and have not shared this.
    case kept
    /// The invite leads to something other than a home.
    case otherKind
    /// The hub cannot be reached, or has too much to do.
    case notNow
  }

  /// What an invite opens.
  package struct Preview: Equatable, Sendable {
    package var kind = ZoneLink.Kind.home
    /// For the address of the form.
    package var token: String
    package var homeName: String
    package var owner: PersonBadge
    /// The name that the owner signs in with, which cannot be borrowed; empty when it is the same.
    package var ownerSignInName: String
    package var role: Role
    package var expiresAt: Date
    /// How many people have it already; who they are is theirs to tell.
    package var peopleCount: Int
    /// How many homes the viewer owns, when they have things of their own and are asked what should
    /// become of them; `nil` for everyone else.
    package var ownHomes: Int?
    /// How many homes and groups somebody gets who joins the family; `nil` for other kinds, and
    /// where the hub does not say.
    package var sharedCount: Int?
    /// Whether the owner lets who joins move a home of their own into it.
    package var allowsMerge = true
    /// Whether somebody without an account can make one here, with the invite.
    package var allowsSignUp = true
    /// Whether the viewer is in it already, and would become more there.
    package var isUpgrade = false

    package init(
      token: String, homeName: String, owner: PersonBadge, ownerSignInName: String = "",
      role: Role, expiresAt: Date, peopleCount: Int
    ) {
      self.token = token
      self.homeName = homeName
      self.owner = owner
      self.ownerSignInName = ownerSignInName
      self.role = role
      self.expiresAt = expiresAt
      self.peopleCount = peopleCount
    }
  }

  /// What the page shows.
  package enum Model: Equatable, Sendable {
    /// Type the code; with the problem of the last try.
    case enterCode(FieldValue)
    /// This device cannot reach its hub, so the home of the invite is not known here.
    case later(token: String)
    /// See what it is. `isSignedIn` is false for a visitor, who first gets an account.
    case preview(Preview, isSignedIn: Bool)
    /// The person is in, and the home is on its way here; the page looks again by itself.
    case coming(homeName: String)
    /// Done: the home is there.
    case joined(zone: ZoneLink, owner: PersonBadge, role: Role, itemCount: Int, roomCount: Int)
    /// `token` is what to try again with.
    case failed(Failure, token: String? = nil, allowsSignUp: Bool = true)
  }
}
