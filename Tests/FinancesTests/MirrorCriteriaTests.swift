import Finances
import HearthDomain
import Household
import Replica
import SQLite
import Splitting
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Values

/// What else holds for a person's shares of the expenses of groups.
@Suite struct MirrorCriteriaTests {
  private func place(
    _ place: String, of expense: RecordID, _ title: String, _ world: LedgerWorld
  ) async throws {
    let money = try world.money(2000)
    try await world.write(as: world.ben) { transaction in
      var details = ExpenseDetails(title: title, day: "2026-03-02")
      details.place = place
      try EditExpense(expenseID: expense, details: details, money: money)(transaction)
    }
  }

  // S2-TODO-mirtrig S2-TODO-loc S2-MT1-c S2-MT2-b S2-LOC-ins S2-LOC-upd S2-LOC-del S2-LC-3
  // D-MIR-5 D-MIR-6
  @Test(
    """
    a share has the place of its expense, with each change of it, and none once it is taken away; \
    what comes together with it comes, too
    """)
  func places() async throws {
    let world = try await LedgerWorld()
    let id = try await world.add("Dinner", try world.money(2000), as: world.ben)
    try await world.sync()
    #expect(try world.row("Dinner")?.place == "")
    for place in ["Lakeside", "Harbour"] {
      try await self.place(place, of: id, "Dinner", world)
      try await world.sync()
      #expect(try world.row("Dinner")?.place == place)
      // That it comes again changes nothing.
      try await world.file(world.ada).sync(via: world.hub.transport(world.ada))
      #expect(try world.row("Dinner")?.place == place)
    }
    try await place("", of: id, "Dinner", world)
    try await world.add("Tram", try world.money(300), as: world.ben)
    try await world.sync()
    #expect(try world.row("Dinner")?.place == "" && world.row("Tram")?.amountMinor == 150)
    try await world.write(as: world.ben) { _ = try DeleteExpense(expenseID: id)($0) }
    try await world.sync()
    #expect(try world.row("Dinner") == nil && world.row("Tram") != nil)
  }

  // D-MIR-22
  @Test("a person can note no place of their own, so none can be lost to that of the group")
  func noOwnPlace() {
    #expect(LedgerNoteDetails.fields.allSatisfy { $0.name != "place" })
  }

