import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A large transaction beside the hub, and a pull that was begun before it.
@Suite struct OpenRehearsalPullTests {
  private func addPlaces(_ count: Int, to home: ZoneID, _ transaction: WriteTransaction) throws {
    for number in 0..<count {
      try transaction.connection.execute(
        "INSERT INTO places (id, homeID, name) VALUES (?, ?, ?)", .text(transaction.newID()),
        .text(home), .text("place \(number)"))
    }
  }

  @Test("what an earlier pull had laid aside comes back with no rehearsal that is given up")
  func staged() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let bob = try world.device("bob", isBeside: true)
    try ann.sync()
    let shared = try ann.addHome("Cabin")
    try ann.sync()
    let items = try (0..<6).map { try ann.addItem("item \($0)", in: shared) }
    try ann.sync()
    try bob.sync()
    var home: ZoneID = ""
    try bob.confirm { transaction in
      home = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO homes (id, name, left, right) VALUES (?, 'Flat', 0, 0)", .text(home))
    }
    try bob.confirm { try addPlaces(3, to: home, $0) }
    // A home begins to come, and the connection breaks in the middle of it.
    try world.admit("bob", to: shared, by: "ann")
    for _ in 0..<4 {
      let request = try bob.replica.nextPull(maxBytes: 1)
      let page = try world.hub.pull(request, as: "bob")
      #expect(try bob.replica.receive(page, to: request) == .more)
    }
    bob.replica.abandonPull()
    for item in items { try ann.deleteItem(item) }
    try ann.addItem("left", in: shared)
    try ann.sync()
    // What is written next cannot be kept as it is: the home comes with it.
    let outcome = try bob.replica.prepareOpen(relyingOn: .nothing) {
      try addPlaces(3, to: home, $0)
    }
    #expect(outcome.isOpen)
    let request = try #require(try bob.replica.rehearsalRequest())
    let answer = try world.hub.push(request, as: "bob")
    try bob.replica.finishRehearsal()
    #expect(try bob.replica.receiveRehearsal(answer, to: request) == .accepted)
    let pull = try bob.replica.nextPull()
    #expect(try !bob.replica.keepRehearsal(world.hub.pull(pull, as: "bob"), to: pull))
    try bob.pull(maxBytes: 1)
    #expect(try bob.items == ["left"])
    #expect(try bob.count("places") == 6)
    let theirs = try world.store.read { try $0.digest(of: shared) }
    #expect(try bob.replica.confirmedDigests()[shared]?.digest == theirs?.digest)
  }
}
