import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// The test schema one version on: items have a mood, and there are notes on them.
private enum Newer {
  static let schema: SyncSchema = {
    let tables = TestSchema.schema.tables.filter { !$0.isHubOwned }.map { table in
      guard table.name == "items" else { return table }
      return TableSchema(
        "items", in: [.home], zoneColumn: "homeID",
        registers: table.registers + [
          RegisterSchema(.text("mood", isNullable: true)),
          RegisterSchema(.integer("stars", 0...5, defaultValue: 3)),
          RegisterSchema(
            aggregate: "size",
            columns: [.integer("width", defaultValue: 0), .integer("depth", defaultValue: 0)]),
        ], references: table.references)
    }
    let notes = TableSchema(
      "notes", in: [.home], zoneColumn: "homeID",
      registers: [RegisterSchema(.text("itemID")), RegisterSchema(.text("text"))],
      references: [ReferenceSchema("itemID", to: "items", .contained)])
    return SyncSchema(
      version: 2, tables: tables + [notes], zoneKinds: TestSchema.schema.zoneKinds)
  }()

  static let migration = """
    ALTER TABLE items ADD COLUMN mood TEXT;
    ALTER TABLE items ADD COLUMN stars INTEGER NOT NULL DEFAULT 3;
    ALTER TABLE items ADD COLUMN width INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE items ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE notes (
      id TEXT PRIMARY KEY NOT NULL, homeID TEXT NOT NULL, itemID TEXT NOT NULL,
      text TEXT NOT NULL,
      FOREIGN KEY (homeID, itemID) REFERENCES items(homeID, id) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    """
}

/// A hub and a device of the newer version, and a device that has not been updated.
private struct Generations {
  let world: SyncWorld
  let new: SyncDevice
  let old: SyncDevice
  let home: ZoneID
  let item: RecordID

  init() throws {
    world = try SyncWorld(schema: Newer.schema)
    new = try world.device("ann", "new", sql: [TestSchema.sql, Newer.migration])
    old = try world.device("ann", "old", schema: TestSchema.schema)
    home = try new.addHome("Flat")
    item = try new.addItem("lamp", in: home)
    try new.run("UPDATE items SET mood = 'bright', stars = 5")
    try new.addNote("n1", "by the door", on: item, in: home)
    try settle()
  }

  func settle() throws {
    for device in [new, old, new, old] { try device.sync() }
  }

  func upgradeOld() throws {
    try old.restart(schema: Newer.schema, sql: Newer.migration)
  }

  var seenByOld: [String] {
    get throws { try old.texts("SELECT name || mood || stars FROM items") }
  }
}

extension SyncDevice {
  fileprivate func addNote(
    _ id: RecordID, _ text: String, on item: RecordID, in home: ZoneID
  ) throws {
    try run(
      "INSERT INTO notes (id, homeID, itemID, text) VALUES (?, ?, ?, ?)", .text(id), .text(home),
      .text(item), .text(text))
  }
}

@Suite struct SchemaGrowthTests {
  @Test("D-SYN-11 S1-8-c an older program's edit erases no field that it does not know")
  func oldEdits() throws {
    let world = try Generations()
    try world.old.rename(world.item, "old name")
    try world.settle()
    #expect(try world.new.texts("SELECT name || mood || stars FROM items") == ["old namebright5"])
    #expect(try world.new.texts("SELECT text FROM notes") == ["by the door"])
  }

  @Test("D-SYN-11 fields and records that were not understood are there after the upgrade")
  func adopted() throws {
    let world = try Generations()
    #expect(try world.old.count("syncUnknown") == 2)
    try world.upgradeOld()
    #expect(try world.seenByOld == ["lampbright5"])
    #expect(try world.old.texts("SELECT text FROM notes") == ["by the door"])
    #expect(try world.old.count("syncUnknown") == 0)
    try world.settle()
    let digests = try (world.new.replica.confirmedDigests(), world.old.replica.confirmedDigests())
    #expect(digests.0[world.home]?.digest == digests.1[world.home]?.digest)
  }

  @Test("an aggregate that was not understood can be edited after the upgrade")
  func adoptedAggregate() throws {
    let world = try Generations()
    try world.new.run("UPDATE items SET width = 2, depth = 3")
    try world.settle()
    try world.upgradeOld()
    #expect(try world.old.texts("SELECT width || depth FROM items") == ["23"])
    try world.old.pull()
    try world.old.run("UPDATE items SET depth = 4")
    try world.settle()
    #expect(try world.old.refusals == [])
    #expect(try world.new.texts("SELECT width || depth FROM items") == ["24"])
  }

