import Foundation
import HTTPServer
import SQLite
import Testing
import Threads

@testable import MoneyWeb
@testable import Web
@testable import WebApp

/// A button that is pressed twice makes one thing, whatever form it belongs to.
@Suite struct PressTests {
  /// A form, filled in.
  struct Press {
    let route: Route
    var fields: [(String, String)] = []
    var file: Browser.Upload?
    /// The page that the form is on; `nil`: its own address.
    var page: String?
  }

  /// Places that make something and are not pressed below, and where they are.
  private static let elsewhere = [
    // The second press finds no session, so it can make nothing.
    "KioskRoute.newKiosk",
    // A child asks and shows, see `AtOnceTests` and `RoutineRouteTests`.
    "RewardRoute.wish", "PictureRoute.prove",
    // They need a change that was refused, and a notice with a copy.
    "KeepCopyRoute.copyChange", "ExportRoute.noticeCopy",
    // Each upload is imported once, see the tests of imports.
    "ImportRoute.runImport", "GroupImportRoute.run", "FamilyImportRoute.run",
    "LedgerFileRoute.ledgerPreview",
    // Needs the very sum that is owed, see `AtOnceTests`.
    "BalanceRoute.settle",
  ]

  private static func name(_ route: Route) -> String {
    "\(type(of: route.family)).\(route.name)"
  }

  @Test("a form that makes something is pressed in this test, or is one of those that change")
  func inventory() async throws {
    let world = try await PressWorld()
    let app = world.hearth.app
    let all = RouteMatrix(home: "h").all.filter { app.action(at: $0) != nil }
    let making = Set(all.filter { $0.has(.makesRecord) }.map(Self.name))
    let pressed = Set((world.presses + world.ofOthers).map { Self.name($0.route) })
    #expect(pressed.intersection(Self.elsewhere).isEmpty)
    #expect(making.subtracting(pressed.union(Self.elsewhere)) == [], "nobody presses these")
    #expect(pressed.union(Self.elsewhere).subtracting(making) == [], "these are no more")
    let others = Set(all.map(Self.name)).subtracting(making)
    // Whoever adds a place says here that a second press of it does no harm, or marks it.
    #expect(others.subtracting(Self.changing) == [], "does a second press make something?")
    #expect(Set(Self.changing).subtracting(others) == [], "these are no more")
  }

  @Test("every form that makes something makes it once, however often its button is pressed")
  func pressedTwice() async throws {
    let world = try await PressWorld()
    for press in world.presses { try await check(press, by: world.anna, in: world.hearth) }
    let new = try Hearth()
    let others = [
      try await world.hearth.person("fay"), world.hearth.browser(), new.browser(),
    ]
    for (press, browser) in zip(world.ofOthers, others) {
      try await check(press, by: browser, in: browser.hearth)
    }
  }

  private func check(_ press: Press, by browser: Browser, in hearth: Hearth) async throws {
    let url = press.route.url
    let page = try await browser.get(press.page ?? url)
    guard page.status == 200 else {
      Issue.record("\(press.page ?? url): \(page.location ?? page.main)")
      return
    }
    let before = try await hearth.stored()
    let (token, cookies) = (browser.formToken, browser.cookies)
    /// The form as it was shown, also to a browser that has left the page meanwhile.
    func send() async throws -> Browser.Answer {
      (browser.formToken, browser.cookies) = (token, cookies)
      guard let file = press.file else {
        return try await browser.submit(url, repeated: press.fields)
      }
      return try await browser.upload(url, repeated: press.fields, files: [file])
    }
    let first = try await send()
    #expect((200..<400).contains(first.status), "\(url): \(first.main)")
    let made = try await hearth.stored()
    #expect(made != before, "\(url) makes nothing")
    let second = try await send()
    #expect(second.status == first.status && second.location == first.location, "\(url)")
    #expect(second.bytes == first.bytes, "\(url)")
    #expect(try await hearth.stored() == made, "\(url) makes a second one")
  }

