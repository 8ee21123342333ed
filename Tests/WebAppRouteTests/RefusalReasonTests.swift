import SyncProtocol
import Testing

@testable import AccountWeb
@testable import Web

/// What the sync page says of a change that the hub refused, by what the person may do by now.
@Suite struct RefusalReasonTests {
  @Test("D-PRM-2 a device tells of a refused change what stands in its way by now")
  func atTheDevice() async throws {
    let setting = try await DeviceSetting()
    _ = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths, as: "ben")
    let anna = try #require(try setting.hearth.accounts.account(named: "anna")).id
    let ben = try #require(try setting.hearth.accounts.account(named: "ben")).id
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    let hub = setting.hearth.hub
    try hub.setRole(.readOnly, of: ben, in: setting.home, by: anna)
    try setting.server.start()
    try await browser.submit("/sync/now")
    let page = try await browser.get("/sync")
    #expect(page.main.contains(catalogue.refusal(.viewOnly)))
    let retry = String(try #require(page.text.firstMatch(of: /\/sync\/[0-9]+\/retry/)).0)
    #expect(try await browser.submit(retry).location == "/sync")
    #expect(
      try await browser.get("/sync").text.contains(catalogue.flash(.account(.changeStillRefused))))
    try hub.setRole(.readWrite, of: ben, in: setting.home, by: anna)
    try await browser.submit("/sync/now")
    #expect(try await browser.get("/sync").main.contains(catalogue.refusal(.accessIsBack)))
    try hub.remove(ben, from: setting.home, by: anna)
    try await browser.submit("/sync/now")
    #expect(try await browser.get("/sync").main.contains(catalogue.refusal(.accessLost)))
    await app.stop()
    await setting.server.stop()
  }

  @Test(
    "A change refused for want of access tells of the access that the person has now",
    arguments: [RefusalReason.readOnly, .permission, .regranted])
  func accessAsItIsNow(reason: RefusalReason) {
    #expect(SyncPage.Refusal(reason, roles: [.readOnly]) == .viewOnly)
    #expect(SyncPage.Refusal(reason, roles: [.owner, .readOnly]) == .viewOnly)
    #expect(SyncPage.Refusal(reason, roles: [.owner, nil]) == .accessLost)
    #expect(SyncPage.Refusal(reason, roles: [.readWrite]) == .accessIsBack)
  }

  @Test("A change of a deleted home can be sent again once the home is back")
  func deletedHome() {
    #expect(SyncPage.Refusal(.zoneGone, roles: [nil]) == .homeDeleted)
    #expect(SyncPage.Refusal(.zoneGone, roles: [.owner]) == .accessIsBack)
    #expect(SyncPage.Refusal(.lastZone, roles: [.owner]) == .onlyHome)
  }
}
