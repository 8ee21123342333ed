import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct LogRetentionTests {
  private static let day: Int64 = 86_400_000

  /// Ann and Bob share a home; Bob was away while Ann renamed an item once a day.
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let bob: SyncDevice
    let home: ZoneID
    let item: RecordID

    init(days: Int) throws {
      world = try SyncWorld()
      ann = try world.device("ann")
      bob = try world.device("bob")
      home = try ann.addHome("Flat")
      item = try ann.addItem("lamp", in: home)
      try ann.sync()
      try world.admit("bob", to: home, by: "ann")
      try bob.sync()
      for day in 0..<days {
        world.now += LogRetentionTests.day
        try ann.rename(item, "lamp \(day)")
        try ann.sync()
      }
    }

    var floor: Int64 {
      get throws { try world.store.read { try $0.zone(home)?.floor ?? -1 } }
    }

    func trim(_ retention: LogRetention) throws -> Int64 {
      try world.store.trimLogs(retention, now: world.now)
    }
  }

  @Test("what is older than the retention goes, in commits of a bounded size")
  func byAge() throws {
    let scene = try Scene(days: 20)
    let head = try #require(try scene.world.head(of: scene.home))
    let retention = LogRetention(
      maxAgeMilliseconds: 5 * Self.day, minEntriesPerZone: 0, maxEntriesPerCommit: 3)
    // The entries of the last five days, and the one of exactly five days ago.
    #expect(try scene.trim(retention) == head - 6)
    #expect(try scene.floor == head - 6)
    #expect(try scene.trim(retention) == 0)
    let entries = try scene.world.store.read {
      try $0.log(of: scene.home, after: 0, through: head, maxBytes: .max)
    }
    #expect(entries.map(\.sequence) == Array(head - 5...head))
  }

  @Test("the newest entries of a quiet zone stay, however old they are")
  func byCount() throws {
    let scene = try Scene(days: 10)
    let head = try #require(try scene.world.head(of: scene.home))
    scene.world.now += 1000 * Self.day
    #expect(try scene.trim(LogRetention(minEntriesPerZone: 4)) == head - 4)
    #expect(try scene.floor == head - 4)
    try scene.ann.sync()
    #expect(try scene.ann.items == ["lamp 9"])
  }

  @Test("nothing is trimmed of a young hub")
  func young() throws {
    let scene = try Scene(days: 10)
    #expect(try scene.trim(LogRetention()) == 0)
    #expect(try scene.floor == 0)
  }

  @Test("a replica older than the log loads the home anew and keeps what it wrote")
  func recovers() throws {
    let scene = try Scene(days: 10)
    let other = try scene.bob.addItem("chair", in: scene.home)
    try scene.bob.run("UPDATE items SET price = 5 WHERE id = ?", .text(scene.item))
    let gone = try scene.ann.addItem("vase", in: scene.home)
    try scene.ann.sync()
    scene.world.now += 1000 * Self.day
    _ = try scene.trim(LogRetention(minEntriesPerZone: 0))
    #expect(try scene.floor == scene.world.head(of: scene.home))
    try scene.bob.pull()
    #expect(try scene.bob.items == ["chair", "lamp 9", "vase"])
    #expect(try scene.bob.pendingCount == 2)
    try scene.ann.deleteItem(gone)
    try scene.ann.sync()
    try scene.bob.sync()
    try scene.ann.sync()
    for device in [scene.ann, scene.bob] {
      #expect(try device.items == ["chair", "lamp 9"])
      #expect(try device.texts("SELECT price FROM items WHERE id = ?", .text(scene.item)) == ["5"])
      #expect(try device.refusals == [])
      #expect(try device.pendingCount == 0)
    }
    #expect(try scene.world.value("name", of: other, in: scene.home) == "chair")
  }

  @Test("a late edit of a record that was deleted before the log begins is refused as gone")
  func tombstones() throws {
    let scene = try Scene(days: 2)
    try scene.bob.rename(scene.item, "late")
    try scene.ann.deleteItem(scene.item)
    try scene.ann.sync()
    scene.world.now += 1000 * Self.day
    _ = try scene.trim(LogRetention(minEntriesPerZone: 0))
    try scene.bob.sync()
    #expect(try scene.bob.refusals == [.gone])
    #expect(try scene.bob.items == [])
  }

  @Test("a log that is trimmed in the middle of a pull does not tear it")
  func trimmedWhilePulling() throws {
    let scene = try Scene(days: 10)
    let first = try scene.bob.replica.nextPull(maxBytes: 1)
    #expect(
      try scene.bob.replica.receive(scene.world.hub.pull(first, as: "bob"), to: first) == .more)
    scene.world.now += 1000 * Self.day
    _ = try scene.trim(LogRetention(minEntriesPerZone: 0))
    try scene.bob.pull(maxBytes: 1)
    #expect(try scene.bob.items == ["lamp 9"])
    let digests = try (scene.ann, scene.bob).0.replica.confirmedDigests()
    #expect(
      try scene.bob.replica.confirmedDigests()[scene.home]?.digest
        == digests[scene.home]?.digest)
  }
}
