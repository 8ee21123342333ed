import Families
import Foundation
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// A child without an address, and the family's tablet, in the browser.
@Suite struct ChildRouteTests {
  /// Anna has founded a family, and keeps an account for Mia. Ben is a child with an account.
  private struct World {
    let hearth: Hearth
    let anna: Browser
    let ben: Browser
    let family: String
    let mia: AccountID
    var children: String { "/families/\(family)/children" }
    var own: String { "/families/\(family)/day/\(mia)" }

    init() async throws {
      hearth = try Hearth(signUps: .open)
      anna = try await hearth.household().0
      ben = try await hearth.person("ben", displayName: "Ben")
      try await anna.get("/families/new")
      let made = try await anna.submit("/families/new", ["name": "Lindqvist"])
      family = String(
        try anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
      try await MoneyWorld.admit(ben, to: family, of: anna, role: "viewer", in: "families")
      try await anna.get("/families/\(family)/children/new")
      let child = try await anna.submit(
        "/families/\(family)/children/new",
        ["name": "Mia", "emoji": "🦊", "colorIndex": "3"])
      mia = String(try anna.require(child.location).split(separator: "/")[3].prefix { $0 != "?" })
    }

    /// A code that lets Mia in.
    func code() async throws -> String {
      try await anna.get("\(children)/\(mia)")
      let page = try await anna.submit("\(children)/\(mia)/code").main
      let code = String(try #require(page.firstMatch(of: /<code>([A-Z0-9-]+)<\/code>/)).1)
      #expect(page.contains("/signin/code?code=\(code)\""))
      return code
    }

    func signIn(_ code: String) async throws -> (browser: Browser, answer: Browser.Answer) {
      let browser = hearth.browser()
      try await browser.get("/signin/code")
      return (browser, try await browser.submit("/signin/code", ["code": code]))
    }

    func setPin(_ person: AccountID, _ fields: KeyValuePairs<String, String>) async throws
      -> Browser.Answer
    {
      try await anna.get("/families/\(family)/pins/\(person)")
      return try await anna.submit("/families/\(family)/pins/\(person)", fields)
    }

    /// A browser that Anna has made the family's tablet.
    func tablet() async throws -> Browser {
      let browser = hearth.browser()
      try await browser.get("/signin")
      try await browser.submit(
        "/signin", ["name": "anna", "password": "a long password of anna"])
      try await browser.get("/families/\(family)/settings")
      let made = try await browser.submit("/families/\(family)/kiosks")
      #expect(made.location == "/kiosk")
      return browser
    }
  }

  private func shows(_ answer: Browser.Answer, _ text: String) -> Bool {
    MoneyWorld.unescaped(Substring(answer.main)).contains(text)
  }

  // D-FAM-8
  @Test("a parent adds a child, shows a code, and the child's tablet comes to the child's own day")
  func added() async throws {
    let world = try await World()
    let settings = try await world.anna.get("/families/\(world.family)/settings").main
    #expect(settings.contains("🦊") && settings.contains("\(world.children)/\(world.mia)\""))
    let (tablet, answer) = try await world.signIn(try await world.code())
    #expect(answer.status == 303)
    #expect(try await tablet.get("/families").location == world.own)
    #expect(shows(try await tablet.get(world.own), catalogue.dayOf("Mia")))
    let page = try await world.anna.get("\(world.children)/\(world.mia)").main
    let id = try #require(page.firstMatch(of: /sessions\/([0-9a-f-]{36})\/end/)).1
    let end = "\(world.children)/\(world.mia)/sessions/\(id)/end"
    #expect(try await world.anna.submit(end).status == 303)
    #expect(try await tablet.get(world.own).status == 303)
  }

  @Test(
    "a kept child's device has its day, rewards and what is at home, and leads there from elsewhere"
  )
  func shell() async throws {
    let world = try await World()
    let home = try await world.anna.addHome("Lake")
    _ = try await world.hearth.addItem(world.anna, home, "Sledge", price: "7654.32")
    try await world.anna.get("/homes/\(home)/settings/family-sharing")
    try await world.anna.submit(
      "/homes/\(home)/settings/family-sharing", ["parents": "editor", "children": "viewer"])
    let tablet = try await world.signIn(try await world.code()).browser
    let day = try await tablet.get(world.own)
    #expect(day.text.contains("href=\"/find\"") && !day.text.contains("href=\"/rewards"))
    for match in day.text.matches(of: /<a[^>]* href="(\/[^"]*)"/) {
      #expect(try await tablet.get(String(match.1)).status == 200, "\(match.1)")
    }
    let find = try await tablet.get("/find")
    #expect(find.status == 200 && find.main.contains("Sledge") && !find.main.contains("654.32"))
    let thing = try #require(find.main.firstMatch(of: /href="(\/find\/[0-9a-f-]{36})"/)).1
    #expect(try await tablet.get(String(thing)).main.contains("Sledge"))
    #expect(shows(try await tablet.get("/find?q=kite"), catalogue.noSuchThing))
    for path in [
      "/", "/today", "/homes/\(home)", "/homes/\(home)/settings", "/account", "/people",
      "/export", "/families/\(world.family)/settings", "/menu", "/notifications",
    ] {
      #expect(try await tablet.get(path).location == world.own, "\(path)")
    }
    // A child with a name and a password has the whole program.
    #expect(try await world.ben.get("/account").status == 200)
    #expect(try await world.ben.get("/families/\(world.family)/day/x").status == 404)
  }

