import Foundation
import Hub
import LocalTransport
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Joining on a device whose hub cannot be asked.
@Suite("Joins that wait on a device") struct DeviceJoinTests {
  /// Anna's home, and Ben's device, who has a home of his own.
  private struct Setting {
    let device: DeviceSetting
    let own: String

    init() async throws {
      device = try await DeviceSetting(signUps: .open)
      own = try await device.hearth.person("ben").addHome("Den")
    }

    var home: String { device.home }
    var hub: Hub { device.hearth.hub }

    func invite(hours: String = "24") async throws -> String {
      try await device.hearth.invite(device.owner, home, hours: hours)
    }

    func role() throws -> SyncProtocol.Role? {
      let ben = try #require(try device.hearth.accounts.account(named: "ben"))
      return try hub.role(of: ben.id, in: home)
    }

    func usedCounts() throws -> [Int] {
      try hub.store.read { try $0.invites(in: home) }.map(\.usedCount)
    }

    /// A device's app after the program was started again, with the browser of before.
    func again(_ browser: Browser) throws -> (app: DeviceApp, browser: Browser) {
      let (app, _) = try device.device()
      let known = Browser(device.hearth, app: app.app)
      known.cookies = browser.cookies
      return (app, known)
    }
  }

  private func syncNow(_ browser: Browser) async throws {
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
  }

  // S0-US007-1: the half of the hub that is away.
  // X16 I4-7
  @Test("D-INV-13 S4-TC-offline-join a join without the hub waits, and happens when it is back")
  func joins() async throws {
    let setting = try await Setting()
    let (app, paths) = try setting.device.device()
    let browser = try await setting.device.connected(app, paths, as: "ben")
    let token = try await setting.invite()
    await setting.device.server.stop()
    let page = try await browser.get("/i/\(token)")
    #expect(page.status == 200)
    #expect(page.main.contains(catalogue.hubAwayTitle))
    #expect(page.main.contains(catalogue.nothingVisibleYet))
    #expect(page.main.contains(catalogue.tryAgain) && page.main.contains(catalogue.cancel))
    // Looking keeps nothing; asking does.
    #expect(try await !browser.get("/people").main.contains(catalogue.waitingJoinTitle(.waiting)))
    try await browser.get("/i/\(token)")
    #expect(try await browser.submit("/i/\(token)").location == "/people")
    for path in ["/people", "/sync"] {
      let waiting = try await browser.get(path).main
      #expect(waiting.contains(catalogue.waitingJoinTitle(.waiting)), "\(path)")
      #expect(!waiting.contains("Harbour Street"), "\(path)")
    }
    #expect(try await browser.get("/homes/\(setting.home)").status == 404)
    #expect(try await !browser.get("/homes").main.contains("Harbour Street"))
    let mode = try FileManager.default.attributesOfItem(atPath: setting.device.folder + "/joins")
    #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    try setting.device.server.start()
    // The answer does not wait for long when the hub is slow: then there is one more.
    for _ in 0..<50 where try await browser.get("/homes/\(setting.home)").status != 200 {
      try await syncNow(browser)
    }
    #expect(try setting.role() == .readWrite)
    #expect(try await browser.get("/homes/\(setting.home)").status == 200)
    let done = try await browser.get("/people").main
    let joined = WaitingJoinRow.State.joined(
      home: ZoneLink(id: setting.home, name: "Harbour Street"))
    #expect(done.contains(catalogue.waitingJoinTitle(joined)))
    #expect(done.contains(catalogue.waitingJoinText(joined, asked: "")))
    await app.stop()
    await setting.device.server.stop()
  }

