import Families
import HTTPServer
import Hub
import SQLite
import SyncProtocol
import Testing
import Threads

@testable import AccountWeb
@testable import FamilyWeb
@testable import SharingWeb
@testable import Web

/// Every state that an account can be in: its pages say what has happened and what to do next, and
/// programs and devices get a code. `docs/api.md` has the same as a table.
// D-FAM-8 S4-TC-invalid-user
@Suite struct AccountStateTests {
  private typealias World = AccountStateWorld

  /// How somebody comes to be signed out everywhere.
  enum SignedOut: String, CaseIterable {
    case ended, expired, disabled, newPassword, restored

    fileprivate func happen(_ world: AccountStateWorld) throws {
      let (accounts, ben) = (world.hearth.accounts, world.benID)
      switch self {
      case .ended:
        try accounts.endSessions(of: ben, except: nil)
        for token in try accounts.accessTokens(of: ben) {
          try accounts.revokeAccessToken(token.id, of: ben)
        }
      case .expired: world.hearth.advance(milliseconds: 400 * 86_400_000)
      case .disabled: try accounts.setDisabled(true, ben, by: .commandLine)
      case .newPassword:
        try accounts.resetPassword(of: ben, to: "another password", by: .commandLine)
      case .restored:
        let now = world.hearth.clock.withLock { $0 }
        try world.hearth.hub.beginRecovery(
          until: now + Hub.recoveryMilliseconds, stateAt: now - 3_600_000)
      }
    }
  }

