import Finances
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A search costs what it shows, however many expenses the group has: told in the steps that SQLite
/// takes, which are the same on every machine.
@Suite struct ExpenseSearchCostTests {
  /// A group with more expenses than a search would look at one by one. The oldest three are rare
  /// in every way.
  private static func world(expenses: Int) throws -> (device: SyncDevice, group: ZoneID) {
    let world = try SyncWorld(schema: HearthDomain.schema)
    let ann = try world.device("ann", sql: HearthDomain.migrations)
    let group = try ann.write {
      try CreateGroup(
        GroupDetails(name: "Flat", currency: "EUR"), ownName: "Ann", others: ["Ben", "Cy"])($0).id
    }
    try ann.write { transaction in
      let connection = transaction.connection
      let members = try GroupMember.of(group, in: connection).map(\.id)
      for index in 0..<expenses {
        let id = transaction.newID()
        let isRare = index < 3
        try connection.execute(
          """
          INSERT INTO expenses (id, groupID, title, day, note, kind, currency, amountMinor, mode,
              createdAt, createdBy)
            VALUES (?, ?, ?, ?, ?, ?, 'EUR', ?, 'exact', ?, 'ann')
          """, .text(id), .text(group), .text(isRare ? "Bread on the tram" : "Bread"),
          .text(isRare ? "2020-01-01" : "2026-0\(1 + index % 9)-1\(index % 10)"),
          .text(isRare ? "Far away" : ""), .text(isRare ? "transfer" : "expense"),
          .integer(isRare ? 777 : 300), .integer(Int64(index)))
        let sharers = isRare ? [members[2], members[0]] : [members[0]]
        for (position, member) in sharers.enumerated() {
          try connection.execute(
            """
            INSERT INTO expenseParts (id, groupID, expenseID, kind, position, memberID, paidMinor,
                owedMinor)
              VALUES (?, ?, ?, 'share', ?, ?, ?, ?)
            """, .text(transaction.newID()), .text(group), .text(id), .integer(Int64(position)),
            .text(member), .integer(position == 0 ? (isRare ? 777 : 300) : 0),
            .integer(isRare ? (position == 0 ? 0 : 777) : 300))
        }
      }
      try Finances.rebuild(connection)
    }
    return (ann, group)
  }

  /// What is looked for, and how much a page of ten shows of it.
  private static let searches = [
    ("bread", 10), ("tram", 3), ("bread tram", 3), ("amount:7.77", 3), (">7", 3),
    ("kind:payment", 3), ("payer:cy", 3), ("payer:ann", 10), ("date<2021", 3),
    ("date:2026-05", 10), ("bread date:2026-05 <5", 10), ("kind:expense -tram", 10),
    ("\"the tram\"", 3), ("title:bread", 10), ("has:receipt", 0), ("is:incomplete", 0),
    ("payer:nobody", 0),
  ]

  private typealias Change = @Sendable (inout ExpenseList.Filter, [RecordID]) -> Void

  /// The lists that totals lead to.
  private static let lists: [(name: String, change: Change)] = [
    (
      "of a month",
      { filter, _ in
        (filter.days, filter.isPayment) = (DayRange(from: "2026-05-01", to: "2026-05-31"), false)
      }
    ),
    (
      "of the first year",
      { filter, _ in filter.days = DayRange(from: "2020-01-01", to: "2020-12-31") }
    ),
    ("paid by a member", { ($0.payerID, $0.isPayment) = ($1[0], false) }),
    (
      "of what a member got",
      { ($0.sharerID, $0.isPayment) = ($1[0], true) }
    ),
    (
      "without a category",
      { filter, _ in (filter.isWithoutCategory, filter.isPayment) = (true, false) }
    ),
    ("payments", { filter, _ in filter.isPayment = true }),
    ("of a balance", { ($0.memberID, $0.days.to) = ($1[0], "2026-05-31") }),
  ]

  private static func filter(_ text: String) -> ExpenseList.Filter {
    var filter = ExpenseList.Filter()
    filter.add(
      ExpenseSearchQuery(
        text, SearchSetting(currency: "EUR", today: "2026-11-26", timeZone: .utc)))
    return filter
  }

