import Foundation
import Importing
import SQLite
import SeededNoise
import SyncProtocol
import Testing
import Things
import Values

/// The totals that pages show are kept, not counted: they must always be what a count gives.
@Suite struct TotalsTests {
  @Test("the totals are a recount after any edits, imports, deletes and undo", arguments: 1...6)
  func followEverything(seed: Int) throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    var chance = Chance(store: store, seed: UInt64(seed))
    var (photoSteps, labelSteps): (Int64, Int64) = (0, 0)
    for _ in 0..<200 {
      try chance.act()
      #expect(try store.storedTotals() == TestStore.recount(in: store.connection))
      photoSteps += try store.integer("SELECT EXISTS (SELECT 1 FROM itemTotals WHERE photoCount)")
      labelSteps += try store.integer("SELECT EXISTS (SELECT 1 FROM labelTotals WHERE pricedCount)")
    }
    // There was something to count.
    #expect(photoSteps > 0 && labelSteps > 0)
  }

  @Test("killed at any statement, a file's totals are a recount when it is opened again")
  func crash() throws {
    let folder = NSTemporaryDirectory() + "hearth-totals-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      // Only the folder of this test; what cannot be removed is the system's to clean.
      try? FileManager.default.removeItem(atPath: folder)
    }
    let store = try TestStore(homes: ["flat", "cabin"], path: folder + "/live.db")
    // A small cache spills what is not committed, so that a copy has torn transactions in it.
    try store.connection.executeScript("PRAGMA cache_size = 8")
    var chance = Chance(store: store, seed: 99)
    var moments = SeededGenerator(seed: 5)
    var copies: [String] = []
    store.connection.willExecute = {
      guard Int.random(in: 0..<20, using: &moments) == 0, copies.count < 60 else { return }
      let copy = "\(folder)/copy-\(copies.count).db"
      for suffix in ["", "-wal"] {
        do {
          try FileManager.default.copyItem(
            atPath: folder + "/live.db" + suffix, toPath: copy + suffix)
        } catch { Issue.record(error) }
      }
      copies.append(copy)
    }
    for _ in 0..<150 { try chance.act() }
    #expect(copies.count > 20)
    for copy in copies {
      let connection = try Connection(path: copy)
      let stored = try TestStore.storedTotals(in: connection)
      #expect(try stored == TestStore.recount(in: connection))
      try connection.transaction { try HouseholdIndex.settle(connection) }
      #expect(try stored == TestStore.storedTotals(in: connection))
    }
  }

  @Test("an index that is missing or of other rules is made anew when its file is opened")
  func settling() throws {
    let store = try TestStore(homes: ["flat"])
    let red = try store.addLabel("Red", home: "flat")
    try store.addItem("Sofa", home: "flat", price: 900, labels: [red])
    try store.connection.transaction { try HouseholdIndex.settle(store.connection) }
    let totals = try store.storedTotals()
    let losses = [
      "DELETE FROM itemTotals", "DELETE FROM itemIndexState",
      "UPDATE itemIndexState SET version = 0; DELETE FROM labelTotals",
    ]
    for loss in losses {
      try store.connection.executeScript(loss)
      try store.connection.transaction { try HouseholdIndex.settle(store.connection) }
      #expect(try store.storedTotals() == totals)
    }
    var words = ItemFilter()
    words.search = "sofa"
    #expect(try ItemList(filter: words, sort: .name, in: store.connection).rows.count == 1)
  }

  @Test("a file of the schema before gets the new totals when it is opened")
  func migration() throws {
    let connection = try Connection(path: ":memory:")
    try connection.executeScript(Things.migrations[0])
    try connection.executeScript(
      """
      INSERT INTO homes(id, name, nameKey, createdAt) VALUES ('h', 'Flat', 'flat', 1);
      INSERT INTO labels(id, homeID, name, nameKey, createdAt) VALUES ('l', 'h', 'Red', 'red', 1);
      INSERT INTO items(id, homeID, name, priceMinor, quantity, currency, serial, nameKey,
        createdAt, createdBy) VALUES ('i', 'h', 'Sofa', 50, 2, 'EUR', 'S-1', 'sofa', 1, 'a');
      INSERT INTO itemLabels(id, homeID, itemID, labelID) VALUES ('il', 'h', 'i', 'l');
      """)
    for script in Things.migrations.dropFirst() { try connection.executeScript(script) }
    try connection.transaction { try HouseholdIndex.settle(connection) }
    #expect(
      try TestStore.storedTotals(in: connection) == [
        #"["h","",0,"EUR",1,1,0,1,100]"#, #"["l","EUR",1,1,0,1,100]"#,
      ])
  }

  @Test("the dashboard's label values and photo count are what SQL counts")
  func dashboard() throws {
    let store = try TestStore(homes: ["flat"])
    let red = try store.addLabel("Red", home: "flat")
    let sofa = try store.addItem("Sofa", home: "flat", price: 900, quantity: 2, labels: [red])
    try store.addItem("Lamp", home: "flat", price: 50, labels: [red])
    try store.addItem("Box", home: "flat", labels: [red])
    try store.write {
      _ = try AddPhoto(
        homeID: store.id("flat"), subject: .item(sofa.id), file: TestStore.photo())($0)
    }
    let page = try #require(try Dashboard(home: store.id("flat"), in: store.connection))
    #expect(page.labels.map(\.values) == [[.init(currency: "EUR", valueMinor: 1850)]])
    #expect(page.labels.map(\.itemCount) == [3])
    #expect(page.unphotographedCount == 2)
  }
}

