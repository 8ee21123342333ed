import CMicroHTTPD
import Glibc
import Synchronization
import Threads

/// One request and its reply, from the request line to the last byte sent.
///
/// `@unchecked Sendable` because everything but `answer` is touched only by the connection's own
/// event loop thread; `answer` is behind its lock.
final class Exchange: Parkable, @unchecked Sendable {
  private enum Phase { case head, body, handling, answered }

  private struct Answer {
    var response: HTTPResponse?
    var parkedIn: ConnectionHandle?
    var isAbandoned = false
    var task: Task<Void, Never>?
  }

  /// A refused body of up to this size is read to its end, so that the connection can stay open.
  private static let maxDiscardedBytes = 256 << 10
  /// The same limit with TLS, where the refusal cannot be sent before the body has ended.
  private static let maxDiscardedSecureBytes = 16 << 20

  let connection: Connection
  private let server: HTTPServer
  private let target: ReceivedTarget
  private var phase = Phase.head
  private var head: HTTPRequestHead?
  private var intake = BodyIntake.nothing
  /// The response sent instead of the handler's, once the body has been read.
  private var refusal: HTTPResponse?
  private var stored: StoredReply?
  private var reservedBytes = 0
  private var receivedBytes = 0
  private var discardedBytes = 0
  private var bodyStart = 0
  /// `nil` until the handler is called, so that a request which needs no handler costs no lock.
  ///
  /// Set once, before `connection.wait(for:)` makes this exchange visible to other threads.
  private var answer: Lock<Answer>?
  /// This request's entry among those under way, until its response is sent.
  private var underWay: RequestsUnderWay.Entry?

  init(server: HTTPServer, connection: Connection, target: ReceivedTarget) {
    self.server = server
    self.connection = connection
    self.target = target
  }

  private var configuration: HTTPServerConfiguration { server.configuration }

  /// Handles the C library's calls for one request: the headers, each piece of the body, the body's
  /// end, and one more call after each resume.
  func access(
    _ mhd: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>,
    _ upload: UnsafeRawBufferPointer
  ) -> MHD_Result {
    switch phase {
    case .head:
      phase = .body
      return receiveHead(mhd, method, version)
    case .body:
      return upload.isEmpty ? receiveEnd(mhd) : receive(mhd, upload)
    case .handling:
      return takeResponse().map { reply(mhd, $0) } ?? .YES
    case .answered:
      return .YES
    }
  }

