import Testing
import Values

@testable import InsuranceWeb
@testable import ThingsWeb
@testable import Web

/// The insurance policies of a home, as people see and write them.
@Suite struct InsuranceTests {
  /// What a person types for a policy of the home.
  private static let typed: KeyValuePairs<String, String> = [
    "provider": "Harbour Mutual", "policyNumber": "HM-2209", "currency": "EUR",
    "personalProperty": "50,000", "deductible": "250.50", "startsOn": "2026-01-01",
    "endsOn": "2026-06-24", "notes": "Call first",
  ]

  private func addPolicy(
    _ browser: Browser, _ home: String, _ fields: KeyValuePairs<String, String> = typed
  ) async throws -> String {
    let address = "/homes/\(home)/insurance"
    try await browser.get("\(address)/new")
    let before = try await ids(browser, home)
    let answer = try await browser.submit("\(address)/new", fields)
    #expect((answer.status, answer.location) == (303, address))
    return try browser.require(try await ids(browser, home).first { !before.contains($0) })
  }

  private func ids(_ browser: Browser, _ home: String) async throws -> [String] {
    try await browser.get("/homes/\(home)/insurance").main
      .matches(of: /id="policy-([^"]+)"/).map { String($0.1) }
  }

  @Test("S3-IMP-1 a home's page of insurance lists its policies, with their number and coverage")
  func list() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let empty = try await owner.get("/homes/\(flat)/insurance")
    #expect(empty.main.contains(catalogue.noPoliciesTitle))
    #expect(empty.main.matches(of: /class="btn/).count == 1)
    _ = try await addPolicy(owner, flat)
    _ = try await addPolicy(
      owner, cabin, ["provider": "Lake Fire", "policyNumber": "LF-7", "currency": "EUR"])
    let page = try await owner.get("/homes/\(flat)/insurance").main
    let period = try #require(
      catalogue.period(
        from: CalendarDay(year: 2026, month: 1, day: 1),
        to: CalendarDay(year: 2026, month: 6, day: 24)))
    for text in [
      "Harbour Mutual", "HM-2209", "€50,000", "€250.50", period,
      catalogue.term(.ending(days: 12)), "Call first",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("Lake Fire"))
    let other = try await owner.get("/homes/\(cabin)/insurance").main
    #expect(other.contains("LF-7") && !other.contains("Harbour"))
  }

  @Test("the page compares documented value with the limit, and leads to what a claim would lack")
  func coverage() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, home, "Sofa", price: "12300")
    _ = try await addPolicy(owner, home)
    let address = "/homes/\(home)/insurance"
    let page = try await owner.get(address).main
    #expect(page.contains(catalogue.documented("€12,300", of: "€50,000")))
    #expect(page.contains(catalogue.standing(.over(Money(37_700_00, "EUR")))))
    for query in ["photo=none", "serial=none"] {
      #expect(page.contains("/homes/\(home)/items?\(query)"))
      let items = try await owner.get("/homes/\(home)/items?\(query)")
      #expect(items.main.contains("Sofa"), "\(query)")
    }
    #expect(!page.contains("price=none"))
    _ = try await hearth.addItem(owner, home, "Harp", price: "40000")
    #expect(
      try await owner.get(address).main.contains(
        catalogue.standing(.under(Money(2_300_00, "EUR")))))
    try await owner.get("/homes/\(home)/items/new")
    try await owner.submit(
      "/homes/\(home)/items/new",
      ["name": "Radio", "quantity": "1", "price": "40", "currency": "USD", "serial": "SN-1"])
    #expect(
      try await owner.get(address).main.contains(catalogue.otherCurrencies("$40")))
    let items = try await owner.get("/homes/\(home)/items?serial=none").main
    #expect(!items.contains("Radio"))
  }

  @Test("a form with mistakes comes back with each of them and all that was typed; nothing is kept")
  func problems() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let address = "/homes/\(home)/insurance/new"
    try await owner.get(address)
    let answer = try await owner.submit(
      address,
      [
        "provider": " ", "policyNumber": "HM-1", "currency": "EURO", "liability": "a lot",
        "startsOn": "last May", "endsOn": "31.2.2026", "notes": "from the attic",
      ])
    #expect(answer.status == 422)
    for problem: FieldProblem in [
      .missing, .unknownCurrency("EURO"), .unreadableAmount("a lot"), .unreadableDate("last May"),
      .unreadableDate("31.2.2026"),
    ] {
      #expect(answer.main.contains(catalogue.problem(problem)), "\(problem)")
    }
    for text in [
      "value=\"HM-1\"", "value=\"a lot\"", "value=\"last May\"", "from the attic",
    ] {
      #expect(answer.main.contains(text), "\(text)")
    }
    let early = try await owner.submit(
      address,
      ["provider": "A", "currency": "EUR", "startsOn": "2026-03-02", "endsOn": "2026-03-01"])
    #expect(early.status == 422)
    #expect(early.main.contains(catalogue.problem(.dayTooEarly)))
    // What is fine by itself is not kept while one amount cannot be read.
    let unread = try await owner.submit(
      address, ["provider": "A", "currency": "EUR", "dwelling": "1.2.3"])
    #expect(unread.status == 422)
    #expect(try await owner.submit(address).status == 422)
    #expect(try await ids(owner, home).isEmpty)
  }

  @Test("an edit keeps what it does not change, also what somebody else changed meanwhile")
  func edit() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let editor = try await hearth.guest(of: owner, home: home)
    let policy = try await addPolicy(owner, home)
    let address = "/homes/\(home)/insurance/\(policy)"
    func form(_ browser: Browser) async throws -> [String: String] {
      let page = try await browser.get(address).main
      var fields: [String: String] = [:]
      for match in page.matches(of: /<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/) {
        fields[String(match.1)] = String(match.2).replacing("&amp;", with: "&")
      }
      fields["csrf"] = nil
      fields["notes"] = "Call first"
      return fields
    }
    var (first, second) = (try await form(owner), try await form(editor))
    #expect(first["personalProperty"] == "50000.00")
    first["provider"] = "Harbour & Sons"
    second["liability"] = "1000"
    for (browser, fields) in [(owner, first), (editor, second)] {
      let saved = try await browser.submit(
        address, repeated: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      #expect(saved.location == "/homes/\(home)/insurance")
    }
    let page = try await owner.get("/homes/\(home)/insurance").main
    for text in ["Harbour &amp; Sons", "€1,000", "€250.50", "HM-2209", "Call first"] {
      #expect(page.contains(text), "\(text)")
    }
    let wrong = try await owner.submit(address, ["provider": "", "currency": "EUR"])
    #expect(wrong.status == 422)
    #expect(try await owner.get("/homes/\(home)/insurance").main.contains("Harbour &amp; Sons"))
  }

  @Test("a form that is sent twice adds one policy; a deletion asks first and happens once")
  func twice() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let policy = try await addPolicy(owner, home)
    let again = try await owner.submit("/homes/\(home)/insurance/new", Self.typed)
    #expect(again.status == 303)
    #expect(try await ids(owner, home) == [policy])
    let address = "/homes/\(home)/insurance/\(policy)/delete"
    let question = try await owner.get(address)
    #expect(question.main.contains(catalogue.deleteItemTitle("Harbour Mutual")))
    #expect(question.main.contains("HM-2209"))
    #expect(try await ids(owner, home) == [policy])
    #expect(try await owner.submit(address).location == "/homes/\(home)/insurance")
    #expect(
      try await owner.get("/homes/\(home)/insurance").text.contains(
        catalogue.flash(.insurance(.policyDeleted("Harbour Mutual")))))
    #expect(try await owner.submit(address).status == 410)
    #expect(try await owner.get(address).status == 404)
    #expect(
      try await owner.submit("/homes/\(home)/insurance/\(policy)", Self.typed).status == 410)
    #expect(try await ids(owner, home).isEmpty)
  }

  @Test("a policy lives at the address of its own home alone")
  func otherHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let policy = try await addPolicy(owner, flat)
    for address in ["/homes/\(cabin)/insurance/\(policy)", "/homes/\(cabin)/insurance/none"] {
      #expect(try await owner.get(address).status == 404)
      #expect(try await owner.get("\(address)/delete").status == 404)
    }
    let address = "/homes/\(cabin)/insurance/\(policy)"
    #expect(try await owner.submit(address, Self.typed).status == 404)
    #expect(try await owner.submit("\(address)/delete").status == 404)
    #expect(try await ids(owner, flat) == [policy])
    #expect(try await ids(owner, cabin).isEmpty)
  }

  @Test("a viewer reads policies and changes none; who is not in the home finds no page")
  func others() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    let policy = try await addPolicy(owner, home)
    let address = "/homes/\(home)/insurance"
    let page = try await viewer.get(address)
    #expect(page.main.contains("HM-2209"))
    #expect(!page.main.contains("\(address)/"))
    let stranger = try await hearth.person("stan")
    _ = try await stranger.addHome("Elsewhere")
    for path in ["\(address)/new", "\(address)/\(policy)", "\(address)/\(policy)/delete"] {
      let form = try await viewer.get(path)
      #expect(form.status == 403)
      #expect(!form.main.contains("name=\"provider\""))
      #expect(try await viewer.submit(path, Self.typed).status == 403)
      #expect(try await stranger.get(path).status == 404)
      #expect(try await stranger.submit(path, Self.typed).status == 404)
    }
    #expect(try await stranger.get(address).status == 404)
    #expect(try await ids(owner, home) == [policy])
  }

  @Test("the dashboard tells of policies that end within 60 days or have ended, and of no others")
  func reminders() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let dashboard = "/homes/\(home)"
    #expect(try await !owner.get(dashboard).main.contains("href=\"\(dashboard)/insurance\""))
    // Today is 12 June 2026.
    for (provider, end) in [
      ("Far", "2026-08-12"), ("Near", "2026-08-11"), ("Today", "2026-06-12"),
      ("Past", "2026-06-11"), ("Open", ""),
    ] {
      _ = try await addPolicy(
        owner, home, ["provider": provider, "currency": "EUR", "endsOn": end])
    }
    let page = try await owner.get(dashboard).main
    let told = page.matches(of: /<b>(Far|Near|Today|Past|Open)<\/b><small>([^<]*)<\/small>/)
      .map { "\($0.1): \($0.2)" }
    let yesterday = CalendarDay(year: 2026, month: 6, day: 11)
    #expect(
      told == [
        "Past: \(catalogue.reminder(.ended(yesterday)))",
        "Today: \(catalogue.reminder(.ending(days: 0)))",
        "Near: \(catalogue.reminder(.ending(days: 60)))",
      ])
    hearth.advance(milliseconds: 86_400_000)
    #expect(try await owner.get(dashboard).main.contains("<b>Far</b>"))
    #expect(
      try await owner.get("\(dashboard)/settings").main.contains(catalogue.policyCount(5)))
  }
}
