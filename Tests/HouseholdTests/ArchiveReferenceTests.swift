import SQLite
import SyncProtocol
import Testing
import Things

@Suite("Archives whose records refer to what is not there")
struct ArchiveReferenceTests {
  /// A store of two homes, in which the table need not keep what its references promise.
  private func looseStore() throws -> TestStore {
    let store = try TestStore(homes: ["flat", "cabin"])
    try store.connection.execute("PRAGMA foreign_keys = OFF")
    return store
  }

  private func told(_ archive: HouseholdArchive) -> [String] {
    archive.mended.map { "\($0.kind) \($0.name)" }
  }

  private func restored(_ store: TestStore) throws -> TestStore {
    let other = try TestStore()
    try ArchiveFixture(store, Self.blobs).restore(into: other)
    return other
  }

  /// A photo and a paper.
  private static let files = ["photo", "paper"].map { text -> (hash: String, bytes: [UInt8]) in
    let sum = SHA256Sum()
    sum.add(Array(text.utf8))
    return (sum.finish(), Array(text.utf8))
  }
  private static let blobs = Dictionary(uniqueKeysWithValues: files.map { ($0.hash, $0.bytes) })
  private static let (photo, paper) = (files[0].hash, files[1].hash)

  @Test("a place in one that is missing, or in another home, stands directly in its own home")
  func places() throws {
    let store = try looseStore()
    let hall = try store.addLocation("Hall", home: "cabin")
    for (name, parent) in [("Box", hall), ("Chest", store.id("gone"))] {
      let place = try store.addLocation(name, home: "flat")
      try store.addItem("In \(name)", home: "flat", at: place)
      try store.connection.execute(
        "UPDATE locations SET parentID = ? WHERE id = ?", .text(parent), .text(place))
    }
    let archive = try ArchiveFixture(store, [:]).open()
    #expect(told(archive).sorted() == ["parentMissing Box", "parentMissing Chest"])
    #expect(archive.mended.allSatisfy { $0.entry.contains("flat") })
    let other = try restored(store)
    #expect(try other.integer("SELECT count(*) FROM locations WHERE parentID IS NULL") == 3)
    #expect(
      try other.texts(
        """
        SELECT l.name || ' ' || h.name FROM items JOIN locations AS l ON l.id = locationID
          JOIN homes AS h ON h.id = l.homeID ORDER BY 1
        """) == ["Box flat", "Chest flat"])
  }

  @Test("an item and a template of a place that is missing come without one")
  func items() throws {
    let store = try looseStore()
    try store.addItem("Kettle", home: "flat")
    try store.connection.execute("UPDATE items SET locationID = ?", .text(store.id("gone")))
    try store.connection.execute(
      """
      INSERT INTO templates (id, homeID, name, nameKey, locationID, createdAt)
        VALUES (?, ?, 'Lamp', 'lamp', ?, 1)
      """, .text(store.id("template")), .text(store.id("flat")), .text(store.id("gone")))
    #expect(
      try told(ArchiveFixture(store, [:]).open()) == ["placeMissing Kettle", "placeMissing Lamp"])
    let other = try restored(store)
    #expect(try other.texts("SELECT name FROM items WHERE locationID IS NULL") == ["Kettle"])
    #expect(try other.texts("SELECT name FROM templates WHERE locationID IS NULL") == ["Lamp"])
  }

  @Test("a label on an item that is missing stays out, as does one that is missing")
  func labels() throws {
    let store = try looseStore()
    let blue = try store.addLabel("Blue", home: "flat")
    let red = try store.addLabel("Red", home: "flat")
    try store.addItem("Kettle", home: "flat", labels: [blue, red])
    let cup = try store.addItem("Cup", home: "flat", labels: [blue])
    try store.connection.execute("DELETE FROM labels WHERE id = ?", .text(red))
    try store.connection.execute("DELETE FROM items WHERE id = ?", .text(cup.id))
    #expect(
      try told(ArchiveFixture(store, [:]).open())
        == ["labelledMissing Blue", "labelMissing Kettle"])
    let other = try restored(store)
    #expect(
      try other.texts(
        """
        SELECT i.name || ' ' || l.name FROM itemLabels JOIN items AS i ON i.id = itemID
          JOIN labels AS l ON l.id = labelID
        """) == ["Kettle Blue"])
  }

  @Test("a photo of something that is missing becomes one of its home, and keeps its file")
  func photos() throws {
    let store = try looseStore()
    try store.addPhoto(Self.photo, item: store.id("gone"), location: nil)
    #expect(try told(ArchiveFixture(store, Self.blobs).open()) == ["photoOfHome flat"])
    let other = try restored(store)
    #expect(
      try other.texts("SELECT blobHash FROM photos WHERE itemID IS NULL AND locationID IS NULL")
        == [Self.photo])
  }

  @Test("papers, maintenance and fields of an item that is missing stay out, each told by name")
  func parts() throws {
    let store = try looseStore()
    let kettle = try store.addItem("Kettle", home: "flat")
    for (number, item) in [kettle.id, store.id("gone")].enumerated() {
      try store.connection.execute(
        """
        INSERT INTO maintenance (id, homeID, itemID, title, everyUnit, currency, createdAt,
            createdBy)
          VALUES (?, ?, ?, ?, 'month', 'EUR', 1, 'x')
        """, .text(store.id("entry \(number)")), .text(store.id("flat")), .text(item),
        .text("Descale \(number)"))
      try store.connection.execute(
        "INSERT INTO itemFields (id, homeID, itemID, name) VALUES (?, ?, ?, ?)",
        .text(store.id("field \(number)")), .text(store.id("flat")), .text(item),
        .text("Voltage \(number)"))
      try store.addPaper("Receipt \(number)", Self.paper, item: item, maintenance: nil)
      // Of an item that is there, and of an entry that is left out.
      if number == 1 {
        try store.addPaper(
          "Invoice", Self.paper, item: kettle.id, maintenance: store.id("entry 1"))
      }
    }
    let archive = try ArchiveFixture(store, Self.blobs).open()
    #expect(
      told(archive).sorted() == [
        "leftOut Descale 1", "leftOut Receipt 1", "leftOut Voltage 1",
        "maintenanceMissing Invoice",
      ])
    let other = try restored(store)
    #expect(
      try other.texts("SELECT name FROM attachments ORDER BY name") == ["Invoice", "Receipt 0"])
    #expect(try other.texts("SELECT title FROM maintenance") == ["Descale 0"])
    #expect(try other.texts("SELECT name FROM itemFields") == ["Voltage 0"])
  }

  @Test("a photo of an item and a place is the item's; a paper of nothing is left out by its line")
  func owners() throws {
    let store = try looseStore()
    try store.connection.execute("PRAGMA ignore_check_constraints = ON")
    let kettle = try store.addItem("Kettle", home: "flat")
    let shelf = try store.addLocation("Shelf", home: "flat")
    try store.addPhoto(Self.photo, item: kettle.id, location: shelf)
    try store.addPaper("Receipt", Self.paper, item: nil, maintenance: nil)
    let archive = try ArchiveFixture(store, Self.blobs).open()
    #expect(told(archive) == ["twoOwners ", "leftOut Receipt"])
    #expect(archive.mended.allSatisfy { $0.line != nil })
    let other = try restored(store)
    #expect(
      try other.texts(
        """
        SELECT name FROM photos JOIN items AS i ON i.id = itemID WHERE photos.locationID IS NULL
        """) == ["Kettle"])
    #expect(try other.integer("SELECT count(*) FROM attachments") == 0)
  }
}

extension TestStore {
  fileprivate func addPhoto(_ hash: String, item: RecordID?, location: RecordID?) throws {
    try connection.execute(
      """
      INSERT INTO photos (id, homeID, itemID, locationID, blobHash, byteCount, kind, width, height,
          sortKey, createdAt, createdBy)
        VALUES (?, ?, ?, ?, ?, 5, 'jpeg', 4, 3, 'a', 1, 'x')
      """, .text(id("photo")), .text(id("flat")), Value(item), Value(location), .text(hash))
  }

  fileprivate func addPaper(
    _ name: String, _ hash: String, item: RecordID?, maintenance: RecordID?
  ) throws {
    try connection.execute(
      """
      INSERT INTO attachments (id, homeID, itemID, kind, name, blobHash, byteCount, media,
          createdAt, createdBy, maintenanceID)
        VALUES (?, ?, ?, 'receipt', ?, ?, 5, 'pdf', 1, 'x', ?)
      """, .text(id(name)), .text(id("flat")), Value(item), .text(name), .text(hash),
      Value(maintenance))
  }
}
