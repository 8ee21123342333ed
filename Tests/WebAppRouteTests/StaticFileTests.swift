import HTTPServer
import Testing

@testable import Web

@Suite struct StaticFileTests {
  private static let targets =
    ["/manifest.webmanifest", "/sw.js"]
    + Assets.all.values.map { Route.site(.asset(hash: $0.hash, name: $0.name)).path }.sorted()

  private func request(
    _ path: String, _ headers: KeyValuePairs<String, String> = [:], method: HTTPMethod = .get
  ) -> HTTPRequest {
    var head = HTTPRequestHead(method: method, path: path, headers: ["Host": "127.0.0.1:8080"])
    for (name, value) in headers { head.headers.add(name, value) }
    return HTTPRequest(head: head)
  }

  private func bytes(_ response: HTTPResponse) -> [UInt8] {
    switch response.body {
    case .bytes(let bytes): bytes
    case .asset(let asset): Array(UnsafeRawBufferPointer(start: asset.start, count: asset.count))
    case .empty, .file, .stream, .events: []
    }
  }

  @Test("a file that is ready beforehand is what the handler would answer, in each coding")
  func same() async throws {
    let app = try Hearth().app
    for target in Self.targets {
      for coding in ["", "gzip", "gzip;q=0", "br, gzip;q=0.5", "identity, gzip;q=0.1"] {
        let first = request(target, ["Accept-Encoding": coding])
        let stored = try #require(app.storedReply(to: first.head)).response
        let handled = await app.handle(first)
        #expect(stored.status == handled.status && stored.headers == handled.headers, "\(target)")
        #expect(bytes(stored) == bytes(handled))
        #expect(stored.headers["Vary"] == "Accept-Encoding")
        let tag = try #require(stored.headers["ETag"])
        let second = request(target, ["Accept-Encoding": coding, "If-None-Match": tag])
        let unchanged = try #require(app.storedReply(to: second.head)).response
        #expect(unchanged.status == .notModified)
        #expect(unchanged.headers == (await app.handle(second)).headers)
        let head = request(target, ["Accept-Encoding": coding], method: .head)
        #expect(app.storedReply(to: head.head)?.response.headers == stored.headers)
      }
    }
  }

  @Test("each coding of a file has a tag of its own, and only gzip says that it is gzip")
  func tags() throws {
    let app = try Hearth().app
    let path = "/manifest.webmanifest"
    let plain = try #require(app.storedReply(to: request(path).head)).response
    let packed = try #require(
      app.storedReply(to: request(path, ["Accept-Encoding": "gzip"]).head)
    ).response
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(packed.headers["Content-Encoding"] == "gzip")
    #expect(plain.headers["ETag"] != packed.headers["ETag"])
    #expect(bytes(packed).count < bytes(plain).count)
  }

  @Test("ranges, foreign names and other methods are left to the handler")
  func leftOver() async throws {
    let app = try Hearth().app
    let path = "/manifest.webmanifest"
    let part = request(path, ["Range": "bytes=0-3"])
    #expect(app.storedReply(to: part.head) == nil)
    #expect(await app.handle(part).status == .partialContent)
    #expect(app.storedReply(to: request(path, method: .post).head) == nil)
    #expect(app.storedReply(to: request("/").head) == nil)
    var foreign = request(path)
    foreign.head.headers["Host"] = "evil.example"
    #expect(app.storedReply(to: foreign.head) == nil)
    #expect(await app.handle(foreign).status == HTTPStatus(rawValue: 421))
  }

  @Test("a file that is ready is logged as any other answer")
  func logged() throws {
    let hearth = try Hearth()
    _ = hearth.app.storedReply(to: request("/manifest.webmanifest").head)
    let entries = hearth.log.withLock { $0 }
    #expect(entries.map(\.page) == ["manifest"])
    #expect(entries.map(\.status) == [200])
    #expect(entries.map(\.method) == ["GET"])
    #expect(entries.first?.requestID.utf8.count == 8)
  }
}

@Suite struct SecretTextTests {
  @Test("bytes written for an address read back, and in no second spelling")
  func base64() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 251) }
      let text = Secrets.base64URL(bytes)
      #expect(text.utf8.count == (count * 4 + 2) / 3)
      #expect(Secrets.bytes(ofBase64URL: text) == bytes)
    }
    #expect(Secrets.base64URL([0xFB, 0xFF]) == "-_8")
    for text in ["A", "AB", "-_9", "+/8", "AA==", "AAAAA", "ü"] {
      #expect(Secrets.bytes(ofBase64URL: text) == nil, "\(text)")
    }
  }

  @Test("a hundred thousand requests have as many names")
  func requestNumbers() {
    let numbers = RequestNumber()
    let made = Set((0..<100_000).map { _ in numbers.make() })
    // Forty bits: some few may meet by chance, as with random ones.
    #expect(made.count > 99_980)
  }
}
