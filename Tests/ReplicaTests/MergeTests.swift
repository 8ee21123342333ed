import Replica
import SyncProtocol
import TestSupport
import Testing

/// Two devices of one person with one item on both.
private struct Pair {
  let world: SyncWorld
  let one: SyncDevice
  let two: SyncDevice
  let home: ZoneID
  let item: RecordID

  init() throws {
    world = try SyncWorld()
    one = try world.device("ann", "one")
    two = try world.device("ann", "two")
    home = try one.addHome("Flat")
    item = try one.addItem("lamp", in: home)
    try one.sync()
    try two.sync()
  }

  func settle() throws {
    for device in [one, two, one, two] { try device.sync() }
  }
}

@Suite struct MergeTests {
  // X19: each field by itself.
  @Test("S3-R-2 D-SYN-5 edits of different fields of one record both survive")
  func differentFields() throws {
    let pair = try Pair()
    try pair.one.rename(pair.item, "red lamp")
    try pair.two.run("UPDATE items SET price = 12 WHERE id = ?", .text(pair.item))
    try pair.settle()
    for device in [pair.one, pair.two] {
      #expect(try device.texts("SELECT name || ' ' || price FROM items") == ["red lamp 12"])
    }
  }

  // S1-2-out-b S3-R-2
  // X19: the last writer of a field.
  @Test(
    "of two edits of one field the later one wins, whichever is sent first",
    arguments: [
      [0, 1], [1, 0],
    ])
  func sameField(_ order: [Int]) throws {
    let pair = try Pair()
    try pair.one.rename(pair.item, "earlier")
    pair.world.now += 10
    try pair.two.rename(pair.item, "later")
    for index in order { try [pair.one, pair.two][index].sync() }
    try pair.settle()
    #expect(try pair.one.items == ["later"])
    #expect(try pair.two.items == ["later"])
    #expect(try pair.one.refusals == [])
  }

  @Test("an older edit that is still pending does not show over a newer one once it has lost")
  func olderPending() throws {
    let pair = try Pair()
    try pair.one.rename(pair.item, "older")
    pair.world.now += 10
    try pair.two.rename(pair.item, "newer")
    try pair.two.sync()
    try pair.one.push()
    try pair.one.pull()
    #expect(try pair.one.items == ["newer"])
    #expect(try pair.one.pendingCount == 0)
  }

  @Test(
    "setting a field to null and to a value are edits like any other", arguments: [true, false])
  func nullAgainstValue(_ nullIsLater: Bool) throws {
    let pair = try Pair()
    try pair.one.run("UPDATE items SET price = 1 WHERE id = ?", .text(pair.item))
    try pair.settle()
    let (first, second) = nullIsLater ? (pair.two, pair.one) : (pair.one, pair.two)
    try first.run(
      "UPDATE items SET price = ? WHERE id = ?", nullIsLater ? .integer(5) : .null,
      .text(pair.item))
    pair.world.now += 10
    try second.run(
      "UPDATE items SET price = ? WHERE id = ?", nullIsLater ? .null : .integer(5),
      .text(pair.item))
    try pair.settle()
    let expected = nullIsLater ? "none" : "5"
    for device in [pair.one, pair.two] {
      #expect(try device.texts("SELECT coalesce(price, 'none') FROM items") == [expected])
    }
  }

  // X19: hybrid clocks.
  @Test("an edit made after seeing another wins over it, however slow the author's clock is")
  func slowClock() throws {
    let pair = try Pair()
    try pair.one.rename(pair.item, "first")
    try pair.settle()
    pair.two.skew = -86_400_000
    try pair.two.rename(pair.item, "second")
    try pair.settle()
    #expect(try pair.one.items == ["second"])
  }

