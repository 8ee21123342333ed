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
}
