import Foundation
import SyncProtocol
import Testing

@testable import ThingsWeb
@testable import Web
@testable import WebApp

extension Browser.Answer {
  /// What is between the columns and bars around a page.
  var main: String {
    guard let start = text.range(of: "<main"), let end = text.range(of: "</main>") else {
      return text
    }
    return String(text[start.lowerBound..<end.upperBound])
  }

  /// The column beside a page.
  var sidebar: String {
    guard let start = text.range(of: "<aside"), let end = text.range(of: "</aside>") else {
      return ""
    }
    return String(text[start.lowerBound..<end.upperBound])
  }
}

/// The homes of one person: made, chosen, renamed, deleted.
@Suite struct HomeRouteTests {
  private func signIn(_ hearth: Hearth, _ name: String = "anna") async throws -> Browser {
    let browser = hearth.browser()
    try await browser.get("/signin")
    try await browser.submit("/signin", ["name": name, "password": "a long password of \(name)"])
    return browser
  }

  /// What somebody chose as the primary home, as the hub has it.
  private func chosenHome(_ hearth: Hearth, _ name: String) throws -> String? {
    let account = try #require(try hearth.accounts.account(named: name))
    return try hearth.hub.store.read { reader in
      let place = RecordPlace(zone: account.personalZone, id: account.personalZone)
      return try reader.record(place)?.registers["primaryHomeID"]?.value.text
    }
  }

