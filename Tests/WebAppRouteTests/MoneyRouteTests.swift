import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

@Suite("The pages of a group") struct MoneyRouteTests {
  @Test(
    "S2-GRP-1 a group is made, shared with an editor and a viewer, and joined by its own invite")
  func joined() async throws {
    let world = try await MoneyWorld()
    for browser in [world.anna, world.ben, world.vera] {
      #expect(try await browser.get("/groups").main.contains("Flat"))
      #expect(try await browser.get("/groups/\(world.group)").status == 200)
    }
    #expect(try await world.stan.get("/groups/\(world.group)").status == 404)
    // It is nobody's home, and a home's page does not show it.
    #expect(try await world.anna.get("/homes/\(world.group)").status == 404)
    let people = try await world.anna.get("/people").main
    #expect(people.contains("/groups/\(world.group)/settings#sharing"))
  }

  @Test("an equal expense is added, shown with everybody's part, and taken back")
  func equal() async throws {
    let world = try await MoneyWorld()
    let answer = try await world.add(world.anna, "Bread", "3+0.01")
    #expect(answer.location == "/groups/\(world.group)")
    #expect(try await world.nets() == ["Anna": 201, "Ben": -100, "Cy": -101])
    let page = try await world.ben.get("/groups/\(world.group)")
    #expect(page.main.contains("Bread"))
    let shown = try await world.anna.get("/groups/\(world.group)")
    let undo = try world.anna.require(
      shown.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.anna.submit(undo).status == 303)
    #expect(try await world.nets() == [:])
  }

  @Test(
    "every way to split comes to the amount",
    arguments: [
      ("shares", ["Anna": "2", "Ben": "1", "Cy": "0"], ["Anna": 333, "Ben": -333]),
      (
        "percentage", ["Anna": "33.33", "Ben": "33.33", "Cy": "33.34"],
        ["Anna": 667, "Ben": -333, "Cy": -334]
      ),
      ("exact", ["Anna": "1", "Ben": "2", "Cy": "7"], ["Anna": 900, "Ben": -200, "Cy": -700]),
      (
        "adjustment", ["Anna": "1", "Ben": "", "Cy": "-2.5"],
        ["Anna": 517, "Ben": -383, "Cy": -134]
      ),
    ] as [(String, [String: String], [String: Int128])])
  func ways(way: String, weights: [String: String], nets: [String: Int128]) async throws {
    let world = try await MoneyWorld()
    let answer = try await world.add(world.ben, "Rent", "10", way: way, weights: weights)
    #expect(answer.location == "/groups/\(world.group)", "\(answer.main)")
    let found = try await world.nets()
    #expect(found == nets)
    #expect(found.values.reduce(0, +) == 0)
  }

