import CSQLite
import Replica
import SQLite
import SyncProtocol
import Testing
import Things

/// Going through a place and ticking off what is there.
@Suite struct CheckTests {
  private let store: TestStore
  private let room: RecordID
  private let box: RecordID
  private let attic: RecordID

  init() throws {
    store = try TestStore(homes: ["flat"])
    room = try store.addLocation("Room", home: "flat")
    box = try store.addLocation("Box", home: "flat", in: room)
    attic = try store.addLocation("Attic", home: "flat")
  }

  private func place(_ id: RecordID) throws -> Location {
    try #require(try Location.find(id, in: store.connection))
  }

  private func start(_ id: RecordID, _ day: String = "2026-03-01") throws {
    try store.write { try StartCheck(locationID: id, on: day)($0) }
  }

  private func see(_ item: Item, _ day: String) throws {
    try store.write { try SightItem(itemID: item.id, on: day)($0) }
  }

  private func progress(_ id: RecordID, since day: String = "2026-03-01") throws -> CheckProgress {
    try CheckProgress(place: try place(id), since: day, in: store.connection)
  }

  private func seen(_ item: Item) throws -> String? {
    try Item.find(item.id, in: store.connection)?.lastSeenOn
  }

  /// The query plans of the statements that contain `text`.
  private func plan(_ text: String) throws -> [String] {
    var plans: [String] = []
    var statement = sqlite3_next_stmt(store.connection.handle, nil)
    while let current = statement {
      let sql = String(cString: sqlite3_sql(current))
      if sql.contains(text) {
        plans += try store.connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
      }
      statement = sqlite3_next_stmt(store.connection.handle, current)
    }
    return plans
  }

  @Test("a check counts what is in the place and below it, without the archive and other places")
  func counts() throws {
    let lamp = try store.addItem("Lamp", home: "flat", at: room)
    let book = try store.addItem("Book", home: "flat", at: box)
    try store.addItem("Chair", home: "flat", at: attic)
    let old = try store.addItem("Old", home: "flat", at: box)
    try store.write { try SetItemState(itemID: old.id, .archived)($0) }
    try start(room)
    #expect(try (progress(room).itemCount, progress(room).seenCount) == (2, 0))
    try see(book, "2026-03-02")
    #expect(try (progress(room).seenCount, progress(room).missingCount) == (1, 1))
    let missing = try CheckList(
      place: try place(room), missingSince: "2026-03-01", in: store.connection)
    #expect(missing.rows.map(\.id) == [lamp.id])
    let all = try CheckList(place: try place(room), in: store.connection)
    #expect(all.rows.map(\.id) == [lamp.id, book.id])
    #expect(all.seenOn == [book.id: "2026-03-02"])
  }

