import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A number means one content for ever, also where a file was put back to what it was earlier.
@Suite struct NumberReuseTests {
  /// What is on a device's disk.
  private func disk(of device: SyncDevice) throws -> Connection {
    let copy = try Connection(path: ":memory:", durability: .off)
    try device.connection.copyContents(to: copy)
    return copy
  }

  private func putBack(_ disk: Connection, to device: SyncDevice) throws {
    try disk.copyContents(to: device.connection)
    try device.restart()
  }

  @Test(
    "T0a what is written after a power cut is not taken for what the cut took back"
  )
  func powerCut() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    let lamp = try ann.addItem("lamp", in: home)
    try ann.sync()
    let disk = try disk(of: ann)
    try ann.rename(lamp, "before the cut")
    try ann.push()
    try putBack(disk, to: ann)
    world.now += 1000
    try ann.rename(lamp, "after the cut")
    try ann.sync()
    #expect(try world.value("name", of: lamp, in: home) == "after the cut")
    #expect(try ann.items == ["after the cut"])
    #expect(try ann.pendingCount == 0)
    #expect(try ann.refusals == [])
  }

  @Test(
    "what rests on a renumbered change set follows it"
  )
  func dependents() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let flat = try ann.addHome("Flat")
    try ann.sync()
    let disk = try disk(of: ann)
    for number in 0..<4 {
      try ann.addItem("lost \(number)", in: flat)
    }
    try ann.push()
    try putBack(disk, to: ann)
    let cabin = try ann.addHome("Cabin")
    try ann.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m-1', ?, 'ann', 0)",
      .text(cabin))
    try ann.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES ('e-1', ?, 'rent', 10)",
        .text(cabin))
      try transaction.connection.execute(
        """
        INSERT INTO shares (id, homeID, expenseID, memberID, owed)
        VALUES ('s-1', ?, 'e-1', 'm-1', 10)
        """,
        .text(cabin))
    }
    try ann.write { transaction in
      try transaction.connection.execute("UPDATE expenses SET total = 20")
      try transaction.connection.execute("UPDATE shares SET owed = 20")
    }
    try ann.sync()
    try ann.sync()
    #expect(try ann.refusals == [])
    #expect(try ann.pendingCount == 0)
    #expect(try world.value("split", of: "e-1", in: cabin)?["total"] == 20)
    // What the cut took is there, too: the hub had it.
    #expect(try ann.count("items") == 4)
  }

  @Test("what rests on a change set that was put off, and is numbered anew late, stays behind it")
  func putOffMeanwhile() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let flat = try ann.addHome("Flat")
    let cabin = try ann.addHome("Cabin")
    try ann.sync()
    try world.admit("bob", to: flat, by: "ann")
    try ann.sync()
    let disk = try disk(of: ann)
    for number in 0..<4 { try ann.addItem("lost \(number)", in: cabin) }
    let late = try #require(try ann.replica.nextPush())
    try putBack(disk, to: ann)
    let chair = try ann.addItem("chair", in: flat)
    #expect(try world.hub.hold([flat], replica: "bob", as: "bob"))
    // The chair is put off. What was sent before the cut arrives, and uses its number.
    try ann.push()
    _ = try world.hub.push(late, as: "ann")
    try ann.addItem("stove", in: cabin)
    let stove = try #require(try ann.replica.nextPush())
    try ann.replica.receive(world.hub.push(stove, as: "ann"), to: stove)
    try ann.rename(chair, "armchair")
    world.now += 10 * 60_000
    for _ in 0..<3 { try ann.sync() }
    #expect(try ann.refusals == [])
    #expect(try ann.pendingCount == 0)
    #expect(try world.value("name", of: chair, in: flat) == "armchair")
  }

  @Test("what rests on a renumbered change set follows it past one that a pull has hidden")
  func dependentsOfShown() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let flat = try ann.addHome("Flat")
    let vase = try ann.addItem("vase", in: flat)
    try ann.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m-1', ?, 'ann', 0)",
      .text(flat))
    try ann.sync()
    let laptop = try world.device("ann", "ann-laptop")
    try laptop.sync()
    let disk = try disk(of: ann)
    try ann.addItem("lost", in: flat)
    try ann.push()
    try putBack(disk, to: ann)
    try ann.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO expenses (id, homeID, note, total) VALUES ('e-1', ?, 'rent', 10)",
        .text(flat))
      try transaction.connection.execute(
        """
        INSERT INTO shares (id, homeID, expenseID, memberID, owed)
        VALUES ('s-1', ?, 'e-1', 'm-1', 10)
        """,
        .text(flat))
    }
    try ann.write { transaction in
      try transaction.connection.execute("UPDATE expenses SET total = 20")
      try transaction.connection.execute("UPDATE shares SET owed = 20")
      try transaction.connection.execute(
        "UPDATE items SET name = 'jar' WHERE id = ?", .text(vase))
    }
    try laptop.deleteItem(vase)
    try laptop.sync()
    // The vase is gone, so what was written with its new name is shown no longer.
    try ann.pull()
    #expect(try ann.texts("SELECT CAST(total AS TEXT) FROM expenses") == ["10"])
    try ann.write { transaction in
      try transaction.connection.execute("UPDATE expenses SET total = 30")
      try transaction.connection.execute("UPDATE shares SET owed = 30")
    }
    try ann.sync()
    try ann.sync()
    #expect(try ann.refusals == [.gone])
    #expect(try ann.pendingCount == 0)
    #expect(try world.value("split", of: "e-1", in: flat)?["total"] == 30)
  }

  @Test("the same content under the same number gets the same answer, however late")
  func sameContent() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try ann.addItem("lamp", in: home)
    let request = try #require(try ann.replica.nextPush())
    try ann.push()
    try ann.addItem("vase", in: home)
    try ann.push()
    // The first answer is acknowledged and forgotten by now, and still nothing is done twice.
    guard case .answers(let answers, _) = try world.hub.push(request, as: "ann") else {
      Issue.record("no answers")
      return
    }
    #expect(answers == [.accepted([:])])
  }

  @Test(
    "other content under a number that was acknowledged long ago is not taken for what was judged")
  func acknowledged() throws {
    let world = try SyncWorld()
    _ = try world.push([Mutation(.insert, "homes", "h", in: "h")], as: "ann", number: 1)
    let request = PushRequest(
      epoch: "epoch-1", replica: "raw-ann", acknowledged: 1, changeSets: [])
    _ = try world.hub.push(request, as: "ann")
    let other = try world.push(
      [Mutation(.insert, "places", "p", in: "h", registers: ["name": "attic"])], as: "ann",
      number: 1)
    #expect(other?.refusal == .numberReused)
  }

  @Test("a client that knows the first answers only is refused in their words")
  func firstClients() throws {
    let world = try SyncWorld()
    let first = ChangeSet(
      id: ChangeSetID(replica: "old", number: 1), time: HybridTime(milliseconds: world.now),
      mutations: [Mutation(.insert, "homes", "h", in: "h")])
    var second = first
    second.mutations = [Mutation(.insert, "homes", "g", in: "g")]
    for (changeSet, expected) in [(first, nil), (second, RefusalReason.exists)] {
      let request = PushRequest(
        epoch: "epoch-1", replica: "old", acknowledged: 0, changeSets: [changeSet],
        understands: 1)
      guard case .answers(let answers, _) = try world.hub.push(request, as: "ann") else {
        Issue.record("no answers")
        return
      }
      #expect(answers.first?.refusal == expected)
    }
  }

  @Test("a hub-confirmed transaction under a used number is run again under another")
  func confirmed() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let disk = try disk(of: ann)
    try ann.addItem("lost", in: home)
    try ann.push()
    try putBack(disk, to: ann)
    let add = { (transaction: WriteTransaction) in
      try transaction.connection.execute(
        "INSERT INTO items (id, homeID, name) VALUES ('i-1', ?, 'vase')", .text(home))
      return
    }
    #expect(try ann.confirm(add) == .refused(Refusal(.precondition, nil, "incarnation")))
    #expect(try ann.confirm(add) == .accepted)
    #expect(try ann.items.sorted() == ["lost", "vase"])
  }

  @Test("T40 a device whose incarnation somebody else has taken goes on under another")
  func takenIncarnation() throws {
    let shared = try SharedHome()
    let backup = try shared.world.backup()
    let phone = try shared.world.device("ann", "ann-phone")
    try phone.sync()
    try phone.addItem("lamp", in: shared.home)
    try phone.sync()
    try shared.world.restore(backup)
    // Bob has read the phone's incarnation in the log.
    _ = try shared.world.push([], as: "bob", number: 1, replica: "ann-phone")
    try phone.sync()
    try phone.sync()
    try phone.addItem("vase", in: shared.home)
    try phone.sync()
    #expect(try phone.pendingCount == 0)
    #expect(try phone.refusals == [])
    try shared.ann.sync()
    #expect(try shared.ann.items == ["lamp", "vase"])
  }
}