  @Test("a child whose account is kept sends no form of the program but those of its own day")
  func ownAccount() async throws {
    let world = try await World()
    let tablet = try await world.signIn(try await world.code()).browser
    // The token of its forms is that of its session.
    #expect(try await tablet.get("/join").main.contains("name=\"csrf\""))
    for path in [
      "/account/tokens", "/account/password", "/account/calendar", "/account/profile",
      "/homes/new", "/groups/new", "/families/\(world.family)/settings",
    ] {
      let sent = try await tablet.submit(path, ["name": "Robot", "access": "read", "days": "30"])
      #expect(sent.status == 403, "\(path)")
      #expect(shows(sent, catalogue.errorText(.childsDevice)), "\(path)")
    }
    #expect(try world.hearth.accounts.accessTokens(of: world.mia).isEmpty)
    #expect(try world.hearth.accounts.calendarFeed(of: world.mia) == nil)
    #expect(try await tablet.submit("/signout").status == 303)
  }

  // D-FAM-8
  @Test("a kept child joins what its parents share, and is told to ask them for the rest")
  func joins() async throws {
    let world = try await World()
    let stranger = try await world.hearth.person("stan")
    let (lake, foreign) = (
      try await world.anna.addHome("Lake"), try await stranger.addHome("Elsewhere")
    )
    let invite = try await world.hearth.invite(world.anna, lake, role: "viewer")
    let other = try await world.hearth.invite(stranger, foreign, role: "viewer")
    let tablet = try await world.signIn(try await world.code()).browser
    let refused = try await Self.join(other, in: tablet)
    #expect(refused.status == 403 && shows(refused, catalogue.joinFailureText(.kept)))
    #expect(try world.hearth.hub.role(of: world.mia, in: foreign) == nil)
    let joined = try await Self.join(invite, in: tablet)
    #expect(joined.location == "/homes/\(lake)/joined")
    #expect(try await tablet.get("/homes/\(lake)/joined").status == 200)
    #expect(try world.hearth.hub.role(of: world.mia, in: lake) == .readOnly)
    #expect(try await tablet.get("/join").status == 200)
  }

  private static func join(_ invite: String, in browser: Browser) async throws -> Browser.Answer {
    let preview = try await browser.get("/i/\(invite)")
    #expect(preview.status == 200)
    return try await browser.submit("/i/\(invite)", ["kind": "homes"])
  }

