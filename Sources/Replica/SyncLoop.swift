import SyncProtocol
import Threads

/// The state of a device's contact with its hub, for the status that the person sees.
public struct SyncStatus: Equatable, Sendable {
  public enum Connection: Equatable, Sendable {
    /// Not tried yet.
    case starting
    case syncing
    /// Everything the hub had at this moment (milliseconds since 1970) is here.
    case synced(at: Int64)
    /// The hub is too busy, or this account has sent too much: the sync continues by itself at this
    /// moment (milliseconds since 1970).
    case waiting(until: Int64)
    /// The hub has been unreachable since this moment (milliseconds since 1970); the reason is for
    /// the person.
    case offline(since: Int64, reason: String)
    /// The hub does not know this device any more: sign in again.
    case signedOut
    /// The hub serves only newer programs. Pending changes stay.
    case outdated
    /// The hub answers, but with something unexpected.
    case failing(reason: String)
  }

  public var connection: Connection
  /// Changes that have not reached the hub.
  public var pendingCount: Int
  /// Changes that the hub refused and that wait for the person.
  public var refusedCount: Int
}

/// Keeps a replica in step with its hub by following a `SyncSchedule` for as long as it runs.
///
/// Call `run()` once. It ends when its task is cancelled or `stop()` is called, after the request
/// under way. Pending changes stay in the file.
public final class SyncLoop: Sendable {
  public typealias Pause = @Sendable (_ seconds: Double) async throws -> Void

  private let file: ReplicaFile
  private let transport: any Transport
  private let now: @Sendable () -> Int64
  private let jitter: @Sendable () -> Double
  private let pause: Pause
  private let onFlags: @Sendable () -> Void
  private let inbox = Mailbox()
  private let observers = ObserverList<SyncStatus>()
  private let state = Lock(
    SyncStatus(connection: .starting, pendingCount: 0, refusedCount: 0))

  /// Makes a loop that does not run yet.
  ///
  /// - Parameters:
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - jitter: a number in 0..<1, different for every call.
  ///   - onFlags: called when the sharing flags have changed, or may have while nobody listened. It
  ///     must not wait.
  ///   - pause: waits; tests pass one that they control.
  public init(
    file: ReplicaFile, transport: any Transport,
    now: @escaping @Sendable () -> Int64 = WallClock.nowMilliseconds,
    jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    onFlags: @escaping @Sendable () -> Void = {},
    pause: @escaping Pause = { try await Task.sleep(for: .seconds($0)) }
  ) {
    self.file = file
    self.transport = transport
    self.now = now
    self.jitter = jitter
    self.onFlags = onFlags
    self.pause = pause
  }

  public var status: SyncStatus { state.withLock { $0 } }

  /// Calls `body` after each change of the status, until the observation is released.
  public func observe(_ body: @escaping @Sendable (SyncStatus) -> Void) -> Observation {
    observers.add(body)
  }

  /// Tries again now, instead of waiting any longer.
  public func wake() { inbox.post(.wake) }

  /// Ends `run()` after the request under way.
  public func stop() { inbox.close() }

