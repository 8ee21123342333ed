import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

/// What a hub tells of the past of a zone.
@Suite struct HistoryTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let bob: SyncDevice
  private let home: ZoneID
  private let kitchen: RecordID
  private let kettle: RecordID

  /// Ann's flat with a kettle in the kitchen. She has renamed it once; Bob has joined since.
  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    bob = try world.device("bob")
    home = try ann.addHome("Flat")
    kitchen = try ann.addPlace("Kitchen", in: home)
    kettle = try ann.addItem("kettle", in: home, place: kitchen)
    try ann.sync()
    world.now += 1000
    try ann.rename(kettle, "steel kettle")
    try ann.sync()
    world.now += 1000
    try world.admit("bob", to: home, by: "ann")
    world.now += 1000
    try bob.sync()
  }

  private func history(
    of record: RecordID? = nil, as account: AccountID = "ann", before: Int64? = nil,
    limit: Int = 20, changeLimit: Int = 50
  ) throws -> HistoryPage {
    try world.hub.history(
      HistoryRequest(
        zone: home, record: record, before: before, limit: limit, changeLimit: changeLimit),
      as: account)
  }

  @Test("a change is told with who made it, when, and what there was before")
  func told() throws {
    world.now += 1000
    try bob.rename(kettle, "red kettle")
    try bob.sync()
    let entry = try #require(try history().entries.first)
    #expect(entry.author == "bob" && entry.authorName == "bob" && entry.at == world.now)
    #expect(entry.counts == [.init(kind: .patch, table: "items", count: 1)])
    #expect(
      entry.changes == [
        RecordChange(
          .patch, "items", kettle,
          before: [
            "name": "steel kettle", "placeID": .text(kitchen), "price": .null, "claimedBy": .null,
            "rank": 0,
          ], after: ["name": "red kettle"])
      ])
    #expect(entry.isComplete && !entry.isSpanning)
  }

  @Test(
    "who writes what was there already is not told of, and pages lead past that", arguments: 1...3)
  func agreed(limit: Int) throws {
    for round in 1...4 {
      world.now += 1000
      for device in [ann, bob] { try device.rename(kettle, "kettle \(round)") }
      for device in [ann, bob, ann] { try device.sync() }
    }
    #expect(try bob.refusals == [])
    for record in [nil, kettle] {
      var told: [String] = []
      var next: Int64?
      repeat {
        let page = try history(of: record, before: next, limit: limit)
        told += page.entries.flatMap(\.changes).compactMap { $0.after["name"]?.text }
        #expect(page.next.map { $0 < next ?? .max } ?? true)
        next = page.next
      } while next != nil
      let names = (1...4).reversed().map { "kettle \($0)" } + ["steel kettle", "kettle"]
      #expect(told.filter { $0.contains("kettle") } == names, "\(told)")
    }
  }

  @Test("a record's history is what happened to it and to its parts, down to when it was made")
  func ofRecord() throws {
    let photo = try bob.addPhoto("front", of: kettle, in: home)
    try bob.sync()
    try bob.addItem("toaster", in: home)
    try bob.sync()
    try bob.run("UPDATE photos SET caption = 'back' WHERE id = ?", .text(photo))
    try bob.sync()
    try bob.run("DELETE FROM photos WHERE id = ?", .text(photo))
    try bob.sync()
    let page = try history(of: kettle)
    #expect(
      page.entries.map { $0.changes.map { "\($0.kind.rawValue) \($0.table)" } } == [
        ["x photos"], ["c photos"], ["p photos"], ["c items"], ["p items"],
      ])
    #expect(page.next == nil && !page.isCutOff)
    let deleted = try #require(page.entries.first?.changes.first)
    #expect(
      deleted.before == ["itemID": .text(kettle), "caption": "back", "file": .null]
        && deleted.after.isEmpty)
    // Page by page it is the same.
    var paged: [Int64] = []
    var before: Int64?
    repeat {
      let part = try history(of: kettle, before: before, limit: 2)
      paged += part.entries.map(\.sequence)
      before = part.next
    } while before != nil
    #expect(paged == page.entries.map(\.sequence))
  }

  @Test("a large change set is counted in full and told in part")
  func large() throws {
    try ann.sync()
    try ann.write { transaction in
      for number in 1...30 {
        let id = transaction.newID()
        try transaction.connection.execute(
          "INSERT INTO items (id, homeID, name) VALUES (?, ?, ?)", .text(id), .text(home),
          .text("box \(number)"))
      }
    }
    try ann.sync()
    let entry = try #require(try history(limit: 1, changeLimit: 7).entries.first)
    #expect(entry.counts == [.init(kind: .put, table: "items", count: 30)])
    #expect(entry.changes.count == 7 && !entry.isComplete)
  }

  @Test("who joined later is told nothing of what happened before; strangers nothing at all")
  func access() throws {
    #expect(try history().entries.count == 6)
    let own = try history(as: "bob")
    #expect(own.isCutOff)
    #expect(Set(own.entries.flatMap { $0.counts.map(\.table) }) == ["invites", "participants"])
    #expect(try history(of: kettle, as: "bob") == HistoryPage(entries: [], isCutOff: true))
    #expect(throws: SharingError.notFound) { try history(as: "cyd") }
    try world.hub.remove("bob", from: home, by: "ann")
    #expect(throws: SharingError.notFound) { try history(as: "bob") }
  }

  @Test("what the log has lost is told of as cut off")
  func trimmed() throws {
    try world.store.write { try $0.trimLog(of: home, through: 4) }
    let page = try history(of: kettle)
    #expect(page.entries.isEmpty && page.isCutOff)
    #expect(try history().entries.map(\.sequence) == [6, 5])
  }

  @Test("a record that went to another home says where; its new home tells of it from then on")
  func moved() throws {
    let cabin = try ann.addHome("Cabin")
    try ann.sync()
    try ann.moveItem(kettle, to: cabin)
    try ann.sync()
    let left = try #require(try history(of: kettle).entries.first)
    #expect(left.changes.first?.movedTo == RecordPlace(zone: cabin, id: kettle))
    #expect(left.isSpanning)
    let there = try world.hub.history(HistoryRequest(zone: cabin, record: kettle), as: "ann")
    #expect(there.entries.map(\.changes.first?.kind) == [.put])
    #expect(there.entries.first?.changes.first?.hasArrived == true)
    // What is new there has come from nowhere, also when its change set spans homes.
    try ann.write { transaction in
      for zone in [home, cabin] {
        try transaction.connection.execute(
          "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'jug')",
          .text(transaction.newID()), .text(zone))
      }
    }
    try ann.sync()
    let made = try world.hub.history(HistoryRequest(zone: cabin, limit: 1), as: "ann").entries
    #expect(made.map(\.isSpanning) == [true])
    #expect(made.first?.changes.map(\.hasArrived) == [false])
  }

  @Test("a request out of range is refused", arguments: [(0, 5), (101, 5), (5, 0), (5, 5001)])
  func outOfRange(_ limit: Int, _ changeLimit: Int) {
    #expect(throws: Hub.RequestError.malformed("limit")) {
      try history(limit: limit, changeLimit: changeLimit)
    }
  }
}
