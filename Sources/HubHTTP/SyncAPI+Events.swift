import HTTPServer
import Hub
import SyncProtocol
import Threads

/// The event stream, which sends hints that there is something to pull.
extension SyncAPI {
  func events(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await reading(request) { [self] account, session in
      let ticket = StreamTicket(streams)
      // Only the stream holds the ticket: when the stream ends, or was never sent, the ticket is
      // released and ends the registration and the subscription.
      let stream = EventStream { ticket.end() }
      streams.add(
        StreamRegistry.Entry(account: account.id, session: session.id, stream: stream),
        as: ticket.id)
      ticket.hold(
        try pokes.listen(as: account.id) { [metrics, weak stream] poke in
          metrics.add(to: .hints)
          let (hint, key) = Hint.of(poke)
          let data = String(decoding: hint.wireBytes, as: UTF8.self)
          // A slow client gets only a zone's newest head.
          stream?.send(ServerSentEvent(data: data), replacingKey: key)
        })
      // Tells the client that it misses nothing from here on.
      stream.send(ServerSentEvent(event: "listening", data: "{}"))
      return .events(stream)
    }
  }

  /// Closes streams whose session has ended: sign-out, lost device, disabled account. Blocks.
  package func closeStaleStreams() throws {
    for (account, sessions) in streams.sessionsByAccount() {
      let live = Set(try accounts.sessions(of: account).map(\.id))
      for session in sessions.subtracting(live) { streams.close(session: session) }
    }
  }

  /// How often open streams are checked for ended sessions.
  package static let staleCheckSeconds = 60.0

  /// Checks open streams periodically, until its task is cancelled.
  package func run() async {
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: .seconds(Self.staleCheckSeconds))
        try await pools.reading.run { [self] in try closeStaleStreams() }
      } catch is CancellationError {
        return
      } catch {
        log(Log.failure, ["route": .text("events"), "error": .text("\(error)")])
      }
    }
  }
}

extension Hint {
  /// The hint for a poke, and the key under which a newer one replaces it.
  fileprivate static func of(_ poke: Pokes.Poke) -> (Hint, String) {
    switch poke {
    case .zone(let zone, let head): (.zone(zone, head: head), zone)
    case .account: (.account, "account")
    case .flags: (.flags, "flags")
    }
  }
}

/// Releases what an event stream holds when the stream ends or is deallocated.
private final class StreamTicket: Sendable {
  let id: UInt64
  private let streams: StreamRegistry
  private let subscription = Lock<Pokes.Subscription?>(nil)

  init(_ streams: StreamRegistry) {
    self.streams = streams
    id = streams.nextID()
  }

  deinit { end() }

  func hold(_ subscription: Pokes.Subscription) {
    self.subscription.withLock { $0 = subscription }
  }

  func end() {
    streams.remove(id)
    // Released outside of the lock.
    let ended = subscription.withLock { subscription in
      defer { subscription = nil }
      return subscription
    }
    withExtendedLifetime(ended) {}
  }
}

/// The open event streams, by session.
final class StreamRegistry: Sendable {
  struct Entry: Sendable {
    let account: AccountID
    let session: String
    weak var stream: EventStream?
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.entries.count } }

  func nextID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  func add(_ entry: Entry, as id: UInt64) { state.withLock { $0.entries[id] = entry } }

  func remove(_ id: UInt64) { state.withLock { $0.entries[id] = nil } }

  func sessionsByAccount() -> [AccountID: Set<String>] {
    state.withLock { state in
      state.entries.values.reduce(into: [:]) { $0[$1.account, default: []].insert($1.session) }
    }
  }

  func close(session: String) {
    let closing = state.withLock { state in
      state.entries.values.filter { $0.session == session }.compactMap(\.stream)
    }
    for stream in closing { stream.close() }
  }
}
