import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

@Suite("A person's own ledger") struct LedgerRouteTests {
  private func addEntry(
    _ browser: Browser, _ title: String, _ amount: String, _ more: [String: String] = [:]
  ) async throws -> Browser.Answer {
    try await browser.get("/personal/new")
    let fields = [
      "kind": "spending", "title": title, "amount": amount, "currency": "EUR",
      "day": "2026-06-02",
    ]
    return try await browser.submit(
      "/personal/new", repeated: fields.merging(more) { $1 }.map { ($0.key, $0.value) })
  }

  private func id(_ pattern: Regex<(Substring, Substring)>, _ answer: Browser.Answer) throws
    -> String
  {
    String(try #require(answer.text.firstMatch(of: pattern)).1)
  }

  @Test("an entry is added, told in its month, changed, deleted, and brought back")
  func entries() async throws {
    let world = try await MoneyWorld()
    let added = try await addEntry(world.anna, "Bakery", "3.50+1.20", ["tags": "bread, Work"])
    #expect(added.location == "/personal?month=2026-06")
    let page = try await world.anna.get("/personal?month=2026-06")
    #expect(page.main.contains("Bakery") && page.main.contains("€4.70"))
    #expect(try await !world.anna.get("/personal?month=2026-05").main.contains("Bakery"))
    let entry = "/personal/entries/" + (try id(/\/personal\/entries\/([0-9a-f-]{36})/, page))
    #expect(try await world.anna.get("/personal?tag=work").main.contains("Bakery"))
    #expect(try await world.anna.get("/personal?q=bak").main.contains("Bakery"))
    #expect(try await !world.anna.get("/personal?q=rent").main.contains("Bakery"))
    try await world.anna.get(entry)
    let saved = try await world.anna.submit(
      entry,
      [
        "kind": "income", "title": "Refund", "amount": "5", "currency": "EUR",
        "day": "2026-07-02", "tags": "",
      ])
    #expect(saved.location == "/personal?month=2026-07")
    #expect(try await world.anna.get("/personal?month=2026-07").main.contains("Refund"))
    let deleted = try await world.anna.submit(entry + "/delete")
    #expect(deleted.status == 303)
    let after = try await world.anna.get("/personal")
    #expect(try await world.anna.get(entry).status == 404)
    let undo = "/undo/" + (try id(/\/undo\/([0-9a-zA-Z_-]+)/, after))
    #expect(try await world.anna.submit(undo).location == entry)
    #expect(try await world.anna.get(entry).main.contains("Refund"))
  }

  @Test("every sum of one's spending leads to the list that comes to it, to the cent")
  func totals() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/personal/categories")
    _ = try await world.anna.submit("/personal/categories/usual")
    let categories = try await world.anna.get("/personal/categories").main
    let category = try #require(
      categories.firstMatch(of: /href="\/personal\/categories\/([0-9a-f-]{36})"/)
    ).1
    for (title, amount, kind, day, category) in [
      ("Old", "7.01", "spending", "2025-03-01", String(category)),
      ("Bakery", "3.50", "spending", "2026-05-02", String(category)),
      ("Salary", "100.03", "income", "2026-05-03", ""),
      ("Bus", "2.20", "spending", "2026-06-04", ""),
      ("Shoes", "70.10", "spending", "2026-06-05", String(category)),
    ] {
      let added = try await addEntry(
        world.anna, title, amount, ["kind": kind, "day": day, "categoryID": category])
      try #require(added.status == 303, "\(title)")
    }
    try await world.add(world.ben, "Rent", "9.09", by: "Ben", more: [("day", "2026-06-01")])
    for page in [
      "/personal/spending", "/personal/spending?year=2025", "/personal?month=2026-05",
      "/personal?month=2026-06",
    ] {
      let main = try await world.anna.get(page).main
      let bars = main.matches(
        of: /<a class="cover" href="([^"]+)">[^<]*<\/a><\/span>(?:(?!<li).)*?"num muted">([^<]+)</)
      let stats = main.matches(
        of: /<a class="card stat" href="([^"]+)"><small>[^<]*<\/small><b class="num">([^<]+)</)
      #expect(stats.count == (page.contains("spending") ? 2 : 3), "\(page)")
      #expect(page.contains("spending") ? bars.count >= 2 : true)
      for sum in bars.map({ (String($0.1), String($0.2)) })
        + stats.prefix(2).map({ (String($0.1), String($0.2)) })
      where sum.1 != catalogue.money(.init(0, "EUR")) {
        let list = try await world.anna.get(MoneyWorld.unescaped(Substring(sum.0))).main
        let totals = list.matches(
          of: /<div class="card stat"><small>[^<]*<\/small><b class="num">([^<]+)</)
        #expect(totals.count == 1, "\(sum.0)")
        let total = totals.first.map { String($0.1) } ?? ""
        #expect(sum.1 == total || sum.1.hasPrefix("\(total),"), "\(sum): \(total)")
      }
    }
    // What is left is of what was spent and earned, and of no payment.
    let may = try await world.anna.get("/personal?month=2026-05").main
    let left = try #require(
      may.matches(of: /<a class="card stat" href="([^"]+)"><small>([^<]*)<\/small>/).last)
    #expect(left.2 == catalogue.remaining)
    let made = try await world.anna.get(MoneyWorld.unescaped(left.1)).main
    let sums = made.matches(
      of: /<div class="card stat"><small>[^<]*<\/small><b class="num">([^<]+)</)
    #expect(sums.map(\.1) == ["€3.50", "€100.03"])
    #expect(made.contains("Salary") && made.contains("Bakery") && !made.contains("Shoes"))
    // The list is of that year and flow.
    let list = try await world.anna.get("/personal?year=2026&flow=spending").main
    for (title, isThere) in [
      ("Bakery", true), ("Rent", true), ("Shoes", true), ("Old", false), ("Salary", false),
    ] { #expect(list.contains(">\(title)</a>") == isThere, "\(title)") }
  }

  @Test("what was spent of a budget and what was paid to members lead to exactly their lists")
  func budgetTotals() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/personal/categories")
    _ = try await world.anna.submit("/personal/categories/usual")
    let categories = try await world.anna.get("/personal/categories").main
    let category = try #require(
      categories.firstMatch(of: /href="\/personal\/categories\/([0-9a-f-]{36})"/)
    ).1
    for (title, amount, day, category) in [
      ("Shoes", "70.10", "2026-06-05", String(category)), ("Bus", "2.20", "2026-06-04", ""),
      ("Old", "7.01", "2026-05-04", String(category)),
    ] {
      let added = try await addEntry(
        world.anna, title, amount, ["day": day, "categoryID": category])
      try #require(added.status == 303, "\(title)")
    }
    try await world.add(world.ben, "Rent", "9.09", by: "Ben", more: [("day", "2026-06-01")])
    let payments = "/groups/\(world.group)/payments/new"
    try await world.anna.get(payments)
    let paid = try await world.anna.submit(
      payments,
      [
        "from": world.member("Anna"), "to": world.member("Ben"), "amount": "5",
        "currency": "EUR", "day": "2026-06-02", "payment": "1",
      ])
    try #require(paid.status == 303)
    func total(_ link: Substring) async throws -> [String] {
      try await world.anna.get(MoneyWorld.unescaped(link)).main
        .matches(of: /<div class="card stat"><small>[^<]*<\/small><b class="num">([^<]+)</)
        .map { String($0.1) }
    }
    let budgets = try await world.anna.get("/personal/budgets?month=2026-06").main
    let rows = budgets.matches(
      of: /<small><a class="link" href="([^"]+)">(€[0-9.]+)[ ]/
    ).filter { $0.2 != "€0.00" }
    #expect(rows.map(\.2) == ["€75.33", "€70.10"])
    for row in rows { #expect(try await total(row.1) == [String(row.2)]) }
    let month = try await world.anna.get("/personal?month=2026-06").main
    let sent = try #require(month.firstMatch(of: /href="([^"]+flow=sent)"/)).1
    #expect(month.contains(catalogue.paidToMembers(.init(500, "EUR"))))
    #expect(!month.contains("flow=received"))
    #expect(try await total(sent) == ["€5.00"])
    // The budget of a month leads to that of this month.
    try await world.anna.get("/personal/budgets?month=2025-01")
    try await world.anna.submit(
      "/personal/budgets?month=2025-01", ["categoryID": "", "amount": "20"])
    for month in ["2025-03", "2026-06"] {
      let page = try await world.anna.get("/personal?month=\(month)").main
      #expect(page.contains("<a class=\"card stat\" href=\"/personal/budgets?month=\(month)\""))
    }
  }

  // I2-5 D-MIR-12
  @Test("who leaves a group keeps their shares; one that they delete comes back by Undo")
  func leaving() async throws {
    let world = try await MoneyWorld()
    try await world.ben.get("/groups/\(world.group)")
    _ = try await world.ben.submit("/groups/\(world.group)/members/\(world.member("Ben"))/me")
    try await world.add(world.anna, "Rent", "9")
    let leave = "/groups/\(world.group)/settings/leave"
    try await world.ben.get(leave)
    #expect(try await world.ben.submit(leave).location == "/groups")
    let page = try await world.ben.get("/personal?month=2026-06")
    #expect(page.main.contains("Rent") && page.main.contains("€3.00"))
    let share = "/personal/kept/" + (try id(/\/personal\/kept\/([0-9a-f-]{36})/, page))
    // As what comes from a group.
    for path in ["/personal?q=is:shared", "/personal?from=\(world.group)"] {
      #expect(try await world.ben.get(path).main.contains(">Rent</a>"), "\(path)")
    }
    #expect(try await !world.ben.get("/personal?q=is:own").main.contains(">Rent</a>"))
    let pictures = try await world.ben.get("/personal/spending?year=2026").main
    #expect(pictures.contains("from=\(world.group)") && pictures.contains("Flat"))
    try await world.ben.get(share)
    let forgotten = try await world.ben.submit(share + "/delete")
    #expect(forgotten.status == 303)
    let after = try await world.ben.get("/personal?month=2026-06")
    #expect(!after.main.contains(">Rent</a>"))
    let undo = "/undo/" + (try id(/\/undo\/([0-9a-zA-Z_-]+)/, after))
    #expect(try await world.ben.submit(undo).location == share)
    #expect(try await world.ben.get("/personal?month=2026-06").main.contains(">Rent</a>"))
  }

  // D-MIR-12 D-GRP-13
  @Test("whoever's group is deleted keeps their shares, once also if they keep a copy")
  func lostGroup() async throws {
    let world = try await MoneyWorld()
    try await world.ben.get("/groups/\(world.group)")
    _ = try await world.ben.submit("/groups/\(world.group)/members/\(world.member("Ben"))/me")
    try await world.add(world.anna, "Rent", "9")
    #expect(try await world.ben.get("/personal?month=2026-06").main.contains("Rent"))
    try await world.anna.get("/groups/\(world.group)/delete")
    _ = try await world.anna.submit("/groups/\(world.group)/delete", ["name": "Flat"])
    for browser in [world.anna, world.ben] {
      let page = try await browser.get("/personal?month=2026-06").main
      #expect(page.contains("€3.00") && page.contains("/personal/kept/"))
    }
    let notices = try await world.ben.get("/people").main
    let copy = try world.ben.require(
      notices.firstMatch(of: /action="(\/notices\/[^"]+\/copy)"/).map { String($0.1) })
    #expect(try await world.ben.submit(copy).location?.hasPrefix("/groups/") == true)
    let page = try await world.ben.get("/personal?month=2026-06").main
    #expect(page.matches(of: />Rent<\/a>/).count == 1 && !page.contains("/personal/kept/"))
  }

  @Test("what is wrong in an entry is told at its field, and what was typed stays")
  func wrongEntries() async throws {
    let world = try await MoneyWorld()
    let cases: [([String: String], FieldProblem)] = [
      (["amount": "0"], .money(.notAboveZero)), (["amount": "-4"], .money(.notAboveZero)),
      (["amount": "3/0"], .money(.divisionByZero)), (["amount": "x"], .money(.unreadableSum("x"))),
      (["title": " "], .missing), (["day": "2026-02-30"], .day("2026-02-30")),
      (["currency": "XXQ"], .unknownCurrency("XXQ")),
    ]
    for (fields, problem) in cases {
      let answer = try await addEntry(
        world.anna, "Typed title", "1", ["note": "Typed note"].merging(fields) { $1 })
      #expect(answer.status == 422, "\(fields)")
      #expect(answer.main.contains(catalogue.problem(problem)), "\(fields)")
      #expect(answer.main.contains("Typed note"), "\(fields)")
    }
    #expect(try await world.anna.get("/personal").main.contains(catalogue.noEntries))
  }

  // S2-MFP-1 D-MIR-14
  @Test(
    """
    my share of a group is in my ledger and nobody else's; only my notes can be sent there \
    (S2-MFP-1, D-MIR-14)
    """)
  func shares() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let page = try await world.anna.get("/personal?month=2026-06")
    #expect(page.main.contains("Rent") && page.main.contains("€300.00"))
    let share =
      "/personal/shares/" + world.group + "/"
      + (try id(/\/personal\/shares\/[0-9a-f-]{36}\/([0-9a-f-]{36})/, page))
    let form = try await world.anna.get(share)
    for name in ["title", "amount", "currency", "day"] {
      #expect(!form.main.contains("name=\"\(name)\""))
    }
    let saved = try await world.anna.submit(
      share, ["tags": "home", "note": "Mine", "amount": "1", "title": "Other", "categoryID": ""])
    #expect(saved.location == share)
    let after = try await world.anna.get("/personal?month=2026-06")
    #expect(after.main.contains("#home") && after.main.contains("€300.00"))
    #expect(after.main.contains("Rent") && !after.main.contains("Other"))
    // Ben has not said that he is a member; Stan is in no group.
    for browser in [world.ben, world.vera, world.stan] {
      #expect(try await !browser.get("/personal?month=2026-06").main.contains("Rent"))
      #expect(try await browser.get(share).status == 404)
      #expect(try await browser.submit(share, ["note": "x"]).status == 410)
    }
    try await world.anna.get(share)
    try await world.anna.submit(share, ["isHidden": "yes", "tags": "home"])
    #expect(try await !world.anna.get("/personal?month=2026-06").main.contains("Rent"))
    #expect(try await world.anna.get("/personal?show=left-out").main.contains("Rent"))
  }

  @Test("a budget holds from its month on, tells what is left and what is over, and ends with zero")
  func budgets() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/personal/categories")
    #expect(try await world.anna.submit("/personal/categories/usual").status == 303)
    _ = try await addEntry(world.anna, "Bakery", "30")
    try await world.anna.get("/personal/budgets?month=2026-06")
    let made = try await world.anna.submit(
      "/personal/budgets?month=2026-06", ["categoryID": "", "amount": "20"])
    #expect(made.location == "/personal/budgets?month=2026-06")
    func has(_ month: String, _ text: String) async throws -> Bool {
      try await world.anna.get("/personal/budgets?month=\(month)").main.contains(text)
    }
    #expect(try await has("2026-06", catalogue.leftOrOver(.init(-1000, "EUR"))))
    #expect(try await has("2026-09", catalogue.leftOrOver(.init(2000, "EUR"))))
    #expect(try await !has("2026-05", catalogue.leftOrOver(.init(2000, "EUR"))))
    try await world.anna.submit(
      "/personal/budgets?month=2026-07", ["categoryID": "", "amount": "50", "isOnce": "yes"])
    #expect(try await has("2026-07", catalogue.leftOrOver(.init(5000, "EUR"))))
    #expect(try await has("2026-08", catalogue.leftOrOver(.init(2000, "EUR"))))
    try await world.anna.submit(
      "/personal/budgets?month=2026-08", ["categoryID": "", "amount": "0"])
    #expect(try await !has("2026-08", catalogue.leftOrOver(.init(2000, "EUR"))))
    let wrong = try await world.anna.submit(
      "/personal/budgets?month=2026-08", ["categoryID": "nobody", "amount": "-1"])
    #expect(wrong.status == 422)
  }

  @Test("a budget whose currency has no rate into mine is shown as it was set, and so told")
  func budgetWithoutRate() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/personal/budgets?month=2026-06")
    try await world.anna.submit(
      "/personal/budgets?month=2026-06", ["categoryID": "", "amount": "20"])
    try await world.anna.get("/account")
    _ = try await world.anna.submit(
      "/account/region", ["locale": "en-GB", "timeZone": "UTC", "currency": "VND"])
    let budgets = try await world.anna.get("/personal/budgets?month=2026-06").main
    #expect(budgets.contains(catalogue.money(.init(2000, "EUR"))))
    let said = MoneyWorld.unescaped(Substring(budgets))
    #expect(said.contains(catalogue.spentWithoutRate(.init(0, "VND"))))
    _ = try await addEntry(world.anna, "Bakery", "100")
    let month = try await world.anna.get("/personal?month=2026-06").main
    #expect(month.contains(catalogue.budgetNotConverted))
    #expect(month.contains(catalogue.money(.init(2000, "EUR"))))
  }

  @Test("spending tells my own beside my shares of groups, by month and by category")
  func spending() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/personal/categories")
    try await world.anna.submit("/personal/categories/usual")
    _ = try await addEntry(world.anna, "Bakery", "30")
    _ = try await world.add(world.anna, "Rent", "900")
    let page = try await world.anna.get("/personal/spending?year=2026")
    #expect(page.main.contains(catalogue.money(.init(33_000, "EUR"))))
    #expect(page.main.contains(catalogue.ofThemShared(.init(30_000, "EUR"))))
    #expect(page.main.contains(catalogue.sharesOfGroups))
  }

  @Test("another currency of mine converts everything while the page tells how far it is")
  func currency() async throws {
    let world = try await MoneyWorld()
    _ = try await addEntry(world.anna, "Bakery", "100", ["day": "2024-03-04"])
    try await world.anna.get("/account")
    _ = try await world.anna.submit(
      "/account/region", ["locale": "en-GB", "timeZone": "UTC", "currency": "USD"])
    var page = try await world.anna.get("/personal?month=2024-03")
    for _ in 0..<50 where !page.main.contains("$108") {
      page = try await world.anna.get("/personal?month=2024-03")
    }
    #expect(page.main.contains("Bakery") && page.main.contains("$108"))
    #expect(try await world.anna.submit("/personal/convert").status == 303)
  }

  @Test("converting that has failed is told, and trying again converts everything")
  func retry() async throws {
    struct Broken: Error {}
    let world = try await MoneyWorld()
    _ = try await addEntry(world.anna, "Bakery", "100", ["day": "2024-03-04"])
    let app = world.hearth.app
    let account = try #require(try world.hearth.accounts.account(named: "anna")).id
    app.backgroundTasks.begin(Member.converting, of: account, now: 0) { throw Broken() }
    await app.backgroundTasks.wait(Member.converting, of: account, milliseconds: 5000)
    try await world.anna.get("/account")
    _ = try await world.anna.submit(
      "/account/region", ["locale": "en-GB", "timeZone": "UTC", "currency": "USD"])
    let failed = try await world.anna.get("/personal?month=2024-03")
    #expect(failed.main.contains(catalogue.convertingFailed))
    #expect(!failed.main.contains("$108"))
    #expect(try await world.anna.submit("/personal/convert").status == 303)
    var page = try await world.anna.get("/personal?month=2024-03")
    for _ in 0..<50 where !page.main.contains("$108") {
      page = try await world.anna.get("/personal?month=2024-03")
    }
    #expect(page.main.contains("$108") && !page.main.contains(catalogue.convertingFailed))
  }

  @Test("no value of an address breaks a page of the ledger")
  func hostileAddresses() async throws {
    let world = try await MoneyWorld()
    _ = try await addEntry(world.anna, "Bakery", "100")
    let texts = [
      "", "x", "0000-00", "9999-12", "1000-01", "2026-13", "%00", "%27%22%3C", "-1",
      "9223372036854775808", "999999999999999999999999", "%25_%5C",
    ]
    for name in ["month", "category", "tag", "from", "q", "show", "after"] {
      for text in texts {
        let answer = try await world.anna.get("/personal?\(name)=\(text)")
        #expect(answer.status == 200, "\(name)=\(text)")
      }
    }
    for text in texts {
      #expect(try await world.anna.get("/personal/budgets?month=\(text)").status == 200)
      #expect(try await world.anna.get("/personal/spending?year=\(text)").status == 200)
    }
  }

  @Test("S2-LC-4 what has no rate is saved all the same, and the page says that it is in no sum")
  func withoutRate() async throws {
    let world = try await MoneyWorld()
    let added = try await addEntry(world.anna, "Pho", "90000", ["currency": "VND"])
    #expect(added.location == "/personal?month=2026-06")
    let page = try await world.anna.get("/personal?month=2026-06").main
    #expect(page.contains("Pho") && page.contains(catalogue.notConvertedShort))
    #expect(MoneyWorld.unescaped(page[...]).contains(catalogue.notIncluded(1, in: "EUR")))
  }
}
