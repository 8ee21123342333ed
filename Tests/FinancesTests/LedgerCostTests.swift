import Finances
import HearthDomain
import Household
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Values

/// A page of a ledger costs what it shows, however many rows the ledger has: told in the steps that
/// SQLite takes, which are the same on every machine.
@Suite struct LedgerCostTests {
  /// Entries of three years; three of them have a tag and a category.
  private static func world(entries: Int) async throws -> LedgerWorld {
    let world = try await LedgerWorld()
    let (group, member) = (world.group, world.member("Ada"))
    try await world.write { transaction in
      let category = try AddLedgerCategory(CategoryDetails(name: "Rare"))(transaction)
      for index in 0..<entries {
        let year = 2023 + index % 3
        let day = "\(year)-0\(1 + index % 9)-1\(index % 10)"
        guard index % 2 == 0 || index < 6 else {
          let money = ExpenseMoney(
            currency: "EUR", amountMinor: 100, mode: .equal,
            shares: [.init(member, paidMinor: 100, owedMinor: 100)])
          try AddExpense(groupID: group, ExpenseDetails(title: "Shared", day: day), money)(
            transaction)
          continue
        }
        var details = LedgerEntryDetails(
          title: "Entry", amountMinor: Int64(index + 1), day: day)
        if index < 3 { (details.tags, details.categoryID) = ("rare", category.id) }
        try AddLedgerEntry(details)(transaction)
      }
    }
    return world
  }

  private static let pages: [(name: String, read: @Sendable (Connection) throws -> Void)] = [
    ("list", { _ = try LedgerList.page(.init(), limit: 10, in: $0) }),
    (
      "month",
      { _ = try LedgerList.page(.init(month: LedgerMonth("2024-05")), limit: 10, in: $0) }
    ),
    (
      "category",
      {
        var filter = LedgerList.Filter()
        let categories = try LedgerCategories(in: $0)
        filter.categoryRefs = categories.refs(of: categories.own[0].id)
        let page = try LedgerList.page(filter, limit: 10, in: $0)
        #expect(page.rows.count == 3)
      }
    ),
    (
      "tag",
      {
        var filter = LedgerList.Filter()
        filter.tag = "Rare"
        let page = try LedgerList.page(filter, limit: 10, in: $0)
        #expect(page.rows.count == 3)
        #expect(try LedgerList.tags(in: $0) == ["rare"])
      }
    ),
    (
      "searched",
      {
        for (typed, count) in [("tag:rare", 3), ("category:rare entry", 3), ("entry", 10)] {
          var filter = LedgerList.Filter()
          filter.add(
            LedgerSearchQuery(
              typed, SearchSetting(currency: "EUR", today: "2025-05-01", timeZone: .utc)))
          let page = try LedgerList.page(filter, limit: 10, in: $0)
          #expect(page.rows.count == count)
        }
      }
    ),
    (
      "found",
      {
        var filter = LedgerList.Filter()
        filter.add(
          LedgerSearchQuery(
            "kind:spending date:2024",
            SearchSetting(currency: "EUR", today: "2025-05-01", timeZone: .utc)))
        let totals = try LedgerTotals(of: .matching(filter), in: $0)
        #expect(totals.total.own > 0)
      }
    ),
    (
      "sums",
      {
        let sums = try LedgerSums(
          from: LedgerMonth("2024-01")!, to: LedgerMonth("2024-12")!, LedgerCategories(in: $0),
          in: $0)
        #expect(sums.total.own > 0 && sums.total.shared > 0)
        _ = try LedgerSums.years(in: $0)
        _ = try LedgerProgress(in: $0)
        _ = try LedgerBudget.holding(in: LedgerMonth("2024-05")!, $0)
      }
    ),
  ]

  /// Rows as they stand in a ledger of many years, put there without their entries.
  private static func fill(_ world: LedgerWorld, rows: Int) throws {
    try world.file(world.ada).removeDeleted { connection, _ in
      try connection.execute(
        """
        INSERT INTO ledgerRows (serial, zoneID, originID, sourceID, flow, day, createdAt, title,
            place, categoryRef, tags, note, amountMinor, currency, convertedMinor, convertedCurrency,
            isHidden, words)
          WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ?)
          SELECT n << 20, (SELECT id FROM profiles), (SELECT id FROM profiles), 'row-' || n,
              'spending', '2024-05-01', n,
              'Entry', '', '', '', '', n, 'EUR', n, 'EUR', 0, ' entry' || (n % 10) || ' shop'
            FROM each
        """, .integer(Int64(rows)))
      return false
    }
  }

  @Test("a search of a ledger stops looking after a while, however many rows there are")
  func bounded() async throws {
    let setting = SearchSetting(currency: "EUR", today: "2025-05-01", timeZone: .utc)
    let (small, large) = (try await LedgerWorld(), try await LedgerWorld())
    try Self.fill(small, rows: 20_000)
    try Self.fill(large, rows: 100_000)
    for typed in ["qqqq", "entry3 >5", "-shop", "kind:income", "no:tag -entry4"] {
      let search: @Sendable (Connection) throws -> Void = { connection in
        var filter = LedgerList.Filter()
        filter.add(LedgerSearchQuery(typed, setting))
        _ = try LedgerList.page(filter, in: connection)
        _ = try LedgerTotals(of: .matching(filter), limit: 2000, in: connection)
      }
      let few = try Self.steps(small, search)
      let many = try Self.steps(large, search)
      #expect(Double(many) < Double(few) * 1.05 + 200, "\(typed): \(few) and \(many)")
    }
    let page = try large.file(large.ada).read { connection in
      var filter = LedgerList.Filter()
      filter.add(LedgerSearchQuery("qqqq", setting))
      return try LedgerList.page(filter, in: connection)
    }
    #expect(page.rows.isEmpty && page.isCutShort && page.next != nil)
  }

  private static func steps(
    _ world: LedgerWorld, _ read: @escaping @Sendable (Connection) throws -> Void
  ) throws -> Int {
    try world.file(world.ada).read { connection in
      try connection.steps { try read(connection) }
    }
  }

  @Test("a page of a ledger takes no more steps with ten times the rows")
  func pages() async throws {
    let (small, large) = (try await Self.world(entries: 150), try await Self.world(entries: 1500))
    for page in Self.pages {
      let few = try Self.steps(small, page.read)
      let many = try Self.steps(large, page.read)
      #expect(Double(many) < Double(few) * 1.3 + 200, "\(page.name): \(few) and \(many)")
    }
  }
}
