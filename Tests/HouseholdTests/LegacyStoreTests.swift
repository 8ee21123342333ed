import Foundation
import Legacy
import SQLite
import SyncProtocol
import Testing
import Things

@Suite("An older store of the phone app")
struct LegacyStoreTests {
  private typealias Fixture = LegacyFixture

  private func households() throws -> LegacyFixture {
    try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name, isPrimary) VALUES
          ('\(Fixture.home(1))', 'Lake', 0), ('\(Fixture.home(2))', 'Flat', 1);
        INSERT INTO inventoryLocations (id, name, homeID, sfSymbolName) VALUES
          ('\(Fixture.room(1))', 'Kitchen', '\(Fixture.home(1))', 'fork.knife'),
          ('\(Fixture.room(2))', 'Kitchen', '\(Fixture.home(2))', NULL),
          ('\(Fixture.room(3))', 'Loft', '\(Fixture.home(1))', NULL);
        INSERT INTO inventoryItems (id, title, price, purchaseDate, locationID, homeID) VALUES
          ('\(Fixture.item(1))', 'Kettle', '12.50', '2024-01-02 00:00:00', '\(Fixture.room(1))',
            '\(Fixture.home(1))'),
          ('\(Fixture.item(2))', 'Lamp', '0', NULL, NULL, '\(Fixture.home(2))');
        INSERT INTO inventoryLabels (id, name, color, emoji) VALUES
          ('\(Fixture.label(1))', 'Tools', 4278190335, '🔧');
        INSERT INTO inventoryItemLabels VALUES
          ('l1', '\(Fixture.item(1))', '\(Fixture.label(1))'),
          ('l2', '\(Fixture.item(2))', '\(Fixture.label(1))');
        """)
  }

  @Test("S1-4.1-b S3-QM-1 ids of homes, rooms and items stay, and as many come out as go in")
  func ids() throws {
    let (fixture, store) = (try households(), try TestStore(homes: []))
    let household = try fixture.bring(to: store)
    #expect(
      try store.texts("SELECT id FROM homes ORDER BY id") == [Fixture.home(1), Fixture.home(2)])
    #expect(
      try store.texts("SELECT id FROM locations ORDER BY id") == (1...3).map(Fixture.room))
    #expect(try store.texts("SELECT id FROM items ORDER BY id") == (1...2).map(Fixture.item))
    #expect(household.miscounted == [])
    #expect(
      household.counts.map { "\($0.table) \($0.found) \($0.taken)" } == [
        "homes 2 2", "inventoryLocations 3 3", "inventoryLabels 1 1", "inventoryItemLabels 2 2",
        "inventoryItems 2 2", "homeInsurancePolicies 0 0", "insurancePolicies 0 0",
        "homePhotos 0 0", "inventoryItemPhotos 0 0",
      ])
    #expect(try store.texts("PRAGMA foreign_key_check") == [])
    let kettle = try #require(try Item.find(Fixture.item(1), in: store.connection))
    #expect(kettle.details.priceMinor == 1250)
    #expect(kettle.details.purchasedOn == "2024-01-02")
    #expect(kettle.details.locationID == Fixture.room(1))
    // The app writes zero for a price that nobody entered.
    #expect(try Item.find(Fixture.item(2), in: store.connection)?.details.priceMinor == nil)
  }

  @Test("S1-7.5-a bringing a store over again changes nothing, nor does stopping in between")
  func again() throws {
    let (fixture, store) = (try households(), try TestStore(homes: []))
    try fixture.bring(to: store, maxRecords: 3, maxParts: 1)
    #expect(try store.integer("SELECT count(*) FROM items") == 0)
    try fixture.bring(to: store)
    let before = try store.texts("SELECT id FROM items UNION SELECT id FROM itemLabels")
    let plan = try RestorePlan(fixture.read().archive, in: store.connection)
    #expect(plan.isEmpty)
    try fixture.bring(to: store)
    #expect(try store.texts("SELECT id FROM items UNION SELECT id FROM itemLabels") == before)
    #expect(before.count == 4)
  }

  @Test("S1-7.5-a what somebody has changed since stays as they have left it")
  func newerWork() throws {
    let (fixture, store) = (try households(), try TestStore(homes: []))
    try fixture.bring(to: store)
    try store.connection.execute("UPDATE items SET name = 'Teapot' WHERE name = 'Kettle'")
    try fixture.bring(to: store)
    #expect(try store.texts("SELECT name FROM items ORDER BY name") == ["Lamp", "Teapot"])
  }

  @Test("what was brought over can be taken back, all of it and nothing else")
  func undo() throws {
    let (fixture, store) = (try households(), try TestStore(homes: ["Cabin"]))
    try store.addItem("Oar", home: "Cabin")
    try fixture.bring(to: store)
    let taken = try store.write { try UndoImport(fixture.result.trace)($0) }
    #expect(taken.removedItemCount == 2)
    #expect(taken.homes.sorted() == ["Flat", "Lake"])
    #expect(try store.texts("SELECT name FROM items") == ["Oar"])
    #expect(try store.texts("SELECT name FROM homes") == ["Cabin"])
    for table in ["locations", "labels", "itemLabels"] {
      #expect(try store.integer("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test("X01 D-MIG-4 a label of all homes is made in each that has an item with it")
  func labels() throws {
    let (fixture, store) = (try households(), try TestStore(homes: []))
    let household = try fixture.bring(to: store)
    let homes = try store.texts("SELECT homeID FROM labels ORDER BY homeID")
    #expect(homes == [Fixture.home(1), Fixture.home(2)])
    #expect(try store.texts("SELECT id FROM labels").contains(Fixture.label(1)))
    #expect(try store.texts("SELECT DISTINCT emoji FROM labels") == ["🔧"])
    #expect(try store.integer("SELECT count(*) FROM itemLabels") == 2)
    #expect(household.told.contains("Tools changed severalHomes"))
  }

  @Test(
    "S3-6.2-P2-1 D-HOM-6 the primary home is the marked one, or the oldest, or by its id",
    arguments: [
      ("(1, '2020'), (2, '2019'), (3, '2021')", 0, 2),
      ("(3, '2021'), (2, '2019'), (1, '2020')", 0, 2),
      ("(3, '2021'), (2, '2019'), (1, '2020')", 3, 3),
      ("(2, ''), (3, ''), (1, '')", 0, 1),
      ("(1, '2020')", 0, 1),
    ])
  func primary(rows: String, marked: Int, expected: Int) throws {
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name, createdAt, isPrimary)
          SELECT '00000001-0000-4000-8000-00000000000' || column1, 'Home ' || column1, column2,
            column1 = \(marked) FROM (VALUES \(rows));
        INSERT INTO inventoryLocations (id, name) VALUES ('\(Fixture.room(1))', 'Kitchen');
        """)
    let store = try TestStore(homes: [])
    try fixture.bring(to: store)
    #expect(try store.texts("SELECT homeID FROM locations") == [Fixture.home(expected)])
    #expect(try PrimaryHome.find(in: store.connection) == Fixture.home(expected))
  }

  @Test("S3-6.2-P2-1 D-HOM-5 without any home My Home is made, under one id on every device")
  func noHome() throws {
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO inventoryLocations (id, name) VALUES ('\(Fixture.room(1))', 'Kitchen');
        INSERT INTO inventoryItems (id, title) VALUES ('\(Fixture.item(1))', 'Kettle');
        INSERT INTO inventoryLabels (id, name) VALUES ('\(Fixture.label(1))', 'Tools');
        """)
    let (laptop, phone) = (try TestStore(homes: []), try TestStore(homes: []))
    let household = try fixture.bring(to: laptop)
    try fixture.bring(to: phone)
    let home = try laptop.texts("SELECT id FROM homes")
    #expect(home == [UUIDs.v5(TestStore.account, "primary-home")])
    #expect(try phone.texts("SELECT id FROM homes") == home)
    #expect(try laptop.texts("SELECT name FROM homes") == ["My Home"])
    for table in ["locations", "items", "labels"] {
      #expect(try laptop.texts("SELECT homeID FROM \(table)") == home)
    }
    #expect(household.told.contains("My Home guessed homeMade"))
    // A home that is there already takes them in instead.
    let flat = LegacyReader.ChosenHome(id: Fixture.home(7), name: "Flat")
    let other = try fixture.read(primary: flat).archive.manifest.homes.map(\.id)
    #expect(other == [Fixture.home(7)])
  }

  // S3-6.3-b S3-6.3-d
  @Test(
    "S3-6.2-P2-2 S3-6.2-P2-3 D-HOM-7 what has no home goes to the primary one, or where its room is"
  )
  func homeless() throws {
    let fixture = try LegacyFixture(
      rows: """
        INSERT INTO homes (id, name, isPrimary) VALUES
          ('\(Fixture.home(1))', 'Lake', 0), ('\(Fixture.home(2))', 'Flat', 1);
        INSERT INTO inventoryLocations (id, name, homeID) VALUES
          ('\(Fixture.room(1))', 'Attic', NULL),
        ('\(Fixture.room(2))', 'Boathouse', '\(Fixture.home(1))');
        INSERT INTO inventoryItems (id, title, locationID, homeID) VALUES
          ('\(Fixture.item(1))', 'Oar', '\(Fixture.room(2))', NULL),
          ('\(Fixture.item(2))', 'Trunk', '\(Fixture.room(1))', NULL),
          ('\(Fixture.item(3))', 'Ring', NULL, NULL),
          ('\(Fixture.item(4))', 'Sofa', NULL, '\(Fixture.home(9))');
        INSERT INTO inventoryLabels (id, name) VALUES ('\(Fixture.label(1))', 'Unused');
        """)
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    let places = try store.texts(
      """
      SELECT i.name || ' ' || h.name || ' ' || coalesce(l.name, '-') FROM items AS i
        JOIN homes AS h ON h.id = i.homeID LEFT JOIN locations AS l ON l.id = i.locationID
        ORDER BY i.id
      """)
    #expect(places == ["Oar Lake Boathouse", "Trunk Flat Attic", "Ring Flat -", "Sofa Flat -"])
    #expect(try store.texts("SELECT homeID FROM labels") == [Fixture.home(2)])
    #expect(
      household.told == [
        "Attic guessed noHome", "Oar guessed homeOfPlace", "Trunk guessed homeOfPlace",
        "Ring guessed noHome", "Sofa guessed homeMissing",
      ])
  }

  @Test("D-MRG-21 a room of another home is exchanged for one of its name, or for none")
  func placeElsewhere() throws {
    let fixture = try households()
    try fixture.change(
      """
      UPDATE inventoryItems SET locationID = '\(Fixture.room(1))' WHERE title = 'Lamp';
      INSERT INTO inventoryItems (id, title, locationID, homeID) VALUES
        ('\(Fixture.item(3))', 'Rope', '\(Fixture.room(3))', '\(Fixture.home(2))');
      """)
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    let lamp = try #require(try Item.find(Fixture.item(2), in: store.connection))
    let rope = try #require(try Item.find(Fixture.item(3), in: store.connection))
    #expect([lamp.homeID, lamp.details.locationID] == [Fixture.home(2), Fixture.room(2)])
    #expect([rope.homeID, rope.details.locationID] == [Fixture.home(2), nil])
    #expect(household.told.contains("Lamp changed placeOfSameName"))
    #expect(household.told.contains("Rope changed placeElsewhere"))
  }

  @Test("S3-6.2-P1 a version without homes for rooms, photos of their own and most columns is read")
  func olderShape() throws {
    let fixture = try LegacyFixture(
      LegacyFixture.olderTables,
      rows: """
        INSERT INTO homes VALUES ('\(Fixture.home(1))', 'Flat');
        INSERT INTO inventoryLocations VALUES ('\(Fixture.room(1))', 'Kitchen');
        INSERT INTO inventoryItems (id, title, quantityString, locationID, labelID)
          VALUES ('\(Fixture.item(1))', 'Fork', '24', '\(Fixture.room(1))', '\(Fixture.label(1))');
        INSERT INTO inventoryLabels VALUES ('\(Fixture.label(1))', 'Cutlery');
        """)
    let store = try TestStore(homes: [])
    try fixture.bring(to: store)
    let fork = try #require(try Item.find(Fixture.item(1), in: store.connection))
    #expect(fork.homeID == Fixture.home(1))
    #expect(fork.details.quantity == 24)
    #expect(fork.details.locationID == Fixture.room(1))
    #expect(try store.texts("SELECT labelID FROM itemLabels") == [Fixture.label(1)])
  }

  @Test("a policy comes to each of its homes as one policy; one without a home to the primary one")
  func policies() throws {
    let fixture = try households()
    try fixture.change(
      """
      INSERT INTO insurancePolicies (id, providerName, policyNumber, deductibleAmount) VALUES
        ('\(Fixture.id(5, 1))', 'Alpen', 'A-1', '250'), ('\(Fixture.id(5, 2))', '', 'B-2', '0');
      INSERT INTO homeInsurancePolicies VALUES
        ('h1', '\(Fixture.home(1))', '\(Fixture.id(5, 1))'),
        ('h2', '\(Fixture.home(2))', '\(Fixture.id(5, 1))'),
        ('h3', '\(Fixture.home(2))', '\(Fixture.id(5, 1))'),
        ('h4', '\(Fixture.home(9))', '\(Fixture.id(5, 1))');
      """)
    let store = try TestStore(homes: [])
    let household = try fixture.bring(to: store)
    #expect(
      try store.texts("SELECT provider || ' ' || homeID FROM policies ORDER BY provider, homeID")
        == ["Alpen \(Fixture.home(1))", "Alpen \(Fixture.home(2))", "B-2 \(Fixture.home(2))"])
    #expect(try store.integer("SELECT count(DISTINCT policyKey) FROM policies") == 2)
    #expect(
      try store.integer("SELECT deductibleMinor FROM policies WHERE provider = 'Alpen'") == 25000)
    let counts = household.counts.filter { $0.table == "homeInsurancePolicies" }.map(\.text)
    #expect(counts == ["4 2 1 1"])
  }
}
