import Testing

@testable import Web
@testable import WebApp

extension Browser {
  /// The home that the browser keeps as the last one, of whichever account.
  var lastHome: String? {
    cookies.first { $0.key.hasPrefix("hearth-home-") }.map { LastUsed($0.value).homeID ?? "" }
  }
}

/// What a browser opens with after a restart, and after signing in again.
@Suite struct LastUsedTests {
  private func signIn(_ name: String, _ browser: Browser) async throws {
    try await browser.get("/signin")
    let answer = try await browser.submit(
      "/signin", ["name": name, "password": "a long password of \(name)"])
    #expect(answer.status == 303)
  }

  private func restarted(_ hearth: Hearth, _ browser: Browser) throws -> Browser {
    let old = hearth.app
    let app = try WebApplication(
      areas: .all, backend: old.backend, configuration: old.configuration, photos: old.photos,
      images: old.images,
      documents: old.documents, pool: old.pool, now: old.now, log: { _ in })
    let same = Browser(hearth, app: app)
    same.cookies = browser.cookies
    return same
  }

  private func addRoom(_ name: String, _ home: String, _ browser: Browser) async throws -> String {
    try await browser.get("/homes/\(home)/rooms")
    try await browser.submit("/homes/\(home)/rooms", ["name": name])
    let page = try await browser.get("/homes/\(home)/rooms")
    let row = try #require(
      page.main.matches(of: /\/rooms\/([0-9a-f-]+)"/).last)
    return String(row.1)
  }

  private func chosenRoom(_ page: Browser.Answer) -> String? {
    let picker = page.main.firstMatch(of: /<select[^>]*name="locationID".*?<\/select>/)
    return picker?.0.firstMatch(of: /<option value="([^"]*)" selected/).map { String($0.1) }
  }

  @Test("S1-9.3-c home and place that were used last are there after a restart and a new session")
  func restored() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let shed = try await addRoom("Shed", cabin, owner)
    try await owner.get("/homes/\(cabin)/rooms/\(shed)")
    try await owner.get("/account")
    let same = try restarted(hearth, owner)
    #expect(try await same.get("/").text.contains("<h1>Cabin</h1>"))
    #expect(chosenRoom(try await same.get("/homes/\(cabin)/items/new")) == shed)
    try await same.get("/account")
    try await same.submit("/signout")
    try await signIn("anna", same)
    #expect(try await same.get("/").text.contains("<h1>Cabin</h1>"))
    #expect(chosenRoom(try await same.get("/homes/\(cabin)/items/new")) == shed)

    // A place that is gone: the home alone. A home that is gone: the primary one.
    try await same.get("/homes/\(cabin)/rooms/\(shed)/delete")
    #expect(try await same.submit("/homes/\(cabin)/rooms/\(shed)/delete").status == 303)
    #expect(try await same.get("/").text.contains("<h1>Cabin</h1>"))
    #expect(chosenRoom(try await same.get("/homes/\(cabin)/items/new")) ?? "" == "")
    try await same.get("/homes/\(cabin)/delete")
    try await same.submit("/homes/\(cabin)/delete", ["name": "Cabin"])
    #expect(try await same.get("/").text.contains("<h1>Flat</h1>"))
    for key in same.cookies.keys where key.hasPrefix("hearth-home") {
      same.cookies[key] = "made-up.nonsense"
    }
    #expect(try await same.get("/").text.contains("<h1>Flat</h1>"))
  }

  @Test("two people with one browser each open with their own last home")
  func twoPeople() async throws {
    let hearth = try Hearth(signUps: .open)
    let (browser, _) = try await hearth.household("Flat")
    let cabin = try await browser.addHome("Cabin")
    try await browser.get("/homes/\(cabin)")
    try await browser.get("/account")
    try await browser.submit("/signout")
    let ben = try await hearth.person("ben")
    _ = try await ben.addHome("Loft")
    try await signIn("ben", browser)
    #expect(try await browser.get("/").text.contains("<h1>Loft</h1>"))
    try await browser.get("/account")
    try await browser.submit("/signout")
    try await signIn("anna", browser)
    #expect(try await browser.get("/").text.contains("<h1>Cabin</h1>"))
  }

  @Test("an item that is put into a place makes it the last one")
  func byAdding() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let room = try await addRoom("Attic", home, owner)
    #expect(chosenRoom(try await owner.get("/homes/\(home)/items/new")) ?? "" == "")
    try await owner.submit(
      "/homes/\(home)/items/new",
      ["name": "Trunk", "quantity": "1", "currency": "EUR", "locationID": room])
    #expect(chosenRoom(try await owner.get("/homes/\(home)/items/new")) == room)
  }
}
