import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What a restored hub makes of two changes of where a record is, or whether it is, when it is told
/// of the later one first.
@Suite struct HandedBackRenewalTests {
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let home: ZoneID
    let cabin: ZoneID
    let lamp: RecordID
    let backup: Connection

    /// Ann's two homes with Bob, one of them with a lamp, backed up.
    init() throws {
      let shared = try SharedHome()
      (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
      cabin = try ann.addHome("Cabin")
      lamp = try ann.addItem("lamp", in: home)
      try ann.sync()
      try world.admit("bob", to: cabin, by: "ann")
      for device in [bob, ann] { try device.sync() }
      backup = try world.backup()
    }

    /// Cyd comes to a home: nobody tells her what was before.
    func admitCyd(to zone: ZoneID) throws -> SyncDevice {
      let cyd = try world.device("cyd")
      try world.admit("cyd", to: zone, by: "ann")
      for device in [cyd, ann] { try device.sync() }
      return cyd
    }

    func delete() throws {
      world.now += 60_000
      try ann.deleteItem(lamp)
      try ann.sync()
    }

    /// Ann takes the deletion back.
    func makeAnew(in zone: ZoneID) throws {
      world.now += 60_000
      try ann.write {
        try $0.connection.execute(
          "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'lantern')", .text(lamp),
          .text(zone))
      }
      try ann.sync()
    }

    func isAlive(in zone: ZoneID) throws -> Bool {
      try world.record(lamp, in: zone)?.isDead == false
    }
  }

  @Test("what was deleted and made anew is there, also when its deletion comes back last")
  func deletionLast() throws {
    let scene = try Scene()
    try scene.delete()
    let cyd = try scene.admitCyd(to: scene.home)
    try scene.makeAnew(in: scene.home)
    try cyd.sync()
    try scene.world.restore(scene.backup)
    for device in [cyd, scene.ann, scene.bob, cyd] { try device.sync() }
    #expect(try scene.isAlive(in: scene.home))
    for device in [scene.ann, scene.bob, cyd] { #expect(try device.items == ["lantern"]) }
    #expect(try scene.ann.refusals == [])
  }

  @Test("what was deleted and made anew is there, also when its author sends the deletion again")
  func deletionSentAgain() throws {
    let scene = try Scene()
    try scene.delete()
    let cyd = try scene.admitCyd(to: scene.home)
    try scene.makeAnew(in: scene.home)
    try cyd.sync()
    try scene.world.restore(scene.backup)
    try cyd.sync()
    try scene.ann.connection.execute("DELETE FROM syncSealed")
    for device in [scene.ann, scene.bob, cyd] { try device.sync() }
    #expect(try scene.isAlive(in: scene.home))
    for device in [scene.ann, scene.bob, cyd] { #expect(try device.items == ["lantern"]) }
    #expect(try scene.ann.refusals == [])
  }

  @Test("what was made anew where it had gone is there, told by who has not heard that it went")
  func madeAnewElsewhere() throws {
    let scene = try Scene()
    scene.world.now += 60_000
    try scene.ann.moveItem(scene.lamp, to: scene.cabin)
    try scene.ann.sync()
    let cyd = try scene.admitCyd(to: scene.cabin)
    try scene.delete()
    try cyd.sync()
    try scene.makeAnew(in: scene.cabin)
    try cyd.sync()
    try scene.world.restore(scene.backup)
    for device in [cyd, scene.bob, scene.ann, cyd, scene.bob] { try device.sync() }
    #expect(try scene.isAlive(in: scene.cabin))
    #expect(try !scene.isAlive(in: scene.home))
    for device in [scene.ann, scene.bob, cyd] { #expect(try device.items == ["lantern"]) }
    #expect(try scene.ann.refusals == [])
  }

  @Test(
    "what went away and came back is back, also when that it went is told last",
    arguments: [false, true])
  func departureLast(isSentAgain: Bool) throws {
    let scene = try Scene()
    scene.world.now += 60_000
    try scene.ann.moveItem(scene.lamp, to: scene.cabin)
    try scene.ann.sync()
    let cyd = try scene.admitCyd(to: scene.home)
    scene.world.now += 60_000
    try scene.ann.moveItem(scene.lamp, to: scene.home)
    for device in [scene.ann, cyd] { try device.sync() }
    try scene.world.restore(scene.backup)
    try cyd.sync()
    if isSentAgain { try scene.ann.connection.execute("DELETE FROM syncSealed") }
    for device in [scene.ann, scene.bob, cyd] { try device.sync() }
    #expect(try scene.isAlive(in: scene.home))
    #expect(try !scene.isAlive(in: scene.cabin))
    #expect(try scene.ann.texts("SELECT homeID FROM items") == [scene.home])
    for device in [scene.bob, cyd] { #expect(try device.items == ["lamp"]) }
    #expect(try scene.ann.refusals == [])
  }

  @Test(
    "what was deleted where it had gone is gone, though its deletion is older and told first",
    arguments: [false, true])
  func arrivalLast(isSentAgain: Bool) throws {
    let scene = try Scene()
    scene.world.now += 60_000
    try scene.bob.deleteItem(scene.lamp)
    scene.world.now += 60_000
    try scene.ann.moveItem(scene.lamp, to: scene.cabin)
    try scene.ann.sync()
    let cyd = try scene.admitCyd(to: scene.cabin)
    for device in [scene.bob, cyd] { try device.sync() }
    try #require(try !scene.isAlive(in: scene.cabin))
    try scene.world.restore(scene.backup)
    try cyd.sync()
    if isSentAgain { try scene.ann.connection.execute("DELETE FROM syncSealed") }
    for device in [scene.ann, cyd] { try device.sync() }
    for zone in [scene.home, scene.cabin] { #expect(try !scene.isAlive(in: zone)) }
    for device in [scene.bob, scene.ann, cyd] {
      try device.sync()
      #expect(try device.items == [])
      #expect(try device.refusals == [])
    }
  }

  @Test(
    "what was renamed where it had gone goes there, told of the new name first",
    arguments: [false, true])
  func renamedElsewhere(isSentAgain: Bool) throws {
    let scene = try Scene()
    scene.world.now += 60_000
    try scene.ann.moveItem(scene.lamp, to: scene.cabin)
    try scene.ann.sync()
    let cyd = try scene.admitCyd(to: scene.cabin)
    scene.world.now += 60_000
    try scene.ann.rename(scene.lamp, "lantern")
    for device in [scene.ann, cyd] { try device.sync() }
    try scene.world.restore(scene.backup)
    try cyd.sync()
    if isSentAgain { try scene.ann.connection.execute("DELETE FROM syncSealed") }
    for device in [scene.ann, cyd] { try device.sync() }
    #expect(try scene.isAlive(in: scene.cabin))
    #expect(try !scene.isAlive(in: scene.home))
    #expect(try cyd.items == ["lantern"])
  }
}
