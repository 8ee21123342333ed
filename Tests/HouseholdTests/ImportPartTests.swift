import Foundation
import Importing
import SQLite
import SyncProtocol
import Testing
import Things
import Values

@Suite("Importing part by part")
struct ImportPartTests {
  private static let header =
    "HB.import_ref,HB.location,HB.labels,HB.name,HB.quantity,HB.purchase_price,HB.field.Size"

  private static func sheet(_ count: Int, price: Int = 5) -> String {
    header + "\n"
      + (0..<count).map {
        "A\($0),Cellar / Box \($0 % 3),tag \($0 % 2),Thing \($0),1,\(price).00,\($0) cm\n"
      }.joined()
  }

  private func plan(_ text: String, _ store: TestStore) throws -> ImportPlan {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("parts-\(UUID().uuidString).csv").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    let document = try InventoryFile.open(path).read(ImportOptions(currency: currency))
    return try ImportPlan(
      document, ImportChoices(homeID: store.id("flat"), currency: "EUR"), in: store.connection)
  }

  /// Writes the parts one after the other; `between` runs before each but the first.
  private func write(
    _ plan: ImportPlan, _ store: TestStore, maxRecords: Int = 12, only: Int = .max,
    between: (Int) throws -> Void = { _ in }
  ) throws -> ApplyImport.Result {
    var result = ApplyImport.Result()
    for (number, part) in ImportPart.all(of: plan, maxRecords: maxRecords).prefix(only).enumerated()
    {
      if number > 0 { try between(number) }
      let ids = result.ids
      result.add(try store.write { try ApplyImport(plan, part: part, ids: ids)($0) })
    }
    return result
  }

  private func counts(_ store: TestStore) throws -> [Int64] {
    try ["items", "locations", "labels", "itemLabels", "itemFields"].map {
      try store.integer("SELECT count(*) FROM \($0)")
    }
  }

  @Test("the parts cover each item once, the first makes places and the last policies")
  func parts() throws {
    let store = try TestStore(homes: ["flat"])
    let plan = try plan(Self.sheet(40), store)
    let parts = ImportPart.all(of: plan, maxRecords: 12)
    #expect(parts.count > 5)
    #expect(parts.flatMap { Array($0.items) } == Array(plan.items.indices))
    #expect(parts.map(\.isFirst) == [true] + parts.dropFirst().map { _ in false })
    #expect(parts.map(\.isLast) == parts.dropLast().map { _ in false } + [true])
    #expect(ImportPart.all(of: plan).count == 1)
  }

  @Test("the first part, which is written twice beside the hub, is a small one")
  func firstPartIsSmall() throws {
    let store = try TestStore(homes: ["flat"])
    let count = 2 * ImportPart.maxRecords / 3
    let plan = try plan(Self.sheet(count), store)
    let parts = ImportPart.all(of: plan)
    #expect(parts.flatMap { Array($0.items) } == Array(plan.items.indices))
    // Each row is an item with a label and a field.
    #expect(parts.map { 3 * $0.items.count }.first ?? 0 <= ImportPart.maxFirstRecords)
    #expect(parts.count == 3)
  }

  @Test("a plan that is known to be current is not made again; else the first part looks")
  func currentPlan() throws {
    let store = try TestStore(homes: ["flat"])
    var apply = ApplyImport(try plan(Self.sheet(3), store))
    try store.addItem("Kettle", home: "flat")
    apply.isCurrent = true
    #expect(try store.write { try apply($0) }.newItemCount == 3)
    apply.isCurrent = false
    #expect(throws: ApplyImport.Failure.self) { try store.write { try apply($0) } }
  }

  @Test("parts write what one transaction writes, and taking them back leaves nothing")
  func asOne() throws {
    let (whole, parted) = (try TestStore(homes: ["flat"]), try TestStore(homes: ["flat"]))
    let wholePlan = try plan(Self.sheet(40), whole)
    try whole.write { try ApplyImport(wholePlan)($0) }
    let result = try write(try plan(Self.sheet(40), parted), parted)
    #expect(result.newItemCount == 40)
    #expect(result.locationCount == 4)
    #expect(try counts(parted) == counts(whole))
    #expect(try counts(parted) == [40, 4, 2, 40, 40])
    let names = "SELECT name || nameKey || priceMinor FROM items ORDER BY name"
    #expect(try parted.texts(names) == whole.texts(names))
    let trace = try JSONDecoder().decode(
      ImportTrace.self, from: JSONEncoder().encode(result.trace))
    #expect(trace == result.trace)
    try parted.write { try UndoImport(trace)($0) }
    #expect(try counts(parted) == [0, 0, 0, 0, 0])
  }

