import Finances
import Foundation
import Household
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Values

/// Searching a person's own ledger: what is found, in which order, and what it comes to.
@Suite struct LedgerSearchTests {
  private static let today = CalendarDay(year: 2026, month: 11, day: 26)
  private static let setting = SearchSetting(
    currency: "EUR", today: today.text, timeZone: .utc)

  private typealias Clause = LedgerList.Filter.Clause

  private static func clauses(_ text: String) -> [Clause] {
    LedgerSearchQuery(text, setting).parts.compactMap {
      if case .clause(let clause) = $0.meaning { clause } else { nil }
    }
  }

  private static func filter(_ text: String) -> LedgerList.Filter {
    var filter = LedgerList.Filter()
    filter.add(LedgerSearchQuery(text, setting))
    return filter
  }

  @Test("a search text is read as words and conditions, and what is not understood is told")
  func language() {
    let clauses = Self.clauses
    #expect(
      clauses(">50") == [.init(.amount(AmountRange(currency: "EUR", minMinor: 5001)))])
    #expect(clauses("label:Work") == [.init(.own(.tag("Work")))])
    #expect(
      clauses("-from:\"Lake weekend\"") == [.init(.own(.group("Lake weekend")), isExcluded: true)])
    #expect(clauses("kind:earned is:sent") == [.init(.kind(.income)), .init(.kind(.sent))])
    #expect(
      clauses("is:own is:hidden") == [.init(.own(.state(.own))), .init(.own(.state(.leftOut)))])
    #expect(clauses("no:category") == [.init(.has(.category), isExcluded: true)])
    #expect(
      clauses("date:2026-02") == [.init(.day(DayRange(from: "2026-02-01", to: "2026-02-28")))])
    #expect(clauses("payee:bak") == [.init(.text(.title, "bak"))])
    let problems = LedgerSearchQuery("katego:x kind:incom", Self.setting).parts.map(\.meaning)
    #expect(
      problems == [
        .problem(.unknownName(suggestion: nil)),
        .problem(
          .unknownChoice(
            of: "kind", known: LedgerList.Filter.OwnTest.Kind.allCases.map(\.rawValue),
            suggestion: "kind:income")),
      ])
  }

  /// Entries of Ada's own in two currencies, two shares, and two payments.
  private static func world() async throws -> LedgerWorld {
    let world = try await LedgerWorld()
    try await world.write { transaction in
      let food = try AddLedgerCategory(CategoryDetails(name: "Groceries"))(transaction).id
      for (title, kind, minor, code, day, category, tags, note) in [
        ("Bäckerei Süß", .spending, 470, "EUR", "2026-03-04", food, "daily, Work", "two rolls"),
        ("Salary", .income, 280_000, "EUR", "2026-03-01", nil, "", ""),
        ("Taxi", .spending, 2000, "USD", "2026-04-02", nil, "work", "to the\nairport hotel"),
        ("Bus ticket", .spending, 250, "EUR", "2025-12-31", nil, "holiday", ""),
        ("Lamp", .spending, 4999, "KWD", "2026-05-02", nil, "", ""),
      ] as [(String, LedgerEntryDetails.Kind, Int64, String, String, RecordID?, String, String)] {
        var details = LedgerEntryDetails(
          title: title, kind: kind, amountMinor: minor, currency: code, day: day)
        (details.categoryID, details.tags, details.note) = (category, tags, note)
        try AddLedgerEntry(details)(transaction)
      }
    }
    try await world.add("Rent", world.money(100_000), on: "2026-03-02", category: "Groceries")
    try await world.add("Voucher", world.money(-600), on: "2026-03-09")
    try await world.add(
      "Back", ExpenseMoney(paying: 700, "EUR", from: world.member("Ada"), to: world.member("Ben")))
    return world
  }

  private static func titles(_ text: String, _ world: LedgerWorld) throws -> Set<String> {
    try world.file(world.ada).read {
      Set(try LedgerList.page(filter(text), in: $0).rows.map(\.title))
    }
  }

  private static let all: Set<String> = [
    "Bäckerei Süß", "Salary", "Taxi", "Bus ticket", "Lamp", "Rent", "Voucher", "Back",
  ]

  @Test("words and conditions find the rows that meet all of them, and a minus leaves these out")
  func found() async throws {
    let world = try await Self.world()
    for (text, found) in [
      ("", Self.all), ("backerei", ["Bäckerei Süß"]), ("SUSS rolls", ["Bäckerei Süß"]),
      // Words are found from their beginning on, whichever text has them.
      ("erei", []), ("air", ["Taxi"]), ("flat", []),
      ("category:groc", ["Bäckerei Süß", "Rent"]), ("tag:work", ["Bäckerei Süß", "Taxi"]),
      ("tag:work -tag:daily", ["Taxi"]), ("tag:none", []), ("-tag:none", Self.all),
      ("category:zoo", []), ("has:tag", ["Bäckerei Süß", "Taxi", "Bus ticket"]),
      ("no:category is:own", ["Salary", "Taxi", "Bus ticket", "Lamp"]),
      ("kind:income", ["Salary"]), ("kind:refund", ["Voucher"]),
      ("kind:payment", ["Back"]), ("kind:sent", ["Back"]), ("kind:received", []),
      ("group:flat", ["Rent", "Voucher", "Back"]), ("is:shared", ["Rent", "Voucher", "Back"]),
      ("-group:fla", ["Bäckerei Süß", "Salary", "Taxi", "Bus ticket", "Lamp"]),
      ("group:other", []), (">=500", ["Salary", "Rent"]), ("amount:3", ["Voucher"]),
      ("amount:2.5..5", ["Bäckerei Süß", "Bus ticket", "Voucher"]), ("amount:20usd", ["Taxi"]),
      ("currency:usd", ["Taxi"]), ("date:2025", ["Bus ticket"]),
      ("date:2026-03 kind:spending", ["Bäckerei Süß", "Rent", "Voucher"]),
      ("date:2026-03-02..2026-03-04", ["Bäckerei Süß", "Rent", "Back"]),
      ("-date:2026", ["Bus ticket"]), ("\"airport hotel\"", ["Taxi"]), ("\"the airport\"", []),
      ("-bus is:own kind:spending", ["Bäckerei Süß", "Taxi", "Lamp"]),
      ("note:rolls", ["Bäckerei Süß"]),
      ("title:rolls", []), ("is:unconverted", ["Lamp"]), ("is:left-out", []), ("🎉", []),
      ("kind:spending tag:work category:groceries date:2026-03", ["Bäckerei Süß"]),
    ] as [(String, Set<String>)] {
      #expect(try Self.titles(text, world) == found, "\(text)")
    }
    // What is worth between 15 and 19 euros was paid in dollars.
    #expect(try Self.titles("amount:10..25", world) == ["Taxi"])
  }

  @Test("what is left out is found by asking for it, and a group that was left by its name")
  func leftOut() async throws {
    let world = try await Self.world()
    let rent = try #require(try world.row("Rent")).sourceID
    var details = LedgerNoteDetails()
    details.isHidden = true
    let (group, hidden, ben) = (world.group, details, world.member("Ben"))
    try await world.write { try NoteShare(groupID: group, expenseID: rent, details: hidden)($0) }
    #expect(try Self.titles("is:left-out", world) == ["Rent"])
    #expect(try Self.titles("-is:left-out group:flat", world) == ["Voucher", "Back"])
    try await world.write(as: world.ben) { try ClaimMember(memberID: ben)($0) }
    try await world.sync()
    _ = try await world.write(as: world.ben) { try KeepShares(groupID: group)($0) }
    try await world.sync()
    try world.hub.hub.remove(world.ben, from: group, by: world.ben)
    try await world.sync()
    try world.file(world.ben).read { connection in
      func titles(_ text: String) throws -> Set<String> {
        Set(try LedgerList.page(Self.filter(text), in: connection).rows.map(\.title))
      }
      for (text, found) in [
        ("group:fl", ["Rent", "Voucher", "Back"]), ("flat kind:payment", ["Back"]),
        ("group:other", []),
      ] as [(String, Set<String>)] {
        let titles = try titles(text)
        #expect(titles == found, "\(text)")
      }
    }
  }

  @Test("what is found comes to the same, however it is added up")
  func totals() async throws {
    let world = try await Self.world()
    for text in [
      "", "kind:spending", "date:2026-03", "is:own", "category:groceries", "group:flat",
      "kind:income date:2026", "tag:work", "amount:2..5", "-kind:spending", "rent", "no:category",
    ] {
      try world.file(world.ada).read { connection in
        let rows = try LedgerList.page(Self.filter(text), in: connection).rows
        // A word that every row lacks changes nothing, and no kept sum knows it.
        for search in [text, text + " -qqqq"] {
          let totals = try LedgerTotals(of: .matching(Self.filter(search)), in: connection)
          #expect(totals.count == rows.count && totals.isWhole, "\(search)")
          func sum(_ flow: LedgerFlow) -> Int128 {
            rows.filter { $0.flow == flow }.reduce(0) { $0 + ($1.converted?.minor ?? 0) }
          }
          #expect(totals.total.spent == sum(.spending) && totals.total.income == sum(.income))
          #expect(totals.total.sent == sum(.sent) && totals.total.received == sum(.received))
          #expect(totals.unconverted == rows.count { $0.converted == nil }, "\(search)")
          #expect(
            totals.currencies.mapValues(\.spent)
              == Dictionary(grouping: rows, by: \.currency).mapValues { rows in
                rows.filter { $0.flow == .spending }.reduce(0) { $0 + Int128($1.amountMinor) }
              }, "\(search)")
        }
        let picked = rows.map { LedgerSelection.Key(zone: $0.zoneID, source: $0.sourceID) }
        let all = try LedgerTotals(of: .matching(Self.filter(text)), in: connection)
        let chosen = try LedgerTotals(of: .rows(picked + picked), in: connection)
        #expect(chosen.total == all.total && chosen.count == all.count)
      }
    }
    let few = try world.file(world.ada).read {
      try LedgerTotals(of: .matching(Self.filter("-qqqq")), limit: 3, in: $0)
    }
    #expect(few.count == 3 && !few.isWhole)
  }

  @Test("pages of a search follow each other without gaps, by every index")
  func pages() async throws {
    let world = try await Self.world()
    for text in ["", "-bus", "tag:work", "category:groceries", "group:flat", "kind:spending"] {
      try world.file(world.ada).read { connection in
        let whole = try LedgerList.page(Self.filter(text), in: connection).rows
        var (seen, next): ([Int64], Int64?) = ([], nil)
        repeat {
          let page = try LedgerList.page(
            Self.filter(text), before: next, limit: 2, in: connection)
          seen += page.rows.map(\.serial)
          next = page.next
        } while next != nil
        #expect(seen.sorted() == whole.map(\.serial).sorted() && Set(seen).count == seen.count)
      }
    }
  }

  @Test("the table of a selection has what it finds, and nothing else")
  func table() async throws {
    let world = try await Self.world()
    final class Box { var bytes: [UInt8] = [] }
    let count = try world.file(world.ada).read { connection in
      let box = Box()
      let count = try LedgerTable.writeCSV(
        only: .matching(Self.filter("tag:work")), in: connection
      ) { box.bytes += $0 }
      let text = String(decoding: box.bytes, as: UTF8.self)
      #expect(text.contains("Taxi") && text.contains("Bäckerei") && !text.contains("Salary"))
      return count
    }
    #expect(count == 2)
  }

  @Test("a program's search that cannot be looked for is refused")
  func refused() async throws {
    let world = try await Self.world()
    try world.file(world.ada).read { connection in
      for text in ["kind:x", "tag:nowhere", "category:zoo", "group:other", "date:soon", "***"] {
        #expect(throws: RefusedSearch.self, "\(text)") {
          var filter = LedgerList.Filter()
          try filter.add(text, today: Self.today, .utc, connection)
        }
      }
      var filter = LedgerList.Filter()
      try filter.add("tag:work >15usd", today: Self.today, .utc, connection)
      #expect(try LedgerList.page(filter, in: connection).rows.map(\.title) == ["Taxi"])
    }
  }

  // S2-CCF-1
  @Test("shares of groups that are not converted are listed by themselves, exactly these")
  func unconvertedShares() async throws {
    let world = try await Self.world()
    #expect(try Self.titles("is:unconverted is:shared", world) == [])
    try await world.add("Noodles", world.money(200_000, in: "VND"), on: "2024-03-05")
    try await world.add("Boat", world.money(200_000, in: "VND"), on: "2024-03-06")
    try await world.add("Hotel", world.money(20_000, in: "USD"), on: "2024-03-05")
    #expect(try Self.titles("is:unconverted is:shared", world) == ["Noodles", "Boat"])
    #expect(try Self.titles("is:unconverted is:own", world) == ["Lamp"])
    let group = world.group
    try await world.write {
      try SetRate(
        groupID: group,
        ManualRateDetails(from: "VND", to: "EUR", day: "2024-03-06", rate: "0.00004"))($0)
    }
    try world.file(world.ada).removeDeleted { connection, _ in
      try LedgerUpkeep.step(connection)
    }
    #expect(try Self.titles("is:unconverted is:shared", world) == ["Noodles"])
  }
}
