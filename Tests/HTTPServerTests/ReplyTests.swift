import Glibc
import HTTPServer
import Testing
import Threads

private let asset: StaticBytes = {
  let text = StaticString("0123456789")
  return StaticBytes(start: text.utf8Start, count: text.utf8CodeUnitCount)
}()

@Suite struct ReplyTests {
  private func file(_ text: String) throws -> FileSlice {
    let template = "/tmp/hearth-reply-XXXXXX"
    var path = template.utf8CString.map { $0 }
    let descriptor = mkstemp(&path)
    unlink(path)
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
    return FileSlice(file: OpenFile(descriptor: descriptor), count: text.utf8.count)
  }

  @Test("files, assets and bytes are sent whole, in part, or not at all when known")
  func conditional() async throws {
    let slice = try file("0123456789")
    let handler: HTTPServer.Handler = { request in
      let body: HTTPResponse.Body =
        switch request.path {
        case "/file": .file(slice)
        case "/asset": .asset(asset)
        default: .bytes(Array("0123456789".utf8))
        }
      return HTTPResponse(headers: ["Content-Type": "text/plain"], body: body)
        .conditional(on: request, tag: "v1")
    }
    try await withServer(handler: handler) { _, port in
      for path in ["/file", "/asset", "/bytes"] {
        let results = try await blocking {
          let client = try RawClient(port: port)
          return try [
            "", "Range: bytes=2-4\r\n", "Range: bytes=7-\r\n", "Range: bytes=-3\r\n",
            "Range: bytes=10-\r\n", "Range: bytes=0-1,3-4\r\n", "If-None-Match: \"v1\"\r\n",
            "Range: bytes=2-4\r\nIf-Range: \"v0\"\r\n",
          ].map { header in
            client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(header)\r\n")
            let reply = try client.reply()
            return "\(reply.status) \(reply.text) \(reply.headers["content-range"] ?? "")"
          }
        }
        #expect(
          results == [
            "200 0123456789 ", "206 234 bytes 2-4/10", "206 789 bytes 7-9/10",
            "206 789 bytes 7-9/10", "416  bytes */10", "200 0123456789 ", "304  ",
            "200 0123456789 ",
          ])
      }
    }
  }

  @Test("a streamed body arrives whole, with and without a known length")
  func streams() async throws {
    let handler: HTTPServer.Handler = { request in
      let count = Lock(0)
      let length = request.path == "/known" ? 300_000 : nil
      return HTTPResponse(
        body: .stream(
          ByteStream(contentLength: length) {
            await Task.yield()
            let number = count.withLock { count in
              count += 1
              return count
            }
            return number > 3 ? nil : [UInt8](repeating: UInt8(number), count: 100_000)
          }))
    }
    try await withServer(handler: handler) { _, port in
      let replies = try await blocking {
        let client = try RawClient(port: port)
        return try ["/known", "/chunked"].map { path in
          client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          return try client.reply()
        }
      }
      #expect(replies[0].headers["content-length"] == "300000")
      #expect(replies[1].headers["transfer-encoding"] == "chunked")
      let whole = (1...3).flatMap { [UInt8](repeating: $0, count: 100_000) }
      #expect(replies.map(\.body) == [whole, whole])
    }
  }

  @Test("a body that fails half-way ends in a cut connection, not in a complete reply")
  func failingStream() async throws {
    struct Broken: Error {}
    let handler: HTTPServer.Handler = { _ in
      let isFirst = Lock(true)
      return HTTPResponse(
        body: .stream(
          ByteStream {
            let first = isFirst.withLock { first in
              defer { first = false }
              return first
            }
            if !first { throw Broken() }
            return [1]
          }))
    }
    try await withServer(handler: handler) { _, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(throws: RawClient.Failure.self) { try client.reply() }
      }
    }
  }
}

@Suite struct MessageTests {
  @Test("cookies are read by name and written with their attributes")
  func cookies() {
    let head = HTTPRequestHead(headers: ["cookie": "a=1; session=x=y;b"])
    #expect(head.cookie("session") == "x=y")
    #expect(head.cookie("sess") == nil)
    var cookie = Cookie("id", "a b;c")
    cookie.maxAgeSeconds = 60
    cookie.isSecure = true
    #expect(
      cookie.headerValue == "id=a%20b%3Bc; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax")
  }

  @Test(
    "byte ranges are read without overflow",
    arguments: [
      ("bytes=0-0", ByteRange.part(0..<1)), ("bytes=0-99999999999999999999", .part(0..<10)),
      ("bytes=99999999999999999999-", .unsatisfiable),
      ("bytes=-99999999999999999999", .part(0..<10)),
      ("bytes=-0", .unsatisfiable), ("bytes=5-2", .whole), ("bytes=-", .whole),
      ("bytes=a-b", .whole),
      ("lines=1-2", .whole), ("bytes=1-2-3", .whole), ("bytes=+1-2", .whole),
    ])
  func ranges(_ header: String, _ expected: ByteRange) {
    #expect(ByteRange(header: header, size: 10) == expected)
  }

  @Test("gzip is used only when the client takes it")
  func gzip() {
    for (value, isAccepted) in [
      ("gzip", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("*", true), ("br", false),
      ("gzip;q=0.000, *", false), ("", false), ("GZIP ; Q=1.0", true), ("*;q=0", false),
      ("gzip;q=0.001", true), ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip", true),
      ("gzip;q=2", false), ("gzip;q=", false), ("gzip;q=x", false), ("gzip;level=1", true),
    ] {
      #expect(ContentCoding.acceptsGzip(["Accept-Encoding": value]) == isAccepted, "\(value)")
    }
    #expect(!ContentCoding.acceptsGzip([:]))
    #expect(ContentCoding.acceptsGzip(["accept-encoding": "br", "Accept-Encoding": "gzip"]))
  }

  @Test("what is encoded decodes to itself")
  func percent() {
    let text = "Küche & Bad/1+1=2?#%"
    #expect(PercentEncoding.decode(PercentEncoding.encode(text).utf8) == text)
    let query = PercentEncoding.query([("q", text), ("page", "2")])
    #expect(HTTPParameters(urlEncoded: query.utf8)?.first("q") == text)
  }
}