  @Test("a bill is split line by line, with what is left spread over the lines")
  func bill() async throws {
    let world = try await MoneyWorld()
    let lines = [
      ("lines", "3"), ("line.0.name", "Wine"), ("line.0.amount", "20"),
      ("line.0.in", world.member("Anna")), ("line.1.name", "Pasta"), ("line.1.amount", "2*10"),
      ("line.2.name", ""), ("line.2.amount", ""),
    ]
    _ = try await world.add(
      world.anna, "Dinner", "44", by: "Ben", among: ["Anna", "Ben"], way: "itemised", more: lines)
    // Anna: 20 + 10 and 10 % of it; Ben: 10 and 10 %.
    #expect(try await world.nets() == ["Anna": -3300, "Ben": 3300])
    // Without an amount it is that of the lines.
    _ = try await world.add(
      world.anna, "Lunch", "", by: "Ben", among: ["Anna", "Ben"], way: "itemised", more: lines)
    #expect(
      try await world.expenses().first { $0.details.title == "Lunch" }?.money.amountMinor == 4000)
  }

  @Test("several people pay, and a refund goes the other way")
  func payers() async throws {
    let world = try await MoneyWorld()
    let paid = [
      ("paid." + world.member("Anna"), "4"), ("paid." + world.member("Cy"), "5"),
      ("payer", "several"),
    ]
    let answer = try await world.add(
      world.anna, "Taxi", "9", by: "nobody", more: paid.filter { $0.0 != "payer" })
    #expect(answer.status == 422)
    try await world.anna.get("/groups/\(world.group)/expenses/new")
    var fields: [(String, String)] = [
      ("title", "Taxi"), ("amount", "9"), ("currency", "EUR"), ("day", "2026-06-01"),
      ("way", "equal"),
    ]
    for name in ["Anna", "Ben", "Cy"] {
      fields += [("row", world.member(name)), ("in", world.member(name))]
    }
    let path = "/groups/\(world.group)/expenses/new"
    #expect(try await world.anna.submit(path, repeated: fields + paid).status == 303)
    #expect(try await world.nets() == ["Anna": 100, "Ben": -300, "Cy": 200])
    _ = try await world.add(world.anna, "Deposit back", "-3")
    #expect(try await world.nets() == ["Anna": -100, "Ben": -200, "Cy": 300])
  }

  @Test(
    "what does not add up is said at its field before anything is saved, and what was typed stays",
    arguments: [
      ("", "equal", [:], FieldProblem.missing),
      ("0", "equal", [:], .money(.amountIsZero)),
      ("ten", "equal", [:], .money(.unreadableSum("ten"))),
      ("1/0", "equal", [:], .money(.divisionByZero)),
      ("1.234", "equal", [:], .tooManyDecimals("1.234", currency: "EUR", max: 2)),
      ("99999999999999999999", "equal", [:], .tooMuch),
      ("9", "percentage", ["Anna": "50", "Ben": "49.99"], .money(.percentagesDiffer(-1))),
      ("9", "percentage", ["Anna": "x"], .money(.unreadablePercentage("x"))),
      ("9", "exact", ["Anna": "5", "Ben": "5"], .money(.partsDiffer(.init(100, "EUR")))),
      ("9", "shares", ["Anna": "0", "Ben": "0", "Cy": "0"], .money(.noShares)),
      ("9", "shares", ["Anna": "-1"], .unreadableNumber("-1", min: 0, max: 1_000_000)),
      ("9", "itemised", [:], .money(.noLines)),
    ] as [(String, String, [String: String], FieldProblem)])
  func problems(
    amount: String, way: String, weights: [String: String], problem: FieldProblem
  ) async throws {
    let world = try await MoneyWorld()
    let answer = try await world.add(
      world.anna, "Soup & bread", amount, way: way, weights: weights, more: [("note", "Hot")])
    #expect(answer.status == 422)
    let said = catalogue.problem(problem)
    #expect(answer.main.contains(said), "\(said)")
    #expect(answer.main.contains("Soup &amp; bread") && answer.main.contains("Hot"))
    #expect(try await world.expenses() == [])
  }

  @Test("the preview tells everybody's part, saves nothing, and needs no script")
  func preview() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/expenses/preview"
    let answer = try await world.add(world.anna, "Bread", "10", to: path)
    #expect(answer.status == 200)
    let preview = try #require(answer.main.firstRange(of: "id=\"preview\""))
    #expect(answer.main[preview.lowerBound...].contains(catalogue.money(.init(333, "EUR"))))
    #expect(answer.main[preview.lowerBound...].contains(catalogue.money(.init(334, "EUR"))))
    #expect(try await world.expenses() == [])
    let lines = try await world.add(
      world.anna, "Bread", "10", way: "itemised", more: [("lines", "3"), ("do", "lines")], to: path)
    #expect(lines.main.contains("line.5.amount") && !lines.main.contains("line.6.amount"))
  }
}

@Suite("Changing an expense") struct ExpenseRouteTests {
  private struct Setting {
    let world: MoneyWorld
    let path: String

    init(_ world: MoneyWorld) async throws {
      self.world = world
      let expense = try #require(try await world.expenses().first)
      path = "/groups/\(world.group)/expenses/\(expense.id)"
    }
  }

