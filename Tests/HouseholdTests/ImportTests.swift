import CSQLite
import Foundation
import Importing
import SQLite
import SyncProtocol
import Testing
import Things
import Values

@Suite struct ImportTests {
  private func document(_ text: String) throws -> ImportDocument {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("import-\(UUID().uuidString).csv").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    return try InventoryFile.open(path).read(ImportOptions(currency: currency))
  }

  private func plan(_ text: String, _ store: TestStore) throws -> ImportPlan {
    try ImportPlan(
      document(text), ImportChoices(homeID: store.id("flat"), currency: "EUR"),
      in: store.connection)
  }

  @discardableResult
  private func apply(_ text: String, _ store: TestStore) throws -> ApplyImport.Result {
    let plan = try plan(text, store)
    return try store.write { try ApplyImport(plan)($0) }
  }

  private static let header =
    "HB.import_ref,HB.location,HB.labels,HB.name,HB.quantity,HB.purchase_price,HB.notes,"
    + "HB.field.Size"
  private static let sheet = """
    \(header)
    A1,Kitchen / Shelf,red; blue,Pan,2,19.99,"Two
    lines",28 cm
    A2,kitchen,RED,Pot,1,5,,
    ,Attic,,Sledge,1,,,
    ,Attic,,Sledge,1,,,
    A3,Attic,,,1,,,
    A4,Attic,,Box,1,twelve,,

    """

  @Test("an import makes what is missing and uses what is there, and names what needs fixing")
  func firstImport() throws {
    let store = try TestStore(homes: ["flat"])
    let kitchen = try store.addLocation("KITCHEN", home: "flat")
    let red = try store.addLabel("Red", home: "flat")
    let plan = try plan(Self.sheet, store)
    #expect(plan.items(in: .new).map(\.index) == [0, 1, 2, 3])
    #expect(plan.items(in: .needsFixing).map(\.index) == [4, 5])
    let result = try store.write { try ApplyImport(plan)($0) }
    #expect(result.newItemCount == 4)
    #expect(result.locationCount == 2)
    #expect(result.labelCount == 1)
    let id = try #require(try store.texts("SELECT id FROM items WHERE name = 'Pan'").first)
    let page = try #require(try ItemPage(item: id, in: store.connection))
    #expect(page.path.map(\.name) == ["KITCHEN", "Shelf"])
    #expect(page.path.first?.id == kitchen)
    #expect(page.labels.map(\.name) == ["blue", "Red"])
    #expect(page.labels.last?.id == red)
    #expect(page.item.details.priceMinor == 1999)
    #expect(page.item.details.quantity == 2)
    #expect(page.item.details.notes == "Two\nlines")
    #expect(page.fields.map(\.value) == ["28 cm"])
    #expect(try store.integer("SELECT count(*) FROM items WHERE name = 'Sledge'") == 2)
  }

