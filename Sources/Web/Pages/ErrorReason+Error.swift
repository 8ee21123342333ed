import Backends
import Blobs
import Documents
import HTTPServer
import Household
import Images
import Intake
import Replica
import SQLite
import SyncProtocol
import Things
import Threads
import Wording

extension ErrorReason {
  /// The reason that a person is told for an error that no form can show. Any unforeseen error is
  /// reported as a failure of the program.
  package init(_ error: any Error, requestID: String) {
    switch error {
    case let error as WebApplication.Met: self.init(error.error, requestID: requestID)
    case Abort.because(let reason): self = reason
    case let error as ConfirmationError: self = Self.reason(for: error)
    case let error as BackendError: self = Self.reason(for: error, requestID)
    case let error as HubClientError: self = Self.reason(for: error)
    case let error where Self.isNoRoom(error): self = .noRoom
    case is NotByChildren: self = .notByChildren
    case is NoFileRoom: self = .limitReached
    case is ThreadPool.Busy, ImageError.busy, BlobError.busy, SyncError.busy: self = .unavailable
    // A file that came by sync and is no picture has no thumbnail.
    case let error as ImageError where FieldProblem(error, fileName: "") != nil:
      self = .unsupportedFile
    case SyncError.transport(.outdated): self = .outdated
    case SyncError.transport(.unreachable), SyncError.transport(.interrupted): self = .needsHub
    case SyncError.transport: self = .unavailable
    case ReplicaError.cannotRetry: self = .conflict
    case ReplicaError.noSuchParkedChange: self = .notFound
    case let failure as DocumentFailure: self = .notDrawn(DrawingProblem(failure))
    case let error as any HouseholdFailure: self = error.reason
    default: self = .failure(requestID: requestID)
    }
  }

  /// Whether the error means that the disk, here or at the hub, is full or cannot be written.
  private static func isNoRoom(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError: error.isStorage
    case let error as FileError: error.isFull
    case ReplicaFileError.storage, BlobError.storage: true
    case SyncError.transport(let error), let error as TransportError: error.isNoRoom
    default: false
    }
  }

  private static func reason(for error: ConfirmationError) -> ErrorReason {
    switch error {
    case .refused(let refusal): reason(for: refusal)
    case .contended, .pendingChanges, .parkedChanges: .conflict
    case .notSent(.outdated): .outdated
    // What was interrupted came before the sending, and changes nothing.
    case .notSent(.unreachable), .notSent(.interrupted): .needsHub
    case .notSent(let error) where error.isNoRoom: .noRoom
    case .outcomeUnknown: .outcomeUnknown
    case .notSent, .hubBusy: .unavailable
    case .paused: .sharingPaused
    }
  }

  private static func reason(for refusal: Refusal) -> ErrorReason {
    switch refusal.reason {
    case .permission: .notFound
    case .readOnly, .regranted, .hubOwned, .notInvited: .forbidden
    case .zoneGone, .gone, .parentGone: .gone
    case .unknown: .notFound
    case .limit: .limit(ReachedLimit(refusal))
    case .lastZone: .conflict
    case .lost: .gone
    case .paused: .sharingPaused
    case .exists, .unseenChildren, .stale, .claimed, .combined, .precondition, .numberReused:
      .conflict
    case .appendOnly, .invalid, .unknownType, .unrecognised: .badRequest
    }
  }

  private static func reason(for error: BackendError, _ requestID: String) -> ErrorReason {
    switch error {
    case .tooManyAttempts(let seconds): .tooMany(retryAfterSeconds: seconds)
    case .wrongSignIn, .disabled, .inviteNeeded, .signUpsClosed: .forbidden
    case .invalidName, .nameTaken, .invalidPin, .passwordTooShort, .passwordTooLong,
      .passwordIsName:
      .badRequest
    case .tooManyMade: .limitReached
    case .tooManyTablets(let max): .tooManyTablets(max: max)
    case .tooManyTabletsToday(let max): .tooManyTabletsToday(max: max)
    case .unavailable: .unavailable
    case .outdated: .outdated
    case .notHere: .notFound
    case .otherAccount: .conflict
    case .refused(let refusal): reason(for: HubClientError.refused(refusal))
    case .noRoom: .noRoom
    case .broken: .failure(requestID: requestID)
    }
  }

  private static func reason(for error: HubClientError) -> ErrorReason {
    switch error {
    case .tooManyAttempts(let seconds): .tooMany(retryAfterSeconds: seconds)
    case .transport(.unreachable): .needsHub
    case .transport(.outdated): .outdated
    case .transport(let error) where error.mayHaveArrived: .outcomeUnknown
    case .transport(let error): error.isNoRoom ? .noRoom : .unavailable
    case .refused(let refusal):
      switch refusal {
      case .notFound, .noSuchParticipant, .inviteUnknown: .notFound
      // The person may have been the owner when the page was opened.
      case .notOwner: .ownerOnly
      case .isOwner, .ownInvite, .alreadyUsedByYou, .inviteForOther, .inviteReadOnly:
        .forbidden
      case .restricted: .notByChildren
      case .kept: .keptAccount
      case .givenByFamily: .givenByFamily
      case .switchedOff: .sharingOff
      case .planRequired: .planRequired
      case .tooManyParticipants, .outOfRange, .alreadyMember, .inviteChanged, .inOther: .conflict
      case .tooManyOwned: .limitReached
      case .inviteOtherKind: .badRequest
      case .inviteExpired, .inviteRevoked, .inviteExhausted, .zoneGone: .gone
      }
    }
  }
}

/// A failure of a use case, with the reason that a person is told when no form can show it.
package protocol HouseholdFailure: Error {
  var reason: ErrorReason { get }
}

extension UseCaseFailure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound, .searchNotFound: .notFound
    case .homeGone, .itemNotFound, .locationNotFound, .labelNotFound, .photoNotFound,
      .attachmentNotFound, .entryNotFound, .policyNotFound, .templateNotFound, .presetNotFound,
      .subjectNotFound:
      .gone
    case .readOnlyHome: .forbidden
    case .invalid, .noRoom: .badRequest
    case .nameTaken, .alreadyThere: .conflict
    case .profileMissing: .unavailable
    }
  }
}

extension DeleteHome.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .homeNotFound: .notFound
    case .notOwner: .ownerOnly
    case .lastHome, .primaryHome: .conflict
    }
  }
}

extension MoveItem.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .itemNotFound, .locationNotFound: .gone
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    }
  }
}

extension DrawingProblem {
  package init(_ failure: DocumentFailure) {
    switch failure {
    case .busy: self = .busy
    case .empty: self = .empty
    case .unreadableCode: self = .tooFine
    case .timedOut, .tooLarge: self = .tooLarge
    case .workerDied, .refused: self = .broken
    case .file: self = .noRoom
    }
  }
}

extension ApplyImport.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .stale: .conflict
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    }
  }
}