  @Test("D-GRP-6 of two people who change the amounts the second sees both versions, and chooses")
  func conflict() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    let edit = setting.path + "/edit"
    let old = try #require(
      try await world.ben.get(edit).text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
    #expect(try await world.add(world.anna, "Rent", "600", to: edit).status == 303)
    // Ben still has the form of before.
    let fields: [(String, String)] =
      [
        ("title", "Rent of June"), ("amount", "1200"), ("currency", "EUR"), ("day", "2026-06-01"),
        ("way", "equal"), ("payer", world.member("Anna")),
        ("version", MoneyWorld.unescaped(old)),
      ] + ["Anna", "Ben", "Cy"].flatMap { [("row", world.member($0)), ("in", world.member($0))] }
    let refused = try await world.ben.submit(edit, repeated: fields)
    #expect(refused.status == 409)
    #expect(refused.main.contains(catalogue.theirVersion(.init(60_000, "EUR"))))
    #expect(refused.main.contains(catalogue.yourVersion(.init(120_000, "EUR"))))
    #expect(try await world.expenses()[0].money.amountMinor == 60_000)
    // Saving again is choosing.
    let new = try #require(refused.text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
    let again = fields.filter { $0.0 != "version" } + [("version", MoneyWorld.unescaped(new))]
    #expect(try await world.ben.submit(edit, repeated: again).status == 303)
    let expense = try await world.expenses()[0]
    #expect(expense.money.amountMinor == 120_000 && expense.details.title == "Rent of June")
    #expect(try await world.nets().values.reduce(0, +) == 0)
  }

  @Test("a new title leaves the amounts of an expense to the cent, however they came about")
  func details() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(
      world.anna, "Rent", "10", way: "exact",
      weights: ["Anna": "3.34", "Ben": "3.33", "Cy": "3.33"])
    let setting = try await Setting(world)
    let replica = world.replica
    // An import may leave parts that the rule would not make.
    let before = try await world.expenses()[0]
    var money = before.money
    money.mode = .equal
    for index in money.shares.indices { money.shares[index].weight = nil }
    let odd = money
    try replica.write { transaction in
      try EditExpense(expenseID: before.id, details: before.details, money: odd)(transaction)
    }
    try await replica.sync()
    let answer = try await world.add(world.anna, "Rent, June", "10.00", to: setting.path + "/edit")
    #expect(answer.location == setting.path, "\(answer.main)")
    let after = try await world.expenses()[0]
    #expect(after.details.title == "Rent, June")
    #expect(after.money == odd)
  }

  @Test("an expense is deleted and comes back with everybody's part; a viewer can do neither")
  func deleted() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    let before = try await world.nets()
    try await world.vera.get(setting.path)
    #expect(try await world.vera.submit(setting.path + "/delete").status == 403)
    #expect(try await world.vera.get(setting.path + "/edit").status == 403)
    try await world.ben.get(setting.path)
    #expect(try await world.ben.submit(setting.path + "/delete").status == 303)
    #expect(try await world.nets() == [:])
    let page = try await world.ben.get("/groups/\(world.group)")
    let undo = try world.ben.require(
      page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.ben.submit(undo).status == 303)
    #expect(try await world.nets() == before)
  }

  @Test("an expense of one group cannot be shown, changed or deleted through another")
  func otherGroup() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "900")
    let setting = try await Setting(world)
    try await world.stan.get("/groups/new")
    let made = try await world.stan.submit(
      "/groups/new", ["name": "Mine", "currency": "EUR", "ownName": "Stan"])
    let own = try world.stan.require(made.location)
    let id = try #require(setting.path.split(separator: "/").last)
    let member = world.member("Cy")
    for path in ["\(own)/expenses/\(id)", "\(own)/expenses/\(id)/edit"] {
      #expect(try await world.stan.get(path).status == 404)
    }
    try await world.stan.get(own)
    for path in [
      "\(own)/expenses/\(id)/delete", "\(own)/members/\(member)/me",
      "\(own)/members/\(member)/remove", setting.path + "/delete",
    ] {
      #expect(try await world.stan.submit(path).status >= 404, "\(path)")
    }
    // Nor can an own expense name a member of another group.
    let form: [(String, String)] = [
      ("title", "X"), ("amount", "1"), ("currency", "EUR"), ("day", "2026-06-01"),
      ("way", "equal"), ("payer", member), ("row", member), ("in", member),
    ]
    #expect(try await world.stan.submit("\(own)/expenses/new", repeated: form).status == 422)
    #expect(try await world.expenses().count == 1)
  }
}

