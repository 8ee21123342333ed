import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// What stands beside a payment that settling up proposes: why, how to pay it, how to ask for it.
@Suite struct WhyRouteTests {
  private func name(_ name: String, _ world: MoneyWorld, isYou: Bool = false) -> MemberName {
    MemberName(id: world.member(name), name: name, isYou: isYou)
  }

  private func says(_ page: Browser.Answer, _ text: String) -> Bool {
    MoneyWorld.unescaped(page.main[...]).contains(text)
  }

  @Test("one press on a payment leads to why, also for two people without a common expense")
  func joined() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9", by: "Ben", among: ["Anna"])
    _ = try await world.add(world.anna, "Wine", "9", by: "Cy", among: ["Ben"])
    let page = "/groups/\(world.group)"
    let found = try #require(
      try await world.anna.get(page).main.firstMatch(of: /href="(\/groups\/[^"]+\/why\?[^"]+)"/))
    let path = MoneyWorld.unescaped(found.1)
    let why = try await world.anna.get(path)
    #expect(why.status == 200)
    let (anna, ben) = (name("Anna", world, isYou: true), name("Ben", world))
    let cy = name("Cy", world)
    let transfer = GroupPage.Transfer(from: anna, to: cy, amount: .init(900, "EUR"))
    let link = WhyPage.Link.chain([
      .init(debtor: anna, creditor: ben), .init(debtor: ben, creditor: cy),
    ])
    #expect(says(why, catalogue.why(anna, cy)))
    #expect(says(why, catalogue.link(link, of: transfer)))
    // What each of the two sides comes from, and that it comes to the balance.
    func part(_ minor: Int64, _ other: MemberName) -> WhyPage.Part {
      WhyPage.Part(
        id: "", title: "", day: nil, kind: .expense, amount: .init(minor, "EUR"),
        others: [.init(member: other, amount: .init(900, "EUR"))])
    }
    #expect(says(why, catalogue.reason(part(-900, ben), of: anna)))
    #expect(says(why, catalogue.reason(part(900, ben), of: cy)))
    for (minor, title) in [(-900, "Rent"), (900, "Wine")] as [(Int64, String)] {
      #expect(says(why, title))
      let amount = catalogue.signed(.init(minor, "EUR"))
      #expect(why.main.ranges(of: amount).count >= 2, "\(amount)")
    }
    // Whoever has nothing to do with it may look as well; strangers may not.
    #expect(try await world.vera.get(path).status == 200)
    #expect(try await world.stan.get(path).status == 404)
    // What is paid is not proposed any more.
    let settled = try await world.anna.submit(
      "\(page)/settle",
      ["from": anna.id, "to": cy.id, "currency": "EUR", "minor": "900"])
    #expect(settled.status == 303)
    let gone = try await world.anna.get(path)
    #expect(gone.status == 200 && says(gone, catalogue.notProposed))
    #expect(!says(gone, catalogue.link(link, of: transfer)))
  }

  @Test("where each owes each, one press leads to the expenses of that debt, open and first")
  func eachDebt() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    let page = try await world.anna.get("/groups/\(world.group)?debts=each")
    let paths = page.main.matches(of: /href="(\/groups\/[^"]+\/debts\?[^"]+)"/)
      .map { MoneyWorld.unescaped($0.1) }
    #expect(paths.count == 2 && !page.main.contains("/why?"))
    for path in paths {
      let debts = try await world.anna.get(path).main
      let all = debts.matches(of: /<details[^>]*>/).map { String($0.0) }
      #expect(all.count == 2)
      #expect(all[0].contains(" open") && !all[1].contains(" open"))
    }
    #expect(try await !world.anna.get("/groups/\(world.group)/debts").main.contains(" open"))
  }

  @Test("the text of a reminder is there to read without script, for who is owed and nobody else")
  func reminder() async throws {
    let world = try await MoneyWorld()
    try await world.ben.get("/groups/\(world.group)")
    _ = try await world.ben.submit("/groups/\(world.group)/members/\(world.member("Ben"))/me")
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
    let transfer = GroupPage.Transfer(
      from: name("Ben", world), to: name("Anna", world, isYou: true), amount: .init(500, "EUR"))
    let text = catalogue.reminder(transfer, in: "Flat")
    func fields(_ browser: Browser) async throws -> [String] {
      try await browser.get("/groups/\(world.group)").main
        .matches(of: /<textarea[^>]*readonly[^>]*>([^<]*)<\/textarea>/)
        .map { MoneyWorld.unescaped($0.1) }
    }
    #expect(try await fields(world.anna) == [text])
    #expect(try await fields(world.ben) == [])
    #expect(try await fields(world.vera) == [])
    // How to pay her is in it.
    let details = "/groups/\(world.group)/members/\(world.member("Anna"))"
    try await world.anna.get(details)
    let saved = try await world.anna.submit(
      details, ["name": "Anna", "weight": "1", "payment": "DE02 1203"])
    #expect(saved.status == 303)
    var asked = transfer
    asked.payment = "DE02 1203"
    #expect(try await fields(world.anna) == [catalogue.reminder(asked, in: "Flat")])
    #expect(catalogue.reminder(asked, in: "Flat").contains("DE02 1203"))
  }

  @Test("how to pay somebody is shown to who owes them and to nobody else; a web address leads out")
  func howToPay() async throws {
    let world = try await MoneyWorld()
    let page = "/groups/\(world.group)"
    try await world.ben.get(page)
    _ = try await world.ben.submit("\(page)/members/\(world.member("Ben"))/me")
    try await world.vera.get(page)
    _ = try await world.vera.submit("\(page)/members/\(world.member("Cy"))/me")
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
    let details = "\(page)/members/\(world.member("Anna"))"
    for (payment, isLink) in [
      ("DE02 1203 0000", false), ("https://pay.example/anna", true),
      ("javascript:alert(1)", false),
    ] {
      try await world.anna.get(details)
      let saved = try await world.anna.submit(
        details, ["name": "Anna", "weight": "1", "payment": payment])
      #expect(saved.status == 303)
      let shown = try await world.ben.get(page).main
      #expect(shown.contains(payment))
      let link = shown.matches(of: /<a [^>]*href="([^"]+)"[^>]*>/)
        .first { $0.1 == Substring(payment) }
      #expect((link != nil) == isLink, "\(payment)")
      if let link {
        #expect(link.0.contains("target=\"_blank\"") && link.0.contains("noopener"))
      }
      // Cy, who owes nothing, and everybody's other pages.
      for path in [page, "\(page)?debts=each", "\(page)/balances", "\(page)/debts"] {
        #expect(try await !world.vera.get(path).main.contains(payment), "\(path)")
      }
      #expect(try await !world.vera.get(details).main.contains(payment))
      // For Anna herself it is in the text that she can send, and no link.
      let own = try await world.anna.get(page).main
      #expect(!own.contains("href=\"\(payment)\""))
    }
  }

  @Test("S2-DEBT-5 of more than 20 people who owe or are owed the page says that fewer may do")
  func manyPeople() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/groups/new")
    let names = (1...20).map { "Guest \($0)" }
    let made = try await world.anna.submit(
      "/groups/new",
      [
        "name": "Camp", "currency": "EUR", "ownName": "Anna",
        "members": names.joined(separator: "\n"),
      ])
    let page = try world.anna.require(made.location)
    let form = try await world.anna.get("\(page)/expenses/new").main
    let members = form.matches(of: /name="row" value="([^"]+)"/).map { String($0.1) }
    #expect(members.count == 21)
    // Amounts of which no two, three or four come to zero among each other.
    func add(_ count: Int) async throws {
      var fields = [
        ("title", "Camp"), ("currency", "EUR"), ("day", "2026-06-01"), ("way", "exact"),
        ("payer", members[0]),
      ]
      fields += members.map { ("row", $0) }
      var total = 0
      for (index, member) in members.dropFirst().prefix(count).enumerated() {
        fields += [("in", member), ("exact.\(member)", "\(index + 1)")]
        total += index + 1
      }
      fields.append(("amount", "\(total)"))
      let saved = try await world.anna.submit("\(page)/expenses/new", repeated: fields)
      #expect(saved.status == 303, "\(saved.main)")
    }
    try await add(19)
    let twenty = try await world.anna.get(page)
    #expect(!says(twenty, catalogue.maybeFewer))
    #expect(says(twenty, catalogue.settleWith(19)))
    try await add(20)
    #expect(says(try await world.anna.get(page), catalogue.maybeFewer))
  }

  @Test("who has a voucher and paid nothing is due a part of what others owe, and has not paid it")
  func voucher() async throws {
    let world = try await MoneyWorld()
    let added = try await world.add(
      world.anna, "Dinner", "100", way: "exact",
      weights: ["Anna": "65", "Ben": "65.01", "Cy": "-30.01"])
    try #require(added.status == 303, "\(added.main)")
    let page = try await world.anna.get("/groups/\(world.group)").main
    let paths = page.matches(of: /href="(\/groups\/[^"]+\/why\?[^"]+)"/)
      .map { MoneyWorld.unescaped($0.1) }
    let path = try #require(paths.first { $0.contains("to=\(world.member("Cy"))") })
    let why = try await world.anna.get(path)
    #expect(says(why, "Cy is due €30.01 of Ben’s part"))
    #expect(!says(why, "Cy paid"))
    #expect(says(why, "You paid €35.00 for Ben and Cy is due €30.01 of Ben’s part"))
  }

  @Test("the words of a part below zero fit whoever it is and how many there are")
  func partWords() {
    let (you, ben) = (
      MemberName(id: "y", name: "Anna", isYou: true), MemberName(id: "b", name: "Ben")
    )
    let cy = MemberName(id: "c", name: "Cy")
    func reason(
      _ minor: Int64, _ kind: WhyPage.Kind, _ others: [MemberName], of member: MemberName
    ) -> String {
      catalogue.reason(
        WhyPage.Part(
          id: "", title: "", day: nil, kind: kind, amount: .init(minor, "EUR"),
          others: others.map { .init(member: $0, amount: .init(100, "EUR"), isOfPart: true) }),
        of: member)
    }
    #expect(reason(100, .expense, [cy], of: you) == "You are due €1.00 of Cy’s part")
    #expect(
      reason(200, .expense, [cy, you], of: ben) == "Ben is due €2.00 of the parts of Cy and you")
    #expect(reason(-100, .expense, [cy], of: you) == "Cy is due €1.00 of your part")
    #expect(reason(-100, .expense, [you], of: cy) == "You are due €1.00 of Cy’s part")
    #expect(reason(-100, .refund, [cy], of: you) == "You owe Cy €1.00 of this refund")
    #expect(reason(100, .refund, [cy], of: ben) == "Cy owes Ben €1.00 of this refund")
    let four = [cy, ben, cy, ben]
    #expect(reason(400, .expense, four, of: you) == "You are due part of what others owe")
    #expect(reason(-400, .expense, four, of: cy) == "Cy owes others part of this")
  }
}