  @Test("an entry of one's own ledger is added once by a button that is pressed twice")
  func ledgerEntry() async throws {
    let world = try await MoneyWorld()
    let anna = world.anna
    let fields = [
      ("title", "Bakery"), ("amount", "8"), ("currency", "EUR"), ("kind", "spending"),
      ("day", "2026-06-01"), ("tags", ""),
    ]
    func count() async throws -> Int {
      try await anna.get("/personal?month=2026-06").main.ranges(of: "Bakery</").count
    }
    // What cannot be taken is told each time, and taken when it is corrected.
    try await anna.get("/personal/new")
    let token = anna.formToken
    func send(_ amount: String = "8") async throws -> Browser.Answer {
      anna.formToken = token
      return try await anna.submit(
        "/personal/new", repeated: fields.map { ($0.0, $0.0 == "amount" ? amount : $0.1) })
    }
    for _ in 0..<2 { #expect(try await send("x").status == 422) }
    #expect(try await count() == 0)
    let answers = [try await send(), try await send(), try await send()]
    #expect(answers.allSatisfy { $0.status == 303 && $0.location == answers[0].location })
    #expect(try await count() == 1)
    // Also after a while, as where the first answer does not arrive.
    world.hearth.advance(milliseconds: Presses.keptMilliseconds - 1)
    _ = try await send()
    #expect(try await count() == 1)
    // Another amount is another entry, and so is the form when it is opened anew.
    _ = try await send("9")
    #expect(try await count() == 2)
    try await anna.get("/personal/new")
    _ = try await anna.submit("/personal/new", repeated: fields)
    #expect(try await count() == 3)
  }

  @Test("of two photos of one name and size sent with one form both are kept")
  func files() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let item = try await hearth.addItem(owner, home, "Kettle")
    let pictures = [TestPictures.png, TestPictures.png + [0], TestPictures.png + [1]]
    try await owner.get("/items/\(item)/photos")
    let token = owner.formToken
    for (picture, count) in [(0, 1), (0, 1), (1, 2), (2, 3), (1, 3)] {
      let file = Browser.Upload(field: "photos", name: "a.png", bytes: pictures[picture])
      owner.formToken = token
      #expect(try await owner.upload("/items/\(item)/photos", files: [file]).status == 303)
      let page = try await owner.get("/items/\(item)").text
      // The page's own token is another one.
      let shown = Set(page.matches(of: /id="photo-([^"]+)"/).map { String($0.1) })
      #expect(shown.count == count, "after photo \(picture)")
    }
  }

  @Test(
    "presses of one person are kept up to a number, the latest, and those of others beside them")
  func bounded() async throws {
    let presses = Presses()
    let made = Counter()
    func press(_ index: Int, by person: String = "anna", at now: Int64 = 0) async throws {
      _ = try await presses.once(
        .init(person: person, formToken: "\(index)", address: "/", content: 0), now: { now }
      ) {
        made.add()
        return .redirect(to: "/")
      }
    }
    for index in 0..<100 { try await press(index) }
    #expect(made.count == 100 && presses.count == Presses.maxPerPerson)
    try await press(0, by: "ben")
    #expect(made.count == 101 && presses.count == Presses.maxPerPerson + 1)
    try await press(99)
    try await press(100 - Presses.maxPerPerson)
    #expect(made.count == 101)
    try await press(0)
    #expect(made.count == 102)
    // What is over makes room for other people.
    for person in 0..<(2 * Presses.maxPeople) { try await press(0, by: "\(person)") }
    #expect(presses.count <= Presses.maxPeople + Presses.maxPerPerson)
    let later = Presses.keptMilliseconds
    try await press(0, by: "late", at: later)
    #expect(presses.count == 1)
    try await press(0, by: "late", at: later)
    try await press(0, by: "late", at: 2 * later)
    #expect(presses.count == 1)
  }
}

private final class Counter: Sendable {
  private let number = Lock(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

extension Hearth {
  /// How many rows there are of everything that is stored, and files that wait to be imported.
  func stored() async throws -> [String: Int64] {
    try usage.flush()
    var counts: [String: Int64] = [:]
    for file in ["hub.sqlite", "analytics.db"] {
      let connection = try Connection(path: "\(folder)/\(file)", mode: .readOnly)
      let tables = try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
      ) { $0.text(0) }
      for table in tables {
        counts[table] = try connection.first("SELECT count(*) FROM \"\(table)\"") { $0.integer(0) }
      }
    }
    // Signing in and counting use are no press.
    for name in ["sessions", "events"] { counts[name] = nil }
    counts["imports"] = Int64(
      try FileManager.default.contentsOfDirectory(atPath: folder + "/imports").count)
    return counts
  }
}