  @Test("D-SYN-1 a clock a year ahead wins for five minutes and no longer")
  func fastClock() throws {
    let pair = try Pair()
    pair.one.skew = 365 * 86_400_000
    // Its first answer corrects the clock; what it wrote before is clamped by the hub.
    try pair.one.rename(pair.item, "from the future")
    try pair.settle()
    let stamp = try pair.world.record(pair.item, in: pair.home)?.registers["name"]?.stamp
    #expect(
      try #require(stamp).time.milliseconds
        <= pair.world.now + HybridClock.maxAheadMilliseconds)
    pair.world.now += HybridClock.maxAheadMilliseconds + 1
    // Somebody who has not seen it and whose clock is right.
    let answer = try pair.world.push(
      [Mutation(.update, "items", pair.item, in: pair.home, registers: ["name": "now"])],
      as: "ann", number: 1)
    #expect(answer != nil)
    try pair.settle()
    #expect(try pair.one.items == ["now"])
  }

  @Test("an edit made after seeing another wins over it when the hub's clock was set back")
  func hubSetBack() throws {
    let pair = try Pair()
    try pair.one.rename(pair.item, "before")
    try pair.settle()
    for (hours, device) in [(2, pair.two), (10, pair.one), (0, pair.two)] {
      pair.world.now -= Int64(hours) * 3_600_000
      try device.rename(pair.item, "\(hours) hours back")
      try pair.settle()
      for device in [pair.one, pair.two] {
        #expect(try device.items == ["\(hours) hours back"])
      }
    }
  }

  @Test("what is written after the same was written by a fast clock wins over it")
  func agreed() throws {
    let pair = try Pair()
    // Nobody else has seen that the second writes the same, and with a later stamp.
    let ahead = HybridTime(milliseconds: pair.world.now + 240_000)
    try pair.one.rename(pair.item, "kettle")
    try pair.settle()
    _ = try pair.world.push(
      [Mutation(.update, "items", pair.item, in: pair.home, registers: ["name": "kettle"])],
      as: "ann", number: 1, at: ahead)
    try pair.settle()
    try pair.two.rename(pair.item, "teapot")
    try pair.settle()
    #expect(try pair.one.items == ["teapot"])
  }

  @Test("of one device's edits the later wins, even when the hub clamps both to one moment")
  func clampedTwice() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann", skew: 30 * 86_400_000)
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.rename(item, "one")
    try ann.rename(item, "two")
    try ann.sync()
    #expect(try world.value("name", of: item, in: home) == "two")
    #expect(try ann.items == ["two"])
  }

  @Test("a device's clock goes on past its last stamp after a restart and a set-back clock")
  func clockIsKept() throws {
    let pair = try Pair()
    try pair.one.rename(pair.item, "before")
    pair.one.skew = -3_600_000
    try pair.one.restart()
    try pair.one.rename(pair.item, "after")
    try pair.settle()
    #expect(try pair.two.items == ["after"])
  }

  @Test("two devices that make the record of one natural id mean the same record")
  func naturalID() throws {
    let pair = try Pair()
    let tag = UUIDs.v5(pair.item, "red")
    for (device, colour) in [(pair.one, "dark"), (pair.two, "light")] {
      pair.world.now += 10
      try device.run(
        "INSERT INTO tags (id, homeID, itemID, colour) VALUES (?, ?, ?, ?)", .text(tag),
        .text(pair.home), .text(pair.item), .text(colour))
    }
    try pair.settle()
    for device in [pair.one, pair.two] {
      #expect(try device.texts("SELECT colour FROM tags") == ["light"])
      #expect(try device.refusals == [])
    }
  }

  @Test("the same id made on two devices without such a rule: one stays, the other is parked")
  func sameIDTwice() throws {
    let pair = try Pair()
    for device in [pair.one, pair.two] {
      try device.run(
        "INSERT INTO places (id, homeID, name) VALUES ('p1', ?, ?)", .text(pair.home),
        .text(device.name))
    }
    try pair.settle()
    #expect(try pair.one.texts("SELECT name FROM places") == ["one"])
    #expect(try pair.two.texts("SELECT name FROM places") == ["one"])
    #expect(try pair.two.refusals == [.exists])
  }

  // X19: aggregates.
  @Test("an edit that was made on another version of an aggregate is refused and kept")
  func staleAggregate() throws {
    let pair = try Pair()
    let member = "m1"
    try pair.one.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES (?, ?, 'Ann', 0)",
      .text(member), .text(pair.home))
    let expense = try pair.one.addExpense(10, by: member, in: pair.home)
    try pair.settle()
    try pair.one.split(expense, 20, by: member, in: pair.home)
    try pair.two.split(expense, 30, by: member, in: pair.home)
    try pair.settle()
    #expect(try pair.two.refusals == [.stale])
    for device in [pair.one, pair.two] {
      #expect(try device.texts("SELECT total FROM expenses") == ["20"])
      #expect(try device.texts("SELECT owed FROM shares") == ["20"])
    }
  }

  @Test("several edits of an aggregate in a row build on each other")
  func aggregateChain() throws {
    let pair = try Pair()
    try pair.one.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m1', ?, 'Ann', 0)",
      .text(pair.home))
    let expense = try pair.one.addExpense(10, by: "m1", in: pair.home)
    try pair.one.split(expense, 20, by: "m1", in: pair.home)
    try pair.one.push()
    try pair.one.split(expense, 30, by: "m1", in: pair.home)
    try pair.settle()
    try pair.two.split(expense, 40, by: "m1", in: pair.home)
    try pair.settle()
    #expect(try pair.one.texts("SELECT total FROM expenses") == ["40"])
    #expect(try pair.one.refusals == [])
    #expect(try pair.two.refusals == [])
  }

  // X19: claims.
  @Test("of two claims the first that reaches the hub stands; the other is undone and kept")
  func claim() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
    try ann.run("UPDATE items SET claimedBy = 'ann'")
    try bob.run("UPDATE items SET claimedBy = 'bob'")
    try bob.sync()
    try ann.sync()
    #expect(try ann.refusals == [.claimed])
    #expect(try ann.texts("SELECT claimedBy FROM items") == ["bob"])
    #expect(try world.value("claimedBy", of: item, in: home) == "bob")
  }

  @Test("an edit of what has come from another home is later than all that was done to it there")
  func afterArrival() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let flat = try ann.addHome("Flat")
    let cabin = try ann.addHome("Cabin")
    let lamp = try ann.addItem("lamp", in: flat)
    try ann.sync()
    try bob.addHome("Bob's")
    try bob.sync()
    try world.admit("bob", to: flat, by: "ann")
    let phone = try world.device("ann", "ann-phone")
    try phone.sync()
    try bob.sync()
    // Bob's clock is ahead; he renames the lamp. Ann, who has not heard of it, moves it.
    bob.skew += 240_000
    try bob.rename(lamp, "bob's lamp")
    try bob.push()
    try ann.moveItem(lamp, to: cabin)
    try ann.sync()
    try phone.sync()
    #expect(try phone.items == ["bob's lamp"])
    try phone.rename(lamp, "lamp of the cabin")
    try phone.sync()
    #expect(try world.value("name", of: lamp, in: cabin) == "lamp of the cabin")
    #expect(try phone.items == ["lamp of the cabin"])
  }
}

extension SyncDevice {
  /// An expense that one member owes whole.
  func addExpense(_ total: Int64, by member: String, in home: ZoneID) throws -> RecordID {
    try write { transaction in
      let id = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES (?, ?, '', ?)", .text(id),
        .text(home), .integer(total))
      try transaction.connection.execute(
        "INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES (?, ?, ?, ?, ?)",
        .text(UUIDs.v5(id, member)), .text(home), .text(id), .text(member), .integer(total))
      return id
    }
  }

  func split(_ expense: RecordID, _ total: Int64, by member: String, in home: ZoneID) throws {
    try write { transaction in
      let db = transaction.connection
      try db.execute(
        "UPDATE expenses SET total = ? WHERE id = ?", .integer(total), .text(expense))
      try db.execute("DELETE FROM shares WHERE expenseID = ?", .text(expense))
      try db.execute(
        "INSERT INTO shares (id, homeID, expenseID, memberID, owed) VALUES (?, ?, ?, ?, ?)",
        .text(UUIDs.v5(expense, member)), .text(home), .text(expense), .text(member),
        .integer(total))
    }
  }
}
