import Hub
import SyncProtocol
import TestSupport
import Testing

/// What somebody can do to, or hear of, homes that are none of theirs.
@Suite struct ForeignZoneTests {
  @Test(
    "T5 D-MRG-16 nobody merges a home into a stranger's, whose owner hears nothing of it"
  )
  func merge() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let anns = try ann.addHome("Ann's")
    try ann.sync()
    let bobs = try bob.addHome("Bob's")
    try bob.addHome("Bob's second")
    try bob.sync()
    func merge(into zone: ZoneID, _ number: Int64) throws -> Answer? {
      try world.push(
        [
          Mutation(
            .delete, "homes", bobs, in: bobs, destination: RecordPlace(zone: zone, id: zone))
        ], as: "bob", number: number)
    }
    let answer = try merge(into: anns, 1)
    #expect(answer?.refusal == .permission)
    // A home that there is not is told of no differently.
    #expect(try merge(into: "nowhere", 2)?.refusal == .permission)
    #expect(try world.hub.notices(of: "ann").isEmpty)
    #expect(try world.zones(of: "bob").contains(bobs))
  }

  @Test("who is only to read a home merges nothing into it")
  func viewer() throws {
    let shared = try SharedHome(as: .readOnly)
    let answer = try shared.world.push(
      [
        Mutation(
          .delete, "homes", shared.own, in: shared.own,
          destination: RecordPlace(zone: shared.home, id: shared.home))
      ], as: "bob", number: 1)
    #expect(answer?.refusal == .permission)
  }

  @Test("T5 a precondition tells nothing of a home that its author is not in")
  func precondition() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let anns = try ann.addHome("Ann's")
    try ann.sync()
    try bob.addHome("Bob's")
    try bob.sync()
    let head = try #require(try world.head(of: anns))
    for (number, guess) in [head, head + 1].enumerated() {
      let answer = try world.push(
        [], as: "bob", number: Int64(number + 1), preconditions: [.zone(anns, head: guess)])
      #expect(answer?.refusal == .precondition)
    }
  }

  @Test("who deletes a home is told nothing of those that others get instead")
  func instead() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    try ann.addHome("Hut")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    let answer = try world.push(
      [Mutation(.delete, "homes", home, in: home)], as: "ann", number: 1)
    let head = try #require(try world.head(of: home))
    #expect(answer == .accepted([home: head]))
    // He has one.
    try bob.sync()
    let fresh = try #require(try world.zones(of: "bob").first)
    #expect(try world.head(of: fresh) != nil && fresh != home)
  }

  @Test("T4 an id that a deleted home still has is not used elsewhere: the home may come back")
  func deletedTwin() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let other = try ann.addHome("Second")
    let lamp = try ann.addItem("lamp", in: home)
    try ann.sync()
    // A client that keeps to no rule deletes the root alone.
    let delete = try world.push(
      [Mutation(.delete, "homes", home, in: home)], as: "ann", number: 1)
    #expect(delete?.isAccepted == true)
    let twin = try world.push(
      [Mutation(.insert, "items", lamp, in: other, registers: ["name": "twin"])], as: "ann",
      number: 2)
    #expect(twin?.refusal == .exists)
    try world.hub.restoreZone(home, by: "ann")
    let places = try world.store.read { try $0.places(of: lamp) }
    #expect(places.filter { !$0.isDead }.map(\.zone) == [home])
    try shared.settle()
    #expect(try shared.bob.items == ["lamp"])
  }

  @Test("T13 who joins is not told what was deleted before, whatever position they make up")
  func oldLog() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    let secret = try ann.addItem("divorce papers", in: home)
    try ann.sync()
    try ann.deleteItem(secret)
    try ann.sync()
    try bob.addHome("Bob's")
    try bob.sync()
    world.now += 86_400_000
    try world.admit("bob", to: home, by: "ann", as: .readOnly)
    let grant = try #require(try world.store.read { try $0.grant(in: home, for: "bob") })
    let history = try world.hub.history(HistoryRequest(zone: home), as: "bob")
    #expect(!history.entries.flatMap(\.changes).contains { $0.before["name"] == "divorce papers" })
    let madeUp: [ZonePosition] = [
      .at(0, grant: grant.grantID), .loading(after: nil, from: 0, grant: grant.grantID),
      .loading(after: RecordKey("items", "zzz"), from: 1, grant: grant.grantID),
    ]
    for position in madeUp {
      let request = PullRequest(epoch: "epoch-1", replica: "evil", zones: [home: position])
      guard case .page(let page) = try world.hub.pull(request, as: "bob") else {
        Issue.record("no page")
        return
      }
      #expect(
        !page.entries.flatMap(\.effects).contains { $0.registers["name"] == "divorce papers" })
      #expect(page.entries.isEmpty)
    }
  }

  @Test("a role that changes does not begin a membership anew")
  func sinceJoining() throws {
    let shared = try SharedHome()
    let (world, home) = (shared.world, shared.home)
    let joined = try world.store.read { try $0.grant(in: home, for: "bob")?.since }
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    #expect(try world.store.read { try $0.grant(in: home, for: "bob")?.since } == joined)
    #expect(joined == 3, "after the home and the invite")
  }

  @Test("T11 H19 who reads one home is not told which other one something went to")
  func movedTo() throws {
    let shared = try SharedHome(as: .readOnly)
    let (world, ann, bob, home) = (shared.world, shared.ann, shared.bob, shared.home)
    let secret = try ann.addHome("Secret")
    let lamp = try ann.addItem("lamp", in: home)
    try shared.settle()
    world.now += 1000
    let head = try #require(try world.head(of: home))
    try ann.moveItem(lamp, to: secret)
    try ann.sync()
    for (account, expected) in [("bob", []), ("ann", [home, secret].sorted())] {
      let grant = try #require(try world.store.read { try $0.grant(in: home, for: account) })
      let request = PullRequest(
        epoch: "epoch-1", replica: account, zones: [home: .at(head, grant: grant.grantID)])
      guard case .page(let page) = try world.hub.pull(request, as: account),
        case .page(let raw) = try world.hub.pullRaw(request, as: account)
      else {
        Issue.record("no page")
        return
      }
      let entries = page.entries.filter { $0.zone == home }
      #expect(entries.flatMap { $0.parts.keys.sorted() } == expected)
      #expect(String(decoding: raw.wireBytes, as: UTF8.self).contains(secret) == (account == "ann"))
      let history = try world.hub.history(HistoryRequest(zone: home), as: account)
      let told = history.entries.flatMap(\.changes).compactMap(\.movedTo?.zone)
      #expect(told == (account == "ann" ? [secret] : []))
    }
    try bob.sync()
    #expect(try bob.items == [])
  }

  @Test("who will join keeps their place, though somebody has used the id that it would have")
  func squattedParticipant() throws {
    let shared = try SharedHome()
    let (world, home) = (shared.world, shared.home)
    let id = UUIDs.v5(home, "cyd")
    let squat = try world.push(
      [Mutation(.insert, "items", id, in: home, registers: ["name": "squat"])], as: "bob",
      number: 1)
    #expect(squat?.isAccepted == true)
    try world.admit("cyd", to: home, by: "ann")
    try shared.settle()
    #expect(try world.value("name", of: id, in: home) == "squat")
    #expect(
      try shared.ann.texts("SELECT accountID FROM participants ORDER BY accountID")
        == ["ann", "bob", "cyd"])
    try world.hub.remove("cyd", from: home, by: "ann")
    try shared.settle()
    #expect(try shared.ann.count("participants") == 2)
    #expect(try shared.ann.items == ["squat"])
  }

  @Test("who is left without a home gets one, though somebody has used the id that it would have")
  func squattedHome() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.addHome("Second")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    let id = UUIDs.v5("bob", "raw-ann.2")
    _ = try world.push([Mutation(.insert, "homes", id, in: id)], as: "ann", number: 1)
    let answer = try world.push(
      [Mutation(.delete, "homes", home, in: home)], as: "ann", number: 2)
    #expect(answer?.isAccepted == true)
    let left = try world.zones(of: "bob")
    #expect(left.count == 1 && left != [id])
  }
}
