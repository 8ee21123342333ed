import Hub
import Replica
import SyncProtocol
import Threads

/// Connects a replica to a hub in the same process.
public struct InProcessTransport: Transport {
  /// How many pokes are buffered; beyond that the oldest are dropped.
  private static let maxWaitingPokes = 64

  private let hub: Hub
  private let account: AccountID
  private let listeners: Pokes
  private let pool: ThreadPool
  private let vouchesForBlobs: Bool

  /// - Parameters:
  ///   - pool: the threads on which the hub works; a push waits for the disk there.
  ///   - vouchesForBlobs: whether the hub may trust the replica's blob names: it names only blobs
  ///     whose bytes the program received for the account, or that its rows already named, and no
  ///     user of the program can make it name another.
  public init(
    hub: Hub, account: AccountID, pokes: Pokes, pool: ThreadPool, vouchesForBlobs: Bool = false
  ) {
    self.vouchesForBlobs = vouchesForBlobs
    self.hub = hub
    self.account = account
    listeners = pokes
    self.pool = pool
  }

  public func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    var progress = PushProgress()
    while true {
      // A thread is taken for one turn only, so accounts take turns here too.
      progress = try await ask { [hub, account, vouchesForBlobs, progress] in
        try hub.pushTurn(
          request, as: account, isLocal: true, vouchesForBlobs: vouchesForBlobs, after: progress)
      }
      if let response = progress.response { return response }
    }
  }

  public func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await ask { [hub, account] in try hub.pull(request, as: account) }
  }

  public func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse {
    try await ask { [hub, account] in try hub.handBack(request, as: account) }
  }

  public func hold(
    _ zones: [ZoneID], replica: String
  ) async throws(TransportError) -> Bool {
    try await ask { [hub, account] in try hub.hold(zones, replica: replica, as: account) }
  }

  public func pokes() -> AsyncStream<Poke> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Poke.self, bufferingPolicy: .bufferingNewest(Self.maxWaitingPokes))
    let (listeners, account) = (listeners, account)
    let isStarting = pool.submit {
      do {
        let subscription = try listeners.listen(as: account) { poke in
          continuation.yield(Poke(poke))
        }
        continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        continuation.yield(.listening)
      } catch {
        // Without pokes the replica must ask for changes itself.
        continuation.yield(.deaf)
      }
    }
    if !isStarting { continuation.yield(.deaf) }
    return stream
  }

  private func ask<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
  ) async throws(TransportError) -> Answer {
    do {
      return try await pool.run(for: account, body)
    } catch is ThreadPool.Busy {
      throw .busy(retryAfterSeconds: Self.busySeconds)
    } catch Hub.RequestError.busy {
      throw .busy(retryAfterSeconds: Self.busySeconds)
    } catch HubStoreError.busy {
      throw .busy(retryAfterSeconds: Self.busySeconds)
    } catch HubStoreError.storage {
      throw .noRoom
    } catch Hub.RequestError.malformed(let what) {
      throw .rejected(status: 400, message: what)
    } catch {
      // The store failed. It rolled back what it did not commit, unless the commit's outcome is
      // unknown.
      throw .interrupted(reason: "\(error)")
    }
  }

  private static let busySeconds = 0.2
}

extension Poke {
  init(_ poke: Pokes.Poke) {
    switch poke {
    case .zone(let zone, let head): self = .zone(zone, head: head)
    case .account: self = .account
    case .flags: self = .flags
    }
  }
}