  @Test(
    "who is signed out, however it came, is told so on every page, and programs get 401",
    arguments: SignedOut.allCases)
  func signedOut(how: SignedOut) async throws {
    let world = try await World()
    let (ben, token, device) = (try await world.ben(), try world.token(), try world.device())
    #expect(await world.api("/me", token).status == 200)
    #expect(await world.sync("/me", device).status == 200)
    let form = try await ben.get("/homes/new")
    #expect(form.status == 200)
    try how.happen(world)
    try await world.expectSignedOut(
      ben, catalogue.signInNotice(.signedOut), catalogue.signInNoticeText(.signedOut))
    // What was typed into a form is kept, to be copied.
    let sent = try await ben.submit("/homes/new", ["name": "Tree house"])
    #expect(sent.status == 403 && sent.main.contains("Tree house"))
    #expect(
      MoneyWorld.unescaped(Substring(sent.main)).contains(catalogue.errorTitle(.signedOut)))
    for path in ["/me", "/families", "/families/\(world.family)", "/homes"] {
      let answer = await world.api(path, token)
      #expect(answer.status == 401 && answer.code == "unauthorized", "\(path): \(answer.text)")
      #expect(answer.text.contains("/account/tokens"), "\(answer.text)")
    }
    for path in ["/me", "/notices", "/zones/\(world.family)/share"] {
      let answer = await world.sync(path, device)
      #expect(answer.status == 401 && answer.code == "unauthorised", "\(path): \(answer.text)")
    }
    try await comesBack(how, world)
  }

  /// Signing in again, by the page and by a device.
  private func comesBack(_ how: SignedOut, _ world: World) async throws {
    let password = how == .newPassword ? "another password" : "a long password of ben"
    let browser = world.hearth.browser()
    try await browser.get("/signin")
    let answer = try await browser.submit("/signin", ["name": "ben", "password": password])
    let device = await world.sync(
      "/sign-in", nil, .post,
      body: SignInRequest(name: "ben", password: password, label: "Laptop").wireBytes)
    guard how == .disabled else {
      #expect(answer.status == 303 && device.status == 200, "\(how): \(device.text)")
      #expect(try await world.open("/families", in: browser).words.contains("Ben"))
      return
    }
    #expect(answer.status == 422)
    let words = MoneyWorld.unescaped(Substring(answer.main))
    #expect(words.contains(catalogue.problem(.accountDisabled)), "\(words)")
    #expect(device.status == 403 && device.code == "disabled", "\(device.text)")
    let wrong = await world.sync(
      "/sign-in", nil, .post,
      body: SignInRequest(name: "ben", password: "guessed at random", label: "Laptop").wireBytes)
    #expect(wrong.status == 401 && wrong.code == "wrongNameOrPassword", "\(wrong.text)")
  }

  @Test("a child whose parent has ended its device is told so, and comes back by a code")
  func endedDevice() async throws {
    let world = try await World()
    let tablet = try await world.child()
    let own = "/families/\(world.family)/day/\(world.mia)"
    #expect(try await world.open("/", in: tablet).path == own)
    for session in try world.keeping.sessions(of: world.mia, by: world.annaID) {
      try world.keeping.endSession(session.id, of: world.mia, by: world.annaID)
    }
    try await world.expectSignedOut(
      tablet, catalogue.signInNotice(.signedOut), catalogue.signInNoticeText(.signedOut),
      pages: ["/", "/families", own, "/find"])
    #expect(try await world.open("/", in: try await world.child()).path == own)
  }

  @Test("an account that parents have taken away is signed out, and no code lets it in again")
  func deleted() async throws {
    let world = try await World()
    let tablet = try await world.child()
    let code = try world.keeping.issueCode(for: world.mia, by: world.annaID).code.text
    try world.keeping.remove(world.mia, by: world.annaID)
    try await world.expectSignedOut(
      tablet, catalogue.signInNotice(.signedOut), catalogue.signInNoticeText(.signedOut),
      pages: ["/", "/families", "/families/\(world.family)/day/\(world.mia)"])
    try await tablet.get("/signin/code")
    let answer = try await tablet.submit("/signin/code", ["code": code])
    #expect(answer.status == 422)
    #expect(
      MoneyWorld.unescaped(Substring(answer.main)).contains(catalogue.problem(.wrongCode)))
    #expect(
      try await world.anna.get("/families/\(world.family)/children/\(world.mia)").status == 404)
  }

  @Test("a browser that was the family's tablet says so until somebody signs in there")
  func endedTablet() async throws {
    let world = try await World()
    let tablet = try await world.ben()
    tablet.cookies["hearth-kiosk"] = try world.keeping.makeKiosk(
      in: world.family, label: "Kitchen", by: world.annaID
    ).text
    try await tablet.get("/account")
    try await tablet.submit("/signout")
    try await tablet.get("/kiosk")
    #expect(try await tablet.submit("/kiosk/\(world.mia)").status == 303)
    #expect(try await tablet.get("/families/\(world.family)/day/\(world.mia)").status == 200)
    for kiosk in try world.keeping.kiosks(in: world.family, by: world.annaID) {
      try world.keeping.endKiosk(kiosk.id, in: world.family, by: world.annaID)
    }
    try await world.expectSignedOut(
      tablet, catalogue.signInNotice(.tabletEnded), catalogue.signInNoticeText(.tabletEnded),
      pages: ["/", "/kiosk", "/families", "/families/\(world.family)/day/\(world.mia)"])
    let pressed = try await tablet.submit("/kiosk/\(world.mia)")
    #expect(pressed.status == 410 && pressed.main.contains(catalogue.errorTitle(.gone)))
    try await tablet.get("/signin")
    try await tablet.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    #expect(tablet.cookies["hearth-kiosk"] == nil)
    #expect(try await world.open("/families", in: tablet).words.contains("Ben"))
  }

  @Test("the family's tablet stays that when somebody signs in there with a password")
  func liveTablet() async throws {
    let world = try await World()
    let tablet = try await world.ben()
    let secret = try world.keeping.makeKiosk(in: world.family, label: "Kitchen", by: world.annaID)
      .text
    tablet.cookies["hearth-kiosk"] = secret
    try await tablet.get("/account")
    try await tablet.submit("/signout")
    try await tablet.get("/kiosk")
    let password: KeyValuePairs = ["name": "ben", "password": "a long password of ben"]
    #expect(try await tablet.submit("/signin", password).status == 303)
    #expect(tablet.cookies["hearth-kiosk"] == secret)
  }

  @Test("a person at the tablet whom a parent removes meanwhile is not led round in circles")
  func removedAtTablet() async throws {
    let world = try await World()
    let keeping = world.keeping
    try keeping.setPin("2468", .digits, of: world.benID, by: world.benID)
    let tablet = world.hearth.browser()
    tablet.cookies["hearth-kiosk"] = try keeping.makeKiosk(
      in: world.family, label: "Kitchen", by: world.annaID
    ).text
    try await tablet.get("/kiosk/\(world.benID)")
    #expect(try await tablet.submit("/kiosk/\(world.benID)", ["pin": "2468"]).status == 303)
    let own = "/families/\(world.family)/day/\(world.benID)"
    #expect(try await world.open("/", in: tablet).path == own)
    try world.hearth.hub.remove(world.benID, from: world.family, by: world.annaID)
    for page in ["/", "/families", own] {
      let found = try await world.open(page, in: tablet)
      #expect(found.status == 404, "\(page): \(found.path)")
      #expect(
        found.words.contains(
          catalogue.errorTitle(.familyLeft(ZoneLink(.family, id: "", name: "Lindqvist")))),
        "\(found.words)")
    }
    #expect(try await tablet.submit("/signout").location == "/kiosk")
    #expect(try await tablet.get("/kiosk").main.contains("Ben") == false)
  }
}
