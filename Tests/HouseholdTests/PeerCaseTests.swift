import Foundation
import Importing
import Replica
import StoredZip
import SyncProtocol
import Testing
import Things
import Values

/// What other inventory programs got wrong, or what their files leave open.
@Suite struct PeerCaseTests {
  private func plan(
    _ text: String, _ store: TestStore, home: String? = nil, newHome: String? = nil
  ) throws -> ImportPlan {
    let path = NSTemporaryDirectory() + "peer-\(UUID().uuidString).csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let currency = try #require(Currency(code: "EUR"))
    let document = try InventoryFile.open(path).read(ImportOptions(currency: currency))
    var choices = ImportChoices(homeID: home.map { store.id($0) }, currency: "EUR")
    choices.newHomeName = newHome
    return try ImportPlan(document, choices, in: store.connection)
  }

  /// MovingBox's first header, from before it knew homes.
  private static let legacy = """
    Title,Description,Location,Label,Quantity,Serial,Model,Make,Price,Insured,Notes,\
    PhotoFilename,HasUsedAI
    Lamp,Tall,Kitchen,"Books,Art",3,S-1,M-1,Maker,1.50,true,"one
    two",,false
    Sofa,,Lounge,,1,,,,800.00,false,,,false
    Key,,,Art,1,,,,,false,,,false

    """

