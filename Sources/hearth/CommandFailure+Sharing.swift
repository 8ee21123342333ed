import Replica
import SyncProtocol

/// The messages for a hub's refusals of sharing and joining.
extension CommandFailure {
  static func sharing(_ error: HubClientError) -> CommandFailure {
    switch error {
    case .refused(let refusal): .refused(sentence(refusal))
    case .tooManyAttempts(let seconds): .inUse("too many codes were tried; wait \(seconds) seconds")
    case .transport(let problem): .failed("the hub did not answer: \(problem)")
    }
  }

  private static func sentence(_ refusal: SharingRefusal) -> String {
    switch refusal {
    case .inviteUnknown: "no invite has this link or code; ask for a new one"
    case .inviteExpired: "the invite has ended; ask for a new one"
    case .inviteRevoked: "the invite was taken back; ask for a new one"
    case .inviteExhausted: "others have used the invite up; ask for a new one"
    case .zoneGone: "it was deleted or dissolved, or is no longer shared; ask whoever invited you"
    case .ownInvite: "the account owns that home"
    case .alreadyUsedByYou:
      "the account was in it by this invite and is out again; ask for a new one"
    case .inviteForOther: "the invite is for another account"
    case .inviteOtherKind: "the invite does not lead to a home"
    case .switchedOff: "nobody invites or joins at this hub now"
    case .planRequired: "beginning to share needs a plan at this hub: hearth plans"
    case .alreadyMember: "the account has that home already"
    case .inviteChanged: "the invite gives another role by now; look again with --dry-run"
    case .inviteReadOnly: "the invite lets the account look, and not change anything"
    case .tooManyParticipants: "as many people as may be have it already"
    case .inOther: "the account is in another family; leave that first"
    case .restricted: "a child invites nobody and gives no access"
    case .givenByFamily: "the person's family gives them more; change what the family gets instead"
    case .kept:
      "its family's parents keep this account; one of them gives it a name and a password first"
    case .tooManyOwned: "the account owns as many homes as it may"
    case .notFound, .noSuchParticipant: "it is not there, or not for this account"
    case .notOwner: "only the owner may do that"
    case .isOwner: "the owner stays and keeps that role; they hand it over first, with hand-over"
    case .outOfRange: "what was asked for is out of range"
    }
  }
}
