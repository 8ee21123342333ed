import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct LimitTests {
  private static func schema(
    maxOwned: Int = 1000, maxRecords: Int = 1_000_000, maxParticipants: Int = 200
  ) -> SyncSchema {
    SyncSchema(
      version: 1, tables: TestSchema.schema.tables.filter { !$0.isHubOwned },
      zoneKinds: [
        .home: ZoneKindSchema(
          rootTable: "homes", titleRegister: "name", maxOwned: maxOwned, maxRecords: maxRecords,
          maxParticipants: maxParticipants)
      ])
  }

  @Test("a change set of 200,000 mutations is applied whole; one more is refused on both sides")
  func manyMutations() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let inserts = (0...ChangeSet.maxMutations).map {
      Mutation(.insert, "places", "p-\($0)", in: home, registers: ["name": "x"])
    }
    #expect(
      try world.push(inserts, as: "ann", number: 1)
        == .refused(Refusal(.limit, nil, "mutations in one change set")))
    #expect(try world.store.read { try $0.zone(home)?.recordCount } == 1)
    let answer = try world.push(Array(inserts.dropLast()), as: "ann", number: 2)
    #expect(try answer == .accepted([home: #require(try world.head(of: home))]))
    #expect(try world.store.read { try $0.zone(home)?.recordCount } == 200_001)
    try ann.pull()
    #expect(try ann.count("places") == 200_000)

    #expect(throws: Refusal.self) {
      try ann.write { transaction in
        try transaction.connection.execute(
          """
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
          INSERT INTO places (id, homeID, name) SELECT 'q-' || i, ?, 'x' FROM n
          """, .text(home))
      }
    }
    #expect(try ann.count("places") == 200_000)
    #expect(try ann.pendingCount == 0)
  }

  @Test("a home takes as many records as it may hold; deleting one makes room for one")
  func manyRecords() throws {
    let world = try SyncWorld(schema: Self.schema(maxRecords: 5))
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    var items: [RecordID] = []
    for number in 0..<4 { items.append(try ann.addItem("\(number)", in: home)) }
    try ann.sync()
    try ann.addItem("too many", in: home)
    try ann.sync()
    #expect(try ann.refusals == [.limit])
    #expect(try ann.items == ["0", "1", "2", "3"])
    try ann.deleteItem(items[0])
    try ann.addItem("4", in: home)
    try ann.sync()
    #expect(try ann.refusals == [.limit])
    #expect(try ann.items == ["1", "2", "3", "4"])
  }

  @Test("a change set that finds one of its homes full leaves no trace in any of them")
  func traceless() throws {
    let world = try SyncWorld(schema: Self.schema(maxRecords: 2), accounts: ["ann", "bob"])
    let ann = try world.device("ann")
    let (shared, full) = (try ann.addHome("A flat"), try ann.addHome("B cabin"))
    try ann.addItem("kettle", in: full)
    try ann.sync()
    try world.admit("bob", to: shared, by: "ann")
    let heads = [try world.head(of: shared), try world.head(of: full)]
    let news = try world.hub.notices(of: "bob")
    let answer = try world.push(
      [
        Mutation(.delete, "homes", shared, in: shared),
        Mutation(.insert, "places", "p1", in: full, registers: ["name": "Shelf"]),
      ], as: "ann", number: 1)
    #expect(answer == .refused(Refusal(.limit, nil, "records in one zone")))
    #expect(try [world.head(of: shared), world.head(of: full)] == heads)
    #expect(try world.zones(of: "bob").contains(shared))
    #expect(try world.hub.notices(of: "bob") == news)
    #expect(try world.record("p1", in: full) == nil)
  }

  @Test("nobody owns more homes than he may")
  func manyHomes() throws {
    let world = try SyncWorld(schema: Self.schema(maxOwned: 2))
    let ann = try world.device("ann")
    for name in ["A", "B", "C"] { try ann.addHome(name) }
    try ann.sync()
    #expect(try ann.refusals == [.limit])
    #expect(try ann.texts("SELECT name FROM homes ORDER BY name") == ["A", "B"])
    #expect(try world.zones(of: "ann").count == 2)
  }

  @Test("a home that is full lets nobody in and counts no use")
  func manyParticipants() throws {
    let world = try SyncWorld(schema: Self.schema(maxParticipants: 2))
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let invite = try world.invite(to: home, by: "ann", uses: 5)
    try world.hub.redeem(inviteID: invite, by: "bob")
    #expect(throws: SharingError.tooManyParticipants(limit: 2)) {
      try world.hub.redeem(inviteID: invite, by: "cyd")
    }
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 1)
    #expect(try world.zones(of: "cyd") == [])
  }
}
