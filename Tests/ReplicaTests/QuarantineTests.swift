import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A hub and a device of a newer version, whose places may have long names, and a device whose
/// tables refuse them.
private struct StrictScene {
  static let newer = SyncSchema(
    version: 2, tables: TestSchema.schema.tables.filter { !$0.isHubOwned },
    zoneKinds: TestSchema.schema.zoneKinds)

  /// What the older program's tables refuse, as a CHECK would.
  static let strictness = ["places", "homes", "items", "members"].map { table in
    ["INSERT", "UPDATE"].map { event in
      """
      CREATE TRIGGER \(table)\(event) BEFORE \(event) ON \(table) WHEN length(NEW.name) > 8
      BEGIN SELECT RAISE(ABORT, 'the name is too long'); END;
      """
    }.joined()
  }.joined()
  static let leniency = ["places", "homes", "items", "members"].map { table in
    "DROP TRIGGER \(table)INSERT; DROP TRIGGER \(table)UPDATE;"
  }.joined()

  let world: SyncWorld
  let new: SyncDevice
  let old: SyncDevice
  let home: ZoneID

  init() throws {
    world = try SyncWorld(schema: Self.newer)
    new = try world.device("ann", "new")
    old = try world.device(
      "ann", "old", schema: TestSchema.schema, sql: [TestSchema.sql, Self.strictness])
    home = try new.addHome("Flat")
    try settle()
  }

  func settle() throws {
    for device in [new, old, new, old] { try device.sync() }
  }

  func upgradeOld() throws {
    try old.restart(schema: Self.newer, sql: Self.leniency)
    try settle()
  }

  func expectEqual(_ location: SourceLocation = #_sourceLocation) throws {
    let (one, two) = try (new.replica.confirmedDigests(), old.replica.confirmedDigests())
    #expect(one[home]?.digest == two[home]?.digest, sourceLocation: location)
    #expect(try old.replica.quarantineCounts() == [:], sourceLocation: location)
  }
}

@Suite struct QuarantineTests {
  @Test("a record that does not fit holds up nothing; what may be without it is shown without it")
  func nullified() throws {
    let scene = try StrictScene()
    let place = try scene.new.addPlace("conservatory", in: scene.home)
    let item = try scene.new.addItem("lamp", in: scene.home, place: place)
    try scene.settle()
    try scene.new.addItem("chair", in: scene.home)
    try scene.settle()
    #expect(try scene.old.items == ["chair", "lamp"])
    #expect(try scene.old.count("places") == 0)
    #expect(try scene.old.replica.quarantineCounts() == [scene.home: 1])
    // An edit of something else does not empty the reference.
    try scene.old.rename(item, "red lamp")
    try scene.settle()
    #expect(try scene.world.value("placeID", of: item, in: scene.home) == .text(place))
    #expect(try scene.new.items == ["chair", "red lamp"])
    try scene.upgradeOld()
    #expect(try scene.old.texts("SELECT placeID FROM items WHERE id = ?", .text(item)) == [place])
    try scene.expectEqual()
  }

  @Test("what is part of a record that does not fit is kept aside with it, and comes with it")
  func contained() throws {
    let scene = try StrictScene()
    let item = try scene.new.addItem("grandfather clock", in: scene.home)
    try scene.new.addPhoto("front", of: item, in: scene.home)
    try scene.new.addItem("chair", in: scene.home)
    try scene.settle()
    #expect(try scene.old.items == ["chair"])
    #expect(try scene.old.count("photos") == 0)
    #expect(try scene.old.replica.quarantineCounts() == [scene.home: 2])
    try scene.new.addPhoto("back", of: item, in: scene.home)
    try scene.settle()
    #expect(try scene.old.replica.quarantineCounts() == [scene.home: 3])
    try scene.upgradeOld()
    #expect(try scene.old.texts("SELECT caption FROM photos ORDER BY 1") == ["back", "front"])
    try scene.expectEqual()
  }

