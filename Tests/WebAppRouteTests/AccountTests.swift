import Hub
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import MoneyWeb
@testable import ThingsWeb
@testable import Web

@Suite struct AccountTests {
  // X29: a display name is no more than a name.
  @Test("a new display name shows to those one shares with")
  func displayName() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    try await owner.get("/account")
    let answer = try await owner.submit("/account/profile", ["displayName": " Anna  Miller "])
    #expect(answer.location == "/account")
    #expect(try await owner.get("/account").text.contains("Anna Miller"))
    #expect(try await ben.get("/people").text.contains("Anna Miller"))
    #expect(try await owner.submit("/account/profile", ["displayName": " "]).status == 422)
    let long = String(repeating: "x", count: 65)
    #expect(try await owner.submit("/account/profile", ["displayName": long]).status == 422)
    #expect(try hearth.accounts.account(named: "anna")?.displayName == "Anna Miller")
  }

  @Test("a region changes how numbers are written; one that is not offered is refused")
  func region() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    try await owner.get("/account")
    let answer = try await owner.submit(
      "/account/region", ["locale": "de-DE", "timeZone": "Europe/Berlin", "currency": "CHF"])
    #expect(answer.status == 303)
    let page = try await owner.get("/account")
    #expect(page.text.contains("Europe/Berlin"))
    #expect(page.text.contains("CHF"))
    let wrong = try await owner.submit(
      "/account/region", ["locale": "xx-XX", "timeZone": "Mars/Base", "currency": "EUR"])
    #expect(wrong.status == 422)
    let unknown = try await owner.submit(
      "/account/region", ["locale": "de-DE", "timeZone": "Mars/Base", "currency": "EUR"])
    #expect(unknown.status == 422)
    #expect(unknown.main.contains("“Mars/Base” is not a time zone. Choose one from the list"))
    #expect(unknown.main.contains("value=\"Mars/Base\""))
    #expect(unknown.main.contains("<option value=\"Europe/Berlin\">"))
  }

  @Test("an area that the person hides is in no navigation and not on Today; its addresses work")
  func hiddenAreas() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Boiler")
    try await owner.get("/items/\(item)/maintenance")
    _ = try await owner.submit(
      "/items/\(item)/maintenance", ["title": "Sweep", "dueOn": "2026-06-01", "currency": "EUR"])
    func isShown(_ route: Route) async throws -> Bool {
      try await owner.get("/account").text.contains("href=\"\(route.path)\"")
    }
    #expect(try await isShown(.groups(.groups())))
    #expect(try await isShown(.rooms(.rooms(home: home))))
    #expect(try await owner.get("/today").main.contains("Sweep"))

    let answer = try await owner.submit("/account/areas", ["area": "money"])
    #expect(answer.status == 303)
    #expect(try await isShown(.groups(.groups())))
    #expect(try await !isShown(.rooms(.rooms(home: home))))
    #expect(try await !owner.get("/today").main.contains("Sweep"))
    #expect(try await owner.get("/homes/\(home)/rooms").status == 200)

    try await owner.get("/account")
    _ = try await owner.submit("/account/areas", ["area": "things"])
    #expect(try await !isShown(.groups(.groups())))
    #expect(try await isShown(.rooms(.rooms(home: home))))
    #expect(try await owner.get("/today").main.contains("Sweep"))
    #expect(try await owner.get("/groups").status == 200)
  }

  @Test("changing the password needs the old one and ends the other sessions")
  func password() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    let second = hearth.browser()
    try await second.get("/signin")
    try await second.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    #expect(try await second.get("/homes").status == 200)
    try await owner.get("/account")
    func change(_ old: String, _ new: String, _ again: String) async throws -> Browser.Answer {
      try await owner.submit(
        "/account/password",
        ["oldPassword": old, "newPassword": new, "repeatedPassword": again])
    }
    let new = "another long password"
    #expect(try await change("wrong", new, new).status == 422)
    #expect(try await change("a long password of anna", new, new + "x").status == 422)
    #expect(try await change("a long password of anna", "short", "short").status == 422)
    #expect(try await second.get("/homes").status == 200)
    let answer = try await change("a long password of anna", new, new)
    #expect(answer.status == 303)
    #expect(!answer.text.contains(new))
    #expect(try await owner.get("/homes").status == 200)
    #expect(try await second.get("/homes").status == 303)
  }

  @Test("a browser that has signed in before is not held up by others who guess, also signed out")
  func knownBrowser() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    let right: KeyValuePairs = ["name": "anna", "password": "a long password of anna"]
    let known = hearth.browser()
    try await known.get("/signin")
    #expect(try await known.submit("/signin", right).status == 303)
    try await known.get("/account")
    #expect(try await known.submit("/signout").status == 303)
    #expect(known.cookies["hearth-session"] ?? "" == "")
    let stranger = hearth.browser()
    var statuses: [Int] = []
    for _ in 0..<6 {
      try await stranger.get("/signin")
      let guess: KeyValuePairs = ["name": "anna", "password": "guess"]
      statuses.append(try await stranger.submit("/signin", guess).status)
    }
    #expect(statuses == [422, 422, 422, 422, 422, 429])
    #expect(try await stranger.submit("/signin", right).status == 429)
    try await known.get("/signin")
    #expect(try await known.submit("/signin", right).status == 303)
    #expect(try await owner.get("/homes").status == 200)
  }

  @Test("a session can be ended from another one, alone or with all others")
  func sessions() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    func signIn() async throws -> Browser {
      let browser = hearth.browser()
      try await browser.get("/signin")
      try await browser.submit("/signin", ["name": "anna", "password": "a long password of anna"])
      return browser
    }
    let (second, third) = (try await signIn(), try await signIn())
    let page = try await owner.get("/account")
    let ids = page.text.matches(of: /\/account\/sessions\/([^\/"]+)\/end"/).map { String($0.1) }
    #expect(ids.count == 2)
    for id in ids.prefix(1) {
      #expect(try await owner.submit("/account/sessions/\(id)/end").status == 303)
    }
    let statuses = [try await second.get("/homes").status, try await third.get("/homes").status]
    #expect(statuses.sorted() == [200, 303])
    #expect(try await owner.submit("/account/sessions/end-others").status == 303)
    #expect(try await second.get("/homes").status == 303)
    #expect(try await third.get("/homes").status == 303)
    #expect(try await owner.get("/homes").status == 200)
  }

  @Test("who sends a form after their session has ended is told so, and keeps what they wrote")
  func sentLate() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let page = "/homes/\(home)/items/new"
    let late = hearth.browser()
    try await late.get("/signin")
    try await late.submit("/signin", ["name": "anna", "password": "a long password of anna"])
    try await late.get(page)
    try await owner.get("/account")
    #expect(try await owner.submit("/account/sessions/end-others").status == 303)
    let answers = [
      try await late.upload(
        page, ["name": "Grandmother's samovar"],
        files: [(field: "photos", name: "a.jpg", bytes: [UInt8](repeating: 7, count: 400_000))]),
      try await late.submit("/homes/\(home)/insurance/new", ["provider": "Grandmother's samovar"]),
    ]
    for answer in answers {
      #expect(answer.status == 403)
      #expect(answer.main.contains("You are signed out"))
      #expect(answer.main.contains("Grandmother&#39;s samovar"))
    }
    let link = try #require(answers[0].main.firstMatch(of: /href="(\/signin[^"]*)"/)).1
    try await late.get(String(link))
    let back = try await late.submit(
      String(link), ["name": "anna", "password": "a long password of anna"])
    #expect(back.location == page)
    // Words that come from another site are not shown as somebody's own.
    let foreign = await late.send(
      .post, page, content: .bytes(Array("name=Call+this+number".utf8)),
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "cross-site"),
      ])
    #expect(foreign.status == 403 && !foreign.text.contains("Call this number"))
  }

  @Test("on the hub itself nothing waits to be sent, and there is no device to connect")
  func hubItself() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    let page = try await owner.get("/sync")
    #expect(page.status == 200)
    #expect(page.text.contains(catalogue.syncOnHub))
    #expect(try await owner.submit("/sync/now").location == "/sync")
    #expect(try await owner.submit("/sync/1/retry").status == 404)
    #expect(try await owner.get("/device").status == 404)
  }
}
