import HTTPServer
import Testing
import Threads

@Suite struct StoredReplyTests {
  /// A server that has `/stored` ready and counts what its handler is asked.
  private func withStored(
    _ body: (_ port: UInt16, _ handled: Lock<[String]>) async throws -> Void
  ) async throws {
    var response = HTTPResponse.json(Array("{}".utf8))
    response.headers["ETag"] = "\"v1\""
    let stored = try #require(StoredReply(response))
    let handled = Lock<[String]>([])
    let handler: HTTPServer.Handler = { request in
      handled.withLock { $0.append("\(request.method.rawValue) \(request.path)") }
      return .text("handled")
    }
    try await withServer(
      { $0.storedReply = { head in head.path == "/stored" ? stored : nil } }, handler: handler
    ) { _, port in try await body(port, handled) }
  }

  @Test("a stored reply is sent whole, again and again, and no handler is asked")
  func again() async throws {
    try await withStored { port, handled in
      try await blocking {
        for _ in 0..<3 {
          let client = try RawClient(port: port)
          for _ in 0..<3 {
            client.send("GET /stored HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try client.reply()
            #expect(reply.status == 200)
            #expect(reply.text == "{}")
            #expect(reply.headers["content-type"] == "application/json")
            #expect(reply.headers["etag"] == "\"v1\"")
            #expect(reply.headers["date"] != nil)
          }
          client.send("HEAD /stored HTTP/1.1\r\nHost: a\r\n\r\n")
          let head = try client.reply(isHead: true)
          #expect(head.status == 200)
          #expect(head.headers["content-length"] == "2")
          client.send("GET /other HTTP/1.1\r\nHost: a\r\n\r\n")
          #expect(try client.reply().text == "handled")
        }
      }
      #expect(handled.withLock { $0 } == ["GET /other", "GET /other", "GET /other"])
    }
  }

  @Test("a request with a body, or with a malformed head, gets no stored reply")
  func others() async throws {
    try await withStored { port, handled in
      try await blocking {
        let client = try RawClient(port: port)
        client.send("GET /stored HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab")
        #expect(try client.reply().text == "handled")
        client.send("GET /stored HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        #expect(try client.reply().status == 400)
      }
      #expect(handled.withLock { $0 } == ["GET /stored"])
    }
  }

  @Test("headers with line breaks and bodies that are not in memory cannot be stored")
  func unfit() {
    #expect(StoredReply(HTTPResponse(headers: ["X-Note": "a\r\nSet-Cookie: b"])) == nil)
    #expect(StoredReply(HTTPResponse(body: .stream(ByteStream { nil }))) == nil)
  }
}