  /// The path as sent, available even when the head cannot be read.
  private var path: String {
    head?.rawPath
      ?? String(decoding: target.bytes.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
  }

  // MARK: Receiving

  private func receiveHead(
    _ mhd: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> MHD_Result {
    do throws(Refusal) {
      let head = try HeadReader.read(
        mhd, RequestLine(method: method, version: version), target: target, from: connection,
        configuration: configuration)
      self.head = head
      if server.isStopping { throw Refusal(.serviceUnavailable, "the server is stopping") }
      guard head.hasBody else {
        stored = configuration.storedReply(head)
        if stored != nil { return .YES }
        if case .reject(let response) = configuration.bodyPolicy(head) { refusal = response }
        return .YES
      }
      bodyStart = Monotonic.milliseconds()
      connection.setDeadline(inSeconds: configuration.transferSeconds)
      let policy = configuration.bodyPolicy(head)
      if case .reject(let response) = policy { return refuseBody(mhd, response) }
      do throws(Refusal) {
        intake = try BodyIntake.start(policy, head)
        try reserve(intake.memory(for: head.contentLength ?? 0))
      } catch {
        return refuseBody(mhd, server.response(to: error, for: path))
      }
      return .YES
    } catch {
      // The body cannot be told from a next request, so the connection ends here.
      return replyEarly(mhd, server.response(to: error, for: path))
    }
  }

  /// Refuses a short body at its end, and any other at once without reading the rest.
  private func refuseBody(_ mhd: OpaquePointer, _ response: HTTPResponse) -> MHD_Result {
    guard let head, let length = head.contentLength, length <= Self.maxDiscardedBytes,
      head.headers["Expect"] == nil
    else { return replyEarly(mhd, response) }
    refusal = response
    intake = .discard
    return .YES
  }

  private func receive(_ mhd: OpaquePointer, _ bytes: UnsafeRawBufferPointer) -> MHD_Result {
    receivedBytes += bytes.count
    let paceMilliseconds = receivedBytes / max(1, configuration.minBytesPerSecond) * 1000
    connection.deadline.store(
      bodyStart + Int(configuration.transferSeconds * 1000) + paceMilliseconds, ordering: .relaxed)
    if case .discard = intake { return discard(bytes.count) }
    do throws(Refusal) {
      try reserve(intake.memory(for: receivedBytes))
      try intake.take(bytes)
      return .YES
    } catch {
      releaseMemory()
      refusal = server.response(to: error, for: path)
      intake = .discard
      return discard(bytes.count)
    }
  }

  private func discard(_ count: Int) -> MHD_Result {
    discardedBytes += count
    let isSecure = configuration.tls != nil
    let limit = isSecure ? Self.maxDiscardedSecureBytes : Self.maxDiscardedBytes
    if discardedBytes <= limit { return .YES }
    // The library accepts no response before the body's end: write it to the socket, and close.
    if !isSecure, let refusal { RawReply.send(refusal, to: connection.descriptor) }
    connection.mustLinger.store(true, ordering: .relaxed)
    return .NO
  }

  private func receiveEnd(_ mhd: OpaquePointer) -> MHD_Result {
    if let refusal { return reply(mhd, refusal) }
    if let stored { return reply(mhd, stored) }
    guard let head else { return .NO }
    do throws(Refusal) {
      let content = try intake.finish()
      intake = .nothing
      return handle(mhd, HTTPRequest(head: head, content: content))
    } catch {
      intake = .nothing
      return reply(mhd, server.response(to: error, for: path))
    }
  }

  /// Reserves memory in steps, so that many small pieces do not each take a reservation.
  private func reserve(_ total: Int) throws(Refusal) {
    guard total > reservedBytes else { return }
    let step = max(total - reservedBytes, min(total, 64 << 10))
    guard server.buffered.reserve(step, of: configuration.maxBufferedBytes) else {
      throw Refusal(.serviceUnavailable, "too many uploads at once; try again soon")
    }
    reservedBytes += step
  }

  private func releaseMemory() {
    server.buffered.release(reservedBytes)
    reservedBytes = 0
  }

  // MARK: Handling

  private func handle(_ mhd: OpaquePointer, _ request: HTTPRequest) -> MHD_Result {
    guard server.running.reserve(1, of: configuration.maxConcurrentRequests) else {
      let refusal = Refusal(.serviceUnavailable, "too many requests at once; try again soon")
      return reply(mhd, server.response(to: refusal, for: path))
    }
    phase = .handling
    connection.clearDeadline()
    let answer = Lock(Answer())
    self.answer = answer
    connection.wait(for: self)
    let handler = server.handler
    var request = request
    request.isAwaited = { [self] in isAwaited }
    let entry = configuration.underWay?.begin(request.head)
    underWay = entry
    // Runs on this thread up to the handler's first suspension; most small responses need none.
    let task = Task.immediate { [self] in
      finish(await RequestsUnderWay.$current.withValue(entry) { await handler(request) })
    }
    let (response, isAbandoned) = answer.withLock { answer -> (HTTPResponse?, Bool) in
      if let response = answer.response {
        answer.response = nil
        return (response, answer.isAbandoned)
      }
      answer.task = task
      let handle = ConnectionHandle(pointer: mhd)
      answer.parkedIn = handle
      handle.suspend()
      return (nil, false)
    }
    // The server stopped while the handler ran on this thread, and did not know its task yet.
    if isAbandoned { task.cancel() }
    return response.map { reply(mhd, $0) } ?? .YES
  }

  /// Whether the client is there, and the server waits for the handler.
  private var isAwaited: Bool {
    answer?.withLock { answer in
      guard !answer.isAbandoned else { return false }
      // Only while it is parked the descriptor is surely that of the connection.
      return answer.parkedIn == nil || !connection.hasClientLeft
    } ?? true
  }

  /// Takes the handler's response, on any thread. Ignored when the server no longer waits for it.
  private func finish(_ response: HTTPResponse) {
    server.running.release(1)
    let isLate = answer?.withLock { answer in
      answer.task = nil
      if answer.isAbandoned { return true }
      answer.response = response
      Self.unpark(&answer)
      return false
    }
    if isLate == true, case .events(let stream) = response.body { stream.finished() }
  }

  private static func unpark(_ answer: inout Answer) {
    guard let handle = answer.parkedIn else { return }
    answer.parkedIn = nil
    handle.resume()
  }

  func abandon() {
    let task = answer?.withLock { answer -> Task<Void, Never>? in
      guard answer.response == nil, !answer.isAbandoned else { return nil }
      answer.isAbandoned = true
      answer.response = server.response(
        to: Refusal(.serviceUnavailable, "the server is stopping"), for: path)
      Self.unpark(&answer)
      return answer.task
    }
    task?.cancel()
  }

  func hangUp() {}

  // MARK: Replying

  private func replyEarly(_ mhd: OpaquePointer, _ response: HTTPResponse) -> MHD_Result {
    connection.mustLinger.store(true, ordering: .relaxed)
    return reply(mhd, response)
  }

  private func reply(_ mhd: OpaquePointer, _ stored: StoredReply) -> MHD_Result {
    phase = .answered
    return Reply(server: server, connection: connection, isHead: head?.isHead ?? false)
      .queue(stored, on: mhd)
  }

  private func reply(_ mhd: OpaquePointer, _ response: HTTPResponse) -> MHD_Result {
    phase = .answered
    // An event stream stays open for hours, during which no request is being handled.
    if case .events = response.body { endUnderWay() }
    // The handler is done with the body, and a client that has the response may rely on this memory
    // being free.
    releaseMemory()
    connection.stopWaiting()
    return Reply(server: server, connection: connection, isHead: head?.isHead ?? false)
      .queue(response, on: mhd)
  }

  private func endUnderWay() {
    underWay?.end()
    underWay = nil
  }

  /// Ends the exchange: the response is sent, or the connection is lost.
  func completed() {
    endUnderWay()
    releaseMemory()
    // Nobody ever waited for a stored reply.
    if stored == nil { connection.stopWaiting() }
    connection.setDeadline(
      inSeconds: configuration.idleSeconds + configuration.headerSeconds)
    // The library never asked for this response.
    if case .events(let stream) = takeResponse()?.body { stream.finished() }
  }

  private func takeResponse() -> HTTPResponse? {
    guard let answer else { return nil }
    return answer.withLock { answer in
      defer { answer.response = nil }
      return answer.response
    }
  }
}
