/// Decides when a replica pushes, pulls and rests: a pure state machine. The driver reports events
/// and performs the actions, one at a time.
public struct SyncSchedule: Sendable {
  public enum Event: Equatable, Sendable {
    /// At the start, and whenever the person asks for a sync.
    case wake
    /// The hub has something new.
    case poked
    /// The hub announces changes from now on; earlier ones must be pulled.
    case listening
    /// The hub can no longer announce changes.
    case deaf
    /// A change waits to be sent.
    case localWrite
    /// A push was answered: whether there is more to send, and whether the hub answered "later".
    case pushed(hasMore: Bool, mustWait: Bool)
    /// A pull is complete.
    case pulled
    case failed(Failure)
    /// The time of the last `rest` or `backOff` has passed.
    case timer
  }

  public enum Failure: Equatable, Sendable {
    /// Unreachable, interrupted, or an answer that makes no sense.
    case transient
    /// The hub does not want to be asked again for so many seconds.
    case busy(seconds: Double)
    /// Signed out: only the person can change that.
    case unauthorised
    /// Too old for the hub: this program must be upgraded, or the hub support it again.
    case outdated
  }

  public enum Action: Equatable, Sendable {
    case push
    case pull
    /// After a failure: do nothing until the timer or, if the hub may be asked, a poke or a write.
    case backOff(seconds: Double)
    /// All done: nothing until the timer, a poke or a write.
    case rest(seconds: Double)
  }

  /// How often the hub is asked while it announces changes and, below, while it does not.
  public static let listeningPollSeconds = 30.0
  public static let deafPollSeconds = 5.0
  public static let maxBackOffSeconds = 60.0
  /// How long a hub that serves only newer programs is not asked again.
  public static let outdatedPollSeconds = 600.0
  public static let minBackOffSeconds = 0.1
  package static let firstBackOffSeconds = 1.0

  private enum Phase { case working, resting, backingOff, refused }

  private var phase = Phase.resting
  private var mustPush = false
  private var mustPull = false
  private var isListening = false
  /// The hub has postponed a change set.
  private var mustAskSoon = false
  private(set) public var failureCount = 0

  public init() {}

  /// The action after `event`; `nil` to continue the action under way, or the wait.
  ///
  /// - Parameter jitter: a number in 0..<1, which spreads the tries of many replicas over time.
  public mutating func handle(_ event: Event, jitter: Double) -> Action? {
    switch event {
    case .pushed(let hasMore, let mustWait):
      succeeded()
      // Changes written during the push must still be sent, and the effects of accepted ones come
      // with the next pull.
      mustPush = mustPush || hasMore
      mustPull = true
      mustAskSoon = mustWait
      return next()
    case .pulled:
      succeeded()
      return next()
    case .failed(let failure): return failed(failure, jitter: jitter)
    case .timer:
      guard phase != .working else { return nil }
      (mustPush, mustPull) = (true, true)
      return next()
    case .wake:
      (mustPush, mustPull) = (true, true)
      return phase == .working ? nil : next()
    case .poked:
      mustPull = true
    case .localWrite:
      mustPush = true
    case .listening:
      (isListening, mustPull) = (true, true)
    case .deaf:
      guard isListening else { return nil }
      isListening = false
      // From now on, rest for a shorter time.
      return phase == .resting ? next() : nil
    }
    // After a sign-out, or when the hub has asked for time, pokes and writes do not cause a
    // request.
    return phase == .resting || phase == .backingOff ? next() : nil
  }

  private mutating func succeeded() {
    if !isPlanted(.backOffKept) { failureCount = 0 }
    phase = .working
  }

  private mutating func next() -> Action {
    phase = .working
    if mustPush {
      mustPush = false
      return .push
    }
    if mustPull {
      mustPull = false
      return .pull
    }
    phase = .resting
    let isPatient = isListening && !mustAskSoon
    return .rest(seconds: isPatient ? Self.listeningPollSeconds : Self.deafPollSeconds)
  }

  private mutating func failed(_ failure: Failure, jitter: Double) -> Action {
    (mustPush, mustPull) = (true, true)
    failureCount = min(failureCount + 1, 30)
    switch failure {
    case .transient:
      phase = .backingOff
      let limit = Self.firstBackOffSeconds * Double(1 << min(failureCount - 1, 10))
      let seconds = min(limit, Self.maxBackOffSeconds) * jitter
      return .backOff(seconds: max(Self.minBackOffSeconds, seconds))
    case .busy(let seconds):
      phase = .refused
      let wanted = min(max(seconds, Self.minBackOffSeconds), Self.maxBackOffSeconds)
      // Many replicas were given the same time: spread their return over half as much again.
      return .backOff(seconds: wanted * (1 + jitter / 2))
    case .unauthorised:
      phase = .refused
      return .backOff(seconds: Self.maxBackOffSeconds)
    case .outdated:
      phase = .refused
      // An upgraded hub tells all its replicas at the same time that they are outdated.
      return .backOff(seconds: Self.outdatedPollSeconds * (1 + jitter / 2))
    }
  }
}
