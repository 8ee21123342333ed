import Testing
import Values

@testable import ThingsWeb
@testable import Web

/// Maintenance, reminders, loans and sales as people see and write them. Today is 12 June 2026.
@Suite struct MaintenanceRouteTests {
  private func entries(_ page: Browser.Answer) -> [String] {
    page.text.matches(of: /id="maintenance-([^"]+)"/).map { String($0.1) }
  }

  private func add(
    _ item: String, _ browser: Browser, _ fields: KeyValuePairs<String, String>
  ) async throws {
    try await browser.get("/items/\(item)/maintenance")
    let answer = try await browser.submit("/items/\(item)/maintenance", fields)
    #expect((answer.status, answer.location) == (303, "/items/\(item)"))
  }

  @Test("what is to be done is noted, done with its cost, comes again, and that can be taken back")
  func flow() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Boiler")
    try await add(
      item, owner,
      [
        "title": "Service", "dueOn": "2026-06-01", "everyCount": "1", "everyUnit": "month",
        "currency": "EUR", "notes": "Call Mia",
      ])
    let page = try await owner.get("/items/\(item)")
    for text in [
      "Service", catalogue.standing(.overdue(days: 11)),
      catalogue.every(.init(count: 1, unit: .month)), "Call Mia",
    ] {
      #expect(page.main.contains(text), "\(text)")
    }
    let entry = try #require(entries(page).first)
    let form = try await owner.get("/maintenance/\(entry)/done")
    #expect(form.main.contains("value=\"2026-06-12\""))
    let wrong = try await owner.submit(
      "/maintenance/\(entry)/done", ["doneOn": "31.5.", "cost": "a lot"])
    #expect(wrong.status == 422)
    #expect(wrong.main.contains("value=\"31.5.\"") && wrong.main.contains("value=\"a lot\""))
    let done = try await owner.submit(
      "/maintenance/\(entry)/done", ["doneOn": "2026-05-31", "cost": "129.50"])
    #expect(done.location == "/items/\(item)")
    let after = try await owner.get("/items/\(item)")
    #expect(entries(after).count == 2)
    let lastOfMay = CalendarDay(year: 2026, month: 5, day: 31)
    for text in [
      catalogue.standing(.soon(days: 18)), catalogue.standing(.done(lastOfMay)),
      catalogue.costTotal("€129.50"),
    ] {
      #expect(after.main.contains(text), "\(text)")
    }
    // What follows is there: the day alone is not restored, the whole change is taken back.
    let told = try await owner.get("/items/\(item)/activity").main
    let (doneOn, nothing) = (catalogue.title(of: "doneOn")!, catalogue.activityValue(.nothing))
    #expect(
      told.contains(catalogue.fieldChange(doneOn, from: nothing, to: catalogue.day(lastOfMay))))
    #expect(!told.contains(catalogue.restoreValue(doneOn, nothing)))
    let undo = try #require(after.text.firstMatch(of: /action="(\/undo\/[^"]+)"/))
    try await correct(entry, of: item, owner)
    #expect(try await owner.submit(String(undo.1)).location == "/items/\(item)")
    #expect(entries(try await owner.get("/items/\(item)")) == [entry])
    try await owner.submit("/maintenance/\(entry)/delete")
    let gone = try await owner.get("/items/\(item)")
    #expect(entries(gone).isEmpty)
    let back = try #require(gone.text.firstMatch(of: /action="(\/undo\/[^"]+)"/))
    try await owner.submit(String(back.1))
    #expect(entries(try await owner.get("/items/\(item)")) == [entry])
  }

  /// Says another day for what was done on 31 May, and takes that back.
  private func correct(_ entry: String, of item: String, _ owner: Browser) async throws {
    for (from, day) in [("2026-05-31", "2026-05-20"), ("2026-05-20", "2026-05-31")] {
      let form = try await owner.get("/maintenance/\(entry)")
      #expect(form.main.contains("name=\"doneOn\" type=\"date\" value=\"\(from)\""))
      let version = try #require(form.main.firstMatch(of: /name="version" value="([^"]*)"/))
      func send(_ day: String) async throws -> Browser.Answer {
        try await owner.submit(
          "/maintenance/\(entry)",
          [
            "title": "Service", "dueOn": "2026-06-01", "doneOn": day, "everyCount": "1",
            "everyUnit": "month", "cost": "129.50", "currency": "EUR", "notes": "Call Mia",
            "version": String(version.1).replacing("&amp;", with: "&"),
          ])
      }
      let refused = try await send("2026-06-13")
      #expect(refused.status == 422 && refused.main.contains("2026-06-13"))
      #expect(try await send(day).status == 303)
      let page = try await owner.get("/items/\(item)")
      let shown = try #require(CalendarDay(day))
      #expect(page.main.contains(catalogue.standing(.done(shown))))
    }
  }

  @Test("how often something comes again is a number from 1 on, and how many there are one from 0")
  func wholeNumbers() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Batteries")
    for (often, problem): (String, FieldProblem) in [
      ("often", .unreadableNumber("often", min: 1, max: 1000)),
      ("0", .outOfRange(min: 1, max: 1000)), ("1001", .outOfRange(min: 1, max: 1000)),
    ] {
      try await owner.get("/items/\(item)/maintenance")
      let refused = try await owner.submit(
        "/items/\(item)/maintenance",
        ["title": "Charge", "everyCount": often, "everyUnit": "month", "currency": "EUR"])
      #expect(refused.status == 422, "\(often)")
      #expect(refused.main.contains(catalogue.problem(problem)), "\(often)")
    }
    // All of them are used up, and the place to keep them is still known.
    try await owner.get("/items/\(item)?edit")
    let used = try await owner.submit(
      "/items/\(item)?edit", ["name": "Batteries", "quantity": "0", "currency": "EUR"])
    #expect(used.status == 303)
    #expect(try await owner.get("/items?q=quantity:0").main.contains(">Batteries<"))
  }

  @Test("nothing was done on a day that is still to come where the person is")
  func stillToCome() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Boiler")
    try await add(item, owner, ["title": "Service", "everyUnit": "month", "currency": "EUR"])
    let entry = try #require(entries(try await owner.get("/items/\(item)")).first)
    let (complete, new) = ("/maintenance/\(entry)/done", "/items/\(item)/maintenance")
    func complain(_ page: Browser.Answer, day: String) {
      #expect(page.status == 422)
      #expect(page.main.contains(catalogue.problem(.dayToCome(day))))
      #expect(page.main.contains("aria-invalid=\"true\""))
    }
    try await owner.get(complete)
    complain(try await owner.submit(complete, ["doneOn": "2026-06-13"]), day: "2026-06-13")
    let fields: KeyValuePairs<String, String> = [
      "title": "Painted", "doneOn": "2027-01-02", "everyUnit": "month", "currency": "EUR",
    ]
    try await owner.get(new)
    complain(try await owner.submit(new, fields), day: "2027-01-02")
    #expect(entries(try await owner.get("/items/\(item)")) == [entry])
    // Where the sun rises first it is the next day already.
    try await owner.get("/account")
    let region = try await owner.submit(
      "/account/region",
      ["locale": "en-IE", "timeZone": "Pacific/Kiritimati", "currency": "EUR"])
    #expect(region.status == 303)
    try await owner.get(complete)
    #expect(try await owner.submit(complete, ["doneOn": "2026-06-13"]).status == 303)
  }

  @Test("a home's page tells what is overdue, soon, later and done; a form keeps what was typed")
  func overview() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    let item = try await hearth.addItem(owner, home, "Boiler")
    for (title, due) in [
      ("Late", "2026-06-11"), ("Near", "2026-07-12"), ("Far", "2026-07-13"), ("Some", ""),
    ] {
      try await add(item, owner, ["title": title, "dueOn": due, "currency": "EUR"])
    }
    try await add(item, owner, ["title": "Past", "doneOn": "2026-01-02", "currency": "EUR"])
    let address = "/homes/\(home)/maintenance"
    let page = try await viewer.get(address).main
    let headings = page.matches(of: /<h2>([^<]+)<\/h2>/).map { String($0.1) }
    #expect(
      headings == [
        catalogue.overdueTitle, catalogue.soonTitle, catalogue.laterTitle, catalogue.somedayTitle,
      ])
    #expect(!page.contains("Past"))
    #expect(!page.contains("/done\""))
    let done = try await viewer.get("\(address)?done").main
    #expect(done.contains("Past") && !done.contains("Near"))
    let wrong = try await owner.submit(
      "/items/\(item)/maintenance",
      ["title": " ", "dueOn": "soon", "everyCount": "0", "everyUnit": "week", "currency": "EUR"])
    #expect(wrong.status == 422)
    for problem: FieldProblem in [
      .missing, .unreadableDate("soon"), .outOfRange(min: 1, max: 1000),
    ] {
      #expect(wrong.main.contains(catalogue.problem(problem)), "\(problem)")
    }
    #expect(wrong.main.contains("value=\"soon\""))
    let entry = try #require(entries(try await owner.get(address)).first)
    #expect(try await viewer.get("/maintenance/\(entry)").status == 403)
    let stan = try await hearth.person("stan")
    _ = try await stan.addHome("Elsewhere")
    for path in [address, "/maintenance/\(entry)", "/maintenance/\(entry)/done"] {
      #expect(try await stan.get(path).status == 404)
    }
    let saved = try await owner.submit(
      "/maintenance/\(entry)", ["title": "Very late", "dueOn": "2026-06-11", "currency": "EUR"])
    #expect(saved.location == "/items/\(item)")
    #expect(try await owner.get(address).main.contains("Very late"))
  }

  @Test("the dashboard shows at most five reminders, and the way to all of them")
  func reminders() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Boiler")
    #expect(try await !owner.get("/homes/\(home)").main.contains("id=\"reminders\""))
    for day in 10...15 {
      try await add(
        item, owner, ["title": "Task \(day)", "dueOn": "2026-06-\(day)", "currency": "EUR"])
    }
    try await owner.get("/items/\(item)/lend")
    try await owner.submit("/items/\(item)/lend", ["lentTo": "Mia", "lentUntil": "2026-06-01"])
    let page = try await owner.get("/homes/\(home)").main
    #expect(
      page.contains(
        "\(catalogue.lent(to: "Mia")) · \(catalogue.standing(.overdue(days: 11)))"))
    #expect(page.contains("Boiler · \(catalogue.standing(.soon(days: 0)))"))
    #expect(page.contains("Task 13") && !page.contains("Task 14"))
    #expect(page.contains("/homes/\(home)/reminders"))
    let all = try await owner.get("/homes/\(home)/reminders").main
    #expect(all.contains("Task 15") && all.contains(catalogue.lent(to: "Mia")))
  }

  @Test("what a form says is sold goes into the archive, once; a kept item stays where it is put")
  func soldByForm() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Bicycle", price: "250")
    let sold = ["quantity": "1", "currency": "EUR", "soldOn": "2026-06-10", "soldTo": "Tim"]
    func save(_ name: String) async throws {
      try await owner.get("/items/\(item)?edit")
      let answer = try await owner.submit(
        "/items/\(item)?edit", repeated: sold.map { ($0.key, $0.value) } + [("name", name)])
      #expect(answer.status == 303)
    }
    try await save("Bicycle")
    #expect(
      try await owner.get("/homes/\(home)/items?archived").main.contains(">\(catalogue.sold)<"))
    // Taken out again it stays out, whatever else is changed.
    try await owner.get("/items/\(item)")
    try await owner.submit("/items/\(item)/unarchive", [:])
    try await save("Old bicycle")
    #expect(
      try await !owner.get("/homes/\(home)/items?archived").main.contains(">\(catalogue.sold)<"))
    let page = try await owner.get("/items/\(item)").main
    #expect(page.contains(catalogue.soldButCounts))
    #expect(page.contains("/items/\(item)/unsell") && page.contains("/items/\(item)/archive"))
  }

  @Test("of what is sold the archive offers that it was not, and that can be undone")
  func unsold() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Drill")
    try await owner.get("/items/\(item)/sell")
    try await owner.submit(
      "/items/\(item)/sell", ["soldOn": "2026-06-10", "soldTo": "Tim", "price": "45"])
    let sold = try await owner.get("/items/\(item)").main
    #expect(sold.contains(catalogue.unsell) && !sold.contains(catalogue.unarchive))
    try await owner.submit("/items/\(item)/unsell")
    let page = try await owner.get("/items/\(item)")
    var sale = ItemPage.Details()
    sale.soldTo = "Tim"
    #expect(!page.main.contains(catalogue.soldSummary(sale)))
    #expect(try await owner.get("/homes/\(home)/items").main.contains(">Drill<"))
    let undo = String(try #require(page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/)).1)
    try await owner.submit(undo)
    #expect(
      try await owner.get("/homes/\(home)/items?archived").main.contains(">\(catalogue.sold)<"))
  }

  @Test("an item is lent, returned, sold and archived in one step, which lists show and undo takes")
  func steps() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Drill")
    let list = "/homes/\(home)/items"
    /// What takes the last step back, which the next page offers once.
    func wayBack() async throws -> String {
      let page = try await owner.get("/items/\(item)")
      return String(try #require(page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/)).1)
    }
    try await owner.get("/items/\(item)/lend")
    let wrong = try await owner.submit(
      "/items/\(item)/lend", ["lentTo": "", "lentUntil": "2026-07-01"])
    #expect(wrong.status == 422)
    #expect(wrong.main.contains("value=\"2026-07-01\""))
    try await owner.submit("/items/\(item)/lend", ["lentTo": "Mia", "lentUntil": "2026-07-01"])
    let until = catalogue.day(CalendarDay(year: 2026, month: 7, day: 1))
    #expect(
      try await owner.get("/items/\(item)").main.contains(
        catalogue.lent(to: "Mia", until: until)))
    #expect(try await owner.get("\(list)?lent").main.contains(catalogue.lent(to: "Mia")))
    try await owner.submit("/items/\(item)/return")
    let lentAgain = try await wayBack()
    #expect(try await !owner.get("\(list)?lent").main.contains("Drill"))
    try await owner.submit(lentAgain)
    #expect(try await owner.get("\(list)?lent").main.contains("Drill"))
    let form = try await owner.get("/items/\(item)/sell")
    #expect(form.main.contains("value=\"2026-06-12\""))
    let unread = try await owner.submit(
      "/items/\(item)/sell", ["soldOn": "2026-06-10", "soldTo": "Tim", "price": "much"])
    #expect(unread.status == 422)
    #expect(unread.main.contains("value=\"much\"") && unread.main.contains("value=\"Tim\""))
    try await owner.submit(
      "/items/\(item)/sell", ["soldOn": "2026-06-10", "soldTo": "Tim", "price": "45"])
    let unsold = try await wayBack()
    let sale = try await owner.get("/items/\(item)").main
    var details = ItemPage.Details()
    details.soldOn = CalendarDay(year: 2026, month: 6, day: 10)
    (details.soldTo, details.sold) = ("Tim", Money(4500, "EUR"))
    #expect(sale.contains(catalogue.soldSummary(details)))
    #expect(try await !owner.get(list).main.contains(">Drill<"))
    #expect(try await owner.get("\(list)?archived").main.contains(">\(catalogue.sold)<"))
    try await owner.submit(unsold)
    #expect(try await owner.get(list).main.contains(">Drill<"))
    try await owner.submit("/items/\(item)/archive")
    #expect(try await owner.get("\(list)?archived").main.contains(">\(catalogue.archived)<"))
    try await owner.submit("/items/\(item)/unarchive")
    #expect(try await owner.get(list).main.contains(">Drill<"))
  }
}
