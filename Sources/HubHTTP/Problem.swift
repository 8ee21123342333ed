import Blobs
import HTTPServer
import Hub
import SyncProtocol
import Threads

/// An error response: a status, a code for programs, and a sentence for developers.
struct Problem: Error {
  let status: HTTPStatus
  let error: String
  let message: String
  var retryAfterSeconds: Int?
  /// The oldest protocol version that is served, for a client that uses an older one.
  var leastProtocolVersion: Int?

  init(_ status: HTTPStatus, _ error: String, _ message: String, retryAfterSeconds: Int? = nil) {
    self.status = status
    self.error = error
    self.message = message
    self.retryAfterSeconds = retryAfterSeconds
  }

  var response: HTTPResponse {
    var response = HTTPResponse.json(
      ProblemReply(error: error, message: message).wireBytes, status: status)
    response.headers["Cache-Control"] = "no-store"
    if let retryAfterSeconds { response.headers["Retry-After"] = String(retryAfterSeconds) }
    if let leastProtocolVersion {
      response.headers[ProtocolVersion.header] = String(leastProtocolVersion)
    }
    if status == .unauthorized { response.headers["WWW-Authenticate"] = "Bearer" }
    return response
  }

  static let unauthorised = Problem(.unauthorized, "unauthorised", "sign in first")
  static let notFound = Problem(.notFound, "notFound", "there is nothing here")
  static let busy = Problem(
    .serviceUnavailable, "busy", "too much at once", retryAfterSeconds: 1)

  static let storage = Problem(
    .insufficientStorage, "storage", "the hub's disk is full or read-only; make room there")

  static let accountFull = Problem(
    .insufficientStorage, ProblemReply.accountFull,
    "your photos and papers take up all the room that the hub gives an account; remove some")

  static func upgrade(to version: Int) -> Problem {
    var problem = Problem(
      .upgradeRequired, "upgrade",
      "this client is too old for the hub, which serves version \(version) of the protocol and up")
    problem.leastProtocolVersion = version
    return problem
  }

  static func tooMany(_ message: String, retryAfterSeconds: Int) -> Problem {
    Problem(.tooManyRequests, "tooMany", message, retryAfterSeconds: retryAfterSeconds)
  }

  /// The problem to report for an error; `nil` for errors that no client can cause.
  init?(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as WireError: self.init(.badRequest, "malformed", error.description)
    case Hub.RequestError.malformed(let what):
      self.init(.badRequest, "malformed", what)
    case Hub.RequestError.busy, HubStoreError.busy, is ThreadPool.Busy: self = .busy
    case HubStoreError.storage: self = .storage
    case is Hub.AccountFull: self = .accountFull
    case is Pokes.TooMany:
      self = .tooMany("too many event streams of one account", retryAfterSeconds: 30)
    case let error as AttemptLimits.TooManyAttempts:
      self = .tooMany("too many attempts", retryAfterSeconds: error.retryAfterSeconds)
    case let error as SignInError: self.init(error)
    case let error as BlobError: self.init(error)
    case AccountError.notFound: self = .unauthorised
    default:
      guard let refusal = SharingRefusal(error) else { return nil }
      self.init(refusal)
    }
  }

  private init(_ error: SignInError) {
    switch error {
    case .wrongNameOrPassword:
      self.init(.unauthorized, "wrongNameOrPassword", "wrong name or password")
    case .disabled: self.init(.forbidden, "disabled", "the account is disabled")
    case .tooManyAttempts(let seconds):
      self = .tooMany("too many attempts", retryAfterSeconds: seconds)
    }
  }

  private init(_ refusal: SharingRefusal) {
    let status: HTTPStatus =
      switch refusal {
      case .notFound, .noSuchParticipant, .inviteUnknown: .notFound
      case .notOwner, .isOwner, .inviteForOther, .inviteReadOnly, .restricted, .kept:
        .forbidden
      case .switchedOff: .serviceUnavailable
      case .planRequired: .paymentRequired
      case .tooManyParticipants, .tooManyOwned, .inOther, .ownInvite, .alreadyUsedByYou,
        .alreadyMember, .inviteChanged, .givenByFamily:
        .conflict
      case .inviteExpired, .inviteRevoked, .inviteExhausted, .zoneGone: .gone
      case .outOfRange, .inviteOtherKind: .unprocessableContent
      }
    self.init(status, refusal.rawValue, "refused: \(refusal.rawValue)")
  }
}