  @Test("one expense in another currency is found, with why it is owed, below ever so many others")
  func rareCurrency() throws {
    // More than a page looks at.
    let (device, group) = try Self.world(expenses: 6000)
    let members = try GroupMember.of(group, in: device.connection).map(\.id)
    let money = ExpenseMoney(
      currency: "USD", amountMinor: 900, mode: .exact,
      shares: [.init(members[0], paidMinor: 900), .init(members[1], owedMinor: 900)])
    let taxi = try device.write { transaction in
      try AddExpense(groupID: group, ExpenseDetails(title: "Taxi", day: "2019-01-01"), money)(
        transaction
      ).id
    }
    let connection = device.connection
    try connection.transaction { try Finances.rebuild(connection) }
    for change: (inout ExpenseList.Filter) -> Void in [
      { $0.memberID = members[0] }, { $0.payerID = members[0] },
    ] {
      var filter = ExpenseList.Filter(currency: "USD")
      change(&filter)
      let page = try ExpenseList.page(of: group, filter, in: connection)
      #expect(page.rows.map(\.id) == [taxi] && !page.isCutShort && page.next == nil)
    }
    let why = try #require(
      try TransferReasons(
        from: members[1], to: members[0], in: "USD", of: group, connection))
    #expect(why.receiver.parts.map(\.expenseID) == [taxi] && !why.receiver.hasEarlier)
  }

  @Test("a page of a search takes no more steps with four times the expenses")
  func pages() throws {
    let small = try Self.world(expenses: 2500)
    let large = try Self.world(expenses: 10_000)
    func cost(
      _ text: String, _ world: (device: SyncDevice, group: ZoneID), _ count: Int? = nil
    ) throws -> Int {
      try world.device.connection.steps {
        let page = try ExpenseList.page(
          of: world.group, Self.filter(text), limit: 10, in: world.device.connection)
        if let count { #expect(page.rows.count == count, "\(text)") }
      }
    }
    for (text, count) in Self.searches {
      let few = try cost(text, small, count)
      let many = try cost(text, large, count)
      #expect(Double(many) < Double(few) * 1.3 + 200, "\(text): \(few) and \(many)")
    }
    for (name, change) in Self.lists {
      func cost(_ world: (device: SyncDevice, group: ZoneID)) throws -> Int {
        var filter = ExpenseList.Filter(currency: "EUR")
        let members = try GroupMember.of(world.group, in: world.device.connection).map(\.id)
        change(&filter, members)
        return try world.device.connection.steps {
          let page = try ExpenseList.page(
            of: world.group, filter, limit: 10, in: world.device.connection)
          #expect(page.rows.count == 10 || page.rows.count == 3, "\(name)")
        }
      }
      let (few, many) = (try cost(small), try cost(large))
      #expect(Double(many) < Double(few) * 1.3 + 200, "\(name): \(few) and \(many)")
    }
    // Where no index answers, a page passes so many and no more.
    let whole = try cost("bread has:note", small)
    let part = try cost("bread has:note", large)
    #expect(Double(part) < Double(whole) * 2.2, "\(whole) and \(part)")
    // Adding up what is found is bounded as well.
    func totals(_ world: (device: SyncDevice, group: ZoneID)) throws -> Int {
      try world.device.connection.steps {
        let totals = try ExpenseTotals(
          of: .matching(Self.filter("bread")), in: world.group, own: nil, limit: 2000,
          world.device.connection)
        #expect(totals.count == 2000 && !totals.isWhole)
      }
    }
    #expect(try Double(totals(large)) < Double(totals(small)) * 1.1)
  }

  @Test("what a long list comes to is the sum that is kept, and costs no more where it is longer")
  func longLists() throws {
    func check(_ expenses: Int) throws -> [Int] {
      let (device, group) = try Self.world(expenses: expenses)
      let connection = device.connection
      let members = try GroupMember.of(group, in: connection).map(\.id)
      let balances = try GroupBalances.of(group, in: connection)
      let changes: [(inout ExpenseList.Filter) -> Void] = [
        { $0.isPayment = false }, { ($0.payerID, $0.isPayment) = (members[0], false) },
        { $0.memberID = members[0] },
        { ($0.days, $0.isPayment) = (DayRange(from: "2026-01-01", to: "2026-12-31"), false) },
      ]
      return try changes.map { change in
        var asked = ExpenseList.Filter(currency: "EUR")
        change(&asked)
        let (filter, about) = (asked, asked.memberID ?? asked.payerID)
        return try connection.steps {
          let totals = try ExpenseTotals(
            ofList: filter, in: group, own: members[0], about: about, connection)
          #expect(totals.isWhole && !totals.isCounted)
          let sums = totals.currencies["EUR"]
          let known = balances.sums["EUR"]?[members[0]]
          if filter.memberID != nil { #expect(sums?.about == known) }
          if filter.payerID != nil { #expect(sums?.about.paid == known?.paid) }
          if about == nil { #expect(sums?.amount == Int128(300 * (expenses - 3))) }
        }
      }
    }
    for (few, many) in zip(try check(2500), try check(10_000)) {
      #expect(Double(many) < Double(few) * 1.3 + 200, "\(few) and \(many)")
    }
    // Of what no kept sum knows the latest are added up.
    let (device, group) = try Self.world(expenses: 2500)
    let latest = try ExpenseTotals(
      ofList: Self.filter("bread"), in: group, own: nil, about: nil, device.connection)
    #expect(!latest.isWhole && latest.count == ExpenseTotals.maxListed)
  }
}
