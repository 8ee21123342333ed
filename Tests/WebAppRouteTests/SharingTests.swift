import Hub
import SyncProtocol
import Testing
import Values

@testable import SharingWeb
@testable import Web

@Suite struct SharingTests {
  private func invite(_ hearth: Hearth, _ home: String) throws -> Invite? {
    try hearth.hub.store.read { try $0.invites(in: home) }.first
  }

  @Test("D-INV-1 looking at an invite a hundred times uses it not once")
  func previewsAreFree() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home)
    let visitor = hearth.browser()
    for _ in 0..<100 {
      let page = try await visitor.get("/i/\(token)")
      #expect(page.status == 200)
      #expect(page.text.contains("Harbour Street"))
    }
    #expect(try invite(hearth, home)?.usedCount == 0)
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
  }

  @Test("X17 a visitor with an invite makes an account, sees the preview, and joins by one form")
  func joining() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home, role: "viewer")
    let ben = hearth.browser()
    #expect(try await ben.get("/i/\(token)").text.contains("/signup?invite=\(token)"))
    #expect(
      try await ben.get("/signup?invite=\(token)").text.contains("Anna shares Harbour Street"))
    let made = try await ben.submit(
      "/signup?invite=\(token)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    #expect(made.location == "/i/\(token)")
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
    try await ben.get("/i/\(token)")
    #expect(try await ben.submit("/i/\(token)").location == "/homes/\(home)/joined")
    #expect(
      try await ben.get("/homes/\(home)/joined").text.contains(
        catalogue.welcomeTo("Harbour Street")))
    #expect(try invite(hearth, home)?.usedCount == 1)
    #expect(try await owner.get("/people").text.contains("Ben"))
  }

  @Test("without an invite nobody signs up where sign-ups are invite-only")
  func inviteOnly() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let visitor = hearth.browser()
    #expect(try await visitor.get("/signup").text.contains("By invitation"))
    let tried = try await visitor.submit(
      "/signup?invite=made-up", ["name": "eve", "displayName": "E", "password": "a long password"])
    #expect(tried.status == 403)
    let token = try await hearth.invite(owner, home)
    hearth.advance(milliseconds: 25 * 3_600_000)
    let late = try await visitor.submit(
      "/signup?invite=\(token)", ["name": "eve", "displayName": "E", "password": "a long password"])
    #expect(late.status == 403)
    #expect(try hearth.accounts.account(named: "eve") == nil)
  }

  // S4-FLOW-1 D-INV-16
  @Test("an invite that is over, taken back, used up or unknown says so with its own page")
  func failures() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let visitor = hearth.browser()
    #expect(try await visitor.get("/i/nothing-like-it-at-all").status == 404)
    let used = try await hearth.invite(owner, home)
    #expect(try await visitor.get("/i/\(used)").status == 200)
    let ben = hearth.browser()
    try await ben.get("/signup?invite=\(used)")
    try await ben.submit(
      "/signup?invite=\(used)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    try await ben.get("/account")
    try await ben.submit("/i/\(used)")
    let usedPage = try await visitor.get("/i/\(used)")
    #expect(usedPage.status == 410)
    #expect(usedPage.text.contains("already used"))
    #expect(try await ben.get("/i/\(used)").text.contains("You already have Harbour Street"))
    #expect(try await owner.get("/i/\(used)").text.contains("This is your own invite"))
    let expired = try await hearth.invite(owner, home, hours: "1")
    hearth.advance(milliseconds: 2 * 3_600_000)
    #expect(try await visitor.get("/i/\(expired)").text.contains("This invite has ended"))
    let revoked = try await hearth.invite(owner, home)
    let settings = try await owner.get("/homes/\(home)/settings")
    let form = try owner.require(
      settings.text.firstMatch(of: /action="([^"]*\/revoke)"/).map { String($0.1) })
    #expect(try await owner.submit(form).status == 303)
    let page = try await visitor.get("/i/\(revoked)")
    #expect(page.status == 410)
    #expect(page.text.contains("taken back"))
  }

  @Test("a code leads to the same preview as the link; too many wrong ones are stopped")
  func codes() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    try await owner.get("/homes/\(home)/settings")
    let page = try await owner.submit(
      "/homes/\(home)/settings/invites", ["role": "editor", "hours": "24", "uses": "1"])
    let code = try owner.require(
      page.text.firstMatch(of: /\b([A-Z]{3}-[0-9]{4})\b/).map { String($0.1) })
    let visitor = hearth.browser()
    try await visitor.get("/join")
    let found = try await visitor.submit("/join", ["code": code.lowercased()])
    #expect(found.location == "/i/\(code)")
    #expect(try await visitor.get("/i/\(code)").text.contains("Harbour Street"))
    var statuses: Set<Int> = []
    for _ in 0..<30 {
      statuses.insert(try await visitor.submit("/join", ["code": "ZZZ-9999"]).status)
    }
    #expect(statuses == [422, 429])
  }

  @Test("the owner changes a role and removes a person; the home goes from theirs")
  func ending() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit("/homes/\(home)/settings/people/\(id)", ["role": "viewer"])
    #expect(try await ben.get("/homes/\(home)/items/new").status == 403)
    #expect(try await owner.get("/homes/\(home)/settings/people/\(id)/remove").status == 200)
    try await owner.submit("/homes/\(home)/settings/people/\(id)/remove")
    #expect(try await ben.get("/homes/\(home)").status == 404)
    // Nobody is left without a home: he has got one of his own, with rooms in it.
    let own = try await ben.get("/")
    #expect(own.status == 200)
    #expect(own.text.contains("My Home"))
  }

  @Test("who leaves a home keeps nothing of it")
  func leaving() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    #expect(try await ben.get("/homes/\(home)/settings/leave").status == 200)
    #expect(try await ben.submit("/homes/\(home)/settings/leave").location == "/homes")
    #expect(try await ben.get("/homes/\(home)").status == 404)
    #expect(try await owner.get("/homes/\(home)/settings/leave").status == 403)
  }

  @Test(
    "what changes between a page and the opening of its stream is told when that opens",
    .timeLimit(.minutes(20)))
  func changeBeforeStream() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let page = try await ben.get("/homes/\(home)/items")
    let seen = try #require(page.text.firstMatch(of: /data-seen="([^"]+)"/)).1
    let address = "/events?seen=" + URLCoding.encode(String(seen))
    func queuedBytes() async throws -> Int {
      guard case .events(let stream) = try await ben.get(address).body else { return -1 }
      defer { stream.close() }
      return stream.queuedBytes
    }
    #expect(try await queuedBytes() == 0)
    _ = try await hearth.addItem(owner, home, "Kettle")
    // The hub's poke leads to a pull of its own.
    while try await !ben.get("/homes/\(home)/items").text.contains("Kettle") {
      try Task.checkCancellation()
    }
    #expect(try await queuedBytes() > 0)
  }

  @Test("S1-7.4-b a page of the second person hears of a change that the first one makes")
  func liveChanges() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let visitor = try #require(
      try hearth.app.backend.visitor(token: ben.cookies["hearth-session"] ?? ""))
    let workspace = try await hearth.app.backend.workspace(of: visitor)
    let (heard, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = workspace.observe { signal.yield() }
    #expect(try await ben.get("/events").headers["Content-Type"] == "text/event-stream")
    let item = try await hearth.addItem(owner, home, "Kettle")
    // The poke leads to a pull; the pull to the page.
    var pages = heard.makeAsyncIterator()
    await pages.next()
    _ = observation
    #expect(try await ben.get("/items/\(item)").text.contains("<h1>Kettle</h1>"))
  }

  @Test("D-WEB-4 two browsers of one person each have their own active home")
  func activeHomePerBrowser() async throws {
    let hearth = try Hearth()
    let (first, flat) = try await hearth.household("Flat")
    hearth.advance(milliseconds: 1000)
    try await first.get("/homes/new")
    let made = try await first.submit("/homes/new", ["name": "Cabin"])
    let cabin = String(try first.require(made.location).dropFirst("/homes/".count))
    let second = hearth.browser()
    try await second.get("/signin")
    try await second.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    try await first.get("/homes/\(cabin)")
    try await second.get("/homes/\(flat)")
    // I3-1: the dashboard shows the active home, not the primary one.
    #expect(try await first.get("/").text.contains("<h1>Cabin</h1>"))
    #expect(try await second.get("/").text.contains("<h1>Flat</h1>"))
    // I3-2: a browser that has shown nothing yet opens with the primary home.
    let third = hearth.browser()
    try await third.get("/signin")
    try await third.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    #expect(try await third.get("/").text.contains("<h1>Flat</h1>"))
  }
}
