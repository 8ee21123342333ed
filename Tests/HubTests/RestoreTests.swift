import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

@Suite struct RestoreTests {
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let home: ZoneID
    let backup: Connection

    /// A shared home with a lamp, backed up.
    init() throws {
      // Devices of older programs keep nothing to hand back, nor does one whose file was salvaged.
      world = try SyncWorld(seals: false)
      ann = try world.device("ann")
      bob = try world.device("bob")
      home = try ann.addHome("Flat")
      try ann.addItem("lamp", in: home)
      try ann.sync()
      try world.admit("bob", to: home, by: "ann")
      try bob.sync()
      backup = try Connection(path: ":memory:", durability: .off)
      try world.store.connection.copyContents(to: backup)
    }

    func restore(epoch: String = "epoch-2") throws {
      try backup.copyContents(to: world.store.connection)
      try world.hub.beginRecovery(until: world.now + 86_400_000, epoch: epoch)
    }

    func endRecovery() { world.now += 86_400_001 }
  }

  @Test("D-SYN-18 what replicas wrote after the backup is pushed again, and once")
  func pushedAgain() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.sync()
    try scene.bob.sync()
    try scene.bob.addItem("desk", in: scene.home)
    try scene.bob.sync()
    try scene.restore()
    try scene.ann.addItem("after", in: scene.home)
    for device in [scene.bob, scene.ann, scene.bob, scene.ann] { try device.sync() }
    for device in [scene.ann, scene.bob] {
      #expect(try device.items == ["after", "chair", "desk", "lamp"])
      #expect(try device.refusals == [])
      #expect(try device.pendingCount == 0)
    }
    #expect(try scene.world.store.read { try $0.zone(scene.home)?.recordCount } == 5)
  }

  @Test("an edit that comes before the record it edits waits for it while the hub recovers")
  func editBeforeRecord() throws {
    let scene = try Scene()
    let item = try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.sync()
    try scene.bob.sync()
    try scene.bob.rename(item, "bob's chair")
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.pendingCount == 1)
    #expect(try scene.bob.refusals == [.lost])
    try scene.ann.sync()
    scene.world.now += 5000
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(try scene.world.value("name", of: item, in: scene.home) == "bob's chair")
    #expect(try scene.bob.pendingCount == 0)
  }

  @Test("what was put into a place that the restore has lost is in it when the place is back")
  func putBeforePlace() throws {
    let scene = try Scene()
    let shelf = try scene.ann.addPlace("Shelf", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.bob.run("UPDATE items SET placeID = ?", .text(shelf))
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.pendingCount == 1)
    try scene.ann.sync()
    scene.world.now += 5000
    for device in [scene.bob, scene.ann] { try device.sync() }
    for device in [scene.ann, scene.bob] {
      #expect(try device.texts("SELECT placeID FROM items") == [shelf])
      #expect(try device.pendingCount == 0)
    }
  }

  @Test("a place that never comes back leaves what was put there without a place")
  func putWithoutPlace() throws {
    let scene = try Scene()
    let shelf = try scene.ann.addPlace("Shelf", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.bob.run("UPDATE items SET placeID = ?, name = 'lantern'", .text(shelf))
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    scene.endRecovery()
    try scene.bob.sync()
    #expect(try scene.bob.items == ["lantern"])
    #expect(try scene.bob.texts("SELECT id FROM items WHERE placeID IS NULL").count == 1)
    #expect(try scene.bob.pendingCount == 0)
  }

  @Test("a combination with what the restore has lost waits for it")
  func combinedBeforeSurvivor() throws {
    let scene = try Scene()
    let box = try scene.ann.addPlace("Box", in: scene.home)
    try scene.ann.sync()
    try scene.world.store.connection.copyContents(to: scene.backup)
    let shelf = try scene.ann.addPlace("Shelf", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.bob.write { transaction in
      try transaction.connection.execute("DELETE FROM places WHERE id = ?", .text(box))
      transaction.combine("places", box, into: RecordPlace(zone: scene.home, id: shelf))
    }
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.pendingCount == 1)
    try scene.ann.sync()
    scene.world.now += 5000
    try scene.bob.sync()
    #expect(try scene.bob.pendingCount == 0)
    #expect(
      try scene.world.record(box, in: scene.home)?.movedTo
        == RecordPlace(zone: scene.home, id: shelf))
  }

  @Test("what never comes back is refused when the recovery is over")
  func neverComesBack() throws {
    let scene = try Scene()
    let item = try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.sync()
    try scene.bob.sync()
    try scene.bob.rename(item, "bob's chair")
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    scene.endRecovery()
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.unknown, .lost])
    #expect(try scene.bob.items == ["lamp"])
  }

  @Test("a request from before the restore is not judged, and an old answer changes nothing")
  func oldRequests() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    let push = try #require(try scene.ann.replica.nextPush())
    let answer = try scene.world.hub.push(push, as: "ann")
    let pull = try scene.bob.replica.nextPull()
    try scene.restore()
    #expect(try scene.world.hub.push(push, as: "ann") == .epoch("epoch-2"))
    #expect(try scene.world.hub.pull(pull, as: "bob") == .epoch("epoch-2"))
    try scene.ann.pull()
    try scene.ann.replica.receive(answer, to: push)
    #expect(
      try scene.ann.replica.nextPush()?.changeSets.last?.id == push.changeSets.first?.id)
    try scene.ann.sync()
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "lamp"])
  }

  @Test("two restores of one backup have two epochs, and both are noticed")
  func twice() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.sync()
    for epoch in ["epoch-2", "epoch-3"] {
      try scene.restore(epoch: epoch)
      try scene.ann.sync()
      #expect(scene.ann.replica.epoch == epoch)
      #expect(try scene.ann.items == ["chair", "lamp"])
      #expect(try scene.ann.pendingCount == 0)
    }
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "lamp"])
  }

  @Test("a home made after the backup comes back with its records under the same grant")
  func newHome() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.addItem("boat", in: cabin)
    try scene.ann.sync()
    let grant = try scene.world.store.read { try $0.grant(in: cabin, for: "ann")?.grantID }
    try scene.restore()
    try scene.ann.sync()
    #expect(try scene.world.store.read { try $0.grant(in: cabin, for: "ann")?.grantID } == grant)
    #expect(try scene.ann.items == ["boat", "lamp"])
    #expect(try scene.ann.refusals == [])
  }

  @Test("a hub-confirmed transaction that the restore undid is not made again unasked")
  func confirmed() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    try scene.world.store.connection.copyContents(to: scene.backup)
    #expect(try scene.ann.merge(cabin, into: scene.home) == .accepted)
    try scene.restore()
    try scene.ann.pull()
    #expect(try scene.ann.texts("SELECT name FROM homes ORDER BY name") == ["Cabin", "Flat"])
    try scene.ann.sync()
    #expect(try scene.ann.texts("SELECT name FROM homes ORDER BY name") == ["Cabin", "Flat"])
    #expect(try scene.ann.replica.isConfirmed())
    #expect(try scene.ann.refusals == [.precondition])
    let number = try scene.ann.replica.parkedChanges()[0].number
    #expect(throws: ReplicaError.cannotRetry) { try scene.ann.replica.retry(number) }
    try scene.ann.replica.discard(number)
    #expect(try scene.ann.merge(cabin, into: scene.home) == .accepted)
    #expect(try scene.ann.texts("SELECT name FROM homes") == ["Flat"])
  }

  @Test("a hub-confirmed transaction that the backup has is neither made again nor parked")
  func confirmedBefore() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    #expect(try scene.ann.merge(cabin, into: scene.home) == .accepted)
    try scene.world.store.connection.copyContents(to: scene.backup)
    try scene.restore()
    try scene.ann.sync()
    #expect(try scene.ann.refusals == [])
    #expect(try scene.ann.texts("SELECT name FROM homes") == ["Flat"])
    #expect(try scene.ann.pendingCount == 0)
  }

  @Test("an accepted transaction whose effects had not come yet is not made again unasked either")
  func confirmedUnseen() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    try scene.world.store.connection.copyContents(to: scene.backup)
    _ = try scene.ann.replica.prepare(relyingOn: .init(zones: [cabin], accountList: true)) {
      try $0.connection.execute("UPDATE homes SET name = 'Hut' WHERE id = ?", .text(cabin))
    }
    let request = try #require(try scene.ann.replica.confirmationRequest())
    let answer = try scene.world.hub.push(request, as: "ann")
    #expect(try scene.ann.replica.receiveConfirmation(answer, to: request) == .accepted)
    try scene.restore()
    try scene.ann.pull()
    // Its author was told that it has happened: it is not given up with the process.
    try scene.ann.restart()
    let again = try #require(try scene.ann.replica.nextPush())
    #expect(again.changeSets.last?.id == request.changeSets[0].id)
    try scene.ann.sync()
    #expect(try scene.ann.refusals == [.precondition])
    #expect(try scene.ann.texts("SELECT name FROM homes ORDER BY name") == ["Cabin", "Flat"])
  }

  @Test("an aggregate edited on a version that the restore has lost waits for that version")
  func editedLostVersion() throws {
    let scene = try Scene()
    try scene.ann.addExpense("e1", total: 10, in: scene.home)
    try scene.ann.sync()
    try scene.world.store.connection.copyContents(to: scene.backup)
    try scene.ann.split("e1", total: 20)
    try scene.ann.sync()
    try scene.bob.sync()
    try scene.bob.split("e1", total: 30)
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(try scene.bob.pendingCount == 1)
    scene.world.now += 5000
    for device in [scene.ann, scene.bob, scene.ann] { try device.sync() }
    for device in [scene.ann, scene.bob] {
      #expect(try device.texts("SELECT total FROM expenses") == ["30"])
      #expect(try device.refusals == [])
    }
  }

  @Test("T9 what waits after a restore, however large, holds up nothing that does not rest on it")
  func headOfLine() throws {
    let shared = try SharedHome()
    let (world, ann, bob) = (shared.world, shared.ann, shared.bob)
    let backup = try world.backup()
    let lamp = try ann.addItem("lamp", in: shared.home)
    try shared.settle()
    try world.restore(backup)
    // Ann's phone is off. Bob adds many photos to her lamp, then something in his own home.
    try bob.write { transaction in
      for number in 0..<9000 {
        try transaction.connection.execute(
          "INSERT INTO photos (id, homeID, itemID, caption) VALUES (?, ?, ?, ?)",
          .text(transaction.newID()), .text(shared.home), .text(lamp),
          .text("photo \(number) of the lamp"))
      }
    }
    for number in 0..<150 { try bob.addPhoto("\(number)", of: lamp, in: shared.home) }
    let own = try bob.addItem("in bob's own home", in: shared.own)
    try bob.sync()
    #expect(try world.value("name", of: own, in: shared.own) == "in bob's own home")
    try ann.sync()
    world.now += 5000
    try shared.settle()
    #expect(try bob.pendingCount == 0)
    #expect(try bob.refusals == [])
    #expect(try bob.count("photos") == 9150)
  }

  @Test("T10 what no late hand-back can change is told at once after a restore")
  func refusedAtOnce() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.restore(world.backup())
    try ann.sync()
    #expect(try ann.deleteHome(home) == .refused(Refusal(.lastZone, nil, home)))
  }
}

extension SyncDevice {
  fileprivate func addExpense(_ id: RecordID, total: Int64, in home: ZoneID) throws {
    try write { transaction in
      let db = transaction.connection
      try db.execute(
        "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m1', ?, 'Ann', 0)",
        .text(home))
      try db.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES (?, ?, '', ?)", .text(id),
        .text(home), .integer(total))
      try db.execute(
        """
        INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES ('s1', ?, ?, 'm1', ?)
        """, .text(home), .text(id), .integer(total))
    }
  }

  fileprivate func split(_ id: RecordID, total: Int64) throws {
    try write { transaction in
      let db = transaction.connection
      try db.execute(
        "UPDATE expenses SET total = ? WHERE id = ?", .integer(total), .text(id))
      try db.execute(
        "UPDATE shares SET owed = ? WHERE expenseID = ?", .integer(total), .text(id))
    }
  }
}
