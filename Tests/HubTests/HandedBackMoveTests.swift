import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What a restored hub makes of being told that a record has left a home, when it does not know the
/// record there.
@Suite struct HandedBackMoveTests {
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let cyd: SyncDevice
    let home: ZoneID
    let cabin: ZoneID

    /// Two homes of Ann's, one of them with Cyd.
    init() throws {
      world = try SyncWorld()
      ann = try world.device("ann")
      bob = try world.device("bob")
      cyd = try world.device("cyd")
      home = try ann.addHome("Flat")
      cabin = try ann.addHome("Cabin")
      try ann.sync()
      try world.admit("cyd", to: home, by: "ann")
      for device in [cyd, bob, ann] { try device.sync() }
    }

    /// Lets Bob in: nobody tells him of what was there before.
    func admitBob(to zone: ZoneID) throws {
      try ann.sync()
      try world.admit("bob", to: zone, by: "ann")
      for device in [bob, ann] { try device.sync() }
    }

    func move(_ chair: RecordID, to zone: ZoneID) throws {
      world.now += 60_000
      try ann.moveItem(chair, to: zone)
      try ann.sync()
    }

    func isAlive(_ id: RecordID, in zone: ZoneID) throws -> Bool {
      try world.record(id, in: zone)?.isDead == false
    }
  }

  @Test("a late change follows what has left a home, told together with where it has gone")
  func follows() throws {
    let scene = try Scene()
    try scene.admitBob(to: scene.cabin)
    let backup = try scene.world.backup()
    let chair = try scene.ann.addItem("chair", in: scene.home)
    try scene.admitBob(to: scene.home)
    try scene.move(chair, to: scene.cabin)
    try scene.bob.sync()
    try scene.world.restore(backup)
    try scene.bob.sync()
    #expect(try scene.isAlive(chair, in: scene.cabin))
    scene.world.now += 60_000
    let answer = try scene.world.push(
      [Mutation(.update, "items", chair, in: scene.home, registers: ["name": "stool"])],
      as: "ann", number: 1)
    #expect(answer?.isAccepted == true)
    #expect(try scene.world.value("name", of: chair, in: scene.cabin) == .text("stool"))
  }

  @Test(
    "what has left a home of which it is not known is not dead: its author brings it there again")
  func authorSendsAgain() throws {
    let scene = try Scene()
    let backup = try scene.world.backup()
    let chair = try scene.ann.addItem("chair", in: scene.home)
    try scene.admitBob(to: scene.home)
    try scene.move(chair, to: scene.cabin)
    try scene.bob.sync()
    try scene.world.restore(backup)
    try scene.bob.sync()
    // Until then it is not known, and what is about it waits.
    let early = try scene.world.push(
      [Mutation(.delete, "items", chair, in: scene.home)], as: "ann", number: 1)
    #expect(early == .wait)
    // Without what she has kept of the hub's log her own change sets are all that Ann has.
    try scene.ann.connection.execute("DELETE FROM syncSealed")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.ann.refusals == [])
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [scene.cabin])
    #expect(try scene.bob.items == [])
  }

  @Test("what has left a home is in it as long as nobody tells where it has gone")
  func staysUntilTold() throws {
    let scene = try Scene()
    let backup = try scene.world.backup()
    let chair = try scene.ann.addItem("chair", in: scene.home)
    for device in [scene.ann, scene.cyd] { try device.sync() }
    try scene.admitBob(to: scene.home)
    try scene.move(chair, to: scene.cabin)
    try scene.bob.sync()
    try scene.world.restore(backup)
    // Bob has heard that it went, Cyd that it came to be.
    for device in [scene.bob, scene.cyd] { try device.sync() }
    #expect(try scene.cyd.items == ["chair"])
    for device in [scene.ann, scene.cyd, scene.bob] { try device.sync() }
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [scene.cabin])
    #expect(try scene.ann.refusals == [])
    for device in [scene.bob, scene.cyd] { #expect(try device.items == []) }
  }

  @Test("what has passed through a home is made where it was made")
  func passedThrough() throws {
    let scene = try Scene()
    let attic = try scene.ann.addHome("Attic")
    try scene.ann.sync()
    let backup = try scene.world.backup()
    let chair = try scene.ann.addItem("chair", in: attic)
    try scene.ann.sync()
    try scene.move(chair, to: scene.home)
    try scene.admitBob(to: scene.home)
    try scene.move(chair, to: scene.cabin)
    try scene.bob.sync()
    try scene.world.restore(backup)
    try scene.bob.sync()
    try scene.ann.connection.execute("DELETE FROM syncSealed")
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.ann.refusals == [])
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [scene.cabin])
    #expect(try scene.bob.items == [])
  }

  @Test("what has come back from a home is not taken there again, and does not die of it")
  func cameBack() throws {
    let scene = try Scene()
    let chair = try scene.ann.addItem("chair", in: scene.cabin)
    try scene.admitBob(to: scene.cabin)
    let backup = try scene.world.backup()
    try scene.move(chair, to: scene.home)
    try scene.cyd.sync()
    try scene.admitBob(to: scene.home)
    try scene.move(chair, to: scene.cabin)
    for device in [scene.bob, scene.cyd] { try device.sync() }
    try scene.world.restore(backup)
    // Bob tells of both homes that it came back, then Cyd of the one that it had come.
    for device in [scene.bob, scene.cyd] { try device.sync() }
    #expect(try scene.isAlive(chair, in: scene.cabin))
    #expect(try scene.world.record(chair, in: scene.home)?.isDead == true)
    #expect(try scene.cyd.items == [])
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [scene.cabin])
    #expect(try scene.ann.refusals == [])
  }

  @Test("what refers to what has only left waits for it, and is not emptied")
  func referenceWaits() throws {
    let scene = try Scene()
    let backup = try scene.world.backup()
    let shelf = try scene.ann.addPlace("shelf", in: scene.home)
    try scene.admitBob(to: scene.home)
    let move = Mutation(
      .move, "places", shelf, in: scene.home,
      destination: RecordPlace(zone: scene.cabin, id: shelf))
    #expect(try scene.world.push([move], as: "ann", number: 1)?.isAccepted == true)
    try scene.bob.sync()
    try scene.world.restore(backup)
    try scene.bob.sync()
    #expect(try scene.world.record(shelf, in: scene.home)?.isDead == true)
    let lamp = Mutation(
      .insert, "items", UUIDs.v5("item", "lamp"), in: scene.home,
      registers: ["name": "lamp", "placeID": .text(shelf)])
    #expect(try scene.world.push([lamp], as: "bob", number: 1) == .wait)
  }
}
