import HearthDomain
import HTTPServer
import Household
import Hub
import HubSQLite
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import AccountWeb
@testable import SharingWeb
@testable import Web

@Suite struct SharingFlagRouteTests {
  private func set(_ hearth: Hearth, _ state: SharingFlag.State) throws {
    try hearth.hub.changeSharingFlag(.init(state: state), by: .commandLine)
  }

  @Test("A18 S1-2.1-gate-a administrators open sharing to a few; others find no such page")
  func administrators() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    for path in ["/admin/flags", "/admin/flags/kill"] {
      #expect(try await ben.get(path).status == 404)
      #expect(try await ben.submit(path, ["state": "closed", "percent": "0"]).status == 404)
    }
    #expect(try await !ben.get("/account").main.contains("/admin/flags"))
    #expect(try await owner.get("/account").main.contains("href=\"/admin/flags\""))
    #expect(try await owner.get("/admin/flags").main.contains(catalogue.gateNoHistory))
    let saved = try await owner.submit(
      "/admin/flags", ["state": "cohort", "percent": "0", "names": " Ben \n\n", "override": "on"])
    #expect(saved.location == "/admin/flags")
    let flag = try hearth.hub.sharingFlag()
    let account = try #require(try hearth.accounts.account(named: "ben"))
    #expect(flag.state == .cohort && flag.percent == 0 && flag.listed == [account.id])
    #expect(flag.allowsOverride && flag.changedBy == "anna")
    let page = try await owner.get("/admin/flags").main
    #expect(
      page.contains(
        catalogue.gateChange(from: "Open", to: "everybody to 0 % of all accounts, and 1 more")))
    let settings = try await owner.get("/homes/\(home)/settings").main
    #expect(settings.contains(catalogue.sharingSwitchedOff))
  }

  @Test("what is wrong with a flag is said beside the field, and what was typed stays")
  func wrong() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    try await owner.get("/admin/flags")
    for (percent, names, text) in [
      ("101", "anna", "100"), ("few", "anna", "100"), ("5", "dee", "Nobody signs in as"),
    ] {
      let answer = try await owner.submit(
        "/admin/flags", ["state": "cohort", "percent": percent, "names": names])
      #expect(answer.status == 422)
      #expect(answer.main.contains(text) && answer.main.contains(names))
      #expect(answer.main.contains("value=\"cohort\" checked"))
    }
    #expect(try await owner.submit("/admin/flags", ["state": "killed"]).status == 400)
    #expect(try hearth.hub.sharingFlag().version == 0)
  }

  @Test("S1-2.1-gate-c I1-3 paused: shared homes are read-only with a note, what was typed is kept")
  func paused() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: owner, home: home)
    let own = try await ben.addHome("Den")
    _ = try await hearth.addItem(owner, home, "Sofa")
    try await ben.get("/homes/\(home)/items/new")
    let question = try await owner.get("/admin/flags/kill").main
    #expect(
      question.contains(catalogue.killSharingTitle) && question.contains(catalogue.killTakeBack))
    #expect(try await owner.submit("/admin/flags/kill").location == "/admin/flags")
    // Reads go on, and the pages say what cannot be done.
    let page = try await ben.get("/homes/\(home)/items")
    #expect(page.status == 200 && page.main.contains(">Sofa<"))
    #expect(page.main.contains("Sharing is paused"))
    #expect(!page.main.contains("/homes/\(home)/items/new"))
    let refused = try await ben.submit(
      "/homes/\(home)/items/new", ["name": "Blue kettle", "quantity": "1", "currency": "EUR"])
    #expect(refused.status == 503)
    #expect(refused.main.contains("Blue kettle"))
    #expect(refused.main.contains("name=\"name\" value=\"Blue kettle\""))
    #expect(refused.main.contains("action=\"/homes/\(home)/items/new\""))
    // One's own home is written to as ever.
    _ = try await hearth.addItem(ben, own, "Lamp")
    // The owner can take back, and nothing else.
    let settings = try await owner.get("/homes/\(home)/settings").main
    #expect(settings.contains(catalogue.sharingPausedSettings))
    #expect(!settings.contains("action=\"/homes/\(home)/settings\""))
    #expect(settings.contains("/homes/\(home)/settings/stop-sharing"))
    try await owner.get("/admin/flags")
    #expect(
      try await owner.submit("/admin/flags", ["state": "open", "percent": "100"]).status == 303)
    try await ben.get("/homes/\(home)/items/new")
    let again = try await ben.submit(
      "/homes/\(home)/items/new", ["name": "Blue kettle", "quantity": "1", "currency": "EUR"])
    #expect(again.status == 303)
  }

  @Test("S1-2.1-gate-c an open page hears that sharing is paused")
  func livePage() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    try await ben.get("/homes/\(home)")
    var changes = try await hearth.changes(seenBy: ben)
    try set(hearth, .killed)
    await changes.next()
    #expect(try await ben.get("/homes/\(home)").main.contains("Sharing is paused"))
  }

  @Test("X09 S0-US001-9 a home's sharing says that a plan is needed, and joining needs none")
  func plans() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home)
    try hearth.hub.setPlanMode(.enforced)
    let settings = try await owner.get("/homes/\(home)/settings").main
    #expect(settings.contains(catalogue.planRequiredText))
    #expect(!settings.contains("action=\"/homes/\(home)/settings/invites\""))
    let made = try await owner.submit(
      "/homes/\(home)/settings/invites", ["role": "editor", "hours": "24", "uses": "1"])
    #expect(made.status == 402 && made.main.contains("Sharing needs a plan"))
    let ben = hearth.browser()
    try await ben.get("/signup?invite=\(token)")
    try await ben.submit(
      "/signup?invite=\(token)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    try await ben.get("/i/\(token)")
    #expect(try await ben.submit("/i/\(token)").location == "/homes/\(home)/joined")
    try hearth.hub.givePlan(.household, toAccountNamed: "anna", until: nil)
    let shown = try await owner.get("/homes/\(home)/settings").main
    #expect(shown.contains("action=\"/homes/\(home)/settings/invites\""))
  }

  @Test(
    "X34 D-GAT-2 a device keeps what was written into a paused home, says so, and sends it later")
  func device() async throws {
    let setting = try await DeviceSetting()
    let (hearth, home) = (setting.hearth, setting.home)
    _ = try await hearth.guest(of: setting.owner, home: home)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    await setting.server.stop()
    _ = try await hearth.addItem(browser, home, "Kettle")
    try set(hearth, .killed)
    try setting.server.start()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    let waiting = try await browser.get("/sync").main
    #expect(waiting.contains(catalogue.pausedTitle) && waiting.contains("Kettle"))
    let page = try await browser.get("/homes/\(home)/items").main
    #expect(page.contains(">Kettle<") && page.contains("Sharing is paused"))
    try await browser.get("/homes/\(home)/items/new")
    let refused = try await browser.submit(
      "/homes/\(home)/items/new", ["name": "Pan", "quantity": "1", "currency": "EUR"])
    #expect(refused.status == 503 && refused.main.contains("Pan"))
    #expect(try await !setting.owner.get("/homes/\(home)/items").main.contains(">Kettle<"))
    try set(hearth, .open)
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    #expect(try await !browser.get("/sync").main.contains(catalogue.pausedTitle))
    #expect(try await setting.owner.get("/homes/\(home)/items").main.contains(">Kettle<"))
    #expect(try await !browser.get("/homes/\(home)/items").main.contains("Sharing is paused"))
    await app.stop()
    await setting.server.stop()
  }

  @Test("S1-8.1-e S1-2.1-gate-b a device that has never heard from its hub offers no sharing")
  func neverHeard() async throws {
    let setting = try await DeviceSetting()
    // The hub answers everything but what may be shared.
    setting.server.network.withLock {
      $0 = { request, answer in
        request.pathSegments.last == "flags"
          ? HTTPResponse(status: .internalServerError) : answer
      }
    }
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let path = "/homes/\(setting.home)/settings"
    let before = try await browser.get(path).main
    #expect(before.contains("hub&#39;s to say"))
    #expect(!before.contains("action=\"\(path)/invites\""))
    setting.server.network.withLock { $0 = nil }
    #expect(try await browser.get(path).main.contains("action=\"\(path)/invites\""))
    await app.stop()
    await setting.server.stop()
  }

  @Test("S1-8.1-b D-GAT-3 no action of any page writes to a shared home while sharing is paused")
  func everyAction() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let item = try await hearth.addItem(owner, home, "Sofa")
    let matrix = try await hearth.withGroup(
      RouteMatrix(home: home, item: item), of: owner, [(ben, "editor")])
    try set(hearth, .killed)
    func head() throws -> [Int64?] {
      try hearth.hub.store.read { reader in
        try [home, matrix.group].map { try reader.zone($0)?.head }
      }
    }
    let before = try head()
    // They end the session, or take something back, which works always.
    let left = [
      "signOut", "endSession", "endOtherSessions", "leave", "stopSharing", "removePerson",
      "flags",
    ]
    var refused: Set<String> = []
    for route in matrix.all where !left.contains(route.name) {
      guard hearth.app.action(at: route) != nil else { continue }
      for browser in [ben, owner] {
        let answer = try await browser.submit(
          route.path,
          ["name": "New", "text": "New", "quantity": "1", "currency": "EUR", "home": home])
        if answer.status == 503 { refused.insert(route.name) }
        #expect(try head() == before, "\(route.name)")
      }
    }
    #expect(
      refused.isSuperset(of: [
        "newItem", "item", "rooms", "labels", "newPolicy", "deleteExpense", "claimMember",
      ]), "\(refused)")
  }

  @Test("S1-8.1-f a server notices what a command beside it says of sharing")
  func outside() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    _ = try await hearth.guest(of: owner, home: home)
    let path = hearth.folder + "/hub.sqlite"
    let outside = try OutsideCommits(path: path, hub: hearth.hub)
    #expect(try await !owner.get("/homes/\(home)").main.contains("Sharing is paused"))
    let beside = Hub(store: try HubSQLite(path: path), schema: HearthDomain.schema)
    try beside.changeSharingFlag(.init(state: .killed), by: .commandLine)
    try outside.look()
    #expect(try await owner.get("/homes/\(home)").main.contains("Sharing is paused"))
    try beside.setPlanMode(.enforced)
    let heard = Lock(0)
    hearth.hub.observe { notice in if notice.isAboutFlags { heard.withLock { $0 += 1 } } }
    try outside.look()
    try outside.look()
    #expect(heard.withLock { $0 } == 1)
  }
}
