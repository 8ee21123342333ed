import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Two people who change one expense at the same time: the second sees both versions and chooses.
@Suite("Two versions of an expense") struct ExpenseVersionsRouteTests {
  private typealias Fields = [(String, String)]

  private struct Setting {
    let world: MoneyWorld
    let edit: String
    /// Ben's form, opened before Anna changes anything.
    let version: String

    init(_ world: MoneyWorld) async throws {
      self.world = world
      let expense = try #require(try await world.expenses().first)
      edit = "/groups/\(world.group)/expenses/\(expense.id)/edit"
      version = try Self.version(try await world.ben.get(edit))
    }

    static func version(_ answer: Browser.Answer) throws -> String {
      let text = try #require(answer.text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
      return MoneyWorld.unescaped(text)
    }

    /// What Ben sends, with other texts in some fields.
    func send(
      _ changes: [String: String], version: String? = nil, chosen: [VersionPart] = []
    ) async throws -> Browser.Answer {
      var fields = [
        "title": "Rent", "amount": "900", "currency": "EUR", "day": "2026-06-01", "way": "equal",
        "payer": world.member("Anna"), "version": version ?? self.version,
      ].merging(changes) { $1 }.map { ($0.key, $0.value) }
      fields += ["Anna", "Ben", "Cy"].flatMap {
        [("row", world.member($0)), ("in", world.member($0))]
      }
      for part in VersionPart.allCases {
        fields.append((part.fieldName, chosen.contains(part) ? VersionPart.saved : "own"))
      }
      return try await world.ben.submit(edit, repeated: fields)
    }
  }

  private func rent() async throws -> Setting {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    return try await Setting(world)
  }

  /// The parts of which the page lets one choose.
  private func offered(_ answer: Browser.Answer) -> [VersionPart] {
    VersionPart.allCases.filter { answer.main.contains("name=\"\($0.fieldName)\"") }
  }

  @Test("a title against a title is shown side by side; what is chosen of each field is combined")
  func combined() async throws {
    let setting = try await rent()
    let world = setting.world
    let first = try await world.add(
      world.anna, "Rent of May", "600", more: [("note", "Late")], to: setting.edit)
    #expect(first.status == 303)
    let refused = try await setting.send(["title": "Rent of June", "amount": "1200"])
    #expect(refused.status == 409)
    // The note is Anna's alone, so both versions have it.
    #expect(offered(refused) == [.title, .money])
    for text in [
      "Rent of May", "Rent of June", "Late", catalogue.theirVersion(.init(60_000, "EUR")),
      catalogue.yourVersion(.init(120_000, "EUR")), catalogue.different,
    ] {
      #expect(refused.main.contains(text), "\(text)")
    }
    #expect(try await world.expenses()[0].details.title == "Rent of May")
    let saved = try await setting.send(
      ["title": "Rent of June", "amount": "1200", "note": "Late"],
      version: try Setting.version(refused), chosen: [.money])
    #expect(saved.status == 303, "\(saved.main)")
    let expense = try await world.expenses()[0]
    #expect(expense.details.title == "Rent of June" && expense.details.note == "Late")
    #expect(expense.money.amountMinor == 60_000)
    #expect(try await world.nets() == ["Anna": 40_000, "Ben": -20_000, "Cy": -20_000])
  }

  @Test(
    "every part that two have changed is offered; a note that only ends its lines otherwise is not")
  func parts() async throws {
    let setting = try await rent()
    let world = setting.world
    let categories = ["Groceries", "Eating out"].map {
      ExpenseCategory.id(named: $0, in: world.group)
    }
    let first = try await world.add(
      world.anna, "Rent of May", "600",
      more: [
        ("day", "2026-05-01"), ("categoryID", categories[0]), ("place", "Bank"), ("note", "Late"),
      ], to: setting.edit)
    #expect(first.status == 303)
    let refused = try await setting.send(
      [
        "title": "Rent of June", "amount": "1200", "day": "2026-06-03",
        "categoryID": categories[1], "place": "Shop", "note": "One\r\nTwo",
      ])
    #expect(refused.status == 409 && offered(refused) == VersionPart.allCases)
    let own = try await setting.send(
      ["title": "Rent of May", "amount": "600", "day": "2026-05-01", "note": "One\r\nTwo"],
      version: try Setting.version(refused), chosen: [.categoryID, .place])
    #expect(own.status == 303, "\(own.main)")
    let saved = try await world.expenses()[0].details
    #expect(saved.note == "One\nTwo" && saved.place == "Bank" && saved.day == "2026-05-01")
    // Ben's browser sends the note as it was shown, but for the ends of its lines.
    let shown = try Setting.version(try await world.ben.get(setting.edit))
    _ = try await world.add(
      world.anna, "Rent of July", "600",
      more: [("day", "2026-05-01"), ("note", "Three")], to: setting.edit)
    let again = try await setting.send(
      ["title": "Rent of August", "amount": "600", "day": "2026-05-01", "note": "One\r\nTwo"],
      version: shown)
    #expect(again.status == 409 && offered(again) == [.title])
    #expect(again.main.contains("Three"))
  }

