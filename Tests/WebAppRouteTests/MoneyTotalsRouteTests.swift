import Finances
import SyncProtocol
import Testing
import Values

@testable import MoneyWeb
@testable import Web

/// Every total of a group leads to the list of what makes it up. Today is 12 June 2026.
@Suite struct MoneyTotalsRouteTests {
  /// Two years, two currencies, a refund, payments, an expense that two have paid, with categories
  /// and without.
  private func world() async throws -> MoneyWorld {
    let world = try await MoneyWorld()
    let category = ("categoryID", ExpenseCategory.id(named: "Groceries", in: world.group))
    let expenses: [(String, String, String, [(String, String)])] = [
      ("Old", "30.01", "Ben", [("day", "2025-12-31"), category]),
      ("Bread", "9", "Anna", [("day", "2026-01-31"), category]),
      ("Rent", "600.05", "Ben", [("day", "2026-02-01")]),
      ("Back", "-3.33", "Ben", [("day", "2026-02-28"), category]),
      ("Taxi", "30", "Cy", [("day", "2026-03-01"), ("currency", "USD"), category]),
    ]
    for (title, amount, payer, more) in expenses {
      let answer = try await world.add(world.anna, title, amount, by: payer, more: more)
      try #require(answer.status == 303, "\(title)")
    }
    let path = "/groups/\(world.group)/expenses/new"
    try await world.anna.get(path)
    var several: [(String, String)] = [
      ("title", "Cinema"), ("amount", "9"), ("currency", "EUR"), ("day", "2026-03-31"),
      ("way", "equal"), ("payer", ExpenseForm.several), ("paid." + world.member("Anna"), "4"),
      ("paid." + world.member("Ben"), "5"),
    ]
    for name in ["Anna", "Ben", "Cy"] {
      several += [("row", world.member(name)), ("in", world.member(name))]
    }
    try #require(try await world.anna.submit(path, repeated: several).status == 303)
    let payments = "/groups/\(world.group)/payments/new"
    for (from, to, amount, day) in [
      ("Anna", "Ben", "50", "2026-02-02"), ("Cy", "Ben", "7.50", "2025-11-01"),
      ("Ben", "Anna", "1", "2026-04-01"),
    ] {
      try await world.anna.get(payments)
      let answer = try await world.anna.submit(
        payments,
        [
          "from": world.member(from), "to": world.member(to), "amount": amount, "currency": "EUR",
          "day": day,
        ])
      try #require(answer.status == 303)
    }
    return world
  }

