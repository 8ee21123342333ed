import SyncProtocol
import Threads

/// Why a sync with the hub was not completed. Pending changes stay pending.
public enum SyncError: Error, Equatable, Sendable {
  case transport(TransportError)
  /// The hub knows this replica as another account's.
  case foreignReplica
  /// What the hub sends is inconsistent, again and again.
  case inconsistent
  /// Too many syncs wait for their turn on this replica.
  case busy
}

extension ReplicaFile {
  /// The outcome of one push.
  struct PushOutcome: Sendable {
    /// Whether more change sets wait to be sent.
    var hasMore: Bool
    /// Whether the hub has postponed any change set, now or before; the others are sent meanwhile.
    var mustWait: Bool
    /// Whether a pull must come before the next push.
    var isStopped = false
    /// Whether there was nothing to send.
    var wasEmpty: Bool
  }

  /// How often a pull starts anew, because the hub asked for it or the pages were inconsistent.
  static let maxPullRestarts = 10

  /// Sends all pending changes, then pulls up to one moment of the hub. Does not block a thread.
  public func sync(via transport: any Transport) async throws {
    try await alone {
      let epoch = try await self.onPool { $0.state.epoch }
      // A confirmation that the hub postpones holds up nothing: no pending change depends on it.
      _ = try await self.settleConfirmation(via: transport)
      try await self.pushAll(via: transport)
      try await self.pullAll(via: transport)
      guard try await self.onPool({ !epoch.isEmpty && $0.state.epoch != epoch }) else { return }
      // The hub was restored: it is sent again what it may have lost.
      try await self.pushAll(via: transport)
      try await self.pullAll(via: transport)
    }
  }

  /// Pulls up to one moment of the hub. For a replica without pending changes of its own.
  ///
  /// - Returns: whether the hub turned out to have been restored, so that there may be something to
  ///   push again.
  @discardableResult
  public func pull(via transport: any Transport) async throws -> Bool {
    try await alone { try await self.pullAll(via: transport) }
  }

  /// One push; for the sync loop.
  func pushOnce(via transport: any Transport) async throws -> PushOutcome {
    try await alone {
      let isSettled = try await self.settleConfirmation(via: transport)
      var outcome = try await self.pushNext(via: transport)
      if !isSettled { outcome.mustWait = true }
      return outcome
    }
  }

