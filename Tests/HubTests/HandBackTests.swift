import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Threads

/// What a restored hub is given back by those who have heard of it.
@Suite struct HandBackTests {
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let home: ZoneID
    let lamp: RecordID
    let backup: Connection

    /// A shared home with a lamp, backed up.
    init() throws {
      world = try SyncWorld()
      ann = try world.device("ann")
      bob = try world.device("bob")
      home = try ann.addHome("Flat")
      lamp = try ann.addItem("lamp", in: home)
      try ann.sync()
      try world.admit("bob", to: home, by: "ann")
      for device in [bob, ann] { try device.sync() }
      backup = try world.backup()
    }

    func restore(epoch: String = "epoch-2") throws { try world.restore(backup, epoch: epoch) }
  }

  @Test("what somebody wrote whose device is gone comes back in their name, from who has seen it")
  func authorIsGone() throws {
    let scene = try Scene()
    let chair = try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, scene.bob] { try device.sync() }
    let entry = try scene.world.hub.history(
      HistoryRequest(zone: scene.home, record: chair), as: "bob"
    ).entries.first
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "lantern"])
    #expect(try scene.bob.refusals == [])
    let again = try #require(
      try scene.world.hub.history(HistoryRequest(zone: scene.home, record: chair), as: "bob")
        .entries.first)
    #expect(again.author == "ann")
    #expect(again.at == entry?.at)
    let record = try scene.world.record(chair, in: scene.home)
    #expect(record?.registers["name"]?.stamp.changeSet.replica == scene.ann.replica.incarnation)
  }

  @Test("a number that has come back means what it meant: other content under it is refused")
  func reusedNumber() throws {
    let scene = try Scene()
    let chair = UUIDs.v5("item", "chair")
    func push(_ name: String, at time: HybridTime) throws -> Answer? {
      try scene.world.push(
        [
          Mutation(
            .insert, "items", UUIDs.v5("item", name), in: scene.home,
            registers: ["name": .text(name)])
        ], as: "ann", number: 1,
        at: time)
    }
    let time = HybridTime(milliseconds: scene.world.now)
    #expect(try push("chair", at: time)?.isAccepted == true)
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    // A device that was put back to what it was earlier has used the number anew.
    let other = try push("other", at: time.next)
    #expect(other?.refusalReason == .numberReused)
    #expect(try scene.world.record(UUIDs.v5("item", "other"), in: scene.home) == nil)
    #expect(try scene.world.record(chair, in: scene.home) != nil)
    // The answer is kept by the hash of what was asked: the number itself has its own content.
    #expect(try push("chair", at: time)?.isAccepted == true)
  }

  @Test("nothing comes back twice, whoever has it and in whatever order")
  func once() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.bob.addItem("desk", in: scene.home)
    for device in [scene.bob, scene.ann] { try device.sync() }
    try scene.restore()
    let head = try #require(try scene.world.head(of: scene.home))
    for device in [scene.bob, scene.ann, scene.bob, scene.ann] { try device.sync() }
    #expect(try scene.world.head(of: scene.home) == head + 2)
    for device in [scene.ann, scene.bob] {
      #expect(try device.items == ["chair", "desk", "lamp"])
      #expect(try device.refusals == [])
      #expect(try device.pendingCount == 0)
    }
  }

  @Test("what somebody else deleted is deleted again")
  func deletion() throws {
    let scene = try Scene()
    try scene.ann.addPhoto("front", of: scene.lamp, in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.ann.deleteItem(scene.lamp)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    #expect(try scene.world.record(scene.lamp, in: scene.home)?.isDead == false)
    try scene.bob.sync()
    #expect(try scene.bob.items == [])
    #expect(try scene.world.record(scene.lamp, in: scene.home)?.isDead == true)
  }

  @Test("what has moved on from a deleted home, which a restored hub knows, is not there twice")
  func movedFromDeleted() throws {
    let scene = try Scene()
    let world = scene.world
    let attic = try scene.ann.addHome("Attic")
    let chair = try scene.ann.addItem("chair", in: attic)
    try scene.ann.addItem("desk", in: attic)
    try scene.ann.sync()
    try scene.ann.deleteHome(attic)
    let backup = try world.backup()
    try world.hub.restoreZone(attic, by: "ann")
    try scene.ann.sync()
    try scene.ann.moveItem(chair, to: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try world.restore(backup)
    // Who hands the chair back does not know where it came from.
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "lamp"])
    try world.hub.restoreZone(attic, by: "ann")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.bob.items == ["chair", "lamp"])
    #expect(try scene.ann.items == ["chair", "desk", "lamp"])
    #expect(
      try scene.ann.texts("SELECT name FROM items WHERE homeID = ?", .text(attic)) == ["desk"])
  }

  @Test("whose access was removed is out again when somebody who knew it comes back")
  func removed() throws {
    let scene = try Scene()
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.ann.sync()
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.world.zones(of: "bob").contains(scene.home))
    try scene.ann.sync()
    #expect(try !scene.world.zones(of: "bob").contains(scene.home))
    try scene.bob.sync()
    #expect(try scene.bob.items == [])
    #expect(
      try scene.ann.texts(
        "SELECT accountID FROM participants WHERE zoneID = ?",
        .text(scene.home)) == ["ann"])
  }

  @Test("who was let in again after the restore stays in, whatever is handed back")
  func letInAgain() throws {
    let scene = try Scene()
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.ann.sync()
    try scene.restore()
    scene.world.now += 60_000
    try scene.world.hub.setRole(.readOnly, of: "bob", in: scene.home, by: "ann")
    try scene.ann.sync()
    let role = try scene.world.store.read { try $0.grant(in: scene.home, for: "bob")?.role }
    #expect(role == .readOnly)
  }

  @Test("who was let in after the backup is in again under the same grant, and what waited goes")
  func letIn() throws {
    let scene = try Scene()
    let cyd = try scene.world.device("cyd")
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    for device in [cyd, scene.ann] { try device.sync() }
    let grant = try scene.world.store.read { try $0.grant(in: scene.home, for: "cyd")?.grantID }
    try cyd.addItem("kettle", in: scene.home)
    try scene.restore()
    try cyd.sync()
    #expect(try cyd.refusals == [])
    try scene.ann.sync()
    #expect(
      try scene.world.store.read { try $0.grant(in: scene.home, for: "cyd")?.grantID } == grant)
    scene.world.now += 5000
    for device in [cyd, scene.ann] { try device.sync() }
    #expect(try scene.ann.items == ["kettle", "lamp"])
    #expect(try cyd.items == ["kettle", "lamp"])
    #expect(try cyd.refusals == [])
  }

  @Test("what was changed after the restore is not overwritten by what is older")
  func newerStays() throws {
    let scene = try Scene()
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    let cyd = try scene.world.device("cyd")
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    try cyd.sync()
    scene.world.now += 60_000
    try cyd.rename(scene.lamp, "torch")
    try cyd.sync()
    try scene.bob.sync()
    #expect(try scene.bob.items == ["torch"])
  }

  @Test("what was changed and changed back stays so, whichever of the two changes comes back first")
  func changedBack() throws {
    let scene = try Scene()
    try scene.ann.rename(scene.lamp, "lantern")
    try scene.ann.sync()
    let cyd = try scene.world.device("cyd")
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    try cyd.sync()
    try scene.ann.rename(scene.lamp, "lamp")
    for device in [scene.ann, cyd] { try device.sync() }
    try scene.restore()
    // Cyd has heard of the second change alone.
    for device in [cyd, scene.ann, cyd] { try device.sync() }
    #expect(try scene.ann.items == ["lamp"])
    #expect(try cyd.items == ["lamp"])
  }

  @Test("an item that went to another home is there again, and in no other")
  func move() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    try scene.world.admit("bob", to: cabin, by: "ann")
    for device in [scene.bob, scene.ann] { try device.sync() }
    let backup = try scene.world.backup()
    try scene.ann.moveItem(scene.lamp, to: cabin)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.world.restore(backup)
    try scene.bob.sync()
    #expect(try scene.world.record(scene.lamp, in: cabin)?.isDead == false)
    #expect(
      try scene.world.record(scene.lamp, in: scene.home)?.movedTo
        == RecordPlace(zone: cabin, id: scene.lamp))
    #expect(try scene.bob.texts("SELECT homeID FROM items") == [cabin])
  }

  @Test("who reads one of two homes hands back its part, and the author the other")
  func half() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    let backup = try scene.world.backup()
    try scene.ann.write { transaction in
      for (home, name) in [(scene.home, "chair"), (cabin, "boat")] {
        try transaction.connection.execute(
          "INSERT INTO items (id, homeID, name) VALUES (?, ?, ?)", .text(transaction.newID()),
          .text(home), .text(name))
      }
    }
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.world.restore(backup)
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "lamp"])
    // Without what it has kept of the hub's log its own change set is all that it has.
    try scene.ann.connection.execute("DELETE FROM syncSealed")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.ann.items == ["boat", "chair", "lamp"])
    #expect(try scene.ann.refusals == [])
    #expect(try scene.bob.items == ["chair", "lamp"])
  }

  @Test("what went to a home of which nobody tells stays where it was until somebody does")
  func away() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    let photo = try scene.ann.addPhoto("front", of: scene.lamp, in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    let backup = try scene.world.backup()
    try scene.ann.moveItem(scene.lamp, to: cabin)
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.bob.items == [])
    try scene.world.restore(backup)
    try scene.bob.sync()
    for id in [scene.lamp, photo] {
      #expect(try scene.world.record(id, in: scene.home)?.isDead == false)
    }
    #expect(try scene.bob.items == ["lamp"])
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [cabin])
    #expect(try scene.ann.refusals == [])
    #expect(try scene.bob.items == [])
  }

  @Test("what was deleted in another home is deleted, also when that is told before it arrived")
  func deletedElsewhere() throws {
    let scene = try Scene()
    let cyd = try scene.world.device("cyd")
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    try scene.world.admit("cyd", to: cabin, by: "ann")
    for device in [cyd, scene.ann, scene.bob] { try device.sync() }
    let backup = try scene.world.backup()
    try scene.ann.moveItem(scene.lamp, to: cabin)
    for device in [scene.ann, cyd, scene.bob] { try device.sync() }
    try cyd.deleteItem(scene.lamp)
    for device in [cyd, scene.ann] { try device.sync() }
    try scene.world.restore(backup)
    // Cyd has kept nothing of the hub's log and knows of the deletion alone.
    try cyd.connection.execute("DELETE FROM syncSealed")
    for device in [cyd, scene.bob, scene.ann, cyd, scene.bob, scene.ann] { try device.sync() }
    for zone in [scene.home, cabin] {
      #expect(try scene.world.record(scene.lamp, in: zone)?.isDead != false)
    }
    for device in [scene.ann, scene.bob, cyd] { #expect(try device.items == []) }
  }

  @Test("who sends a move again moves what others have told to be away")
  func awayAndSentAgain() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    for device in [scene.ann, scene.bob] { try device.sync() }
    let backup = try scene.world.backup()
    try scene.ann.moveItem(scene.lamp, to: cabin)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.world.restore(backup)
    try scene.bob.sync()
    // Without what it has kept of the hub's log its own change set is all that it has.
    try scene.ann.connection.execute("DELETE FROM syncSealed")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [cabin])
    #expect(try scene.ann.refusals == [])
    #expect(try scene.bob.items == [])
  }

  @Test("what a member has written into the hub's mouth is not taken")
  func forged() throws {
    let scene = try Scene()
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    _ = try scene.bob.replica.receive(
      .epoch("epoch-2"), to: scene.bob.replica.nextPull())
    var honest = try #require(try scene.bob.replica.nextHandBack())
    // The last thing that he was told is the new name.
    honest.runs = [try #require(honest.runs.last)]
    var forged = honest
    forged.runs[0].entries[0].effects[0].registers["name"] = .text("mine")
    let foreign = SealingKey(seed: Array(repeating: 9, count: 32))
    var resealed = forged
    resealed.runs[0].seal = foreign.seal(resealed.runs[0].signedBytes)
    for request in [forged, resealed] {
      #expect(
        try scene.world.hub.handBack(request, as: "bob")
          == .runs([.done], taken: 0, refused: 1))
      #expect(
        try scene.world.value("name", of: scene.lamp, in: scene.home) == .text("lamp"))
    }
    #expect(
      try scene.world.hub.handBack(honest, as: "bob") == .runs([.done], taken: 1, refused: 0))
    #expect(
      try scene.world.value("name", of: scene.lamp, in: scene.home) == .text("lantern"))
  }

  @Test("a run of this life of the hub, or of one that is long over, changes nothing")
  func notNow() throws {
    let scene = try Scene()
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    _ = try scene.bob.replica.receive(
      .epoch("epoch-2"), to: scene.bob.replica.nextPull())
    var request = try #require(try scene.bob.replica.nextHandBack())
    request.runs = [try #require(request.runs.last)]
    scene.world.now += Hub.recoveryMilliseconds + Hub.handBackMilliseconds + 1
    #expect(
      try scene.world.hub.handBack(request, as: "bob") == .runs([.done], taken: 0, refused: 1))
    #expect(try scene.world.value("name", of: scene.lamp, in: scene.home) == .text("lamp"))
  }

  @Test("a second restore of the same backup gets back what the first life and the second had")
  func twoLives() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    for device in [scene.bob, scene.ann] { try device.sync() }
    try scene.ann.addItem("desk", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore(epoch: "epoch-3")
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "desk", "lamp"])
    try scene.ann.sync()
    #expect(try scene.ann.items == ["chair", "desk", "lamp"])
    #expect(try scene.ann.refusals == [])
  }

  @Test("what is kept for a restored hub goes with the zone that the account has lost")
  func goesWithZone() throws {
    let scene = try Scene()
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.bob.count("syncSealed") > 0)
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.bob.sync()
    let kept = try scene.bob.texts("SELECT zoneID FROM syncSealed")
    #expect(!kept.contains(scene.home))
  }

  @Test("what was told is kept for two weeks, also by a device that never starts anew")
  func keptForTwoWeeks() throws {
    let scene = try Scene()
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.bob.count("syncSealed") > 0)
    scene.world.now += 14 * 86_400_000 + 1
    try scene.bob.sync()
    #expect(try scene.bob.count("syncSealed") == 0)
  }

  @Test("what is handed back is taken in turns, so that others save in between")
  func turns() throws {
    let scene = try Scene()
    for number in 0..<5 { try scene.ann.addItem("box \(number)", in: scene.home) }
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    _ = try scene.bob.replica.receive(
      .epoch("epoch-2"), to: scene.bob.replica.nextPull())
    let request = try #require(try scene.bob.replica.nextHandBack())
    scene.world.store.endTurns { true }
    let heads = Lock<[Int64]>([])
    scene.world.hub.observe { notice in heads.withLock { $0 += notice.zones.values } }
    guard case .runs(_, let taken, _) = try scene.world.hub.handBack(request, as: "bob") else {
      Issue.record("not taken")
      return
    }
    #expect(taken == 5)
    let seen = heads.withLock { $0 }
    #expect(seen == Array((seen.last ?? 0) - 4...(seen.last ?? 0)), "each in a turn of its own")
    try scene.bob.sync()
    #expect(try scene.bob.items.count == 6)
  }

  @Test("an administrator sees that a device has come back, also one with nothing to hand back")
  func seen() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    for device in [scene.ann, scene.bob] { try device.sync() }
    try scene.restore()
    for (device, label) in [(scene.bob, "Phone"), (scene.ann, "Laptop")] {
      _ = try device.replica.receive(.epoch("epoch-2"), to: device.replica.nextPull())
      while let request = try device.replica.nextHandBack() {
        try device.replica.receive(
          scene.world.hub.handBack(request, as: device.account, device: label), to: request)
      }
    }
    let cyd = try scene.world.device("cyd")
    try cyd.sync()
    let request = HandBackRequest(epoch: "epoch-2", replica: "cyd", runs: [])
    _ = try scene.world.hub.handBack(request, as: "cyd", device: "Tablet")
    let report = try #require(try scene.world.hub.recovery())
    #expect(report.returned.map(\.device.label) == ["Laptop", "Phone", "Tablet"])
    #expect(report.returned.map(\.device.taken) == [0, 1, 0])
  }
}
