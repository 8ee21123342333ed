import Foundation
import Hub
import HubSQLite
import SyncProtocol
import TestSupport
import Testing

/// What those are told and can fetch who lose a zone.
@Suite struct LossTests {
  private func shared() throws -> (SyncWorld, ann: SyncDevice, home: ZoneID) {
    let world = try SyncWorld(accounts: ["ann", "bob", "cyd"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.addItem("kettle", in: home)
    try ann.sync()
    for person in ["bob", "cyd"] { try world.admit(person, to: home, by: "ann") }
    return (world, ann, home)
  }

  private func losses(_ world: SyncWorld, of account: AccountID) throws -> [AccountNotice] {
    try world.hub.notices(of: account).filter { $0.kind != .inviteUsed }
  }

  private func items(_ world: SyncWorld, _ notice: AccountNotice, of account: AccountID) throws
    -> [String]
  {
    let text = String(
      decoding: try world.hub.copy(ofNotice: notice.id, of: account), as: UTF8.self)
    return ["kettle", "teapot"].filter { text.contains("\"\($0)\"") }
  }

  @Test("who is removed can fetch what they saw then, alone, for 30 days, or until it is dismissed")
  func removed() throws {
    let (world, ann, home) = try shared()
    try world.hub.remove("bob", from: home, by: "ann")
    try ann.addItem("teapot", in: home)
    try ann.sync()
    let notice = try #require(try losses(world, of: "bob").first)
    #expect(notice.kind == .removed && notice.title == "Flat" && notice.personID == "ann")
    #expect(notice.copyUntil == world.now + Hub.copyMilliseconds)
    #expect(try items(world, notice, of: "bob") == ["kettle"])
    for other in ["ann", "cyd"] {
      #expect(throws: SharingError.notFound) {
        try world.hub.copy(ofNotice: notice.id, of: other)
      }
      #expect(try losses(world, of: other) == [])
    }
    try world.hub.dismissNotice(notice.id, of: "cyd")
    #expect(try items(world, notice, of: "bob") == ["kettle"])
    world.now += Hub.copyMilliseconds
    #expect(throws: SharingError.notFound) { try world.hub.copy(ofNotice: notice.id, of: "bob") }
    #expect(try losses(world, of: "bob").map(\.copyUntil) == [nil])
    try world.hub.dismissNotice(notice.id, of: "bob")
    #expect(try losses(world, of: "bob") == [])
  }

  @Test("whoever leaves, and everyone when sharing stops, keeps a copy; the owner hears nothing")
  func leftAndStopped() throws {
    let (world, _, home) = try shared()
    try world.hub.remove("bob", from: home, by: "bob")
    #expect(try losses(world, of: "bob").map(\.kind) == [.left])
    try world.hub.stopSharing(home, by: "ann")
    #expect(try losses(world, of: "cyd").map(\.kind) == [.removed])
    for person in ["bob", "cyd"] {
      let notice = try #require(try losses(world, of: person).first)
      #expect(try items(world, notice, of: person) == ["kettle"])
    }
    #expect(try losses(world, of: "ann") == [])
  }

  @Test("D-HOM-12 everyone who had a deleted home is told by whom, and can fetch what was in it")
  func deleted() throws {
    let (world, ann, home) = try shared()
    try ann.addHome("Cabin")
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
    for person in ["bob", "cyd"] {
      let notice = try #require(try losses(world, of: person).first)
      #expect(notice.kind == .zoneDeleted && notice.title == "Flat" && notice.person == "ann")
      #expect(try items(world, notice, of: person) == ["kettle"])
    }
    #expect(try losses(world, of: "ann") == [])
  }

  @Test("so many copies of one zone are kept, and none that nobody is told of")
  func bounded() throws {
    let (world, _, home) = try shared()
    for _ in 0...Hub.maxCopiesPerZone {
      world.now += 1000
      try world.hub.remove("bob", from: home, by: "ann")
      try world.admit("bob", to: home, by: "ann")
    }
    let kept = try losses(world, of: "bob")
    #expect(kept.count == Hub.maxCopiesPerZone + 1)
    #expect(kept.count { $0.copyUntil != nil } == Hub.maxCopiesPerZone)
    #expect(kept.last?.copyUntil == nil)
    for notice in kept { try world.hub.dismissNotice(notice.id, of: "bob") }
    world.now += 1000
    try world.hub.remove("cyd", from: home, by: "ann")
    #expect(try losses(world, of: "cyd").first?.copyUntil != nil)
  }

  /// A home of so many items that its copy is put aside in parts.
  private func sharedLarge() throws -> (SyncWorld, ann: SyncDevice, home: ZoneID) {
    let shared = try shared()
    try shared.ann.write { transaction in
      for index in 0..<3 * Hub.minRecordsAside {
        try transaction.connection.execute(
          "INSERT INTO items (id, homeID, name) VALUES (?, ?, ?)",
          .text(transaction.newID()), .text(shared.home), .text("thing \(index)"))
      }
    }
    try shared.ann.sync()
    return shared
  }

  @Test("the copy of a large home is stored in parts before, and says what was there at the end")
  func inParts() throws {
    let (world, ann, home) = try sharedLarge()
    world.watched.calls = [:]
    // Ann adds something while the copy is put aside, and Bob could see it.
    world.watched.afterWrites = (
      1,
      {
        try ann.addItem("teapot", in: home)
        try ann.push()
      }
    )
    try world.hub.remove("bob", from: home, by: "ann")
    let parts = try #require(world.watched.calls["putZoneCopyPart"])
    #expect(parts >= 4 && world.watched.calls["storedRecords"] == nil)
    let notice = try #require(try losses(world, of: "bob").first)
    #expect(try items(world, notice, of: "bob") == ["kettle", "teapot"])
    let copy = try world.hub.copy(ofNotice: notice.id, of: "bob")
    let effects = try #require(
      try JSONSerialization.jsonObject(with: Data(copy)) as? [[String: Any]])
    #expect(effects.count { $0["t"] as? String == "items" } == 3 * Hub.minRecordsAside + 2)
  }