  @Test("of two titles the saved one can be kept while the own amounts are saved")
  func chosen() async throws {
    let setting = try await rent()
    let world = setting.world
    _ = try await world.add(world.anna, "Rent of May", "900", to: setting.edit)
    let refused = try await setting.send(["title": "Rent of June", "amount": "1200"])
    #expect(refused.status == 409 && offered(refused) == [.title, .money])
    let own = ["title": "Rent of June", "amount": "1200"]
    let saved = try await setting.send(
      own, version: try Setting.version(refused), chosen: [.title])
    #expect(saved.status == 303, "\(saved.main)")
    let expense = try await world.expenses()[0]
    #expect(expense.details.title == "Rent of May" && expense.money.amountMinor == 120_000)
    #expect(try await world.nets().values.reduce(0, +) == 0)
  }

  @Test("a title against a note needs no choice: both are saved, as is the same typed twice")
  func merged() async throws {
    let setting = try await rent()
    let world = setting.world
    _ = try await world.add(
      world.anna, "Rent of May", "900", more: [("note", "Late")], to: setting.edit)
    let saved = try await setting.send(["title": "Rent of May", "place": "Bank"])
    #expect(saved.status == 303, "\(saved.main)")
    let details = try await world.expenses()[0].details
    #expect(details.title == "Rent of May" && details.note == "Late" && details.place == "Bank")
  }

  @Test("two splits of one amount are told apart by mode, parts and who paid")
  func splits() async throws {
    let setting = try await rent()
    let world = setting.world
    _ = try await world.add(
      world.anna, "Rent", "900", way: "shares", weights: ["Anna": "1", "Ben": "1", "Cy": "1"],
      to: setting.edit)
    let refused = try await setting.send(["payer": world.member("Ben")])
    #expect(refused.status == 409 && offered(refused) == [.money])
    for text in [catalogue.way(.equal), catalogue.way(.shares), catalogue.paidBy] {
      #expect(refused.main.contains(text), "\(text)")
    }
    let saved = try await setting.send(
      ["payer": world.member("Ben")], version: try Setting.version(refused))
    #expect(saved.status == 303, "\(saved.main)")
    #expect(try await world.nets() == ["Anna": -30_000, "Ben": 60_000, "Cy": -30_000])
  }

  @Test("what changes again while somebody chooses is shown again")
  func again() async throws {
    let setting = try await rent()
    let world = setting.world
    _ = try await world.add(world.anna, "Rent of May", "900", to: setting.edit)
    let refused = try await setting.send(["title": "Rent of June"])
    _ = try await world.add(world.anna, "Rent of July", "900", to: setting.edit)
    let twice = try await setting.send(
      ["title": "Rent of June"], version: try Setting.version(refused))
    #expect(twice.status == 409 && twice.main.contains("Rent of July"))
    // Who keeps what was saved keeps what is saved now.
    let saved = try await setting.send(
      ["title": "Rent of June"], version: try Setting.version(refused), chosen: [.title])
    #expect(saved.status == 303)
    #expect(try await world.expenses()[0].details.title == "Rent of July")
  }

