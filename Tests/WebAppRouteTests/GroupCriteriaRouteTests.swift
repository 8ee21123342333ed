import Finances
import SyncProtocol
import Testing
import Values

@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

/// Criteria of groups that people see on pages.
@Suite struct GroupCriteriaRouteTests {
  // S2-T2-c
  @Test("members without an account are shown as nobody's, until somebody is them")
  func placeholders() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/members"
    func nobodys() async throws -> Int {
      let page = try await world.vera.get(path).main
      return MoneyWorld.unescaped(Substring(page)).ranges(of: catalogue.noAccount).count
    }
    // Ben and Cy; Anna is in the group that she has made.
    #expect(try await nobodys() == 2)
    try await world.ben.get(path)
    #expect(try await world.ben.submit("\(path)/\(world.member("Ben"))/me").status == 303)
    #expect(try await nobodys() == 1)
    try await world.replica.sync()
    let group = world.group
    let accounts = try world.replica.file.read { connection in
      try GroupMember.of(group, in: connection).reduce(into: [:]) {
        $0[$1.details.name] = $1.accountID != nil
      }
    }
    #expect(accounts == ["Anna": true, "Ben": true, "Cy": false])
  }

  // S2-T2-d
  @Test("who joins says which member they are, or that they are none of them and new")
  func joining() async throws {
    let world = try await MoneyWorld()
    let page = "/groups/\(world.group)"
    let asked = try await world.ben.get(page).main
    #expect(asked.contains(catalogue.whoAreYou))
    for name in ["Ben", "Cy"] {
      #expect(asked.contains("\(page)/members/\(world.member(name))/me"))
    }
    // Whom somebody is already, nobody else is offered.
    #expect(!asked.contains("\(page)/members/\(world.member("Anna"))/me"))
    #expect(asked.contains(catalogue.noneOfThese))
    try await world.ben.get("\(page)/members")
    #expect(try await world.ben.submit("\(page)/members", ["name": "Benny"]).status == 303)
    let benny = try #require(
      try await world.ben.get("\(page)/members").main.matches(of: /members\/([0-9a-f-]{36})"/)
        .map { String($0.1) }.first { !world.members.values.contains($0) })
    try await world.ben.get("\(page)/members/\(benny)")
    #expect(try await world.ben.submit("\(page)/members/\(benny)/me").status == 303)
    let after = try await world.ben.get(page).main
    #expect(!after.contains(catalogue.whoAreYou))
  }

  // S2-BAL-2
  @Test("who is owed is told so, who owes is told so, and who is even is settled")
  func standings() async throws {
    let world = try await MoneyWorld()
    try await world.ben.get("/groups/\(world.group)/members")
    try await world.ben.submit("/groups/\(world.group)/members/\(world.member("Ben"))/me")
    #expect(try await world.anna.get("/groups").main.contains(catalogue.settled))
    try await world.add(world.anna, "Rent", "90")
    let (owed, owes) = (Money(6000, "EUR"), Money(-3000, "EUR"))
    let (anna, ben) = (try await world.anna.get("/groups"), try await world.ben.get("/groups"))
    #expect(anna.main.contains(catalogue.standing(owed)) && anna.main.contains("€60.00"))
    #expect(ben.main.contains(catalogue.standing(owes)) && ben.main.contains("€30.00"))
    let group = try await world.ben.get("/groups/\(world.group)").main
    #expect(group.contains(catalogue.standings([owes])))
    #expect(group.contains(catalogue.signed(owed)) && group.contains(catalogue.signed(owes)))
    try await world.ben.get("/groups/\(world.group)/payments/new")
    try await world.ben.submit(
      "/groups/\(world.group)/payments/new",
      [
        "payment": "1", "from": world.member("Ben"), "to": world.member("Anna"), "amount": "30",
        "currency": "EUR", "day": "2026-06-02", "title": "", "note": "",
      ])
    #expect(try await world.ben.get("/groups").main.contains(catalogue.settled))
  }

  // D-CLM-4
  @Test(
    """
    an invite to a group can be for one account alone; who says “This is me” is told to everybody \
    by name, and the owner takes it back
    """)
  func bound() async throws {
    let world = try await MoneyWorld()
    let (page, eve) = ("/groups/\(world.group)", try await world.hearth.person("eve"))
    try await world.anna.get("\(page)/settings")
    let made = try await world.anna.submit(
      "\(page)/settings/invites", ["role": "editor", "hours": "24", "uses": "5", "for": "stan"])
    let token = try #require(made.text.firstMatch(of: /\/i\/([A-Za-z0-9_-]+)/)).1
    try await eve.get("/account")
    for answer in [
      try await eve.get("/i/\(token)"), try await eve.submit("/i/\(token)", ["kind": "groups"]),
    ] {
      #expect(answer.status == 403 && !answer.text.contains("Flat"), "\(answer.text)")
    }
    #expect(try await eve.get(page).status == 404)
    try await world.stan.get("/i/\(token)")
    let joined = try await world.stan.submit("/i/\(token)", ["kind": "groups"])
    #expect(joined.location == "\(page)/joined")
    try await world.stan.get(page)
    #expect(try await world.stan.submit("\(page)/members/\(world.member("Cy"))/me").status == 303)
    for browser in [world.anna, world.ben] {
      let told = try await browser.get("\(page)/activity").main
      #expect(told.contains("Cy") && told.contains("Stan"), "\(told)")
    }
    try await world.anna.get("\(page)/members/\(world.member("Cy"))")
    let back = try await world.anna.submit("\(page)/members/\(world.member("Cy"))/release")
    #expect(back.status == 303)
    #expect(try await world.stan.get(page).main.contains(catalogue.whoAreYou))
  }

  // S2-T4-a
  @Test(
    "a place may have a point on Earth, which is shown on a map; one that is nowhere is refused")
  func point() async throws {
    let world = try await MoneyWorld()
    let form = try await world.anna.get("/groups/\(world.group)/expenses/new")
    #expect(form.main.contains("data-locate=\"f-place\""))
    // Only the pages with that button may ask the browser for it.
    #expect(form.headers["Permissions-Policy"]?.contains("geolocation=(self)") == true)
    let other = try await world.anna.get("/groups/\(world.group)")
    #expect(other.headers["Permissions-Policy"]?.contains("geolocation=()") == true)
    for wrong in ["Nowhere (90.00001, 0.0)", "0.0, -180.00001", "(999.9, 999.9)"] {
      let answer = try await world.add(world.anna, "Dinner", "30", more: [("place", wrong)])
      #expect(answer.status == 422 && answer.main.contains("id=\"f-place-problem\""))
      #expect(answer.main.contains(wrong.prefix(6)))
    }
    #expect(try await world.expenses().isEmpty)
    let place = "Café Luna (48.13715, -11.57612)"
    let added = try await world.add(world.anna, "Dinner", "30", more: [("place", place)])
    #expect(added.status == 303)
    let expense = try #require(try await world.expenses().first)
    #expect(expense.details.place == place)
    let shown = try await world.vera.get("/groups/\(world.group)/expenses/\(expense.id)").main
    #expect(shown.contains("Café Luna") && shown.contains("mlat=48.13715&amp;mlon=-11.57612"))
    // One's own share of it says the same.
    let share = try await world.anna.get("/personal/shares/\(world.group)/\(expense.id)").main
    #expect(share.contains("mlat=48.13715&amp;mlon=-11.57612"))
  }
}