  @Test("a share that comes from the hub is converted as an own entry of its day is, in one go")
  func converted() async throws {
    let world = try await LedgerWorld()
    try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(
          title: "Own", amountMinor: 10_000, currency: "USD", day: "2024-03-05"))($0)
    }
    try await world.add(
      "Shared", try world.money(20_000, in: "USD"), on: "2024-03-05", as: world.ben)
    try await world.sync()
    let own = try #require(try world.row("Own")?.converted)
    #expect(own.currency == "EUR" && own.minor != 10_000)
    #expect(try world.row("Shared")?.converted == own)
  }

  // S2-T3-e
  // I2-7: a group in its own.
  @Test("what a group owes in another currency is converted into the group's own")
  func intoTheGroups() async throws {
    let world = try await LedgerWorld()
    let group = world.group
    try await world.add("Hotel", try world.money(20_000, in: "USD"))
    try await world.write {
      try SetRate(
        groupID: group, ManualRateDetails(from: "USD", to: "EUR", day: "2026-01-01", rate: "0.9"))(
          $0)
    }
    let converted = try world.file(world.ada).read { connection in
      let found = try #require(try Group.find(group, in: connection))
      let balances = try GroupBalances.of(group, in: connection)
      let currency = try #require(Currency(code: found.details.currency))
      let rates = try GroupRates(of: group, bank: nil, in: connection).rates(
        of: balances, to: currency.code, on: CalendarDay(year: 2026, month: 3, day: 2))
      return ConvertedBalances(balances, into: currency, at: rates.mapValues(\.rate))
    }
    #expect(converted.currency.code == "EUR" && converted.unconverted.isEmpty)
    #expect(converted.nets[world.member("Ben")] == 9000)
    #expect(converted.nets[world.member("Ada")] == -9000)
  }

  // S2-T6-a
  @Test("a note names its expense without a foreign key, and outlives it")
  func noForeignKey() async throws {
    let world = try await LedgerWorld()
    let (group, id) = (world.group, try await world.add("Bread", try world.money(2000)))
    var details = LedgerNoteDetails()
    details.tags = "food"
    let noted = details
    try await world.write { try NoteShare(groupID: group, expenseID: id, details: noted)($0) }
    try await world.write { _ = try DeleteExpense(expenseID: id)($0) }
    let (tables, note) = try world.file(world.ada).read { connection in
      (
        try connection.query("SELECT \"table\" FROM pragma_foreign_key_list('ledgerNotes')") {
          $0.text(0)
        }, try LedgerNote.of(id, in: connection)
      )
    }
    #expect(!tables.contains("expenses") && !tables.contains("groups"))
    #expect(note?.details.tags == "food")
  }

  // S2-T7 S2-REG-3 S2-ERD-note
  @Test(
    """
    what a device knows for itself, such as whose it is, is in tables of its own, which the schema \
    does not name, and nothing of them is sent
    """)
  func ownTables() async throws {
    let world = try await LedgerWorld()
    try await world.add("Bread", try world.money(2000))
    let synced = Set(HearthDomain.schema.tables.map(\.name))
    let (present, sent) = try world.file(world.ada).read { connection in
      (
        Set(
          try connection.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
            $0.text(0)
          }),
        try connection.query("SELECT body FROM syncPending") {
          String(decoding: $0.blob(0), as: UTF8.self)
        }
      )
    }
    #expect(present.contains("syncState") && !synced.contains("syncState"))
    let named = Set(
      sent.flatMap { $0.matches(of: /"t":"([^"]*)"/).map { String($0.1) } })
    #expect(named.contains("expenses") && named.isSubset(of: synced), "\(named)")
  }

  // S2-T7-use D-MIR-4
  // X29: a replica keeps the id of its account.
  @Test(
    """
    a replica knows whose it is before it has got anything, and is no other person's: one has \
    nothing of another's ledger
    """)
  func ownReplica() async throws {
    let world = try await LedgerWorld()
    let file = try LedgerWorld.replica(world.hub, world.ada, "new")
    let account = try file.read {
      try $0.first("SELECT accountID FROM syncState") { $0.text(0) }
    }
    #expect(account == world.ada)
    #expect(throws: ReplicaFileError.self) {
      _ = try ReplicaFile(
        path: world.hub.path(world.ada, "new"), domain: Migrations(HearthDomain.migrations),
        schema: HearthDomain.schema, accountID: world.ben,
        environment: .init(
          now: { WallClock.nowMilliseconds() }, random: .init(), boot: "boot-1"),
        observer: DomainObserver(), pool: world.hub.pool)
    }
    try await world.add("Bread", try world.money(2000))
    try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Mine", amountMinor: 100, day: "2026-03-02"))($0)
    }
    try await world.sync()
    #expect(try world.rows(of: world.ben).isEmpty)
  }

  // S2-ID-3 S2-ID-4 D-MIR-19
  @Test(
    """
    an expense that I save has my share at once, of the one member that I am, and none where I am \
    nobody; deriving it anew gives the same
    """)
  func ownShare() async throws {
    let world = try await LedgerWorld()
    let group = world.group
    let all = try world.money(3000, for: ["Ada", "Ben", "Cy"], in: "USD")
    let others = try world.money(3000, for: ["Ben", "Cy"])
    let (own, none) = try await world.write { transaction in
      let ids = try [(all, "All"), (others, "Others")].map { money, title in
        try AddExpense(
          groupID: group, ExpenseDetails(title: title, day: "2024-03-04"), money)(transaction).id
      }
      try HearthDomain.refresh(
        transaction.connection, changed: ids.map { RecordKey("expenses", $0) })
      return (
        try LedgerList.row(ids[0], in: group, transaction.connection),
        try LedgerList.row(ids[1], in: group, transaction.connection)
      )
    }
    #expect(own?.amountMinor == 1000 && own?.converted?.currency == "EUR" && none == nil)
    #expect(try world.rows(of: world.ben).isEmpty)
    let before = try LedgerWorld.dump(world.file(world.ada))
    try LedgerWorld.rebuild(world.file(world.ada))
    #expect(try LedgerWorld.dump(world.file(world.ada)) == before)
    // A second member that says it is the same person, as no hub stores it, adds no second share.
    let cy = world.member("Cy")
    let ada = world.ada
    try world.file(world.ada).removeDeleted { connection, _ in
      try connection.execute(
        "UPDATE groupMembers SET accountID = ? WHERE id = ?", .text(ada), .text(cy))
      try Finances.rebuild(connection)
      return false
    }
    #expect(try world.rows().count { $0.title == "All" } == 1)
  }

  // D-MIR-15
  @Test("no trigger writes to a ledger, so a file can be read and written by any program")
  func noTriggers() async throws {
    let world = try await LedgerWorld()
    let triggers = try world.file(world.ada).read { connection in
      try connection.query(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%ledger%'"
      ) { $0.text(0) }
    }
    #expect(triggers.isEmpty)
  }

  // S2-EDGE-dup-mirror
  @Test("a share that comes again and again, and to two devices, is one row of the ledger on each")
  func oneRow() async throws {
    let world = try await LedgerWorld()
    let second = try LedgerWorld.replica(world.hub, world.ada, "second")
    let id = try await world.add("Dinner", try world.money(1000), as: world.ben)
    for round in 1...3 as ClosedRange<Int64> {
      let money = try world.money(1000 + 200 * round)
      try await world.write(as: world.ben) { transaction in
        let stored = try Finances::Expense.find(id, in: transaction.connection)
        guard let stored else { return }
        _ = try EditExpense(expenseID: id, details: stored.details, money: money)(transaction)
      }
      for _ in 0..<3 {
        try await world.sync()
        try await second.sync(via: world.hub.transport(world.ada))
      }
      // What a device has not kept comes once more, from the beginning.
      let third = try LedgerWorld.replica(world.hub, world.ada, "device \(round)")
      try await third.sync(via: world.hub.transport(world.ada))
      for file in [world.file(world.ada), second, third] {
        let rows = try file.read { connection in
          try connection.query(
            "SELECT sourceID || ' ' || amountMinor FROM ledgerRows WHERE zoneID = ?",
            .text(world.group)
          ) { $0.text(0) }
        }
        #expect(rows == ["\(id) \(500 + 100 * round)"])
      }
    }
  }
}