  // S4-TC-offline-join
  @Test(
    "a group and a family are joined later, too",
    arguments: [("groups", "editor"), ("families", "viewer")])
  func joinsOthers(area: String, role: String) async throws {
    let setting = try await Setting()
    let owner = setting.device.owner
    try await owner.get("/\(area)/new")
    let made = try await owner.submit(
      "/\(area)/new", ["name": "Lindqvist", "currency": "EUR", "ownName": "Me", "members": ""])
    let zone = String(
      try owner.require(made.location).dropFirst(area.count + 2).prefix { $0 != "/" && $0 != "?" })
    let (app, paths) = try setting.device.device()
    let browser = try await setting.device.connected(app, paths, as: "ben")
    let token = try await setting.device.hearth.invite(owner, zone, role: role, in: area)
    await setting.device.server.stop()
    try await browser.get("/i/\(token)")
    #expect(try await browser.submit("/i/\(token)").location == "/people")
    #expect(try await browser.get("/\(area)/\(zone)").status == 404)
    try setting.device.server.start()
    for _ in 0..<50 where try await browser.get("/\(area)/\(zone)").status != 200 {
      try await syncNow(browser)
    }
    #expect(try await browser.get("/\(area)/\(zone)").status != 404)
    let ben = try #require(try setting.device.hearth.accounts.account(named: "ben"))
    #expect(
      try setting.hub.role(of: ben.id, in: zone) == (role == "viewer" ? .readOnly : .readWrite))
    await app.stop()
    await setting.device.server.stop()
  }

  // X16: without the hub no merge, and no choice of a fresh start.
  @Test("S0-NG6 without its hub a device merges nothing and asks for no choice; both homes stay")
  func noMerge() async throws {
    let setting = try await Setting()
    let (app, paths) = try setting.device.device()
    let browser = try await setting.device.connected(app, paths, as: "ben")
    let boat = try await browser.addHome("Boat")
    _ = try await setting.device.hearth.addItem(browser, setting.own, "Oar")
    try await syncNow(browser)
    let token = try await setting.invite()
    await setting.device.server.stop()
    let page = try await browser.get("/i/\(token)")
    #expect(!page.main.contains("name=\"choice\""))
    try await browser.get("/homes/\(setting.own)/merge?into=\(boat)")
    let asked = try await browser.submit(
      "/homes/\(setting.own)/merge", ["into": boat, "names": "combine"])
    await app.app.backgroundTasks.finishAll()
    if let next = asked.location {
      #expect(try await browser.get(next).main.contains(catalogue.mergeFailure(.unavailable)))
    } else {
      #expect(asked.status >= 400)
    }
    #expect(try await browser.get("/homes/\(setting.own)/items").main.contains("Oar"))
    try setting.device.server.start()
    try await syncNow(browser)
    for home in [setting.own, boat] {
      #expect(try await browser.get("/homes/\(home)").status == 200)
    }
    await app.stop()
    await setting.device.server.stop()
  }

  // X16: the hub decides when it gets the join.
  @Test("D-INV-13 a join whose invite ended meanwhile is refused with what to do; nothing changes")
  func rejected() async throws {
    let setting = try await Setting()
    let (app, paths) = try setting.device.device()
    let browser = try await setting.device.connected(app, paths, as: "ben")
    let (ended, revoked) = (try await setting.invite(hours: "1"), try await setting.invite())
    let homes = try await browser.get("/homes").main
    await setting.device.server.stop()
    for token in [ended, revoked] {
      try await browser.get("/i/\(token)")
      try await browser.submit("/i/\(token)")
    }
    setting.device.hearth.advance(milliseconds: 2 * 3_600_000)
    let anna = try #require(try setting.device.hearth.accounts.account(named: "anna"))
    for invite in try setting.hub.store.read({ try $0.invites(in: setting.home) }) {
      let isHour = invite.expiresAt - invite.createdAt == 3_600_000
      if !isHour { try setting.hub.revokeInvite(invite.id, by: anna.id) }
    }
    try setting.device.server.start()
    try await syncNow(browser)
    let people = try await browser.get("/people").main
    #expect(people.contains(catalogue.joinFailureTitle(.expired)))
    #expect(people.contains(catalogue.joinFailureTitle(.revoked)))
    #expect(people.contains("href=\"/i/\(ended)\"") && people.contains(catalogue.tryAgain))
    #expect(try setting.role() == nil)
    #expect(try await browser.get("/homes").main == homes)
    // It stays until it is dismissed.
    for _ in 0..<2 {
      let id = try #require(
        try await browser.get("/people").main.firstMatch(of: /\/join\/([^"\/]+)\/cancel/)
      ).1
      #expect(try await browser.submit("/join/\(id)/cancel").status == 303)
    }
    #expect(try await !browser.get("/people").main.contains(catalogue.waitingJoinsTitle))
    await app.stop()
    await setting.device.server.stop()
  }

  @Test(
    "D-INV-13 a join that meets paused sharing waits on, says so, and happens when it is open",
    .timeLimit(.minutes(20)))
  func paused() async throws {
    let setting = try await Setting()
    let hub = setting.hub
    let (first, paths) = try setting.device.device()
    var browser = try await setting.device.connected(first, paths, as: "ben")
    let token = try await setting.invite()
    await setting.device.server.stop()
    try await browser.get("/i/\(token)")
    try await browser.submit("/i/\(token)")
    try hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    try setting.device.server.start()
    let title = catalogue.waitingJoinTitle(.sharingClosed)
    // What comes after when it was asked for.
    let text = catalogue.waitingJoinText(.sharingClosed, asked: "|").drop { $0 != "|" }.dropFirst()
    // The answer does not wait for long when the hub is slow: then there is one more.
    for _ in 0..<50 where try await !browser.get("/people").main.contains(title) {
      try await syncNow(browser)
    }
    for path in ["/people", "/sync"] {
      let page = try await browser.get(path).main
      #expect(page.contains(title), "\(path)")
      #expect(page.contains(text), "\(path)")
      #expect(!page.contains(catalogue.joinFailureTitle(.switchedOff)), "\(path)")
    }
    #expect(try setting.role() == nil)
    #expect(try setting.usedCounts() == [0])
    // Also when the program is started again meanwhile.
    await first.stop()
    let (second, known) = try setting.again(browser)
    browser = known
    #expect(try await browser.get("/people").main.contains(title))
    try hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    // Nobody asks: the device hears of it.
    while try await !browser.get("/people").main.contains(catalogue.welcomeTo("Harbour Street")) {
      try Task.checkCancellation()
    }
    #expect(try setting.role() == .readWrite)
    #expect(try setting.usedCounts() == [1])
    #expect(try await browser.get("/homes/\(setting.home)").status == 200)
    await second.stop()
    await setting.device.server.stop()
  }

  @Test("a join that met closed doors is asked for again when something else is heard of them")
  func closedDoors() async throws {
    let setting = try await Setting()
    let folder = NSTemporaryDirectory() + "hearth-joins-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Only a folder of this test.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let hearth = setting.device.hearth
    let joins = DeviceJoins(
      folder: DeviceFolder(path: folder), now: { hearth.clock.withLock { $0 } })
    let ben = try #require(try hearth.accounts.account(named: "ben"))
    let pool = ThreadPool(name: "joins", threads: 1, maxWaiting: 16)
    let client = LocalHubClient(
      hub: setting.hub, accounts: hearth.accounts,
      invitations: Invitations(hub: setting.hub, codeKey: [UInt8](repeating: 7, count: 32)),
      accountID: ben.id, sessionID: nil, address: nil, pool: pool)
    try joins.keep(try await setting.invite(), of: ben.id)
    try setting.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    let paused = try setting.hub.sharingNews(for: ben.id)
    for _ in 0..<2 {
      #expect(try await !joins.redeem(of: ben.id, via: client, knowing: paused))
      #expect(joins.all(of: ben.id).map(\.state) == [.sharingClosed])
    }
    try setting.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    #expect(try await !joins.redeem(of: ben.id, via: client, knowing: paused))
    #expect(try setting.role() == nil)
    let open = try setting.hub.sharingNews(for: ben.id)
    #expect(try await joins.redeem(of: ben.id, via: client, knowing: open))
    #expect(joins.all(of: ben.id).map(\.state) == [.joined(setting.home)])
    await setting.device.server.stop()
  }

  // X16: what was asked for is kept.
  @Test("D-INV-5 a device that is stopped in any phase of a join goes on with it and joins once")
  func resumes() async throws {
    let setting = try await Setting()
    let (first, paths) = try setting.device.device()
    var browser = try await setting.device.connected(first, paths, as: "ben")
    let token = try await setting.invite()
    await setting.device.server.stop()
    try await browser.get("/i/\(token)")
    try await browser.submit("/i/\(token)")
    // Kept, and the hub was not asked yet.
    await first.stop()
    let file = URL(fileURLWithPath: setting.device.folder + "/joins")
    let waiting = try Data(contentsOf: file)
    let (second, known) = try setting.again(browser)
    browser = known
    #expect(try await browser.get("/people").main.contains(catalogue.waitingJoinTitle(.waiting)))
    try setting.device.server.start()
    try await syncNow(browser)
    #expect(try setting.usedCounts() == [1])
    await second.stop()
    // The hub has let him in, and the device did not come to noting it.
    try waiting.write(to: file)
    let (third, again) = try setting.again(browser)
    browser = again
    try await syncNow(browser)
    #expect(try setting.usedCounts() == [1])
    #expect(try setting.role() == .readWrite)
    #expect(try await browser.get("/people").main.contains(catalogue.welcomeTo("Harbour Street")))
    await third.stop()
    // Noted: nothing is asked any more.
    let (fourth, last) = try setting.again(browser)
    try await syncNow(last)
    #expect(try setting.usedCounts() == [1])
    await fourth.stop()
    await setting.device.server.stop()
  }

  @Test("D-INV-8 a join that is cancelled before the hub was asked leaves nothing behind")
  func cancelled() async throws {
    let setting = try await Setting()
    let (app, paths) = try setting.device.device()
    let browser = try await setting.device.connected(app, paths, as: "ben")
    let token = try await setting.invite()
    await setting.device.server.stop()
    try await browser.get("/join")
    let typed = try await browser.submit("/join", ["code": "http://hub.example/i/\(token)"])
    #expect(typed.location == "/i/\(token)")
    try await browser.get("/i/\(token)")
    for _ in 0..<2 { try await browser.submit("/i/\(token)") }
    let people = try await browser.get("/people").main
    let ids = Set(people.matches(of: /\/join\/([^"\/]+)\/cancel/).map { String($0.1) })
    #expect(ids.count == 1)
    #expect(try await browser.submit("/join/\(ids.first ?? "")/cancel").location == "/people")
    try setting.device.server.start()
    try await syncNow(browser)
    #expect(try setting.role() == nil)
    #expect(try setting.usedCounts() == [0])
    let kept = try String(contentsOfFile: setting.device.folder + "/joins", encoding: .utf8)
    #expect(!kept.contains(token))
    // Joined after all: the page asks to keep it or leave it.
    try await browser.get("/i/\(token)")
    let joined = try #require(try await browser.submit("/i/\(token)").location)
    let page = try await browser.get(joined).main
    #expect(page.contains(catalogue.keepOrLeave(.home)))
    #expect(page.contains("href=\"/homes/\(setting.home)/settings/leave\""))
    await app.stop()
    await setting.device.server.stop()
  }

  @Test("so many joins wait for one account, each for as long as any invite could work")
  func bounds() throws {
    let folder = NSTemporaryDirectory() + "hearth-joins-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Only a folder of this test.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let now = Lock<Int64>(1_000)
    func open() -> DeviceJoins {
      DeviceJoins(folder: DeviceFolder(path: folder), now: { now.withLock { $0 } })
    }
    let joins = open()
    for index in 0..<DeviceJoins.maxPerAccount { try joins.keep("key-\(index)", of: "ben") }
    #expect(throws: WaitingJoinError.tooMany) { try joins.keep("one more", of: "ben") }
    try joins.keep("key-0", of: "ben")
    try joins.keep("hers", of: "anna")
    #expect(open().all(of: "anna").map(\.key) == ["hers"])
    now.withLock { $0 += DeviceJoins.lifeMilliseconds }
    #expect(open().all(of: "ben").allSatisfy { $0.state == .refused(.inviteExpired) })
    now.withLock { $0 += DeviceJoins.keptMilliseconds }
    #expect(open().all(of: "ben") == [])
    try joins.keep("one more", of: "ben")
  }

  @Test("D-INV-17 when an invite ends is the hub's clock to say, however wrong the device's is")
  func clocks() async throws {
    let begin = Date(timeIntervalSince1970: 0)
    let inAnHour = catalogue.until(begin.addingTimeInterval(3600), now: begin)
    // What comes before when it ends.
    let unused = catalogue.inviteState(used: 0, of: 1, ends: "|").prefix { $0 != "|" }
    for offset in [-86_400_000, 86_400_000] as [Int64] {
      let setting = try await Setting()
      // The device is a day ahead of its hub, or behind it.
      setting.device.hearth.advance(milliseconds: offset)
      let (app, paths) = try setting.device.device()
      let browser = try await setting.device.connected(app, paths, as: "anna")
      _ = try await setting.invite(hours: "1")
      try await syncNow(browser)
      func endings(_ browser: Browser) async throws -> [String] {
        try await browser.get("/homes/\(setting.home)/settings").main
          .split(separator: String(unused)).dropFirst().map { String($0.prefix { $0 != "<" }) }
      }
      let atHub = try await endings(setting.device.owner)
      #expect(atHub.count == 1)
      #expect(atHub.first?.hasPrefix(inAnHour) == true, "\(atHub)")
      #expect(try await endings(browser).count == 1)
      let preview = try await setting.invite(hours: "1")
      let guest = try await setting.device.hearth.person("cara")
      let seen = try await guest.get("/i/\(preview)").main
      #expect(seen.contains(catalogue.inviteEnds(inAnHour)))
      setting.device.hearth.advance(milliseconds: 3_600_000)
      try await syncNow(browser)
      #expect(try await endings(setting.device.owner) == [])
      #expect(try await endings(browser) == [])
      await app.stop()
      await setting.device.server.stop()
    }
  }
}
