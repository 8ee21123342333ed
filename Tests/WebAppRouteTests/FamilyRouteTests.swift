import Families
import Foundation
import SQLite
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import Web

/// A family in the browser: parents, a child, and what each may do.
@Suite struct FamilyRouteTests {
  /// Anna has founded the family, and Ben is a child in it.
  struct World {
    let hearth: Hearth
    let anna: Browser
    let ben: Browser
    let family: String
    let benID: AccountID

    init() async throws {
      hearth = try Hearth(signUps: .open)
      anna = try await hearth.household().0
      ben = try await hearth.person("ben", displayName: "Ben")
      try await anna.get("/families/new")
      let made = try await anna.submit(
        "/families/new", ["name": "Lindqvist", "timeZone": "Europe/Berlin"])
      family = String(
        try anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
      try await MoneyWorld.admit(ben, to: family, of: anna, role: "viewer", in: "families")
      benID = try #require(try hearth.accounts.account(named: "ben")).id
    }

    func add(_ more: [(String, String)] = []) async throws -> Browser.Answer {
      let path = "/families/\(family)/routines/new"
      try await anna.get(path)
      return try await anna.submit(
        path,
        repeated: [
          ("title", "Evening"), ("people", benID), ("mode", "each"), ("kind", "everyDays"),
          ("everyCount", "1"), ("startsOn", "2020-01-01"), ("partOfDay", "evening"),
          ("steps", "🪥 Teeth\nPyjamas"),
        ].filter { field in !more.contains { $0.0 == field.0 } } + more)
    }

    /// The hidden fields of the first form that ticks.
    func fields(_ page: String) throws -> [(String, String)] {
      let start = try #require(page.range(of: "/tick\""))
      let form = page[start.upperBound...]
      let end = form.range(of: "</form>")?.lowerBound ?? form.endIndex
      var found: [(String, String)] = []
      for match in String(form[..<end]).matches(of: /name="([a-z]+)" value="([^"]*)"/) {
        found.append((String(match.1), String(match.2)))
      }
      return found.filter { $0.0 != "csrf" }
    }
  }

  // S4-US-J3 I4-10 D-FAM-9
  @Test("a child that joins comes to its own day, ticks it, and its parent sees it done")
  func ticks() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let front = try await world.ben.get("/families")
    let own = "/families/\(world.family)/day/\(world.benID)"
    #expect(front.location == own)
    let page = try await world.ben.get(own).main
    #expect(page.contains("Evening") && page.contains("🪥"))
    #expect(!page.contains(catalogue.familySettings))
    let fields = try world.fields(page)
    let answer = try await world.ben.submit("/families/\(world.family)/tick", repeated: fields)
    #expect(answer.location == own)
    let seen = try await world.anna.get("/families/\(world.family)").main
    #expect(seen.contains(catalogue.done(1, of: 1)))
    let undone = fields + [("undo", "1")]
    _ = try await world.ben.submit("/families/\(world.family)/tick", repeated: undone)
    #expect(
      try await world.anna.get("/families/\(world.family)").main.contains(catalogue.done(0, of: 1)))
  }

  @Test("what is wrong with a routine stands at its fields, and what was typed stays")
  func badRoutine() async throws {
    let world = try await World()
    let path = "/families/\(world.family)/routines/new"
    try await world.anna.get(path)
    let answer = try await world.anna.submit(
      path,
      repeated: [
        ("title", "Dishes"), ("mode", "turns"), ("kind", "weekdays"), ("startsOn", "soon"),
        ("everyCount", "0"), ("steps", "Rinse"),
      ])
    #expect(answer.status == 422)
    #expect(answer.main.contains("value=\"Dishes\"") && answer.main.contains("Rinse"))
    #expect(answer.main.matches(of: /aria-invalid="true"/).count >= 2)
    let list = try await world.anna.get("/families/\(world.family)/routines").main
    #expect(!list.contains("Dishes"))
  }

  // D-INV-14
  @Test("whom a family invites is a child, unless somebody says otherwise")
  func invited() async throws {
    let world = try await World()
    let page = try await world.anna.get("/families/\(world.family)/settings").main
    #expect(page.contains("<option value=\"viewer\" selected>"))
    let made = try await world.anna.submit(
      "/families/\(world.family)/settings/invites", ["hours": "24", "uses": "1", "role": "viewer"])
    #expect(made.status == 200)
    let invites = try world.hearth.hub.store.read { try $0.invites(in: world.family) }
    #expect(invites.last.map { FamilyRole($0.role) } == .child)
  }

  @Test("settings with a fault are not loaded again, also while an invite is open")
  func faultySettings() async throws {
    let world = try await World()
    let home = try await world.anna.addHome("Flat")
    let refreshes = /<main[^>]* data-refresh-seconds/
    for (path, name) in [("/families/\(world.family)", "name"), ("/homes/\(home)", "name")] {
      let settings = path + "/settings"
      try await world.anna.get(settings)
      _ = try await world.anna.submit(
        settings + "/invites", ["hours": "24", "uses": "1", "role": "viewer"])
      #expect(try await world.anna.get(settings).text.firstMatch(of: refreshes) != nil)
      let refused = try await world.anna.submit(settings, [name: ""])
      #expect(refused.status == 422 && refused.text.firstMatch(of: refreshes) == nil, "\(path)")
    }
  }

  @Test("a stale form of a routine overwrites nothing, and shows both")
  func stale() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let list = try await world.anna.get("/families/\(world.family)/routines").main
    let id = try #require(list.firstMatch(of: /routines\/([0-9a-f-]{36})\/week"/)).1
    let path = "/families/\(world.family)/routines/\(id)"
    let version = try #require(
      try await world.anna.get(path).main.firstMatch(of: /name="version" value="([^"]*)"/)
    ).1
    let shown = String(version).replacing("&amp;", with: "&")
    func save(_ steps: String, title: String = "Evening") async throws -> Browser.Answer {
      try await world.anna.submit(
        path,
        repeated: [
          ("version", shown), ("title", title), ("people", world.benID), ("mode", "each"),
          ("kind", "everyDays"), ("everyCount", "1"), ("startsOn", "2020-01-01"),
          ("partOfDay", "evening"), ("steps", steps),
        ])
    }
    #expect(try await save("🪥 Teeth\nPyjamas\nStory").status == 303)
    let second = try await save("Bath")
    #expect(second.status == 409)
    #expect(second.main.contains("Bath") && second.main.contains(catalogue.routineChangedMeanwhile))
    #expect(try await save("🪥 Teeth\nPyjamas", title: "Bedtime").status == 303)
    let page = try await world.anna.get(path).main
    #expect(page.contains("Bedtime") && page.contains("Story"))
  }

  // D-FAM-5 S4-FLOW-3c S4-FLOW-7 S4-TC-switch X17
  @Test("who is in a family is asked before changing to another one, and then it is one step")
  func switching() async throws {
    let world = try await World()
    let cyd = try await world.hearth.person("cyd", displayName: "Cyd")
    try await cyd.get("/families/new")
    let made = try await cyd.submit("/families/new", ["name": "Berg"])
    let other = String(
      try cyd.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    try await cyd.get("/families/\(other)/settings")
    let invite = try await cyd.submit(
      "/families/\(other)/settings/invites", ["role": "editor", "hours": "24", "uses": "2"])
    let token = try cyd.require(
      invite.text.firstMatch(of: /\/i\/([A-Za-z0-9_-]+)/).map { String($0.1) })
    try await world.ben.get("/i/\(token)")
    let asked = try await world.ben.submit("/i/\(token)", ["kind": "families"])
    #expect(asked.location == "/families/switch/\(token)")
    let page = try await world.ben.get("/families/switch/\(token)").main
    #expect(page.contains("Lindqvist") && page.contains("Berg"))
    // Who owns a family hands it over first, while others are in it.
    let question = "/families/switch/\(token)"
    try await world.anna.get("/i/\(token)")
    _ = try await world.anna.submit("/i/\(token)", ["kind": "families"])
    #expect(!(try await world.anna.get(question).main.contains("action=\"\(question)\"")))
    #expect(try await world.anna.submit(question).status >= 400)
    let switched = try await world.ben.submit("/families/switch/\(token)")
    #expect(switched.location == "/families/\(other)/joined")
    // It says that it worked, and one press leads on to the family's day.
    let joined = MoneyWorld.unescaped(
      Substring(try await world.ben.get("/families/\(other)/joined").main))
    #expect(joined.contains(catalogue.allSet) && joined.contains(catalogue.open("Berg")))
    let open = try #require(joined.firstMatch(of: /<a class="btn primary" href="([^"]+)"/)).1
    #expect(open == "/families/\(other)")
    let day = try await world.ben.get(String(open))
    #expect(day.status == 200 && day.main.contains(catalogue.today))
    #expect(try await world.ben.get("/families").location == "/families/\(other)")
    // Alone in it she changes in one step, and it is dissolved.
    let alone = try await world.anna.get(question).main
    #expect(alone.contains("action=\"\(question)\""))
    #expect(alone.contains(catalogue.isDissolved("Lindqvist")))
    let changed = try await world.anna.submit(question, ["from": world.family])
    #expect(changed.location == "/families/\(other)/joined")
    #expect(try await world.anna.get("/families/\(world.family)").status == 404)
    #expect(try await world.anna.get("/families").location == "/families/\(other)")
  }

  @Test("who is alone in a family keeps it when the invite to another one works no longer")
  func keptAlone() async throws {
    let world = try await World()
    try world.hearth.hub.remove(world.benID, from: world.family, by: world.benID)
    let cyd = try await world.hearth.person("cyd", displayName: "Cyd")
    try await cyd.get("/families/new")
    let made = try await cyd.submit("/families/new", ["name": "Berg"])
    let other = String(
      try cyd.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    let token = try await world.hearth.invite(cyd, other, role: "editor", in: "families")
    let question = "/families/switch/\(token)"
    #expect(try await world.anna.get(question).main.contains("action=\"\(question)\""))
    try await world.ben.get("/i/\(token)")
    let first = try await world.ben.submit("/i/\(token)", ["kind": "families"])
    #expect(first.location == "/families/\(other)/joined")
    #expect(try await world.anna.submit(question, ["from": world.family]).status == 410)
    #expect(try await world.anna.get("/families/\(world.family)").status == 200)
    #expect(try await world.anna.get("/families/\(world.family)/routines").status == 200)
  }

  @Test("what asks for it waits for a parent, and no child approves")
  func approval() async throws {
    let world = try await World()
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let path = "/families/\(world.family)"
    let fields = try world.fields(try await world.ben.get("\(path)/day/\(world.benID)").main)
      .filter { ["routine", "person", "day"].contains($0.0) }
    #expect(try await world.ben.submit("\(path)/tick", repeated: fields).status == 303)
    #expect(try await world.ben.submit("\(path)/approve", repeated: fields).status == 403)
    let waiting = catalogue.waitForApproval(1)
    #expect(try await world.anna.get(path).main.contains(waiting))
    #expect(try await world.anna.get("/today").main.contains(waiting))
    #expect(try await world.anna.submit("\(path)/approve", repeated: fields).status == 303)
    #expect(try await !world.anna.get(path).main.contains(waiting))
  }

  @Test("a turn is skipped or given away with one press, by a child, too")
  func turns() async throws {
    let world = try await World()
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    let plan = [("people", annaID), ("mode", "turns"), ("begins", world.benID)]
    let path = "/families/\(world.family)/routines/new"
    try await world.anna.get(path)
    let added = try await world.anna.submit(
      path,
      repeated: [
        ("title", "Dishes"), ("people", world.benID), ("kind", "everyDays"), ("everyCount", "1"),
        ("startsOn", "2020-01-01"), ("partOfDay", "any"),
      ] + plan)
    #expect(added.status == 303)
    let today = "/families/\(world.family)"
    func fields() async throws -> [(String, String)] {
      try world.fields(try await world.anna.get(today).main)
        .filter { ["routine", "person", "day"].contains($0.0) }
    }
    let before = try await fields()
    let who = try #require(before.first { $0.0 == "person" }).1
    #expect(try await world.ben.submit("\(today)/turn", repeated: before).status == 303)
    let after = try await fields()
    #expect(after.first { $0.0 == "person" }?.1 != who)
    let back = after + [("to", who)]
    #expect(try await world.ben.submit("\(today)/turn", repeated: back).status == 303)
    #expect(try await fields().first { $0.0 == "person" }?.1 == who)
  }

  // D-FAM-10
  @Test("an address for mail is in no zone, and nobody else in the family sees it")
  func addresses() async throws {
    let world = try await World()
    _ = try await world.add()
    let address = "anna@post.example"
    let anna = try #require(try world.hearth.accounts.account(named: "anna")).id
    try world.hearth.accounts.setMailAddress(address, of: anna) { _, _ in ("Hello", "Text", "") }
    let paths = [
      "/families", "/families/\(world.family)/settings", "/families/\(world.family)/routines",
      "/families/\(world.family)/day/\(world.benID)", "/people", "/today", "/notifications",
    ]
    for path in paths {
      let page = try await world.ben.get(path)
      #expect(page.status < 500 && !page.text.contains(address), "\(path)")
    }
    // Of the hub's whole file, only the tables that mail is sent by have it.
    let connection = try Connection(path: world.hearth.folder + "/hub.sqlite")
    var holders: Set<String> = []
    let tables = try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      $0.text(0)
    }
    for table in tables {
      let columns = try connection.query("SELECT name FROM pragma_table_info(?)", .text(table)) {
        $0.text(0)
      }
      for column in columns {
        let count = try connection.first(
          """
          SELECT count(*) FROM "\(table)"
            WHERE instr(CAST("\(column)" AS BLOB), CAST(? AS BLOB)) > 0
          """, .text(address)
        ) { $0.integer(0) }
        if count ?? 0 > 0 { holders.insert(table) }
      }
    }
    #expect(holders == ["mailAddresses", "mails"])
  }
}
