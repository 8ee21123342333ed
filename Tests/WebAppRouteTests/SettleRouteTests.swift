import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

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

  // D-CLM-1 D-CLM-8 S2-CLAIM-2
  @Test(
    """
    D-CLM-1 D-CLM-8 S2-CLAIM-2 the first who says “This is me” is the member, a viewer too, and \
    one only; the second chooses another
    """)
  func claims() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/members"
    #expect(try await world.vera.get("/groups/\(world.group)").main.contains("/me"))
    #expect(
      try await world.vera.submit("\(path)/\(world.member("Cy"))/me").location
        == "/groups/\(world.group)")
    try await world.ben.get("/groups/\(world.group)")
    let second = try await world.ben.submit("\(path)/\(world.member("Cy"))/me")
    #expect(second.status == 409)
    let cy = MemberName(id: world.member("Cy"), name: "Cy")
    #expect(second.main.contains(catalogue.isTaken(cy)))
    #expect(second.main.contains("/members/\(world.member("Ben"))/me"))
    #expect(second.main.contains("name=\"name\""))
    #expect(!second.main.contains("/members/\(cy.id)/me"))
    #expect(try await world.ben.submit("\(path)/\(world.member("Ben"))/me").status == 303)
    let again = try await world.vera.submit("\(path)/\(world.member("Ben"))/me")
    #expect(again.status == 409)
    #expect(
      again.main.contains(
        catalogue.isTaken(MemberName(id: world.member("Ben"), name: "Ben"))))
    try await world.anna.get(path)
    #expect(try await world.anna.submit(path, ["name": "Dot"]).status == 303)
    let dot = try #require(
      try await world.anna.get(path).main.matches(of: /members\/([0-9a-f-]{36})"/)
        .map { String($0.1) }.first { !world.members.values.contains($0) })
    let twice = try await world.vera.submit("\(path)/\(dot)/me")
    #expect(twice.status == 409)
    #expect(twice.main.contains(catalogue.youAreAlready(cy)))
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

  @Test("D-GRP-1 a member is added, changed, archived and removed; named ones only archived")
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

  // Also S2-TODO-transfer.
  // S2-EDGE-transfer-shape S2-T5-f
  @Test(
    """
    S2-EDGE-transfer-shape S2-T5-f a payment is recorded and changed; one to \
    oneself, of nothing or to a stranger is not
    """)
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

  @Test("who leaves a group can keep a copy as a group of their own, with everybody's part")
  func keptCopy() async throws {
    let world = try await MoneyWorld()
    try await world.ben.get("/groups/\(world.group)")
    _ = try await world.ben.submit("/groups/\(world.group)/members/\(world.member("Ben"))/me")
    _ = try await world.add(
      world.anna, "Rent", "9", way: "shares", weights: ["Anna": "1", "Ben": "2", "Cy": "0"])
    _ = try await world.add(
      world.anna, "Wine", "", by: "Ben", among: ["Anna", "Ben"], way: "itemised",
      more: [("lines", "1"), ("line.0.name", "Red"), ("line.0.amount", "20")])
    let leave = "/groups/\(world.group)/settings/leave"
    #expect(try await world.ben.get(leave).main.contains(catalogue.leaveAndKeep))
    let kept = try await world.ben.submit(leave, ["keep": "1"])
    let own = try world.ben.require(kept.location)
    #expect(own != "/groups/\(world.group)" && own.hasPrefix("/groups/"))
    let page = try await world.ben.get(own).main
    #expect(page.contains("Rent") && page.contains("Wine"))
    #expect(page.contains(catalogue.signed(.init(400, "EUR"))))
    // It is his alone, and the group of the others is as it was.
    #expect(try await world.anna.get(own).status == 404)
    #expect(try await world.nets() == ["Anna": -400, "Ben": 400])
    // Pressed once more it makes another one, and an expired or unknown notice makes none.
    let notices = try await world.ben.get("/people").main
    let copy = try world.ben.require(
      notices.firstMatch(of: /action="(\/notices\/[^"]+\/copy)"/).map { String($0.1) })
    #expect(try await world.ben.get(copy).status == 410)
    #expect(try await world.ben.submit(copy).location?.hasPrefix("/groups/") == true)
    #expect(try await world.stan.submit(copy).status == 404)
  }

  @Test("spending is told by month and category, all and one's own, without payments")
  func spending() async throws {
    let world = try await MoneyWorld()
    let category = ExpenseCategory.id(named: "Groceries", in: world.group)
    _ = try await world.add(
      world.anna, "Bread", "9", more: [("categoryID", category), ("day", "2026-01-31")])
    _ = try await world.add(world.anna, "Old", "30", more: [("day", "2025-12-31")])
    _ = try await world.add(world.anna, "Back", "-3", more: [("day", "2026-02-01")])
    let path = "/groups/\(world.group)/payments/new"
    _ = try await world.anna.submit(
      path,
      [
        "from": world.member("Ben"), "to": world.member("Anna"), "amount": "50",
        "currency": "EUR", "day": "2026-02-02",
      ])
    let page = try await world.anna.get("/groups/\(world.group)/spending").main
    #expect(page.contains(catalogue.allAndOwn(.init(900, "EUR"), .init(300, "EUR"))))
    #expect(page.contains(catalogue.allAndOwn(.init(-300, "EUR"), .init(-100, "EUR"))))
    #expect(page.contains(catalogue.money(.init(600, "EUR"))))
    #expect(page.contains("Groceries") && page.contains(catalogue.withoutCategory))
    let before = try await world.anna.get("/groups/\(world.group)/spending?year=2025").main
    #expect(before.contains(catalogue.allAndOwn(.init(3000, "EUR"), .init(1000, "EUR"))))
    let odd = try await world.anna.get("/groups/\(world.group)/spending?year=x&currency=ZZZ")
    #expect(odd.status == 200)
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
    let expected = [
      "Date,Title,Category,Kind,Currency,Amount,Split,Place,Note,Paid: Anna,Part: Anna,"
        + "Paid: Ben,Part: Ben,Paid: Cy,Part: Cy,Hearth details",
      // How it was split is JSON in the last cell, which no spreadsheet runs.
      "2026-06-01,'=1+1,,expense,EUR,10.00,equal,,\"a, \"\"b\"\"\",10.00,3.33,,3.33,,3.34,\"{",
      "2026-06-02,Back,,refund,EUR,-3.00,equal,,,-3.00,-1.00,,-1.00,,-1.00,\"{",
    ]
    #expect(lines.count == expected.count)
    for (line, beginning) in zip(lines, expected) { #expect(line.hasPrefix(beginning)) }
    #expect(try await world.stan.get("/groups/\(world.group)/expenses.csv").status == 404)
  }

  // T7 S2-DEBT-2
  @Test("a group that wants no shortening shows who owes whom, and each debt is recorded once")
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
    #expect(shown.contains(catalogue.whoOwesWhom) && shown.contains("value=\"each\""))
    let fields = [
      ("debts", "each"), ("from", world.member("Ben")), ("to", world.member("Anna")),
      ("currency", "EUR"), ("minor", "300"),
    ]
    try await world.anna.get(page)
    for browser in [world.ben, world.anna] {
      #expect(try await browser.submit("\(page)/settle", repeated: fields).location == page)
    }
    #expect(
      try await world.anna.get(page).text.contains(catalogue.flash(.money(.paidMeanwhile))))
    #expect(try await world.nets() == ["Anna": 300, "Cy": -300])
    #expect(try await world.expenses().count { $0.money.kind == .transfer } == 1)
    // So does the page that lists them, where one can also record something else.
    let debts = try await world.ben.get("\(page)/debts").main
    #expect(debts.contains("\(page)/settle") && debts.contains("value=\"each\""))
    #expect(debts.contains("\(page)/payments/new?from=\(world.member("Cy"))"))
    let odd = fields.map { $0.0 == "debts" ? ($0.0, "odd") : $0 }
    #expect(try await world.ben.submit("\(page)/settle", repeated: odd).status == 400)
  }

  // D-DBT-8
  @Test("each person looks at debts as they like, whatever the group says and others look at")
  func ownView() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let page = "/groups/\(world.group)"
    let fewest = try await world.anna.get(page).main
    #expect(fewest.contains("\(page)?debts=each") && fewest.contains("value=\"fewest\""))
    let each = try await world.anna.get("\(page)?debts=each").main
    #expect(each.contains(catalogue.whoOwesWhom) && !each.contains("value=\"fewest\""))
    #expect(each.contains("\(page)?debts=fewest"))
    // What one looks for stays, and the other view with it.
    let looked = try await world.anna.get("\(page)?q=rent&debts=each").main
    #expect(looked.contains("debts=fewest") && looked.contains("q=rent"))
    // Ben sees what the group says, and who may only look may look as they like.
    #expect(try await world.ben.get(page).main.contains("value=\"fewest\""))
    #expect(try await world.vera.get("\(page)?debts=each").main.contains(catalogue.whoOwesWhom))
    // A view that is none is the group's.
    #expect(try await world.anna.get("\(page)?debts=none").main.contains("value=\"fewest\""))
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

  // I2-12: deleting.
  @Test("D-GRP-13 X32 a deleted group comes back whole for 30 days, to all who had it")
  func restoredGroup() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let page = "/groups/\(world.group)"
    try await world.ben.get(page)
    #expect(try await world.ben.submit("\(page)/members/\(world.member("Ben"))/me").status == 303)
    try await world.anna.get("\(page)/delete")
    _ = try await world.anna.submit("\(page)/delete", ["name": "Flat"])
    // A form that was open is not lost.
    let late = try await world.ben.submit("\(page)/expenses/new", ["title": "Bread"])
    #expect(late.status == 409)
    #expect(late.main.contains("Bread"))
    #expect(late.main.contains(catalogue.errorText(.homeDeleted(world.link, canRestore: false))))
    let list = try await world.anna.get("/groups").main
    #expect(list.contains(catalogue.recentlyDeleted) && list.contains(catalogue.entryCount(1)))
    #expect(try await !world.ben.get("/groups").main.contains(catalogue.recentlyDeleted))
    #expect(try await !world.anna.get("/homes").main.contains(catalogue.recentlyDeleted))
    let restore = Route.restore(world.link).path
    // A group is no home.
    let asHome = Route.restore(ZoneLink(id: world.group, name: "")).path
    #expect(try await world.anna.get(asHome).status == 410)
    #expect(try await world.ben.get(restore).status == 410)
    let question = try await world.anna.get(restore).main
    #expect(question.contains(catalogue.restoreZoneTitle("Flat")) && question.contains("Ben"))
    #expect(try await world.anna.submit(restore).location == page)
    #expect(
      try await world.ben.get(page).main.contains(catalogue.youOwe(.init(300, "EUR"))))
    #expect(try await world.nets() == ["Anna": 600, "Ben": -300, "Cy": -300])
  }

  @Test("D-GRP-13 a group that is deleted for good is gone at once")
  func purgedGroup() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/groups/\(world.group)/delete")
    _ = try await world.anna.submit("/groups/\(world.group)/delete", ["name": "Flat"])
    let purge = Route.purge(world.link).path
    #expect(try await world.anna.get(purge).main.contains(catalogue.purgeZoneTitle("Flat")))
    #expect(try await world.anna.submit(purge).location == "/groups")
    #expect(try await !world.anna.get("/groups").main.contains(catalogue.recentlyDeleted))
    #expect(try await world.anna.get(Route.restore(world.link).path).status == 410)
  }

  @Test(
    "S2-EDGE-leave D-CLM-6 I2-5 who leaves stays by name with what they owe, and comes back as them"
  )
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
    // His past is in his ledger, and the group says that he has left.
    let own = try await world.ben.get("/personal?month=2026-06").main
    #expect(own.contains(">Rent</a>") && own.contains("€3.00"))
    let page = try await world.anna.get("/groups/\(world.group)/members").main
    #expect(page.contains(catalogue.isAccount("")), "\(page)")
    try await MoneyWorld.admit(world.ben, to: world.group, of: world.anna, role: "editor")
    #expect(
      try await world.ben.get("/groups/\(world.group)").main
        .contains(catalogue.youOwe(.init(300, "EUR"))))
  }
}
