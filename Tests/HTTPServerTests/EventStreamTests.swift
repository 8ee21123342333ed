import HTTPServer
import Testing
import Threads

/// Streams that a test's handler has opened, in order, and what was heard of their end.
private final class Streams: Sendable {
  private let state = Lock<(open: [EventStream], closed: Int)>(([], 0))
  private let closings: AsyncStream<Void>
  private let closing: AsyncStream<Void>.Continuation

  init() { (closings, closing) = AsyncStream.makeStream() }

  var handler: HTTPServer.Handler {
    { [self] _ in
      let stream = EventStream { [self] in
        state.withLock { $0.closed += 1 }
        closing.yield()
      }
      stream.send(ServerSentEvent(event: "hello", data: "1"))
      state.withLock { $0.open.append(stream) }
      return .events(stream)
    }
  }

  var open: [EventStream] { state.withLock { $0.open } }
  var closedCount: Int { state.withLock { $0.closed } }

  func waitForClosing() async {
    for await _ in closings { break }
  }
}

private let subscribe = "GET /events HTTP/1.1\r\nHost: a\r\n\r\n"
private let hello = "event: hello\ndata: 1\n\n"

private func text(_ chunk: [UInt8]?) -> String { String(decoding: chunk ?? [], as: UTF8.self) }

@Suite struct EventStreamTests {
  @Test("events reach the client as they are sent, and the end of the stream ends the body")
  func delivers() async throws {
    let streams = Streams()
    try await withServer(handler: streams.handler) { server, port in
      let client = try await blocking {
        let client = try RawClient(port: port)
        client.send(subscribe)
        let head = try client.head()
        #expect(head.headers["content-type"] == "text/event-stream")
        #expect(try client.event() == hello)
        return client
      }
      #expect(server.eventStreamCount == 1)
      let stream = try #require(streams.open.first)
      #expect(stream.send(ServerSentEvent(event: "poke", data: "a\nb\r\nc", id: "7")))
      let chunk = try await blocking { try client.event() }
      #expect(chunk == "id: 7\nevent: poke\ndata: a\ndata: b\ndata: c\n\n")
      stream.close()
      let end = try await blocking { try client.event() }
      #expect(end == nil)
      await streams.waitForClosing()
      #expect(!stream.send(ServerSentEvent(data: "late")))
      #expect(server.eventStreamCount == 0)
      let again = try await blocking {
        client.send(subscribe)
        _ = try client.head()
        return try client.event()
      }
      #expect(again == hello)
    }
  }

  @Test("a client that leaves is noticed without anything being sent")
  func hangUp() async throws {
    let streams = Streams()
    try await withServer(handler: streams.handler) { server, port in
      try await blocking {
        let client = try RawClient(port: port)
        client.send(subscribe)
        _ = try client.head()
        _ = try client.chunk()
      }
      await streams.waitForClosing()
      #expect(server.eventStreamCount == 0)
      #expect(streams.open[0].isClosed)
    }
  }

  @Test("a handler can ask whether its client has left, and is told so of no other")
  func awaited() async throws {
    let (asked, heard) = (AsyncStream<Bool>.makeStream(), AsyncStream<Void>.makeStream())
    let handler: HTTPServer.Handler = { request in
      var found = request.isAwaited()
      heard.continuation.yield()
      while found, request.path == "/long" {
        // What the test waits for is that this ends.
        try? await Task.sleep(for: .milliseconds(5))
        found = request.isAwaited()
      }
      asked.continuation.yield(found)
      return HTTPResponse(status: .noContent)
    }
    try await withServer(handler: handler) { _, port in
      var answers = asked.stream.makeAsyncIterator()
      var begun = heard.stream.makeAsyncIterator()
      let client = try RawClient(port: port)
      try await blocking {
        client.send("GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try client.head()
      }
      #expect(await answers.next() == true)
      await begun.next()
      // It is closed with the last mention of it.
      var other: RawClient? = try RawClient(port: port)
      other?.send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
      await begun.next()
      other = nil
      #expect(await answers.next() == false)
    }
  }

  @Test("of the events with one key that wait, a client gets the newest")
  func coalesces() async throws {
    // Nothing is pulled before the handler returns, so all of these wait.
    let handler: HTTPServer.Handler = { _ in
      let stream = EventStream()
      stream.send(ServerSentEvent(data: "a1"), replacingKey: "a")
      stream.send(ServerSentEvent(data: "b1"), replacingKey: "b")
      stream.send(ServerSentEvent(data: "plain"))
      stream.send(ServerSentEvent(data: "a2"), replacingKey: "a")
      stream.send(ServerSentEvent(data: "plain"))
      stream.close()
      return .events(stream)
    }
    try await withServer(handler: handler) { _, port in
      let body = try await blocking {
        let client = try RawClient(port: port)
        client.send(subscribe)
        return try client.reply().text
      }
      #expect(body == "data: a2\n\ndata: b1\n\ndata: plain\n\ndata: plain\n\n")
    }
  }

  @Test("a client that does not read is cut off at the queue's limit")
  func slowReader() async throws {
    let streams = Streams()
    try await withServer(handler: streams.handler) { _, port in
      let client = try await blocking {
        let client = try RawClient(port: port)
        client.send(subscribe)
        _ = try client.head()
        return client
      }
      let stream = try #require(streams.open.first)
      let event = ServerSentEvent(data: String(repeating: "x", count: 10_000))
      // The kernel's buffers take some megabytes first.
      var sent = 0
      while stream.send(event), sent < 10_000 {
        sent += 1
        await Task.yield()
      }
      #expect(sent < 10_000)
      await streams.waitForClosing()
      withExtendedLifetime(client) {}
    }
  }

  @Test("heartbeats keep an idle stream busy")
  func heartbeat() async throws {
    let streams = Streams()
    try await withServer({ $0.heartbeatSeconds = 0.25 }, handler: streams.handler) { _, port in
      let chunks = try await blocking {
        let client = try RawClient(port: port)
        client.send(subscribe)
        _ = try client.head()
        return try (0..<3).map { _ in text(try client.chunk()) }
      }
      #expect(chunks == [hello, ":\n\n", ":\n\n"])
    }
  }

  @Test("HEAD of an event stream opens none, and a full house is answered 503")
  func limits() async throws {
    let streams = Streams()
    try await withServer({ $0.maxEventStreams = 1 }, handler: streams.handler) { server, port in
      let (head, first, second) = try await blocking {
        let client = try RawClient(port: port)
        client.send("HEAD /events HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try client.reply(isHead: true)
        #expect(try client.rest().isEmpty)
        let reader = try RawClient(port: port)
        reader.send(subscribe)
        let first = try reader.head().status
        let other = try RawClient(port: port)
        other.send(subscribe)
        return (head.status, first, try other.reply().status)
      }
      #expect([head, first, second] == [200, 200, 503])
    }
    #expect(streams.closedCount == 3)
  }
}
