import Foundation
import Household
import Legacy
import SQLite
import SyncProtocol
import Testing
import Things

@Suite("What an older store holds that is not as it should be")
struct LegacyDirtTests {
  private typealias Fixture = LegacyFixture
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

  @Test("D-MIG-4 blank names, unknown colours and icons, values nobody can read: kept and told")
  func dirtyRows() throws {
    let long = String(repeating: "x", count: 10_500)
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name, address1, colorName) VALUES
          ('\(Fixture.home(1))', '', '1 Lane', 'tartan');
        INSERT INTO inventoryLocations (id, name, homeID, sfSymbolName) VALUES
          ('\(Fixture.room(1))', NULL, '\(Fixture.home(1))', 'hammer');
        INSERT INTO inventoryItems (id, title, make, price, purchaseDate, desc, homeID, quantityInt)
          VALUES ('\(Fixture.item(1))', '  ', 'Acme', '12,3x', 'May', '\(long)',
          '\(Fixture.home(1))',
            -4);
        INSERT INTO inventoryLabels (id, name, color, emoji) VALUES
          ('\(Fixture.label(1))', 'Tools', 99999999999, 'ab'),
          ('\(Fixture.label(2))', 'TOOLS', NULL, '');
        INSERT INTO inventoryItemLabels VALUES
          ('l1', '\(Fixture.item(1))', '\(Fixture.label(1))'),
          ('l2', '\(Fixture.item(1))', '\(Fixture.label(1))'),
          ('l3', '\(Fixture.item(9))', '\(Fixture.label(1))'),
          ('l4', '\(Fixture.item(1))', '\(Fixture.label(9))');
        CREATE TABLE householdMembers (id TEXT, displayName TEXT);
        INSERT INTO householdMembers VALUES ('m1', 'Ana');
        ALTER TABLE inventoryItems ADD COLUMN shelfMark TEXT;
        UPDATE inventoryItems SET shelfMark = 'B7';
        """)
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    #expect(
      Set(household.told) == [
        "1 Lane guessed unknownColor", "1 Lane guessed noName",
        "Unnamed room guessed noName", "Unnamed room changed unknownIcon",
        "Acme guessed noName", "Acme changed cut", "Acme changed unreadable",
        "Tools changed notAnEmoji", "Tools guessed unknownColor", "TOOLS merged sameName",
        " merged sameRow", " leftOut itemMissing", " leftOut labelMissing",
        " leftOut tableNotTaken", " leftOut columnNotTaken",
      ])
    let item = try #require(try Item.find(Fixture.item(1), in: store.connection))
    #expect(item.details.priceMinor == nil)
    #expect(item.details.quantity == 1)
    #expect(item.details.description.count == 10_000)
    let fields = try ItemField.all(where: "itemID = ?", [.text(item.id)], in: store.connection)
    #expect(
      fields.filter { $0.name != "desc" && $0.name != "desc (2)" }.map { "\($0.name)=\($0.value)" }
        .sorted() == ["QuantityString=1", "price=12,3x", "purchaseDate=May", "quantityInt=-4"])
    #expect(
      fields.filter { $0.name.hasPrefix("desc") }.reduce(0) { $0 + $1.value.count } == 10_500)
    #expect(household.miscounted == [])
    let counts = household.counts.filter { $0.table == "inventoryItemLabels" }.map(\.text)
    #expect(counts == ["4 1 1 2"])
  }

  @Test("a name whose characters are heaps of marks is cut where the hub would refuse it")
  func heaps() throws {
    let heap = String(repeating: "e" + String(repeating: "\u{301}", count: 60), count: 50)
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name) VALUES ('\(Fixture.home(1))', 'Flat');
        INSERT INTO inventoryItems (id, title, homeID) VALUES
          ('\(Fixture.item(1))', '\(heap)', '\(Fixture.home(1))');
        """)
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    let item = try #require(try Item.find(Fixture.item(1), in: store.connection))
    #expect(item.details.name.utf8.count <= TextLimit.name.maxBytes)
    #expect(item.details.problems(with: []).isEmpty)
    #expect(household.decisions.map(\.reason) == [.cut(column: "title", maxCharacters: 200)])
    #expect(try store.texts("SELECT value FROM itemFields WHERE name = 'title'") == [heap])
  }

  @Test("an id that is none, and one in capitals, is made one in the same way each time")
  func oddIDs() throws {
    let upper = Fixture.item(0xA).uppercased()
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name) VALUES ('\(Fixture.home(1))', 'Flat');
        INSERT INTO inventoryItems (id, title, homeID) VALUES
          ('17', 'Kettle', '\(Fixture.home(1))'), ('\(upper)', 'Lamp', '\(Fixture.home(1))');
        INSERT INTO inventoryItemLabels VALUES ('l1', '\(upper)', 'L1'), ('l2', '17', 'L1');
        INSERT INTO inventoryLabels (id, name) VALUES ('L1', 'Tools');
        """)
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    #expect(try store.texts("SELECT id FROM items WHERE name = 'Lamp'") == [upper.lowercased()])
    #expect(household.told.contains("Kettle changed newID"))
    #expect(try store.integer("SELECT count(*) FROM itemLabels") == 2)
    #expect(try RestorePlan(fixture.read().archive, in: store.connection).isEmpty)
  }

  @Test("an id that something else on the hub has is another one here, found again the next time")
  func takenIDs() throws {
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name) VALUES ('\(Fixture.home(1))', 'My Home');
        INSERT INTO inventoryLocations (id, name, homeID) VALUES
          ('\(Fixture.room(1))', 'Kitchen', '\(Fixture.home(1))');
        INSERT INTO inventoryItems (id, title, locationID, homeID) VALUES
          ('\(Fixture.item(1))', 'Kettle', '\(Fixture.room(1))', '\(Fixture.home(1))');
        """)
    let store = try TestStore(homes: [])
    let taken: Set = [Fixture.home(1), Fixture.room(1)]
    let plan = try RestorePlan(fixture.read().archive, takenIDs: taken, in: store.connection)
    try store.write { try ApplyRestore(plan, files: [:])($0) }
    let homes = try store.texts("SELECT id FROM homes")
    #expect(homes.count == 1 && homes != [Fixture.home(1)])
    #expect(try store.texts("SELECT id FROM locations") != [Fixture.room(1)])
    #expect(try store.texts("SELECT id FROM items") == [Fixture.item(1)])
    let again = try RestorePlan(fixture.read().archive, takenIDs: taken, in: store.connection)
    #expect(again.isEmpty)
  }

  // MARK: Photos and papers

  private func photoFixture() throws -> LegacyFixture {
    try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name, imageURL) VALUES
          ('\(Fixture.home(1))', 'Flat', 'file:///var/mobile/Images/front%20door.jpg');
        INSERT INTO inventoryItems (id, title, homeID, imageURL, secondaryPhotoURLs, attachments)
          VALUES ('\(Fixture.item(1))', 'Kettle', '\(Fixture.home(1))', 'file:///x/Images/one.jpg',
            '["file:///x/Images/two.jpg","three.jpg"]',
            '[{"url":"file:///x/bill.pdf","originalName":"Bill.pdf","createdAt":"2024"}]');
        INSERT INTO inventoryItems (id, title, homeID) VALUES
          ('\(Fixture.item(2))', 'Lamp', '\(Fixture.home(1))');
        INSERT INTO inventoryItemPhotos VALUES
          ('\(Fixture.id(6, 2))', '\(Fixture.item(2))', x'FFD8FFE00B', 1),
          ('\(Fixture.id(6, 1))', '\(Fixture.item(2))', x'FFD8FFE00A', 0),
          ('\(Fixture.id(6, 3))', '\(Fixture.item(2))', x'DEADBEEF', 2),
          ('\(Fixture.id(6, 4))', '\(Fixture.item(9))', x'FFD8FFE00C', 0);
        """)
  }

  @Test("S0-US000-bg photos come in their order, the first one primary, and no column names a file")
  func photos() throws {
    let fixture = try photoFixture()
    for name in ["front door.jpg", "one.jpg", "two.jpg", "three.jpg"] {
      try fixture.write(Self.jpeg + Array(name.utf8), to: name)
    }
    try fixture.write(Array("%PDF-1.7".utf8), to: "bill.pdf")
    let store = try TestStore(homes: [])
    try fixture.bring(to: store)
    let kettle = try Photo.of(
      .item(Fixture.item(1)), home: Fixture.home(1), in: store.connection)
    let names = ["one.jpg", "two.jpg", "three.jpg"]
    #expect(kettle.map(\.blobHash) == names.map { Self.sum(Self.jpeg + Array($0.utf8)) })
    let lamp = try Photo.of(.item(Fixture.item(2)), home: Fixture.home(1), in: store.connection)
    #expect(lamp.map(\.id) == [Fixture.id(6, 1), Fixture.id(6, 2)])
    #expect(try Photo.of(.home, home: Fixture.home(1), in: store.connection).count == 1)
    #expect(try store.texts("SELECT name FROM attachments") == ["Bill.pdf"])
    for table in ["homes", "locations", "items", "itemFields", "photos", "attachments"] {
      let rows = try store.connection.query("SELECT * FROM \(table)") { row in
        (0..<row.columnCount).map { row.text($0) }.joined(separator: " ")
      }
      #expect(!rows.contains { $0.contains("file:") || $0.contains("Images/") }, "\(table)")
    }
  }

  @Test("D-PHO-9 D-MIG-2 a missing photo and one that is none are told of, and taken up later")
  func missingPhotos() throws {
    let fixture = try photoFixture()
    try fixture.write(Self.jpeg + Array("two.jpg".utf8), to: "two.jpg")
    try fixture.write(Array("<html>".utf8), to: "three.jpg")
    try fixture.write(Self.jpeg, to: "spare.jpg")
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    let states = Set(household.files.map { "\($0.file) \($0.state)" })
    #expect(
      states == [
        "front door.jpg missing", "one.jpg missing", "two.jpg ready", "three.jpg refused",
        "Bill.pdf missing", "spare.jpg unused", " ready", " refused",
      ])
    let kettle = {
      try Photo.of(.item(Fixture.item(1)), home: Fixture.home(1), in: store.connection)
    }
    #expect(try kettle().count == 1)
    let counts = household.counts.filter { $0.table == "inventoryItemPhotos" }.map(\.text)
    #expect(counts == ["4 2 0 2"])

    for name in ["one.jpg", "three.jpg"] {
      try fixture.write(Self.jpeg + Array(name.utf8), to: name)
    }
    try fixture.bring(to: store)
    #expect(try kettle().count == 3)
    try fixture.bring(to: store)
    #expect(try kettle().count == 3)
  }

  @Test("D-PHO-9 what Hearth could not store is told of at the end")
  func refusedLater() throws {
    let fixture = try photoFixture()
    var household = try fixture.read()
    let hash = Self.sum([0xFF, 0xD8, 0xFF, 0xE0, 0x0A])
    household.note(refused: [hash])
    let states = household.files.filter { $0.table == "inventoryItemPhotos" && $0.sha256 != nil }
    #expect(states.map(\.state) == [.refused, .stored, .refused])
    #expect(household.told.contains(" leftOut refused"))
  }

  @Test("a photo that bears the id of its row and is named by none is taken for one")
  func photoByID() throws {
    let fixture = try photoFixture()
    try fixture.change("UPDATE homes SET imageURL = NULL")
    try fixture.write(Self.jpeg, to: "\(Fixture.home(1).uppercased()).jpg")
    let household = try fixture.read()
    let home = household.files.filter { $0.table == "homes" }
    #expect(home.map(\.state) == [.ready])
    #expect(household.decisions.contains { $0.reason == .foundByID("\(Fixture.home(1)).jpg") })
  }

  @Test("a database of another program, a damaged one and one of the app's first form are refused")
  func refused() throws {
    let other = try LegacyFixture("CREATE TABLE notes (id TEXT)", rows: "")
    #expect(throws: LegacyStore.Failure.unknownTables(file: "app.sqlite", tables: ["notes"])) {
      try other.read()
    }
    let first = try LegacyFixture("CREATE TABLE ZINVENTORYITEM (Z_PK INTEGER)", rows: "")
    #expect(throws: LegacyStore.Failure.olderForm(file: "app.sqlite")) { try first.read() }
    let damaged = try photoFixture()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: damaged.database))
    for index in 4096..<8192 { bytes[index] = 0x5A }
    try bytes.write(to: URL(fileURLWithPath: damaged.database))
    #expect(throws: LegacyStore.Failure.unreadable(file: "app.sqlite")) { try damaged.read() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: damaged.database)) == bytes)
  }

  private static func sum(_ bytes: [UInt8]) -> String {
    let sum = SHA256Sum()
    sum.add(bytes)
    return sum.finish()
  }
}