  @Test("an import that has stopped goes on when the file is imported again")
  func resumed() throws {
    let store = try TestStore(homes: ["flat"])
    let stopped = try write(try plan(Self.sheet(40), store), store, only: 3)
    #expect((1..<40).contains(stopped.newItemCount))
    let rest = try plan(Self.sheet(40), store)
    #expect(rest.items(in: .unchanged).count == stopped.newItemCount)
    #expect(try write(rest, store).newItemCount == 40 - stopped.newItemCount)
    #expect(try counts(store) == [40, 4, 2, 40, 40])
  }

  @Test("what somebody changes, deletes or imports between two parts stays as they left it")
  func meanwhile() throws {
    let store = try TestStore(homes: ["flat"])
    _ = try write(try plan(Self.sheet(20), store), store)
    // The last items of the file come in the last part.
    let last = try #require(try store.texts("SELECT id FROM items WHERE name = 'Thing 19'").first)
    let gone = try #require(try store.texts("SELECT id FROM items WHERE name = 'Thing 18'").first)
    let second = try plan(Self.sheet(40, price: 7), store)
    #expect(second.items(in: .updated).count == 20)
    let result = try write(second, store) { number in
      guard number == 1 else { return }
      try store.write { transaction in
        let shown = try #require(try Item.find(last, in: transaction.connection))
        var details = shown.details
        details.notes = "lent to Ben"
        var item = shown
        item.details = details
        try item.update(from: shown, in: transaction.connection)
        try DeleteItem(itemID: gone)(transaction)
        let label = try #require(
          try store.texts("SELECT id FROM labels WHERE name = 'tag 1'").first)
        try DeleteLabel(labelID: label)(transaction)
      }
      let other = try plan(Self.sheet(40, price: 7), store)
      try store.write { try ApplyImport(other)($0) }
    }
    #expect(result.newItemCount < 20)
    // Thing 18 came back with the other import, as a new item.
    #expect(try store.integer("SELECT count(*) FROM items") == 40)
    #expect(try store.integer("SELECT count(*) FROM items WHERE priceMinor = 700") == 40)
    #expect(try store.texts("SELECT notes FROM items WHERE id = '\(last)'") == ["lent to Ben"])
    let dangling = """
      SELECT count(*) FROM itemLabels WHERE labelID NOT IN (SELECT id FROM labels)
      """
    #expect(try store.integer(dangling) == 0)
  }

  @Test("a large import is taken back in pieces, and what holds it last")
  func undoneInPieces() throws {
    let store = try TestStore(homes: ["flat"])
    let plan = try plan(Self.sheet(2100), store)
    let result = try store.write { try ApplyImport(plan)($0) }
    let parts = result.trace.parts
    #expect(parts.count == 3)
    var undone = UndoImport.Result()
    for part in parts {
      undone.add(try store.write { try UndoImport(part)($0) })
      if undone.removedItemCount < 2100 {
        #expect(try store.integer("SELECT count(*) FROM locations") == 4)
      }
    }
    #expect(undone.removedItemCount == 2100)
    #expect(undone.labelCount == 2)
    #expect(try counts(store) == [0, 0, 0, 0, 0])
  }

  @Test("a trace that an earlier program kept is read")
  func olderTrace() throws {
    let text = """
      {"homes":[],"locations":[],"labels":[{"id":"l1","mark":"m1"}],
       "items":[{"id":"i1","mark":"m2"}],"changedItems":[],"policies":[],"photos":[]}
      """
    let trace = try JSONDecoder().decode(ImportTrace.self, from: Data(text.utf8))
    let again = try JSONDecoder().decode(ImportTrace.self, from: JSONEncoder().encode(trace))
    #expect(again == trace)
    #expect(!trace.isEmpty)
  }

  @Test("ids of one transaction follow each other")
  func order() throws {
    let store = try TestStore(homes: ["flat"])
    let ids = try store.write { transaction in (0..<500).map { _ in transaction.newID() } }
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 500)
    #expect(ids.allSatisfy { $0.utf8.count == 36 && Array($0)[14] == "7" })
  }
}
