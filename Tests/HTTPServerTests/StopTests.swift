import HTTPServer
import Testing
import Threads

/// Handlers wait here until the test lets them go.
actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [(count: Int, CheckedContinuation<Void, Never>)] = []
  private var arrived = 0

  func pass() async {
    arrived += 1
    for arrival in arrivals where arrival.count <= arrived { arrival.1.resume() }
    arrivals.removeAll { $0.count <= arrived }
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
  }

  func waitForArrivals(_ count: Int) async {
    if arrived < count { await withCheckedContinuation { arrivals.append((count, $0)) } }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

@Suite struct StopTests {
  private func started(_ handler: @escaping HTTPServer.Handler) throws -> (HTTPServer, UInt16) {
    let address = ListenAddress(host: "127.0.0.1", port: 0)
    let server = HTTPServer(configuration: .init(address: address), handler: handler)
    try server.start()
    return (server, try #require(server.boundPort))
  }

  @Test("stopping lets a running request finish")
  func finishes() async throws {
    let gate = Gate()
    let (server, port) = try started { _ in
      await gate.pass()
      return .text("done")
    }
    async let reply = blocking {
      let client = try RawClient(port: port)
      client.send(get)
      return try client.reply()
    }
    await gate.waitForArrivals(1)
    async let stopped: Void = server.stop(graceSeconds: 30)
    while server.boundPort != nil { await Task.yield() }
    let late = try await blocking {
      let client = try RawClient(port: port)
      client.send(get)
      return try? client.reply()
    }
    #expect(late == nil, "whoever comes now is not served")
    await gate.open()
    #expect(try await reply.text == "done")
    await stopped
    #expect(server.boundPort == nil)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
  }

  @Test("a request that outlasts the grace is answered 503, and its task is cancelled")
  func abandons() async throws {
    let gate = Gate()
    let cancelled = Lock(false)
    let (server, port) = try started { _ in
      await withTaskCancellationHandler {
        await gate.pass()
      } onCancel: {
        cancelled.withLock { $0 = true }
      }
      return .text("too late")
    }
    async let reply = blocking {
      let client = try RawClient(port: port)
      client.send(get)
      return try client.reply().status
    }
    await gate.waitForArrivals(1)
    await server.stop(graceSeconds: 0)
    #expect(try await reply == 503)
    #expect(cancelled.withLock { $0 })
    await gate.open()
  }

  @Test("stopping ends open event streams and unfinished bodies, and frees the port")
  func streams() async throws {
    let gate = Gate()
    let (server, port) = try started { request in
      if request.path == "/events" { return .events(EventStream()) }
      return HTTPResponse(
        body: .stream(
          ByteStream {
            await gate.pass()
            return [1]
          }))
    }
    let clients = try await blocking {
      try ["/events", "/events", "/stream", "/idle"].map { path in
        let client = try RawClient(port: port)
        if path != "/idle" {
          client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
          _ = try client.head()
        }
        return client
      }
    }
    await gate.waitForArrivals(1)
    await server.stop(graceSeconds: 0)
    let ends = try await blocking {
      try clients.prefix(2).map { try $0.event() == nil }
    }
    #expect(ends == [true, true])
    await gate.open()
    #expect(throws: RawClient.Failure.self) { try RawClient(port: port) }
    let next = HTTPServer(
      configuration: .init(address: ListenAddress(host: "127.0.0.1", port: port)), handler: echo)
    try next.start()
    await next.stop()
  }

  @Test("stopping twice, or a server that never started, does nothing")
  func idle() async throws {
    let (server, _) = try started(echo)
    await server.stop()
    await server.stop()
    let never = HTTPServer(
      configuration: .init(address: .init(host: "127.0.0.1", port: 0)), handler: echo)
    await never.stop()
    #expect(throws: HTTPServerError.alreadyStarted) { try server.start() }
  }

  @Test("clients that come and go while the server stops do no harm")
  func storm() async throws {
    for _ in 0..<5 {
      let (server, port) = try started { request in
        if request.path == "/events" { return .events(EventStream()) }
        await Task.yield()
        return .text("ok")
      }
      let clients = (0..<4).map { number in
        Task {
          // A refused connection or a cut reply is what a stopping server gives.
          try? await blocking {
            for round in 0..<200 {
              let client = try RawClient(port: port)
              client.send(
                "GET \(round % 3 == number % 3 ? "/events" : "/") HTTP/1.1\r\nHost: a\r\n\r\n")
              _ = try client.head()
            }
          }
        }
      }
      await Task.yield()
      await server.stop(graceSeconds: 0)
      for client in clients { await client.value }
    }
  }
}
