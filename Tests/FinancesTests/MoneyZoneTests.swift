import Finances
import HearthDomain
import Household
import Replica
import SyncProtocol
import TestSupport
import Testing

/// Which tables of money are shared, which are one person's own, and which stay on a device.
@Suite struct MoneyZoneTests {
  private static let shared: Set = [
    "groups", "groupMembers", "expenseCategories", "expenses", "repeatingExpenses", "manualRates",
    "expenseReceipts", "expenseComments", "groupPictures",
  ]
  private static let own: Set = [
    "ledgerCategories", "ledgerEntries", "ledgerBudgets", "ledgerNotes",
  ]

  // S2-REG-1 S2-REG-2 S2-T1-b
  @Test("what is of a group goes with the group, and one's own ledger with one's account alone")
  func zones() {
    #expect(Set(Finances.tables.map(\.name)) == Self.shared.union(Self.own))
    for table in Finances.tables {
      let kinds: Set<ZoneKind> = Self.own.contains(table.name) ? [.personal] : [.group]
      #expect(table.zoneKinds == kinds, "\(table.name)")
      // The group itself stands below nothing, so that it can be shared.
      #expect((table.zoneColumn == nil) == (table.name == "groups"), "\(table.name)")
    }
  }

  // S2-TODO-sync
  @Test("what others pull of a shared group has no row of anybody's ledger and nothing derived")
  func pulls() async throws {
    let world = try await LedgerWorld()
    try await world.add("Rent", try world.money(90_000))
    try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(
          title: "Coffee", amountMinor: 450, currency: "EUR", day: "2026-03-02"))($0)
    }
    try await world.sync()
    let all = Self.shared.union(Self.own)
    let counts = try [world.ada, world.ben].map { account in
      try world.file(account).read { connection in
        try all.reduce(into: [String: Int64]()) { counts, table in
          counts[table] = try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
        }
      }
    }
    #expect(counts[0]["ledgerEntries"] == 1 && counts[0]["expenses"] == 1)
    #expect(counts[1]["expenses"] == 1 && counts[1]["groupMembers"] == 3)
    for table in Self.own.subtracting(["ledgerCategories"]) {
      #expect(counts[1][table] == 0, "\(table)")
    }
    // What a replica keeps for itself has no name in the schema, so no change set can tell of it.
    let local = ["ledgerRows", "ledgerMembers", "ledgerTags", "ledgerSums"]
    #expect(Set(HearthDomain.schema.tables.map(\.name)).isDisjoint(with: local))
  }
}
