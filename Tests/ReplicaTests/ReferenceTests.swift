import Replica
import SyncProtocol
import TestSupport
import Testing

/// Ann's two devices, with a home, a place and an item in it.
private struct Scene {
  let world: SyncWorld
  let one: SyncDevice
  let two: SyncDevice
  let home: ZoneID
  let place: RecordID
  let item: RecordID

  init() throws {
    world = try SyncWorld()
    one = try world.device("ann", "one")
    two = try world.device("ann", "two")
    home = try one.addHome("Flat")
    place = try one.addPlace("hall", in: home)
    item = try one.addItem("lamp", in: home, place: place)
    try settle()
  }

  func settle() throws {
    for device in [one, two, one, two] { try device.sync() }
  }

  func deletePlace(_ device: SyncDevice) throws {
    try device.write { transaction in
      try transaction.connection.execute(
        "UPDATE items SET placeID = NULL WHERE placeID = ?", .text(place))
      try transaction.connection.execute("DELETE FROM places WHERE id = ?", .text(place))
    }
  }
}

@Suite struct ReferenceTests {
  @Test("a child written before its parent in one change arrives whole everywhere")
  func childFirst() throws {
    let scene = try Scene()
    try scene.one.write { transaction in
      let db = transaction.connection
      try db.execute(
        "INSERT INTO photos (id, homeID, itemID, caption) VALUES ('ph', ?, 'it', 'c')",
        .text(scene.home))
      try db.execute(
        "INSERT INTO items (id, homeID, name, placeID) VALUES ('it', ?, 'desk', 'pl')",
        .text(scene.home))
      try db.execute(
        "INSERT INTO places (id, homeID, name) VALUES ('pl', ?, 'study')", .text(scene.home))
    }
    try scene.settle()
    #expect(try scene.one.refusals == [])
    #expect(try scene.two.texts("SELECT placeID FROM items WHERE id = 'it'") == ["pl"])
    #expect(try scene.two.texts("SELECT itemID FROM photos") == ["it"])
  }

  // S3-R-2
  @Test(
    "a deletion wins over an edit that did not know of it; the edit is kept",
    arguments: [
      true, false,
    ])
  func deleteAgainstEdit(_ deletesFirst: Bool) throws {
    let scene = try Scene()
    try scene.one.deleteItem(scene.item)
    scene.world.now += 10
    try scene.two.rename(scene.item, "edited")
    for device in deletesFirst ? [scene.one, scene.two] : [scene.two, scene.one] {
      try device.sync()
    }
    try scene.settle()
    #expect(try scene.one.items == [])
    #expect(try scene.two.items == [])
    #expect(try scene.two.refusals == (deletesFirst ? [.gone] : []))
    let parked = try scene.two.replica.parkedChanges().first
    #expect(parked?.changeSet.mutations.first?.registers["name"] == (deletesFirst ? "edited" : nil))
  }

