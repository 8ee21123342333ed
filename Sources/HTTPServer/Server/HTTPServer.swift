import CMicroHTTPD
import Glibc
import Synchronization
import Threads

/// An HTTP/1.1 server: libmicrohttpd parses and sends, and a Swift function answers.
///
/// The handler runs on an event loop thread up to its first suspending `await`, then on the
/// cooperative pool. It must block neither: database writes, hashing, images and large files belong
/// on a `ThreadPool`. Only work of well under a millisecond may run directly.
package final class HTTPServer: Sendable {
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  private struct Lifecycle {
    var daemon: ConnectionHandle?
    var port: UInt16?
    var isStarted = false
  }

  package let configuration: HTTPServerConfiguration
  let handler: Handler
  let watcher: ConnectionWatcher
  let running = Allowance()
  let buffered = Allowance()
  let eventStreams = Allowance()
  /// The number of requests between their first line and the end of their response.
  let active = Allowance()
  private let nextConnection = Atomic<UInt64>(1)
  private let stopping = Atomic(false)
  private let lifecycle = Lock(Lifecycle())

  package init(configuration: HTTPServerConfiguration, handler: @escaping Handler) {
    self.configuration = configuration
    self.handler = handler
    watcher = ConnectionWatcher(heartbeatSeconds: configuration.heartbeatSeconds)
  }

  /// The port that was requested or chosen; `nil` unless the server is running.
  package var boundPort: UInt16? { lifecycle.withLock { $0.port } }

  /// The number of open event streams.
  package var eventStreamCount: Int { eventStreams.count }

  package var connectionCount: Int { watcher.connectionCount }

  /// The bytes of request bodies in memory.
  package var bufferedBytes: Int { buffered.count }

  var isStopping: Bool { stopping.load(ordering: .relaxed) }

  /// Starts listening and returns; requests are answered from then on. A server starts only once.
  package func start() throws(HTTPServerError) {
    let isFirst = lifecycle.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { throw .alreadyStarted }
    let listener = try ListenSocket.open(configuration.address)
    let own = fcntl(listener, F_DUPFD_CLOEXEC, 0)
    defer { close(own) }
    guard let daemon = Daemon.start(self, listener: listener) else {
      let code = errno
      // The library may or may not have closed its descriptor, whose number may now belong to
      // another file. Shutting down through this copy ends listening either way.
      shutdown(own, Int32(SHUT_RDWR))
      if configuration.tls != nil { throw .badCertificate }
      throw .system(call: "MHD_start_daemon", code: code)
    }
    lifecycle.withLock { state in
      state.daemon = daemon
      state.port = ListenSocket.port(of: listener)
    }
    Thread.start { [self] in watcher.run() }
  }

  /// Ends event streams, closes new connections unanswered, and gives running requests up to
  /// `graceSeconds` to finish. The rest are answered 503 and their tasks cancelled. Returns when
  /// all threads have ended.
  package func stop(graceSeconds: Double = 5) async {
    stopping.store(true, ordering: .sequentiallyConsistent)
    let daemon = lifecycle.withLock { state in
      defer { (state.daemon, state.port) = (nil, nil) }
      return state.daemon
    }
    guard let daemon else { return }
    // From here on `accepts` refuses. `MHD_quiesce_daemon` would, too, but takes the listener out
    // of a thread's epoll set while that thread may do the same, and aborts if it comes second.
    watcher.endStreams()
    await waitForReplies(seconds: graceSeconds)
    // The library aborts the process if it stops while a connection is suspended.
    watcher.abandonAll()
    await waitForReplies(seconds: Self.lastRepliesSeconds)
    await withCheckedContinuation { continuation in
      Thread.start { [self] in
        watcher.abandonAll()
        MHD_stop_daemon(daemon.pointer)  // Closes the listener, too.
        watcher.stop()
        // Balances the retain of `Daemon.start`.
        Unmanaged.passUnretained(self).release()
        continuation.resume()
      }
    }
  }

  /// Time to send the 503 responses of abandoned requests.
  private static let lastRepliesSeconds = 1.0
  private static let drainCheckMilliseconds = 10

  private func waitForReplies(seconds: Double) async {
    let deadline = Monotonic.milliseconds() + Int(seconds * 1000)
    while active.count > 0, Monotonic.milliseconds() < deadline {
      do {
        try await Task.sleep(for: .milliseconds(Self.drainCheckMilliseconds))
      } catch {
        return  // The caller was cancelled: it wants no grace.
      }
    }
  }

  /// The response to a refused request.
  func response(to refusal: Refusal, for path: String? = nil) -> HTTPResponse {
    var response = configuration.refusal(path, refusal.status, refusal.reason)
    if refusal.status == .serviceUnavailable, response.headers["Retry-After"] == nil {
      response.headers["Retry-After"] = "1"
    }
    return response
  }

  // MARK: Called by the C library

  /// Whether a new connection is let in.
  var accepts: Bool { !isStopping }

  func opened(_ mhd: OpaquePointer) -> Connection {
    let deadline = Monotonic.milliseconds() + Int(configuration.headerSeconds * 1000)
    let connection = Connection(
      id: nextConnection.wrappingAdd(1, ordering: .relaxed).oldValue,
      descriptor: hearth_mhd_descriptor(mhd),
      remoteAddress: ListenSocket.text(of: hearth_mhd_client_address(mhd)), deadline: deadline)
    watcher.add(connection)
    return connection
  }

  /// Called while the descriptor is still open, just before it closes.
  func closing(_ connection: Connection) {
    watcher.remove(connection)
    if connection.wasCut.load(ordering: .relaxed) { return }
    if connection.mustLinger.load(ordering: .relaxed) {
      watcher.linger(connection.descriptor)
    } else if connection.owesReply.load(ordering: .relaxed), configuration.tls == nil, !isStopping,
      RawReply.isOpen(connection.descriptor)
    {
      // The library would close without a response.
      RawReply.send(
        response(to: Refusal(.badRequest, "malformed request")), to: connection.descriptor)
      watcher.linger(connection.descriptor)
    }
  }

  func began(_ text: UnsafeMutablePointer<CChar>, on connection: Connection) -> Exchange {
    _ = active.reserve(1, of: .max)
    connection.owesReply.store(false, ordering: .relaxed)
    connection.setDeadline(inSeconds: configuration.headerSeconds)
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    let target = ReceivedTarget(bytes: Array(bytes), start: UInt(bitPattern: text))
    let exchange = Exchange(server: self, connection: connection, target: target)
    // The library would now parse the query into the connection's memory, which a few hundred `&`
    // fill. The copy in `target` is parsed instead, and the library gets an empty query.
    if let mark = strchr(text, Int32(UInt8(ascii: "?"))) { mark[1] = 0 }
    return exchange
  }

  func completed(_ exchange: Exchange) {
    exchange.connection.exchange.store(0, ordering: .relaxed)
    exchange.completed()
    active.release(1)
  }
}
