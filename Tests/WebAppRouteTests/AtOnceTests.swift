import Families
import Finances
import Hub
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

/// Several people who press at the very same time, and one who presses twice: what was meant once
/// happens once, and nobody reads of success who had none.
@Suite struct AtOnceTests {
  /// How often each is tried: who comes first is the machine's to say.
  private static let rounds = 8

  /// The same person in another window, with the same session.
  private func window(of browser: Browser) -> Browser {
    let other = Browser(browser.hearth)
    (other.cookies, other.formToken) = (browser.cookies, browser.formToken)
    return other
  }

  private func together(
    _ browsers: [Browser], _ press: @escaping @Sendable (Browser) async throws -> Browser.Answer
  ) async throws -> [Browser.Answer] {
    let tasks = browsers.map { browser in Task { try await press(browser) } }
    var answers: [Browser.Answer] = []
    for task in tasks { answers.append(try await task.value) }
    return answers
  }

  @Test("a proposed payment that three windows of two people press at once is recorded once")
  func settled() async throws {
    let world = try await MoneyWorld()
    let page = "/groups/\(world.group)"
    for round in 0..<Self.rounds {
      _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
      let fields = [
        ("from", world.member("Ben")), ("to", world.member("Anna")), ("currency", "EUR"),
        ("minor", "500"),
      ]
      for browser in [world.anna, world.ben] { try await browser.get(page) }
      let windows = [world.anna, world.ben, window(of: world.anna), window(of: world.ben)]
      let answers = try await together(windows) {
        try await $0.submit("\(page)/settle", repeated: fields)
      }
      #expect(answers.allSatisfy { $0.location == page })
      #expect(try await world.nets() == [:], "round \(round)")
      #expect(
        try await world.expenses().count { $0.money.kind == .transfer } == round + 1)
    }
  }

  @Test("of two forms of one expense sent at once one is saved, and the other shows both versions")
  func versions() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let id = try #require(try await world.expenses().first).id
    let edit = "/groups/\(world.group)/expenses/\(id)/edit"
    for round in 0..<Self.rounds {
      let form = try await world.anna.get(edit)
      try await world.ben.get(edit)
      let version = MoneyWorld.unescaped(
        try #require(form.text.firstMatch(of: /name="version" value="([^"]+)"/)?.1))
      let rows = ["Anna", "Ben", "Cy"].flatMap {
        [("row", world.member($0)), ("in", world.member($0))]
      }
      let anna = world.anna
      let (payer, amounts) = (world.member("Anna"), [10 + 2 * round, 11 + 2 * round])
      let answers = try await together([world.anna, world.ben]) { browser in
        let amount = amounts[browser === anna ? 0 : 1]
        return try await browser.submit(
          edit,
          repeated: [
            ("title", "Rent \(amount)"), ("amount", "\(amount)"), ("currency", "EUR"),
            ("day", "2026-06-01"), ("way", "equal"), ("payer", payer), ("version", version),
          ] + rows)
      }
      #expect(answers.map(\.status).sorted() == [303, 409], "round \(round)")
      // Title and amount are those of the same form.
      let saved = try await world.expenses()[0]
      let winner = answers[0].status == 303 ? 0 : 1
      #expect(saved.details.title == "Rent \(amounts[winner])")
      #expect(saved.money.amountMinor == Int64(amounts[winner] * 100))
      #expect(try await world.nets().values.reduce(0, +) == 0)
      let other = MoneyWorld.unescaped(Substring(answers[1 - winner].main))
      let both = amounts.allSatisfy { other.contains("Rent \($0)") }
      #expect(both, "round \(round)")
    }
  }

  @Test(
    "what is added by a button that is pressed twice is added once; what is typed twice, twice"
  )
  func pressedTwice() async throws {
    let world = try await MoneyWorld()
    let (anna, group) = (world.anna, "/groups/\(world.group)")
    let rows = ["Anna", "Ben", "Cy"].flatMap {
      [("row", world.member($0)), ("in", world.member($0))]
    }
    let dated = [("amount", "9"), ("currency", "EUR"), ("day", "2026-06-01")]
    let forms: [(path: String, fields: [(String, String)])] = [
      (
        "\(group)/expenses/new",
        dated + rows + [("title", "Milk"), ("way", "equal"), ("payer", world.member("Anna"))]
      ),
      (
        "\(group)/payments/new",
        dated + [("title", "Cash"), ("from", world.member("Ben")), ("to", world.member("Anna"))]
      ),
    ]
    for (path, fields) in forms {
      let title = try #require(fields.first { $0.0 == "title" }?.1)
      func count() async throws -> Int {
        try await world.expenses().count { $0.details.title == title }
      }
      try await anna.get(path)
      let answers = try await together([anna, window(of: anna), window(of: anna)]) {
        try await $0.submit(path, repeated: fields)
      }
      #expect(answers.allSatisfy { $0.status == 303 }, "\(path)")
      #expect(Set(answers.map(\.location)).count == 1)
      #expect(try await count() == 1, "\(path)")
      // A form that is opened again is another one, and so is one that says something else.
      try await anna.get(path)
      _ = try await anna.submit(path, repeated: fields)
      #expect(try await count() == 2, "\(path)")
      let other = fields.map { ($0.0, $0.0 == "amount" ? "8" : $0.1) }
      _ = try await anna.submit(path, repeated: other)
      #expect(try await count() == 3, "\(path)")
      // What is wrong is told each time, and a press of some minutes ago is over.
      let wrong = fields.map { ($0.0, $0.0 == "amount" ? "x" : $0.1) }
      for _ in 0..<2 { #expect(try await anna.submit(path, repeated: wrong).status == 422) }
      world.hearth.advance(milliseconds: Presses.keptMilliseconds)
      _ = try await anna.submit(path, repeated: other)
      #expect(try await count() == 4, "\(path)")
    }
  }

  /// A family with stars: Anna and Dora are parents, Ben is a child who has earned seven.
  private struct Home {
    let base: FamilyRouteTests.World
    let dora: Browser
    /// What ticks the routine.
    var fields: [(String, String)] = []
    var path: String { "/families/\(base.family)" }

    init(stars: String = "7") async throws {
      base = try await FamilyRouteTests.World()
      dora = try await base.hearth.person("dora")
      try await MoneyWorld.admit(
        dora, to: base.family, of: base.anna, role: "editor", in: "families")
      try await base.anna.get(path + "/settings")
      let saved = try await base.anna.submit(
        path + "/settings", ["name": "Lindqvist", "timeZone": "Europe/Berlin", "hasStars": "yes"])
      #expect(saved.status == 303)
      #expect(try await base.add([("stars", stars)]).status == 303)
      let page = try await base.ben.get("\(path)/day/\(base.benID)").main
      fields = try base.fields(page).filter { $0.0 != "page" && $0.0 != "step" }
      _ = try await base.ben.submit(path + "/tick", repeated: fields)
    }

    func balance() async throws -> Int64 {
      let replica = try base.hearth.replica(of: "anna")
      try await replica.sync()
      return try replica.file.read { connection in
        try Stars(of: base.benID, in: base.family, through: .lastOfTime, connection).balance
      }
    }

    func wishes() async throws -> [String] {
      try await base.anna.get(path + "/rewards").main
        .matches(of: /name="wish" value="([^"]+)"/).map { String($0.1) }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }

  @Test("a tick that two parents approve at once, one of them twice, gives its stars once")
  func approved() async throws {
    let home = try await Home()
    for browser in [home.base.anna, home.dora] { try await browser.get(home.path) }
    let (fields, path) = (home.fields, home.path)
    let answers = try await together(
      [home.base.anna, home.dora, window(of: home.base.anna), window(of: home.dora)]
    ) { try await $0.submit(path + "/approve", repeated: fields) }
    #expect(answers.allSatisfy { $0.status == 303 })
    #expect(try await home.balance() == 7)
    // Ticked again by the child meanwhile it stays what it is.
    _ = try await home.base.ben.submit(path + "/tick", repeated: fields)
    #expect(try await home.balance() == 7)
  }

  @Test("the last stars buy one of two rewards that two parents grant at once, and one is told so")
  func lastStars() async throws {
    let home = try await Home()
    let (anna, ben, dora, path) = (home.base.anna, home.base.ben, home.dora, home.path)
    try await anna.get(path)
    _ = try await anna.submit(path + "/approve", repeated: home.fields)
    try await anna.get(path + "/rewards")
    for title in ["Film", "Zoo"] {
      let saved = try await anna.submit(
        path + "/rewards", ["title": title, "price": "7", "emoji": ""])
      #expect(saved.status == 303, "\(saved.main)")
    }
    let page = try await ben.get(path + "/rewards").main
    let rewards = page.matches(of: /name="reward" value="([^"]+)"/).map { String($0.1) }
    try #require(rewards.count == 2)
    for reward in rewards {
      // Pressed twice it is one wish.
      let answers = try await together([ben, window(of: ben)]) {
        try await $0.submit(path + "/wish", ["reward": reward])
      }
      #expect(answers.allSatisfy { $0.status == 303 })
    }
    let wishes = try await home.wishes()
    try #require(wishes.count == 2)
    for round in 0..<Self.rounds {
      for browser in [anna, dora] { try await browser.get(path + "/rewards") }
      let answers = try await together([anna, dora]) { browser in
        try await browser.submit(
          path + "/decide",
          ["wish": wishes[browser === anna ? 0 : 1], "answer": "yes"])
      }
      #expect(answers.allSatisfy { $0.status == 303 })
      #expect(try await home.balance() == 0, "round \(round)")
      let texts = try await [anna.get(path + "/rewards"), dora.get(path + "/rewards")].map {
        MoneyWorld.unescaped(Substring($0.text))
      }
      let few = FamilyFlash.tooFewStars.text(in: catalogue)
      #expect(texts.count { $0.contains(few) } == 1, "round \(round)")
      for wish in wishes {
        _ = try await anna.submit(path + "/decide", ["wish": wish, "answer": "undo"])
      }
      #expect(try await home.balance() == 7)
    }
  }

  @Test("changing families twice at once is changing once, and uses the invite once")
  func switched() async throws {
    let base = try await FamilyRouteTests.World()
    let cyd = try await base.hearth.person("cyd")
    try await cyd.get("/families/new")
    let made = try await cyd.submit("/families/new", ["name": "Berg"])
    let other = String(
      try cyd.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    let token = try await base.hearth.invite(cyd, other, role: "viewer", in: "families")
    let question = "/families/switch/\(token)"
    try await base.ben.get(question)
    let answers = try await together([base.ben, window(of: base.ben), window(of: base.ben)]) {
      try await $0.submit(question)
    }
    #expect(answers.contains { $0.status == 303 })
    #expect(answers.allSatisfy { $0.status < 500 })
    #expect(try await base.ben.get("/families/\(other)").status == 200)
    #expect(try await base.ben.get("/families/\(base.family)").status == 404)
    let invites = try base.hearth.hub.store.read { try $0.invites(in: other) }
    #expect(invites.map(\.usedCount) == [1])
    let grants = try base.hearth.hub.store.read { try $0.grants(in: other) }
    #expect(grants.count { $0.account == base.benID } == 1)
  }
}
