import HTTPServer
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import AccountWeb
@testable import SharingWeb
@testable import Web

/// What a person on a device sees of a hub that cannot be reached, fails, or says nothing at all.
@Suite struct DeviceNetworkTests {
  enum Fault: CaseIterable {
    case refused, serverError, silence
  }

  @Test(
    "S4-TC-net-error whatever the network does, writes are kept, said to wait, and sent later",
    arguments: Fault.allCases)
  func fault(fault: Fault) async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let items = "/homes/\(setting.home)/items"
    let (answers, release) = AsyncStream<Void>.makeStream()
    switch fault {
    case .refused: await setting.server.stop()
    // Here and below the hub may have taken the change: what is lost is its answer.
    case .serverError:
      setting.server.network.withLock { $0 = { _, _ in .text("broken", status: 500) } }
    case .silence:
      // Requests get no answer until the test lets them.
      setting.server.network.withLock {
        $0 = { _, answer in
          for await _ in answers {}
          return answer
        }
      }
    }
    // Writing and looking wait for nobody.
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    let page = try await browser.get(items)
    #expect(page.status == 200)
    #expect(page.text.contains("Desk lamp"))
    #expect(page.text.contains("sync-chip wait"))
    #expect(try await browser.get("/sync").text.contains("1 change waits to be sent"))

    if fault == .refused { try setting.server.start() }
    setting.server.network.withLock { $0 = nil }
    release.finish()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    #expect(try await !browser.get("/sync").text.contains("waits to be sent"))
    let arrived = try await setting.owner.get(items).main
    #expect(arrived.matches(of: />Desk lamp</).count == 1)
    await app.stop()
    await setting.server.stop()
  }

  @Test("a device that is too old for its hub says so, keeps what waits, and sends it later")
  func outdated() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let items = "/homes/\(setting.home)/items"
    try setting.server.serve(from: ProtocolVersion.current + 1)
    _ = try await setting.hearth.addItem(browser, setting.home, "Desk lamp")
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    let words = Catalogue()
    // The loop has met the same by the time it says so.
    var page = try await browser.get("/sync").text
    while !page.contains(words.syncHeadline(.outdated)) {
      page = try await browser.get("/sync").text
    }
    #expect(page.contains("sync-chip bad"))
    #expect(page.contains("Desk lamp"))
    #expect(try await browser.get(items).text.contains("Desk lamp"))
    #expect(try await !setting.owner.get(items).text.contains("Desk lamp"))

    try setting.server.serve(from: ProtocolVersion.current)
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    page = try await browser.get("/sync").text
    #expect(try await setting.owner.get(items).text.contains("Desk lamp"))
    while page.contains("sync-chip bad") { page = try await browser.get("/sync").text }
    await app.stop()
    await setting.server.stop()
  }

  @Test("signing in on a device that is too old for its hub says that, and works after the upgrade")
  func signInOutdated() async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = Browser(setting.hearth, app: app.app)
    _ = try await browser.get(try #require(paths.withLock { $0.last }))
    try setting.server.serve(from: ProtocolVersion.current + 1)
    let typed: KeyValuePairs = [
      "name": "anna", "password": "a long password of anna", "deviceName": "Laptop",
    ]
    try await browser.get("/device")
    let page = try await browser.submit("/device", typed)
    #expect(page.status == 503)
    #expect(page.main.contains(Catalogue().errorText(.outdated)))
    try setting.server.serve(from: ProtocolVersion.current)
    try await browser.get("/device")
    #expect(try await browser.submit("/device", typed).location == "/")
    await app.stop()
    await setting.server.stop()
  }

  // S4-2.3.3-e
  @Test(
    "an invite that the hub cannot be asked for is not made; its page keeps what was chosen",
    arguments: [Fault.refused, .serverError])
  func inviteWithoutHub(fault: Fault) async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let settings = "/homes/\(setting.home)/settings"
    let chosen: KeyValuePairs = ["role": "viewer", "hours": "72", "uses": "2", "for": "ben"]
    try await browser.get(settings)
    if fault == .refused {
      await setting.server.stop()
    } else {
      setting.server.network.withLock { $0 = { _, _ in .text("broken", status: 500) } }
    }
    let page = try await browser.submit("\(settings)/invites", chosen)
    #expect(page.status == 503)
    let isMade = fault != .refused
    let words = Catalogue()
    #expect(page.main.contains(words.inviteNotMade(isUncertain: isMade)))
    #expect(page.main.contains(words.inviteNotMadeText(isUncertain: isMade)))
    #expect(page.main.contains(catalogue.tryAgain))
    #expect(page.main.contains(catalogue.onlyFor("ben")))
    for (name, value) in chosen {
      #expect(page.main.contains("name=\"\(name)\" value=\"\(value)\""))
    }
    let invites = try setting.hearth.hub.store.read { try $0.invites(in: setting.home) }
    #expect(invites.count == (isMade ? 1 : 0))

    setting.server.network.withLock { $0 = nil }
    if fault == .refused { try setting.server.start() }
    let made = try await browser.submit("\(settings)/invites", chosen)
    #expect(made.status == 200)
    #expect(made.main.contains(words.inviteReady) && made.main.contains(catalogue.onlyFor("ben")))
    await app.stop()
    await setting.server.stop()
  }

  @Test(
    "what the hub alone decides says that it cannot be reached, or that its answer is missing",
    arguments: [Fault.refused, .serverError])
  func revokeWithoutHub(fault: Fault) async throws {
    let setting = try await DeviceSetting()
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    let settings = "/homes/\(setting.home)/settings"
    try await browser.get(settings)
    let made = try await browser.submit(
      "\(settings)/invites", ["role": "viewer", "hours": "72", "uses": "1"])
    #expect(made.status == 200)
    let invite = try #require(
      try setting.hearth.hub.store.read { try $0.invites(in: setting.home) }.first)
    try await browser.get(settings)
    if fault == .refused {
      await setting.server.stop()
    } else {
      setting.server.network.withLock { $0 = { _, _ in .text("broken", status: 500) } }
    }
    let address = "\(settings)/invites/\(invite.id)/revoke"
    let page = try await browser.submit(address)
    #expect(page.status == 503)
    let reason: ErrorReason = fault == .refused ? .needsHub : .outcomeUnknown
    #expect(page.main.contains(catalogue.errorText(reason)), "\(page.main)")
    // Where nothing was done the same can be sent again.
    #expect(page.main.contains("action=\"\(address)\"") == (fault == .refused))
    setting.server.network.withLock { $0 = nil }
    if fault == .refused { try setting.server.start() }
    await app.stop()
    await setting.server.stop()
  }
}
