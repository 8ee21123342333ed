import Hub
import Replica
import SyncProtocol
import Threads

/// The way from a replica to a hub in the same process, for the replicas that live beside it.
public struct InProcessTransport: Transport {
  /// A poke replaces an older one that nobody has read.
  private static let maxWaitingPokes = 64

  private let hub: Hub
  private let account: AccountID
  private let listeners: Pokes
  private let pool: ThreadPool
  private let vouchesForBlobs: Bool

  /// - Parameters:
  ///   - pool: where the hub works; a push waits for the disk there.
  ///   - vouchesForBlobs: the replica names no blob but those whose bytes the program was given for
  ///    the account, or that its rows named. Nobody who uses the program can have it name another.
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
      // A thread is had for one turn at a time: accounts take turns for them, too.
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
        // Nobody tells it of changes: it asks by itself.
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
      // The store failed; what it did not commit it rolled back, unless it is unsettled.
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
