import Glibc
import HTTPServer
import Threads

/// A reply as it came over the wire.
struct RawReply: Sendable {
  var status: Int
  /// Names in lower case; the last of several values.
  var headers: [String: String]
  var body: [UInt8]
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client that sends exactly the bytes it is told to. Its calls block: use it inside `blocking`.
///
/// `@unchecked Sendable` because each test uses one from one thread at a time.
final class RawClient: @unchecked Sendable {
  enum Failure: Error { case connect(Int32), closed, timedOut, malformed(String) }

  let descriptor: Int32
  private var unread: [UInt8] = []

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // All properties are set: `deinit` closes.
    if result != 0 { throw Failure.connect(errno) }
  }

  deinit { Glibc.close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends as much as the peer takes; a peer that has closed is no error here.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Whether the peer closes within that time; what it sends meanwhile is kept.
  func isClosed(withinMilliseconds limit: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, limit) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
  }

  /// The next reply; with `isHead` no body is expected.
  func reply(isHead: Bool = false) throws -> RawReply {
    var reply = try head()
    if reply.status == 100 { reply = try head() }
    if isHead || reply.status == 304 || reply.status == 204 { return reply }
    if reply.headers["transfer-encoding"] == "chunked" {
      while let piece = try chunk() { reply.body += piece }
    } else if let length = reply.headers["content-length"].flatMap({ Int($0) }) {
      reply.body = try take(length)
    } else {
      while try fill() {}
      (reply.body, unread) = (unread, [])
    }
    return reply
  }

  func head() throws -> RawReply {
    let status = try line()
    let words = status.split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let code = Int(words[1]) else {
      throw Failure.malformed(status)
    }
    var reply = RawReply(status: code, headers: [:], body: [])
    while case let line = try line(), !line.isEmpty {
      guard let colon = line.firstIndex(of: ":") else { throw Failure.malformed(line) }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      reply.headers[line[..<colon].lowercased()] = String(value)
    }
    return reply
  }

  /// The next chunk of a chunked body, `nil` at its end.
  func chunk() throws -> [UInt8]? {
    guard let size = Int(try line(), radix: 16) else { throw Failure.malformed("chunk size") }
    let bytes = try take(size)
    _ = try take(2)
    return size == 0 ? nil : bytes
  }

  /// The next chunk of an event stream without heartbeats, as text; `nil` at the stream's end. On a
  /// busy machine a heartbeat and an event are sent together.
  func event() throws -> String? {
    let heartbeat = ":\n\n"
    while let bytes = try chunk() {
      var text = String(decoding: bytes, as: UTF8.self)
      while text.hasPrefix(heartbeat) { text.removeFirst(heartbeat.count) }
      if !text.isEmpty { return text }
    }
    return nil
  }

  /// Waits for the peer to close and returns what still came.
  func rest() throws -> [UInt8] {
    while try fill() {}
    defer { unread = [] }
    return unread
  }

  private func line() throws -> String {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        let bytes = unread[..<end].filter { $0 != 0x0D }
        unread.removeSubrange(...end)
        return String(decoding: bytes, as: UTF8.self)
      }
      guard try fill() else { throw Failure.closed }
    }
  }

  func take(_ count: Int) throws -> [UInt8] {
    while unread.count < count {
      guard try fill() else { throw Failure.closed }
    }
    defer { unread.removeFirst(count) }
    return Array(unread[..<count])
  }

  /// `false` when the peer has closed.
  private func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var got = recv(descriptor, &buffer, buffer.count, 0)
    // A process that was stopped and goes on finds its calls interrupted.
    while got < 0, errno == EINTR { got = recv(descriptor, &buffer, buffer.count, 0) }
    if got < 0, errno == EAGAIN { throw Failure.timedOut }
    if got <= 0 { return false }
    unread += buffer[..<got]
    return true
  }
}

/// Runs blocking client code away from the cooperative pool, which the handlers need.
func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.start { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Runs a server on a free port for the time of `body`.
func withServer(
  _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
  handler: @escaping HTTPServer.Handler,
  _ body: (HTTPServer, UInt16) async throws -> Void
) async throws {
  var configuration = HTTPServerConfiguration(address: ListenAddress(host: "127.0.0.1", port: 0))
  configure(&configuration)
  let server = HTTPServer(configuration: configuration, handler: handler)
  try server.start()
  guard let port = server.boundPort else { throw RawClient.Failure.closed }
  do {
    try await body(server, port)
  } catch {
    await server.stop(graceSeconds: 0)
    throw error
  }
  await server.stop(graceSeconds: 1)
}

/// Echoes what the server understood.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  switch request.path {
  case "/body": .bytes(request.body, type: "application/octet-stream")
  case "/query": .text(request.query.pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
  default: .text("\(request.method.rawValue) \(request.path)")
  }
}
