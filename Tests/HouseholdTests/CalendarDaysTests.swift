import SQLite
import SyncProtocol
import Testing
import Things

/// The days of all homes that belong in a calendar.
@Suite struct CalendarDaysTests {
  private func days(_ store: TestStore) throws -> [String] {
    try CalendarDays(today: "2026-06-12", in: store.connection).entries.map { entry in
      "\(entry.day) \(entry.homeName) \(Self.text(entry.subject))"
    }
  }

  private static func text(_ subject: CalendarDays.Subject) -> String {
    switch subject {
    case .maintenance(_, let title, let notes, _, let item): "\(title) \(item) \(notes)"
    case .warranty(_, let item): "warranty \(item)"
    case .loan(_, let item, let person): "\(item) back from \(person)"
    case .policy(_, let provider): "policy \(provider)"
    }
  }

  private func addMaintenance(
    _ title: String, _ due: String?, to item: RecordID, done: String? = nil, _ store: TestStore
  ) throws {
    var details = MaintenanceDetails(title: title, currency: "EUR")
    (details.dueOn, details.notes) = (due, "call")
    try store.write { [details] in
      try AddMaintenance(itemID: item, details, doneOn: done)($0)
    }
  }

  @Test("what is due, ends or should come back in every home, the earliest first; the rest is not")
  func entries() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    func edit(_ item: Item, _ change: (inout ItemDetails) -> Void) throws {
      var details = item.details
      change(&details)
      try store.write { [details] in try EditItem(itemID: item.id, details: details)($0) }
    }
    let kettle = try store.addItem("Kettle", home: "flat")
    try edit(kettle) { $0.warrantyUntil = "2026-07-01" }
    let drill = try store.addItem("Drill", home: "cabin")
    try edit(drill) { ($0.lentTo, $0.lentUntil) = ("Cleo", "2026-06-20") }
    try addMaintenance("Descale", "2026-06-30", to: kettle.id, store)
    try addMaintenance("Long due", "2025-06-12", to: kettle.id, store)
    for (name, change) in [
      (
        "archived",
        {
          $0.isArchived = true; $0.warrantyUntil = "2026-07-02"
        }
      ),
      (
        "for life",
        {
          $0.isLifetimeWarranty = true; $0.warrantyUntil = "2026-07-02"
        }
      ),
      ("past", { $0.warrantyUntil = "2025-06-10" }),
      ("open end", { $0.lentTo = "Cleo" }), ("nobody", { $0.lentUntil = "2026-07-02" }),
    ] as [(String, (inout ItemDetails) -> Void)] {
      let item = try store.addItem(name, home: "flat")
      try edit(item, change)
      if name == "archived" { try addMaintenance("Gone", "2026-07-03", to: item.id, store) }
    }
    try addMaintenance("Someday", nil, to: kettle.id, store)
    try addMaintenance("Done", "2026-07-01", to: kettle.id, done: "2026-06-01", store)
    var policy = PolicyDetails(provider: "Mutual", currency: "EUR")
    policy.endsOn = "2026-12-31"
    try store.write { [policy] in try AddPolicy(homeID: store.id("cabin"), policy)($0) }
    #expect(
      try days(store) == [
        "2025-06-12 flat Long due Kettle call", "2026-06-20 cabin Drill back from Cleo",
        "2026-06-30 flat Descale Kettle call", "2026-07-01 flat warranty Kettle",
        "2026-12-31 cabin policy Mutual",
      ])
  }

  @Test("the cost does not grow with the household: each kind is read by its day, up to a limit")
  func limits() throws {
    let store = try TestStore(homes: ["flat"])
    let count = CalendarDays.maxPerHome + 50
    try store.connection.execute(
      """
      WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
      INSERT INTO items (id, homeID, name, nameKey, currency, warrantyUntil, createdAt, createdBy)
        SELECT 'i' || i, ?, 'Item', 'item', 'EUR', date('2026-06-12', i || ' days'), 1, 'a' FROM n
      """, .integer(Int64(count)), .text(store.id("flat")))
    let entries = try CalendarDays(today: "2026-06-12", in: store.connection).entries
    #expect(entries.count == CalendarDays.maxPerHome)
    #expect(entries.first?.day == "2026-06-12")
    #expect(entries.map(\.day) == entries.map(\.day).sorted())
    for (sql, index) in [
      (
        """
        SELECT id FROM items WHERE homeID = ? AND isArchived = 0 AND warrantyUntil >= ?
          AND isLifetimeWarranty = 0 ORDER BY warrantyUntil, id LIMIT 9
        """, "itemsByWarranty"
      ),
      (
        """
        SELECT id FROM items WHERE homeID = ? AND isArchived = 0 AND lentTo <> ''
          AND lentUntil >= ? ORDER BY lentUntil, id LIMIT 9
        """, "itemsLent"
      ),
    ] {
      let plan = try store.connection.query("EXPLAIN QUERY PLAN \(sql)", "a", "b") { $0.text(3) }
      #expect(plan.count == 1 && plan[0].contains(index), "\(plan)")
    }
  }
}
