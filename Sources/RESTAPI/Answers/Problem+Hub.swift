import HTTPServer
import Replica
import SyncProtocol

extension HubClientError: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .tooManyAttempts(let seconds):
      Problem(
        .tooManyRequests, "too_many", "invite codes were tried too often; wait and send it again"
      )
      .with("Retry-After", String(seconds))
    case .transport(.unauthorised): .unauthorized
    case .transport(let error) where error.isNoRoom: .storage
    case .transport(let error):
      error.mayHaveArrived ? .busy.with(kept: .unknown) : .busy
    case .refused(let refusal): refusal.problem
    }
  }
}

extension SharingRefusal {
  fileprivate var problem: Problem {
    switch self {
    case .notFound, .noSuchParticipant, .inviteUnknown: .notFound
    case .notOwner: .notOwner
    case .isOwner:
      Problem(
        .conflict, "is_owner", "the owner stays what they are; hand it over first, see ownership")
    case .tooManyParticipants:
      Problem(.conflict, "too_many_members", "no more people can be in it")
    case .tooManyOwned:
      .homeLimit
    case .inOther:
      Problem(.conflict, "in_another_family", "the account is in another family; leave that first")
    case .restricted:
      Problem(.forbidden, "child", "a child invites nobody and gives no access")
    case .givenByFamily:
      Problem(
        .conflict, "given_by_family",
        "this person's family gives them more; change what the family gets instead")
    case .kept:
      Problem(
        .forbidden, "kept_account",
        "the parents of its family keep this account; one of them gives it a name and a password first"
      )
    case .switchedOff:
      Problem(
        .serviceUnavailable, "feature_disabled",
        "sharing is not open to this account at this hub now")
    case .planRequired:
      Problem(
        .paymentRequired, "plan_required",
        "sharing what is one's own needs a plan at this hub; joining does not")
    case .outOfRange:
      .invalid([Problem.Fault("for", "no_such_name", "is no name that another account can have")])
    case .inviteExpired:
      Problem(.conflict, "invite_expired", "the invite has ended; ask for a new one")
    case .inviteRevoked:
      Problem(.conflict, "invite_revoked", "the invite was taken back; ask for a new one")
    case .inviteExhausted:
      Problem(.conflict, "invite_used_up", "others have used the invite up; ask for a new one")
    case .alreadyUsedByYou:
      Problem(
        .conflict, "invite_used_by_you",
        "the account was in it by this invite and is out again; ask for a new one")
    case .zoneGone:
      Problem(
        .conflict, "zone_gone",
        "what it leads to was deleted or dissolved, or is no longer shared; ask whoever made it")
    case .inviteForOther:
      Problem(.forbidden, "invite_for_other", "the invite is for another account")
    case .ownInvite, .inviteOtherKind, .alreadyMember, .inviteChanged, .inviteReadOnly:
      Problem(.conflict, "invite", "the invite does not work any more")
    }
  }
}

extension Problem {
  static let notOwner = Problem(
    .forbidden, "not_owner", "only the home's owner may do this")

  func with(kept: Kept) -> Problem {
    var problem = self
    problem.kept = kept
    return problem
  }
}