  @Test("an update never brings a deleted record back, nor makes one that was never there")
  func updateCreatesNothing() throws {
    let scene = try Scene()
    try scene.one.deleteItem(scene.item)
    try scene.one.sync()
    let update = { (id: RecordID) in
      Mutation(.update, "items", id, in: scene.home, registers: ["name": "ghost"])
    }
    #expect(
      try scene.world.push([update(scene.item)], as: "ann", number: 1)
        == .refused(Refusal(.gone, RecordKey("items", scene.item))))
    #expect(
      try scene.world.push([update("never")], as: "ann", number: 2)
        == .refused(Refusal(.unknown, RecordKey("items", "never"))))
    #expect(try scene.world.record("never", in: scene.home) == nil)
  }

  @Test("putting an item into a place that was deleted meanwhile leaves it without a place")
  func moveIntoDeletedPlace() throws {
    let scene = try Scene()
    try scene.one.run("UPDATE items SET placeID = NULL")
    try scene.settle()
    try scene.deletePlace(scene.one)
    try scene.two.run("UPDATE items SET placeID = ?", .text(scene.place))
    try scene.one.sync()
    try scene.two.sync()
    try scene.settle()
    for device in [scene.one, scene.two] {
      #expect(try device.texts("SELECT coalesce(placeID, 'none') FROM items") == ["none"])
      #expect(try device.refusals == [])
    }
  }

  @Test("an item that was put into a place before it was deleted loses the place, not itself")
  func deletePlaceUnderItem() throws {
    let scene = try Scene()
    try scene.two.addItem("chair", in: scene.home, place: scene.place)
    try scene.two.sync()
    try scene.deletePlace(scene.one)
    try scene.one.sync()
    try scene.settle()
    for device in [scene.one, scene.two] {
      #expect(try device.items == ["chair", "lamp"])
      #expect(try device.texts("SELECT DISTINCT coalesce(placeID, 'none') FROM items") == ["none"])
    }
  }

  @Test("deleting a record whose part its author has not seen is refused; both come back")
  func unseenChild() throws {
    let scene = try Scene()
    let photo = try scene.two.addPhoto("lit", of: scene.item, in: scene.home)
    try scene.two.sync()
    try scene.one.deleteItem(scene.item)
    #expect(try scene.one.items == [])
    try scene.one.sync()
    #expect(try scene.one.refusals == [.unseenChildren])
    try scene.settle()
    for device in [scene.one, scene.two] {
      #expect(try device.items == ["lamp"])
      #expect(try device.texts("SELECT id FROM photos") == [photo])
    }
    // Now that it has been seen the deletion goes through.
    let parked = try #require(try scene.one.replica.parkedChanges().first)
    try scene.one.replica.discard(parked.number)
    try scene.one.deleteItem(scene.item)
    try scene.settle()
    #expect(try scene.two.items == [])
    #expect(try scene.two.count("photos") == 0)
  }

  @Test("a part of a record that was deleted is refused and kept")
  func childOfDeleted() throws {
    let scene = try Scene()
    try scene.one.deleteItem(scene.item)
    try scene.one.sync()
    try scene.two.addPhoto("late", of: scene.item, in: scene.home)
    try scene.two.sync()
    #expect(try scene.two.refusals == [.parentGone])
    #expect(try scene.two.count("photos") == 0)
    try scene.settle()
    #expect(try scene.one.count("photos") == 0)
  }

  @Test("a part of a record that has moved to another home goes there")
  func childOfMoved() throws {
    let scene = try Scene()
    let cabin = try scene.one.addHome("Cabin")
    try scene.settle()
    try scene.one.moveItem(scene.item, to: cabin)
    try scene.one.sync()
    try scene.two.addPhoto("late", of: scene.item, in: scene.home)
    try scene.two.rename(scene.item, "late lamp")
    try scene.two.sync()
    try scene.settle()
    for device in [scene.one, scene.two] {
      #expect(try device.texts("SELECT homeID FROM photos") == [cabin])
      #expect(try device.texts("SELECT name || homeID FROM items") == ["late lamp\(cabin)"])
      #expect(try device.refusals == [])
    }
  }

  @Test("a member that a share names comes back archived when somebody deletes it")
  func revive() throws {
    let scene = try Scene()
    try scene.one.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m1', ?, 'Ann', 0)",
      .text(scene.home))
    try scene.settle()
    try scene.one.run("DELETE FROM members WHERE id = 'm1'")
    _ = try scene.two.addExpense(10, by: "m1", in: scene.home)
    try scene.one.sync()
    try scene.two.sync()
    try scene.settle()
    for device in [scene.one, scene.two] {
      #expect(try device.texts("SELECT isArchived FROM members") == ["1"])
      #expect(try device.texts("SELECT memberID FROM shares") == ["m1"])
    }
  }

  @Test("a member who is brought back stays as somebody has decided who saw them last")
  func reviveOfOld() throws {
    let scene = try Scene()
    let archive = "UPDATE members SET isArchived = ? WHERE id = 'm1'"
    try scene.one.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m1', ?, 'Ann', 0)",
      .text(scene.home))
    try scene.settle()
    // Written first, and heard of last.
    _ = try scene.two.addExpense(10, by: "m1", in: scene.home)
    scene.world.now += 1000
    try scene.one.run(archive, .integer(1))
    try scene.one.sync()
    try scene.one.run("DELETE FROM members WHERE id = 'm1'")
    try scene.one.sync()
    try scene.two.sync()
    try scene.settle()
    let stamp = try scene.world.store.read { reader in
      try reader.record(RecordPlace(zone: scene.home, id: "m1"))?.registers["isArchived"]?.stamp
    }
    #expect(stamp?.changeSet.replica == "one")
    for device in [scene.one, scene.two] {
      #expect(try device.texts("SELECT isArchived FROM members") == ["1"])
    }
    try scene.one.run(archive, .integer(0))
    try scene.settle()
    #expect(try scene.two.texts("SELECT isArchived FROM members") == ["0"])
  }

  @Test("a delete that names what it takes along removes each of it everywhere")
  func namedCascade() throws {
    let scene = try Scene()
    try scene.one.addPhoto("a", of: scene.item, in: scene.home)
    try scene.one.addPhoto("b", of: scene.item, in: scene.home)
    try scene.settle()
    try scene.two.deleteItem(scene.item)
    try scene.settle()
    #expect(try scene.one.count("photos") == 0)
    let dead = try scene.world.store.read { reader in
      try reader.records(of: scene.home, after: nil, maxBytes: .max).filter { $0.table == "photos" }
    }
    #expect(dead.isEmpty)
  }

  @Test("of two moves of one record the later wins in both orders", arguments: [[0, 1], [1, 0]])
  func twoMoves(_ order: [Int]) throws {
    let scene = try Scene()
    let hall = try scene.one.addPlace("a", in: scene.home)
    let attic = try scene.one.addPlace("b", in: scene.home)
    try scene.settle()
    try scene.one.run("UPDATE items SET placeID = ?", .text(hall))
    scene.world.now += 10
    try scene.two.run("UPDATE items SET placeID = ?", .text(attic))
    for index in order { try [scene.one, scene.two][index].sync() }
    try scene.settle()
    #expect(try scene.one.texts("SELECT placeID FROM items") == [attic])
    #expect(try scene.two.texts("SELECT placeID FROM items") == [attic])
  }

  @Test("a change of a foreign key that cannot hold is an error for its author at once")
  func localForeignKey() throws {
    let scene = try Scene()
    #expect(throws: (any Error).self) {
      try scene.one.run("UPDATE items SET placeID = 'nowhere'")
    }
    #expect(try scene.one.pendingCount == 0)
  }

  @Test(
    "T26 that a place is deleted does not undo that something was put elsewhere before",
    arguments: [true, false])
  func elsewhere(_ emptiesItself: Bool) throws {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let home = try one.addHome("Flat")
    let p1 = try one.addPlace("p1", in: home)
    let p2 = try one.addPlace("p2", in: home)
    let lamp = try one.addItem("lamp", in: home, place: p1)
    try one.sync()
    try two.sync()
    // On one device the lamp goes to p2; a moment later, on the other, p1 is deleted.
    try one.run("UPDATE items SET placeID = ? WHERE id = ?", .text(p2), .text(lamp))
    world.now += 1000
    try two.write { transaction in
      if emptiesItself {
        try transaction.connection.execute(
          "UPDATE items SET placeID = NULL, price = 3 WHERE placeID = ?", .text(p1))
      } else {
        try transaction.connection.execute(
          "UPDATE items SET placeID = NULL WHERE placeID = ?", .text(p1))
      }
      try transaction.connection.execute("DELETE FROM places WHERE id = ?", .text(p1))
    }
    #expect(try two.texts("SELECT coalesce(placeID, 'none') FROM items") == ["none"])
    for device in [two, one, two] { try device.sync() }
    for device in [one, two] {
      #expect(try device.texts("SELECT placeID FROM items") == [p2])
      #expect(try device.refusals == [])
    }
    #expect(try world.value("price", of: lamp, in: home) == (emptiesItself ? 3 : .null))
  }

  @Test("T26b nor when whoever deletes the place has never seen what stood in it")
  func neverSeen() throws {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let home = try one.addHome("Flat")
    let p1 = try one.addPlace("p1", in: home)
    let p2 = try one.addPlace("p2", in: home)
    try one.sync()
    try two.sync()
    let lamp = try one.addItem("lamp", in: home, place: p1)
    try one.push()
    try one.run("UPDATE items SET placeID = ? WHERE id = ?", .text(p2), .text(lamp))
    world.now += 1000
    try two.run("DELETE FROM places WHERE id = ?", .text(p1))
    try two.push()
    try one.sync()
    #expect(try world.value("placeID", of: lamp, in: home) == .text(p2))
  }

  @Test(
    "a deletion that waits empties what refers to it here, also what is pulled meanwhile"
  )
  func waitingDeletion() throws {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let home = try one.addHome("Flat")
    let place = try one.addPlace("p1", in: home)
    try one.sync()
    try two.sync()
    try two.run("DELETE FROM places WHERE id = ?", .text(place))
    try one.addItem("lamp", in: home, place: place)
    try one.sync()
    try two.pull()
    #expect(try two.texts("SELECT coalesce(placeID, 'none') FROM items") == ["none"])
    #expect(try two.count("places") == 0)
    try two.sync()
    try one.sync()
    #expect(try one.texts("SELECT coalesce(placeID, 'none') FROM items") == ["none"])
  }

  @Test("T23 what is brought back by one reference keeps the others")
  func revivedKeepsOthers() throws {
    let schema = SyncSchema(
      version: 1,
      tables: [
        TableSchema(
          "homes", in: [.home], zoneColumn: nil,
          registers: [RegisterSchema(.text("name", defaultValue: ""))]),
        TableSchema(
          "members", in: [.home], zoneColumn: "homeID",
          registers: [RegisterSchema(.text("name")), RegisterSchema(.flag("isArchived"))]),
        TableSchema(
          "notes", in: [.home], zoneColumn: "homeID",
          registers: [RegisterSchema(.text("memberID", isNullable: true))],
          references: [ReferenceSchema("memberID", to: "members", .nullify)]),
        TableSchema(
          "debts", in: [.home], zoneColumn: "homeID",
          registers: [RegisterSchema(.text("memberID"))],
          references: [
            ReferenceSchema("memberID", to: "members", .revive(register: "isArchived", value: 1))
          ]),
      ], zoneKinds: [.home: ZoneKindSchema(rootTable: "homes")])
    let world = try SyncWorld(schema: schema)
    _ = try world.push(
      [
        Mutation(.insert, "homes", "h", in: "h"),
        Mutation(.insert, "members", "m", in: "h", registers: ["name": "m"]),
        Mutation(.insert, "notes", "a", in: "h", registers: ["memberID": "m"]),
        Mutation(.insert, "debts", "b", in: "h", registers: ["memberID": "m"]),
      ], as: "ann", number: 1)
    let answer = try world.push(
      [Mutation(.delete, "members", "m", in: "h")], as: "ann", number: 2)
    #expect(answer?.isAccepted == true)
    #expect(try world.value("isArchived", of: "m", in: "h") == 1)
    #expect(try world.value("memberID", of: "a", in: "h") == "m")
    #expect(try world.value("memberID", of: "b", in: "h") == "m")
  }
}
