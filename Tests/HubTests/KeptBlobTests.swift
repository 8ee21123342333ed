import Hub
import HubSQLite
import SyncProtocol
import TestSupport
import Testing

/// Which files a sweep of a hub must leave.
@Suite struct KeptBlobTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let home: ZoneID
  private let kettle: RecordID

  /// Ann's flat, where a kettle has a photo, with Bob.
  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    home = try ann.addHome("Flat")
    _ = try ann.addHome("Cabin")
    kettle = try ann.addItem("kettle", in: home)
    try ann.addPhoto("front", of: kettle, in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
  }

  private func names() throws -> Set<String> {
    try world.store.blobNamesToKeep(in: [("photos", "caption")], now: world.now)
  }

  @Test("the file of a photo that was deleted stays for as long as it can be brought back")
  func deletedRecord() throws {
    #expect(try names() == ["front"])
    try ann.deleteItem(kettle)
    try ann.sync()
    world.now += Hub.keepDeletedMilliseconds - 1000
    #expect(try names() == ["front"])
    world.now += 2000
    #expect(try names() == [])
  }

  @Test("the file of a photo in a copy stays for as long as the copy of who lost the zone")
  func copies() throws {
    try world.hub.remove("bob", from: home, by: "ann")
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
    try world.hub.purgeDeletedZone(home, by: "ann")
    #expect(try names() == ["front"])
    world.now += Hub.copyMilliseconds
    #expect(try names() == [])
  }

  @Test("only the fields that are named count")
  func fields() throws {
    #expect(try world.store.blobNamesToKeep(in: [], now: world.now) == [])
    let both = [("items", "name"), ("photos", "caption")]
    #expect(
      try world.store.blobNamesToKeep(in: both.map { ($0, $1) }, now: world.now)
        == ["kettle", "front"])
  }
}
