import Testing
import Values

@testable import ThingsWeb
@testable import TodayWeb
@testable import Web

/// What Today gathers, in which order, and what it says of others. Today is 12 June 2026.
@Suite struct TodayRouteTests {
  private func care(
    _ title: String, _ day: String, of item: String, _ browser: Browser
  ) async throws {
    try await browser.get("/items/\(item)/maintenance")
    let answer = try await browser.submit(
      "/items/\(item)/maintenance", ["title": title, "dueOn": day, "currency": "EUR"])
    #expect(answer.status == 303)
  }

  /// The titles of the rows, in their order.
  private func rows(_ page: Browser.Answer) -> [String] {
    page.main.matches(of: /<span class="grow"><b>([^<]*)<\/b>/).map { String($0.1) }
  }

  @Test("with nothing to do it says so and offers to add something")
  func nothing() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    let page = try await owner.get("/today")
    #expect(page.status == 200)
    #expect(page.main.contains(catalogue.nothingToday))
    #expect(page.main.contains("href=\"/add\""))
    #expect(rows(page) == [])
  }

  @Test("what is overdue goes first, then what is to be returned, ends, and comes; of all homes")
  func order() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let boiler = try await hearth.addItem(owner, flat, "Boiler")
    let boat = try await hearth.addItem(owner, cabin, "Boat")
    try await care("Service", "2026-06-20", of: boiler, owner)
    try await care("Rust", "2026-06-19", of: boat, owner)
    try await care("Paint", "2026-06-01", of: boat, owner)
    try await care("Sweep", "2026-05-01", of: boiler, owner)
    try await owner.get("/items/\(boat)/lend")
    #expect(
      try await owner.submit(
        "/items/\(boat)/lend", ["lentTo": "Mia", "lentUntil": "2026-06-14"]
      ).status == 303)
    let page = try await owner.get("/today")
    #expect(rows(page) == ["Sweep", "Paint", "Boat", "Rust", "Service"])
    // With several homes each row says which.
    #expect(page.main.contains("Cabin") && page.main.contains("Flat"))
    #expect(!page.main.contains("all="))
  }

  @Test("it shows seven rows, and all of them when asked")
  func manyRows() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let boiler = try await hearth.addItem(owner, flat, "Boiler")
    for day in 1...9 { try await care("Care \(day)", "2026-06-0\(day)", of: boiler, owner) }
    let short = try await owner.get("/today")
    #expect(rows(short) == (1...7).map { "Care \($0)" })
    #expect(short.main.contains("href=\"/today?all=\""))
    #expect(rows(try await owner.get("/today?all=")) == (1...9).map { "Care \($0)" })
  }

  @Test("what is overdue goes first, however many things should have been returned long ago")
  func urgency() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let boiler = try await hearth.addItem(owner, flat, "Boiler")
    for index in 1...9 {
      let item = try await hearth.addItem(owner, flat, "Book \(index)")
      try await owner.get("/items/\(item)/lend")
      try await owner.submit(
        "/items/\(item)/lend", ["lentTo": "Mia", "lentUntil": "2026-01-0\(index)"])
    }
    try await care("Sweep", "2026-06-11", of: boiler, owner)
    #expect(
      rows(try await owner.get("/today")) == ["Sweep"] + (1...6).map { "Book \($0)" })
  }

  @Test("what others changed since the last visit is told with who it was; one's own is not")
  func others() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben", displayName: "Ben")
    try await hearth.admit(ben, to: flat, of: owner)
    // At the first visit everything would be new.
    _ = try await hearth.addItem(ben, flat, "Kettle")
    let told = catalogue.changed(by: ["Ben"], in: "Flat")
    #expect(!rows(try await owner.get("/today")).contains(told))
    hearth.advance(milliseconds: Visit.milliseconds + 1)
    _ = try await hearth.addItem(ben, flat, "Toaster")
    _ = try await hearth.addItem(owner, flat, "Lamp")
    for _ in 0..<2 {
      // It stays while the visit goes on.
      let page = try await owner.get("/today")
      #expect(rows(page).contains(told))
      #expect(page.main.contains(catalogue.changeCount(1, isMore: false)))
      #expect(page.main.contains("href=\"/homes/\(flat)/activity\""))
      hearth.advance(milliseconds: Visit.milliseconds / 2)
    }
    hearth.advance(milliseconds: Visit.milliseconds + 1)
    #expect(!rows(try await owner.get("/today")).contains(told))
  }

  @Test("a note of the browser that makes no sense is not believed")
  func visits() {
    let now: Int64 = 1_000_000_000_000
    for text in [nil, "", ".", "1", "a.b", "1.2.3", "0.\(now + 1)", "0.99999999999999999999"] {
      #expect(Visit(text, now: now).since == nil, "\(text ?? "nil")")
      #expect(Visit(text, now: now).last == now)
    }
    let next = Visit("0.\(now)", now: now + Visit.milliseconds + 1)
    #expect(next.since == now)
    #expect(Visit(next.text, now: now + Visit.milliseconds + 2).since == now)
  }

  @Test("an invite that somebody used is news there, too, and leads to the people")
  func notices() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben", displayName: "Ben")
    try await hearth.admit(ben, to: flat, of: owner)
    let page = try await owner.get("/today")
    #expect(rows(page).contains { $0.contains("Ben") })
    #expect(page.main.contains("href=\"/people\""))
  }

  @Test("“+” offers an item to those who may add one, and a home to join to those who may not")
  func additions() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    #expect(try await owner.get("/add").main.contains("href=\"/homes/\(flat)/items/new\""))
    let cara = try await hearth.person("cara")
    try await hearth.admit(cara, to: flat, of: owner, role: "viewer")
    try await cara.get("/homes/\(flat)")
    let page = try await cara.get("/add")
    #expect(!page.main.contains("/items/new"))
    #expect(page.main.contains("href=\"/join\""))
  }

  @Test("“+” offers payments where somebody else takes part; the sidebar leads to the rates")
  func payments() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/groups/new")
    let made = try await world.anna.submit(
      "/groups/new", ["name": "Alone", "currency": "EUR", "ownName": "Anna", "members": ""])
    let alone = try world.anna.require(made.location)
    let add = try await world.anna.get("/add").main
    #expect(add.contains("/groups/\(world.group)/payments/new"))
    #expect(add.contains("\(alone)/expenses/new") && !add.contains("\(alone)/payments/new"))
    #expect(try await !world.vera.get("/add").main.contains("/payments/new"))
    let rates = "href=\"/groups/\(world.group)/rates\""
    for path in ["/groups/\(world.group)", "/groups/\(world.group)/balances"] {
      #expect(try await world.anna.get(path).text.contains(rates), "\(path)")
    }
    // Of two groups none is meant where no group is looked at.
    #expect(try await !world.anna.get("/groups").text.contains(rates))
    #expect(try await world.vera.get("/groups").text.contains(rates))
  }
}
