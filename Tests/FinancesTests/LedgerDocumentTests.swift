import Finances
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// A ledger as a document.
@Suite struct LedgerDocumentTests {
  private final class Box { var bytes: [UInt8] = [] }

  private func document(_ world: LedgerWorld, of account: AccountID) throws -> [UInt8] {
    let box = Box()
    try world.file(account).read { connection in
      _ = try LedgerDocument.write(in: connection) { box.bytes += $0 }
    }
    return box.bytes
  }

  /// What a ledger says, with names for ids.
  private struct Said: Equatable {
    var categories: [CategoryDetails]
    var entries: [String]
    var budgets: [String]
    var notes: [String]

    init(_ world: LedgerWorld, of account: AccountID) throws {
      self = try world.file(account).read { connection in
        let categories = try LedgerCategory.own(in: connection)
        func name(_ id: RecordID?) -> String {
          id.map { id in categories.first { $0.id == id }?.details.name ?? "gone" } ?? "-"
        }
        return Said(
          categories: categories.map(\.details),
          entries: try LedgerEntry.all(where: "true", [], in: connection).map { entry in
            var details = entry.details
            details.categoryID = nil
            return "\(details) \(name(entry.details.categoryID)) \(entry.createdAt)"
          }.sorted(),
          budgets: try LedgerBudget.own(in: connection).map {
            "\(name($0.categoryID)) \($0.day) \($0.amountMinor) \($0.currency) \($0.isOnce)"
          }.sorted(),
          notes: try LedgerNote.all(where: "true", [], in: connection).map { note in
            var details = note.details
            details.categoryID = nil
            return "\(note.groupID) \(note.expenseID) \(details) \(name(note.details.categoryID))"
              + " \(note.kept.map { "\($0)" } ?? "")"
          }.sorted())
      }
    }

    init(categories: [CategoryDetails], entries: [String], budgets: [String], notes: [String]) {
      (self.categories, self.entries) = (categories, entries)
      (self.budgets, self.notes) = (budgets, notes)
    }
  }

  /// Entries, categories, budgets, notes on shares, and shares of a group that was left.
  private func fill(_ world: LedgerWorld, _ random: inout SeededRandom) async throws {
    var random = random
    let currencies = ["EUR", "JPY", "KWD", "USD"]
    let names = ["Food", "\"Quoted\"", "Garden 🌻", "Rent"]
    let categories = try await world.write { transaction in
      try names.map { name in
        try AddLedgerCategory(
          CategoryDetails(name: name, emoji: "🥖", colorIndex: name.count))(transaction).id
      }
    }
    for number in 0..<40 {
      var details = LedgerEntryDetails(
        title: ["=1+1", "Tea \"hot\"", "a,b"][number % 3] + " \(number)",
        kind: number % 4 == 0 ? .income : .spending,
        amountMinor: Int64.random(in: 1...9_000_000_000_000, using: &random),
        currency: currencies[number % 4], day: "202\(number % 7)-0\(1 + number % 9)-11")
      details.tags = number % 2 == 0 ? "one, two words" : ""
      details.note = number % 5 == 0 ? "two\nlines" : ""
      details.categoryID = number % 3 == 0 ? categories.randomElement(using: &random) : nil
      let entry = details
      try await world.write { try AddLedgerEntry(entry)($0) }
    }
    for (number, category) in ([nil] + categories.map(Optional.some)).enumerated() {
      let month = try #require(LedgerMonth(year: 2026, month: 1 + number))
      try await world.write {
        try SetLedgerBudget(
          categoryID: category, month: month, amountMinor: Int64(number * 1000), currency: "EUR",
          isOnce: number % 2 == 1)($0)
      }
    }
    let group = world.group
    for number in 0..<4 {
      let id = try await world.add("Share \(number)", try world.money(2000 + Int64(number)))
      guard number % 2 == 0 else { continue }
      var notes = LedgerNoteDetails()
      notes.tags = "shared"
      notes.note = "two\nlines"
      notes.categoryID = categories[0]
      notes.isHidden = number == 2
      let details = notes
      try await world.write { try NoteShare(groupID: group, expenseID: id, details: details)($0) }
    }
    try await world.write { _ = try KeepShares(groupID: group)($0) }
  }

