import Household
import SyncProtocol
import Testing
import Things
import Values

/// What the hub takes into each register: nothing that a page could stumble over.
@Suite struct RegisterRangeTests {
  private static var tables: [TableSchema] { Things.schema.tables.filter { !$0.isHubOwned } }

  @Test("every register has a range: numbers that were thought of, texts of some length")
  func ranges() {
    for table in Self.tables {
      for column in table.columns {
        let name = "\(table.name).\(column.name)"
        switch column.kind {
        case .integer(let range):
          #expect(range.lowerBound >= -1_000_000_000, "\(name)")
          #expect(range.upperBound <= TimeLimit.milliseconds.upperBound * 100, "\(name)")
        case .text(let maxBytes): #expect((1...(8 << 20)).contains(maxBytes), "\(name)")
        case .real: Issue.record("\(name) is a fraction; what is its range?")
        case .blob(let maxBytes): #expect(maxBytes <= 8 << 20, "\(name)")
        }
      }
    }
  }

  @Test("names tell what a register holds: times, days, amounts, currencies and hashes of files")
  func names() {
    for table in Self.tables {
      for column in table.columns {
        let name = "\(table.name).\(column.name)"
        if column.name.hasSuffix("At") {
          #expect(column.kind == .integer(TimeLimit.milliseconds), "\(name)")
        }
        if column.name.hasSuffix("Minor") {
          #expect(column.kind == .integer(MoneyLimit.minor), "\(name)")
        }
        let isDay = column.name.hasSuffix("On") || column.name.hasSuffix("Until")
        #expect((column.form == .day) == isDay, "\(name)")
        #expect((column.form == .currencyCode) == (column.name == "currency"), "\(name)")
        #expect((column.form == .sha256) == (column.name == "blobHash"), "\(name)")
      }
    }
  }

  @Test(
    "a day is one of the calendar, between the years 1000 and 9999",
    arguments: [
      ("2026-02-28", true), ("2024-02-29", true), ("1000-01-01", true), ("9999-12-31", true),
      ("2026-02-29", false), ("0000-00-00", false), ("0999-12-31", false), ("2026-13-01", false),
      ("2026-00-10", false), ("2026-04-31", false), ("2026-1-01", false), ("", false),
      ("2026-02-28 ", false), ("2026/02/28", false), ("２０２６-02-28", false), ("soon", false),
    ])
  func days(text: String, isTaken: Bool) throws {
    let column = try #require(
      Things.schema.table("items")?.columns.first { $0.name == "warrantyUntil" })
    #expect((column.problem(with: .text(text)) == nil) == isTaken)
    // What use cases take, the hub takes, too.
    #expect(CalendarDate.isValid(text) == isTaken)
  }

  @Test("what the program knows of currencies, the hub takes")
  func currencies() throws {
    let column = try #require(
      Things.schema.table("items")?.columns.first { $0.name == "currency" })
    for code in ["EUR", "JPY", "KWD", "CLF"] {
      #expect(Currency(code: code) != nil && column.problem(with: .text(code)) == nil)
    }
    for code in ["", "eur", "EU", "EURO", "EUR unpriced", "ÄÖÜ", "E1R"] {
      #expect(column.problem(with: .text(code)) != nil, "\(code)")
    }
  }

  @Test("numbers at both ends of 64 bits add up to one of its ends, and their product to none")
  func bounded() {
    #expect(Int64.max.addingSaturating(1) == .max && Int64.min.addingSaturating(-1) == .min)
    #expect(Int64.min.subtractingSaturating(1) == .min)
    #expect(Int64.max.subtractingSaturating(-1) == .max && Int64(5).subtractingSaturating(7) == -2)
    #expect(UInt8(3).subtractingSaturating(5) == 0 && UInt8(250).addingSaturating(9) == 255)
    #expect(Int64.max.multipliedExactly(by: 2) == nil && Int64(3).multipliedExactly(by: -4) == -12)
    #expect(12.clamped(to: 0...10) == 10 && (-1).clamped(to: 0...10) == 0)
  }

  @Test("rows that an older hub let through are read within the ranges")
  func olderRows() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Kettle", home: "flat", price: 5)
    let entry = try store.write {
      try AddMaintenance(itemID: item.id, MaintenanceDetails(title: "Descale", currency: "EUR"))($0)
    }
    try store.connection.execute(
      """
      UPDATE items SET createdAt = 9223372036854775807, priceMinor = 9223372036854775807,
        quantity = 9223372036854775807, residualMinor = 9223372036854775807
      """)
    try store.connection.execute(
      "UPDATE maintenance SET everyCount = 9223372036854775807, everyUnit = 'week'")
    try store.connection.execute(
      """
      INSERT INTO homeMerges (id, profileID, sourceID, sourceName, targetID, targetName, mergedAt,
          isCombining, counts, manifest)
        VALUES (?, ?, 'a', 'A', 'b', 'B', 9223372036854775807, 0,
          '{"items":9223372036854775807}', '{')
      """, .text(store.id("merge")), .text(TestStore.profile))
    let stored = try #require(try Item.find(item.id, in: store.connection))
    #expect(stored.createdAt == TimeLimit.milliseconds.upperBound)
    #expect(stored.details.priceMinor == nil && stored.valueMinor == nil)
    let repeated = try #require(try MaintenanceEntry.find(entry.id, in: store.connection))
    #expect(repeated.interval?.count == Int(MaintenanceEntry.counts.upperBound))
    let merge = try #require(try HomeMerge.all(in: store.connection).first)
    #expect(merge.undoUntil == TimeLimit.milliseconds.upperBound + HomeMerge.undoMilliseconds)
    #expect(merge.counts == MergeCounts() && merge.vanished.isEmpty && merge.returned == nil)
    try store.connection.transaction { try HouseholdIndex.rebuild(store.connection) }
    #expect(try Dashboard(home: store.id("flat"), in: store.connection)?.unpricedCount == 1)
    let claim = try ClaimItems(
      home: store.id("flat"), ClaimItems.Choice(), in: store.connection)
    #expect(claim.unpricedCount == 1 && claim.values.isEmpty)
  }
}
