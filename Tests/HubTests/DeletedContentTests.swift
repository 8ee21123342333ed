import Foundation
import Hub
import HubSQLite
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What was in records that were deleted goes, and what happened stays.
@Suite struct DeletedContentTests {
  private static let day: Int64 = 86_400_000

  private let world: SyncWorld
  private let ann: SyncDevice
  private let home: ZoneID

  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    home = try ann.addHome("Flat")
    try ann.sync()
  }

  /// The tables of the hub that have it somewhere.
  private func tables(holding text: String) throws -> [String] {
    try world.store.connection.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { $0.text(0) }.filter { try stored(in: $0).contains(text) }
  }

  /// Everything that the hub has in a table.
  private func stored(in table: String) throws -> String {
    try world.store.connection.query("SELECT * FROM \(table)") { row in
      (0..<row.columnCount).map { column in
        switch row.value(column) {
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        case let value: "\(value)"
        }
      }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  private func later(days: Int64) { world.now += days * Self.day }

  @Test("30 days after a deletion the hub has ids and stamps alone, in its log and history, too")
  func gone() throws {
    let item = try ann.addItem("canary-made", in: home)
    try ann.addPhoto("canary-part", of: item, in: home)
    try ann.sync()
    try ann.rename(item, "canary-renamed")
    let kept = try ann.addItem("kept", in: home)
    try ann.sync()
    let away = try world.device("ann", "ann-2")
    try away.sync()
    let head = try #require(try world.head(of: home))
    try ann.deleteItem(item)
    try ann.sync()
    later(days: 29)
    #expect(try world.hub.removeDeletedContent() == 0)
    #expect(try !tables(holding: "canary-renamed").isEmpty)
    later(days: 2)
    #expect(try world.hub.removeDeletedContent() == 2)
    #expect(try tables(holding: "canary") == [])
    let tombstone = try #require(try world.record(item, in: home))
    #expect(tombstone.isDead && tombstone.diedAt != nil && tombstone.registers.values.isEmpty)
    // Whoever reads the log from before, and whoever loads the home, hears the same.
    for device in [away, try world.device("ann", "ann-3")] {
      try device.sync()
      #expect(try device.items == ["kept"])
      #expect(try device.count("photos") == 0)
    }
    let history = try world.hub.history(HistoryRequest(zone: home, limit: 50), as: "ann")
    #expect(history.entries.contains { $0.changes.contains { $0.key.id == kept } })
    #expect(try world.head(of: home) == head + 1)
    // Nothing is done twice.
    #expect(try world.hub.removeDeletedContent() == 0)
  }

  @Test("a pull from before a deletion begins anew when the log may have lost what was deleted")
  func oldCut() throws {
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    let away = try world.device("ann", "ann-2")
    try away.sync()
    for name in ["desk lamp", "night lamp"] {
      try ann.rename(item, name)
      try ann.sync()
    }
    let first = try away.replica.nextPull(maxBytes: 1)
    #expect(try away.replica.receive(world.hub.pull(first, as: "ann"), to: first) == .more)
    try ann.deleteItem(item)
    try ann.sync()
    later(days: 29)
    #expect(try world.hub.removeDeletedContent() == 0)
    let next = try away.replica.nextPull()
    guard case .page = try world.hub.pull(next, as: "ann") else {
      Issue.record("what is told in full goes on")
      return
    }
    later(days: 2)
    #expect(try world.hub.removeDeletedContent() == 1)
    let late = try away.replica.nextPull()
    let response = try world.hub.pull(late, as: "ann")
    #expect(response == .restart)
    #expect(try away.replica.receive(response, to: late) == .restart)
    try away.sync()
    #expect(try away.items == [])
  }

  @Test("what comes back under its id, after that, has what it was brought back with")
  func back() throws {
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try ann.deleteItem(item)
    try ann.sync()
    later(days: 31)
    #expect(try world.hub.removeDeletedContent() == 1)
    try ann.run(
      "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'lamp again')", .text(item), .text(home))
    try ann.sync()
    #expect(try world.value("name", of: item, in: home) == "lamp again")
    try ann.deleteItem(item)
    try ann.sync()
    #expect(try world.hub.removeDeletedContent() == 0)
    later(days: 31)
    #expect(try world.hub.removeDeletedContent() == 1)
    #expect(try tables(holding: "lamp") == [])
  }

  @Test("a deletion of somebody who was away for long is one of the day when it came")
  func away() throws {
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try ann.deleteItem(item)
    later(days: 40)
    try ann.sync()
    #expect(try world.hub.removeDeletedContent() == 0)
    #expect(try world.record(item, in: home)?.registers["name"]?.value == "lamp")
    later(days: 31)
    #expect(try world.hub.removeDeletedContent() == 1)
  }

  @Test("who may still be brought back keeps what the schema names, and nothing else")
  func revived() throws {
    try ann.run(
      "INSERT INTO members (id, homeID, name, isArchived, accountID) VALUES ('m-1', ?, 'Bo', 0, ?)",
      .text(home), .text("ann"))
    try ann.sync()
    let away = try world.device("ann", "ann-2")
    try away.sync()
    try ann.run("DELETE FROM members WHERE id = 'm-1'")
    try ann.sync()
    later(days: 31)
    #expect(try world.hub.removeDeletedContent() == 1)
    #expect(
      try world.record("m-1", in: home)?.registers.values
        == ["isArchived": 0, "name": "Bo"])
    try away.write { transaction in
      let db = transaction.connection
      try db.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES ('e-1', ?, 'n', 5)", .text(home))
      try db.execute(
        """
        INSERT INTO shares (id, homeID, expenseID, memberID, owed)
        VALUES ('s-1', ?, 'e-1', 'm-1', 5)
        """, .text(home))
    }
    try away.sync()
    try ann.sync()
    #expect(try ann.texts("SELECT name FROM members WHERE isArchived = 1") == ["Bo"])
    #expect(
      try world.record("m-1", in: home)?.registers.values
        == ["accountID": .null, "isArchived": 1, "name": "Bo", "payment": ""])
  }

  @Test("30 days after somebody has left their name is in no tombstone and in no log, either")
  func formerMember() throws {
    try world.hub.setDisplayName("canary-first", of: "bob")
    try world.admit("bob", to: home, by: "ann")
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    try world.hub.setDisplayName("canary-second", of: "bob")
    try world.admit("cyd", to: home, by: "ann")
    let away = try world.device("ann", "ann-2")
    try away.sync()
    let bob = UUIDs.v5(home, "bob")
    let cyd = UUIDs.v5(home, "cyd")
    // What the hub keeps of accounts, and of their own zones, is not what is asked here.
    try world.hub.setDisplayName("Bob", of: "bob")
    try world.hub.remove("bob", from: home, by: "ann")
    for notice in try world.hub.notices(of: "ann") {
      try world.hub.dismissNotice(notice.id, of: "ann")
    }
    later(days: 29)
    #expect(try world.hub.removeDeletedContent() == 0)
    #expect(try world.record(bob, in: home)?.registers["name"]?.value == "Bob")
    later(days: 2)
    #expect(try world.hub.removeDeletedContent() == 1)
    #expect(try tables(holding: "canary") == [])
    #expect(try world.record(bob, in: home)?.registers.values.isEmpty == true)
    #expect(try world.value("name", of: cyd, in: home) == "cyd")
    for device in [away, try world.device("ann", "ann-3")] {
      try device.sync()
      #expect(
        try device.texts("SELECT name FROM participants ORDER BY name") == ["ann", "cyd"])
    }
    // Who comes again is as anybody who comes.
    try world.admit("bob", to: home, by: "ann")
    try away.sync()
    #expect(
      try away.texts("SELECT name FROM participants ORDER BY name") == ["Bob", "ann", "cyd"])
    #expect(try world.value("accountID", of: bob, in: home) == "bob")
  }

  @Test("many go, a few in each commit, and what was deleted with its home waits for it")
  func many() throws {
    let cabin = try ann.addHome("Cabin")
    try ann.addItem("of the cabin", in: cabin)
    let items = try (0..<450).map { try ann.addItem("chair \($0)", in: home) }
    try ann.sync()
    for item in items { try ann.deleteItem(item) }
    try ann.sync()
    later(days: 20)
    #expect(try ann.deleteHome(cabin) == .accepted)
    later(days: 20)
    #expect(try world.hub.removeDeletedContent() == 450)
    #expect(try tables(holding: "chair") == [])
    #expect(try !tables(holding: "of the cabin").isEmpty)
  }
}
