import Blobs
import Foundation
import Hub
import SyncProtocol
import Testing

@testable import SharingWeb
@testable import Web

/// From an invite to the home, for people with and without an account or homes of their own.
@Suite struct JoinFlowTests {
  private func signUp(_ browser: Browser, _ token: String) async throws -> Browser.Answer {
    try await browser.get("/signup?invite=\(token)")
    return try await browser.submit(
      "/signup?invite=\(token)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
  }

  private func grants(_ hearth: Hearth, _ home: String) throws -> Int {
    try hearth.hub.store.read { try $0.grants(in: home).count }
  }

  /// What the list says of an invite for a day that was made just now.
  private func inviteState(used: Int, of max: Int) -> String {
    let now = Date(timeIntervalSince1970: 0)
    return catalogue.inviteState(
      used: used, of: max, ends: catalogue.until(now.addingTimeInterval(86_400), now: now))
  }

  // S0-G5 S0-US002-desc S0-US002-2 S0-US002-3 S0-FR15 S0-NG4 X35
  @Test("somebody new goes from the invite over an account and one confirmation into the home")
  func newPerson() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home)
    let ben = hearth.browser()
    let first = try await ben.get("/i/\(token)")
    #expect(first.status == 200)
    #expect(first.main.contains("/signup?invite=\(token)"))
    #expect(try await signUp(ben, token).location == "/i/\(token)")
    let preview = try await ben.get("/i/\(token)")
    #expect(preview.status == 200)
    // One button, and nothing to choose between.
    let forms = preview.text.matches(of: /<form[^>]* action="([^"]+)"/).map { String($0.1) }
    #expect(forms == ["/i/\(token)"])
    #expect(preview.text.firstMatch(of: /type="radio"|<select/) == nil)
    #expect(try grants(hearth, home) == 1)
    #expect(try await ben.submit("/i/\(token)").location == "/homes/\(home)/joined")
    #expect(try await ben.get("/homes/\(home)/joined").status == 200)
    // The shared home is there, and no other was made.
    let list = try await ben.get("/homes").main
    let names = list.matches(of: /<h2><a[^>]*>([^<]+)<\/a>/).map { String($0.1) }
    #expect(names == ["Harbour Street"])
  }

  @Test("a pasted link is taken with what a messenger has hung on it; the example is a code")
  func pastedLink() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home)
    let guest = hearth.browser()
    let page = try await guest.get("/join").text
    #expect(page.contains("placeholder=\"\(catalogue.codeExample)\""))
    let example = Catalogue(language: .english).codeExample
    #expect(example.wholeMatch(of: /[A-HJKMNPRSTV-Z]{3}-[2-9]{4}/) != nil, "\(example)")
    for end in ["", "?x=1", "/?utm_source=chat", "#top"] {
      try await guest.get("/join")
      let found = try await guest.submit("/join", ["code": "https://home.example/i/\(token)\(end)"])
      #expect(found.location == "/i/\(token)", "\(end)")
    }
  }

  // S0-US003-2 S0-US006-desc S0-US006-1 S0-US006-2 S0-US006-5
  @Test("the preview says who shares what; after joining a mark, two sentences and the way in")
  func words() async throws {
    let hearth = try Hearth()
    let name = "Tom's & Anna's <b>"
    let (owner, home) = try await hearth.household(name)
    let token = try await hearth.invite(owner, home)
    let ben = hearth.browser()
    _ = try await signUp(ben, token)
    let preview = try await ben.get("/i/\(token)").main
    #expect(preview.contains(HTML(text: catalogue.joining("Anna", name)).string))
    #expect(preview.contains("Tom&#39;s &amp; Anna&#39;s &lt;b&gt;"))
    #expect(try await ben.get("/homes/\(home)/joined").status == 404)
    try await ben.submit("/i/\(token)")
    let done = try await ben.get("/homes/\(home)/joined")
    #expect(done.main.contains(HTML(text: catalogue.allSet).string))
    #expect(
      done.main.contains(
        HTML(text: catalogue.nowBeside(ZoneLink(id: home, name: name), .editor)).string))
    #expect(done.main.firstMatch(of: /<span class="ic large good">\s*<svg/) != nil)
    #expect(done.main.contains("href=\"/homes/\(home)\""))
    #expect(try await ben.get("/homes/\(home)").status == 200)
  }

  // S0-US003-7 S0-FR5 S0-US007-2 S0-US006-6: what the person has seen of hints is in their own zone.
  @Test("who has homes already gets one more beside them; looking and turning back changes nothing")
  func beside() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, home, "Sofa")
    let ben = try await hearth.person("ben")
    let own = try await ben.addHome("Ben's place")
    for name in ["Kettle", "Pan"] { _ = try await hearth.addItem(ben, own, name) }
    let account = try #require(try hearth.accounts.account(named: "ben"))
    func zones() throws -> [String] {
      try hearth.hub.store.read { reader in
        try reader.memberships(of: account.id).map(\.zone).filter { $0.id != home }
          .map { "\($0.id) \($0.head) \($0.recordCount)" }.sorted()
      }
    }
    try await ben.get("/")
    let before = try zones()
    let items = try await ben.get("/homes/\(own)/items").mainWithoutToken
    let token = try await hearth.invite(owner, home)
    let preview = try await ben.get("/i/\(token)").main
    #expect(preview.contains(catalogue.notNow))
    try await ben.get("/")
    #expect(try grants(hearth, home) == 1)
    #expect(try zones() == before)
    #expect(try await ben.get("/homes/\(home)").status == 404)
    try await ben.get("/i/\(token)")
    #expect(try await ben.submit("/i/\(token)").location == "/homes/\(home)/joined")
    #expect(try zones() == before)
    #expect(try await ben.get("/homes/\(own)/items").mainWithoutToken == items)
    let list = try await ben.get("/homes").main
    let names = list.matches(of: /<h2><a[^>]*>([^<]+)<\/a>/).map { String($0.1) }
    #expect(names.sorted() == ["Ben&#39;s place", "Flat"])
    #expect(try await ben.get("/homes/\(home)/items").main.contains(">Sofa<"))
  }

  // S1-2-in-c S1-3.3-a S1-7.3-b S4-FLOW-2a S4-FLOW-2b
  @Test("an invite is joined by who is signed in, and by who signs in first, in the same way")
  func coldAndWarm() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    for (name, isCold) in [("ben", false), ("cara", true)] {
      let guest = try await hearth.person(name)
      let token = try await hearth.invite(owner, home)
      let page = try await guest.get("/i/\(token)")
      #expect(page.main.contains("action=\"/i/\(token)\""))
      if isCold {
        try await guest.submit("/signout")
        let link = try await guest.get("/i/\(token)").main
        #expect(link.contains("href=\"/signin?then=%2Fi%2F\(token)\""))
        #expect(!link.contains("action=\"/i/\(token)\""))
        try await guest.get("/signin?then=%2Fi%2F\(token)")
        let back = try await guest.submit(
          "/signin?then=%2Fi%2F\(token)",
          ["name": name, "password": "a long password of \(name)"])
        #expect(back.location == "/i/\(token)")
        try await guest.get("/i/\(token)")
      }
      #expect(try await guest.submit("/i/\(token)").location == "/homes/\(home)/joined")
      #expect(try await guest.get("/homes").main.contains(">Flat<"))
    }
    #expect(try grants(hearth, home) == 3)
  }

  @Test("D-INV-18 names in a preview are text, without what turns writing, and name the account")
  func hostileNames() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let script = "<script>alert(1)</script>"
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit(
      "/homes/\(home)/settings", ["name": "\(script)\u{202e}emoH\u{2066} \u{0007}"])
    try await owner.submit("/account/profile", ["displayName": "Bank \u{202e}\(script)"])
    let token = try await hearth.invite(owner, home)
    let page = try await hearth.browser().get("/i/\(token)")
    #expect(page.status == 200)
    #expect(!page.text.contains("<script>alert"))
    #expect(page.main.contains("&lt;script&gt;alert(1)&lt;/script&gt;emoH"))
    #expect(page.main.contains("Bank &lt;script&gt;"))
    for hidden in ["\u{202e}", "\u{2066}", "\u{0007}"] { #expect(!page.text.contains(hidden)) }
    // The name that nobody can borrow stands beside the one that anybody can take.
    #expect(page.main.contains("(anna)"))
    try await owner.get("/account")
    let long = String(repeating: "x", count: 65)
    #expect(try await owner.submit("/account/profile", ["displayName": long]).status == 422)
  }

  @Test("S4-2.3.5-b an invite that has ended is no longer listed, by the hub's clock")
  func endedInvites() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.invite(owner, home, hours: "1")
    _ = try await hearth.invite(owner, home, hours: "24")
    func open() async throws -> Int {
      try await owner.get("/homes/\(home)/settings").main.matches(of: /\/revoke"/).count
    }
    #expect(try await open() == 2)
    hearth.advance(milliseconds: 3_600_000)
    #expect(try await open() == 1)
    hearth.advance(milliseconds: 23 * 3_600_000)
    #expect(try await open() == 0)
    let people = try await owner.get("/people").main
    for count in 1...2 { #expect(!people.contains(catalogue.inviteCount(count))) }
  }

  @Test("S4-2.3.5-c the owner's open page hears that an invite was used, and shows how often")
  func liveUses() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    let token = try await hearth.invite(owner, home, uses: "5")
    #expect(
      try await owner.get("/homes/\(home)/settings").main.contains(inviteState(used: 0, of: 5)))
    let visitor = try #require(
      try hearth.app.backend.visitor(token: owner.cookies["hearth-session"] ?? ""))
    let workspace = try await hearth.app.backend.workspace(of: visitor)
    let (heard, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = workspace.observe { signal.yield() }
    try await ben.get("/i/\(token)")
    try await ben.submit("/i/\(token)")
    var changes = heard.makeAsyncIterator()
    await changes.next()
    _ = observation
    #expect(
      try await owner.get("/homes/\(home)/settings").main.contains(inviteState(used: 1, of: 5)))
  }

  // I4-6
  @Test("S4-2.3.5-a the open list of invites hears of one that is made, used, or taken back")
  func liveList() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    let settings = "/homes/\(home)/settings"
    let live = /<main[^>]* data-live/
    #expect(try await owner.get(settings).text.firstMatch(of: live) != nil)
    // Another browser of the owner's is open at the list.
    var changes = try await hearth.changes(seenBy: owner)
    let token = try await hearth.invite(owner, home, uses: "2")
    await changes.next()
    #expect(try await owner.get(settings).main.contains(inviteState(used: 0, of: 2)))
    try await ben.get("/i/\(token)")
    try await ben.submit("/i/\(token)")
    await changes.next()
    #expect(try await owner.get(settings).main.contains(inviteState(used: 1, of: 2)))
    let list = try await owner.get(settings).text
    let form = try owner.require(
      list.firstMatch(of: /action="([^"]*\/revoke)"/).map { String($0.1) })
    #expect(try await owner.submit(form).status == 303)
    await changes.next()
    #expect(try await !owner.get(settings).main.contains(inviteState(used: 1, of: 2)))
  }

  // S4-2.3.5-b
  @Test("an open list is looked at again when its next invite ends")
  func endsByItself() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    func seconds(_ path: String) async throws -> Int? {
      try await owner.get(path).text.firstMatch(of: /data-refresh-seconds="([0-9]+)"/)
        .flatMap { Int($0.1) }
    }
    let settings = "/homes/\(home)/settings"
    #expect(try await seconds(settings) == nil)
    _ = try await hearth.invite(owner, home, hours: "24")
    #expect(try await seconds(settings) == 3600)
    _ = try await hearth.invite(owner, home, hours: "1")
    hearth.advance(milliseconds: 3_590_000)
    for path in [settings, "/people"] { #expect(try await seconds(path) == 11) }
    hearth.advance(milliseconds: 10_000)
    #expect(try await owner.get(settings).main.matches(of: /\/revoke"/).count == 1)
    #expect(try await seconds(settings) == 3600)
  }

  // S0-INTRO-2, and S1-9.1-b but for the switch, which is in the next test.
  @Test("looking at an invite joins nobody, whoever looks; each sees the page that is theirs")
  func router() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let (fresh, member) = (try await hearth.person("ben"), try await hearth.person("cara"))
    let existing = try await hearth.person("dan")
    _ = try await existing.addHome("Den")
    try await hearth.admit(member, to: home, of: owner)
    let token = try await hearth.invite(owner, home, uses: "5")
    let ended = try await hearth.invite(owner, home, hours: "1")
    let link = ZoneLink(id: home, name: "Flat")
    let alreadyIn = catalogue.joinFailureTitle(.alreadyMember(home: link))
    let table: [(String, Browser, String, Int, String)] = [
      ("signed out", hearth.browser(), token, 200, "/signup?invite=\(token)"),
      ("new account", fresh, token, 200, "action=\"/i/\(token)\""),
      ("with homes", existing, token, 200, "action=\"/i/\(token)\""),
      ("member", member, token, 409, alreadyIn),
      ("owner", owner, token, 409, catalogue.joinFailureTitle(.ownInvite(home: link))),
      (
        "unknown", fresh, "nothing-like-this-there", 404, catalogue.joinFailureTitle(.unknown)
      ),
    ]
    let before = try hearth.hub.store.read { try $0.grants(in: home) }
    for (who, browser, token, status, text) in table {
      for _ in 0..<2 {
        let page = try await browser.get("/i/\(token)")
        #expect(page.status == status, "\(who)")
        #expect(page.main.contains(text), "\(who)")
      }
    }
    hearth.advance(milliseconds: 3_600_000)
    for browser in [hearth.browser(), fresh, existing] {
      let page = try await browser.get("/i/\(ended)")
      #expect(page.status == 410)
      #expect(page.main.contains(catalogue.joinFailureTitle(.expired)))
    }
    #expect(try hearth.hub.store.read { try $0.grants(in: home) } == before)
  }

  @Test("where sharing is switched off nobody invites or joins, and who is in a home stays")
  func switchedOff() async throws {
    let hearth = try Hearth(signUps: .open, isSharingOpen: false)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    // An invite of before, and somebody who came with one.
    let token = "token-of-before-the-switch"
    let anna = try #require(try hearth.accounts.account(named: "anna"))
    try hearth.hub.store.write { writer in
      try writer.putInvite(
        Invite(
          id: "i1", zone: home, role: .readWrite, createdBy: anna.id, createdAt: Hearth.start,
          expiresAt: Hearth.start + 3_600_000, maxUses: 5,
          tokenHash: BlobHash(of: Array(token.utf8)).description, codeHash: "c"))
    }
    for browser in [hearth.browser(), ben] {
      let page = try await browser.get("/i/\(token)")
      #expect(page.status == 403)
      #expect(page.main.contains(catalogue.joinFailureTitle(.switchedOff)))
    }
    try await ben.get("/account")
    #expect(try await ben.submit("/i/\(token)").status == 403)
    let link = ZoneLink(id: home, name: "Flat")
    let own = catalogue.joinFailureTitle(.ownInvite(home: link))
    #expect(try await owner.get("/i/\(token)").main.contains(own))
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
    let settings = try await owner.get("/homes/\(home)/settings").main
    #expect(settings.contains(catalogue.sharingSwitchedOff))
    #expect(!settings.contains("action=\"/homes/\(home)/settings/invites\""))
    let made = try await owner.submit(
      "/homes/\(home)/settings/invites", ["role": "editor", "hours": "24", "uses": "1"])
    #expect(made.status == 503)
  }
}