  /// Runs `body` while no other sync or confirmation of this file is under way: one push and one
  /// pull at a time, in the order in which they were requested.
  func alone<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    do {
      return try await gate.pass(body)
    } catch is AsyncGate.Full {
      throw SyncError.busy
    } catch is ThreadPool.Busy {
      throw SyncError.busy
    } catch let error as TransportError {
      throw SyncError.transport(error)
    }
  }

  // MARK: Inside `alone`

  func pushAll(via transport: any Transport) async throws {
    while true {
      let outcome = try await pushNext(via: transport)
      if !outcome.hasMore || outcome.isStopped { return }
    }
  }

  private func pushNext(via transport: any Transport) async throws -> PushOutcome {
    // A replica that has never been in contact with its hub cannot push yet.
    if try await onPool({ $0.state.epoch.isEmpty }) { try await pullAll(via: transport) }
    let (next, isWaiting) = try await onPool { (try $0.nextPush(), $0.postponed[.hub] != nil) }
    guard let request = next else {
      return PushOutcome(hasMore: false, mustWait: isWaiting, wasEmpty: true)
    }
    let response = try await transport.push(request)
    let (hasMore, mustWait) = try await onPool { replica in
      try replica.receive(response, to: request)
      return (try replica.nextPush(maxChangeSets: 1) != nil, replica.postponed[.hub] != nil)
    }
    announceState(.hub)
    switch response {
    case .answers(let answers, _):
      return PushOutcome(
        hasMore: hasMore, mustWait: mustWait || answers.isEmpty, isStopped: answers.isEmpty,
        wasEmpty: false)
    case .foreignReplica:
      return PushOutcome(hasMore: hasMore, mustWait: mustWait, wasEmpty: false)
    case .epoch:
      // Pull first, then push again.
      return PushOutcome(hasMore: hasMore, mustWait: true, isStopped: true, wasEmpty: false)
    }
  }

  /// Returns whether the hub turned out to have been restored.
  @discardableResult
  func pullAll(via transport: any Transport) async throws -> Bool {
    var restarts = 0
    let epoch = try await onPool { $0.state.epoch }
    while true {
      // A restored hub is handed back what it has lost before this replica loads its state.
      guard try await handBackAll(via: transport) else {
        restarts += 1
        if restarts > Self.maxPullRestarts { throw SyncError.inconsistent }
        continue
      }
      let request = try await onPool { try $0.nextPull() }
      let response: PullResponse
      do {
        response = try await transport.pull(request)
      } catch {
        // The staged pages are discarded: at the next pull the hub may be another one.
        try await onPool { $0.abandonPull() }
        throw error
      }
      switch try await take(response, to: request) {
      case .more: continue
      case .done:
        announceState(.hub)
        return try await onPool { !epoch.isEmpty && $0.state.epoch != epoch }
      case .restart, .stale:
        restarts += 1
        if restarts > Self.maxPullRestarts { throw SyncError.inconsistent }
      }
    }
  }

  /// Returns `false` if it must start again, because the hub's epoch or this replica's incarnation
  /// has changed.
  private func handBackAll(via transport: any Transport) async throws -> Bool {
    while !isPlanted(.handBackLeftOut), let request = try await onPool({ try $0.nextHandBack() }) {
      do {
        let response = try await transport.handBack(request)
        try await onPool { try $0.receive(response, to: request) }
        guard case .runs = response else { return false }
      } catch TransportError.rejected(let status, _) where status == 404 || status == 405 {
        try await onPool { $0.handBackIsUnknown() }
      } catch let error as TransportError {
        // What a hub cannot take must not keep this replica from syncing.
        guard try await onPool({ $0.handBackFailed(error) }) else { throw error }
      }
    }
    return true
  }

  private func take(_ response: PullResponse, to request: PullRequest) async throws -> PullProgress
  {
    do {
      return try await onPool { try $0.receive(response, to: request) }
    } catch ReplicaError.inconsistentCut {
      // The replica has marked its zones to be loaded anew.
      return .restart
    }
  }
}

/// A state that a replica must have reached.
public struct Barrier: Equatable, Sendable {
  /// Zones that must be here, up to this sequence at least; 0 for any.
  public var zones: [ZoneID: Int64]
  /// Zones that must not be here any more.
  public var absent: Set<ZoneID>

  public init(zones: [ZoneID: Int64] = [:], absent: Set<ZoneID> = []) {
    self.zones = zones
    self.absent = absent
  }
}

extension ReplicaFile {
  /// The replica did not reach the barrier in time.
  public struct BarrierNotReached: Error, Sendable {
    public let barrier: Barrier
  }

  /// Whether the replica has reached the barrier. Runs on the calling thread.
  public func hasReached(_ barrier: Barrier) throws -> Bool {
    try readAll { connection in
      for (zone, sequence) in barrier.zones {
        guard let row = try ZoneRow.find(zone, in: connection), row.isCurrent,
          row.sequence >= sequence
        else { return false }
      }
      return try barrier.absent.allSatisfy { try ZoneRow.find($0, in: connection) == nil }
    }
  }

  /// Waits until the replica has reached the barrier, which somebody else's pulls must bring about.
  /// Throws `BarrierNotReached`.
  public func wait(for barrier: Barrier, timeoutSeconds: Double) async throws {
    let (changes, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = observe { _ in signal.yield() }
    defer { withExtendedLifetime(observation) { signal.finish() } }
    signal.yield()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in changes where try self.hasReached(barrier) { return }
        throw CancellationError()
      }
      group.addTask {
        try await self.machine.pause(timeoutSeconds)
        throw BarrierNotReached(barrier: barrier)
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Pulls until the replica has reached the barrier, at most `maxPulls` times. Throws
  /// `BarrierNotReached`.
  public func catchUp(
    to barrier: Barrier, via transport: any Transport, maxPulls: Int = 5
  ) async throws {
    for _ in 0..<maxPulls {
      if try hasReached(barrier) { return }
      try await pull(via: transport)
    }
    guard try hasReached(barrier) else { throw BarrierNotReached(barrier: barrier) }
  }
}