  public func run() async {
    let observation = file.observe { [inbox] notice in
      if notice.origin == .local { inbox.post(.localWrite) }
    }
    defer { withExtendedLifetime(observation) {} }
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [transport, inbox, file, onFlags] in
          for await poke in transport.pokes() {
            // If the replica cannot be used now, it tries postponed changes by itself a minute
            // later.
            if poke == .flags, !isPlanted(.pauseEndUnheard) {
              try? await file.onPool { $0.resumePaused() }
            }
            if poke == .flags || poke == .listening { onFlags() }
            if isPlanted(.hintIgnored), poke != .listening, poke != .deaf { continue }
            inbox.post(SyncSchedule.Event(poke))
          }
        }
        await obey()
        group.cancelAll()
      }
    } onCancel: {
      inbox.close()
    }
  }

  private func obey() async {
    var schedule = SyncSchedule()
    var action = schedule.handle(.wake, jitter: jitter())
    while !inbox.isClosed {
      let outcome: SyncSchedule.Event
      switch action {
      case .push: outcome = await push()
      case .pull: outcome = await pull()
      case .rest(let seconds), .backOff(let seconds):
        refreshCounts()
        action = await rest(seconds, &schedule) ?? action
        continue
      case nil: return
      }
      // Events of the meantime are handled before the next action is decided.
      for event in inbox.take() where !isPlanted(.mailDropped) {
        _ = schedule.handle(event, jitter: jitter())
      }
      action = schedule.handle(outcome, jitter: jitter())
    }
  }

  /// Waits until something happens. Returns the schedule's next action; `nil` to wait anew, or if
  /// the loop is closed.
  private func rest(
    _ seconds: Double, _ schedule: inout SyncSchedule
  ) async -> SyncSchedule.Action? {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { [pause] in
        do {
          try await pause(seconds)
          return true
        } catch {
          return false  // Cancelled: something else came first.
        }
      }
      defer { group.cancelAll() }
      group.addTask { [inbox] in
        await inbox.waitForMail()
        return false
      }
      // Mail that arrives at the same moment as the timer is read after the action that the timer
      // causes: only while an action is under way may the schedule's answer to mail be ignored.
      if await group.next() == true {
        for event in isPlanted(.restEndsLoop) ? inbox.take() : [] {
          _ = schedule.handle(event, jitter: jitter())
        }
        return schedule.handle(.timer, jitter: jitter())
      }
      var action: SyncSchedule.Action?
      for event in inbox.take() { action = schedule.handle(event, jitter: jitter()) ?? action }
      return action
    }
  }

  private func push() async -> SyncSchedule.Event {
    do {
      let outcome = try await file.pushOnce(via: transport)
      if !outcome.wasEmpty { show(.syncing) }
      return .pushed(
        hasMore: outcome.hasMore && !outcome.isStopped, mustWait: outcome.mustWait)
    } catch {
      return failed(error)
    }
  }

  private func pull() async -> SyncSchedule.Event {
    do {
      // A restored hub is sent at once what it may have lost.
      if try await file.pull(via: transport), !isPlanted(.restoreUntold) {
        inbox.post(.localWrite)
      }
      show(.synced(at: now()))
      return .pulled
    } catch {
      return failed(error)
    }
  }

  private func failed(_ error: any Error) -> SyncSchedule.Event {
    switch error {
    case SyncError.transport(let problem):
      switch problem {
      case .unreachable(let reason), .interrupted(let reason):
        show(.offline(since: offlineSince, reason: reason))
      case .unauthorised:
        show(.signedOut)
        return .failed(.unauthorised)
      case .outdated:
        show(.outdated)
        return .failed(.outdated)
      case .busy(let seconds):
        let milliseconds = min(max(seconds, 0), SyncSchedule.maxBackOffSeconds) * 1000
        show(.waiting(until: now() + Int64(milliseconds)))
        return .failed(.busy(seconds: seconds))
      case .rejected(_, let message): show(.failing(reason: message))
      case .protocolError(let message): show(.failing(reason: message))
      }
    case SyncError.busy, ConfirmationError.hubBusy: break
    default: show(.failing(reason: "\(error)"))
    }
    return .failed(.transient)
  }

  private var offlineSince: Int64 {
    if case .offline(let since, _) = status.connection { return since }
    return now()
  }

  private func show(_ connection: SyncStatus.Connection) {
    update { $0.connection = connection }
  }

  private func refreshCounts() {
    // If the file cannot be read, the next sync shows that; until then the last counts stand.
    guard let counts = try? file.status() else { return }
    update { ($0.pendingCount, $0.refusedCount) = (counts.pendingCount, counts.parkedCount) }
  }

  private func update(_ change: (inout SyncStatus) -> Void) {
    let changed = state.withLock { status -> SyncStatus? in
      let old = status
      change(&status)
      return status == old ? nil : status
    }
    if let changed { observers.announce(changed) }
  }
}

extension SyncSchedule.Event {
  init(_ poke: Poke) {
    switch poke {
    case .listening: self = .listening
    case .deaf: self = .deaf
    case .zone, .account: self = .poked
    case .flags: self = .localWrite
    }
  }
}

/// Events for the loop, from any thread. Equal waiting events are kept once: more would tell
/// nothing.
private final class Mailbox: Sendable {
  private struct State {
    var events: [SyncSchedule.Event] = []
    var isClosed = false
    var reader: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())

  var isClosed: Bool { state.withLock { $0.isClosed } }

  func post(_ event: SyncSchedule.Event) {
    let reader = state.withLock { state in
      if !state.events.contains(event) { state.events.append(event) }
      return Self.takeReader(&state)
    }
    reader?.resume()
  }

  func take() -> [SyncSchedule.Event] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// Returns when there is mail, when the box is closed, or when the task is cancelled.
  func waitForMail() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          // A cancellation is seen here or by the handler below, whichever comes second.
          if state.isClosed || !state.events.isEmpty || Task.isCancelled { return true }
          state.reader = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { Self.takeReader(&$0) }?.resume()
    }
  }

  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      return Self.takeReader(&state)
    }
    reader?.resume()
  }

  private static func takeReader(_ state: inout State) -> CheckedContinuation<Void, Never>? {
    defer { state.reader = nil }
    return state.reader
  }
}
