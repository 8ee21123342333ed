import Finances
import Foundation
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Conditions of a ledger's search that stand beside each other: each holds, whichever list of an
/// index is walked for them.
@Suite struct LedgerConditionTests {
  private static let setting = SearchSetting(
    currency: "EUR", today: "2026-11-26", timeZone: .utc)

  private static func filter(_ text: String) -> LedgerList.Filter {
    var filter = LedgerList.Filter()
    filter.add(LedgerSearchQuery(text, setting))
    return filter
  }

  private static func titles(
    _ filter: LedgerList.Filter, _ world: LedgerWorld
  ) throws -> Set<String> {
    try world.file(world.ada).read { Set(try LedgerList.page(filter, in: $0).rows.map(\.title)) }
  }

  /// Entries of Ada's own with tags, notes and two categories, and a share in each of two groups.
  private static func world() async throws -> LedgerWorld {
    let world = try await LedgerWorld()
    try await world.write { transaction in
      let food = try AddLedgerCategory(CategoryDetails(name: "Groceries"))(transaction).id
      let travel = try AddLedgerCategory(CategoryDetails(name: "Travel"))(transaction).id
      for (title, kind, day, category, tags, note) in [
        ("Bread", .spending, "2026-03-15", food, "daily, work", ""),
        ("Taxi", .spending, "2026-04-02", travel, "workshop", "to the shop"),
        ("Salary", .income, "2026-03-31", nil, "", "March"),
        ("Ferry", .spending, "2025-12-31", travel, "holiday by sea, work", ""),
        ("Gift", .spending, "2026-12-24", nil, "holiday", ""),
      ] as [(String, LedgerEntryDetails.Kind, String, RecordID?, String, String)] {
        var details = LedgerEntryDetails(
          title: title, kind: kind, amountMinor: 500, currency: "EUR", day: day)
        (details.categoryID, details.tags, details.note) = (category, tags, note)
        try AddLedgerEntry(details)(transaction)
      }
      let lake = try CreateGroup(
        GroupDetails(name: "Lake", currency: "EUR"), ownName: "Ada", others: ["Eve"])(transaction)
      let members = try GroupMember.of(lake.id, in: transaction.connection)
      var boat = ExpenseDetails(title: "Boat", day: "2026-07-01")
      boat.place = "Corner shop"
      try AddExpense(
        groupID: lake.id, boat,
        try ExpenseDraft(
          currency: "EUR", amountMinor: 800, payers: [.init(members[0].id, 800)],
          sharers: members.map { .init($0.id) }
        ).money())(transaction)
    }
    try await world.add("Rent", world.money(100_000), on: "2026-03-02")
    return world
  }

  @Test("of two conditions on one thing both hold, and neither stands for the other")
  func both() async throws {
    let world = try await Self.world()
    for (text, found) in [
      ("has:category", ["Bread", "Taxi", "Ferry"]),
      ("no:category is:own", ["Salary", "Gift"]), ("-no:category", ["Bread", "Taxi", "Ferry"]),
      ("category:groceries category:travel", []), ("tag:daily tag:work", ["Bread"]),
      ("tag:work category:groceries", ["Bread"]), ("tag:work -category:travel", ["Bread"]),
      ("group:lake group:flat", []), ("group:flat is:own", []), ("group:lake is:shared", ["Boat"]),
      ("kind:income kind:spending", []), ("kind:spending group:flat", ["Rent"]),
    ] as [(String, Set<String>)] {
      #expect(try Self.titles(Self.filter(text), world) == found, "\(text)")
    }
  }

  @Test("a tag is found by its name or, if there is none, all whose name begins so")
  func tags() async throws {
    let world = try await Self.world()
    for (text, found) in [
      ("tag:work", ["Bread", "Ferry"]), ("tag:works", ["Taxi"]),
      ("tag:wo", ["Bread", "Taxi", "Ferry"]), ("tag:holiday", ["Gift"]),
      ("tag:hol", ["Ferry", "Gift"]), ("-tag:wo has:tag", ["Gift"]),
      ("\"by sea\"", ["Ferry"]),
    ] as [(String, Set<String>)] {
      #expect(try Self.titles(Self.filter(text), world) == found, "\(text)")
    }
  }

  @Test("places, notes and titles are looked for each by itself")
  func texts() async throws {
    let world = try await Self.world()
    for (text, found) in [
      ("shop", ["Boat", "Taxi"]), ("place:shop", ["Boat"]), ("note:shop", ["Taxi"]),
      ("note:taxi", []), ("place:boat", []), ("has:place", ["Boat"]),
      ("has:note", ["Taxi", "Salary"]),
    ] as [(String, Set<String>)] {
      #expect(try Self.titles(Self.filter(text), world) == found, "\(text)")
    }
  }

