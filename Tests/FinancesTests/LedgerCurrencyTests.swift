import Finances
import Household
import HearthDomain
import Rates
import Replica
import SQLite
import Splitting
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Values

/// A ledger is told in its person's currency.
@Suite struct LedgerCurrencyTests {
  private func choose(_ currency: String, _ world: LedgerWorld) async throws {
    try await world.write {
      try EditProfile(displayName: "Ada", locale: "en", timeZone: "UTC", currency: currency)($0)
    }
  }

  // D-MIR-9 D-MIR-23 S2-CCF-2
  @Test(
    """
    all of an expense is converted by the rate of its day, and then apportioned: everybody's parts \
    come to it (D-MIR-9, D-MIR-23, S2-CCF-2)
    """)
  func apportioned() async throws {
    let world = try await LedgerWorld()
    let money = try world.money(10_001, for: ["Ada", "Ben", "Cy"], in: "JPY")
    try await world.add("Sushi", money, on: "2024-03-02")
    let rate = try #require(
      EmbeddedRates.table?.rate(
        from: "JPY", to: "EUR", on: CalendarDay(year: 2024, month: 3, day: 2))
    ).rate
    let (yen, euro) = (try #require(Currency(code: "JPY")), try #require(Currency(code: "EUR")))
    let whole = try Conversion.convert(10_001, from: yen, to: euro, at: rate)
    let parts = try Conversion.apportion(
      whole, by: money.shares.map { PersonAmount($0.memberID, $0.owedMinor) })
    let own = try #require(parts.first { $0.person == world.member("Ada") }).amount
    #expect(try world.row("Sushi")?.converted == Money(own, "EUR"))
    #expect(parts.reduce(0) { $0 + $1.amount } == whole)
  }

  // S2-RECOMP-0 S2-RECOMP-1 S2-RECOMP-2 S2-RECOMP-3
  // I2-7: a share in its person's own currency.
  @Test(
    """
    another currency of mine converts everything anew, in parts: what is done is told, what ends \
    in between goes on, notes stay (S2-RECOMP-0, S2-RECOMP-1, S2-RECOMP-2, S2-RECOMP-3)
    """)
  func anotherCurrency() async throws {
    let world = try await LedgerWorld()
    let group = world.group
    let count = 4500
    let money = try world.money(2000)
    let first = try await world.write { transaction in
      for index in 0..<count {
        try AddLedgerEntry(
          LedgerEntryDetails(
            title: "Entry", amountMinor: Int64(index + 1), day: "2024-03-0\(1 + index % 9)"))(
            transaction)
      }
      let id = try AddExpense(
        groupID: group, ExpenseDetails(title: "Bread", day: "2024-03-04"), money)(transaction).id
      var notes = LedgerNoteDetails()
      notes.tags = "food"
      try NoteShare(groupID: group, expenseID: id, details: notes)(transaction)
      return id
    }
    try await choose("USD", world)
    func progress() throws -> LedgerProgress {
      try world.file(world.ada).read { try LedgerProgress(in: $0) }
    }
    func step() throws -> Bool {
      var isMore = false
      try world.file(world.ada).removeDeleted { connection, _ in
        isMore = try LedgerUpkeep.step(connection)
        return false
      }
      return isMore
    }
    var seen = [try progress()]
    #expect(seen[0].converted == 0 && seen[0].isUnderWay && seen[0].all == Int64(count) + 1)
    // What is written meanwhile is converted at once (S2-LC-1).
    try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Now", amountMinor: 100, day: "2024-03-04"))($0)
    }
    #expect(try world.row("Now")?.converted?.currency == "USD")
    while try step() { seen.append(try progress()) }
    #expect(seen.count > 2 && seen.map(\.converted) == seen.map(\.converted).sorted())
    let done = try progress()
    #expect(!done.isUnderWay && done.converted == done.all)
    #expect(try world.rows().allSatisfy { $0.converted?.currency == "USD" })
    let share = try #require(try world.row("Bread"))
    #expect(share.tags == "food" && share.sourceID == first && share.amount == Money(1000, "EUR"))
    let before = try LedgerWorld.dump(world.file(world.ada))
    try LedgerWorld.rebuild(world.file(world.ada))
    #expect(try LedgerWorld.dump(world.file(world.ada)) == before)
  }

  // S2-EDGE-conv-fail D-MIR-10
  @Test(
    """
    without a rate the amount stays as it is, is in no sum and is counted; trying again ends, too \
    (S2-EDGE-conv-fail, D-MIR-10)
    """)
  func withoutRate() async throws {
    let world = try await LedgerWorld()
    try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Far", amountMinor: 100, currency: "AED", day: "2024-03-04"))($0)
    }
    #expect(try world.row("Far")?.converted == nil)
    let sums = try world.file(world.ada).read { connection in
      try LedgerSums(
        from: LedgerMonth("2024-03")!, to: LedgerMonth("2024-03")!,
        LedgerCategories(in: connection), in: connection)
    }
    #expect(sums.unconverted == 1 && sums.count == 1 && sums.total.spent == 0)
    #expect(sums.currencies["AED"]?.spent == 100)
    try world.file(world.ada).removeDeleted { connection, _ in
      try LedgerUpkeep.tryAgain(connection)
      return false
    }
    try world.file(world.ada).removeDeleted { connection, _ in try LedgerUpkeep.step(connection) }
    let progress = try world.file(world.ada).read { try LedgerProgress(in: $0) }
    #expect(!progress.isUnderWay && progress.all == 1 && progress.converted == 0)
  }

  @Test("an older person's replica that had no profile has everything once it is there (D-MIR-3)")
  func profileLater() async throws {
    let world = try await LedgerWorld()
    try await world.add("Bread", try world.money(2000))
    let before = try LedgerWorld.dump(world.file(world.ada))
    // As if the replica had not known its person when it got the rest.
    try world.file(world.ada).removeDeleted { connection, _ in
      for table in ["ledgerRows", "ledgerSums", "ledgerMembers"] {
        try connection.execute("DELETE FROM \(table)")
      }
      try connection.execute("UPDATE ledgerState SET currency = ''")
      return false
    }
    try await choose("EUR", world)
    #expect(try LedgerWorld.dump(world.file(world.ada)) == before)
  }

  @Test("D-MIR-8 an entry and its row of the ledger are written together, or neither is")
  func oneTransaction() async throws {
    struct Broken: Error {}
    let world = try await LedgerWorld()
    func count(_ table: String) throws -> Int64 {
      try world.file(world.ada).read { connection in
        try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? -1
      }
    }
    let details = LedgerEntryDetails(
      title: "Bread", amountMinor: 100, currency: "USD", day: "2024-03-04")
    await #expect(throws: (any Error).self) {
      try await world.write { transaction in
        transaction.connection.injectedFailure = { sql in
          sql.contains("ledgerRows") && !sql.hasPrefix("SELECT") ? Broken() : nil
        }
        try AddLedgerEntry(details)(transaction)
      }
    }
    try world.file(world.ada).removeDeleted { connection, _ in
      connection.injectedFailure = nil
      return false
    }
    for table in ["ledgerEntries", "ledgerRows", "syncPending"] {
      #expect(try count(table) == 0, "\(table)")
    }
    // Nothing is left that keeps it from being written, and converted at once.
    try await world.write { try AddLedgerEntry(details)($0) }
    #expect(try world.row("Bread")?.converted?.currency == "EUR")
  }
}