  @Test("rows are known again by an index, however many there are", arguments: ["A1", ""])
  func lookups(reference: String) throws {
    let store = try TestStore(homes: ["flat"])
    let sheet = "HB.import_ref,HB.name\n\(reference),Pan\n"
    try apply(sheet, store)
    #expect(try plan(sheet, store).isEmpty)
    var statement = sqlite3_next_stmt(store.connection.handle, nil)
    var plans: [[String]] = []
    while let current = statement {
      let sql = String(cString: sqlite3_sql(current))
      if sql.contains("FROM items"), sql.contains("importRef = ?"), sql.hasPrefix("SELECT") {
        plans.append(try store.connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) })
      }
      statement = sqlite3_next_stmt(store.connection.handle, current)
    }
    #expect(!plans.isEmpty)
    for plan in plans {
      #expect(
        plan.contains {
          $0.contains("itemsByImport (homeID=? AND importSource=? AND importRef=?)")
        }, "\(plan)")
    }
  }

  @Test("importing the same file twice changes nothing")
  func again() throws {
    let store = try TestStore(homes: ["flat"])
    try apply(Self.sheet, store)
    let second = try plan(Self.sheet, store)
    #expect(second.isEmpty)
    #expect(second.items(in: .unchanged).count == 4)
    try store.write { try ApplyImport(second)($0) }
    #expect(store.lastChanges.isEmpty)
  }

  @Test("a changed file updates field by field, and an empty cell takes nothing away")
  func update() throws {
    let store = try TestStore(homes: ["flat"])
    try apply(Self.sheet, store)
    let changed = """
      \(Self.header)
      A1,Attic,green,Pan,3,,,30 cm

      """
    let plan = try plan(changed, store)
    guard case .updated(let id, let changes) = plan.items.first?.bucket else {
      Issue.record("not an update")
      return
    }
    #expect(Set(changes.map(\.field.rawValue)) == ["quantity", "locationID", "labels", "fields"])
    #expect(changes.first { $0.field.rawValue == "quantity" }?.old == "2")
    #expect(changes.first { $0.field == .locationID }?.old == "Shelf")
    try store.write { try ApplyImport(plan)($0) }
    let page = try #require(try ItemPage(item: id, in: store.connection))
    #expect(page.item.details.priceMinor == 1999)
    #expect(page.item.details.notes == "Two\nlines")
    #expect(page.path.map(\.name) == ["Attic"])
    #expect(page.labels.map(\.name) == ["blue", "green", "red"])
    #expect(page.fields.map(\.value) == ["30 cm"])
    #expect(try self.plan(changed, store).isEmpty)
  }

  @Test("a plan that the household has overtaken is refused with the new one")
  func stale() throws {
    let store = try TestStore(homes: ["flat"])
    let document = try document(Self.sheet)
    let choices = ImportChoices(homeID: store.id("flat"), currency: "EUR")
    let plan = try ImportPlan(document, choices, in: store.connection)
    try store.addLocation("Attic", home: "flat")
    let now = try ImportPlan(document, choices, in: store.connection)
    #expect(now != plan)
    #expect(throws: ApplyImport.Failure.stale(now)) {
      try store.write { try ApplyImport(plan)($0) }
    }
    #expect(try store.integer("SELECT count(*) FROM items") == 0)
  }

  @Test("an item that somebody has moved to another home is updated there and stays there")
  func movedMeanwhile() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try apply(Self.sheet, store)
    let id = try #require(try store.texts("SELECT id FROM items WHERE name = 'Pot'").first)
    try store.write { try MoveItem(itemID: id, homeID: store.id("cabin"))($0) }
    try apply("HB.import_ref,HB.location,HB.name,HB.quantity\nA2,Kitchen,Pot,9\n", store)
    let item = try #require(try Item.find(id, in: store.connection))
    #expect(item.homeID == store.id("cabin"))
    #expect(item.details.quantity == 9)
    #expect(item.details.locationID == nil)
  }

  @Test("a row without an id is known in the home it goes to alone: every kitchen has a kettle")
  func sameNames() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    try apply("Item,Room,Price\nKettle,Kitchen,10\n", store)
    let cabin = try ImportPlan(
      document("Item,Room,Price\nKettle,Kitchen,99\n"),
      ImportChoices(homeID: store.id("cabin"), currency: "EUR"), in: store.connection)
    #expect(cabin.items.map(\.bucket.kind) == [.new])
    try store.write { try ApplyImport(cabin)($0) }
    #expect(
      try store.texts("SELECT priceMinor FROM items ORDER BY priceMinor") == ["1000", "9900"])
    let again = try plan("Item,Room,Price\nKettle,Kitchen,10\n", store)
    #expect(again.items.map(\.bucket.kind) == [.unchanged])
  }

  @Test("left out rows, unchosen homes and homes that may only be read write nothing")
  func leftOut() throws {
    let store = try TestStore(homes: ["flat"])
    let document = try document(Self.sheet)
    var choices = ImportChoices(homeID: store.id("flat"), currency: "EUR")
    choices.skipped = [0, 1]
    let plan = try ImportPlan(document, choices, in: store.connection)
    #expect(plan.items(in: .skipped).map(\.index) == [0, 1])
    #expect(try store.write { try ApplyImport(plan)($0) }.newItemCount == 2)
    choices.homeID = nil
    let homeless = try ImportPlan(document, choices, in: store.connection)
    #expect(homeless.items(in: .needsFixing).count == 4)
    try store.connection.execute("UPDATE syncZones SET role = 'readOnly'")
    let refused = try self.plan(Self.sheet, store)
    #expect(throws: ApplyImport.Failure.readOnlyHome(store.id("flat"))) {
      try store.write { try ApplyImport(refused)($0) }
    }
  }

  @Test("places that are too deep or named too long wait for a correction")
  func badPlaces() throws {
    let store = try TestStore(homes: ["flat"])
    let deep = (1...11).map { "L\($0)" }.joined(separator: " / ")
    let long = String(repeating: "x", count: 201)
    let plan = try plan("HB.name,HB.location\nPan,\(deep)\nPot,\(long)\n", store)
    #expect(plan.items(in: .needsFixing).count == 2)
    #expect(plan.locations.allSatisfy { $0.path.count <= Location.maxDepth })
  }

  @Test("MovingBox homes, equal place names in two homes and ids are kept apart and found again")
  func movingBox() throws {
    let store = try TestStore(homes: ["flat"])
    let (first, second) = (
      "0190A000-0000-7000-8000-0000000000A1", "0190A000-0000-7000-8000-0000000000A2"
    )
    let text = """
      Title,Description,Location,Label,Home,QuantityInt,Price,ItemID,LocationID,HomeID
      Kettle,,Kitchen,Red,Cabin,1,12.50,0190A000-0000-7000-8000-00000000C001,,\(first)
      Pan,,Kitchen,Red,Flat,2,3,0190A000-0000-7000-8000-00000000C002,,\(second)

      """
    let result = try apply(text, store)
    // "Flat" is there already under that name; the cabin is made.
    #expect(result.homeCount == 1)
    #expect(result.locationCount == 2)
    #expect(result.newItemCount == 2)
    #expect(
      try store.texts(
        """
        SELECT h.name || '/' || l.name || '/' || i.name FROM items AS i
          JOIN homes AS h ON h.id = i.homeID JOIN locations AS l ON l.id = i.locationID ORDER BY 1
        """) == ["Cabin/Kitchen/Kettle", "flat/Kitchen/Pan"])
    #expect(try plan(text, store).isEmpty)
  }

  @Test(
    "a colour of another program becomes the nearest of ours",
    arguments: [
      ("#F29B9B", PaletteColour.red), ("#F4C18E", .orange), ("#99CC99", .green), ("#AAD6E5", .cyan),
      ("#BFBFF2", .indigo), ("#808080", .brown), ("#7A4A20", .brown),
    ])
  func colors(hex: String, color: PaletteColour) {
    #expect(PaletteColour(nearest: hex) == color)
    #expect(PaletteColour(nearest: "red") == nil)
  }
}