  @Test("an aggregate whose children refer to what does not fit is kept aside whole")
  func aggregate() throws {
    let scene = try StrictScene()
    try scene.new.write { transaction in
      try transaction.connection.execute(
        """
        INSERT INTO members (id, homeID, name, isArchived) VALUES
          ('m1', ?1, 'Ann', 0), ('m2', ?1, 'Maximiliane', 0)
        """, .text(scene.home))
      try transaction.connection.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES ('e1', ?, '', 10)",
        .text(scene.home))
      try transaction.connection.execute(
        """
        INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES
          ('s1', ?1, 'e1', 'm1', 4), ('s2', ?1, 'e1', 'm2', 6)
        """, .text(scene.home))
    }
    try scene.settle()
    #expect(try scene.old.texts("SELECT id FROM members") == ["m1"])
    #expect(try scene.old.count("expenses") == 0)
    #expect(try scene.old.count("shares") == 0)
    try scene.upgradeOld()
    #expect(try scene.old.count("shares") == 2)
    try scene.expectEqual()
    try scene.old.write { transaction in
      try transaction.connection.execute("UPDATE shares SET owed = 5")
    }
    try scene.settle()
    #expect(try scene.old.refusals == [])
    #expect(try scene.new.texts("SELECT DISTINCT owed FROM shares") == ["5"])
  }

  @Test("a home whose own record does not fit is kept aside whole; other homes go on")
  func wholeHome() throws {
    let scene = try StrictScene()
    let cabin = try scene.new.addHome("Cabin in the hills")
    let item = try scene.new.addItem("boat", in: cabin)
    try scene.new.addPhoto("front", of: item, in: cabin)
    try scene.new.addItem("lamp", in: scene.home)
    try scene.settle()
    #expect(try scene.old.items == ["lamp"])
    #expect(try scene.old.texts("SELECT name FROM homes") == ["Flat"])
    try scene.new.run("UPDATE homes SET name = 'Cabin' WHERE id = ?", .text(cabin))
    try scene.settle()
    #expect(try scene.old.items == ["boat", "lamp"])
    #expect(try scene.old.count("photos") == 1)
    try scene.expectEqual()
  }

  @Test("a record that is changed so that it fits is there, with what refers to it")
  func mended() throws {
    let scene = try StrictScene()
    let place = try scene.new.addPlace("conservatory", in: scene.home)
    let item = try scene.new.addItem("lamp", in: scene.home, place: place)
    try scene.settle()
    try scene.new.run("UPDATE places SET name = 'garden' WHERE id = ?", .text(place))
    try scene.settle()
    #expect(try scene.old.texts("SELECT name FROM places") == ["garden"])
    #expect(try scene.old.texts("SELECT placeID FROM items WHERE id = ?", .text(item)) == [place])
    try scene.expectEqual()
  }

  @Test("a change that does not fit leaves the record as it was until the next that fits")
  func patched() throws {
    let scene = try StrictScene()
    let item = try scene.new.addItem("lamp", in: scene.home)
    try scene.settle()
    try scene.new.rename(item, "standard lamp")
    try scene.settle()
    #expect(try scene.old.items == ["lamp"])
    try scene.new.run("UPDATE items SET price = 7 WHERE id = ?", .text(item))
    try scene.settle()
    #expect(try scene.old.items == ["lamp"])
    try scene.new.rename(item, "light")
    try scene.settle()
    #expect(try scene.old.texts("SELECT name || price FROM items") == ["light7"])
    try scene.expectEqual()
  }

  @Test("a record that did not fit and is deleted, moved away or purged leaves nothing behind")
  func gone() throws {
    let scene = try StrictScene()
    let cabin = try scene.new.addHome("Cabin")
    let items = try (0..<2).map { try scene.new.addItem("grandfather clock \($0)", in: cabin) }
    try scene.settle()
    #expect(try scene.old.replica.quarantineCounts() == [cabin: 2])
    try scene.new.deleteItem(items[0])
    try scene.settle()
    #expect(try scene.old.replica.quarantineCounts() == [cabin: 1])
    try scene.new.moveItem(items[1], to: scene.home)
    try scene.settle()
    #expect(try scene.old.replica.quarantineCounts() == [scene.home: 1])
    try scene.new.deleteItem(items[1])
    try scene.settle()
    try scene.expectEqual()
  }

  @Test("what is written here before a record is kept aside reaches the hub and may mend it")
  func pendingEdit() throws {
    let scene = try StrictScene()
    let item = try scene.new.addItem("lamp", in: scene.home)
    try scene.settle()
    try scene.new.rename(item, "standard lamp")
    try scene.new.sync()
    try scene.old.run("UPDATE items SET price = 3")
    try scene.old.run("UPDATE items SET name = 'bulb'")
    try scene.old.pull()
    #expect(try scene.old.items == ["bulb"])
    try scene.settle()
    #expect(try scene.new.texts("SELECT name || price FROM items") == ["bulb3"])
    #expect(try scene.old.refusals == [])
    try scene.expectEqual()
  }
}