  @Test(
    """
    S3-US6-1 S3-US6-2 S3-US6-3 S3-6.2-P2-2 S3-6.2-P2-3 S3-QM-1 an inventory from before there were \
    homes comes whole into the chosen one
    """)
  func legacyIntoOneHome() throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    let plan = try plan(Self.legacy, store, home: "flat")
    let result = try store.write { try ApplyImport(plan)($0) }
    #expect(result.newItemCount == 3)
    #expect(result.locationCount == 2)
    #expect(result.labelCount == 2)
    for (table, names) in [
      ("items", ["Key", "Lamp", "Sofa"]), ("locations", ["Kitchen", "Lounge"]),
      ("labels", ["Art", "Books"]),
    ] {
      #expect(try store.texts("SELECT name FROM \(table) ORDER BY name") == names)
      #expect(
        try store.texts("SELECT DISTINCT homeID FROM \(table)") == [store.id("flat")], "\(table)")
    }
    #expect(try store.texts("SELECT name FROM items WHERE locationID IS NULL") == ["Key"])
    #expect(
      try store.texts(
        """
        SELECT description || '|' || quantity || '|' || serial || '|' || model || '|' ||
          manufacturer || '|' || priceMinor || '|' || isInsured || '|' || notes
          FROM items WHERE name = 'Lamp'
        """) == ["Tall|3|S-1|M-1|Maker|150|1|one\ntwo"])
    #expect(try store.integer("SELECT count(*) FROM itemLabels") == 3)
    #expect(try self.plan(Self.legacy, store, home: "flat").isEmpty)
  }

  @Test("S3-US6-4 S3-6.2-P2-1 whoever has no home gets one by importing, and it is primary")
  func firstHome() throws {
    let store = try TestStore()
    let plan = try plan(Self.legacy, store, newHome: "My Home")
    try store.write { try ApplyImport(plan)($0) }
    let homes = try HomeList.rows(in: store.connection)
    #expect(homes.map(\.name) == ["My Home"])
    #expect(homes.map(\.isPrimary) == [true])
    #expect(homes.map(\.itemCount) == [3])
  }

  @Test("S3-BR2 a file whose homes all say they are primary leaves one primary home")
  func onePrimary() throws {
    for homes in [[], ["flat"]] {
      let store = try TestStore(homes: homes)
      let path = NSTemporaryDirectory() + "peer-\(UUID().uuidString).zip"
      let zip = StoredZip.bytes([
        ("inventory.csv", Array("Title,Home,QuantityInt,Price\nLamp,B,1,2\nKey,A,1,2\n".utf8)),
        ("home-details.csv", Array("HomeID,Name,IsPrimary\n,A,true\n,B,true\n,C,true\n".utf8)),
      ])
      try Data(zip).write(to: URL(fileURLWithPath: path))
      defer { unlink(path) }
      let currency = try #require(Currency(code: "EUR"))
      let plan = try ImportPlan(
        InventoryFile.open(path).read(ImportOptions(currency: currency)),
        ImportChoices(currency: "EUR"), in: store.connection)
      try store.write { try ApplyImport(plan)($0) }
      let rows = try HomeList.rows(in: store.connection)
      #expect(rows.map(\.name) == ["A", "B", "C"] + homes)
      #expect(rows.count { $0.isPrimary } == 1)
      if !homes.isEmpty { #expect(rows.first { $0.isPrimary }?.name == "flat") }
    }
  }

  @Test("a Homebox sheet imported again by its references keeps asset numbers that it leaves empty")
  func keptNumber() throws {
    let store = try TestStore(homes: ["flat"])
    let header = "HB.import_ref,HB.name,HB.asset_id,HB.quantity,HB.sold_to\n"
    for rows in ["r1,Drill,000-007,1,\nr2,Saw,,1,\n", "r1,Drill,,2,Ben\nr2,Saw,,1,\n"] {
      let plan = try plan(header + rows, store, home: "flat")
      try store.write { try ApplyImport(plan)($0) }
    }
    #expect(
      try store.texts("SELECT name || assetID || quantity || soldTo FROM items ORDER BY name")
        == ["Drill000-0072Ben", "Saw1"])
  }

  @Test("fifty forks for one euro each are fifty euros, in the home, the drawer and the label")
  func quantityCounts() throws {
    let store = try TestStore(homes: ["flat"])
    let drawer = try store.addLocation("Drawer", home: "flat")
    let silver = try store.addLabel("Silver", home: "flat")
    try store.addItem(
      "Fork", home: "flat", at: drawer, price: 100, quantity: 50, labels: [silver])
    try store.addItem("Ladle", home: "flat", at: drawer, price: 5, quantity: 0)
    let page = try #require(try Dashboard(home: store.id("flat"), in: store.connection))
    let fifty = [Dashboard.CurrencyValue(currency: "EUR", valueMinor: 5000)]
    #expect(page.values == fifty)
    #expect(page.rooms.map(\.values) == [fifty])
    #expect(page.labels.map { $0.values.map(\.valueMinor) } == [[5000]])
    #expect(page.itemCount == 2)
  }

  @Test("a price of nothing is not an unknown price, and stays what it is")
  func nothingOrUnknown() throws {
    let store = try TestStore(homes: ["flat"])
    var gift = ItemDetails(name: "Gift", currency: "EUR")
    (gift.priceMinor, gift.replacementMinor) = (0, 0)
    let item = try store.write { try AddItem(homeID: store.id("flat"), gift)($0) }
    let heirloom = try store.addItem("Heirloom", home: "flat")
    #expect(try Item.find(item.id, in: store.connection)?.details.replacementMinor == 0)
    #expect(try Item.find(heirloom.id, in: store.connection)?.details.replacementMinor == nil)
    let page = try #require(try Dashboard(home: store.id("flat"), in: store.connection))
    #expect(page.unpricedCount == 1)
    gift.priceMinor = nil
    try store.write { try EditItem(itemID: item.id, details: gift)($0) }
    let edited = try #require(try Item.find(item.id, in: store.connection))
    #expect(edited.details.priceMinor == nil)
    #expect(edited.details.replacementMinor == 0)
  }

  @Test("an item bears all of its labels, more than five and with commas in them")
  func manyLabels() throws {
    let store = try TestStore(homes: ["flat"])
    let names = (1...7).map { "Label \($0)" } + ["Old, rare"]
    let sheet = "HB.name,HB.tags\nBook,\"\(names.joined(separator: "; "))\"\n"
    let plan = try plan(sheet, store, home: "flat")
    try store.write { try ApplyImport(plan)($0) }
    let id = try #require(try store.texts("SELECT id FROM items").first)
    #expect(try ItemPage(item: id, in: store.connection)?.labels.map(\.name) == names)
  }
}
