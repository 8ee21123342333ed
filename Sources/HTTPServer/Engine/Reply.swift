import CMicroHTTPD
import Glibc

/// Hands a response to the C library.
struct Reply {
  let server: HTTPServer
  let connection: Connection
  let isHead: Bool

  /// Block sizes of bodies that the library pulls, in bytes.
  private static let eventBlock = 1 << 10
  private static let streamBlock = 16 << 10

  /// Queues the response. Call it on the connection's own thread; `.NO` closes the connection
  /// without a response.
  func queue(_ response: HTTPResponse, on mhd: OpaquePointer) -> MHD_Result {
    var response = response
    if server.isStopping, case .events(let stream) = response.body { stream.close() }
    if case .events(let stream) = response.body,
      !server.eventStreams.reserve(1, of: server.configuration.maxEventStreams)
    {
      stream.finished()
      response = server.response(
        to: Refusal(.serviceUnavailable, "too many open event streams; try again soon"))
    }
    setDeadline(for: response.body)
    guard let reply = make(response.body, on: mhd) else { return .NO }
    defer { MHD_destroy_response(reply) }
    guard Self.addHeaders(response.headers, to: reply) else { return queueError(on: mhd) }
    // Answering HEAD, the library would still send the final chunk of the body that it leaves out.
    if isHead, response.body.isUnbounded { hearth_mhd_send_unchunked(reply) }
    if server.isStopping { MHD_add_response_header(reply, "Connection", "close") }
    return MHD_queue_response(mhd, UInt32(response.status.rawValue), reply)
  }

  /// Queues a response that was prepared earlier.
  func queue(_ stored: StoredReply, on mhd: OpaquePointer) -> MHD_Result {
    // The `Connection: close` header must not be added to the stored response.
    if server.isStopping { return queue(stored.response, on: mhd) }
    setDeadline(for: stored.response.body)
    return MHD_queue_response(mhd, UInt32(stored.response.status.rawValue), stored.pointer)
  }

  /// Adds the headers, or returns `false` when the library refuses one for its line breaks: text
  /// from a handler must not become further headers.
  static func addHeaders(_ headers: HTTPHeaders, to reply: OpaquePointer) -> Bool {
    headers.fields.allSatisfy { field in
      if isOwn(field.name) { return true }
      // Passed without copying either string.
      return field.name.withCString { name in
        field.value.withCString { MHD_add_response_header(reply, name, $0) == .YES }
      }
    }
  }

  private func queueError(on mhd: OpaquePointer) -> MHD_Result {
    guard let reply = Self.make(.empty) else { return .NO }
    defer { MHD_destroy_response(reply) }
    return MHD_queue_response(mhd, UInt32(HTTPStatus.internalServerError.rawValue), reply)
  }

  private static func isOwn(_ name: String) -> Bool {
    HTTPHeaders.isSame(name, "Content-Length") || HTTPHeaders.isSame(name, "Date")
      || HTTPHeaders.isSame(name, "Transfer-Encoding")
  }

  private func setDeadline(for body: HTTPResponse.Body) {
    let bytes: Int
    switch body {
    case .empty: bytes = 0
    case .bytes(let content): bytes = content.count
    case .asset(let asset): bytes = asset.count
    case .file(let slice): bytes = slice.count
    // Each piece gets its own time, in `pull`.
    case .stream, .events: bytes = 0
    }
    let configuration = server.configuration
    let pace = Double(bytes) / Double(max(1, configuration.minBytesPerSecond))
    connection.setDeadline(inSeconds: configuration.transferSeconds + pace)
  }

  /// A library response for a body in memory; `nil` for any other body.
  static func make(_ body: HTTPResponse.Body) -> OpaquePointer? {
    switch body {
    case .empty:
      MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .asset(let asset):
      MHD_create_response_from_buffer(
        asset.count, UnsafeMutableRawPointer(mutating: asset.start), .RESPMEM_PERSISTENT)
    case .file, .stream, .events: nil
    }
  }

  private func make(_ body: HTTPResponse.Body, on mhd: OpaquePointer) -> OpaquePointer? {
    switch body {
    case .empty, .bytes, .asset: return Self.make(body)
    case .file(let slice):
      let copy = fcntl(slice.file.descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { return nil }
      let reply = MHD_create_response_from_fd_at_offset64(
        UInt64(slice.count), copy, UInt64(slice.offset))
      if reply == nil { close(copy) }
      return reply
    case .stream(let stream):
      let pump = PulledBody.Source.stream(ByteStreamPump(stream))
      return pulled(pump, length: stream.contentLength, block: Self.streamBlock, on: mhd)
    case .events(let stream):
      return pulled(.events(stream), length: nil, block: Self.eventBlock, on: mhd)
    }
  }

  private func pulled(
    _ source: PulledBody.Source, length: Int?, block: Int, on mhd: OpaquePointer
  ) -> OpaquePointer? {
    let body = PulledBody(
      source, server: server, connection: connection, handle: ConnectionHandle(pointer: mhd))
    let retained = Unmanaged.passRetained(body)
    let reply = MHD_create_response_from_callback(
      length.map(UInt64.init) ?? .max, block,
      { context, _, buffer, size in
        let body = Unmanaged<PulledBody>.fromOpaque(context!).takeUnretainedValue()
        return body.pull(UnsafeMutableRawBufferPointer(start: buffer, count: size))
      }, retained.toOpaque(),
      { Unmanaged<PulledBody>.fromOpaque($0!).takeRetainedValue().finished() })
    if reply == nil { retained.takeRetainedValue().finished() }
    return reply
  }
}

extension HTTPResponse.Body {
  /// Whether the body's size is unknown when its headers are sent.
  fileprivate var isUnbounded: Bool {
    switch self {
    case .events: true
    case .stream(let stream): stream.contentLength == nil
    case .empty, .bytes, .asset, .file: false
    }
  }
}

/// A body that the C library pulls while the client reads.
final class PulledBody: Sendable {
  enum Source {
    case stream(ByteStreamPump)
    case events(EventStream)
  }

  private let source: Source
  private let server: HTTPServer
  private let connection: Connection
  private let handle: ConnectionHandle

  init(
    _ source: Source, server: HTTPServer, connection: Connection, handle: ConnectionHandle
  ) {
    self.source = source
    self.server = server
    self.connection = connection
    self.handle = handle
    switch source {
    case .stream(let pump): connection.wait(for: pump)
    case .events(let stream):
      connection.wait(for: stream)
      server.watcher.watch(stream, on: connection)
    }
  }

  func pull(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    // First of all: once the connection is parked, another thread may already have resumed it.
    connection.clearDeadline()
    let count: Int
    switch source {
    case .stream(let pump): count = pump.pull(into: buffer, of: handle)
    case .events(let stream): count = stream.pull(into: buffer, of: handle)
    }
    if count == PullResult.failed {
      // The library marks the connection closed but closes it only at its next event, such as this
      // one.
      shutdown(connection.descriptor, Int32(SHUT_RDWR))
    }
    if count != 0 { connection.setDeadline(inSeconds: server.configuration.transferSeconds) }
    return count
  }

  /// Cleans up when the library has released the response.
  func finished() {
    switch source {
    case .stream(let pump): pump.finished()
    case .events(let stream):
      server.watcher.unwatch(connection)
      server.eventStreams.release(1)
      stream.finished()
    }
  }
}