  @Test("an edit of a row that is older than a column touches and undoes nothing of that column")
  func shortRows() throws {
    let world = try SyncWorld()
    let old = try world.device("ann", "old")
    let home = try old.addHome("Flat")
    let item = try old.addItem("lamp", in: home)
    try old.sync()
    world.upgradeHub(to: Newer.schema)
    try old.restart(schema: Newer.schema, sql: Newer.migration)
    let other = try world.device(
      "ann", "other", schema: Newer.schema, sql: [TestSchema.sql, Newer.migration])
    try other.sync()
    try other.run("UPDATE items SET stars = 5")
    try other.sync()
    world.now += 1000
    try old.rename(item, "lantern")
    try old.sync()
    #expect(try world.value("stars", of: item, in: home) == 5)
    // Taken off and put on again over what is pulled.
    try old.run("UPDATE items SET stars = 1")
    try other.run("UPDATE items SET price = 7")
    try other.sync()
    try old.sync()
    #expect(try old.texts("SELECT name || stars || price FROM items") == ["lantern17"])
  }

  @Test("what is pending on a row that is older than a column can be taken off")
  func shortRowUndone() throws {
    let world = try SyncWorld()
    let old = try world.device("ann", "old")
    let home = try old.addHome("Flat")
    try old.addItem("lamp", in: home)
    try old.sync()
    world.upgradeHub(to: Newer.schema)
    try old.restart(schema: Newer.schema, sql: Newer.migration)
    try old.run("UPDATE items SET stars = 1")
    try old.sync()
    #expect(try old.texts("SELECT name || stars FROM items") == ["lamp1"])
  }

  @Test("what is pulled in pieces before the upgrade is whole after it")
  func patched() throws {
    let world = try Generations()
    try world.new.run("UPDATE items SET mood = 'dim'")
    try world.settle()
    try world.new.run("UPDATE items SET stars = 1")
    try world.settle()
    try world.upgradeOld()
    #expect(try world.seenByOld == ["lampdim1"])
  }

  @Test("an upgrade in the middle of pending edits keeps both")
  func upgradeUnderEdits() throws {
    let world = try Generations()
    try world.old.rename(world.item, "renamed")
    try world.upgradeOld()
    #expect(try world.seenByOld == ["renamedbright5"])
    try world.settle()
    #expect(try world.new.texts("SELECT name || mood || stars FROM items") == ["renamedbright5"])
    #expect(try world.seenByOld == ["renamedbright5"])
  }

  @Test("a refused deletion brings a record back with what was not understood")
  func refusedDeletion() throws {
    let world = try Generations()
    // The note is part of the item, and the older program cannot name it.
    try world.old.deleteItem(world.item)
    try world.old.pull()
    try world.old.sync()
    #expect(try world.old.refusals == [.unseenChildren])
    try world.upgradeOld()
    #expect(try world.seenByOld == ["lampbright5"])
    #expect(try world.old.texts("SELECT text FROM notes") == ["by the door"])
  }

  @Test("an upgrade while a deletion is pending loses nothing when that is refused")
  func upgradeUnderDeletion() throws {
    let world = try Generations()
    try world.old.deleteItem(world.item)
    try world.upgradeOld()
    try world.settle()
    #expect(try world.old.refusals == [.unseenChildren])
    #expect(try world.seenByOld == ["lampbright5"])
    #expect(try world.old.texts("SELECT text FROM notes") == ["by the door"])
  }

  @Test("what was not understood goes with its record: moved, deleted")
  func movedAndDeleted() throws {
    let world = try Generations()
    let cabin = try world.new.addHome("Cabin")
    try world.settle()
    try world.new.write { transaction in
      for table in ["items", "notes"] {
        try transaction.connection.execute("UPDATE \(table) SET homeID = ?", .text(cabin))
      }
    }
    try world.settle()
    #expect(try world.old.texts("SELECT DISTINCT zoneID FROM syncUnknown") == [cabin])
    try world.new.write { transaction in
      for table in ["notes", "items"] {
        try transaction.connection.execute("DELETE FROM \(table)")
      }
    }
    try world.settle()
    #expect(try world.old.count("syncUnknown") == 0)
  }

  @Test("S3-6.3-a a record of an older program has the defaults of the columns it does not know")
  func defaults() throws {
    let world = try Generations()
    let item = try world.old.addItem("chair", in: world.home)
    try world.settle()
    #expect(
      try world.new.texts(
        "SELECT coalesce(mood, 'none') || stars FROM items WHERE id = ?", .text(item))
        == ["none3"])
  }

  @Test("an older hub refuses what it does not know and everything else goes on")
  func olderHub() throws {
    let world = try SyncWorld()
    let new = try world.device(
      "ann", "new", schema: Newer.schema, sql: [TestSchema.sql, Newer.migration])
    let home = try new.addHome("Flat")
    try new.sync()
    let item = try new.addItem("lamp", in: home)
    try new.run("UPDATE items SET mood = 'bright'")
    try new.rename(item, "red lamp")
    try new.sync()
    #expect(try new.refusals == [.unknownType])
    #expect(try new.texts("SELECT name || coalesce(mood, '-') FROM items") == ["red lamp-"])
    world.upgradeHub(to: Newer.schema)
    try new.run("UPDATE items SET mood = 'bright'")
    try new.sync()
    #expect(try world.value("mood", of: item, in: home) == "bright")
  }
}
