import Families
import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Addresses whose query says what no page ever says: numbers beyond all ranges, days that are
/// none, broken bytes, and ids of what belongs to others. Each has an answer, and none fails.
@Suite struct StrangeQueryTests {
  private static let long = String(repeating: "a", count: 5000)

  /// As they stand in an address.
  private static let values = [
    "", "0", "-1", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e309",
    "NaN", "9999-12-31", "0000-01-01", "1000-01-01", "-0001-01-01", "10000-01-01", "2026-02-30",
    "2026-13", "%00", "a%00b", "%FF%FE", "%", "%zz", "%C3", "%E2%80%AE", "%3Cscript%3E",
    "%22%3E%3Cimg", "..%2F..", "none", "~~~", "9999-12-31~9223372036854775807~%FF", long,
    String(repeating: "%C3%A9", count: 5000),
  ]

  /// The pages that have a query, with its fields.
  private func pages(_ group: String, _ family: String, _ person: String) -> [(String, [String])] {
    [
      (
        "/groups/\(group)",
        [
          "q", "member", "payer", "for", "category", "currency", "from", "to", "kind", "tick",
          "debts", "after",
        ]
      ),
      ("/groups/\(group)/why", ["from", "to", "currency"]),
      ("/groups/\(group)/debts", ["debtor", "creditor", "currency"]),
      ("/groups/\(group)/spending", ["year", "currency", "member"]),
      ("/groups/\(group)/activity", ["before"]),
      (
        "/personal",
        ["month", "year", "flow", "category", "tag", "from", "q", "show", "after"]
      ),
      ("/personal/spending", ["year"]),
      ("/families/\(family)", ["day"]), ("/families/\(family)/activity", ["before"]),
      ("/families/\(family)/day/\(person)", ["day"]),
    ]
  }

  /// A group with expenses, and a family of the same person.
  private func world() async throws -> (money: MoneyWorld, family: String, person: String) {
    let world = try await MoneyWorld()
    try await world.add(world.anna, "Rent", "9")
    try await world.add(world.anna, "Far", "90000000000000", by: "Ben")
    try await world.anna.get("/families/new")
    let made = try await world.anna.submit("/families/new", ["name": "Lindqvist"])
    let family = String(
      try world.anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    let person = try #require(try world.hearth.accounts.account(named: "anna")).id
    return (world, family, person)
  }

  private func check(_ address: String, by browser: Browser) async throws {
    let answer = try await browser.get(address)
    #expect(
      [200, 303, 400, 404].contains(answer.status), "\(answer.status) \(address.prefix(200))")
    #expect(answer.text.contains("</html>") || answer.status == 303)
    #expect(!answer.text.contains("<script>") && !answer.text.contains("\"><img"))
    #expect(!answer.text.contains("\0"), "\(address.prefix(200))")
  }

  @Test("no value of a query, alone, repeated or in all fields at once, ends in a failure")
  func values() async throws {
    let (world, family, person) = try await world()
    world.hearth.log.withLock { $0 = [] }
    for (path, fields) in pages(world.group, family, person) {
      for value in Self.values {
        for field in fields { try await check("\(path)?\(field)=\(value)", by: world.anna) }
        let all = fields.map { "\($0)=\(value)" }.joined(separator: "&")
        try await check("\(path)?\(all)&\(all)&other=\(value)", by: world.anna)
      }
      // The same field with two values.
      for field in fields {
        try await check("\(path)?\(field)=2026&\(field)=EUR&\(field)", by: world.anna)
      }
    }
    let failures = world.hearth.log.withLock { $0 }.compactMap { entry in
      entry.failure.map { "\(entry.page): \($0)" }
    }
    #expect(failures.isEmpty)
  }

  @Test("ids of another group show nothing of it, whatever field they stand in")
  func others() async throws {
    let (world, family, person) = try await world()
    try await world.stan.get("/groups/new")
    let made = try await world.stan.submit(
      "/groups/new",
      ["name": "Secret pot", "currency": "EUR", "ownName": "Stan", "members": "Zara Hidden"])
    let other = String(try world.stan.require(made.location).dropFirst("/groups/".count))
    let replica = try world.hearth.replica(of: "stan")
    try await replica.sync()
    let (members, categories) = try replica.file.read { connection in
      (
        try GroupMember.of(other, in: connection).map(\.id),
        try ExpenseCategory.of(other, in: connection).map(\.id)
      )
    }
    try await world.stan.get("/groups/\(other)/expenses/new")
    let saved = try await world.stan.submit(
      "/groups/\(other)/expenses/new",
      repeated: [
        ("title", "Hidden thing"), ("amount", "9"), ("currency", "EUR"), ("day", "2026-06-01"),
        ("way", "equal"), ("payer", members[0]),
      ] + members.flatMap { [("row", $0), ("in", $0)] })
    #expect(saved.status == 303)
    try await replica.sync()
    let expenses = try replica.file.read { connection in
      try ExpenseList.page(of: other, in: connection).rows.map(\.id)
    }
    let ids = [other] + members + categories.prefix(1) + expenses
    for (path, fields) in pages(world.group, family, person) {
      for id in ids {
        for field in fields {
          let answer = try await world.anna.get("\(path)?\(field)=\(id)")
          #expect([200, 404].contains(answer.status), "\(path) \(field)")
          for secret in ["Secret pot", "Zara Hidden", "Hidden thing"] {
            #expect(!answer.text.contains(secret), "\(path) \(field)")
          }
        }
      }
    }
    // A payment between members of another group is not proposed in this one.
    let why = try await world.anna.get(
      "/groups/\(world.group)/why?from=\(members[1])&to=\(members[0])&currency=EUR")
    #expect(
      why.status == 200
        && MoneyWorld.unescaped(Substring(why.main)).contains(catalogue.notProposed))
    // An expense of another group is none of this one, to look at, to change or to choose from.
    for path in ["", "/edit"] {
      let address = "/groups/\(world.group)/expenses/\(expenses[0])\(path)"
      #expect(try await world.anna.get(address).status == 404, "\(address)")
      #expect(try await world.stan.get(address).status == 404, "\(address)")
    }
  }

  @Test("who was in a group or family, and who never was, finds none of its newer pages")
  func former() async throws {
    let (world, family, _) = try await world()
    try await MoneyWorld.admit(
      world.ben, to: family, of: world.anna, role: "editor", in: "families")
    let members = "from=\(world.member("Anna"))&to=\(world.member("Ben"))&currency=EUR"
    let addresses = [
      "/groups/\(world.group)/why?\(members)", "/groups/\(world.group)?payer=x",
      "/groups/\(world.group)/spending", "/families/\(family)/activity", "/families/\(family)",
    ]
    for address in addresses {
      #expect(try await world.ben.get(address).status == 200, "\(address)")
      #expect(try await world.stan.get(address).status == 404, "\(address)")
    }
    try await world.ben.get("/groups/\(world.group)/settings/leave")
    #expect(try await world.ben.submit("/groups/\(world.group)/settings/leave").status == 303)
    let ben = try #require(try world.hearth.accounts.account(named: "ben")).id
    let anna = try #require(try world.hearth.accounts.account(named: "anna")).id
    try world.hearth.hub.remove(ben, from: family, by: anna)
    for address in addresses {
      let answer = try await world.ben.get(address)
      #expect(answer.status == 404, "\(answer.status) \(address)")
    }
  }
}