  @Test("two versions of a payment stand beside each other, and what is chosen is saved")
  func payment() async throws {
    let world = try await MoneyWorld()
    func fields(_ changes: [String: String]) -> Fields {
      [
        "payment": "1", "from": world.member("Ben"), "to": world.member("Anna"), "amount": "20",
        "currency": "EUR", "day": "2026-06-02", "title": "Payment", "note": "",
      ].merging(changes) { $1 }.map { ($0.key, $0.value) }
    }
    let new = "/groups/\(world.group)/payments/new"
    try await world.anna.get(new)
    #expect(try await world.anna.submit(new, repeated: fields([:])).status == 303)
    let payment = try #require(try await world.expenses().first)
    let edit = "/groups/\(world.group)/expenses/\(payment.id)/edit"
    let old = try Setting.version(try await world.ben.get(edit))
    try await world.anna.get(edit)
    let first = fields(["amount": "25", "title": "Dinner", "version": old])
    #expect(try await world.anna.submit(edit, repeated: first).status == 303)
    let own = ["amount": "30", "title": "Lunch"]
    let refused = try await world.ben.submit(
      edit, repeated: fields(own.merging(["version": old]) { $1 }))
    #expect(refused.status == 409 && offered(refused) == [.title, .money])
    for text in [
      "Dinner", "Lunch", catalogue.theirVersion(.init(2500, "EUR")),
      catalogue.yourVersion(.init(3000, "EUR")),
    ] {
      #expect(refused.main.contains(text), "\(text)")
    }
    let chosen = [
      "version": try Setting.version(refused), VersionPart.title.fieldName: VersionPart.saved,
    ]
    let saved = try await world.ben.submit(
      edit, repeated: fields(own.merging(chosen) { $1 }))
    #expect(saved.status == 303, "\(saved.main)")
    let stored = try await world.expenses()[0]
    #expect(stored.details.title == "Dinner" && stored.money.amountMinor == 3000)
    #expect(try await world.nets() == ["Anna": -3000, "Ben": 3000])
  }

  @Test("what a form knows of a schedule stays with it when it takes another version")
  func schedule() {
    let known = "&" + RepeatVersion(RepeatingDetails(title: "Rent", startsOn: "2026-01-31")).text
    #expect(RepeatVersion.suffix(of: "title=Rent" + known) == known)
    #expect(RepeatVersion.suffix(of: "title=Rent").isEmpty)
  }

  @Test(
    "a payment that a device changed without its hub is chosen from, too, and then nothing waits")
  func refusedPayment() async throws {
    let setting = try await DeviceSetting()
    let owner = setting.owner
    let group = try await setting.makeGroup()
    let form = try await owner.get("\(group)/payments/new")
    let members = form.main.matches(of: /<option value="([0-9a-f-]{36})"/).map { String($0.1) }
    let ids = members.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    func pay(
      _ amount: String, _ title: String, at path: String, by browser: Browser, keep: String = "own"
    ) async throws -> Browser.Answer {
      let form = try await browser.get(path)
      return try await browser.submit(
        path,
        [
          "payment": "1", "title": title, "amount": amount, "currency": "EUR",
          "day": "2026-06-01", "from": try browser.require(ids.first),
          "to": try browser.require(ids.last),
          "version": path.hasSuffix("/new") ? "" : try Setting.version(form),
          VersionPart.title.fieldName: keep,
        ])
    }
    _ = try await pay("9", "Share", at: "\(group)/payments/new", by: owner)
    let (app, device) = try await setting.connectedDevice()
    let list = try await device.get(group).main
    let payment = String(
      try #require(list.firstMatch(of: /href="([^"]+\/expenses\/[0-9a-f-]{36})"/)).1)
    await setting.server.stop()
    #expect(try await pay("8", "Ours", at: "\(payment)/edit", by: device).status == 303)
    #expect(try await pay("7", "Theirs", at: "\(payment)/edit", by: owner).status == 303)
    try setting.server.start()
    try await device.get("/sync")
    try await device.submit("/sync/now")
    let sync = try await device.get("/sync").main
    #expect(sync.contains(catalogue.whoGotIt))
    let both = String(try #require(sync.firstMatch(of: /href="([^"]+\/refused\/[0-9]+)"/)).1)
    let page = try await device.get(both)
    #expect(page.status == 200 && offered(page) == [.title, .money])
    for text in [
      "Ours", "Theirs", catalogue.theirVersion(.init(700, "EUR")),
      catalogue.yourVersion(.init(800, "EUR")), "/discard\"",
    ] {
      #expect(page.main.contains(text), "\(text)")
    }
    let saved = try await pay("8", "Ours", at: both, by: device, keep: VersionPart.saved)
    #expect(saved.location == payment, "\(saved.main)")
    try await device.get("/sync")
    try await device.submit("/sync/now")
    #expect(try await !device.get("/sync").main.contains("/refused/"))
    let now = try await owner.get("\(payment)/edit").main
    #expect(now.contains("value=\"Theirs\"") && now.contains("value=\"8.00\""))
    await app.stop()
    await setting.server.stop()
  }
}
