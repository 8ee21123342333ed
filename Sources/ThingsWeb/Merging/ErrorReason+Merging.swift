import Replica
import SyncProtocol
import Things
import Threads
import Web

extension MergeHome.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound, .targetNotFound: .notFound
    case .sameHome, .sharedOut, .alreadyMerged: .conflict
    case .notOwner: .ownerOnly
    case .readOnlyTarget: .forbidden
    case .tooLarge: .limitReached
    case .profileMissing: .unavailable
    }
  }
}

extension UndoMerge.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .mergeNotFound: .notFound
    case .alreadyUndone: .conflict
    case .tooLate, .targetNotFound: .gone
    case .readOnlyTarget: .forbidden
    }
  }
}

extension StartFresh.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound: .gone
    case .tooLarge: .limitReached
    case .profileMissing: .unavailable
    }
  }
}

extension MergeFailure {
  /// The reason that a merge or a fresh start failed after it was begun.
  init(_ error: any Error) {
    switch error {
    case MergeHome.Failure.sharedOut: self = .sharedOut
    case MergeHome.Failure.readOnlyTarget: self = .readOnly
    case MergeHome.Failure.targetNotFound, UndoMerge.Failure.targetNotFound: self = .targetGone
    case MergeHome.Failure.homeNotFound, MergeHome.Failure.notOwner: self = .sourceGone
    case MergeHome.Failure.tooLarge: self = .tooLarge
    case ConfirmationError.contended: self = .contended
    case ConfirmationError.pendingChanges, ConfirmationError.parkedChanges: self = .unsentChanges
    case StartFresh.Failure.homeNotFound: self = .targetGone
    case StartFresh.Failure.tooLarge: self = .tooLarge
    case is JoinNotReady: self = .notHere
    case HubClientError.transport, is ThreadPool.Busy: self = .unavailable
    case HubClientError.refused: self = .targetGone
    case ConfirmationError.outcomeUnknown: self = .outcomeUnknown
    case ConfirmationError.notSent, ConfirmationError.hubBusy, ConfirmationError.paused:
      self = .unavailable
    case ConfirmationError.refused(let refusal): self = Self.meaning(of: refusal.reason)
    default: self = .broken
    }
  }

  private static func meaning(of reason: RefusalReason) -> MergeFailure {
    switch reason {
    case .permission, .zoneGone, .gone, .unknown: .targetGone
    case .readOnly, .regranted: .readOnly
    case .notInvited: .notInvited
    case .limit: .tooLarge
    case .lastZone: .sourceGone
    case .precondition, .stale, .claimed, .exists, .parentGone, .unseenChildren, .combined:
      .contended
    case .paused: .unavailable
    case .hubOwned, .appendOnly, .invalid, .unknownType, .lost, .numberReused, .unrecognised:
      .broken
    }
  }
}
