import Hub
import HubSQLite
import Replica
import StoreContract
import SyncProtocol
import TestSupport
import Testing

/// A push says what it locks before it judges, and touches nothing else.
@Suite struct LockTests {
  private func grant(_ world: SyncWorld, _ account: AccountID, _ zone: ZoneID) throws -> String {
    try #require(try world.store.read { try $0.grant(in: zone, for: account)?.grantID })
  }

  private func changeSet(
    _ number: Int64, _ mutations: [Mutation], grants: [ZoneID: String]
  ) -> ChangeSet {
    ChangeSet(
      id: ChangeSetID(replica: "hand", number: number), time: HybridTime(milliseconds: 1 << 41),
      grants: grants, mutations: mutations)
  }

  private func push(
    _ changeSets: [ChangeSet], as account: AccountID, to world: SyncWorld
  ) throws -> [Answer] {
    let request = PushRequest(
      epoch: try world.store.read { try $0.state().epoch }, replica: "hand", acknowledged: 0,
      changeSets: changeSets)
    world.watched.calls = [:]
    guard case .answers(let answers, _) = try world.hub.push(request, as: account) else {
      Issue.record("no answers")
      return []
    }
    return answers
  }

  @Test("what a push names is locked once, with those who own it")
  func named() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    // It counts as Ann's.
    let answers = try push(
      [
        changeSet(
          1, [Mutation(.insert, "places", "p", in: home, registers: ["name": "x"])],
          grants: [home: try grant(world, "bob", home)])
      ], as: "bob", to: world)
    #expect(answers.map(\.isAccepted) == [true])
    #expect(world.watched.calls["lock"] == 1)
  }

  @Test("how many records an account has is asked once for all change sets of a push")
  func counted() throws {
    let world = try SyncWorld(limits: AccountLimits(maxRecords: 7))
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let before = try world.store.read { try $0.ownedRecordCount(of: "ann") }
    let held = [home: try grant(world, "ann", home)]
    let answers = try push(
      (1...8).map { number in
        changeSet(
          Int64(number),
          [Mutation(.insert, "places", "p\(number)", in: home, registers: ["name": "x"])],
          grants: held)
      }, as: "ann", to: world)
    #expect(world.watched.calls["ownedRecordCounts"] == 1)
    // Each counts for those after it.
    let fitting = 7 - before
    #expect(answers.map(\.isAccepted) == (1...8).map { $0 <= fitting })
  }

  @Test("a change set that concerns more begins again, and what came before it stays")
  func more() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let (flat, cabin) = (try ann.addHome("Flat"), try ann.addHome("Cabin"))
    let kettle = try ann.addItem("Kettle", in: flat)
    try ann.sync()
    let moved = try world.push(
      [Mutation(.move, "items", kettle, in: flat, destination: .init(zone: cabin, id: kettle))],
      as: "ann", number: 1)
    #expect(moved?.isAccepted == true)
    let head = try #require(try world.head(of: flat))
    let held = [flat: try grant(world, "ann", flat)]
    let answers = try push(
      [
        changeSet(
          1, [Mutation(.insert, "places", "p", in: flat, registers: ["name": "x"])], grants: held),
        // Of somebody who has not heard of the move: the cabin is not named.
        changeSet(
          2, [Mutation(.update, "items", kettle, in: flat, registers: ["price": 3])], grants: held),
        changeSet(
          3, [Mutation(.insert, "places", "q", in: flat, registers: ["name": "x"])], grants: held),
      ], as: "ann", to: world)
    #expect(answers.map(\.isAccepted) == [true, true, true])
    #expect(world.watched.calls["lock"] == 2)
    try #expect(world.value("price", of: kettle, in: cabin) == 3)
    try #expect(world.head(of: flat) == head + 2)
    // Each was answered once.
    #expect(world.watched.calls["putAnswer"] == 3)
  }

  @Test("whoever is left without a home is locked before they get one")
  func members() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let (flat, _) = (try ann.addHome("Flat"), try ann.addHome("Cabin"))
    try ann.sync()
    try world.admit("bob", to: flat, by: "ann")
    let answers = try push(
      [
        changeSet(
          1, [Mutation(.delete, "homes", flat, in: flat)],
          grants: [flat: try grant(world, "ann", flat)])
      ], as: "ann", to: world)
    #expect(answers.map(\.isAccepted) == [true])
    #expect(try #require(world.watched.calls["lock"]) >= 2)
    try #expect(world.zones(of: "bob").count == 1)
    try #expect(!world.zones(of: "bob").contains(flat))
  }

  @Test("no push writes the one row of the hub")
  func state() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann", skew: 60_000)
    let home = try ann.addHome("Flat")
    try ann.sync()
    let before = try world.store.read { try $0.state() }
    world.watched.calls = [:]
    try ann.addItem("Kettle", in: home)
    try ann.sync()
    #expect(try #require(world.watched.calls["putZones"]) > 0)
    #expect(world.watched.calls["setState"] == nil)
    try #expect(world.store.read { try $0.state() } == before)
    try #expect(world.store.read { try $0.latestTime() } > before.clock)
  }

  @Test("a transaction that touches what it has not locked is found out")
  func outside() throws {
    let watched = WatchedStore(try HubSQLite(path: ":memory:"))
    try watched.write { try $0.putZones(["a", "b"].map { HubZone(id: $0, kind: .home) }) }
    let touches: [(String, (any HubWriter) throws -> Void)] = [
      ("zone", { _ = try $0.zone("b") }),
      ("putZones", { try $0.putZone(HubZone(id: "b", kind: .home)) }),
      ("touchAccount", { try $0.touchAccount("bob") }),
      ("setState", { try $0.setState(HubState(epoch: "e")) }),
      ("lock", { _ = try $0.lock(HubLocks(zones: ["b"])) }),
    ]
    for (call, touch) in touches {
      let error = #expect(throws: OutsideLocks.self) {
        try watched.write { writer in
          _ = try writer.lock(HubLocks(zones: ["a"], accounts: ["ann"]))
          try touch(writer)
        }
      }
      #expect(error?.call == call)
    }
  }

  @Test(
    "the store that looks at how it is used keeps the contract, too",
    arguments: StoreContract.runs(of: [
      StoreFactory("a watched store", isConcurrent: false) { _ in
        WatchedStore(try HubSQLite(path: ":memory:"))
      } open: {
        WatchedStore(try HubSQLite(path: $0))
      }
    ]))
  func contract(_ run: StoreContract.Run) throws { try run() }
}
