import Foundation
import HTTPServer
import Testing

@testable import Web

@Suite struct CompressionTests {
  /// A household with enough items that its list is worth compressing.
  private func household(items: Int = 30) async throws -> (Hearth, Browser, home: String) {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    for number in 0..<items { _ = try await hearth.addItem(owner, home, "Thing \(number)") }
    return (hearth, owner, home)
  }

  private func send(
    _ browser: Browser, _ target: String, _ headers: KeyValuePairs<String, String>,
    method: HTTPMethod = .get
  ) async -> Browser.Answer {
    await browser.send(method, target, headers: headers.map { ($0.key, $0.value) })
  }

  @Test("a page is sent as gzip to whoever takes it, and plain to everyone else")
  func negotiation() async throws {
    let (_, owner, home) = try await household()
    let target = "/homes/\(home)/items"
    for (accepts, isPacked) in [
      ("gzip, deflate, br", true), ("gzip;q=0.5", true), ("*", true), ("gzip;q=0", false),
      ("identity", false), ("br", false), ("", false), ("identity, gzip;q=0.2", false),
    ] {
      let answer = await send(owner, target, ["Accept-Encoding": accepts])
      #expect(answer.status == 200)
      #expect((answer.headers["Content-Encoding"] == "gzip") == isPacked, "\(accepts)")
      #expect(answer.bytes.starts(with: [0x1F, 0x8B]) == isPacked)
      #expect(answer.headers.hasToken("Vary", "Accept-Encoding"))
      #expect(answer.headers.hasToken("Vary", "Cookie"))
    }
    let plain = try await owner.get(target)
    #expect(plain.headers["Content-Encoding"] == nil)
    let packed = await send(owner, target, ["Accept-Encoding": "gzip"])
    #expect(packed.bytes.count * 3 < plain.bytes.count)
    let text = try gunzip(packed.bytes)
    #expect(withoutTokens(text) == withoutTokens(plain.text))
  }

  @Test("HEAD has the headers of GET, with and without gzip")
  func heads() async throws {
    let (_, owner, home) = try await household(items: 1)
    let gzip: KeyValuePairs = ["Accept-Encoding": "gzip"]
    // Shows what was said once.
    try await owner.get("/homes/\(home)")
    let get = await send(owner, "/homes/\(home)", gzip)
    let head = await send(owner, "/homes/\(home)", gzip, method: .head)
    #expect(get.headers["Content-Encoding"] == "gzip")
    #expect(get.headers == head.headers)
    let plain = await send(owner, "/homes/\(home)", [:])
    let plainHead = await send(owner, "/homes/\(home)", [:], method: .head)
    #expect(plain.headers["Content-Encoding"] == nil)
    #expect(plain.headers == plainHead.headers)
  }

  @Test("a page with an invite, or that another site asked for, stays plain")
  func secrets() async throws {
    let (hearth, owner, home) = try await household()
    let token = try await hearth.invite(owner, home)
    owner.extraHeaders = [("Accept-Encoding", "gzip")]
    let made = try await owner.submit(
      "/homes/\(home)/settings/invites", ["role": "editor", "hours": "24", "uses": "1"])
    #expect(made.text.contains("/i/"))
    for target in [
      "/i/\(token)", "/signup?invite=\(token)", "/signin?then=/i/\(token)", "/join",
    ] {
      let browser = hearth.browser()
      let answer = await send(browser, target, ["Accept-Encoding": "gzip"])
      #expect(answer.headers["Content-Encoding"] == nil, "\(target)")
    }
    owner.extraHeaders = []
    for (site, isPacked) in [
      ("cross-site", false), ("same-site", false), ("same-origin", true), ("none", true),
    ] {
      let answer = await send(
        owner, "/items?q=Thing", ["Accept-Encoding": "gzip", "Sec-Fetch-Site": site])
      #expect((answer.headers["Content-Encoding"] == "gzip") == isPacked, "\(site)")
    }
  }

  @Test("each answer has another form token; all of them are taken, and none of another session")
  func tokens() async throws {
    let (hearth, owner, home) = try await household(items: 1)
    let other = try await hearth.guest(of: owner, home: home)
    let target = "/homes/\(home)/rooms"
    var tokens: [String] = []
    for name in ["Attic", "Cellar"] {
      let page = try await owner.get(target)
      #expect(page.text.components(separatedBy: owner.formToken).count > 1)
      tokens.append(owner.formToken)
      #expect(try await owner.submit(target, ["name": name]).status == 303)
    }
    #expect(Set(tokens).count == 2)
    // An older page still works beside a newer one.
    owner.formToken = tokens[0]
    #expect(try await owner.submit(target, ["name": "Loft"]).status == 303)
    let zeros = String(repeating: "A", count: 43)
    for wrong in [tokens[0], String(tokens[0].dropLast()), tokens[0] + "A", zeros, "x"] {
      other.formToken = wrong
      #expect(try await other.submit(target, ["name": "Shed"]).status == 403, "\(wrong)")
    }
  }

  @Test("a form token is made of a mask and what is masked, so its two halves never repeat")
  func masks() {
    let made = (0..<200).map { _ in BrowserSession.formToken(for: "session") }
    #expect(Set(made).count == 200)
    #expect(Set(made.map { $0.prefix(20) }).count == 200)
    #expect(Set(made.map { $0.suffix(20) }).count == 200)
    #expect(made.allSatisfy { BrowserSession.isFormToken($0, for: "session") })
    #expect(!made.contains { BrowserSession.isFormToken($0, for: "another") })
    #expect(!BrowserSession.isFormToken(nil, for: "session"))
  }

  @Test("only text in memory, of a fitting size and without a tag, is compressed")
  func kinds() {
    func isCompressible(
      _ type: String, count: Int = 5000, _ headers: HTTPHeaders = [:], status: HTTPStatus = .ok
    ) -> Bool {
      var response = HTTPResponse.bytes([UInt8](repeating: 32, count: count), type: type)
      for field in headers.fields { response.headers.add(field.name, field.value) }
      response.status = status
      return response.isCompressible
    }
    #expect(isCompressible("text/html; charset=utf-8"))
    #expect(isCompressible("Application/JSON"))
    #expect(isCompressible("text/html", status: .notFound))
    for type in ["image/jpeg", "application/zip", "text/event-stream", "application/octet-stream"] {
      #expect(!isCompressible(type))
    }
    #expect(!isCompressible("text/html", count: 1023))
    #expect(!isCompressible("text/html", count: HTTPResponse.compressedBytes.upperBound + 1))
    #expect(!isCompressible("text/html", ["ETag": "\"1\""]))
    #expect(!isCompressible("text/html", ["Content-Encoding": "br"]))
    #expect(!isCompressible("text/html", status: .partialContent))
    #expect(!HTTPResponse.events(EventStream()).isCompressible)
  }

  @Test("gzip gives back what went in, and is left out when it would not be smaller")
  func roundTrip() throws {
    for count in [1024, 40_000, 900_000] {
      let text = String(repeating: "Küche und Bad ", count: count / 15)
      let packed = try #require(Gzip.compress(Array(text.utf8)))
      #expect(packed.count * 20 < text.utf8.count)
      #expect(try gunzip(packed) == text)
    }
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(Gzip.compress(noise) == nil)
    #expect(Gzip.compress([]) == nil)
  }

  private func withoutTokens(_ text: String) -> String {
    text.replacing(/name="csrf" value="[^"]+"/, with: "")
  }
}