@Suite("Settling up, and who is who") struct SettleRouteTests {
  private func transfer(_ page: Browser.Answer) throws -> [(String, String)] {
    try ["from", "to", "currency", "minor"].map { name in
      let pattern = try Regex("name=\"\(name)\" value=\"([^\"]+)\"")
      let value = try #require(page.main.firstMatch(of: pattern)?.output[1].substring)
      return (name, String(value))
    }
  }

  @Test("T7 a payment that two people press is recorded once, and the second is told")
  func once() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
    let page = "/groups/\(world.group)"
    let fields = try transfer(try await world.anna.get(page))
    #expect(try await world.ben.get(page).main.contains("value=\"500\""))
    for browser in [world.anna, world.ben] {
      let answer = try await browser.submit("\(page)/settle", repeated: fields)
      #expect(answer.location == page)
    }
    #expect(try await world.nets() == [:])
    #expect(try await world.expenses().count { $0.money.kind == .transfer } == 1)
    #expect(
      try await world.ben.get(page).text.contains(catalogue.flash(.money(.paidMeanwhile))))
    // What nobody proposed is not recorded.
    let wrong = fields.map { $0.0 == "minor" ? ($0.0, "7") : $0 }
    _ = try await world.anna.submit("\(page)/settle", repeated: wrong)
    #expect(try await world.nets() == [:])
    try await world.vera.get(page)
    #expect(try await world.vera.submit("\(page)/settle", repeated: fields).status == 403)
  }

  @Test("D-CLM-1 D-CLM-8 the first who says “This is me” is the member, a viewer too, and one only")
  func claims() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/members"
    #expect(try await world.vera.get("/groups/\(world.group)").main.contains("/me"))
    #expect(
      try await world.vera.submit("\(path)/\(world.member("Cy"))/me").location
        == "/groups/\(world.group)")
    try await world.ben.get("/groups/\(world.group)")
    #expect(try await world.ben.submit("\(path)/\(world.member("Cy"))/me").status == 409)
    #expect(try await world.ben.submit("\(path)/\(world.member("Ben"))/me").status == 303)
    #expect(try await world.vera.submit("\(path)/\(world.member("Ben"))/me").status == 409)
    // Only who it is, or the owner, takes it back.
    #expect(try await world.ben.submit("\(path)/\(world.member("Cy"))/release").status == 403)
    try await world.anna.get("\(path)/\(world.member("Cy"))")
    #expect(try await world.anna.submit("\(path)/\(world.member("Cy"))/release").status == 303)
    let vera = try #require(try world.hearth.accounts.account(named: "vera")).id
    let assigned = try await world.anna.submit(
      "\(path)/\(world.member("Cy"))/assign", ["account": vera])
    #expect(assigned.status == 303)
    #expect(
      try await world.anna.submit(
        "\(path)/\(world.member("Cy"))/assign", ["account": "nobody"]
      ).status == 400)
    _ = try await world.add(world.anna, "Rent", "9")
    #expect(
      try await world.vera.get("/groups/\(world.group)").main
        .contains(catalogue.youOwe(.init(300, "EUR"))))
  }

  @Test("D-CLM-7 two members that are one person are combined, and no sum of the group changes")
  func combined() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let path = "/groups/\(world.group)/members/\(world.member("Cy"))"
    #expect(try await world.anna.get("\(path)/combine").status == 200)
    #expect(
      try await world.anna.submit("\(path)/combine", ["into": world.member("Ben")]).status == 303)
    #expect(try await world.nets() == ["Anna": 600, "Ben": -600])
    #expect(try await world.anna.get(path).status == 404)
  }

  @Test("S2-GRP-4 a member is added, changed, archived and removed; named ones only archived")
  func members() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/members"
    try await world.anna.get(path)
    #expect(try await world.anna.submit(path, ["name": "ben"]).status == 422)
    #expect(try await world.anna.submit(path, ["name": " "]).status == 422)
    #expect(try await world.anna.submit(path, ["name": "Dot"]).status == 303)
    let page = try await world.anna.get(path)
    let dot = try #require(
      page.main.matches(of: /members\/([0-9a-f-]{36})"/).map { String($0.1) }
        .first { !world.members.values.contains($0) })
    try await world.anna.get("\(path)/\(dot)")
    let saved = try await world.anna.submit(
      "\(path)/\(dot)", ["name": "Dorothy", "weight": "2", "payment": "DE02 1203"])
    #expect(saved.status == 303)
    #expect(try await world.anna.submit("\(path)/\(dot)/remove").status == 303)
    _ = try await world.add(world.anna, "Rent", "9")
    #expect(try await world.anna.submit("\(path)/\(world.member("Cy"))/remove").status == 409)
  }

  @Test("a payment is recorded and changed; one to oneself, of nothing or to a stranger is not")
  func payments() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/payments/new"
    let (anna, ben) = (world.member("Anna"), world.member("Ben"))
    try await world.ben.get(path)
    for (from, to, amount) in [
      (ben, ben, "5"), (ben, anna, "0"), (ben, anna, "-5"), (ben, anna, ""), (ben, "x", "5"),
      ("", anna, "5"), (ben, anna, "9999999999999999999"),
    ] {
      let answer = try await world.ben.submit(
        path,
        [
          "from": from, "to": to, "amount": amount, "currency": "EUR", "day": "2026-06-01",
          "payment": "1",
        ])
      #expect(answer.status == 422, "\(from) \(to) \(amount)")
    }
    #expect(
      try await world.ben.submit(
        path,
        ["from": ben, "to": anna, "amount": "5", "currency": "EUR", "day": "2026-06-01"]
      ).status == 303)
    #expect(try await world.nets() == ["Anna": -500, "Ben": 500])
    let id = try #require(try await world.expenses().first).id
    let edit = "/groups/\(world.group)/expenses/\(id)/edit"
    let form = try await world.ben.get(edit)
    let version = try #require(form.text.firstMatch(of: /name="version" value="([^"]+)"/)?.1)
    let changed = try await world.ben.submit(
      edit,
      [
        "from": ben, "to": anna, "amount": "7", "currency": "EUR", "day": "2026-06-02",
        "payment": "1", "title": "Cash", "version": MoneyWorld.unescaped(version),
      ])
    #expect(changed.status == 303)
    #expect(try await world.nets() == ["Anna": -700, "Ben": 700])
  }

  @Test("the balances say how each came about, and who owes whom through which expense")
  func balances() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let balances = try await world.vera.get("/groups/\(world.group)/balances")
    #expect(balances.main.contains(catalogue.money(.init(900, "EUR"))))
    let debts = try await world.vera.get("/groups/\(world.group)/debts").main
    #expect(debts.contains("Rent") && debts.contains(catalogue.money(.init(300, "EUR"))))
    #expect(!debts.contains("/payments/new"))
  }

  @Test("Today says what one owes and is owed, and what others have entered since the last visit")
  func today() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/today")
    world.hearth.advance(milliseconds: 3_600_000)
    _ = try await world.add(world.ben, "Rent", "9", by: "Ben")
    let page = try await world.anna.get("/today").main
    #expect(page.contains(catalogue.standingWith(.init(-300, "EUR"))))
    #expect(page.contains(catalogue.newExpenses(1, in: "Flat", isMore: false)))
    #expect(page.contains("Rent"))
    // One's own are no news.
    #expect(
      try await !world.ben.get("/today").main
        .contains(catalogue.newExpenses(1, in: "Flat", isMore: false)))
  }

  @Test("D-WEB-5 the table of a group has each part, and no cell that a spreadsheet would run")
  func table() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "=1+1", "10", more: [("note", "a, \"b\"")])
    _ = try await world.add(world.anna, "Back", "-3", more: [("day", "2026-06-02")])
    let answer = try await world.vera.get("/groups/\(world.group)/expenses.csv")
    #expect(answer.status == 200)
    let file = try #require(answer.headers["Content-Type"])
    #expect(file.hasPrefix("text/csv"))
    let lines = answer.text.split(separator: "\r\n").map(String.init)
    #expect(
      lines == [
        "Date,Title,Category,Kind,Currency,Amount,Split,Place,Note,Paid: Anna,Part: Anna,"
          + "Paid: Ben,Part: Ben,Paid: Cy,Part: Cy",
        "2026-06-01,'=1+1,,expense,EUR,10.00,equal,,\"a, \"\"b\"\"\",10.00,3.33,,3.33,,3.34",
        "2026-06-02,Back,,refund,EUR,-3.00,equal,,,-3.00,-1.00,,-1.00,,-1.00",
      ])
    #expect(try await world.stan.get("/groups/\(world.group)/expenses.csv").status == 404)
  }

  @Test("a group that wants no shortening shows who owes whom, and settles by plain payments")
  func notSimplified() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let page = "/groups/\(world.group)"
    #expect(try await world.anna.get(page).main.contains("\(page)/settle"))
    try await world.anna.get("\(page)/settings")
    let saved = try await world.anna.submit(
      "\(page)/settings", ["name": "Flat", "currency": "EUR", "colorIndex": "5"])
    #expect(saved.status == 303)
    let shown = try await world.ben.get(page).main
    #expect(shown.contains(catalogue.whoOwesWhom) && !shown.contains("\(page)/settle"))
    #expect(shown.contains("\(page)/payments/new?from=\(world.member("Ben"))"))
  }

  @Test("a group is deleted by its owner, who types its name; an editor cannot")
  func deletedGroup() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let path = "/groups/\(world.group)/delete"
    try await world.ben.get("/groups")
    #expect(try await world.ben.submit(path, ["name": "Flat"]).status == 403)
    try await world.anna.get(path)
    #expect(try await world.anna.submit(path, ["name": "Fat"]).status == 422)
    #expect(try await world.anna.submit(path, ["name": "flat"]).location == "/groups")
    #expect(try await world.anna.get("/groups/\(world.group)").status == 404)
    #expect(try await world.ben.get("/groups/\(world.group)").status == 404)
  }

  @Test("who leaves a group stays in it by name, with what they owe; who comes back is asked again")
  func left() async throws {
    let world = try await MoneyWorld()
    let me = "/groups/\(world.group)/members/\(world.member("Ben"))/me"
    try await world.ben.get("/groups/\(world.group)")
    #expect(try await world.ben.submit(me).status == 303)
    _ = try await world.add(world.anna, "Rent", "9")
    let leave = "/groups/\(world.group)/settings/leave"
    #expect(try await world.ben.get(leave).main.contains(catalogue.balancesStay))
    #expect(try await world.ben.submit(leave).location == "/groups")
    #expect(try await world.ben.get("/groups/\(world.group)").status == 404)
    #expect(try await world.nets()["Ben"] == -300)
    try await MoneyWorld.admit(world.ben, to: world.group, of: world.anna, role: "editor")
    #expect(
      try await world.ben.get("/groups/\(world.group)").main
        .contains(catalogue.youOwe(.init(300, "EUR"))))
  }
}
