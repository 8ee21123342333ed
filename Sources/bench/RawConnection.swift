import CBench
import Glibc
import Threads

/// A plain HTTP/1.1 connection on a socket, kept open between requests: a client so cheap that the
/// server is what is measured, and the same for every server.
///
/// One per thread. Blocks.
final class RawConnection {
  struct Reply {
    var status: Int
    var headers: String
    var body: [UInt8]
  }

  private static let chunkBytes = 256 << 10
  let host: String
  let port: UInt16
  private var socketFD: Int32 = -1
  private var buffer: [UInt8] = []
  private var start = 0

  private let timeoutSeconds: Int

  /// - Parameter timeoutSeconds: how long a reply may take.
  init(host: String = "127.0.0.1", port: UInt16, timeoutSeconds: Int = 120) {
    self.host = host
    self.port = port
    self.timeoutSeconds = timeoutSeconds
  }

  deinit { close() }

  func close() {
    if socketFD >= 0 { Glibc.close(socketFD) }
    socketFD = -1
    buffer.removeAll(keepingCapacity: true)
    start = 0
  }

  /// The bytes of a request, to be made before the clock runs.
  static func request(
    _ method: String, _ path: String, host: String, headers: [(String, String)] = [],
    body: [UInt8]? = nil
  ) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if let body { text += "Content-Length: \(body.count)\r\n" }
    return Array((text + "\r\n").utf8) + (body ?? [])
  }

  /// Sends a whole request and waits for the whole reply; connects when need be.
  func send(_ request: [UInt8]) throws -> Reply {
    try begin(request)
    return try finish()
  }

  /// Sends a request and reads the reply's head only: for streams.
  func open(_ request: [UInt8]) throws -> Int {
    try begin(request)
    return try head()
  }

  /// Sends a request whose reply is read later, with `finish` or `head`.
  func begin(_ request: [UInt8]) throws {
    if socketFD < 0 { try connect() }
    do {
      try write(request)
    } catch {
      close()
      throw error
    }
  }

  /// Waits for the reply to what `begin` has sent.
  func finish() throws -> Reply {
    do {
      return try readReply()
    } catch {
      close()
      throw error
    }
  }

  /// Waits for the head of the reply to what `begin` has sent, and returns its status.
  func head() throws -> Int { try readHead().status }

  /// Whether an event has come on a stream since it was last asked; reads what there is. A comment
  /// that only keeps the stream alive is none.
  func hasEvent() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var isThere = false
    while case let count = recv(socketFD, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count > 0 {
      isThere = isThere || bytes.prefix(count).contains(UInt8(ascii: "{"))
    }
    return isThere
  }

  /// What was read of a reply that is not kept.
  struct Drained {
    var status: Int
    var byteCount = 0
    var lineCount = 0
  }

  /// Sends a request and reads its reply to the end, keeping nothing of the body.
  func drain(_ request: [UInt8]) throws -> Drained {
    if socketFD < 0 { try connect() }
    try write(request)
    let (status, headers) = try readHead()
    var drained = Drained(status: status)
    func take(_ count: Int) throws {
      var left = count
      while left > 0 {
        if buffer.count == start { try fill() }
        let piece = buffer[start..<min(buffer.count, start + left)]
        drained.lineCount += piece.count { $0 == 0x0A }
        drained.byteCount += piece.count
        start += piece.count
        left -= piece.count
      }
    }
    let lines = headers.split(whereSeparator: { $0 == "\r\n" }).map { $0.lowercased() }
    if let length = lines.first(where: { $0.hasPrefix("content-length:") }) {
      try take(Int(length.dropFirst(15).trimmingPrefix(while: { $0 == " " })) ?? 0)
    } else {
      while case let size = try chunkSize(), size > 0 {
        try take(size)
        _ = try self.take(2)
      }
      _ = try self.take(2)
    }
    return drained
  }

  /// Reads until `text` has come.
  func wait(for text: String) throws {
    let wanted = Array(text.utf8)
    while find(wanted, from: start) == nil { try fill() }
  }

  /// Gives back the memory of what was read.
  func forgetBuffer() {
    buffer = []
    start = 0
  }

  /// Whether the server has not ended the connection.
  var isOpen: Bool {
    var byte: UInt8 = 0
    let count = recv(socketFD, &byte, 1, Int32(Int(MSG_PEEK) | Int(MSG_DONTWAIT)))
    return count > 0 || (count < 0 && errno == EAGAIN)
  }

  private func connect() throws {
    socketFD = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socketFD >= 0 else { throw BenchFailure("no socket: errno \(errno)") }
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socketFD, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    setsockopt(socketFD, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socketFD, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      let reason = errno
      close()
      throw BenchFailure("no connection to port \(port): errno \(reason)")
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Glibc.send(
          socketFD, raw.baseAddress! + sent, raw.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw BenchFailure("the server hung up while a request was sent") }
      sent += count
    }
  }

  private func fill() throws {
    if start > 0, start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    }
    let before = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.chunkBytes))
    let count = buffer.withUnsafeMutableBytes { raw in
      recv(socketFD, raw.baseAddress! + before, Self.chunkBytes, 0)
    }
    buffer.removeLast(Self.chunkBytes - max(0, count))
    guard count > 0 else { throw BenchFailure("the server hung up before its reply was whole") }
  }

  private func find(_ wanted: [UInt8], from: Int) -> Int? {
    buffer.withUnsafeBytes { raw in
      guard raw.count - from >= wanted.count else { return nil }
      let found = bench_find(raw.baseAddress! + from, raw.count - from, wanted, wanted.count)
      return found.map { raw.baseAddress!.distance(to: UnsafeRawPointer($0)) }
    }
  }

  private static let headEnd = Array("\r\n\r\n".utf8)
  private static let lineEnd = Array("\r\n".utf8)

  private func readHead() throws -> (status: Int, headers: String) {
    var end = find(Self.headEnd, from: start)
    while end == nil {
      try fill()
      end = find(Self.headEnd, from: start)
    }
    let headers = String(decoding: buffer[start..<end!], as: UTF8.self)
    start = end! + 4
    guard let status = Int(headers.dropFirst(9).prefix(3)) else {
      throw BenchFailure("not a reply of HTTP: \(headers.prefix(80))")
    }
    return (status, headers)
  }

  private func readReply() throws -> Reply {
    let (status, headers) = try readHead()
    var (length, isChunked, closes): (Int?, Bool, Bool) = (nil, false, false)
    // A line's end is one character of two.
    for line in headers.split(whereSeparator: { $0 == "\r\n" }) {
      let lower = line.lowercased()
      if lower.hasPrefix("content-length:") {
        length = Int(lower.dropFirst(15).trimmingPrefix(while: { $0 == " " }))
      }
      if lower.hasPrefix("transfer-encoding:") { isChunked = lower.hasSuffix("chunked") }
      if lower.hasPrefix("connection:") { closes = lower.hasSuffix("close") }
    }
    var body: [UInt8] = []
    if isChunked {
      while true {
        let size = try chunkSize()
        body += try take(size)
        _ = try take(2)
        if size == 0 { break }
      }
    } else if let length {
      body = try take(length)
    }
    if closes { close() }
    return Reply(status: status, headers: headers, body: body)
  }

  private func chunkSize() throws -> Int {
    var end = find(Self.lineEnd, from: start)
    while end == nil {
      try fill()
      end = find(Self.lineEnd, from: start)
    }
    defer { start = end! + 2 }
    guard let size = Int(String(decoding: buffer[start..<end!], as: UTF8.self), radix: 16) else {
      throw BenchFailure("a chunk without a size")
    }
    return size
  }

  private func take(_ count: Int) throws -> [UInt8] {
    while buffer.count - start < count { try fill() }
    defer { start += count }
    return Array(buffer[start..<start + count])
  }
}

/// Runs `body` on as many threads at once and waits for all. Throws the first error.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let done = Semaphore()
  let failure = Lock<(any Error)?>(nil)
  for index in 0..<count {
    Thread.start {
      do {
        try body(index)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
      done.signal()
    }
  }
  for _ in 0..<count { done.wait() }
  if let error = failure.withLock({ $0 }) { throw error }
}
