import Finances
import Foundation
import HearthDomain
import Household
import Rates
import Replica
import SQLite
import Splitting
import SyncProtocol
import TestSupport
import Testing
import Values

/// A ledger reckons with the rates that there are now.
@Suite struct LedgerRatesTests {
  /// Everything that is to be converted anew, a step at a time.
  @discardableResult
  private func convert(
    _ world: LedgerWorld, _ sources: DomainSources = .builtIn
  ) throws -> Int {
    var steps = 0
    try world.file(world.ada).removeDeleted { connection, _ in
      steps += 1
      return try LedgerUpkeep.step(connection, sources)
    }
    return steps
  }

  private func isDue(
    _ world: LedgerWorld, _ sources: DomainSources = .builtIn
  ) throws -> Bool {
    try world.file(world.ada).read { try LedgerUpkeep.isDue($0, sources) }
  }

  private func enter(
    _ rate: String, _ from: String, on day: String, _ world: LedgerWorld, by: AccountID? = nil
  ) async throws -> RecordID {
    let group = world.group
    return try await world.write(as: by) {
      try SetRate(
        groupID: group, ManualRateDetails(from: from, to: "EUR", day: day, rate: rate))($0).id
    }
  }

  private func expectAsAnew(_ world: LedgerWorld, _ sources: DomainSources = .builtIn) throws {
    let before = try LedgerWorld.dump(world.file(world.ada))
    try world.file(world.ada).removeDeleted { connection, _ in
      try Finances.rebuild(connection, sources)
      return false
    }
    #expect(try LedgerWorld.dump(world.file(world.ada)) == before)
    #expect(try !isDue(world, sources))
  }

