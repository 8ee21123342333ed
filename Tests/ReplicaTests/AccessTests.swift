import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct AccessTests {
  private func shared(
    _ role: Role = .readWrite
  ) throws -> (SyncWorld, ann: SyncDevice, bob: SyncDevice, home: ZoneID) {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    let item = try ann.addItem("lamp", in: home)
    try ann.addPhoto("lit", of: item, in: home)
    try ann.run(
      "INSERT INTO members (id, homeID, name, isArchived) VALUES ('m1', ?, 'Ann', 0)",
      .text(home))
    _ = try ann.addExpense(10, by: "m1", in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann", as: role)
    try bob.sync()
    return (world, ann, bob, home)
  }

  @Test("S0-INTRO-1 D-PRM-8 only the shared home reaches the other person")
  func onlyShared() throws {
    let (_, ann, bob, home) = try shared()
    let other = try ann.addHome("Cabin")
    try ann.addItem("boat", in: other)
    try ann.sync()
    try bob.sync()
    #expect(try bob.texts("SELECT id FROM homes") == [home])
    #expect(try bob.items == ["lamp"])
    #expect(try bob.texts("SELECT DISTINCT zoneID FROM participants") == [home])
  }

  // D-SYN-9
  @Test("removal takes every row of the home away, with its versions and what was not understood")
  func purge() throws {
    let (world, _, bob, home) = try shared()
    #expect(try bob.count("syncVersions") == 1)
    try bob.connection.execute(
      """
      INSERT INTO syncUnknown (tableName, recordID, zoneID, registers, reason)
      VALUES ('later', 'x', ?, x'7b7d', 'unknown')
      """, .text(home))
    try world.hub.remove("bob", from: home, by: "ann")
    try bob.sync()
    let fresh = try #require(try world.zones(of: "bob").first)
    #expect(try bob.texts("SELECT id FROM homes") == [fresh])
    #expect(try bob.texts("SELECT id FROM syncZones") == [fresh])
    for table in [
      "items", "photos", "members", "expenses", "shares", "syncVersions", "syncUnknown",
    ] {
      #expect(try bob.count(table) == 0, "\(table)")
    }
    #expect(try bob.texts("SELECT DISTINCT zoneID FROM participants") == [fresh])
  }

  @Test("D-SYN-9 a position from before a removal does not spare the load after a return")
  func regrantLoadsAnew() throws {
    let (world, ann, bob, home) = try shared()
    let request = try bob.replica.nextPull()
    try world.hub.remove("bob", from: home, by: "ann")
    try ann.addItem("chair", in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    guard case .page(let page) = try world.hub.pull(request, as: "bob") else {
      Issue.record("no page")
      return
    }
    #expect(page.snapshots.map(\.zone).contains(home))
    bob.replica.abandonPull()
    try bob.pull()
    #expect(try bob.items == ["chair", "lamp"])
  }

  @Test("a pull under way ends when a grant changes, and shows nothing it must not")
  func revokedDuringPull() throws {
    let (world, ann, bob, home) = try shared()
    for number in 0..<30 { try ann.addItem("item \(number)", in: home) }
    try ann.sync()
    let first = try bob.replica.nextPull(maxBytes: 300)
    #expect(try bob.replica.receive(world.hub.pull(first, as: "bob"), to: first) == .more)
    #expect(try bob.items == ["lamp"])
    try world.hub.remove("bob", from: home, by: "ann")
    let second = try bob.replica.nextPull(maxBytes: 300)
    #expect(try bob.replica.receive(world.hub.pull(second, as: "bob"), to: second) == .restart)
    try bob.pull()
    #expect(try bob.items == [])
    #expect(try bob.count("syncStaged") == 0)
  }

  @Test("D-SYN-9 a role that was changed is known after the next pull")
  func roleChange() throws {
    let (world, _, bob, home) = try shared(.readOnly)
    let role = { try ZoneRow.find(home, in: bob.connection)?.role }
    #expect(try role() == .readOnly)
    try world.hub.setRole(.readWrite, of: "bob", in: home, by: "ann")
    try bob.pull()
    #expect(try role() == .readWrite)
    #expect(try bob.texts("SELECT role FROM participants WHERE accountID = 'bob'") == ["readWrite"])
  }

  @Test("who leaves by himself is out at once and may come back by another invite")
  func leave() throws {
    let (world, _, bob, home) = try shared()
    try world.hub.remove("bob", from: home, by: "bob")
    try bob.sync()
    #expect(try bob.items == [])
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
    #expect(try bob.items == ["lamp"])
  }

  @Test("a file whose incarnation belongs to another account is told so, and nothing is judged")
  func foreignReplica() throws {
    let (world, _, _, home) = try shared()
    let request = PushRequest(epoch: "epoch-1", replica: "ann", acknowledged: 99, changeSets: [])
    #expect(try world.hub.push(request, as: "bob") == .foreignReplica)
    let pull = PullRequest(epoch: "epoch-1", replica: "ann", zones: [:])
    #expect(try world.hub.pull(pull, as: "bob") == .foreignReplica)
    #expect(try world.head(of: home) != nil)
  }
}
