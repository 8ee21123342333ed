import Foundation
import Importing
import SQLite
import Testing
import Things
import Values

@Suite("Hearth's own table")
struct TableRoundTripTests {
  private static func table(_ store: TestStore) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try HouseholdExport.writeCSV(of: store.id("flat"), in: store.connection) { bytes += $0 }
    return bytes
  }

  private static func plan(
    _ table: [UInt8], into home: String, of store: TestStore
  ) throws -> ImportPlan {
    let document = try HomeboxReader.read(
      CSVReader(bytes: table, name: "flat.csv"),
      options: ImportOptions(currency: #require(Currency(code: "EUR"))))
    #expect(document.problems.isEmpty)
    #expect(document.items.flatMap(\.problems).isEmpty)
    return try ImportPlan(
      document, ImportChoices(homeID: store.id(home), currency: "EUR"), in: store.connection)
  }

  private static func rows(_ store: TestStore) throws -> [String] {
    let columns = try store.connection.columns(of: "items").filter {
      ![
        "id", "homeID", "originID", "locationID", "importSource", "importRef", "createdBy",
      ].contains($0)
    }
    let values = columns.map { "'\($0)=' || ifnull(\($0), 'none')" }.joined(
      separator: " || ' ' || ")
    return try store.texts("SELECT \(values) FROM items ORDER BY name")
  }

  private static func fields(_ store: TestStore) throws -> [String] {
    try store.texts(
      """
      SELECT i.name || ': ' || f.name || '=' || f.value FROM itemFields AS f
        JOIN items AS i ON i.id = f.itemID ORDER BY i.name, f.name, f.value
      """)
  }

  private static func filled() throws -> TestStore {
    let store = try TestStore(homes: ["flat"])
    let label = try store.addLabel("Old; big", home: "flat")
    try store.write { transaction in
      for (index, currency) in ["EUR", "JPY", "KWD"].enumerated() {
        var details = ItemDetails(name: "Thing \(index)", currency: currency)
        details.description = "A thing"
        details.condition = index == 1 ? "" : "-Like new"
        (details.priceMinor, details.replacementMinor) = (1_000, Int64(index) * 999)
        (details.usefulLifeYears, details.residualMinor) = (7, 150)
        (details.lentTo, details.lentUntil) = ("Ada, next door", "2026-12-01")
        (details.soldOn, details.soldTo, details.soldMinor) = ("2026-02-03", "Ben", 77)
        details.soldNotes = "Cash"
        details.isArchived = true
        let item = try AddItem(homeID: store.id("flat"), details)(transaction)
        try SetItemLabels(itemID: item.id, labelIDs: [label])(transaction)
        var fields = [
          CustomField(name: "Colour", value: "red, \"dark\"\nand blue"),
          CustomField(name: "Currency", value: "old"),
          CustomField(name: "Hearth condition", value: "=1"),
          CustomField(name: "Hearth field 2 Colour", value: "odd"),
        ]
        if index == 0 { fields.append(CustomField(name: "colour", value: "second")) }
        if index == 2 { fields = [CustomField(name: "Length", value: "2 m")] }
        try SetItemFields(itemID: item.id, fields: fields)(transaction)
      }
    }
    try store.write { transaction in
      try transaction.connection.execute("UPDATE items SET lastSeenOn = '2026-03-04'")
      try transaction.connection.execute("UPDATE items SET createdAt = 1700000000123")
    }
    return store
  }

  @Test("has a column for all that is written down of an item, and for each field of one's own")
  func whole() throws {
    let store = try Self.filled()
    let table = try Self.table(store)
    let header = String(decoding: table, as: UTF8.self).prefix { $0 != "\r\n" }
    let names = header.split(separator: ",").suffix(15).map { $0.dropFirst("HB.field.".count) }
    #expect(
      names == [
        "Currency", "Hearth condition", "Hearth replacement value", "Hearth useful life",
        "Hearth residual value", "Hearth lent to", "Hearth lent until", "Hearth last seen",
        "Hearth added", "Colour", "Hearth field 2 colour", "Hearth field 1 Currency",
        "Hearth field 1 Hearth condition", "Hearth field 1 Hearth field 2 Colour", "Length",
      ])
    #expect(try Self.plan(table, into: "flat", of: store).isEmpty)
    let other = try TestStore(homes: ["hut"])
    let first = try Self.plan(table, into: "hut", of: other)
    try other.write { try ApplyImport(first)($0) }
    #expect(try Self.rows(other) == Self.rows(store))
    #expect(try Self.fields(other) == Self.fields(store))
    #expect(try other.texts("SELECT name FROM labels") == ["Old; big"])
    #expect(try Self.plan(table, into: "hut", of: other).isEmpty)
  }

  @Test("gives back what has changed since, and an import of it can be taken back")
  func changedSince() throws {
    let store = try Self.filled()
    let table = try Self.table(store)
    let before = (try Self.rows(store), try Self.fields(store))
    try store.write { transaction in
      try transaction.connection.execute(
        """
        UPDATE items SET lastSeenOn = '2026-05-06', usefulLifeYears = 9, lentTo = 'Cy',
          condition = 'Poor' WHERE name = 'Thing 0'
        """)
      try transaction.connection.execute(
        "UPDATE itemFields SET value = 'third' WHERE value = 'second'")
    }
    let changed = (try Self.rows(store), try Self.fields(store))
    let plan = try Self.plan(table, into: "flat", of: store)
    #expect(plan.items(in: .updated).count == 1)
    let result = try store.write { try ApplyImport(plan)($0) }
    #expect(try Self.rows(store) == before.0)
    #expect(try Self.fields(store) == before.1)
    try store.write { _ = try UndoImport(result.trace)($0) }
    #expect(try Self.rows(store) == changed.0)
    #expect(try Self.fields(store) == changed.1)
  }

  @Test("of chosen items has the fields of those alone")
  func chosen() throws {
    let store = try Self.filled()
    let ids = try store.texts("SELECT id FROM items WHERE name = 'Thing 2'")
    var bytes: [UInt8] = []
    try HouseholdExport.writeCSV(ofItems: ids, in: store.connection) { bytes += $0 }
    let header = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\r\n" }
    #expect(header.hasSuffix("HB.field.Hearth added,HB.field.Length"))
  }

  @Test("of before is read as it was written, and Homebox's own fields stay fields of one's own")
  func others() throws {
    let store = try TestStore(homes: ["flat"])
    let before = """
      HB.import_ref,HB.name,HB.tags,HB.purchase_price,HB.field.Currency
      a,Pan,"x, y",500,JPY
      """
    let document = try HomeboxReader.read(
      CSVReader(bytes: Array(before.utf8), name: "old.csv"),
      options: ImportOptions(currency: #require(Currency(code: "EUR"))))
    #expect(document.items[0].labelNames == ["x, y"])
    #expect(document.items[0].unitPrice == ImportedAmount(minor: 500, currency: "JPY"))
    let homebox = "HB.name,HB.tags,HB.field.Condition\r\nPan,\"x, y\",Good\r\n"
    let plan = try Self.plan(Array(homebox.utf8), into: "flat", of: store)
    #expect(plan.items[0].fields == [CustomField(name: "Condition", value: "Good")])
    #expect(plan.document.items[0].labelNames == ["x", "y"])
    #expect(plan.document.items[0].condition.isEmpty)
  }
}