  @Test("a child with a home of its own is offered no invite and no deletion, and told why")
  func ownHome() async throws {
    let world = try await World()
    _ = try await world.ben.addHome("Tree house")
    let tent = try await world.ben.addHome("Tent")
    try await world.ben.get("/groups/new")
    let made = try await world.ben.submit(
      "/groups/new", ["name": "Trip", "currency": "EUR", "ownName": "Ben"])
    let group = String(
      try world.ben.require(made.location).dropFirst("/groups/".count).prefix { $0 != "/" })
    let why = catalogue.errorText(.notByChildren)
    for zone in ["/homes/\(tent)", "/groups/\(group)"] {
      let settings = try await world.ben.get("\(zone)/settings")
      #expect(settings.status == 200 && shows(settings, why), "\(zone)")
      #expect(!settings.main.contains("\(zone)/settings/invites\""))
      #expect(!settings.main.contains("href=\"\(zone)/delete\""))
      #expect(!settings.main.contains("href=\"\(zone)/merge\""))
      let invited = try await world.ben.submit(
        "\(zone)/settings/invites", ["role": "viewer", "hours": "24", "uses": "1"])
      #expect(invited.status == 403 && shows(invited, why), "\(zone)")
      #expect(try await world.ben.get("\(zone)/delete").status == 403)
      let deleted = try await world.ben.submit("\(zone)/delete", ["name": "Tent"])
      let named = try await world.ben.submit("\(zone)/delete", ["name": "Trip"])
      let answer = zone.hasPrefix("/homes") ? deleted : named
      #expect(answer.status == 403 && shows(answer, why), "\(zone)")
      #expect(try await world.ben.get(zone).status == 200)
    }
    #expect(try await world.ben.get("/homes/\(tent)/merge").status == 403)
    // Ben as a parent is offered them.
    let benID = try #require(try world.hearth.accounts.account(named: "ben")).id
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    try world.hearth.hub.setRole(.readWrite, of: benID, in: world.family, by: annaID)
    let settings = try await world.ben.get("/homes/\(tent)/settings").main
    #expect(
      settings.contains("/settings/invites\"") && settings.contains("/homes/\(tent)/delete\""))
  }

  @Test("at the tablet a parent's PIN opens pages, and nothing that lasts longer or is stronger")
  func pinOpensNothingLasting() async throws {
    let world = try await World()
    let (accounts, hub) = (world.hearth.accounts, world.hearth.hub)
    let anna = try #require(try accounts.account(named: "anna")).id
    let ben = try #require(try accounts.account(named: "ben")).id
    let lake = try await world.anna.addHome("Lake")
    #expect(try await world.setPin(anna, ["kind": "digits", "pin": "2468"]).status == 303)
    let tablet = try await world.tablet()
    try await tablet.get("/kiosk/\(anna)")
    #expect(try await tablet.submit("/kiosk/\(anna)", ["pin": "2468"]).status == 303)
    let family = "/families/\(world.family)"
    let settings = try await tablet.get("\(family)/settings")
    #expect(settings.status == 200 && shows(settings, catalogue.atTabletText))
    // It is one already.
    #expect(!shows(settings, catalogue.makeTablet))
    #expect(!settings.main.contains("\(family)/settings/invites\""))
    let account = try await tablet.get("/account")
    #expect(account.status == 200 && shows(account, catalogue.atTabletText))
    for path in ["/account/password", "/account/tokens", "/account/calendar", "/admin/flags"] {
      #expect(!account.main.contains("\"\(path)\""), "\(path)")
    }
    for path in ["/account/tokens", "/account/calendar", "/admin/flags", "/admin/recovery"] {
      let page = try await tablet.get(path)
      #expect(page.status == 403 && shows(page, catalogue.errorText(.atTablet)), "\(path)")
    }
    let child = "\(world.children)/\(world.mia)"
    for path in [
      "/account/tokens", "/account/tokens/x/revoke", "/account/calendar",
      "/account/calendar/remove", "/account/password", "/account/notifications/mail",
      "/account/notifications/mail/remove", "/account/sessions/x/end",
      "/account/sessions/end-others", "/admin/flags", "/admin/flags/kill", "/admin/recovery/stop",
      "\(family)/settings/invites", "\(family)/settings/people/\(ben)",
      "\(family)/settings/people/\(ben)/remove", "\(family)/settings/people/\(ben)/hand-over",
      "\(family)/settings/leave", "\(family)/delete", "\(family)/kiosks",
      "\(family)/pins/\(anna)", "\(family)/pins/\(world.mia)", child, "\(child)/code",
      "\(child)/remove", "\(world.children)/new", "/homes/\(lake)/settings/invites",
      "/homes/\(lake)/settings/family-sharing", "/homes/deleted/\(lake)/purge", "/i/ABC-2345",
      "/families/switch/ABC-2345",
    ] {
      let answer = try await tablet.submit(
        path, ["name": "X", "access": "sharing", "role": "editor", "hours": "24", "uses": "1"])
      #expect(answer.status == 403, "\(path): \(answer.status)")
      #expect(shows(answer, catalogue.errorText(.atTablet)), "\(path)")
    }
    #expect(try accounts.accessTokens(of: anna).isEmpty && accounts.calendarFeed(of: anna) == nil)
    #expect(try hub.role(of: ben, in: world.family) == .readOnly)
    // What is to be done at home she does, and on a browser of her own the rest.
    #expect(try await tablet.get("/homes/\(lake)").status == 200)
    #expect(try await world.anna.get("/account/tokens").status == 200)
    #expect(try await world.anna.get("/admin/flags").status == 200)
  }

  @Test("a code that does not work is told, and keeps nobody from signing in")
  func wrongCode() async throws {
    let world = try await World()
    let used = try await world.code()
    _ = try await world.signIn(used)
    for code in ["", "AAAA-2222", used, "<b>", String(repeating: "A", count: 5000)] {
      let answer = try await world.signIn(code).answer
      #expect(answer.status == 422, "\(code.prefix(20))")
      #expect(shows(answer, catalogue.problem(.wrongCode)))
    }
  }

  @Test("a child and somebody outside neither keep accounts nor make tablets")
  func others() async throws {
    let world = try await World()
    let stranger = try await world.hearth.person("stan")
    _ = try await stranger.addHome("Elsewhere")
    let child = "\(world.children)/\(world.mia)"
    for (browser, status) in [(world.ben, 403), (stranger, 404)] {
      for page in ["\(world.children)/new", child, "\(child)/remove"] {
        #expect(try await browser.get(page).status == status, "\(page)")
      }
      for action in [
        "\(world.children)/new", child, "\(child)/code", "\(child)/sessions/x/end",
        "\(child)/remove", "/families/\(world.family)/kiosks",
        "/families/\(world.family)/kiosks/x/end",
      ] {
        #expect(try await browser.submit(action, ["name": "X"]).status == status, "\(action)")
      }
      #expect(try await browser.get("/families/\(world.family)/pins/\(world.mia)").status == 404)
    }
    #expect(
      try await world.ben.submit(
        "/families/\(world.family)/pins/\(world.mia)",
        [
          "kind": "digits", "pin": "1234",
        ]
      ).status == 404)
    #expect(try await world.anna.get("\(world.children)/\(world.mia)x").status == 404)
  }

  @Test("what is wrong with a child's name and face stands at its fields, and nothing is made")
  func badChild() async throws {
    let world = try await World()
    let path = "\(world.children)/new"
    try await world.anna.get(path)
    for fields: KeyValuePairs in [
      ["name": " ", "emoji": ""], ["name": "Kim", "emoji": "fox"], ["name": "\u{200b}"],
    ] {
      let answer = try await world.anna.submit(path, fields)
      #expect(answer.status == 422)
      #expect(answer.main.contains("aria-invalid=\"true\""))
    }
    let people = try world.hearth.hub.store.read { try $0.keptAccounts(in: world.family) }
    #expect(people.map(\.account) == [world.mia])
  }

  @Test("grown up the child has a name and a password, and is kept no more")
  func grownUp() async throws {
    let world = try await World()
    let path = "\(world.children)/\(world.mia)"
    try await world.anna.get(path)
    for (name, password) in [
      ("anna", "a long password"), ("mia", "short"), ("", "a long password"),
    ] {
      let answer = try await world.anna.submit(path, ["name": name, "password": password])
      #expect(answer.status == 422 && answer.main.contains("aria-invalid=\"true\""))
      #expect(!answer.main.contains("\"\(password)\""))
    }
    let grown = try await world.anna.submit(path, ["name": "mia", "password": "a long password"])
    #expect(grown.location == "/families/\(world.family)/settings")
    let browser = world.hearth.browser()
    try await browser.get("/signin")
    try await browser.submit("/signin", ["name": "mia", "password": "a long password"])
    #expect(try await browser.get("/families").location == world.own)
    #expect(try await world.anna.get(path).status == 404)
  }

  @Test("a family with a kept account is not dissolved, and its page says what to do first")
  func dissolving() async throws {
    let world = try await World()
    let page = try await world.anna.get("/families/\(world.family)/delete")
    #expect(page.main.contains(catalogue.stillKept(["Mia"])))
    try await world.anna.submit("/families/\(world.family)/delete", ["name": "Lindqvist"])
    #expect(try await world.anna.get("/families/\(world.family)").status == 200)
    try await world.anna.get("\(world.children)/\(world.mia)/remove")
    let removed = try await world.anna.submit("\(world.children)/\(world.mia)/remove")
    #expect(removed.status == 303)
    try await world.anna.get("/families/\(world.family)/delete")
    let gone = try await world.anna.submit(
      "/families/\(world.family)/delete", ["name": "Lindqvist"])
    #expect(gone.location == "/families")
  }

  @Test(
    "at the tablet a child without a PIN presses its face, and sees its own day and nothing else")
  func tabletOfChild() async throws {
    let world = try await World()
    let tablet = try await world.tablet()
    let faces = try await tablet.get("/kiosk").main
    #expect(faces.contains("Mia") && faces.contains(catalogue.setsPinFirst))
    #expect(try await tablet.get("/signin").location == "/kiosk")
    #expect(try await tablet.submit("/kiosk/\(world.mia)").status == 303)
    #expect(shows(try await tablet.get(world.own), catalogue.iAmDone))
    let benID = try #require(try world.hearth.accounts.account(named: "ben")).id
    for path in [
      "/", "/today", "/homes", "/items", "/account", "/families/\(world.family)", "/menu",
      "/families/\(world.family)/settings", "/families/\(world.family)/day/\(benID)", "/groups",
    ] {
      #expect(try await tablet.get(path).location == world.own, "\(path)")
    }
    for path in ["/account/password", "/homes/new", "/families/\(world.family)/kiosks", "/undo/x"] {
      #expect(try await tablet.submit(path, ["name": "X"]).location == world.own, "\(path)")
    }
    #expect(try await tablet.submit("/signout").location == "/kiosk")
  }

  /// The hidden fields of the form that changes a turn.
  private func turn(_ page: Browser.Answer) throws -> [(String, String)] {
    let main = page.main
    let start = try #require(main.range(of: "/turn\"")).upperBound
    let end = main[start...].range(of: "</form>")?.lowerBound ?? main.endIndex
    return String(main[start..<end]).matches(of: /name="([a-z]+)" value="([^"]*)"/)
      .map { (String($0.1), String($0.2)) }.filter { $0.0 != "csrf" }
  }

  @Test("a kept child skips its turn with one press on its own day, at the tablet, too, and back")
  func skips() async throws {
    let world = try await World()
    let path = "/families/\(world.family)/routines/new"
    let anna = try #require(try world.hearth.accounts.account(named: "anna")).id
    try await world.anna.get(path)
    let added = try await world.anna.submit(
      path,
      repeated: [
        ("title", "Dishes"), ("people", world.mia), ("people", anna), ("mode", "turns"),
        ("begins", world.mia), ("kind", "everyDays"), ("everyCount", "1"),
        ("startsOn", "2026-06-12"), ("partOfDay", "any"),
      ])
    #expect(added.status == 303)
    let tablet = try await world.tablet()
    try await tablet.get("/kiosk")
    #expect(try await tablet.submit("/kiosk/\(world.mia)").status == 303)
    for browser in [try await world.signIn(try await world.code()).browser, tablet] {
      let day = try await browser.get(world.own)
      #expect(shows(day, catalogue.notMeToday("Dishes")) && !shows(day, catalogue.notMyTurn))
      let change = "/families/\(world.family)/turn"
      #expect(try await browser.submit(change, repeated: turn(day)).location == world.own)
      let skipped = try await browser.get(world.own)
      #expect(shows(skipped, catalogue.notMyTurn))
      #expect(!shows(skipped, catalogue.notMeToday("Dishes")))
      let family = try await world.anna.get("/families/\(world.family)")
      #expect(shows(family, catalogue.turnNote(.init("Mia"))) && shows(family, catalogue.skip))
      #expect(try await browser.submit(change, repeated: turn(skipped)).location == world.own)
      let back = try await browser.get(world.own)
      #expect(shows(back, catalogue.notMeToday("Dishes")) && !shows(back, catalogue.notMyTurn))
    }
  }

  @Test("the faces ask what is left to do, as nobody is signed in; a child's day is told and turns")
  func tabletAsks() async throws {
    let world = try await World()
    let tablet = try await world.tablet()
    let faces = try await tablet.get("/kiosk").text
    #expect(faces.contains("data-refresh-seconds=\"\(KioskPage.refreshSeconds)\""))
    #expect(try await tablet.submit("/kiosk/\(world.mia)").status == 303)
    let day = try await tablet.get(world.own).text
    #expect(day.contains("data-live=\"true\"") && day.contains("data-refresh-seconds=\"3600\""))
  }

  @Test("at the tablet a parent presses a PIN, a child its pictures, one after the other")
  func pins() async throws {
    let world = try await World()
    let anna = try #require(try world.hearth.accounts.account(named: "anna")).id
    #expect(try await world.setPin(anna, ["kind": "digits", "pin": "12"]).status == 422)
    #expect(try await world.setPin(anna, ["kind": "digits", "pin": "2468"]).status == 303)
    let pictures: KeyValuePairs = [
      "kind": "pictures", "picture-1": "3", "picture-2": "6", "picture-3": "1", "picture-4": "9",
    ]
    #expect(try await world.setPin(world.mia, pictures).status == 303)
    let tablet = try await world.tablet()
    try await tablet.get("/kiosk/\(anna)")
    let wrong = try await tablet.submit("/kiosk/\(anna)", ["pin": "1357"])
    #expect(wrong.status == 422 && shows(wrong, catalogue.problem(.wrongPin)))
    #expect(try await tablet.submit("/kiosk/\(anna)", ["pin": "2468"]).status == 303)
    #expect(try await tablet.get("/families/\(world.family)/settings").status == 200)
    #expect(try await tablet.submit("/signout").location == "/kiosk")
    try await tablet.get("/kiosk/\(world.mia)")
    var pressed = ""
    for press in ["3", "6", "1"] {
      let page = try await tablet.submit(
        "/kiosk/\(world.mia)", ["pressed": pressed, "press": press])
      pressed += press
      #expect(page.status == 200 && page.main.contains(catalogue.pressed(pressed.count)))
    }
    let entered = try await tablet.submit(
      "/kiosk/\(world.mia)", ["pressed": pressed, "press": "9"])
    #expect(entered.location == "/families")
    #expect(try await tablet.get("/families").location == world.own)
  }

  @Test(
    "whoever walks away from the tablet is out after a quarter of an hour, though its page asks on")
  func left() async throws {
    let world = try await World()
    let tablet = try await world.tablet()
    try await tablet.get("/kiosk")
    #expect(try await tablet.submit("/kiosk/\(world.mia)").status == 303)
    world.hearth.advance(milliseconds: 10 * 60_000)
    #expect(try await tablet.get(world.own).status == 200)
    tablet.extraHeaders = [("Hearth-Unattended", "1")]
    for _ in 0..<2 {
      world.hearth.advance(milliseconds: 7 * 60_000)
      #expect(try await tablet.get(world.own).status == 200)
      #expect(try await tablet.get("/events?poll=1").status == 200)
    }
    world.hearth.advance(milliseconds: 2 * 60_000)
    #expect(try await tablet.get("/events?poll=1").status == 303)
    #expect(try await tablet.get(world.own).location?.hasPrefix("/signin") == true)
  }

  @Test("a tablet that a parent has ended shows nobody's face, and signs out who was there")
  func ended() async throws {
    let world = try await World()
    let tablet = try await world.tablet()
    try await tablet.get("/kiosk")
    #expect(try await tablet.submit("/kiosk/\(world.mia)").status == 303)
    let settings = try await world.anna.get("/families/\(world.family)/settings").main
    let id = try #require(settings.firstMatch(of: /kiosks\/([0-9a-f-]{36})\/end/)).1
    let end = "/families/\(world.family)/kiosks/\(id)/end"
    #expect(try await world.anna.submit(end).status == 303)
    #expect(try await tablet.get(world.own).location?.hasPrefix("/signin") == true)
    #expect(try await tablet.get("/signin").status == 200)
    #expect(try await tablet.get("/kiosk").status == 303)
  }
}