  @Test("days are those that are named: a part of a month or year is not the whole of it")
  func days() async throws {
    let world = try await Self.world()
    for (text, found) in [
      ("date:2026-03", ["Bread", "Salary", "Rent"]),
      ("date:2026-03-01..2026-03-15", ["Bread", "Rent"]),
      ("date:2026-03-15..2026-03-31", ["Bread", "Salary"]),
      ("date:2026-01..2026-04", ["Bread", "Taxi", "Salary", "Rent"]),
      ("date:2025-12..2026-12", ["Bread", "Taxi", "Salary", "Rent", "Boat", "Ferry", "Gift"]),
      ("date:2026", ["Bread", "Taxi", "Salary", "Rent", "Boat", "Gift"]),
      // Days are those that have been.
      ("date:300d", ["Bread", "Taxi", "Salary", "Rent", "Boat"]),
    ] as [(String, Set<String>)] {
      #expect(try Self.titles(Self.filter(text), world) == found, "\(text)")
    }
    // The month of a list, and the days that are typed into its search.
    var april = Self.filter("date:2026-03")
    april.month = LedgerMonth(year: 2026, month: 4)
    #expect(try Self.titles(april, world) == [])
  }

  @Test("what is left out is found by its tag too, and only that")
  func leftOut() async throws {
    let world = try await Self.world()
    try await world.add("Lamp", world.money(400), on: "2026-05-02")
    for (title, tags) in [("Rent", "home"), ("Lamp", "")] {
      let expense = try #require(try world.row(title)).sourceID
      let group = world.group
      try await world.write { transaction in
        var details = LedgerNoteDetails()
        (details.isHidden, details.tags) = (true, tags)
        try NoteShare(groupID: group, expenseID: expense, details: details)(transaction)
      }
    }
    #expect(try Self.titles(Self.filter("is:left-out"), world) == ["Rent", "Lamp"])
    #expect(try Self.titles(Self.filter("is:left-out tag:home"), world) == ["Rent"])
    // The sums that are kept know nothing of them.
    let count = try world.file(world.ada).read {
      try LedgerTotals(of: .matching(Self.filter("is:left-out")), in: $0).count
    }
    #expect(count == 2)
  }

  @Test("a walk that gives up among rows that do not match says that there may be more")
  func givenUp() async throws {
    let world = try await Self.world()
    try world.file(world.ada).read { connection in
      let some = LedgerSelection.matching(Self.filter("note:shop"))
      let whole = try LedgerTotals(of: some, in: connection)
      #expect(whole.count == 1 && whole.isWhole)
      let part = try LedgerTotals(of: some, limit: 2, in: connection)
      #expect(part.count == 0 && !part.isWhole)
      // As many as are added up at most are all there are.
      let all = LedgerSelection.matching(Self.filter("-note:nothing"))
      let seven = try LedgerTotals(of: all, limit: 7, in: connection)
      #expect(seven.count == 7 && seven.isWhole)
    }
  }

  @Test("the table of what a search finds begins with the oldest")
  func tableOrder() async throws {
    let world = try await Self.world()
    final class Box { var bytes: [UInt8] = [] }
    let text = try world.file(world.ada).read { connection in
      let box = Box()
      try LedgerTable.writeCSV(only: .matching(Self.filter("is:own")), in: connection) {
        box.bytes += $0
      }
      return String(decoding: box.bytes, as: UTF8.self)
    }
    let places = try ["Ferry", "Bread", "Salary", "Taxi", "Gift"].map { title in
      try #require(text.range(of: title)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test("until it is converted, what is still in a former currency is in no sum of the new one")
  func underWay() async throws {
    let world = try await Self.world()
    try await world.write {
      try EditProfile(displayName: "Ada", locale: "en", timeZone: "UTC", currency: "USD")($0)
    }
    let keys = try world.rows().map { LedgerSelection.Key(zone: $0.zoneID, source: $0.sourceID) }
    try world.file(world.ada).read { connection in
      for selection in [LedgerSelection.rows(keys), .matching(Self.filter("-note:nothing"))] {
        let totals = try LedgerTotals(of: selection, in: connection)
        #expect(totals.count == 7 && totals.unconverted == 7)
        #expect(totals.total == LedgerSums.Amounts())
      }
    }
  }
}
