import Foundation
import Hub
import HubSQLite
import OlderHub
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Zones that were deleted and come back, or go for good.
@Suite struct DeletedZoneTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let bob: SyncDevice
  private let home: ZoneID
  private let cabin: ZoneID

  /// Ann's flat, which she shares with Bob, and a cabin, so that she may delete the flat.
  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    bob = try world.device("bob")
    home = try ann.addHome("Flat")
    cabin = try ann.addHome("Cabin")
    let kitchen = try ann.addPlace("Kitchen", in: home)
    let kettle = try ann.addItem("kettle", in: home, place: kitchen)
    try ann.addPhoto("front", of: kettle, in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
  }

  private func deleteFlat() throws {
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
    try ann.sync()
  }

  /// What is in a device's tables, with ids.
  private func everything(_ device: SyncDevice) throws -> [String] {
    try ["homes", "places", "items", "photos", "participants"].flatMap { table in
      try device.connection.query("SELECT * FROM \(table)") { row in
        "\(table) " + (0..<row.columnCount).map { "\(row.value($0))" }.joined(separator: " ")
      }
    }.filter { $0.contains(home) }.sorted()
  }

  @Test("S3-US4-2 a deleted home is listed with what was in it, to its owner alone, for 30 days")
  func listed() throws {
    #expect(try world.hub.deletedZones(of: "ann") == [])
    try deleteFlat()
    let deleted = try #require(try world.hub.deletedZones(of: "ann").first)
    #expect(
      deleted
        == DeletedZoneSummary(
          zone: home, kind: .home, title: "Flat", person: "ann", personID: "ann", at: world.now,
          until: world.now + Hub.keepDeletedMilliseconds,
          counts: ["homes": 1, "places": 1, "items": 1, "photos": 1],
          members: [.init(account: "bob", name: "bob", role: .readWrite)]))
    for other in ["bob", "cyd"] { #expect(try world.hub.deletedZones(of: other) == []) }
    world.now += Hub.keepDeletedMilliseconds - 1
    #expect(try world.hub.deletedZones(of: "ann").count == 1)
    world.now += 1
    #expect(try world.hub.deletedZones(of: "ann") == [])
    #expect(throws: SharingError.notFound) { try world.hub.restoreZone(home, by: "ann") }
  }

  @Test(
    "X32 a home comes back with its ids and everything in it, for all who had it; they are told")
  func restored() throws {
    try ann.sync()
    let before = try everything(ann)
    try deleteFlat()
    try bob.sync()
    #expect(try everything(ann) == [] && everything(bob) == [])
    try world.hub.restoreZone(home, by: "ann")
    try ann.sync()
    try bob.sync()
    #expect(try everything(ann) == before && everything(bob) == before)
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
    let told = try world.hub.notices(of: "bob").map(\.kind)
    #expect(Set(told) == [.zoneRestored, .zoneDeleted])
    #expect(try world.hub.deletedZones(of: "ann") == [])
    // Life goes on: references, too.
    let place = try #require(try bob.texts("SELECT id FROM places").first)
    let answer = try world.push(
      [Mutation(.delete, "places", place, in: home)], as: "bob", number: 1)
    #expect(answer.map { if case .accepted = $0 { true } else { false } } == true)
    try ann.sync()
    #expect(try ann.texts("SELECT name FROM items WHERE placeID IS NULL") == ["kettle"])
  }

  @Test("what was deleted or had moved before the home was does not come back with it")
  func older() throws {
    let gone = try ann.addItem("toaster", in: home)
    let moved = try ann.addItem("lamp", in: home)
    try ann.sync()
    try ann.deleteItem(gone)
    try ann.moveItem(moved, to: cabin)
    try ann.sync()
    try deleteFlat()
    try world.hub.restoreZone(home, by: "ann")
    try ann.sync()
    #expect(try ann.texts("SELECT name FROM items WHERE homeID = ?", .text(home)) == ["kettle"])
    #expect(try ann.texts("SELECT name FROM items WHERE homeID = ?", .text(cabin)) == ["lamp"])
  }

  @Test("restoring twice changes nothing, nor does it from two devices; others may not")
  func twice() throws {
    try deleteFlat()
    for other in ["bob", "cyd"] {
      #expect(throws: SharingError.notFound) { try world.hub.restoreZone(home, by: other) }
      #expect(throws: SharingError.notFound) { try world.hub.purgeDeletedZone(home, by: other) }
    }
    try world.hub.restoreZone(home, by: "ann")
    let head = try world.head(of: home)
    try world.hub.restoreZone(home, by: "ann")
    #expect(try world.head(of: home) == head)
    #expect(try world.hub.notices(of: "bob").count { $0.kind == .zoneRestored } == 1)
    #expect(throws: SharingError.notFound) { try world.hub.purgeDeletedZone(home, by: "ann") }
  }

  @Test("D-HOM-8 what a device wrote while the home was gone is parked, and fits after its return")
  func parked() throws {
    try bob.run("UPDATE items SET name = 'pot'")
    try deleteFlat()
    try bob.sync()
    #expect(try bob.refusals == [.zoneGone])
    try world.hub.restoreZone(home, by: "ann")
    try bob.sync()
    #expect(try bob.items == ["kettle"])
    try bob.replica.retry(try #require(try bob.replica.parkedChanges().first).number)
    try bob.sync()
    try ann.sync()
    #expect(try bob.refusals == [] && ann.items == ["pot"])
  }

  @Test("a device that was away all the time loses nothing: what it wrote is taken")
  func away() throws {
    try bob.addItem("teapot", in: home)
    try bob.run("UPDATE items SET price = 5 WHERE name = 'kettle'")
    try deleteFlat()
    try world.hub.restoreZone(home, by: "ann")
    try bob.sync()
    try ann.sync()
    #expect(try bob.refusals == [])
    for device in [ann, bob] {
      #expect(try device.items == ["kettle", "teapot"])
      #expect(try device.texts("SELECT price FROM items WHERE name = 'kettle'") == ["5"])
    }
    #expect(try everything(bob) == everything(ann))
  }

  @Test("who has left since, or is left out by the owner, does not get the home back")
  func leftSince() throws {
    try world.admit("cyd", to: home, by: "ann", as: .readOnly)
    try deleteFlat()
    try world.hub.remove("cyd", from: home, by: "cyd")
    #expect(try world.hub.notices(of: "cyd").map(\.kind) == [.zoneDeleted])
    try world.hub.restoreZone(home, by: "ann")
    #expect(try world.hub.role(of: "cyd", in: home) == nil)
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
    try ann.sync()
    try deleteFlat()
    try world.hub.restoreZone(home, by: "ann", isAlone: true)
    try ann.sync()
    try bob.sync()
    #expect(try world.hub.role(of: "bob", in: home) == nil)
    #expect(try bob.count("items") == 0)
    #expect(try ann.count("participants") == 2)
  }

  @Test("an invite that was open when the home was deleted lets nobody in after its return")
  func invites() throws {
    let invite = try world.invite(to: home, by: "ann")
    try deleteFlat()
    #expect(throws: InviteError.zoneGone) { try world.hub.redeem(inviteID: invite, by: "cyd") }
    try world.hub.restoreZone(home, by: "ann")
    #expect(throws: InviteError.revoked) { try world.hub.redeem(inviteID: invite, by: "cyd") }
  }

  @Test("X11 who was left without a home keeps the one that was made for them")
  func freshHome() throws {
    try deleteFlat()
    try bob.sync()
    let fresh = try world.zones(of: "bob")
    #expect(fresh.count == 1)
    try world.hub.restoreZone(home, by: "ann")
    try bob.sync()
    #expect(try Set(world.zones(of: "bob")) == Set(fresh + [home]))
    #expect(try bob.count("homes") == 2)
  }

  @Test("X21 a home comes back only while its owner may have one more")
  func limit() throws {
    try deleteFlat()
    var kinds = TestSchema.schema.zoneKinds
    kinds[.home]?.maxOwned = 1
    let schema = SyncSchema(
      version: 1, tables: TestSchema.schema.tables.filter { !$0.isHubOwned }, zoneKinds: kinds)
    world.upgradeHub(to: schema)
    #expect(throws: SharingError.tooManyOwned) { try world.hub.restoreZone(home, by: "ann") }
    #expect(try world.hub.deletedZones(of: "ann").count == 1)
    world.upgradeHub(to: TestSchema.schema)
    try world.hub.restoreZone(home, by: "ann")
  }

  @Test("a merged home is not among the deleted ones")
  func merged() throws {
    try ann.sync()
    #expect(try ann.merge(cabin, into: home) == .accepted)
    #expect(try world.hub.deletedZones(of: "ann") == [])
    #expect(throws: SharingError.notFound) { try world.hub.restoreZone(cabin, by: "ann") }
    #expect(throws: SharingError.notFound) { try world.hub.purgeDeletedZone(cabin, by: "ann") }
  }

  /// Rows that could tell what was in the flat.
  private func leftovers() throws -> [String] {
    try world.store.withWriter { connection in
      try [
        "SELECT id FROM records WHERE zoneID = ?1 AND (isDead = 0 OR length(content) > 20)",
        "SELECT zoneID FROM log WHERE zoneID = ?1", "SELECT id FROM invites WHERE zoneID = ?1",
        """
        SELECT targetID FROM recordReferences JOIN records ON number = record WHERE zoneID = ?1
        """, "SELECT zoneID FROM deletedZones WHERE zoneID = ?1",
        "SELECT zoneID FROM holds WHERE zoneID = ?1",
        """
        SELECT accountID FROM redemptions WHERE inviteID NOT IN (SELECT id FROM invites)
        """,
      ].flatMap { sql in try connection.query(sql, .text(home)) { "\(sql): \($0.text(0))" } }
    }
  }

  @Test("D-HOM-17 of a home that is deleted for good nothing is left but empty tombstones")
  func purged() throws {
    let late = try bob.addItem("late", in: home)
    try bob.run("UPDATE items SET name = 'pot' WHERE name = 'kettle'")
    try deleteFlat()
    #expect(try !leftovers().isEmpty)
    try world.hub.purgeDeletedZone(home, by: "ann")
    #expect(try leftovers() == [])
    try world.hub.purgeDeletedZone(home, by: "ann")
    #expect(throws: SharingError.notFound) { try world.hub.restoreZone(home, by: "ann") }
    // What comes late is still told why it is not taken, and its ids stay taken.
    try bob.sync()
    #expect(try bob.refusals == [.zoneGone, .zoneGone])
    #expect(try world.record(late, in: home) == nil)
    // Whoever lost the home keeps their copy.
    let notice = try #require(try world.hub.notices(of: "bob").first { $0.kind == .zoneDeleted })
    let copy = String(decoding: try world.hub.copy(ofNotice: notice.id, of: "bob"), as: UTF8.self)
    #expect(copy.contains("kettle"))
  }

  @Test("X32 after 30 days what was in a deleted home is removed; an interrupted removal goes on")
  func expired() throws {
    try deleteFlat()
    world.now += Hub.keepDeletedMilliseconds - 1
    #expect(try world.hub.purgeExpiredZones() == 0)
    let deleted = try #require(try world.store.read { try $0.deletedZone(home) })
    world.now += 1
    // Two of four records, and the program ends.
    let purging = DeletedZone(
      zone: home, changeSet: deleted.changeSet, account: deleted.account,
      deletedAt: world.now, counts: deleted.counts, isPurging: true)
    try world.store.write { writer in
      try writer.putDeletedZone(purging)
      #expect(try !writer.purgeRecords(of: purging, limit: 2))
    }
    #expect(try world.hub.deletedZones(of: "ann") == [])
    #expect(throws: SharingError.notFound) { try world.hub.restoreZone(home, by: "ann") }
    #expect(try world.hub.purgeExpiredZones() == 1)
    #expect(try leftovers() == [] && world.hub.purgeExpiredZones() == 0)
  }

  @Test("photos' files of a deleted home are kept for as long as it can come back")
  func blobs() throws {
    let names = { try world.store.blobNames(inTable: "photos", field: "caption") }
    #expect(try names() == ["front"])
    try deleteFlat()
    #expect(try names() == ["front"])
    let photo = try #require(
      try world.store.withWriter { connection in
        try connection.first("SELECT id FROM records WHERE tableName = 'photos'") { $0.text(0) }
      })
    #expect(
      try !world.hub.mayRead(
        blob: "front", of: RecordPlace(zone: home, id: photo), as: "ann"))
    try world.hub.purgeDeletedZone(home, by: "ann")
    #expect(try names() == [])
  }

  @Test("a home that was deleted before the hub knew of this can come back, too")
  func upgraded() throws {
    try TemporaryHub.with { path in
      try deleteFlat()
      try world.store.backup(to: path)
      do {
        try OlderHub.downgrade(Connection(path: path), to: 3)
      }
      let store = try HubSQLite(path: path)
      let expected = try world.store.read { try $0.deletedZone(home) }
      #expect(try store.read { try $0.deletedZone(home) } == expected)
    }
  }

  @Test("a hub restored to a moment at which the home was deleted can bring it back again")
  func hubRestored() throws {
    try TemporaryHub.with { path in
      try deleteFlat()
      try world.store.backup(to: path)
      let store = try HubSQLite(path: path)
      let now = world.now
      let hub = Hub(store: store, schema: TestSchema.schema, now: { now })
      try hub.beginRecovery(until: 0)
      #expect(try hub.deletedZones(of: "ann").map(\.zone) == [home])
      try hub.restoreZone(home, by: "ann")
      #expect(try hub.role(of: "bob", in: home) == .readWrite)
    }
  }
}

private enum TemporaryHub {
  static func with(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on it.
    try body(folder.appendingPathComponent("hub.db").path)
  }
}
