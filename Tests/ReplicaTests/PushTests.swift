import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct PushTests {
  @Test("D-SYN-4 a change whose answer was lost is sent again as it was and counts once")
  func answerLost() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    try ann.pull()
    let home = try ann.addHome("Flat")
    let first = try #require(try ann.replica.nextPush())
    let answer = try world.hub.push(first, as: "ann")
    let head = try world.head(of: home)
    let second = try #require(try ann.replica.nextPush())
    #expect(second == first)
    #expect(try world.hub.push(second, as: "ann") == answer)
    #expect(try world.head(of: home) == head)
    try ann.replica.receive(answer, to: second)
    try ann.sync()
    #expect(try ann.pendingCount == 0)
    #expect(try ann.texts("SELECT name FROM homes") == ["Flat"])
  }

  @Test("an answer that arrives twice, or after its change was settled, changes nothing")
  func answerTwice() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try ann.addItem("lamp", in: home)
    let request = try #require(try ann.replica.nextPush())
    let answer = try world.hub.push(request, as: "ann")
    try ann.replica.receive(answer, to: request)
    try ann.replica.receive(answer, to: request)
    try ann.pull()
    try ann.replica.receive(answer, to: request)
    #expect(try ann.items == ["lamp"])
    #expect(try ann.pendingCount == 0)
  }

  @Test("an edit made between sending and the answer is not lost, and stays in view")
  func editWhileUnderWay() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try ann.rename(item, "lamp 2")
    let request = try #require(try ann.replica.nextPush())
    let answer = try world.hub.push(request, as: "ann")
    try ann.rename(item, "lamp 3")
    try ann.replica.receive(answer, to: request)
    #expect(try ann.items == ["lamp 3"])
    try ann.pull()
    #expect(try ann.items == ["lamp 3"])
    try ann.sync()
    #expect(try world.value("name", of: item, in: home) == "lamp 3")
  }

  @Test("D-SYN-8 a pull leaves unsent edits in view")
  func pullUnderEdits() throws {
    let world = try SyncWorld()
    let (ann, other) = (try world.device("ann"), try world.device("ann", "ann-2"))
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try other.sync()
    try other.run("UPDATE items SET price = 7 WHERE id = ?", .text(item))
    try other.sync()
    try ann.rename(item, "red lamp")
    try ann.pull()
    #expect(try ann.texts("SELECT name || price FROM items") == ["red lamp7"])
    #expect(try ann.pendingCount == 1)
  }

  @Test("D-SYN-7 a refused change is parked and holds up none of those behind it")
  func refusedDoesNotBlock() throws {
    let world = try SyncWorld()
    let (ann, other) = (try world.device("ann"), try world.device("ann", "ann-2"))
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try other.sync()
    try other.deleteItem(item)
    try other.sync()
    try ann.rename(item, "late")
    let next = try ann.addItem("chair", in: home)
    try ann.addPhoto("seat", of: next, in: home)
    try ann.sync()
    #expect(try ann.refusals == [.gone])
    #expect(try ann.pendingCount == 0)
    #expect(try ann.items == ["chair"])
    try other.sync()
    #expect(try other.items == ["chair"])
    #expect(try other.count("photos") == 1)
  }

  @Test("what depends on a refused change is parked as well, each with its reason")
  func dependents() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
    let item = try bob.addItem("lamp", in: home)
    try bob.addPhoto("lit", of: item, in: home)
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    try bob.push()
    #expect(try bob.refusals == [.readOnly, .readOnly])
    #expect(try bob.items == [])
    #expect(try bob.count("photos") == 0)
  }

  @Test("what is pending survives the end of the program, and a rolled back write leaves nothing")
  func restart() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try ann.write { transaction in
        try transaction.connection.execute(
          "INSERT INTO places (id, homeID, name) VALUES ('p', ?, 'hall')", .text(home))
        throw Stop()
      }
    }
    try ann.restart()
    #expect(try ann.pendingCount == 1)
    #expect(try ann.count("places") == 0)
    try ann.sync()
    #expect(try world.value("name", of: home, in: home) == "Flat")
  }

  @Test("S1-3.1-c more changes than fit in one request are sent in several, in their order")
  func manyChanges() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    for number in 0..<250 { try ann.addItem("item \(number)", in: home) }
    try ann.pull()
    let request = try #require(try ann.replica.nextPush())
    #expect(request.changeSets.count == Replica.maxChangeSetsPerPush)
    #expect(request.changeSets.map(\.id.number) == Array(1...100))
    try ann.sync()
    #expect(try ann.pendingCount == 0)
    #expect(try world.store.read { try $0.zone(home)?.recordCount } == 251)
  }

  @Test("nothing is sent before the hub's epoch is known, nor what changed nothing")
  func nothingToSend() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    #expect(try ann.replica.nextPush() == nil)
    try ann.sync()
    try ann.run("UPDATE homes SET name = 'Flat' WHERE id = ?", .text(home))
    try ann.run("UPDATE homes SET name = 'x' WHERE id = 'nobody'")
    try ann.write { transaction in
      for name in ["Den", "Flat"] {
        try transaction.connection.execute(
          "UPDATE homes SET name = ? WHERE id = ?", .text(name), .text(home))
      }
    }
    #expect(try ann.pendingCount == 0)
  }

  @Test("a record deleted and made again under its id in one write is an edit of it")
  func deletedAndInserted() throws {
    let world = try SyncWorld()
    let (ann, other) = (try world.device("ann"), try world.device("ann", "ann-2"))
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try ann.write { transaction in
      try transaction.connection.execute("DELETE FROM items WHERE id = ?", .text(item))
      try transaction.connection.execute(
        "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'new lamp')", .text(item), .text(home))
    }
    try ann.sync()
    try other.sync()
    #expect(try other.items == ["new lamp"])
  }

  @Test("a record that is deleted and later made again under its id comes back everywhere")
  func deletedThenInserted() throws {
    let world = try SyncWorld()
    let (ann, other) = (try world.device("ann"), try world.device("ann", "ann-2"))
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.sync()
    try other.sync()
    try ann.deleteItem(item)
    try ann.run(
      "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'again')", .text(item), .text(home))
    try ann.sync()
    try other.sync()
    #expect(try ann.refusals == [])
    #expect(try other.items == ["again"])
  }

  @Test("inserted and deleted before it was ever sent is told nobody; each write alone is")
  func insertedAndDeleted() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try ann.write { transaction in
      let id = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO items (id, homeID, name) VALUES (?, ?, 'brief')", .text(id), .text(home))
      try transaction.connection.execute("DELETE FROM items WHERE id = ?", .text(id))
    }
    #expect(try ann.pendingCount == 0)
    let item = try ann.addItem("short", in: home)
    try ann.deleteItem(item)
    #expect(try ann.pendingCount == 2)
    try ann.sync()
    #expect(try ann.refusals == [])
    #expect(try world.record(item, in: home)?.isDead == true)
  }
}