  // D-MIR-9 S2-RECOMP-2
  @Test(
    """
    a group's own rate converts my shares of it from its day on, and nothing else; without it the \
    bank's holds again
    """)
  func groupsOwnRate() async throws {
    let world = try await LedgerWorld()
    try await world.add("Before", try world.money(20_000, in: "USD"), on: "2024-03-01")
    try await world.add("After", try world.money(20_000, in: "USD"), on: "2024-03-05")
    try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(
          title: "Own", amountMinor: 10_000, currency: "USD", day: "2024-03-05"))($0)
    }
    let bank = try LedgerWorld.dump(world.file(world.ada))
    let own = try #require(try world.row("Own")?.converted)
    #expect(try world.row("After")?.converted == own)
    // Somebody else enters it.
    let rate = try await enter("2", "USD", on: "2024-03-04", world, by: world.ben)
    try await world.sync()
    #expect(try isDue(world))
    try convert(world)
    #expect(try world.row("After")?.converted == Money(20_000, "EUR"))
    #expect(try world.row("Before")?.converted != Money(20_000, "EUR"))
    #expect(try world.row("Own")?.converted == own)
    // What is written from now on takes it at once.
    try await world.add("Later", try world.money(2000, in: "USD"), on: "2024-03-06")
    #expect(try world.row("Later")?.converted == Money(2000, "EUR"))
    try expectAsAnew(world)
    let later = try #require(try world.row("Later")).sourceID
    try await world.write { transaction in
      _ = try RemoveRate(rateID: rate)(transaction)
      _ = try DeleteExpense(expenseID: later)(transaction)
    }
    try convert(world)
    #expect(try LedgerWorld.dump(world.file(world.ada)) == bank)
    try expectAsAnew(world)
  }

  // S2-EDGE-conv-fail D-MIR-10 S2-TODO-conv S2-CCF-3
  @Test("a currency that the bank does not know is converted once a group has a rate for it")
  func unknownToTheBank() async throws {
    let world = try await LedgerWorld()
    try await world.add("Noodles", try world.money(200_000, in: "VND"), on: "2024-03-05")
    #expect(try world.row("Noodles")?.converted == nil)
    _ = try await enter("0.00004", "VND", on: "2024-03-01", world)
    #expect(try convert(world) > 0)
    #expect(try world.row("Noodles")?.converted == Money(400, "EUR"))
    try expectAsAnew(world)
  }

  @Test("a budget of a currency without a rate is told in that currency, and not as none")
  func budgetWithoutRate() async throws {
    let world = try await LedgerWorld()
    let month = try #require(LedgerMonth("2024-03"))
    try await world.write { transaction in
      try SetLedgerBudget(
        categoryID: nil, month: month, amountMinor: 900, currency: "VND")(transaction)
    }
    let overview = try #require(
      try world.file(world.ada).read {
        try LedgerOverview(.month(month), bank: EmbeddedRates.table, in: $0)
      })
    #expect(overview.budgetMinor == nil)
    #expect(overview.unconvertedBudget?.minor == 900)
    #expect(overview.unconvertedBudget?.currency == "VND")
  }

  @Test("a group's rate for a currency of no bank leads through the group's currency to mine")
  func throughTheGroupsCurrency() async throws {
    let world = try await LedgerWorld()
    try await world.write {
      try EditProfile(displayName: "Ada", locale: "en", timeZone: "UTC", currency: "USD")($0)
    }
    try await world.add("Noodles", try world.money(200_000, in: "VND"), on: "2024-03-05")
    try convert(world)
    #expect(try world.row("Noodles")?.converted == nil)
    _ = try await enter("0.00004", "VND", on: "2024-03-01", world)
    #expect(try convert(world) > 0)
    let bank = try #require(
      EmbeddedRates.table?.rate(
        from: "EUR", to: "USD", on: CalendarDay(year: 2024, month: 3, day: 5))
    ).rate
    let euro = try #require(Currency(code: "EUR"))
    // Her half is 100,000 dongs, which are 4 euros.
    let dollars = try Conversion.convert(
      400, from: euro, to: try #require(Currency(code: "USD")), at: bank)
    #expect(try world.row("Noodles")?.converted == Money(dollars, "USD"))
    try expectAsAnew(world)
    // The group's page knows it, too, with who has entered the rate.
    let group = world.group
    let found = try world.file(world.ada).read { connection in
      try GroupRates(of: group, bank: EmbeddedRates.table, in: connection).rate(
        from: "USD", to: "VND", on: CalendarDay(year: 2024, month: 3, day: 5))
    }
    #expect(found?.source == .person(world.ada))
    // Another currency of the group leads nowhere.
    try await world.write { transaction in
      guard let stored = try Group.find(group, in: transaction.connection) else { return }
      var details = stored.details
      details.currency = "CHF"
      try EditGroup(groupID: group, details: details)(transaction)
    }
    try convert(world)
    #expect(try world.row("Noodles")?.converted == nil)
    try expectAsAnew(world)
  }

  @Test("a rate between two currencies that are not mine converts nothing anew")
  func otherCurrencies() async throws {
    let world = try await LedgerWorld()
    let group = world.group
    try await world.add("Before", try world.money(20_000, in: "USD"), on: "2024-03-01")
    try await world.write {
      try SetRate(
        groupID: group,
        ManualRateDetails(from: "USD", to: "GBP", day: "2024-01-01", rate: "0.9"))($0)
    }
    #expect(try !isDue(world))
  }

  // S2-RECOMP-1 S2-RECOMP-3
  @Test(
    """
    newer rates of the bank convert everything anew, in parts, with what is done told; the same \
    rates do nothing
    """)
  func newerRates() async throws {
    let world = try await LedgerWorld()
    let path = NSTemporaryDirectory() + "ledger-rates-" + UUID().uuidString
    // A rest in the system's temporary folder harms nothing.
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sources = DomainSources(rates: CurrentRates(path: path))
    #expect(try !isDue(world, sources))
    let count = 4500
    try await world.write { transaction in
      for index in 0..<count {
        try AddLedgerEntry(
          LedgerEntryDetails(
            title: "Entry", amountMinor: Int64(200 + index), currency: "USD",
            day: "2031-03-0\(1 + index % 9)"))(transaction)
      }
    }
    let before = try LedgerWorld.dump(world.file(world.ada))
    try Data("Date,USD,\n2031-02-28,2.0,\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try isDue(world, sources))
    var tried: [Int64] = []
    try world.file(world.ada).removeDeleted { connection, _ in
      let isMore = try LedgerUpkeep.step(connection, sources)
      tried.append(try LedgerProgress(in: connection).tried)
      return isMore
    }
    #expect(tried == [2000, 4000, 4500])
    #expect(
      try world.rows().allSatisfy { row in
        let half = row.amount.minor / 2 + row.amount.minor % 2
        return row.converted == Money(half, "EUR")
      })
    try expectAsAnew(world, sources)
    try FileManager.default.removeItem(atPath: path)
    #expect(try isDue(world, sources))
    try convert(world, sources)
    #expect(try LedgerWorld.dump(world.file(world.ada)) == before)
  }

  @Test("what is written while newer rates are there is converted by these")
  func writtenLater() async throws {
    let world = try await LedgerWorld()
    let path = NSTemporaryDirectory() + "ledger-rates-" + UUID().uuidString
    // A rest in the system's temporary folder harms nothing.
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("Date,USD,\n2031-02-28,2.0,\n".utf8).write(to: URL(fileURLWithPath: path))
    let sources = DomainSources(rates: CurrentRates(path: path))
    let file = try ReplicaFile(
      path: world.hub.path(world.ada, "newer"), domain: Migrations(HearthDomain.migrations),
      schema: HearthDomain.schema, accountID: world.ada,
      environment: .init(now: { WallClock.nowMilliseconds() }, random: .init(), boot: "boot-1"),
      observer: DomainObserver(sources), pool: world.hub.pool)
    try await file.sync(via: world.hub.transport(world.ada))
    try await file.write {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Now", amountMinor: 500, currency: "USD", day: "2031-03-01"))($0)
    }
    let rows = try file.read { try LedgerList.page(LedgerList.Filter(), limit: 10, in: $0).rows }
    #expect(rows.map(\.converted) == [Money(250, "EUR")])
  }

  @Test("D-DBT-5 shares of an expense with a voucher come to the converted expense")
  func voucher() async throws {
    let world = try await LedgerWorld()
    _ = try await enter("1", "USD", on: "2024-01-01", world)
    _ = try await enter("0.5", "USD", on: "2024-03-01", world)
    // Halved one by one and rounded away from zero, 33 and 33 and -15 make 26 of 51.
    let shares: [(String, Int64)] = [("Ada", 33), ("Ben", 33), ("Cy", -15)]
    var money = try world.money(51, in: "USD")
    money.mode = .exact
    money.shares = shares.map { name, owed in
      .init(world.member(name), paidMinor: name == "Ben" ? 51 : 0, owedMinor: owed)
    }
    try #require(money.problem == nil)
    try await world.add("Dinner", money, on: "2024-03-05")
    try convert(world)
    let own = try #require(try world.row("Dinner")?.converted)
    let usd = try #require(Currency(code: "USD"))
    let euro = try #require(Currency(code: "EUR"))
    let half = try #require(ExchangeRate(try ExactDecimal("0.5")))
    let all = try Conversion.convert(
      money.shares.map { PersonAmount($0.memberID, $0.owedMinor) }, from: usd, to: euro, at: half)
    #expect(all.map(\.amount) == [16, 17, -7])
    #expect(own == Money(16, "EUR"))
  }
}
