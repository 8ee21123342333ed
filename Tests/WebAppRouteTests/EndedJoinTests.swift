import Hub
import Testing

@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Joins that are over, and pages of them that are still open somewhere.
@Suite struct EndedJoinTests {
  @Test("a join that was turned down says that it has ended, and claims nothing")
  func turnedDown() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    let plan = "\(address)?home=\(setting.cottage)"
    try await ben.get(plan)
    #expect(try await ben.submit("\(address)/end").location == "/")
    for again in [plan, address] {
      let page = try await ben.get(again)
      #expect(page.status == 410)
      #expect(page.main.contains(catalogue.joinHasEnded))
      #expect(page.main.contains(catalogue.allAsItWas))
      #expect(page.main.contains("href=\"/\""))
    }
    #expect(try await ben.get("/homes/\(setting.cottage)/items").main.contains("Rake"))
    // The invite asks again.
    #expect(try await setting.choose("merge") == address)
  }

  @Test("a join that ended beside one's own homes leads to the home that was joined")
  func keptBoth() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    try await ben.get("/i/\(setting.token)")
    try await ben.submit("/i/\(setting.token)", ["choice": "alongside"])
    let joined = "/homes/\(setting.cabin)/joined"
    for old in [address, "\(address)?home=\(setting.cottage)"] {
      #expect(try await ben.get(old).location == joined)
    }
  }

  @Test("an invite page of before the joining, sent after it, says that the home is there already")
  func secondTab() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    try await ben.get("/i/\(setting.token)")
    try await ben.submit("/i/\(setting.token)", ["choice": "alongside"])
    for choice in ["merge", "fresh"] {
      let page = try await ben.submit("/i/\(setting.token)", ["choice": choice])
      #expect(page.status == 409)
      #expect(page.main.contains("You already have Cabin"))
      #expect(page.main.contains("href=\"/homes/\(setting.cabin)\""))
    }
    #expect(try await ben.get("/homes/\(setting.cottage)/items").main.contains("Rake"))
  }

  /// Ben in another browser.
  private func second(_ hearth: Hearth) async throws -> Browser {
    let browser = hearth.browser()
    try await browser.get("/signin")
    try await browser.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    return browser
  }

  @Test("what is left of a join by another invite ends when all own homes have gone elsewhere")
  func otherInvite() async throws {
    let setting = try await JoinSetting()
    let (hearth, ben) = (setting.hearth, setting.ben)
    let first = try await setting.choose("merge")
    // In another browser he joins by another invite, and moves his home with it.
    let other = try await second(hearth)
    let token = try await hearth.invite(setting.anna, setting.cabin)
    let address = try await setting.choose("merge", by: other, with: token)
    try await other.get("\(address)?home=\(setting.cottage)")
    try await other.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    await hearth.app.backgroundTasks.finishAll()
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    #expect(try hearth.hub.pendingJoins(of: account).isEmpty)
    #expect(try await ben.get("/homes").location == first)
    #expect(try await ben.get(first).location?.hasPrefix("/merges/") == true)
    #expect(try await ben.get("/homes").status == 200)
  }

  @Test("a join with nothing left to decide ends by itself and is not listed")
  func nothingLeft() async throws {
    let setting = try await JoinSetting()
    let (hearth, ben) = (setting.hearth, setting.ben)
    let first = try await setting.choose("merge")
    // His device joins by another invite, and there his home goes.
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let other = try await second(hearth)
    let barn = try await other.addHome("Barn")
    try await other.get("/homes/\(setting.cottage)/merge?into=\(barn)")
    try await other.submit(
      "/homes/\(setting.cottage)/merge", ["into": barn, "names": "combine"])
    await hearth.app.backgroundTasks.finishAll()
    let invite = try #require(
      try hearth.hub.store.read { try $0.invites(in: setting.cabin) }.first)
    try hearth.hub.redeem(inviteID: invite.id, by: account)
    // While there is a home of his own, it can go on.
    #expect(try await other.get("/people").main.contains(catalogue.undecidedJoins))
    try await other.get("/homes/\(barn)/merge?into=\(setting.cabin)")
    try await other.submit(
      "/homes/\(barn)/merge", ["into": setting.cabin, "names": "combine"])
    await hearth.app.backgroundTasks.finishAll()
    #expect(try await !other.get("/people").main.contains(catalogue.undecidedJoins))
    #expect(try await ben.get("/people").location == first)
    #expect(try await ben.get(first).location?.hasPrefix("/merges/") == true)
    #expect(try await ben.get("/people").status == 200)
    #expect(try hearth.hub.pendingJoins(of: account).isEmpty)
  }

  @Test("who has begun to join and has no home left to move is told so, and how to join")
  func noHomeToMove() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    let other = try await second(setting.hearth)
    let farm = try await setting.anna.addHome("Farm")
    try await setting.hearth.admit(other, to: farm, of: setting.anna)
    try await other.get("/homes/\(setting.cottage)/merge?into=\(farm)")
    try await other.submit(
      "/homes/\(setting.cottage)/merge", ["into": farm, "names": "combine"])
    await setting.hearth.app.backgroundTasks.finishAll()
    let page = try await ben.get(address).main
    #expect(page.contains(catalogue.noHomeToMove))
    #expect(page.contains(catalogue.notNow) && !page.contains("Which of your homes"))
  }

  @Test("nobody is told of a fresh start or of joining that did not happen")
  func nothingClaimed() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    for (browser, home) in [(ben, setting.cottage), (setting.anna, setting.cabin)] {
      for page in ["fresh", "joined"] {
        #expect(try await browser.get("/homes/\(home)/\(page)").location == "/homes/\(home)")
      }
    }
    // Nor who has joined beside their own homes, and has deleted one of those.
    let barn = try await ben.addHome("Barn")
    try await setting.hearth.admit(ben, to: setting.cabin, of: setting.anna)
    try await ben.get("/homes/\(barn)/delete")
    let wrong = try await ben.submit("/homes/\(barn)/delete", ["name": "Barm"]).main
    #expect(wrong.contains("This is not the name. Type Barn exactly."))
    try await ben.submit("/homes/\(barn)/delete", ["name": "Barn"])
    let cabin = "/homes/\(setting.cabin)"
    #expect(try await ben.get("\(cabin)/fresh").location == cabin)
    #expect(try await ben.get("\(cabin)/joined").main.contains(catalogue.welcomeTo("Cabin")))
  }

  @Test("a fresh start that happened is told of, also later and by the address of its decision")
  func freshTold() async throws {
    let setting = try await JoinSetting()
    let (address, form) = try await setting.startFresh()
    let fresh = "/homes/\(setting.cabin)/fresh"
    // The confirmation of a second tab, too.
    #expect(try await setting.ben.submit(address, form).location == fresh)
    for old in [address, "\(address)?home=\(setting.cabin)"] {
      #expect(try await setting.ben.get(old).location == fresh)
    }
    let page = try await setting.ben.get(fresh)
    #expect(page.main.contains(catalogue.inRecentlyDeleted))
    // With a home of one's own again, it is a home like any other.
    _ = try await setting.ben.addHome("Flat")
    #expect(try await setting.ben.get(fresh).location == "/homes/\(setting.cabin)")
  }
}

extension JoinSetting {
  /// Goes through a fresh start, and returns the address of the decision and its form.
  fileprivate func startFresh() async throws -> (
    address: String, form: KeyValuePairs<String, String>
  ) {
    let address = try await choose("fresh")
    let page = try await ben.get(address).main
    let count = try #require(page.firstMatch(of: /name="count" value="(\d+)"/)).1
    let form: KeyValuePairs = ["choice": "fresh", "name": "Cabin", "count": String(count)]
    #expect(try await ben.submit(address, form).status == 303)
    await hearth.app.backgroundTasks.finishAll()
    return (address, form)
  }
}