  @Test(
    "a ledger that was exported is the same in another account, and once only", arguments: 0..<4)
  func roundTrip(_ seed: Int) async throws {
    let world = try await LedgerWorld()
    var random = SeededRandom(seed: UInt64(seed) + 5)
    try await fill(world, &random)
    let bytes = try document(world, of: world.ada)
    let bring = try ImportLedger(bytes)
    let said = try Said(world, of: world.ada)
    // Where it is from nothing comes.
    let none = try await world.write { try bring($0) }
    #expect(none.entryCount + none.categoryCount + none.budgetCount + none.noteCount == 0)
    #expect(try Said(world, of: world.ada) == said)
    let result = try await world.write(as: world.ben) { try bring($0) }
    #expect(result.entryCount == 40 && result.noteCount == 4 && result.presentCount == 0)
    #expect(try Said(world, of: world.ben) == said)
    let again = try await world.write(as: world.ben) { try bring($0) }
    #expect(again.entryCount == 0 && again.presentCount > 40)
    #expect(try Said(world, of: world.ben) == said)
    // The hub takes all of it.
    try await world.sync()
    #expect(try world.file(world.ben).parkedChanges().isEmpty)
    #expect(try document(world, of: world.ada) == bytes)
  }

  @Test("a lost entry comes back under its id")
  func restored() async throws {
    let world = try await LedgerWorld()
    let entry = try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Bread", amountMinor: 420, day: "2026-03-02"))($0)
    }
    let bring = try ImportLedger(try document(world, of: world.ada))
    _ = try await world.write { try DeleteLedgerEntry(entryID: entry.id)($0) }
    let result = try await world.write { try bring($0) }
    #expect(result.entryCount == 1)
    #expect(try world.rows().map(\.sourceID) == [entry.id])
  }

  @Test("a document with a fault is refused as a whole, with the place of the fault")
  func faulty() async throws {
    let world = try await LedgerWorld()
    for text in ["", "[]", "{\"format\":\"hearth-group\",\"version\":1}"] {
      #expect(throws: ImportLedger.Failure.notALedger) { try ImportLedger(Array(text.utf8)) }
    }
    #expect(throws: ImportLedger.Failure.newerVersion) {
      try ImportLedger(Array("{\"format\":\"hearth-ledger\",\"version\":2}".utf8))
    }
    func failure(_ members: String) async throws -> String? {
      let text = "{\"format\":\"hearth-ledger\",\"version\":1,\"id\":\"x\",\(members)}"
      let bring = try ImportLedger(Array(text.utf8))
      do {
        _ = try await world.write { try bring($0) }
        return nil
      } catch ImportLedger.Failure.invalid(let place, _) {
        return place
      }
    }
    let good =
      "{\"id\":\"a\",\"title\":\"A\",\"kind\":\"spending\",\"amountMinor\":1,"
      + "\"currency\":\"EUR\",\"day\":\"2026-01-01\"}"
    for wrong in [
      good.replacing("\"amountMinor\":1", with: "\"amountMinor\":0"),
      good.replacing("2026-01-01", with: "2026-02-30"), good.replacing("EUR", with: "XXX"),
      good.replacing("\"A\"", with: "\"\""), "{}", "7",
    ] {
      let other = wrong.replacing("\"id\":\"a\"", with: "\"id\":\"b\"")
      #expect(try await failure("\"entries\":[\(good),\(other)]") == "entries[1]", "\(wrong)")
    }
    #expect(try await failure("\"budgets\":[{\"month\":\"2026-13\"}]") == "budgets[0]")
    #expect(
      try await failure("\"budgets\":[{\"month\":\"2026-01\",\"amountMinor\":-5}]") == "budgets[0]")
    #expect(try await failure("\"notes\":[{\"groupID\":\"g\"}]") == "notes[0]")
    #expect(
      try await failure(
        "\"notes\":[{\"groupID\":\"g\",\"expenseID\":\"e\",\"kept\":{\"title\":\"A\"}}]")
        == "notes[0]")
    #expect(try world.rows().isEmpty)
  }
}
