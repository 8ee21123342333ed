import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct PausedSharingTests {
  /// Ann and Bob share a home; each has one of their own as well.
  private func shared() throws -> (
    SyncWorld, ann: SyncDevice, bob: SyncDevice, home: ZoneID, own: ZoneID
  ) {
    let world = try SyncWorld(accounts: ["ann", "bob"])
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    let own = try bob.addHome("Hut")
    try ann.sync()
    try bob.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
    return (world, ann, bob, home, own)
  }

  private func set(_ world: SyncWorld, _ state: SharingFlag.State) throws {
    try world.hub.changeSharingFlag(.init(state: state), by: .commandLine)
  }

  @Test("X34 D-GAT-2 what is written while sharing is paused waits, in order, and comes by itself")
  func waitsAndResumes() throws {
    let (world, ann, bob, home, _) = try shared()
    try set(world, .killed)
    let kettle = try bob.addItem("kettle", in: home)
    try bob.rename(kettle, "teapot")
    let mug = try ann.addItem("mug", in: home)
    try bob.sync()
    try ann.sync()
    #expect(try bob.pendingCount == 2 && bob.refusals.isEmpty)
    #expect(try bob.items == ["teapot"])
    #expect(bob.replica.pausedNumbers.count == 2)
    #expect(try world.record(kettle, in: home) == nil && world.record(mug, in: home) == nil)
    // The hub is not asked over and over.
    #expect(try bob.replica.nextPush() == nil)
    try bob.restart()
    try bob.sync()
    #expect(try bob.pendingCount == 2)
    try set(world, .open)
    world.now += 60_000
    for device in [bob, ann, bob, ann] { try device.sync() }
    #expect(try bob.pendingCount == 0 && ann.pendingCount == 0)
    #expect(try ann.items == ["mug", "teapot"] && bob.items == ["mug", "teapot"])
    #expect(try bob.refusals.isEmpty && ann.refusals.isEmpty)
    #expect(try world.value("name", of: kettle, in: home) == "teapot")
  }

  @Test("X34 a device that hears that sharing goes on does not wait for the minute")
  func resumes() throws {
    let (world, _, bob, home, _) = try shared()
    try set(world, .killed)
    try bob.addItem("kettle", in: home)
    try bob.sync()
    try set(world, .open)
    #expect(try bob.replica.nextPush() == nil)
    bob.replica.resumePaused()
    try bob.sync()
    #expect(try bob.pendingCount == 0)
  }

  @Test("X34 homes of one person are written to as ever, behind what waits")
  func privateHomes() throws {
    let (world, _, bob, home, own) = try shared()
    try set(world, .killed)
    for number in 0..<150 { try bob.addItem("shared \(number)", in: home) }
    let lamp = try bob.addItem("lamp", in: own)
    try bob.sync()
    #expect(try world.value("name", of: lamp, in: own) == "lamp")
    #expect(try bob.pendingCount == 150)
    try set(world, .open)
    world.now += 60_000
    try bob.sync()
    #expect(try bob.pendingCount == 0 && bob.refusals.isEmpty)
    #expect(try bob.items.count == 151)
  }

  @Test("X34 what rests on a change that waits, waits with it")
  func dependents() throws {
    let (world, _, bob, home, own) = try shared()
    let place = try bob.addPlace("shelf", in: own)
    let kettle = try bob.addItem("kettle", in: home)
    try bob.sync()
    try set(world, .killed)
    // Out of the shared home into one's own: the hub knows it there only when that is accepted.
    try bob.moveItem(kettle, to: own)
    try bob.sync()
    #expect(try bob.pendingCount == 1)
    try bob.rename(kettle, "teapot")
    let lamp = try bob.addItem("lamp", in: own, place: place)
    try bob.sync()
    #expect(try bob.pendingCount == 2)
    #expect(try world.value("name", of: lamp, in: own) == "lamp")
    try set(world, .open)
    world.now += 60_000
    try bob.sync()
    #expect(try bob.pendingCount == 0 && bob.refusals.isEmpty)
    #expect(try world.value("name", of: kettle, in: own) == "teapot")
  }

  @Test("X34 a late change to a home that was merged waits if the one that it goes to is shared")
  func merged() throws {
    let (world, ann, bob, home, own) = try shared()
    let kettle = try ann.addItem("kettle", in: home)
    let flat = try ann.addHome("Own")
    try ann.sync()
    let grants = [home: try world.store.read { try $0.grant(in: home, for: "ann")?.grantID ?? "" }]
    #expect(try ann.merge(home, into: flat) == .accepted)
    for device in [ann, bob] { try device.sync() }
    func rename(_ name: FieldValue, _ number: Int64) throws -> Answer? {
      world.now += 1000
      return try world.push(
        [Mutation(.update, "items", kettle, in: home, registers: ["name": name])], as: "ann",
        number: number, grants: grants)
    }
    // Nobody but Ann is where it has gone, whoever was where it was.
    try set(world, .killed)
    #expect(try rename("teapot", 1)?.isAccepted == true)
    #expect(try world.value("name", of: kettle, in: flat) == "teapot")
    try set(world, .open)
    try world.admit("bob", to: flat, by: "ann")
    try set(world, .killed)
    #expect(try rename("pot", 2) == .paused)
    #expect(try world.value("name", of: kettle, in: flat) == "teapot")
    #expect(try world.zones(of: "bob").contains(own))
  }

  @Test("D-GAT-3 an older client's write is put off as `wait`, stored nowhere and judged later")
  func olderClient() throws {
    let (world, _, _, home, _) = try shared()
    try set(world, .killed)
    let mutation = Mutation(
      .insert, "items", "i1", in: home, registers: ["name": "kettle"])
    let answer = try #require(try world.push([mutation], as: "bob", number: 1))
    #expect(answer == .paused)
    // What it says on the wire is a `wait` to whoever skips the keys that they do not know.
    #expect(String(decoding: answer.wireBytes, as: UTF8.self) == #"{"wait":true,"for":"sharing"}"#)
    #expect(try world.record("i1", in: home) == nil)
    // Whoever is not in it is told what they are told otherwise: nothing of it.
    let stranger = try world.push(
      [Mutation(.update, "homes", "elsewhere", in: "elsewhere", registers: ["name": "x"])],
      as: "bob", number: 2)
    guard case .refused = stranger else { Issue.record("\(String(describing: stranger))"); return }
    try set(world, .open)
    guard case .accepted = try world.push([mutation], as: "bob", number: 1) else {
      Issue.record("not accepted when sharing goes on")
      return
    }
  }

  @Test("X34 a transaction that needs the hub's word says so at once, and leaves nothing behind")
  func confirmed() throws {
    let (world, _, bob, home, own) = try shared()
    try set(world, .killed)
    #expect(
      try bob.confirm(relyingOn: [home]) {
        _ = try $0.connection.execute(
          "UPDATE homes SET name = 'Mine' WHERE id = ?", .text(home))
      } == .paused)
    #expect(try bob.replica.isConfirmed())
    #expect(
      try bob.confirm(relyingOn: [own]) {
        _ = try $0.connection.execute(
          "UPDATE homes SET name = 'Cabin' WHERE id = ?", .text(own))
      } == .accepted)
    #expect(try world.value("name", of: home, in: home) == "Flat")
  }

  @Test("S1-8.1-g a home that is shared no longer is written to although sharing is paused")
  func privateAgain() throws {
    let (world, ann, _, home, _) = try shared()
    try set(world, .killed)
    let mug = try ann.addItem("mug", in: home)
    try ann.sync()
    #expect(try ann.pendingCount == 1)
    try world.hub.remove("bob", from: home, by: "bob")
    world.now += 60_000
    try ann.sync()
    #expect(try world.value("name", of: mug, in: home) == "mug")
  }
}