/// Does to a household whatever comes up, the same for the same seed.
private struct Chance {
  let store: TestStore
  private var random: SeededGenerator
  private var step = 0
  private var undo: UndoDelete?

  init(store: TestStore, seed: UInt64) {
    self.store = store
    random = SeededGenerator(seed: seed)
  }

  private mutating func pick(_ table: String) throws -> RecordID {
    try store.texts("SELECT id FROM \(table) ORDER BY id").randomElement(using: &random) ?? ""
  }

  /// A use case may refuse what chance proposes, and then writes nothing.
  mutating func act() throws {
    do {
      try actOnce()
    } catch let error as SQLiteError {
      throw error
    } catch is ImportFailure {
      Issue.record("the file could not be read")
    } catch {}
  }

  private mutating func actOnce() throws {
    step += 1
    let home = store.id(Bool.random(using: &random) ? "flat" : "cabin")
    let (item, place) = (try pick("items"), try pick("locations"))
    let label = try pick("labels")
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      try store.write {
        try AddLocation(homeID: home, parentID: nil, LocationDetails(name: "Room \(step)"))($0)
      }
    case 1: try store.write { try AddLabel(homeID: home, LabelDetails(name: "L\(step)"))($0) }
    case 2, 3, 4:
      var details = ItemDetails(name: "Item \(step)", currency: step % 4 == 0 ? "USD" : "EUR")
      details.priceMinor = step % 3 == 0 ? nil : Int64(step)
      details.quantity = Int64(step % 5)
      try store.write { try AddItem(homeID: home, details, labelIDs: [label])($0) }
    case 5: try edit(item, place)
    case 6: try store.write { try MoveItem(itemID: item, homeID: home)($0) }
    case 7: undo = try store.write { try DeleteItem(itemID: item)($0) }
    case 8:
      if let undo { try store.write { try RestoreItem(undo)($0) } }
      undo = nil
    case 9: try importFile(home)
    case 10, 11:
      let owner = try Item.find(item, in: store.connection)?.homeID ?? home
      try store.write {
        _ = try AddPhoto(homeID: owner, subject: .item(item), file: TestStore.photo())($0)
      }
    case 12:
      let photo = try pick("photos")
      try store.write { try DeletePhoto(photoID: photo)($0) }
    case 13: try store.write { try DeleteLocation(locationID: place)($0) }
    case 14: try store.write { try DeleteLabel(labelID: label)($0) }
    default: try store.write { try SetItemLabels(itemID: item, labelIDs: [label])($0) }
    }
  }

  private func edit(_ item: RecordID, _ place: RecordID) throws {
    try store.write {
      guard var details = try Item.find(item, in: $0.connection)?.details else { return }
      details.isArchived = step % 2 == 0
      details.quantity += 1
      details.currency = step % 4 == 0 ? "USD" : "EUR"
      details.locationID = step % 3 == 0 ? place : nil
      try EditItem(itemID: item, details: details)($0)
    }
  }

  private func importFile(_ home: ZoneID) throws {
    let path = NSTemporaryDirectory() + "totals-\(UUID().uuidString).csv"
    let text = """
      HB.import_ref,HB.location,HB.labels,HB.name,HB.quantity,HB.purchase_price
      A1,Kitchen,red;blue,Pan,2,\(step).50
      A2,Attic,red,Sledge,1,
      B\(step),Attic,,Box,3,4

      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    guard let currency = Currency(code: "EUR") else { return }
    let document = try InventoryFile.open(path).read(ImportOptions(currency: currency))
    try store.write { transaction in
      let plan = try ImportPlan(
        document, ImportChoices(homeID: home, currency: "EUR"), in: transaction.connection)
      try ApplyImport(plan)(transaction)
    }
  }
}
