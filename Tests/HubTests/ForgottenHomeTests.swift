import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Homes that were made or joined since the backup which a hub was restored from.
@Suite struct ForgottenHomeTests {
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let backup: Connection
    let home: ZoneID
    let lamp: RecordID

    /// Since the backup Ann has made a home with a lamp and has let Bob in.
    init() throws {
      world = try SyncWorld()
      ann = try world.device("ann")
      bob = try world.device("bob")
      for (device, name) in [(ann, "Ann's"), (bob, "Bob's")] {
        try device.addHome(name)
        try device.sync()
      }
      backup = try world.backup()
      world.now += 1000
      home = try ann.addHome("Flat")
      lamp = try ann.addItem("lamp", in: home)
      try ann.sync()
      try world.admit("bob", to: home, by: "ann")
      for device in [bob, ann] { try device.sync() }
    }

    func restore(epoch: String = "epoch-2") throws {
      world.now += 60_000
      try world.restore(backup, epoch: epoch)
    }

    func members() throws -> [String: Role] {
      try world.store.read { reader in
        try reader.grants(in: home).reduce(into: [:]) { $0[$1.account] = $1.role }
      }
    }
  }

  @Test("what a device has loaded whole since the backup comes back from it, its author gone")
  func loadedWhole() throws {
    let scene = try Scene()
    let (world, home) = (scene.world, scene.home)
    try scene.ann.rename(scene.lamp, "lantern")
    let chair = try scene.ann.addItem("chair", in: home)
    try scene.ann.sync()
    try scene.ann.deleteItem(chair)
    for device in [scene.ann, scene.bob] { try device.sync() }
    let tablet = try world.device("ann", "ann-tablet")
    try tablet.sync()
    try scene.restore()
    try tablet.sync()
    #expect(try tablet.items == ["lantern"])
    #expect(try tablet.refusals == [])
    #expect(try scene.members() == ["ann": .owner, "bob": .readWrite])
    let record = try #require(try world.record(scene.lamp, in: home))
    #expect(record.registers["name"]?.stamp.changeSet.replica == scene.ann.replica.incarnation)
    #expect(try world.record(chair, in: home)?.isDead == true)
    // Nothing is there twice when the others are back.
    let head = try world.head(of: home)
    for device in [scene.bob, scene.ann] { try device.sync() }
    #expect(try world.head(of: home) == head)
    #expect(try scene.bob.items == ["lantern"])
    #expect(try scene.ann.refusals + scene.bob.refusals == [])
  }

  @Test("the past goes in small pages, too, and is sealed in all of them")
  func smallPages() throws {
    let scene = try Scene()
    for number in 0..<5 { try scene.ann.addItem("box \(number)", in: scene.home) }
    try scene.ann.sync()
    let tablet = try scene.world.device("ann", "ann-tablet")
    try tablet.pull(maxBytes: 1)
    try scene.restore()
    try tablet.sync()
    #expect(try tablet.items.count == 6)
    #expect(try tablet.items.contains("lamp"))
  }

  @Test("a home that was joined since the backup is kept, and told, until somebody brings it back")
  func joined() throws {
    let scene = try Scene()
    try scene.restore()
    for _ in 0..<2 {
      try scene.bob.sync()
      #expect(try scene.bob.items == ["lamp"])
      let aside = try scene.bob.replica.status().aside
      #expect(aside.map(\.zone) == [scene.home])
      #expect(aside.map(\.reason) == [.forgotten])
      #expect(try ZoneRow.find(scene.home, in: scene.bob.connection)?.role == .readOnly)
      try scene.bob.restart()
    }
    #expect(try scene.world.head(of: scene.home) == nil)
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.bob.items == ["lamp"])
    #expect(try scene.bob.replica.status().aside == [])
    #expect(try ZoneRow.find(scene.home, in: scene.bob.connection)?.role == .readWrite)
    #expect(try scene.bob.refusals == [])
  }

  @Test("what the hub had accepted in a home that it forgot waits for nothing, and stays shown")
  func accepted() throws {
    let scene = try Scene()
    let (world, bob, home) = (scene.world, scene.bob, scene.home)
    try bob.addItem("chair", in: home)
    try bob.sync()
    try world.hub.remove("bob", from: home, by: "ann")
    let backup = try world.backup()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
    // Nobody can hand back that he was let in again.
    try bob.connection.execute("DELETE FROM syncSealed")
    world.now += 60_000
    try world.restore(backup, epoch: "epoch-2")
    for _ in 0..<2 { try bob.sync() }
    let status = try bob.replica.status()
    #expect(status.aside.map(\.reason) == [.forgotten])
    #expect(status.pendingCount == 0)
    #expect(try bob.items == ["chair", "lamp"])
    try bob.restart()
    #expect(try bob.items == ["chair", "lamp"])
  }

  @Test("what its person wrote in it waits, and is there when the home is")
  func written() throws {
    let scene = try Scene()
    try scene.bob.addItem("kettle", in: scene.home)
    try scene.restore()
    try scene.bob.sync()
    #expect(try scene.bob.items == ["kettle", "lamp"])
    try scene.ann.sync()
    scene.world.now += 5000
    for device in [scene.bob, scene.ann] { try device.sync() }
    #expect(try scene.ann.items == ["kettle", "lamp"])
    #expect(try scene.bob.refusals == [])
  }

  @Test("whoever was let into a home of the backup is in again by their own device")
  func ownGrant() throws {
    let scene = try Scene()
    let backup = try scene.world.backup()
    let cyd = try scene.world.device("cyd")
    try cyd.addHome("Cyd's")
    try cyd.sync()
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    try cyd.sync()
    let grant = try scene.world.store.read { try $0.grant(in: scene.home, for: "cyd")?.grantID }
    try scene.world.restore(backup)
    try cyd.sync()
    #expect(try cyd.items == ["lamp"])
    #expect(
      try scene.world.store.read { try $0.grant(in: scene.home, for: "cyd")?.grantID } == grant)
  }

  @Test("a home is not kept from which the person was removed, or that was deleted")
  func removedOrDeleted() throws {
    for isDeleted in [false, true] {
      let scene = try Scene()
      try scene.restore()
      try scene.bob.sync()
      try scene.ann.sync()
      if isDeleted {
        try scene.ann.deleteHome(scene.home)
      } else {
        try scene.world.hub.remove("bob", from: scene.home, by: "ann")
      }
      try scene.bob.sync()
      #expect(try scene.bob.items == [])
      #expect(try scene.bob.replica.status().aside == [])
    }
  }

  @Test("what was in it is told when its person was let in anew, and it is not there")
  func letInAnew() throws {
    let scene = try Scene()
    let backup = try scene.world.backup()
    let cyd = try scene.world.device("cyd")
    try cyd.addHome("Cyd's")
    try cyd.sync()
    try scene.ann.addItem("desk", in: scene.home)
    try scene.ann.sync()
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    try cyd.sync()
    try scene.world.restore(backup)
    // Nobody has the desk but Cyd, who has loaded it whole.
    try cyd.connection.execute("DELETE FROM syncSealed")
    try scene.world.admit("cyd", to: scene.home, by: "ann")
    try cyd.sync()
    #expect(try cyd.items == ["lamp"])
    #expect(try cyd.refusals == [.lost])
    let parked = try #require(try cyd.replica.parkedChanges().first)
    try cyd.replica.retry(parked.number)
    try cyd.sync()
    #expect(try cyd.items == ["desk", "lamp"])
  }

  @Test("its person lets go of a home that the hub has forgotten, and of no other")
  func discarded() throws {
    let scene = try Scene()
    #expect(throws: ReplicaError.notForgotten) {
      try scene.bob.replica.discardForgotten(scene.home)
    }
    try scene.restore()
    try scene.bob.sync()
    try scene.bob.replica.discardForgotten(scene.home)
    #expect(try scene.bob.items == [])
    #expect(try scene.bob.replica.status().aside == [])
    try scene.bob.sync()
    #expect(try scene.bob.items == [])
    // Others bring it back all the same, and he is in it.
    for device in [scene.ann, scene.bob] { try device.sync() }
    #expect(try scene.bob.items == ["lamp"])
  }

  @Test("of a past that is older than what replicas keep, or longer than its home, not all is told")
  func bounds() throws {
    let scene = try Scene()
    scene.world.now += Hub.handBackMilliseconds + 1
    for number in 0..<3 {
      try scene.ann.rename(scene.lamp, "lamp \(number)")
      try scene.ann.sync()
    }
    let head = try #require(try scene.world.head(of: scene.home))
    let tablet = try scene.world.device("ann", "ann-tablet")
    try tablet.sync()
    let runs = try tablet.connection.query("SELECT body FROM syncSealed") {
      try SealedRun(wireBytes: $0.blob(0))
    }
    let told = runs.filter { $0.zone == scene.home }.flatMap(\.entries).map(\.sequence)
    #expect(told == [head - 2, head - 1, head])
  }

  @Test("a damaged entry of the past is in nobody's way")
  func damagedPast() throws {
    let scene = try Scene()
    for sequence in [2, 3] {
      try scene.world.store.connection.execute(
        "UPDATE log SET bytes = x'7b' WHERE zoneID = ? AND sequence = ?", .text(scene.home),
        .integer(Int64(sequence)))
      let tablet = try scene.world.device("ann", "ann-tablet-\(sequence)")
      for _ in 0..<3 { try tablet.sync() }
      #expect(try tablet.items == ["lamp"])
      #expect(try tablet.replica.status().aside == [])
    }
  }
}