  // S3-US1-0 S3-US1-1 S3-US1-2 S3-US1-5 S3-PS-2
  @Test("a further home is made from the list of homes, and the first one stays as it was")
  func furtherHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, flat, "Kettle")
    // What was just done is said once.
    try await owner.get("/")
    let before = try await owner.get("/homes/\(flat)/items").mainWithoutToken
    #expect(try await owner.get("/homes").main.contains("href=\"/homes/new\""))
    #expect(try await owner.get("/homes/new").status == 200)
    for name in ["", "  ", String(repeating: "x", count: 101)] {
      #expect(try await owner.submit("/homes/new", ["name": name]).status == 422)
    }
    let cabin = try await owner.addHome("Cabin")
    let page = try await owner.get("/homes/\(cabin)")
    #expect(page.text.contains("Cabin is ready"))
    #expect(page.sidebar.contains("href=\"/homes/\(cabin)\""))
    #expect(page.sidebar.contains(">Cabin<"))
    _ = try await hearth.addItem(owner, cabin, "Canoe")
    let items = try await owner.get("/homes/\(cabin)/items").main
    #expect(items.contains(">Canoe<"))
    #expect(!items.contains(">Kettle<"))
    #expect(try await owner.get("/homes/\(flat)/items").mainWithoutToken == before)
  }

  @Test("D-HOM-16 two homes may have one name; whoever makes the second is told")
  func equalNames() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let second = try await owner.addHome("  FLAT ")
    #expect(try await owner.get("/homes/\(second)").text.contains("Another of your homes has that"))
    #expect(second != flat)
    let third = try await owner.addHome("Cabin")
    #expect(try await !owner.get("/homes/\(third)").text.contains("Another of your homes"))
    try await owner.submit("/homes/\(third)/settings", ["name": "flat"])
    #expect(
      try await owner.get("/homes/\(third)/settings").text.contains("Another of your homes has"))
  }

  @Test("S3-US5-0 S3-US5-2 a renamed home has its new name on the next page, in the sidebar, too")
  func rename() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    try await owner.get("/homes/\(flat)/settings")
    let answer = try await owner.submit("/homes/\(flat)/settings", ["name": "Harbour loft"])
    let page = try await owner.get(try owner.require(answer.location))
    #expect(page.sidebar.contains(">Harbour loft<"))
    #expect(!page.text.contains("Flat"))
    #expect(try await owner.get("/homes/\(flat)").text.contains("<h1>Harbour loft</h1>"))
  }

  // S3-US2-0 S3-US2-3 S3-US2-5 S3-5.2-active-1 S3-5.2-active-3 S3-5.4-a D-HOM-10
  @Test("the home that was chosen last is this browser's active one: dashboard and figures follow")
  func chooseHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    for (home, count) in [(flat, 3), (cabin, 1)] {
      for number in 0..<count { _ = try await hearth.addItem(owner, home, "Thing \(number)") }
    }
    for (home, name, items, rooms) in [(flat, "Flat", 3, 1), (cabin, "Cabin", 1, 0)] {
      #expect(try await owner.get("/homes/\(home)").status == 200)
      #expect(owner.lastHome == home)
      #expect(UUID(uuidString: home)?.uuidString.lowercased() == home)
      let page = try await owner.get("/")
      #expect(page.text.contains("<h1>\(name)</h1>"))
      let stat = page.main.firstMatch(of: /<small>Items<\/small><b class="num">([0-9]+)<\/b>/)
      #expect(stat.map { String($0.1) } == "\(items)")
      #expect(page.main.matches(of: /class="card room"/).count == rooms)
    }
  }

  @Test("S3-US2-4 S3-5.2-active-2 the active home outlives a restart of the program")
  func restart() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let other = try await signIn(hearth)
    try await owner.get("/homes/\(cabin)")
    try await other.get("/homes/\(flat)")
    let app = hearth.app
    let again = try WebApplication(
      areas: .all, backend: app.backend, configuration: app.configuration, photos: app.photos,
      images: app.images,
      documents: app.documents, pool: app.pool, now: app.now, log: { _ in })
    for (browser, name) in [(owner, "Cabin"), (other, "Flat")] {
      let same = Browser(hearth, app: again)
      same.cookies = browser.cookies
      #expect(try await same.get("/").text.contains("<h1>\(name)</h1>"))
    }
  }

  // S3-5.2-active-4 S3-US4-5 D-HOM-9 D-HOM-19
  @Test("a browser whose active home is deleted or taken away shows the primary one")
  func activeHomeGone() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let ben = try await hearth.guest(of: owner, home: cabin)
    _ = try await ben.addHome("Ben's place")
    let second = try await signIn(hearth)
    try await second.get("/homes/\(cabin)")
    try await ben.get("/homes/\(cabin)")
    #expect(second.lastHome == cabin)
    #expect(ben.lastHome == cabin)
    try await owner.get("/homes/\(cabin)/delete")
    try await owner.submit("/homes/\(cabin)/delete", ["name": "Cabin"])
    #expect(try await second.get("/").text.contains("<h1>Flat</h1>"))
    #expect(try await owner.get("/").text.contains("<h1>Flat</h1>"))
    #expect(try await ben.get("/").text.contains("Ben&#39;s place</h1>"))
    #expect(try await second.get("/homes/\(flat)").status == 200)
  }

  @Test("S3-US8-0 S3-US8-3 a new browser opens with the home that was chosen as primary")
  func primary() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    #expect(try await signIn(hearth).get("/").text.contains("<h1>Flat</h1>"))
    let settings = try await owner.get("/homes/\(cabin)/settings")
    #expect(settings.main.contains("action=\"\(Route.homes(.setPrimaryHome(cabin)).url)\""))
    #expect(try await owner.submit(Route.homes(.setPrimaryHome(cabin)).url).status == 303)
    #expect(try await signIn(hearth).get("/").text.contains("<h1>Cabin</h1>"))
    #expect(try chosenHome(hearth, "anna") == cabin)
    let homes = try await owner.get("/homes").main
    #expect(homes.matches(of: />\(Primary\)</).count == 1)
    #expect(try await owner.get("/homes/\(flat)/settings").main.contains(catalogue.setPrimary))
  }

  // S3-US4-0 S3-US4-1 S3-US4-2
  @Test("a home is deleted from its settings, after a warning of what goes and who loses it")
  func delete() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let ben = try await hearth.guest(of: owner, home: cabin)
    for name in ["Canoe", "Paddle"] { _ = try await hearth.addItem(owner, cabin, name) }
    let address = Route.homes(.deleteHome(cabin)).url
    #expect(try await owner.get("/homes/\(cabin)/settings").main.contains("href=\"\(address)\""))
    let question = try await owner.get(address)
    for text in ["2 items", "1 other person loses access", "Ben", "for 30 days"] {
      #expect(question.main.contains(text), "\(text)")
    }
    for typed in ["", "Flat"] {
      #expect(try await owner.submit(address, ["name": typed]).status == 422)
    }
    #expect(try await ben.get("/homes/\(cabin)").status == 200)
    let gone = try await owner.submit(address, ["name": "cabin"])
    #expect(gone.location == "/homes")
    let homes = try await owner.get("/homes")
    #expect(homes.text.contains("Deleted Cabin"))
    #expect(!homes.main.contains("href=\"/homes/\(cabin)\""))
    for browser in [owner, ben] { #expect(try await browser.get("/homes/\(cabin)").status == 404) }
    #expect(try await owner.get("/items").main.contains("0 items"))
  }

  @Test("S3-US4-3 S3-BR4 the last home cannot be deleted: its button is off and says why")
  func lastHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let settings = try await owner.get("/homes/\(flat)/settings").main
    #expect(settings.contains(catalogue.onlyHomeText))
    #expect(settings.firstMatch(of: /<button[^>]* disabled[^>]*>/) != nil)
    #expect(!settings.contains("href=\"\(Route.homes(.deleteHome(flat)).url)\""))
    let tried = try await owner.submit(Route.homes(.deleteHome(flat)).url, ["name": "Flat"])
    #expect(tried.status == 409)
    #expect(tried.main.contains(catalogue.onlyHomeText))
    #expect(try await owner.get("/homes/\(flat)").status == 200)
  }

  @Test("S3-BR6 S3-5.3-new the primary home is deleted only after another one is set as primary")
  func primaryStays() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let delete = Route.homes(.deleteHome(flat)).url
    for home in [flat, cabin] {
      let settings = try await owner.get("/homes/\(home)/settings").main
      for address in ["/homes/\(home)/rooms", "/homes/\(home)/labels"] {
        #expect(settings.contains("href=\"\(address)\""))
      }
      #expect(settings.contains("id=\"details\""))
      #expect(
        settings.contains("href=\"\(Route.homes(.deleteHome(home)).url)\"") == (home == cabin))
      #expect(
        settings.contains("action=\"\(Route.homes(.setPrimaryHome(home)).url)\"") == (home == cabin)
      )
    }
    for answer in [
      try await owner.get(delete), try await owner.submit(delete, ["name": "Flat"]),
    ] {
      #expect(answer.status == 409)
      #expect(answer.main.contains(catalogue.primaryHomeStays))
    }
    try await owner.submit(Route.homes(.setPrimaryHome(cabin)).url)
    #expect(try await owner.submit(delete, ["name": "Flat"]).location == "/homes")
    #expect(try await owner.get("/homes/\(flat)").status == 404)
  }

  // S1-2-in-d S1-5.2-a S1-5.2-b S1-4.3-c
  @Test("own and shared homes stand in one list, by name, and each says whose it is")
  func oneList() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Harbour flat")
    #expect(try await owner.get("/homes").main.contains("Private"))
    let ben = try await hearth.guest(of: owner, home: flat)
    hearth.advance(milliseconds: 1000)
    for name in ["workshop", "Attic", "Ben's garden"] { _ = try await ben.addHome(name) }
    let attic = try await ben.get("/homes").main.firstMatch(of: /href="(\/homes\/[^"]+)">Attic</)
    let id = String(try ben.require(attic.map { String($0.1) }).dropFirst("/homes/".count))
    try await ben.submit(Route.homes(.setPrimaryHome(id)).url)
    let list = try await ben.get("/homes").main
    let names = list.matches(of: /<h2><a[^>]*>([^<]+)<\/a>/).map { String($0.1) }
    #expect(names == ["Attic", "Ben&#39;s garden", "Harbour flat", "workshop"])
    #expect(list.contains("Shared by Anna · you can edit"))
    #expect(list.matches(of: /<small>Private<\/small>/).count == 3)
    #expect(try await owner.get("/homes").main.contains("Shared · you own it"))
    #expect(try await ben.get("/").sidebar.contains(">Harbour flat<"))
  }

  // S3-US3-0 S3-US3-5 S3-PS-4
  @Test("all inventory has the items of all homes, shared ones too, and says how many there are")
  func allInventory() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: owner, home: flat)
    let shed = try await ben.addHome("Shed")
    for name in ["Kettle", "Pan"] { _ = try await hearth.addItem(owner, flat, name) }
    _ = try await hearth.addItem(ben, shed, "Spade")
    let list = try await ben.get("/items").main
    #expect(list.contains("3 items"))
    for text in ["Kettle", "Pan", "Spade", "Flat", "Shed"] { #expect(list.contains(text)) }
    #expect(try await owner.get("/items").main.contains("2 items"))
    #expect(try await !owner.get("/items").text.contains("Spade"))
    let found = try await ben.get("/items?q=pa").main
    #expect(found.contains(">Pan<") && found.contains(">Spade<") == false)
  }

  // S3-US7-3 S3-PS-3 S0-RQ7 S3-6.5
  @Test("pages and forms of one home know nothing of another; a foreign room or label is refused")
  func homesAreApart() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    try await owner.get("/homes/\(cabin)/rooms")
    try await owner.submit("/homes/\(cabin)/rooms", ["name": "Boathouse"])
    try await owner.submit("/homes/\(cabin)/labels", ["name": "Nautical", "colour": "3"])
    let canoe = try await hearth.addItem(owner, cabin, "Canoe")
    let form = try await owner.get("/homes/\(cabin)/items/new").main
    let label = form.firstMatch(of: /name="labels" value="([^"]+)"/)
    let room = form.firstMatch(of: /<option value="([^"]+)"[^>]*>[^<]*Boathouse</)
    let labelID = try owner.require(label.map { String($0.1) })
    let roomID = try owner.require(room.map { String($0.1) })
    for address in ["", "/items", "/items/new", "/rooms", "/labels", "/settings"] {
      let page = try await owner.get("/homes/\(flat)\(address)")
      #expect(page.status == 200)
      for name in ["Boathouse", "Nautical", "Canoe"] {
        #expect(!page.text.contains(name), "\(name) on \(address)")
      }
    }
    #expect(try await owner.get("/items/\(canoe)").text.contains("Canoe"))
    for (field, id) in [("labels", labelID), ("locationID", roomID)] {
      let forged = try await owner.submit(
        "/homes/\(flat)/items/new", ["name": "Kettle", "quantity": "1", "currency": "EUR"],
        repeated: [(field, id)])
      #expect(forged.status == 422, "\(field)")
    }
    #expect(try await owner.get("/homes/\(flat)/items").main.contains("0 items"))
  }

  @Test("S3-US7-4 rooms and labels are arranged inside a home and nowhere else")
  func placesAreOfAHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let settings = try await owner.get("/homes/\(flat)/settings").main
    for name in ["rooms", "labels"] {
      #expect(settings.contains("href=\"/homes/\(flat)/\(name)\""))
      #expect(try await owner.get("/homes/\(flat)/\(name)").status == 200)
      for address in ["/\(name)", "/settings/\(name)", "/account/\(name)"] {
        #expect(try await owner.get(address).status == 404, "\(address)")
      }
    }
  }

  @Test("S3-NG2 S3-NG8 a home's settings offer these actions and no other: no copy, no archive")
  func actions() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let ben = try await hearth.guest(of: owner, home: cabin)
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    _ = try await hearth.invite(owner, cabin)
    let settings = try await owner.get("/homes/\(cabin)/settings").main
    let home = "/homes/\(cabin)"
    let forms = settings.matches(of: /<form[^>]* action="([^"]+)"/).map { String($0.1) }
    #expect(
      forms.filter { !$0.hasSuffix("/revoke") }.sorted() == [
        "\(home)/photos", "\(home)/primary", "\(home)/settings", "\(home)/settings/invites",
        "\(home)/settings/people/\(account)",
      ])
    #expect(forms.count { $0.hasSuffix("/revoke") } == 1)
    let links = settings.matches(of: /<a[^>]* href="(\/homes\/[^"]+)"/).map { String($0.1) }
    #expect(
      Set(links) == [
        home, "\(home)/rooms", "\(home)/labels", "\(home)/fields", "\(home)/templates",
        "\(home)/insurance", "\(home)/activity", "\(home)/delete", "\(home)/merge",
        "\(home)/settings/stop-sharing",
        "\(home)/settings/people/\(account)/remove",
        "\(home)/settings/people/\(account)/hand-over",
      ])
    let theirs = try await ben.get("/homes/\(cabin)/settings").main
    #expect(!theirs.contains("\(home)/delete"))
    #expect(try await owner.get("/homes/\(flat)").status == 200)
  }
}
