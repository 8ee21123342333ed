import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What others wrote and a restored hub has lost is told by whoever had seen it.
@Suite struct LostWorkTests {
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let home: ZoneID
    let lamp: RecordID
    let backup: Connection

    /// A shared home with a lamp, backed up.
    init() throws {
      // Of what is handed back there is nothing to tell, and nothing to wait for.
      world = try SyncWorld(seals: false)
      ann = try world.device("ann")
      bob = try world.device("bob")
      home = try ann.addHome("Flat")
      lamp = try ann.addItem("lamp", in: home)
      try ann.sync()
      try world.admit("bob", to: home, by: "ann")
      try bob.sync()
      backup = try Connection(path: ":memory:", durability: .off)
      try world.store.connection.copyContents(to: backup)
    }

    /// Bob writes, and Ann sees it.
    func bobWrites(_ body: (SyncDevice) throws -> Void) throws {
      try body(bob)
      try bob.sync()
      try ann.sync()
    }

    func restore() throws {
      try backup.copyContents(to: world.store.connection)
      try world.hub.beginRecovery(until: world.now + 86_400_000, epoch: "epoch-2")
    }
  }

  @Test("H13 what others wrote and the hub has lost is told, until they have sent it again")
  func untilSentAgain() throws {
    let scene = try Scene()
    try scene.bobWrites { bob in
      let chair = try bob.addItem("chair", in: scene.home)
      try bob.addPhoto("front", of: chair, in: scene.home)
      try bob.rename(scene.lamp, "red lamp")
    }
    try scene.restore()
    try scene.ann.sync()
    #expect(try scene.ann.items == ["lamp"])
    #expect(try scene.ann.refusals == [.lost])
    let lost = try scene.ann.replica.parkedChanges()[0].changeSet.mutations
    #expect(Set(lost.map(\.table)) == ["items", "photos"])
    #expect(lost.map(\.kind).filter { $0 == .update }.count == 1)
    try scene.bob.sync()
    try scene.ann.sync()
    #expect(try scene.ann.items == ["chair", "red lamp"])
    #expect(try scene.ann.refusals == [])
  }

  @Test("H13 what nobody sends again is brought back by whoever had seen it")
  func broughtBack() throws {
    let scene = try Scene()
    try scene.bobWrites { bob in
      let kitchen = try bob.addPlace("kitchen", in: scene.home)
      let chair = try bob.addItem("chair", in: scene.home, place: kitchen)
      try bob.addPhoto("front", of: chair, in: scene.home)
      try bob.rename(scene.lamp, "red lamp")
    }
    try scene.restore()
    try scene.ann.sync()
    try scene.ann.replica.retry(try scene.ann.replica.parkedChanges()[0].number)
    try scene.ann.sync()
    #expect(try scene.ann.refusals == [])
    let cyd = try scene.world.device("cyd")
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    try cyd.sync()
    for device in [scene.ann, cyd] {
      #expect(try device.items == ["chair", "red lamp"])
      #expect(try device.texts("SELECT caption FROM photos") == ["front"])
      #expect(
        try device.texts(
          "SELECT places.name FROM items JOIN places ON places.id = placeID") == ["kitchen"])
    }
    // Its author is told that it is there already, and nothing is doubled.
    try scene.bob.sync()
    #expect(try scene.bob.items == ["chair", "red lamp"])
    let refusals = try scene.bob.refusals
    #expect(refusals.allSatisfy { $0 == .exists })
  }

  @Test("what was lost can be discarded, and holds up no hub-confirmed transaction")
  func discarded() throws {
    let scene = try Scene()
    try scene.bobWrites { try $0.addItem("chair", in: scene.home) }
    try scene.restore()
    try scene.ann.sync()
    #expect(
      try scene.ann.confirm(relyingOn: [scene.home]) {
        try $0.connection.execute("UPDATE homes SET name = 'House'")
      } == .accepted)
    try scene.ann.replica.discard(try scene.ann.replica.parkedChanges()[0].number)
    try scene.ann.sync()
    #expect(try scene.ann.refusals == [])
    #expect(try scene.ann.items == ["lamp"])
  }

  @Test("a move that was lost is told and can be made again")
  func moved() throws {
    let scene = try Scene()
    let cabin = try scene.ann.addHome("Cabin")
    try scene.ann.sync()
    try scene.world.admit("bob", to: cabin, by: "ann")
    try scene.bob.sync()
    try scene.world.store.connection.copyContents(to: scene.backup)
    try scene.bobWrites { try $0.moveItem(scene.lamp, to: cabin) }
    try scene.restore()
    try scene.ann.sync()
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [scene.home])
    #expect(try scene.ann.refusals == [.lost])
    try scene.ann.replica.retry(try scene.ann.replica.parkedChanges()[0].number)
    try scene.ann.sync()
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [cabin])
    #expect(try scene.ann.refusals == [])
  }

  @Test("a merge that was lost is not told as changes, and keeps nobody else's work away")
  func merged() throws {
    let scene = try Scene()
    let phone = try scene.world.device("ann", "phone")
    let cabin = try scene.ann.addHome("Cabin")
    let oar = try scene.ann.addItem("oar", in: cabin)
    for device in [scene.ann, phone] { try device.sync() }
    try scene.world.store.connection.copyContents(to: scene.backup)
    try scene.bobWrites { _ = try $0.addItem("chair", in: scene.home) }
    try phone.sync()
    #expect(try phone.merge(cabin, into: scene.home) == .accepted)
    for device in [phone, scene.ann] { try device.sync() }
    try scene.restore()
    try scene.ann.sync()
    #expect(try scene.ann.texts("SELECT homeID FROM items WHERE id = ?", .text(oar)) == [cabin])
    let parked = try scene.ann.replica.parkedChanges()
    #expect(parked.flatMap(\.changeSet.mutations).map(\.registers["name"]) == ["chair"])
    for change in parked { try scene.ann.replica.retry(change.number) }
    try scene.ann.sync()
    #expect(try scene.ann.items.sorted() == ["chair", "lamp", "oar"])
    #expect(try scene.ann.texts("SELECT homeID FROM items WHERE id = ?", .text(oar)) == [cabin])
  }

  @Test("what stands in the way of one lost change keeps none of the others away")
  func partly() throws {
    let scene = try Scene()
    try scene.bobWrites { bob in
      let chair = try bob.addItem("chair", in: scene.home)
      try bob.addPhoto("front", of: chair, in: scene.home)
      try bob.addPhoto("side", of: scene.lamp, in: scene.home)
      try bob.addItem("table", in: scene.home)
    }
    try scene.restore()
    try scene.ann.sync()
    // What the photo is of goes meanwhile.
    try scene.ann.deleteItem(scene.lamp)
    let parked = try #require(try scene.ann.replica.parkedChanges().first)
    try scene.ann.replica.retry(parked.number)
    #expect(try scene.ann.texts("SELECT name FROM items ORDER BY name") == ["chair", "table"])
    #expect(try scene.ann.texts("SELECT caption FROM photos") == ["front"])
    let left = try scene.ann.replica.parkedChanges().flatMap(\.changeSet.mutations)
    #expect(left.map(\.registers["caption"]) == ["side"])
    #expect(throws: ReplicaError.cannotRetry) { try scene.ann.replica.retry(parked.number) }
  }

  @Test("what the restore has not touched is not told as lost, nor what one wrote oneself")
  func nothingLost() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.sync()
    try scene.restore()
    for device in [scene.ann, scene.bob, scene.ann] { try device.sync() }
    for device in [scene.ann, scene.bob] {
      #expect(try device.refusals == [])
      #expect(try device.items == ["chair", "lamp"])
    }
  }

  @Test("nothing is kept of a home that is taken away, whatever the restore had lost of it")
  func purged() throws {
    let scene = try Scene()
    try scene.ann.addItem("chair", in: scene.home)
    try scene.ann.sync()
    try scene.bob.sync()
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.lost])
    try scene.world.hub.remove("bob", from: scene.home, by: "ann")
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [])
    #expect(try scene.bob.items == [])
  }
}