  @Test("a check that is under way goes on as it began, whoever begins it once more")
  func startTwice() throws {
    try start(room, "2026-03-01")
    try start(room, "2026-03-05")
    #expect(try place(room).checkStartedOn == "2026-03-01")
    #expect(throws: StartCheck.Failure.locationNotFound) { try start(store.id("none")) }
    #expect(throws: StartCheck.Failure.invalid([.init(field: .startsOn, reason: .notADate)])) {
      try start(attic, "soon")
    }
  }

  @Test("the day something was seen never goes back, and is at least that of the check around it")
  func days() throws {
    let book = try store.addItem("Book", home: "flat", at: box)
    try start(room, "2026-03-02")
    // Another time zone has not reached the day of the check yet.
    try see(book, "2026-03-01")
    #expect(try seen(book) == "2026-03-02")
    try see(book, "2026-03-04")
    try see(book, "2026-03-03")
    #expect(try seen(book) == "2026-03-04")
    #expect(throws: SightItem.Failure.invalid([.init(field: .startsOn, reason: .notADate)])) {
      try see(book, "2026-02-30")
    }
  }

  @Test("what is somewhere else goes there and is seen there; taking it back leaves both as before")
  func elsewhere() throws {
    let book = try store.addItem("Book", home: "flat", at: box)
    try store.addHome("cabin")
    let shed = try store.addLocation("Shed", home: "cabin")
    #expect(throws: SightItem.Failure.locationNotFound) {
      try store.write { try SightItem(itemID: book.id, on: "2026-03-02", .elsewhere(shed))($0) }
    }
    let undo = try store.write {
      try SightItem(itemID: book.id, on: "2026-03-02", .elsewhere(attic))($0)
    }
    let moved = try #require(try Item.find(book.id, in: store.connection))
    #expect((moved.details.locationID, moved.lastSeenOn) == (attic, "2026-03-02"))
    let back = try store.write { try RestoreSighting(undo)($0) }
    #expect((back.details.locationID, back.lastSeenOn) == (box, nil))
    // What somebody has said since stays.
    try see(book, "2026-03-05")
    let again = try store.write { try RestoreSighting(undo)($0) }
    #expect(again.lastSeenOn == "2026-03-05")
    try store.write { try UnsightItem(itemID: book.id)($0) }
    #expect(try seen(book) == nil)
  }

  @Test("finishing dates the place and all in it once, and says what the check came to")
  func finish() throws {
    let lamp = try store.addItem("Lamp", home: "flat", at: room)
    try store.addItem("Book", home: "flat", at: box)
    try start(room)
    try see(lamp, "2026-03-02")
    let result = try store.write { try FinishCheck(locationID: room, on: "2026-03-03")($0) }
    #expect(result.startedOn == "2026-03-01")
    #expect((result.progress.itemCount, result.progress.seenCount) == (2, 1))
    #expect(try (place(room).checkStartedOn, place(room).checkedOn) == (nil, "2026-03-03"))
    #expect(try place(box).checkedOn == "2026-03-03")
    #expect(try place(attic).checkedOn == nil)
    #expect(throws: FinishCheck.Failure.notUnderWay) {
      try store.write { try FinishCheck(locationID: room, on: "2026-03-03")($0) }
    }
  }

  @Test("a check that is given up leaves the day of the last whole one, and what was seen")
  func stop() throws {
    let lamp = try store.addItem("Lamp", home: "flat", at: room)
    try start(room, "2026-01-01")
    try store.write { try FinishCheck(locationID: room, on: "2026-01-02")($0) }
    try start(room)
    try see(lamp, "2026-03-01")
    try store.write { try StopCheck(locationID: room)($0) }
    #expect(try (place(room).checkStartedOn, place(room).checkedOn) == (nil, "2026-01-02"))
    #expect(try seen(lamp) == "2026-03-01")
  }

  @Test("D-PRM-7 who only views a home checks nothing in it")
  func viewer() throws {
    let lamp = try store.addItem("Lamp", home: "flat", at: room)
    try store.connection.execute("UPDATE syncZones SET role = 'readOnly' WHERE kind = 'home'")
    #expect(throws: StartCheck.Failure.readOnlyHome) { try start(room) }
    #expect(throws: FinishCheck.Failure.readOnlyHome) {
      try store.write { try FinishCheck(locationID: room, on: "2026-03-03")($0) }
    }
    #expect(throws: StopCheck.Failure.readOnlyHome) {
      try store.write { try StopCheck(locationID: room)($0) }
    }
    #expect(throws: SightItem.Failure.readOnlyHome) { try see(lamp, "2026-03-01") }
    #expect(throws: UnsightItem.Failure.readOnlyHome) {
      try store.write { try UnsightItem(itemID: lamp.id)($0) }
    }
  }

  @Test("a place of 2,000 items is paged in order, each item once, and counted by its index")
  func large() throws {
    for number in 0..<2000 {
      try store.addItem("Item \(number)", home: "flat", at: number % 2 == 0 ? room : box)
    }
    try start(room)
    var ids: [RecordID] = []
    var cursor: ItemCursor?
    var pages = 0
    repeat {
      let list = try CheckList(
        place: try place(room), missingSince: "2026-03-01", after: cursor, limit: 500,
        in: store.connection)
      ids += list.rows.map(\.id)
      cursor = list.next
      pages += 1
    } while cursor != nil && pages < 10
    #expect((ids.count, Set(ids).count, pages) == (2000, 2000, 4))
    #expect(try progress(room).itemCount == 2000)
    #expect(try plan("CASE WHEN i.lastSeenOn").contains { $0.contains("itemsByPlace") })
  }
}
