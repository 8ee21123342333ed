import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Expenses of a group: what may be stored, and what becomes of two edits at once.
@Suite struct ExpenseTests {
  @Test(
    "S2-BAL-1 S2-DEBT-3 what everybody is owed is the same on all devices, and adds up to nothing")
  func balances() throws {
    let flat = try GroupWorld()
    try flat.add("Rent", flat.money(100_000, for: ["Ann", "Bob", "Bo"]), on: flat.ann)
    try flat.add("Bread", flat.money(500, by: "Bo", for: ["Ann", "Bob"]), on: flat.bob)
    try flat.add("Sushi", flat.money(4000, by: "Bob", in: "JPY"), on: flat.bob)
    try flat.add("Bread back", flat.money(-100, by: "Bo", for: ["Ann", "Bob"]), on: flat.bob)
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      let net = try flat.net(on: device)
      #expect(net == ["Ann": 66_467, "Bob": -33_533, "Bo": -32_934])
      #expect(try flat.net(on: device, in: "JPY") == ["Bob": 2000, "Ann": -2000])
    }
  }

  @Test(
    "D-GRP-6 two edits of the amounts at once: the second is not saved, and nothing is mixed")
  func twoEdits() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    try flat.sync()
    try flat.edit(dinner, on: flat.ann) { $0.money = flat.money(1000, for: ["Ann", "Bob", "Bo"]) }
    try flat.edit(dinner, on: flat.bob) { $0.money = flat.money(1200, for: ["Ann", "Cyd"]) }
    try flat.ann.sync()
    try flat.sync()
    #expect(try flat.bob.refusals == [.stale])
    for device in [flat.ann, flat.bob, flat.cyd] {
      let stored = try #require(try Expense.find(dinner, in: device.connection))
      #expect(stored.money == flat.money(1000, for: ["Ann", "Bob", "Bo"]))
      #expect(stored.money.problem == nil)
    }
  }

  @Test("an edit of the title and one of the amounts are both kept")
  func titleAndAmounts() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    try flat.sync()
    try flat.edit(dinner, on: flat.ann) { $0.money = flat.money(1000) }
    try flat.edit(dinner, on: flat.bob) { $0.row.details.title = "Dinner at Luigi's" }
    try flat.ann.sync()
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    let stored = try #require(try Expense.find(dinner, in: flat.cyd.connection))
    #expect(stored.details.title == "Dinner at Luigi's")
    #expect(stored.money.amountMinor == 1000)
  }

  @Test("an old form with other amounts than are stored by now is not saved over them")
  func staleForm() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    let shown = try #require(try Expense.find(dinner, in: flat.ann.connection))
    try flat.edit(dinner, on: flat.ann) { $0.money = flat.money(1000) }
    func save(_ money: ExpenseMoney, title: String) throws {
      var details = shown.details
      details.title = title
      _ = try flat.ann.write {
        try EditExpense(
          expenseID: dinner, details: details, money: money, base: (shown.details, shown.money))(
            $0)
      }
    }
    #expect(throws: FinanceFailure.changedMeanwhile([.money])) {
      try save(flat.money(1200), title: "Dinner")
    }
    // A form in which nobody touched the amounts changes none.
    try save(shown.money, title: "Supper")
    let stored = try #require(try Expense.find(dinner, in: flat.ann.connection))
    #expect(stored.money == flat.money(1000))
    #expect(stored.details.title == "Supper")
    // The same amounts as somebody else has entered are no conflict.
    try save(flat.money(1000), title: "Supper")
  }

  @Test("two people who change the same field to two values are told; what one changed is merged")
  func staleDetails() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    let shown = try #require(try Expense.find(dinner, in: flat.ann.connection))
    try flat.edit(dinner, on: flat.ann) {
      $0.row.details.title = "Supper"
      $0.row.details.day = "2026-05-30"
    }
    func save(_ change: (inout ExpenseDetails) -> Void) throws {
      var details = shown.details
      change(&details)
      let typed = details
      _ = try flat.ann.write {
        try EditExpense(
          expenseID: dinner, details: typed, money: shown.money,
          base: (shown.details, shown.money))($0)
      }
    }
    func stored() throws -> ExpenseDetails {
      try #require(try Expense.find(dinner, in: flat.ann.connection)).details
    }
    #expect(throws: FinanceFailure.changedMeanwhile(["title", "day"].map { InputField($0) })) {
      try save {
        $0.title = "Lunch"
        $0.day = "2026-05-29"
        $0.note = "With Ben"
      }
    }
    #expect(try stored().title == "Supper" && stored().note.isEmpty)
    // A title against a note: both stay. A title that is the same, typed with spaces, is none.
    try save {
      $0.note = "With Ben"
      $0.title = "  Supper "
    }
    #expect(try stored().title == "Supper" && stored().day == "2026-05-30")
    #expect(try stored().note == "With Ben")
    #expect(throws: FinanceFailure.changedMeanwhile([.note])) {
      try save { $0.note = "With Cyd" }
    }
  }

  private typealias Spoil = @Sendable (inout ExpenseMoney) -> Void
  private static let spoiled: [(problem: ExpenseMoney.Problem, spoil: Spoil)] = [
    (.paidDiffers(by: -1), { $0.shares[0].paidMinor -= 1 }),
    (.owedDiffers(by: 1), { $0.shares[1].owedMinor += 1 }),
    (.amountOutOfRange, { $0.amountMinor = 0 }),
    (.amountOutOfRange, { $0.amountMinor = .max }),
    (.currency, { $0.currency = "ABC" }),
    (.noShares, { $0.shares = [] }),
    (.memberTwice("m"), { for index in $0.shares.indices { $0.shares[index].memberID = "m" } }),
    (.wrongSign("m"), { $0.shares[0] = .init("m", paidMinor: -1, owedMinor: 500) }),
    (
      .notHundredPercent(basisPoints: 9999),
      {
        $0.mode = .percentage
        ($0.shares[0].weight, $0.shares[1].weight) = (5000, 4999)
      }
    ),
    (.badWeight("m"), { $0.shares[0] = .init("m", paidMinor: 1000, owedMinor: 500, weight: 1) }),
    (.badLines, { $0.mode = .itemised }),
    (.notAPayment, { $0.kind = .transfer }),
  ]

  // S2-V1 S2-V2 S2-V3 S2-T5-d D-GRP-3 D-GRP-19
  @Test(
    "what does not add up is refused, with what is wrong",
    arguments: 0..<12)
  func unbalanced(_ index: Int) throws {
    let (problem, spoil) = Self.spoiled[index]
    let flat = try GroupWorld()
    var money = flat.money(1000)
    #expect(money.problem == nil)
    spoil(&money)
    #expect(money.problem == problem)
    #expect(throws: FinanceFailure.self) { try flat.add("x", money, on: flat.ann) }
    #expect(try flat.ann.count("expenses") == 0)
  }

  // S2-V0
  @Test("a write that fails in the middle leaves nothing of an expense, wherever it fails")
  func brokenWrite() throws {
    struct Broken: Error {}
    let flat = try GroupWorld()
    let connection = flat.ann.connection
    let tables = ["expenses", "expenseParts", "expenseIndex", "syncPending"]
    func counts() throws -> [Int64] {
      try tables.map { table in
        try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? -1
      }
    }
    let before = try counts()
    var failureCount = 0
    for step in 0..<500 {
      var left = step
      connection.injectedFailure = { sql in
        guard sql.hasPrefix("INSERT") || sql.hasPrefix("UPDATE") else { return nil }
        left -= 1
        return left < 0 ? Broken() : nil
      }
      // It fails, or everything is written.
      let id = try? flat.add("x", flat.money(1000), on: flat.ann)
      connection.injectedFailure = nil
      if id != nil { break }
      failureCount += 1
      #expect(try counts() == before, "\(step)")
    }
    #expect(failureCount > 3)
    #expect(try flat.ann.count("expenses") == 1)
  }

  @Test("D-GRP-5 I2-9 S2-V7 a client that sends sums which do not match is refused by the hub")
  func crafted() throws {
    let flat = try GroupWorld()
    let content = { (paid: Int64, owed: Int64, member: String) -> FieldValue in
      .map([
        "kind": "expense", "currency": "EUR", "amountMinor": 100, "mode": "exact",
        "expenseParts": .list([
          .map([
            "id": .text("part-\(paid)-\(owed)"), "kind": "share", "position": 0,
            "memberID": .text(member), "paidMinor": .integer(paid), "owedMinor": .integer(owed),
            "name": "", "amountMinor": 0,
          ])
        ]),
      ])
    }
    func push(_ number: Int64, _ money: FieldValue) throws -> RefusalReason? {
      try flat.world.push(
        [
          Mutation(
            .insert, "expenses", "e-\(number)", in: flat.group,
            registers: [
              "title": "x", "day": "2026-03-01", "createdAt": 1, "createdBy": "bob",
              "money": money,
            ])
        ], as: "bob", number: number)?.refusal
    }
    #expect(try push(1, content(100, 100, flat.member("Bob"))) == nil)
    #expect(try push(2, content(100, 99, flat.member("Bob"))) == .invalid)
    let register = try #require(
      Finances.tables.first { $0.name == "expenses" }?.registers.first { $0.name == "money" })
    #expect(
      register.problem(with: content(100, 99, flat.member("Bob")))
        == "what is owed (owedMinor) is 1 less than amountMinor")
    #expect(try push(3, content(101, 100, flat.member("Bob"))) == .invalid)
    #expect(try push(4, content(100, 100, "nobody")) == .unknown)
    #expect(try push(5, .map(["kind": "expense"])) == .invalid)
  }

  @Test("nobody can foretell the ids of an expense's rows and take them before its next edit")
  func takenIDs() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    try flat.sync()
    let taken = UUIDs.beside(dinner, flat.member("Bo"))
    let refusal = try flat.world.push(
      [
        Mutation(
          .insert, "expenses", "trap", in: flat.group,
          registers: [
            "title": "x", "day": "2026-03-01", "createdAt": 1, "createdBy": "bob",
            "money": .map([
              "kind": "expense", "currency": "EUR", "amountMinor": 100, "mode": "exact",
              "expenseParts": .list([
                .map([
                  "id": .text(taken), "kind": "share", "position": 0,
                  "memberID": .text(flat.member("Bob")), "paidMinor": 100, "owedMinor": 100,
                  "name": "", "amountMinor": 0,
                ])
              ]),
            ]),
          ])
      ], as: "bob", number: 1)?.refusal
    #expect(refusal == nil)
    try flat.edit(dinner, on: flat.ann) { $0.money = flat.money(900, for: ["Ann", "Bob", "Bo"]) }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    #expect(try Expense.find(dinner, in: flat.cyd.connection)?.money.shares.count == 3)
  }

  @Test("a viewer enters nothing; what a member deletes comes back as it was")
  func deleteAndRestore() throws {
    let flat = try GroupWorld()
    #expect(throws: FinanceFailure.readOnlyGroup) {
      try flat.add("x", flat.money(100), on: flat.cyd)
    }
    let bread = try flat.add("Bread", flat.money(301), on: flat.ann)
    try flat.sync()
    let gone = try flat.bob.write { try DeleteExpense(expenseID: bread)($0) }
    try flat.sync()
    #expect(try flat.net(on: flat.ann) == [:])
    _ = try flat.bob.write { try RestoreExpense(gone)($0) }
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    #expect(try Expense.find(bread, in: flat.ann.connection) == gone)
    #expect(throws: FinanceFailure.alreadyThere) {
      _ = try flat.bob.write { try RestoreExpense(gone)($0) }
    }
  }

  @Test("lines of a bill and who shares them come back as they were entered")
  func lines() throws {
    let flat = try GroupWorld()
    var money = flat.money(1000, for: ["Ann", "Bob", "Bo"])
    money.mode = .itemised
    money.lines = [
      .init(name: "Pizza", amountMinor: 700, sharers: [.init(flat.member("Ann"), weight: 2)]),
      .init(
        name: "Wine", amountMinor: 200,
        sharers: [.init(flat.member("Bob")), .init(flat.member("Ann"))]),
    ]
    let dinner = try flat.add("Dinner", money, on: flat.ann)
    try flat.sync()
    #expect(try Expense.find(dinner, in: flat.cyd.connection)?.money == money)
  }

  @Test("a bill with more rows than the hub takes is refused before it is saved")
  func longBill() throws {
    let flat = try GroupWorld()
    var money = flat.money(100_000)
    money.mode = .itemised
    money.lines = (0..<499).map {
      .init(name: "\($0)", amountMinor: 100, sharers: [.init(flat.member("Ann"))])
    }
    try flat.add("Long", money, on: flat.bob)
    money.lines.append(
      .init(name: "x", amountMinor: 100, sharers: [.init(flat.member("Ann"))]))
    #expect(throws: FinanceFailure.self) { try flat.add("Longer", money, on: flat.bob) }
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    #expect(try flat.ann.texts("SELECT title FROM expenses") == ["Long"])
  }

  @Test("the list is latest first, and its pages say each expense once")
  func pages() throws {
    let flat = try GroupWorld()
    for index in 0..<25 {
      var details = ExpenseDetails(title: "\(index)", day: "2026-03-0\(1 + index % 9)")
      if index.isMultiple(of: 2) {
        details.categoryID = ExpenseCategory.id(named: "Rent", in: flat.group)
      }
      try flat.ann.write {
        // Several of one moment: their ids decide.
        for _ in 0..<2 { try AddExpense(groupID: flat.group, details, flat.money(100))($0) }
      }
    }
    var (seen, cursor): ([Expense], ExpenseList.Cursor?) = ([], nil)
    repeat {
      let page = try ExpenseList.page(
        of: flat.group, after: cursor, limit: 7, in: flat.ann.connection)
      seen += page.rows
      cursor = page.next
    } while cursor != nil
    #expect(seen.count == 50)
    #expect(Set(seen.map(\.id)).count == 50)
    let days = seen.compactMap(\.details.day)
    #expect(days == days.sorted(by: >))
    let rent = try ExpenseList.page(
      of: flat.group, .init(categoryID: ExpenseCategory.id(named: "Rent", in: flat.group)),
      in: flat.ann.connection)
    #expect(rent.rows.count == 26)
    let bo = try ExpenseList.page(
      of: flat.group, .init(memberID: flat.member("Bo")), in: flat.ann.connection)
    #expect(bo.rows == [])
  }
}
