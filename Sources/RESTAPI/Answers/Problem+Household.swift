import Backends
import Blobs
import HTTPServer
import Household
import Hub
import Images
import Intake
import Replica
import SQLite
import SyncProtocol
import Things
import Threads
import Wording

/// An error that the API answers with a problem. Each resource maps its own use cases' failures.
protocol ProblemConvertible: Error {
  var problem: Problem { get }
}

extension Problem {
  /// The problem to report for an error; `nil` for a failure of the hub itself.
  package init?(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as any ProblemConvertible: self = error.problem
    case let error as ConfirmationError: self.init(error)
    case let error as SQLiteError where error.isStorage: self = .storage
    case SyncError.transport(let error) where error.isNoRoom: self = .storage
    case is ThreadPool.Busy, HubStoreError.busy, SyncError.busy, SyncError.transport: self = .busy
    case ImageError.busy, BlobError.busy: self = .busy
    // A stored file that came by sync and is no picture has no other sizes.
    case let error as ImageError where FieldProblem(error, fileName: "") != nil:
      self.init(
        .notFound, "not_a_picture", "the file is no picture that can be shown; fetch the original")
    case HubStoreError.storage, ReplicaFileError.storage, BlobError.storage: self = .storage
    case let error as FileError where error.isFull: self = .storage
    case is NoFileRoom: self.init(file: .noRoomForFiles(fileName: Call.upload))
    case let refused as RefusedPhoto: self.init(file: refused.problem)
    case let refused as PaperIntake.Refused: self.init(file: refused.problem)
    case let error as AttemptLimits.TooManyAttempts:
      self = .tooMany(retryAfterSeconds: error.retryAfterSeconds)
    default: return nil
    }
  }

  private init(_ error: ConfirmationError) {
    switch error {
    case .refused(let refusal): self.init(refusal)
    case .contended:
      self.init(.conflict, "contended", "others changed the same at the same time; send it again")
    case .notSent(let error) where error.isNoRoom: self = .storage
    case .pendingChanges, .parkedChanges, .notSent, .hubBusy: self = .busy
    case .paused: self = .sharingPaused
    case .outcomeUnknown:
      self = .busy
      kept = .unknown
    }
  }

  private init(_ refusal: Refusal) {
    switch refusal.reason {
    case .permission, .unknown, .zoneGone, .gone, .parentGone, .lost: self = .notFound
    case .paused: self = .sharingPaused
    case .readOnly, .regranted, .hubOwned, .notInvited: self = .readOnlyHome
    case .limit where refusal.record?.table == "homes": self = .homeLimit
    case .limit:
      self.init(.conflict, "limit", ReachedLimit(refusal).detail)
    case .lastZone: self = .lastHome
    case .exists, .unseenChildren, .stale, .claimed, .combined, .precondition,
      .numberReused:
      self.init(.conflict, "conflict", "others changed the same; look at it and send it again")
    case .appendOnly, .invalid, .unknownType, .unrecognised:
      self.init(
        .unprocessableContent, "refused", "the hub does not take this: \(refusal.detail)")
    }
  }

  static let homeLimit = Problem(
    .conflict, "home_limit", "the account owns as many homes as the hub allows")

  static let sharingPaused = Problem(
    .serviceUnavailable, "feature_disabled",
    """
    shared homes and groups can be read and not changed now; send it again when sharing goes on
    """)

  static let sharedHomesHidden = Problem(
    .serviceUnavailable, "feature_disabled",
    """
    shared homes and groups are hidden while sharing is paused, and nothing is lost; whoever runs \
    this hub goes on with it
    """)

  static let lastHome = Problem(
    .conflict, "last_home", "everybody has at least one home; make another one first")

  /// The input problems that a use case found.
  ///
  /// - Parameter names: the API's names of fields that it calls differently.
  init(_ problems: [InputProblem], names: [InputField: String] = [:]) {
    self = .invalid(
      problems.map { Fault($0, name: names[$0.field] ?? $0.field.rawValue) })
  }
}

extension UseCaseFailure: ProblemConvertible {
  /// The API's names of fields that the forms call differently.
  private static let names: [InputField: String] = [
    .labels: "labelIDs", .value: "fields", .everyCount: "every",
  ]

