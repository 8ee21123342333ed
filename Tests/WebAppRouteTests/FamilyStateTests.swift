import Families
import HTTPServer
import Hub
import SQLite
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import FamilyWeb
@testable import SharingWeb
@testable import Web

/// The states of an account that come of its family, its profile or of sharing as a whole.
// D-FAM-8 S4-TC-invalid-user
@Suite struct FamilyStateTests {
  private typealias World = AccountStateWorld

  /// How a family is one's own no longer.
  enum Lost: String, CaseIterable { case removed, left, dissolved, never }

  @Test(
    "a family that somebody is in no longer is named with what can be done; an unknown one not",
    arguments: Lost.allCases)
  func lost(how: Lost) async throws {
    let world = try await World()
    let (ben, token, device) = (try await world.ben(), try world.token(), try world.device())
    #expect(try await world.open("/families", in: ben).words.contains("Ben"))
    #expect(await world.api("/families/\(world.family)", token).status == 200)
    let hub = world.hearth.hub
    var family = world.family
    switch how {
    case .removed: try hub.remove(world.benID, from: family, by: world.annaID)
    case .left: try hub.remove(world.benID, from: family, by: world.benID)
    case .dissolved:
      try world.keeping.remove(world.mia, by: world.annaID)
      try await world.anna.get("/families/\(family)/delete")
      let gone = try await world.anna.submit("/families/\(family)/delete", ["name": "Lindqvist"])
      #expect(gone.location == "/families")
    case .never:
      try hub.remove(world.benID, from: family, by: world.benID)
      family = "0198c0de-0000-7000-8000-00000000dead"
    }
    let link = ZoneLink(.family, id: family, name: "Lindqvist")
    let reason: ErrorReason =
      switch how {
      case .removed, .left: .familyLeft(link)
      case .dissolved: .familyDissolved(link, canRestore: false)
      case .never: .notFound
      }
    for page in world.mainPages(family) {
      let found = try await world.open(page, in: ben)
      guard page.contains(family) else {
        #expect(found.status == 200, "\(page) leads to \(found.path): \(found.status)")
        continue
      }
      #expect(found.status == 404, "\(page)")
      #expect(found.words.contains(catalogue.errorTitle(reason)), "\(page): \(found.words)")
      #expect(found.words.contains(catalogue.errorText(reason)), "\(page)")
      #expect(found.words.contains("href=\"/families\"") == reason.isFamilyOver, "\(page)")
    }
    // What can be done next is there: to found one, to join one.
    let next = try await world.open("/families", in: ben)
    #expect(next.words.contains(catalogue.noFamily) && next.words.contains("/families/new"))
    #expect(next.words.contains("href=\"/join\""))
    let list = await world.api("/families", token)
    #expect(list.status == 200 && list.text.contains(#""items":[]"#), "\(list.text)")
    for path in ["", "/people", "/day"] {
      let answer = await world.api("/families/\(family)\(path)", token)
      #expect(answer.status == 404 && answer.code == "not_found", "\(path): \(answer.text)")
    }
    let share = await world.sync("/zones/\(family)/share", device)
    #expect(share.status == 404 && share.code == "notFound", "\(share.text)")
    let founded = await world.api("/families", token, .post, body: #"{"name": "Own"}"#)
    #expect(founded.status == 201, "\(founded.text)")
    #expect(try await world.open("/families", in: ben).words.contains("Own"))
  }

  @Test("the founder of a dissolved family is told that it can be restored, and where")
  func dissolver() async throws {
    let world = try await World()
    try world.keeping.remove(world.mia, by: world.annaID)
    let path = "/families/\(world.family)"
    try await world.anna.get("\(path)/delete")
    try await world.anna.submit("\(path)/delete", ["name": "Lindqvist"])
    let reason = ErrorReason.familyDissolved(
      ZoneLink(.family, id: world.family, name: "Lindqvist"), canRestore: true)
    let found = try await world.open(path, in: world.anna)
    #expect(found.status == 404 && found.words.contains(catalogue.errorText(reason)))
    #expect(try await world.open("/families", in: world.anna).words.contains("Lindqvist"))
  }

  @Test("who is said to be in a family of which nothing is there can leave it by joining another")
  func dangling() async throws {
    let world = try await World()
    try world.damage(
      "DELETE FROM records WHERE zoneID = ? AND tableName = 'families'", .text(world.family))
    let (ben, token) = (try await world.ben(), try world.token())
    for page in world.mainPages() { try await world.open(page, in: ben) }
    let list = await world.api("/families", token)
    #expect(list.status == 200 && list.text.contains(#""items":[]"#), "\(list.text)")
    let family = await world.api("/families/\(world.family)", token)
    #expect(family.status == 404 && family.code == "not_found")
    #expect(try await world.open("/families", in: ben).words.contains(catalogue.noFamily))
    // The hub has him in one all the same: another one is refused in words, and not in circles.
    let founded = await world.api("/families", token, .post, body: #"{"name": "Own"}"#)
    #expect(founded.status == 409, "\(founded.text)")
    try await ben.get("/families/new")
    let made = try await ben.submit("/families/new", ["name": "Own"])
    #expect(made.status == 409, "\(made.location ?? made.main)")
    #expect(made.main.contains("href=\"/"))
    let cyd = try await world.hearth.person("cyd")
    try await cyd.get("/families/new")
    let other = try cyd.require(try await cyd.submit("/families/new", ["name": "Berg"]).location)
    let berg = String(other.dropFirst("/families/".count).prefix { $0 != "/" })
    let invite = try await world.hearth.invite(cyd, berg, role: "viewer", in: "families")
    try await ben.get("/i/\(invite)")
    let joined = try await ben.submit("/i/\(invite)", ["kind": "families"])
    #expect(joined.status == 409, "\(joined.location ?? joined.main)")
    let words = MoneyWorld.unescaped(Substring(joined.main))
    #expect(words.contains(catalogue.joinFailureText(.otherFamily)), "\(words)")
    // A parent who sees him removes him, and all is well.
    try world.hearth.hub.remove(world.benID, from: world.family, by: world.annaID)
    #expect(try await ben.submit("/i/\(invite)", ["kind": "families"]).status == 303)
  }

  @Test("an account without a profile has its pages, and a change of it says to try again")
  func noProfile() async throws {
    let world = try await World()
    try world.damage(
      "DELETE FROM records WHERE tableName = 'profiles' AND zoneID = "
        + "(SELECT personalZoneID FROM accounts WHERE id = ?)", .text(world.benID))
    let (ben, token, device) = (try await world.ben(), try world.token(), try world.device())
    for page in world.mainPages() {
      #expect(try await world.open(page, in: ben).status == 200, "\(page)")
    }
    try await ben.get("/account")
    let saved = try await ben.submit(
      "/account/profile",
      ["displayName": "Ben", "locale": "en-GB", "timeZone": "Europe/Berlin", "currency": "EUR"])
    #expect(saved.status == 503, "\(saved.main)")
    #expect(
      MoneyWorld.unescaped(Substring(saved.main)).contains(catalogue.errorText(.unavailable)))
    for path in ["/me", "/families", "/homes"] {
      #expect(await world.api(path, token).status == 200, "\(path)")
    }
    #expect(await world.sync("/me", device).status == 200)
    let ledger = await world.api("/ledger", token)
    #expect(ledger.status == 503 && ledger.code == "busy", "\(ledger.text)")
  }

  @Test("while sharing is paused a family is read and not changed, and everybody is told why")
  func paused() async throws {
    let world = try await World()
    try world.hearth.hub.setRole(.readWrite, of: world.benID, in: world.family, by: world.annaID)
    let (ben, token) = (try await world.ben(), try world.token())
    try world.hearth.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    for page in world.mainPages() {
      #expect(try await world.open(page, in: ben).status == 200, "\(page)")
    }
    let path = "/families/\(world.family)/settings"
    try await ben.get(path)
    let saved = try await ben.submit(path, ["name": "Berg"])
    #expect(saved.status == 503 && saved.headers["Retry-After"] != nil)
    let words = MoneyWorld.unescaped(Substring(saved.main))
    #expect(words.contains(catalogue.errorText(.sharingPaused)), "\(words)")
    #expect(await world.api("/families/\(world.family)", token).status == 200)
    let refused = await world.api(
      "/families/\(world.family)", token, .patch, body: #"{"name": "Berg"}"#)
    #expect(refused.status == 503 && refused.code == "feature_disabled", "\(refused.text)")
  }

  @Test("a family that is hidden while sharing is paused is said to be hidden, not gone")
  func hidden() async throws {
    let world = try await World()
    let (ben, token) = (try await world.ben(), try world.token())
    #expect(try await world.open("/families", in: ben).words.contains("Ben"))
    try world.hearth.hub.changeSharingFlag(
      .init(state: .killed, hidesShared: true), by: .commandLine)
    for page in world.mainPages() {
      let found = try await world.open(page, in: ben)
      guard page.contains(world.family) else { continue }
      #expect(found.status == 503, "\(page)")
      #expect(found.words.contains(catalogue.errorText(.sharedHomesHidden)), "\(found.words)")
    }
    let answer = await world.api("/families/\(world.family)", token)
    #expect(answer.status == 503, "\(answer.text)")
  }

  @Test("while the family is hidden its tablet and a kept child are told so, and see nothing else")
  func hiddenFromChildren() async throws {
    let world = try await World()
    let child = try await world.child()
    let tablet = world.hearth.browser()
    try await tablet.get("/signin")
    try await tablet.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    try await tablet.get("/families/\(world.family)/settings")
    #expect(try await tablet.submit("/families/\(world.family)/kiosks").location == "/kiosk")
    #expect(try await tablet.get("/kiosk").status == 200)
    try world.hearth.hub.changeSharingFlag(
      .init(state: .killed, hidesShared: true), by: .commandLine)
    let faces = try await world.open("/", in: tablet)
    #expect(faces.status == 503 && faces.path == "/kiosk", "\(faces.path)")
    #expect(faces.words.contains(catalogue.errorText(.sharedHomesHidden)), "\(faces.words)")
    for path in ["/", "/account", "/homes/new", "/families"] {
      let page = try await world.open(path, in: child)
      #expect(page.status == 503, "\(path)")
      #expect(page.words.contains(catalogue.errorText(.sharedHomesHidden)), "\(path)")
    }
  }

  // X34
  @Test("while sharing is paused a child's own pages and the tablet say so, and it ends")
  func pausedForChildren() async throws {
    let world = try await World()
    let (child, ben) = (try await world.child(), try await world.ben())
    let tablet = world.hearth.browser()
    tablet.cookies["hearth-kiosk"] = try world.keeping.makeKiosk(
      in: world.family, label: "Kitchen", by: world.annaID
    ).text
    try world.keeping.setPin("2468", .digits, of: world.benID, by: world.benID)
    let days = [
      (child, "/families/\(world.family)/day/\(world.mia)"),
      (ben, "/families/\(world.family)/day/\(world.benID)"), (tablet, "/kiosk"),
      (tablet, "/kiosk/\(world.benID)"),
    ]
    for (isPaused, state) in [(false, SharingFlag.State.open), (true, .killed), (false, .open)] {
      try world.hearth.hub.changeSharingFlag(.init(state: state), by: .commandLine)
      for (browser, path) in days {
        let page = try await browser.get(path)
        let words = MoneyWorld.unescaped(Substring(page.main))
        #expect(page.status == 200, "\(path): \(page.status)")
        #expect(words.contains(catalogue.dayOnHold) == isPaused, "\(state) \(path): \(words)")
      }
    }
  }

  @Test("what a PIN opens at the tablet is no session of a device")
  func tabletIsNoDevice() async throws {
    let world = try await World()
    let tablet = try world.keeping.makeKiosk(
      in: world.family, label: "Kitchen", by: world.annaID
    ).text
    let session = try world.keeping.enter(kiosk: tablet, as: world.mia, pin: "").token.text
    #expect(await world.sync("/me", session).status == 401)
    #expect(await world.sync("/me", try world.device()).status == 200)
  }
}
