import Foundation
import Importing
import SQLite
import SyncProtocol
import Testing
import Things
import Values

@Suite("Taking an import back")
struct UndoImportTests {
  private static let header =
    "HB.import_ref,HB.location,HB.labels,HB.name,HB.quantity,HB.purchase_price,HB.field.Size"
  private static let sheet = """
    \(header)
    A1,Kitchen / Shelf,red,Pan,2,19.99,28 cm
    A2,Kitchen,red,Pot,1,5,
    A3,Attic,blue,Sledge,1,,

    """

  private func `import`(_ text: String, _ store: TestStore) throws -> ImportTrace {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("undo-\(UUID().uuidString).csv").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    let document = try InventoryFile.open(path).read(ImportOptions(currency: currency))
    let plan = try ImportPlan(
      document, ImportChoices(homeID: store.id("flat"), currency: "EUR"), in: store.connection)
    return try store.write { try ApplyImport(plan)($0) }.trace
  }

  private func counts(_ store: TestStore) throws -> [Int64] {
    try ["items", "locations", "labels", "itemLabels", "itemFields", "photos"].map {
      try store.integer("SELECT count(*) FROM \($0)")
    }
  }

  @Test("all of it goes when nobody has touched it, and a second time nothing")
  func everything() throws {
    let store = try TestStore(homes: ["flat"])
    let trace = try `import`(Self.sheet, store)
    #expect(try counts(store) == [3, 3, 2, 3, 1, 0])
    // Kept in a file in between.
    let kept = try JSONDecoder().decode(ImportTrace.self, from: JSONEncoder().encode(trace))
    #expect(kept == trace)
    let shown = try UndoImport(kept).result(in: store.connection)
    #expect(shown.removedItemCount == 3)
    #expect(shown.locationCount == 3)
    #expect(shown.labelCount == 2)
    #expect(try counts(store) == [3, 3, 2, 3, 1, 0])
    #expect(try store.write { try UndoImport(kept)($0) } == shown)
    #expect(try counts(store) == [0, 0, 0, 0, 0, 0])
    #expect(try store.write { try UndoImport(kept)($0) }.isEmpty)
  }