  var problem: Problem {
    switch self {
    case .homeNotFound, .homeGone, .itemNotFound, .locationNotFound, .labelNotFound,
      .photoNotFound, .attachmentNotFound, .entryNotFound, .policyNotFound, .templateNotFound,
      .presetNotFound, .searchNotFound, .subjectNotFound:
      .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems, names: Self.names)
    case .nameTaken(let id): .nameTaken(by: id)
    case .alreadyThere: Problem(.conflict, "already_there", "it is there already")
    case .noRoom: Problem(.conflict, "limit_reached", "there are as many as there may be")
    case .profileMissing: .busy
    }
  }
}

extension ReachedLimit {
  /// Whose limit it is, and what can be done about it.
  fileprivate var detail: String {
    switch self {
    case .recordsOfOwner:
      "the owner of the home or group has as many records as the hub allows one account; they "
        + "delete some, or the hub's administrator allows more"
    case .recordsOfZone:
      "the home, group or family has as many records as the hub allows one; delete some first"
    case .ownedZones:
      "the account owns as many homes, groups or families as the hub allows one; delete one, or "
        + "hand it over"
    case .memberships: "the account is in as many families as it may be; leave one first"
    case .additions: "this account has added as much today as it may; go on tomorrow"
    case .oneChange: "this is more than the hub takes at once; send it in smaller parts"
    case .other: "the hub allows no more of this"
    }
  }
}

/// Earlier parts of the import stay written, whatever made the failed part stop.
extension ImportRun.Stopped: ProblemConvertible {
  var problem: Problem { (Problem(cause) ?? .failure).with(kept: .partly) }
}

extension Problem.Fault {
  init(_ problem: InputProblem, name: String) {
    switch problem.reason {
    case .missing: self.init(name, "missing", "must not be empty")
    case .tooLong(let max):
      self.init(
        name, "too_long", "has more than \(max) characters",
        limits: [.init("max", .integer(Int64(max)))])
    case .notADate:
      self.init(name, "not_a_date", "must be a day of the calendar, written YYYY-MM-DD")
    case .tooEarly: self.init(name, "too_early", "must not be before the day it follows")
    case .startsTooEarly(let earliest, let max):
      self.init(
        name, "too_early",
        "more than \(max) would be due at once; must be \(earliest.text) or later",
        limits: [.init("max", .integer(Int64(max)))])
    case .inFuture: self.init(name, "in_future", "must not be a day that is still to come")
    case .amountUnseen:
      self.init(name, "amount_unseen", "a child of a family neither sees nor changes amounts here")
    case .abovePrice: self.init(name, "above_price", "must not be more than `priceMinor`")
    case .outOfRange(let min, let max):
      self.init(
        name, "out_of_range", "must be from \(min) to \(max)",
        limits: [.init("min", .integer(min)), .init("max", .integer(max))])
    case .unknownCurrency:
      self.init(name, "unknown_currency", "must be an ISO 4217 code such as EUR")
    case .severalCurrencies:
      self.init(name, "several_currencies", "all amounts must be in one currency")
    case .notAWebAddress:
      self.init(name, "not_a_web_address", "must begin with http:// or https://")
    case .notAnEmoji: self.init(name, "not_an_emoji", "must be one emoji or empty")
    case .unknownTimeZone: self.init(name, "unknown_time_zone", "is no time zone")
    case .unknownLocale: self.init(name, "unknown_locale", "is no language tag")
    case .notInThisHome: self.init(name, "not_in_this_home", "names nothing in that home")
    case .loop: self.init(name, "loop", "a place cannot be inside itself")
    case .tooDeep(let max):
      self.init(
        name, "too_deep", "places nest at most \(max) deep",
        limits: [.init("max", .integer(Int64(max)))])
    case .tooMany(let max):
      self.init(
        name, "too_many", "there can be at most \(max)",
        limits: [.init("max", .integer(Int64(max)))])
    case .hiddenCharacters:
      self.init(name, "hidden_characters", "must not hold characters that cannot be seen")
    case .pathInName: self.init(name, "path_in_name", "must be the name of a file, without folders")
    case .nameTaken: self.init(name, "name_taken", "another one has this name")
    case .sameCurrency:
      self.init(name, "same_currency", "must be another currency than the first one")
    case .notARate(let limit):
      self.init(
        name, "not_a_rate",
        "must be a decimal number above 0 and below \(limit), with a point, such as 0.92",
        limits: [.init("max", .integer(limit))])
    case .noSuchPoint:
      self.init(
        name, "no_such_point", "a latitude is from -90 to 90, and a longitude from -180 to 180")
    case .notOfKind(let field, let kind):
      self.init(
        name, "not_of_kind", "the home offers the field \(field), which takes: \(kind.rawValue)")
    }
  }
}
