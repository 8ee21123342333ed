import Foundation
import HTTPServer
import Testing

@testable import Web

@Suite struct SecurityTests {
  @Test("D-WEB-1 a form without the session's token, or from another site, is refused")
  func forgedForms() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let fields: KeyValuePairs = ["name": "Stolen"]
    let token = owner.formToken
    owner.formToken = "guessed"
    #expect(try await owner.submit("/homes/\(home)/settings", fields).status == 403)
    owner.formToken = token
    let body = Array("csrf=\(token)&name=Stolen".utf8)
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    for header in [
      ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
      ("Origin", "https://evil.example"), ("Origin", "null"),
    ] {
      let answer = await owner.send(
        .post, "/homes/\(home)/settings", content: .bytes(body), headers: [type, header])
      #expect(answer.status == 403, "\(header)")
    }
    #expect(try await owner.get("/homes/\(home)").text.contains("<h1>Harbour Street</h1>"))
    let ours = await owner.send(
      .post, "/homes/\(home)/settings", content: .bytes(body),
      headers: [type, ("Origin", "http://localhost:8080")])
    #expect(ours.status == 303)
  }

  @Test("the token of one session is worth nothing in another")
  func tokensAreBound() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let other = hearth.browser()
    try await other.get("/signin")
    try await other.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    other.formToken = owner.formToken
    #expect(try await other.submit("/homes/\(home)/settings", ["name": "X"]).status == 403)
  }

  @Test("D-WEB-6 signing in gives a token that was not there before, whatever the browser held")
  func noSessionFixation() async throws {
    let hearth = try Hearth()
    _ = try await hearth.household()
    let victim = hearth.browser()
    victim.cookies = ["hearth-session": "A23456789012345678901234567890123456789012A"]
    try await victim.get("/signin")
    try await victim.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    let first = victim.cookies["hearth-session"]
    #expect(first != "A23456789012345678901234567890123456789012A")
    try await victim.get("/account")
    try await victim.submit("/signout")
    #expect(victim.cookies["hearth-session"] == nil)
    let old = hearth.browser()
    old.cookies["hearth-session"] = first
    #expect(try await old.get("/account").location?.hasPrefix("/signin") == true)
  }

  @Test(
    "D-WEB-6 nobody is sent to another site after signing in",
    arguments: [
      "//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)",
      "/nowhere",
      "/%09/evil.example",
    ])
  func noOpenRedirect(path: String) async throws {
    let hearth = try Hearth()
    _ = try await hearth.household()
    let browser = hearth.browser()
    let target = "/signin?then=" + Browser.encode(path)
    try await browser.get(target)
    let answer = try await browser.submit(
      target, ["name": "anna", "password": "a long password of anna"])
    #expect(answer.location == "/")
    #expect(try await browser.get(target).location == "/")
  }

  @Test("every page carries the strict policies, and none is kept by a cache")
  func headers() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    for target in ["/", "/homes/\(home)", "/nowhere", "/homes/\(home)/settings"] {
      let answer = try await owner.get(target)
      let policy = answer.headers["Content-Security-Policy"] ?? ""
      #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"), "\(target)")
      #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
      #expect(answer.headers["Cache-Control"] == "no-store")
    }
    #expect(try await owner.get("/i/abc").headers["Referrer-Policy"] == "no-referrer")
  }

  @Test("behind TLS cookies are Secure, HttpOnly, Lax, and bound to this very host")
  func secureCookies() async throws {
    let hearth = try Hearth(publicAddress: PublicAddress("https://home.example"))
    let browser = hearth.browser()
    browser.host = "home.example"
    try await browser.get("/setup")
    let answer = try await browser.submit(
      "/setup", ["name": "anna", "displayName": "A", "password": "a long password"])
    let cookie = answer.headers.all("Set-Cookie").first { $0.hasPrefix("__Host-hearth-session=") }
    #expect(cookie?.contains("Secure") == true)
    #expect(cookie?.contains("HttpOnly") == true)
    #expect(cookie?.contains("SameSite=Lax") == true)
    #expect(cookie?.contains("Path=/;") == true)
    #expect(answer.headers["Strict-Transport-Security"] != nil)
  }

  @Test(
    "a name that somebody else controls is not answered",
    arguments: [
      ("localhost:8080", true), ("127.0.0.1:8080", true), ("[::1]:8080", true),
      ("192.168.1.5:8080", true), ("home.example", true), ("home.example:443", true),
      ("evil.example", false), ("home.example.evil.example", false),
      ("127.0.0.1.evil.example", false),
      ("", false),
    ])
  func hosts(host: String, isServed: Bool) {
    let address = PublicAddress("https://home.example")
    #expect(PublicAddress.accepts(host: host, public: address) == isServed)
  }

  @Test("D-WEB-2 what people write comes back as text, through every form")
  func scriptsStayText() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let hostile = #"<script>alert(1)</script>"'><img src=x onerror=alert(2)>"#
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit("/homes/\(home)/settings", ["name": hostile, "note": hostile])
    try await owner.submit("/homes/\(home)/rooms", ["name": hostile])
    try await owner.submit("/homes/\(home)/labels", ["name": hostile, "colour": "3"])
    let item = try await hearth.addItem(owner, home, hostile)
    try await owner.submit("/account/profile", ["displayName": hostile])
    let typed = try await owner.submit(
      "/homes/\(home)/items/new", ["name": hostile, "price": hostile, "currency": "EUR"])
    #expect(typed.status == 422)
    var pages = [typed]
    for target in [
      "/", "/homes/\(home)", "/homes/\(home)/settings", "/homes/\(home)/rooms",
      "/homes/\(home)/labels", "/homes/\(home)/items", "/items", "/items/\(item)",
      "/items/\(item)?edit", "/items/\(item)/delete", "/homes", "/people", "/account",
      "/items?q=" + Browser.encode(hostile), "/homes/\(home)/delete",
    ] {
      pages.append(try await owner.get(target))
    }
    for page in pages {
      #expect(!page.text.contains("<script>alert"))
      #expect(!page.text.contains("<img src=x"))
      #expect(page.text.contains("&lt;script&gt;"))
    }
  }

  @Test("an upload by somebody who is not signed in gets no room on the disk")
  func uploadsNeedASession() async throws {
    let hearth = try Hearth()
    _ = try await hearth.household()
    let nobody = hearth.browser()
    for target in ["/items/x/photos", "/import", "/homes/x/items/new"] {
      guard case .multipart(let limits, _) = nobody.policy(target, []) else {
        Issue.record("\(target) spools")
        continue
      }
      #expect(!limits.keepsFiles && limits.maxFieldsBytes <= 1 << 20)
    }
    // What takes no form says so itself, and reads no more than a form.
    for target in ["/items", "/nowhere"] {
      guard case .buffer(let maxBytes) = nobody.policy(target, []) else {
        Issue.record("\(target) says that its body is too large")
        continue
      }
      #expect(maxBytes == 1 << 18)
    }
    #expect(await nobody.send(.post, "/items").status == 405)
    #expect(await nobody.send(.post, "/nowhere").status == 404)
    let form = hearth.app.refusal(.contentTooLarge, at: "/homes/x/settings")
    let files = hearth.app.refusal(.contentTooLarge, at: "/items/x/photos")
    for (response, reason) in [
      (form, ErrorReason.formTooLarge(maxBytes: 1 << 18)),
      (files, .tooLarge(maxBytes: Int64(hearth.app.configuration.limits.maxUploadBytes))),
    ] {
      guard case .bytes(let bytes) = response.body else {
        Issue.record("no page")
        continue
      }
      #expect(String(decoding: bytes, as: UTF8.self).contains(catalogue.errorText(reason)))
    }
  }
}
