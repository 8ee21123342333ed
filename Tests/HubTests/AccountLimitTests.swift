import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

/// What one account may own at a hub.
@Suite struct AccountLimitTests {
  private func world(maxRecords: Int) throws -> SyncWorld {
    try SyncWorld(limits: AccountLimits(maxRecords: maxRecords))
  }

  @Test("an account owns as many records as it may, in all of its homes together")
  func together() throws {
    let world = try world(maxRecords: 5)
    let ann = try world.device("ann")
    let (flat, cabin) = (try ann.addHome("Flat"), try ann.addHome("Cabin"))
    for number in 0..<2 { try ann.addItem("\(number)", in: flat) }
    try ann.addItem("2", in: cabin)
    try ann.sync()
    #expect(try ann.refusals == [])
    try ann.addItem("too many", in: cabin)
    try ann.sync()
    #expect(try ann.refusals == [.limit])
    #expect(try ann.items == ["0", "1", "2"])
  }

  @Test("a refusal says which limit it was")
  func says() throws {
    let world = try world(maxRecords: 1)
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let insert = Mutation(.insert, "places", "p-1", in: home, registers: ["name": "x"])
    #expect(
      try world.push([insert], as: "ann", number: 1)
        == .refused(Refusal(.limit, nil, "records of one account")))
  }

  @Test("an account that is full edits, moves and deletes, and has room for what it deleted")
  func stillEdits() throws {
    let world = try world(maxRecords: 4)
    let ann = try world.device("ann")
    let (flat, cabin) = (try ann.addHome("Flat"), try ann.addHome("Cabin"))
    let (kettle, lamp) = (try ann.addItem("Kettle", in: flat), try ann.addItem("Lamp", in: flat))
    try ann.sync()
    let changes = [
      Mutation(.update, "items", kettle, in: flat, registers: ["name": "Pot"]),
      Mutation(
        .move, "items", kettle, in: flat, destination: RecordPlace(zone: cabin, id: kettle)),
      Mutation(.delete, "items", lamp, in: flat),
      Mutation(.insert, "places", "p-1", in: flat, registers: ["name": "x"]),
    ]
    for (index, change) in changes.enumerated() {
      guard case .accepted = try world.push([change], as: "ann", number: Int64(index + 1)) else {
        Issue.record("refused: \(change)")
        continue
      }
    }
    try ann.pull()
    #expect(try ann.items.count == 1)
    let more = Mutation(.insert, "places", "p-2", in: cabin, registers: ["name": "x"])
    #expect(
      try world.push([more], as: "ann", number: 9)
        == .refused(Refusal(.limit, nil, "records of one account")))
  }

  @Test("what somebody adds to another's home counts for its owner")
  func counted() throws {
    let world = try world(maxRecords: 3)
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    let own = try bob.addHome("Cabin")
    for number in 0..<2 { try bob.addItem("\(number)", in: own) }
    try bob.sync()
    for number in 0..<3 { try bob.addItem("hers \(number)", in: home) }
    try bob.sync()
    #expect(try bob.refusals == [.limit])
    #expect(try world.store.read { try $0.ownedRecordCount(of: "ann") } == 3)
    #expect(try world.store.read { try $0.ownedRecordCount(of: "bob") } == 3)
  }

  @Test("a push that goes past the limit is refused from there on, and in one change set whole")
  func inOnePush() throws {
    let world = try world(maxRecords: 6)
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    for number in 0..<4 { try ann.addItem("\(number)", in: home) }
    try ann.write { transaction in
      for id in ["q-1", "q-2"] {
        try transaction.connection.execute(
          "INSERT INTO places (id, homeID, name) VALUES (?, ?, 'x')", .text(id), .text(home))
      }
    }
    try ann.addItem("4", in: home)
    try ann.addItem("5", in: home)
    try ann.sync()
    #expect(try ann.refusals == [.limit, .limit])
    #expect(try ann.items == ["0", "1", "2", "3", "4"])
    #expect(try world.store.read { try $0.zone(home)?.recordCount } == 6)
  }
}