  @Test("a home of the import stays when somebody has put a template or a field into it")
  func homeInUse() throws {
    for table in ["templates", "fieldPresets", ""] {
      let store = try TestStore(homes: ["flat"])
      let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("undo-\(UUID().uuidString).csv").path
      try Self.sheet.write(toFile: path, atomically: true, encoding: .utf8)
      defer { unlink(path) }
      let currency = try #require(Currency(code: "EUR"))
      let document = try InventoryFile.open(path).read(ImportOptions(currency: currency))
      var choices = ImportChoices(currency: "EUR")
      choices.newHomeName = "Barn"
      let plan = try ImportPlan(document, choices, in: store.connection)
      let trace = try store.write { try ApplyImport(plan)($0) }.trace
      let barn = try #require(try store.texts("SELECT id FROM homes WHERE name = 'Barn'").first)
      switch table {
      case "templates":
        try store.write { try AddTemplate(homeID: barn, TemplateDetails(name: "Tool"))($0) }
      case "fieldPresets":
        try store.write {
          try AddFieldPreset(homeID: barn, FieldPresetDetails(name: "Voltage"))($0)
        }
      default: break
      }
      let result = try store.write { try UndoImport(trace)($0) }
      #expect(result.homes == (table.isEmpty ? ["Barn"] : []), "\(table)")
      #expect(
        try store.integer("SELECT count(*) FROM homes WHERE name = 'Barn'")
          == (table.isEmpty ? 0 : 1), "\(table)")
    }
  }

  @Test("an item that was edited since stays and is named, with its room and its labels")
  func edited() throws {
    let store = try TestStore(homes: ["flat"])
    let trace = try `import`(Self.sheet, store)
    let pan = try #require(try store.texts("SELECT id FROM items WHERE name = 'Pan'").first)
    try store.connection.execute("UPDATE items SET notes = 'Heavy' WHERE id = ?", .text(pan))
    let result = try store.write { try UndoImport(trace)($0) }
    #expect(result.removedItemCount == 2)
    #expect(result.keptItems.map(\.details.name) == ["Pan"])
    #expect(try store.texts("SELECT name FROM items") == ["Pan"])
    #expect(try store.texts("SELECT name FROM locations ORDER BY name") == ["Kitchen", "Shelf"])
    #expect(try store.texts("SELECT name FROM labels") == ["red"])
  }

  @Test(
    "a label, a field or a photo added since is an edit as well",
    arguments: ["itemLabels", "itemFields", "photos"])
  func editedParts(table: String) throws {
    let store = try TestStore(homes: ["flat"])
    let trace = try `import`(Self.sheet, store)
    let id = try #require(try store.texts("SELECT id FROM items WHERE name = 'Sledge'").first)
    switch table {
    case "itemLabels":
      let label = try store.addLabel("mine", home: "flat")
      try store.write { try SetItemLabels(itemID: id, labelIDs: [label])($0) }
    case "itemFields":
      try store.connection.execute(
        "INSERT INTO itemFields(id, homeID, itemID, name) VALUES ('f', ?, ?, 'Colour')",
        .text(store.id("flat")), .text(id))
    default:
      try store.write {
        try AddPhoto(
          homeID: store.id("flat"), subject: .item(id), file: TestStore.photo("a"))($0)
      }
    }
    let result = try UndoImport(trace).result(in: store.connection)
    #expect(result.keptItems.map(\.details.name) == ["Sledge"])
    #expect(result.removedItemCount == 2)
  }

  @Test("a room and a label that something else uses by now stay")
  func usedByOthers() throws {
    let store = try TestStore(homes: ["flat"])
    let trace = try `import`(Self.sheet, store)
    let attic = try #require(try store.texts("SELECT id FROM locations WHERE name = 'Attic'").first)
    let blue = try #require(try store.texts("SELECT id FROM labels WHERE name = 'blue'").first)
    try store.addItem("Suitcase", home: "flat", at: attic, labels: [blue])
    try store.write { try UndoImport(trace)($0) }
    #expect(try store.texts("SELECT name FROM items") == ["Suitcase"])
    #expect(try store.texts("SELECT name FROM locations") == ["Attic"])
    #expect(try store.texts("SELECT name FROM labels") == ["blue"])
  }

  @Test("items that were there before get back what the import changed, and nothing else")
  func restored() throws {
    let store = try TestStore(homes: ["flat"])
    _ = try `import`(Self.sheet, store)
    let before = try store.texts(
      "SELECT name || '|' || quantity || '|' || ifnull(priceMinor, '') FROM items ORDER BY name")
    let fields = try store.texts("SELECT value FROM itemFields")
    let trace = try `import`(
      """
      \(Self.header)
      A1,Cellar,green,Pan,5,25.00,30 cm
      A4,Cellar,,Saw,1,,

      """, store)
    #expect(try store.texts("SELECT value FROM itemFields") == ["30 cm"])
    let result = try store.write { try UndoImport(trace)($0) }
    #expect(result.restoredItemCount == 1)
    #expect(result.removedItemCount == 1)
    #expect(
      try store.texts(
        "SELECT name || '|' || quantity || '|' || ifnull(priceMinor, '') FROM items ORDER BY name")
        == before)
    #expect(try store.texts("SELECT value FROM itemFields") == fields)
    #expect(
      try store.texts("SELECT name FROM locations ORDER BY name") == ["Attic", "Kitchen", "Shelf"])
    #expect(try store.texts("SELECT name FROM labels ORDER BY name") == ["blue", "red"])
    #expect(
      try store.texts(
        """
        SELECT l.name FROM items AS i JOIN locations AS l ON l.id = i.locationID
          WHERE i.name = 'Pan'
        """) == ["Shelf"])
  }

  @Test("a home that may only be viewed by now is left alone")
  func readOnly() throws {
    let store = try TestStore(homes: ["flat"])
    let trace = try `import`(Self.sheet, store)
    try store.connection.execute(
      "UPDATE syncZones SET role = 'readOnly' WHERE id = ?", .text(store.id("flat")))
    #expect(throws: UndoImport.Failure.readOnlyHome(store.id("flat"))) {
      try store.write { try UndoImport(trace)($0) }
    }
    #expect(try store.integer("SELECT count(*) FROM items") == 3)
  }
}