  @Test("of a large home that never rests the copy is made in the transaction itself")
  func inNoParts() throws {
    let (world, ann, home) = try sharedLarge()
    func writeOn() {
      world.watched.afterWrites = (
        1,
        {
          try ann.run("UPDATE items SET price = coalesce(price, 0) + 1 WHERE name = 'kettle'")
          try ann.push()
          writeOn()
        }
      )
    }
    writeOn()
    world.watched.calls = [:]
    try world.hub.remove("bob", from: home, by: "ann")
    world.watched.afterWrites = nil
    #expect(world.watched.calls["storedRecords"] == 1)
    let notice = try #require(try losses(world, of: "bob").first)
    #expect(try items(world, notice, of: "bob") == ["kettle"])
  }

  @Test("who leaves a large home again and again fills no disk: displaced parts make room")
  func partsMakeRoom() throws {
    let (world, ann, home) = try sharedLarge()
    var counts: [Int64] = []
    for _ in 0...Hub.maxCopiesPerZone + 3 {
      world.now += 1000
      try world.hub.remove("bob", from: home, by: "bob")
      try ann.run("UPDATE items SET price = coalesce(price, 0) + 1 WHERE name = 'kettle'")
      try ann.push()
      try world.admit("bob", to: home, by: "ann")
      counts.append(
        try world.store.connection.first("SELECT count(*) FROM zoneCopyParts") { $0.integer(0) }
          ?? 0)
    }
    let parts = try #require(counts.first)
    let most = try #require(counts.max())
    // The copies that are kept, and the last one that was displaced.
    #expect(parts > 1 && most <= parts * Int64(Hub.maxCopiesPerZone + 1))
    let notice = try #require(try losses(world, of: "bob").first)
    #expect(try items(world, notice, of: "bob") == ["kettle"])
  }

  @Test("nothing is copied for a stranger, and parts that came to nothing go after an hour")
  func partsGo() throws {
    let (world, _, home) = try sharedLarge()
    world.watched.calls = [:]
    #expect(throws: SharingError.self) { try world.hub.remove("bob", from: home, by: "cyd") }
    #expect(world.watched.calls["putZoneCopyPart"] == nil)
    func partCount() throws -> Int64 {
      try world.store.connection.first("SELECT count(*) FROM zoneCopyParts") { $0.integer(0) } ?? 0
    }
    try world.hub.remove("bob", from: home, by: "ann")
    let count = try partCount()
    #expect(count > 1)
    world.now += 7_200_000
    try world.store.trimLogs(now: world.now)
    #expect(try partCount() == count)
    let notice = try #require(try losses(world, of: "bob").first)
    try world.hub.dismissNotice(notice.id, of: "bob")
    try world.store.trimLogs(now: world.now)
    #expect(try partCount() == 0)
  }
}