  /// What the list that an address leads to comes to: the last sum, which is what was asked for.
  private func total(_ browser: Browser, _ address: Substring) async throws -> String {
    let page = try await browser.get(MoneyWorld.unescaped(address)).main
    let start = try #require(page.firstRange(of: "pad found\""), "\(address)")
    let end = try #require(page[start.upperBound...].firstRange(of: "</section>"))
    let found = page[start.upperBound..<end.lowerBound]
    return String(try #require(found.matches(of: /<b[^>]*>([^<]+)<\/b>/).last).1)
  }

  @Test("every sum of the balances leads to the list that comes to it, to the cent")
  func balances() async throws {
    let world = try await world()
    let page = try await world.anna.get("/groups/\(world.group)/balances").main
    let sums = page.matches(
      of: /<td class="num right[^"]*">(?:<b>)?<a href="([^"]+)">([^<]+)<\/a>/)
    // Anna: paid, part, sent, received and balance; and so on, in two currencies.
    #expect(sums.count == 20)
    for sum in sums {
      #expect(try await total(world.anna, sum.1) == String(sum.2), "\(sum.1)")
    }
    // Nothing that is a number is left without a way to what it is made of.
    #expect(page.matches(of: /<td class="num right[^"]*">(?:<b>)?[^<]/).isEmpty)
    // The converted balances lead to the lists of their members.
    let converted = try #require(page.firstRange(of: "id=\"converted\""))
    let list = "/groups/\(world.group)?member=\(world.member("Ben"))"
    #expect(page[converted.upperBound...].contains("href=\"\(list)\""))
  }

  @Test("the day of the rate and its source stand below the converted balances")
  func rate() async throws {
    let world = try await world()
    let page = try await world.anna.get("/groups/\(world.group)/balances").main
    let start = try #require(page.firstRange(of: "id=\"converted\""))
    let end = try #require(page[start.upperBound...].firstRange(of: "</section>"))
    let card = String(page[start.upperBound..<end.lowerBound])
    #expect(card.contains(catalogue.source(.bank("European Central Bank"))))
    let names = try #require(
      card.matches(of: /<p class="muted">([^<]+)<\/p>/).map { String($0.1) }.first)
    // The nearest day before that the bank has a rate of.
    let days = (0..<400).map { back in
      let today = CalendarDay(year: 2026, month: 6, day: 12).daysSince1970
      return catalogue.day(CalendarDay(daysSince1970: today - back))
    }
    let isDated = days.contains { names.contains($0) }
    #expect(isDated, "\(names)")
  }

  @Test("every bar, stat and row of the spending leads to the list that comes to it, to the cent")
  func spending() async throws {
    let world = try await world()
    let path = "/groups/\(world.group)/spending"
    for address in [
      path, "\(path)?year=2025", "\(path)?year=2026&currency=USD",
      "\(path)?member=\(world.member("Ben"))",
    ] {
      let page = try await world.anna.get(address).main
      let bars = page.matches(
        of: /<a class="cover" href="([^"]+)">[^<]*<\/a><\/span>(?:(?!<li).)*?"num muted">([^<]+)</)
      #expect(bars.count >= 3, "\(address)")
      for bar in bars {
        // The amount of all, before one's own.
        let text = String(bar.2)
        let all = try await total(world.anna, bar.1)
        #expect(text == all || text.hasPrefix("\(all),"), "\(text), \(all): \(bar.1)")
      }
      let stats = page.matches(
        of: /<a class="card stat" href="([^"]+)"><small>[^<]*<\/small><b class="num">([^<]+)</)
      #expect(stats.count == 2)
      for stat in stats { #expect(try await total(world.anna, stat.1) == String(stat.2)) }
      let standings = page.matches(
        of:
          /<a class="grow cover" href="([^"]+)">[^<]*<\/a>(?:(?!<li).)*?<b class="num[^>]*>([^<]+)</
      )
      #expect(standings.count == (address.contains("2025") ? 12 : 6))
      let nothing = ["EUR", "USD"].map { catalogue.signed(.init(0, $0)) }
      for row in standings where !nothing.contains(String(row.2)) {
        #expect(try await total(world.anna, row.1) == String(row.2), "\(row.1)")
      }
    }
  }

  @Test("who paid in a year and the balances of a member over it are told of that member and year")
  func pictures() async throws {
    let world = try await world()
    let path = "/groups/\(world.group)/spending?year=2025&member=\(world.member("Ben"))"
    let page = try await world.anna.get(path).main
    #expect(page.contains(catalogue.whoPaidInYear))
    #expect(page.contains(catalogue.balanceOverTime))
    // Of 30.01 that Ben paid in 2025 his part is 10.00; Cy had given him 7.50 before.
    let row = page.matches(of: /<b class="num[^>]*>([^<]+)<\/b>/).map { String($0.1) }
    func signed(_ minor: Int64) -> String { catalogue.signed(.init(minor, "EUR")) }
    #expect(row.contains(signed(-750)))
    let last = [signed(1251), signed(1250)]
    #expect(last.contains(row.last ?? ""), "\(row)")
    let hasBen = page.contains("payer=\(world.member("Ben"))")
    let hasAnna = page.contains("payer=\(world.member("Anna"))")
    #expect(hasBen && !hasAnna)
    // The thin bar of one's own part is there in each month and category, and said.
    #expect(page.matches(of: /class="meter part"/).count == 2)
    #expect(page.contains(catalogue.ownPartLegend))
    #expect(try await !world.vera.get(path).main.contains(catalogue.ownPartLegend))
  }

  @Test("the sum in a group's header, the balances beside it and the sidebar lead to what they are")
  func header() async throws {
    let world = try await world()
    let page = try await world.anna.get("/groups/\(world.group)")
    let links = page.main.matches(of: /<a class="link" href="([^"]+kind=spending)">([^<]+)</)
    #expect(links.count == 2)
    for link in links {
      let sum = try await total(world.anna, link.1)
      #expect(link.2.contains(sum), "\(link.2), \(sum)")
    }
    let balances = page.main.matches(
      of: /<a class="grow cover" href="([^"]+)">[^<]*<\/a>(?:(?!<li).)*?<b class="num[^>]*>([^<]+)</
    )
    #expect(balances.count == 6)
    for row in balances {
      #expect(try await total(world.anna, row.1) == String(row.2), "\(row.1)")
    }
    #expect(page.text.contains("<a class=\"row\" href=\"/groups?currency=EUR\"><span"))
  }

  @Test("a list that a total leads to says what it is narrowed to, and can be saved as a search")
  func narrowed() async throws {
    let world = try await world()
    let ben = MemberName(id: world.member("Ben"), name: "Ben")
    let query = ExpenseQuery.spent(in: "EUR").during(month: 2, of: 2026).paid(by: ben.id)
      .of(category: nil)
    let address = Route.groups(.group(world.group, query)).url
    let page = try await world.anna.get(address).main
    for chip in [
      catalogue.paidBy(ben), catalogue.kind(isPayment: false), catalogue.period(of: query),
      catalogue.withoutCategory,
    ] { #expect(page.contains(chip), "\(chip)") }
    #expect(page.contains(">Rent</a>") && !page.contains(">Back</a>"))
    // The same, typed.
    let save = MoneyWorld.unescaped(
      try #require(page.firstMatch(of: /href="(\/searches\?new[^"]+)"/)).1)
    #expect(try await world.anna.get(save).status == 200)
    let typed = query.text(.init(payer: ben))
    #expect(typed == "payer:Ben currency:EUR date:2026-02 no:category -kind:payment")
    var search = ExpenseQuery()
    search.search = typed
    let found = try await world.anna.get(Route.groups(.group(world.group, search)).url).main
    #expect(found.contains(">Rent</a>") && !found.contains(">Back</a>"))
  }

  @Test("days that are no whole month or year are told as days; of two people neither is asked of")
  func parts() {
    func days(_ from: (Int, Int, Int), _ to: (Int, Int, Int)) -> ExpenseQuery {
      ExpenseQuery().with {
        $0.from = CalendarDay(year: from.0, month: from.1, day: from.2)
        $0.to = CalendarDay(year: to.0, month: to.1, day: to.2)
      }
    }
    let month = days((2026, 2, 1), (2026, 2, 28)).period
    #expect(month?.year == 2026 && month?.month == 2)
    let year = days((2026, 1, 1), (2026, 12, 31)).period
    #expect(year?.year == 2026 && year?.month == nil)
    for part in [
      days((2026, 2, 2), (2026, 2, 28)), days((2026, 2, 1), (2026, 2, 27)),
      days((2026, 1, 1), (2026, 6, 30)), days((2025, 12, 1), (2026, 12, 31)),
    ] {
      #expect(part.period == nil)
    }
    #expect(ExpenseQuery().paid(by: "a").askedID == "a")
    #expect(ExpenseQuery().paid(by: "a").shared(by: "b").askedID == nil)
    // Payments alone, or all but these, are a part of the list.
    #expect(!ExpenseQuery().isFiltered)
    #expect(ExpenseQuery().with { $0.isPayment = false }.isFiltered)
  }

  @Test("of a list of one's shares it is not told what was paid, and of one paid no share")
  func oneSide() async throws {
    let world = try await world()
    let ben = MemberName(id: world.member("Ben"), name: "Ben")
    let spent = ExpenseQuery.spent(in: "EUR")
    for (query, told) in [
      (spent.shared(by: ben.id), [.share]), (spent.paid(by: ben.id), [.paid]),
    ] as [(ExpenseQuery, [SelectionTotals.Part.Kind])] {
      let page = try await world.anna.get(Route.groups(.group(world.group, query)).url).main
      for kind in [SelectionTotals.Part.Kind.share, .paid, .balance] {
        let words = HTML(text: catalogue.part(kind, of: ben)).string
        #expect(page.contains("<span class=\"grow\">\(words)</span>") == told.contains(kind))
      }
    }
  }

  @Test("kept sums tell of a member's list only their part, and that there is more than counted")
  func keptSums() {
    var totals = SelectionTotals(rows: [
      .init(
        count: 7, amount: Money(12_345, "EUR"), payments: Money(0, "EUR"),
        parts: [.init(kind: .share, amount: Money(99, "EUR"))])
    ])
    totals.member = MemberName(id: "b", name: "Ben")
    let whole = catalogue.money(.init(12_345, "EUR"))
    let more = HTML(text: catalogue.moreThan(7)).string
    let counted = totals.view(catalogue).string
    #expect(counted.contains(whole) && !counted.contains(more))
    totals.isCounted = false
    let kept = totals.view(catalogue).string
    #expect(!kept.contains(whole) && kept.contains(more))
    #expect(kept.contains(catalogue.money(.init(99, "EUR"))))
  }

  @Test("a total over all groups leads to the groups that it is made of")
  func groupTotals() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/groups/new")
    let made = try await world.anna.submit(
      "/groups/new", ["name": "Cabin", "currency": "CHF", "ownName": "Anna", "members": "Dot"])
    let cabin = try world.anna.require(made.location)
    _ = try await world.add(world.anna, "Rent", "9")
    let link = "href=\"/groups?currency=EUR\""
    let all = try await world.anna.get("/groups")
    #expect(all.main.contains(link) && all.main.contains("href=\"\(cabin)\""))
    let euro = try await world.anna.get("/groups?currency=EUR").main
    #expect(euro.contains("href=\"/groups/\(world.group)\"") && !euro.contains("\"\(cabin)\""))
    #expect(euro.contains(catalogue.money(.init(600, "EUR"))) && !euro.contains(link))
    // What is no currency of theirs leaves the page as it is.
    for text in ["CHF", "x", "%00", "%27"] {
      let page = try await world.anna.get("/groups?currency=\(text)")
      #expect(page.status == 200 && page.main.contains("href=\"\(cabin)\""), "\(text)")
    }
  }
}
