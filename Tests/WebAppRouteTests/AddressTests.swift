import Testing

@testable import Web
@testable import WebApp

/// By which address people come, and what they are told when it is the wrong one.
@Suite struct AddressTests {
  private static let origin = "https://home.example"

  /// Sends the sign-in form as a browser that has dropped all cookies.
  private func signIn(
    _ hearth: Hearth, host: String, origin: String?
  ) async throws -> Browser.Answer {
    let browser = hearth.browser()
    browser.host = host
    try await browser.get("/signin")
    // What is `Secure` is not kept where there is no TLS.
    browser.cookies = [:]
    if let origin { browser.extraHeaders = [("Origin", origin)] }
    return try await browser.submit("/signin", ["name": "anna", "password": "a long password"])
  }

  @Test(
    "signing in at an address without TLS says which one to use, with a link",
    arguments: [
      ("192.168.1.20:8080", "http://192.168.1.20:8080"), ("192.168.1.20:8080", "null"),
      ("192.168.1.20:8080", nil), ("home.example", "http://home.example"),
    ])
  func withoutTLS(_ host: String, _ origin: String?) async throws {
    let hearth = try Hearth(publicAddress: PublicAddress(Self.origin))
    _ = try await hearth.firstOwner()
    let answer = try await signIn(hearth, host: host, origin: origin)
    #expect(answer.status == 403)
    #expect(answer.main.contains("href=\"\(Self.origin)\""))
    #expect(answer.main.contains("not encrypted"))
    #expect(!answer.main.contains("open for too long"))
  }

  @Test(
    "with TLS a form without its cookie was open for too long",
    arguments: [
      ("home.example", "https://home.example"), ("home.example", nil), ("home.example:443", nil),
    ])
  func withTLS(_ host: String, _ origin: String?) async throws {
    let hearth = try Hearth(publicAddress: PublicAddress(Self.origin))
    _ = try await hearth.firstOwner()
    let answer = try await signIn(hearth, host: host, origin: origin)
    #expect(answer.status == 403)
    #expect(answer.main.contains("open for too long"))
    #expect(!answer.main.contains("not encrypted"))
  }

  @Test("where no public address is told, a form without its cookie was open for too long")
  func noPublicAddress() async throws {
    let hearth = try Hearth()
    _ = try await hearth.firstOwner()
    let answer = try await signIn(hearth, host: "192.168.1.20:8080", origin: nil)
    #expect(answer.main.contains("open for too long"))
  }

  @Test("a name that is not this Hearth's is told in a page that stands alone, and in the log")
  func unknownHost() async throws {
    let hearth = try Hearth(publicAddress: PublicAddress(Self.origin))
    let browser = hearth.browser()
    browser.host = "nas.local:8080"
    for path in ["/", "/signin", "/homes/h1", "/nothing/here"] {
      let page = try await browser.get(path)
      #expect(page.status == 421)
      #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.main.contains("You asked for nas.local:8080"))
      #expect(page.main.contains("hearth serve --public-url http://nas.local:8080"))
      #expect(page.main.contains("IP address"))
      // Its style is in it: nothing of ours is served under that name, and nothing is told there.
      #expect(page.text.contains("<style>") && page.text.contains(".flow"))
      #expect(!page.text.contains("<link") && !page.text.contains("<script"))
      #expect(!page.text.contains("home.example"))
      #expect(page.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
      #expect(page.headers["Set-Cookie"] == nil)
    }
    let entries = hearth.log.withLock { $0 }
    #expect(entries.map(\.unknownHost) == Array(repeating: "nas.local:8080", count: 4))
    browser.host = "127.0.0.1:8080"
    try await browser.get("/signin")
    #expect(hearth.log.withLock { $0.last }?.unknownHost == nil)
  }

  @Test("what is asked for as a name is never markup, however long it is")
  func hostileHost() async throws {
    let hearth = try Hearth()
    let browser = hearth.browser()
    browser.host = "<img src=x onerror=alert(1)>\"'&" + String(repeating: "a", count: 9000)
    let page = try await browser.get("/")
    #expect(page.status == 421)
    #expect(!page.text.contains("<img"))
    #expect(page.main.contains("&lt;img src=x"))
    #expect(!page.text.contains(String(repeating: "a", count: 300)))
  }

  @Test("every word of that page comes from the catalogue, but for what is typed as it is")
  func words() {
    for isDevice in [true, false] {
      let context = ViewContext(
        words: Catalogue(language: .pseudo), csrfToken: "", now: .now, route: .site(.offline),
        assets: Assets.addresses, areas: .all)
      let page = UnknownHostPage.view(.init(host: "※", isDevice: isDevice), in: context).string
      let main = page.split(separator: "<main", maxSplits: 1).last.map(String.init) ?? ""
      #expect(!main.isEmpty)
      for words in ["Under", "Use", "starts", "Open", "asked"] { #expect(!main.contains(words)) }
    }
  }
}
