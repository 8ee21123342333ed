import Glibc
import HTTPServer
import Testing
import Threads

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite struct LimitTests {
  @Test("a port in use and an address that is not ours are told apart")
  func addresses() async throws {
    try await withServer(handler: echo) { _, port in
      let taken = ListenAddress(host: "127.0.0.1", port: port)
      let second = HTTPServer(configuration: .init(address: taken), handler: echo)
      #expect(throws: HTTPServerError.addressInUse(taken)) { try second.start() }
    }
    let foreign = ListenAddress(host: "192.0.2.1", port: 0)
    let server = HTTPServer(configuration: .init(address: foreign), handler: echo)
    #expect(throws: HTTPServerError.addressNotAvailable(foreign)) { try server.start() }
  }

  @Test("a certificate that cannot be read is refused at the start")
  func badCertificate() {
    var configuration = HTTPServerConfiguration(address: .init(host: "127.0.0.1", port: 0))
    configuration.tls = .init(certificate: "no certificate", privateKey: "no key")
    let server = HTTPServer(configuration: configuration, handler: echo)
    #expect(throws: HTTPServerError.badCertificate) { try server.start() }
  }

  @Test(
    "listen addresses are read strictly",
    arguments: [
      ("127.0.0.1:80", "127.0.0.1:80"), ("[::1]:8080", "[::1]:8080"), (":1", "*:1"),
      ("*:65535", "*:65535"), ("localhost:0", "localhost:0"), ("127.0.0.1", nil), ("a:65536", nil),
      ("::1:80", nil), ("a:+1", nil), ("[a]:1", nil), ("a:", nil),
    ])
  func listenAddresses(_ text: String, _ expected: String?) {
    #expect(ListenAddress(text)?.description == expected)
  }

  @Test("a client that dribbles its headers or its body is cut off")
  func slowClients() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.headerSeconds = 0.5
      $0.transferSeconds = 0.5
      $0.minBytesPerSecond = 1 << 20
    }
    try await withServer(configure, handler: echo) { _, port in
      for start in [
        "GET / HTTP/1.1\r\nHost: a\r\nX: ",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n",
      ] {
        let sent = try await blocking {
          let client = try RawClient(port: port)
          client.send(start)
          // One byte whenever the server has had none for 50 ms: never idle, never done.
          var sent = 0
          while sent < 400, !client.isClosed(withinMilliseconds: 50) {
            client.send("a")
            sent += 1
          }
          return sent
        }
        #expect(sent < 400)
      }
    }
  }

  @Test("an idle connection is closed")
  func idle() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = {
      $0.idleSeconds = 0.3
      $0.headerSeconds = 0.3
    }
    try await withServer(configure, handler: echo) { _, port in
      let rest = try await blocking {
        let client = try RawClient(port: port)
        client.send(get)
        _ = try client.reply()
        return try client.rest()
      }
      #expect(rest.isEmpty)
    }
  }

  @Test("a client that does not read its reply is cut off")
  func slowReader() async throws {
    let configure: (inout HTTPServerConfiguration) -> Void = { $0.transferSeconds = 0.5 }
    let handler: HTTPServer.Handler = { _ in
      // Endless, so that no kernel buffer takes it all.
      HTTPResponse(body: .stream(ByteStream { [UInt8](repeating: 0, count: 1 << 20) }))
    }
    try await withServer(configure, handler: handler) { server, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(get)
        _ = try client.head()
        // The server's side goes away while nothing is read here.
        while server.connectionCount > 0 { sched_yield() }
      }
    }
  }

  @Test("requests beyond the number at work are answered 503 with Retry-After")
  func concurrency() async throws {
    let gate = Gate()
    let handler: HTTPServer.Handler = { _ in
      await gate.pass()
      return .text("done")
    }
    try await withServer({ $0.maxConcurrentRequests = 2 }, handler: handler) { _, port in
      let clients = try await blocking {
        try (0..<2).map { _ in
          let client = try RawClient(port: port)
          client.send(get)
          return client
        }
      }
      await gate.waitForArrivals(2)
      let refused = try await blocking {
        let client = try RawClient(port: port)
        client.send(get)
        return try client.reply()
      }
      #expect(refused.status == 503)
      #expect(refused.headers["retry-after"] == "1")
      await gate.open()
      let texts = try await blocking { try clients.map { try $0.reply().text } }
      #expect(texts == ["done", "done"])
    }
  }

  @Test("connections beyond the number per address are closed")
  func perAddress() async throws {
    try await withServer({ $0.maxConnectionsPerAddress = 2 }, handler: echo) { _, port in
      try await blocking {
        let first = try RawClient(port: port)
        let second = try RawClient(port: port)
        for client in [first, second] {
          client.send(get)
          #expect(try client.reply().status == 200)
        }
        let third = try RawClient(port: port)
        third.send(get)
        #expect(throws: RawClient.Failure.self) { try third.reply() }
      }
    }
  }

  @Test("a header value with a line break becomes an error, never a second header")
  func headerInjection() async throws {
    let handler: HTTPServer.Handler = { _ in
      HTTPResponse(headers: ["X-Name": "a\r\nSet-Cookie: b=c"])
    }
    try await withServer(handler: handler) { _, port in
      let reply = try await blocking {
        let client = try RawClient(port: port)
        client.send(get)
        return try client.reply()
      }
      #expect(reply.status == 500)
      #expect(reply.headers["set-cookie"] == nil)
    }
  }

  @Test("connections leave half of the files that a process may open to what answers them")
  func descriptors() {
    let before = DescriptorLimit.count
    #expect(DescriptorLimit.connectionCount <= max(32, before / 2))
    DescriptorLimit.raise()
    #expect(DescriptorLimit.count >= before)
    #expect(DescriptorLimit.connectionCount >= 32)
  }
}
