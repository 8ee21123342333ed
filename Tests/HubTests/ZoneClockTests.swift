import Hub
import HubSQLite
import OlderHub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Each zone has its own clock: what comes after what is told by the zones that somebody sees.
@Suite struct ZoneClockTests {
  private static let hour: Int64 = 3_600_000

  private func time(_ world: SyncWorld, _ register: String, of id: RecordID, in zone: ZoneID) throws
    -> HybridTime
  {
    try #require(try world.record(id, in: zone)?.registers[register]?.stamp.time)
  }

  @Test("a clock that was set back concerns those who have seen later times, and nobody else")
  func apart() throws {
    let world = try SyncWorld()
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let (flat, cabin) = (try ann.addHome("Flat"), try bob.addHome("Cabin"))
    try ann.sync()
    try bob.sync()
    let late = HybridTime(milliseconds: world.now)
    world.now -= 10 * Self.hour
    let limit = HybridTime(
      milliseconds: world.now + HybridClock.maxAheadMilliseconds, counter: 0xffff)
    for (account, home) in [("ann", flat), ("bob", cabin)] {
      let place = Mutation(.insert, "places", "p-\(account)", in: home, registers: ["name": "x"])
      let answer = try world.push([place], as: account, number: 1, at: late.next.next)
      #expect(answer?.isAccepted == true)
    }
    // Both have seen later times, each their own.
    try #expect(time(world, "name", of: "p-ann", in: flat) > limit)
    try #expect(time(world, "name", of: "p-bob", in: cabin) > limit)
    // Cyd has seen none of them, and is not believed.
    _ = try world.push([Mutation(.insert, "homes", "h", in: "h")], as: "cyd", number: 1, at: late)
    try #expect(time(world, "name", of: "h", in: "h") == limit)
    try #expect(world.store.read { try $0.zone("h")?.clock } == limit)
  }

  @Test("what comes into a zone brings its time along")
  func moved() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let (flat, cabin) = (try ann.addHome("Flat"), try ann.addHome("Cabin"))
    let kettle = try ann.addItem("Kettle", in: flat)
    try ann.sync()
    let ahead = HybridTime(milliseconds: world.now + 200_000)
    _ = try world.push(
      [Mutation(.update, "items", kettle, in: flat, registers: ["name": "Pot"])], as: "ann",
      number: 1, at: ahead)
    try #expect(world.store.read { try $0.zone(cabin)?.clock ?? .zero } < ahead)
    let move = Mutation(
      .move, "items", kettle, in: flat, destination: RecordPlace(zone: cabin, id: kettle))
    _ = try world.push([move], as: "ann", number: 2, at: HybridTime(milliseconds: world.now))
    try #expect(world.store.read { try $0.zone(cabin)?.clock } == ahead)
  }

  @Test("a hub of an older program gives all of its zones the one clock that it had")
  func upgraded() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    let kettle = try ann.addItem("Kettle", in: home)
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    let copy = try world.backup()
    try OlderHub.downgrade(copy, to: 18)
    let clock = HybridTime(milliseconds: world.now + Self.hour)
    // An id that was used again while a deleted home still had it.
    try copy.executeScript(
      """
      UPDATE state SET clock = \(clock.bits);
      INSERT INTO zones (id, kind, head, floor, isAlive, recordCount)
        VALUES ('gone', 'home', 1, 0, 0, 1);
      INSERT INTO records (zoneID, tableName, id, sequence, isDead, content)
        SELECT 'gone', tableName, id, 1, 0, content FROM records WHERE id = '\(kettle)';
      """)
    let store = try HubSQLite(
      connection: copy, maxWaitingWrites: 8, makeEpoch: { "epoch-1" })
    try store.read { reader in
      try #expect(reader.zone(home)?.clock == clock)
      try #expect(reader.latestTime(seenBy: "bob") == clock)
      let places = try reader.places(of: kettle)
      #expect(places.filter { !$0.isDead }.map(\.zone) == [home])
      let left = try #require(try reader.record(RecordPlace(zone: "gone", id: kettle)))
      #expect(left.movedTo == RecordPlace(zone: home, id: kettle))
    }
  }
}
