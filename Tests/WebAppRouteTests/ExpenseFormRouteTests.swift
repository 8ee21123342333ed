import Finances
import Testing

@testable import MoneyWeb
@testable import Web

@Suite("What the form of an expense begins with") struct ExpenseFormRouteTests {
  /// Who shares the expense of a form, by name.
  private func sharers(_ page: Browser.Answer, _ world: MoneyWorld) -> Set<String> {
    Set(
      page.main.matches(of: /<input[^>]*name="in"[^>]*>/).map { String($0.0) }
        .filter { $0.contains(" checked") }
        .compactMap { box in world.members.first { box.contains($0.value) }?.key })
  }

  private func way(_ page: Browser.Answer) -> String? {
    page.main.matches(of: /<input[^>]*name="way"[^>]*value="([a-z]+)"[^>]*>/)
      .first { $0.0.contains(" checked") }.map { String($0.1) }
  }

  private func value(_ name: String, _ page: Browser.Answer) throws -> String? {
    let field = try Regex("<input[^>]*name=\"\(name)\"[^>]*>")
    return page.main.firstMatch(of: field).flatMap { found in
      found.output[0].substring?.firstMatch(of: /value="([^"]*)"/).map { String($0.1) }
    }
  }

  @Test("a split among some is offered as last time and carried over; one among all is not")
  func lastTime() async throws {
    let world = try await MoneyWorld()
    let new = "/groups/\(world.group)/expenses/new"
    _ = try await world.add(world.anna, "Bread", "9", more: [("day", "2026-06-01")])
    #expect(try await !world.anna.get(new).main.contains("split="))
    _ = try await world.add(
      world.anna, "Taxi", "20", among: ["Anna", "Ben"], more: [("day", "2026-06-02")])
    let page = try await world.anna.get(new)
    #expect(page.main.contains(catalogue.splitAs("Taxi")))
    #expect(sharers(page, world) == ["Anna", "Ben", "Cy"])
    let taxi = try #require(try await world.expenses().first { $0.details.title == "Taxi" })
    let again = try await world.anna.get("\(new)?split=\(taxi.id)")
    #expect(sharers(again, world) == ["Anna", "Ben"] && way(again) == "equal")
    #expect(try value("title", again) ?? "" == "" && value("amount", again) ?? "" == "")
    #expect(!again.main.contains("id=\"restored\""))
  }

  @Test("a copy has the title, amount, payers and split, and no draft is put over it")
  func copy() async throws {
    let world = try await MoneyWorld()
    let new = "/groups/\(world.group)/expenses/new"
    _ = try await world.add(
      world.anna, "Dinner", "30", by: "Ben", among: ["Anna", "Ben"], way: "shares",
      weights: ["Anna": "1", "Ben": "2"])
    let dinner = try #require(try await world.expenses().first)
    let page = try await world.anna.get("\(new)?like=\(dinner.id)")
    #expect(try value("title", page) == "Dinner" && value("amount", page) == "30.00")
    #expect(way(page) == "shares" && sharers(page, world) == ["Anna", "Ben"])
    for (name, weight) in [("Anna", "1"), ("Ben", "2")] {
      #expect(try value("shares.\(world.member(name))", page) == weight)
    }
    let payer = try #require(
      page.main.firstMatch(of: /<select[^>]*name="payer".*?<\/select>/.dotMatchesNewlines())
    ).0
    let chosen = payer.matches(of: /<option[^>]*>/).first { $0.0.contains(" selected") }?.0
    #expect(chosen?.contains(world.member("Ben")) == true)
    #expect(!page.main.contains("id=\"restored\""))
    #expect(try await world.anna.get(new).main.contains("id=\"restored\""))
  }

  @Test("a new form begins with the group's usual split and the usual shares of its members")
  func usual() async throws {
    let world = try await MoneyWorld()
    let (group, ben) = (world.group, world.member("Ben"))
    try await world.replica.sync()
    _ = try await world.replica.file.write { transaction in
      let stored = try #require(try Group.find(group, in: transaction.connection))
      var details = stored.details
      details.splitMode = .shares
      try EditGroup(groupID: group, details: details, base: stored.details)(transaction)
      let member = try #require(try GroupMember.find(ben, in: transaction.connection))
      var shares = member.details
      shares.weight = 3
      _ = try EditMember(memberID: ben, details: shares, base: member.details)(transaction)
    }
    try await world.replica.sync()
    let page = try await world.anna.get("/groups/\(group)/expenses/new")
    #expect(way(page) == "shares")
    #expect(try value("shares.\(ben)", page) == "3")
    #expect(try value("shares.\(world.member("Anna"))", page) == "1")
  }

  @Test("an impossible day and a currency that is none are said at their fields; the rest stays")
  func faults() async throws {
    let world = try await MoneyWorld()
    let cases: [(field: String, text: String, problem: FieldProblem)] = [
      ("day", "2026-02-30", .day("2026-02-30")), ("currency", "XXQ", .unknownCurrency("XXQ")),
      ("currency", "", .currencyMissing),
    ]
    for (field, text, problem) in cases {
      let answer = try await world.add(
        world.anna, "Soup", "9", more: [(field, text), ("note", "Hot")])
      #expect(answer.status == 422, "\(field)")
      #expect(answer.main.contains("id=\"f-\(field)-problem\""), "\(field)")
      let said = MoneyWorld.unescaped(Substring(answer.main))
      #expect(said.contains(catalogue.problem(problem)), "\(field)")
      #expect(answer.main.contains("Soup") && answer.main.contains("Hot"))
    }
    #expect(try await world.expenses() == [])
  }

  @Test("payments and entries of one's own are kept as drafts, each person's and form's apart")
  func drafts() async throws {
    let world = try await MoneyWorld()
    let payment = "/groups/\(world.group)/payments/new"
    func draft(_ page: Browser.Answer) -> Substring? {
      page.main.firstMatch(of: /data-draft="([^"]+)"/)?.1
    }
    var names: Set<Substring> = []
    for browser in [world.anna, world.ben] {
      for path in [payment, "/personal/new", "/groups/\(world.group)/expenses/new"] {
        let page = try await browser.get(path)
        names.insert(try #require(draft(page), "\(path)"))
        #expect(page.text.contains("draft.js") && page.main.contains("id=\"restored\""))
        #expect(page.main.contains("data-forget"), "\(path)")
        #expect(page.main.contains(/name="version" value=""/), "\(path)")
      }
    }
    #expect(names.count == 6)
    // What somebody has chosen is not covered by what was typed before.
    let chosen = try await world.anna.get(
      "\(payment)?from=\(world.member("Ben"))&to=\(world.member("Anna"))&amount=5")
    #expect(draft(chosen) != nil && !chosen.main.contains("id=\"restored\""))
  }
}
