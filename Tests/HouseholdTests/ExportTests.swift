import Foundation
import Importing
import SQLite
import Testing
import Things
import Values

@Suite("Exporting a household")
struct ExportTests {
  private static func store(_ count: Int) throws -> TestStore {
    let store = try TestStore(homes: ["flat"])
    let room = try store.addLocation("Cellar", home: "flat")
    try store.write { transaction in
      for index in 0..<count {
        var details = ItemDetails(name: "Thing, \"\(index)\"", currency: "EUR")
        details.locationID = room
        details.priceMinor = Int64(index) * 100 + 5
        details.notes = "=1+1\nsecond line"
        details.isArchived = index % 7 == 0
        try AddItem(homeID: store.id("flat"), details)(transaction)
      }
    }
    return store
  }

  @Test("a table comes in pieces of bounded size that make up all of its rows")
  func pieces() throws {
    let store = try Self.store(1500)
    var pieces: [[UInt8]] = []
    let count = try HouseholdExport.writeCSV(of: store.id("flat"), in: store.connection) {
      pieces.append($0)
    }
    #expect(count == 1500)
    #expect(pieces.count > 2)
    #expect(pieces.allSatisfy { $0.count < 70_000 })
    let text = String(decoding: pieces.joined(), as: UTF8.self)
    #expect(text.hasPrefix("HB.import_ref,HB.location,HB.tags,"))
    #expect(text.hasSuffix("\r\n"))
    #expect(text.contains("\"Thing, \"\"3\"\"\",1,,false,\"'=1+1\nsecond line\",3.05,"))
    #expect(text.components(separatedBy: "Cellar").count == 1501)
  }

  @Test("Hearth's own table comes back whole, and every row of it is known where it comes from")
  func ownTable() throws {
    let store = try TestStore(homes: ["flat"])
    let room = try store.addLocation("Cellar", home: "flat")
    let shelf = try store.addLocation("Left/right", home: "flat", in: room)
    let label = try store.addLabel("Old, big", home: "flat")
    let prices: [(String, Int64?)] = [
      ("EUR", 1999), ("JPY", 1999), ("KWD", 12_345), ("JPY", 0), ("USD", nil), ("EUR", 0),
    ]
    try store.write { transaction in
      for (index, (currency, minor)) in prices.enumerated() {
        var details = ItemDetails(name: "Thing \(index)", currency: currency)
        details.locationID = index == 0 ? shelf : room
        details.priceMinor = minor
        details.assetID = "INV-\(index)"
        details.url = "https://shop.example/location/\(index)"
        details.soldMinor = index == 2 ? 1001 : nil
        details.isArchived = index == 2
        details.notes = "=1+1"
        let item = try AddItem(homeID: store.id("flat"), details)(transaction)
        if index == 0 { try SetItemLabels(itemID: item.id, labelIDs: [label])(transaction) }
      }
    }
    var bytes: [UInt8] = []
    try HouseholdExport.writeCSV(of: store.id("flat"), in: store.connection) { bytes += $0 }
    let currency = try #require(Currency(code: "EUR"))
    let document = try HomeboxReader.read(
      CSVReader(bytes: bytes, name: "flat.csv"), options: ImportOptions(currency: currency))
    #expect(document.items.flatMap(\.problems).isEmpty)
    func plan(_ store: TestStore, _ home: String) throws -> ImportPlan {
      try ImportPlan(
        document, ImportChoices(homeID: store.id(home), currency: "EUR"), in: store.connection)
    }
    let same = try plan(store, "flat")
    #expect(same.items.count == prices.count)
    #expect(same.items(in: .unchanged).count == prices.count)
    #expect(same.isEmpty)
    // Elsewhere it makes the same items; importing it there again changes nothing.
    let other = try TestStore(homes: ["hut"])
    let first = try plan(other, "hut")
    try other.write { try ApplyImport(first)($0) }
    func rows(_ store: TestStore) throws -> [String] {
      try store.texts(
        """
        SELECT i.name || '|' || i.currency || '|' || ifnull(i.priceMinor, 'none') || '|'
          || ifnull(i.soldMinor, '') || '|' || i.assetID || i.url || i.notes || l.name
          FROM items AS i JOIN locations AS l
          ON l.id = i.locationID ORDER BY i.name
        """)
    }
    #expect(try rows(other) == rows(store))
    #expect(try other.texts("SELECT name FROM labels") == ["Old, big"])
    #expect(try other.integer("SELECT count(*) FROM itemFields") == 0)
    #expect(try plan(other, "hut").items(in: .unchanged).count == prices.count)
  }

  @Test("a table is read in the order of an index: nothing is sorted, and nothing kept")
  func plan() throws {
    let store = try Self.store(3)
    let steps = try store.connection.query(
      "EXPLAIN QUERY PLAN \(HouseholdExport.csvQuery)", .text(store.id("flat"))
    ) { $0.text(3) }
    #expect(!steps.contains { $0.contains("TEMP B-TREE FOR ORDER BY") })
    #expect(steps.contains { $0.contains("itemsByName") })
  }

  @Test("the rows of all tables are one JSON document, whole when they are many")
  func json() throws {
    let store = try Self.store(900)
    var bytes: [UInt8] = []
    var pieceCount = 0
    try HouseholdExport.writeJSON(in: store.connection) {
      bytes += $0
      pieceCount += 1
    }
    #expect(pieceCount > 2)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(document["format"] as? String == "hearth-household")
    #expect(document["version"] as? Int == Things.schema.version)
    let tables = try #require(document["tables"] as? [String: [[String: Any]]])
    #expect(Set(tables.keys) == Set(Things.schema.tables.map(\.name)))
    let items = try #require(tables["items"])
    #expect(items.count == 900)
    #expect(items.contains { $0["name"] as? String == "Thing, \"899\"" })
    #expect(items.allSatisfy { $0["notes"] as? String == "=1+1\nsecond line" })
    #expect(items.allSatisfy { $0["soldOn"] == nil })
  }
}
