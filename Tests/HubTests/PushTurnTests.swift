import Hub
import HubSQLite
import Replica
import SyncProtocol
import TestSupport
import Testing

/// A push lets others write between its change sets, and is answered as if it had not.
@Suite struct PushTurnTests {
  private func changeSet(
    _ number: Int64, _ mutations: [Mutation], grants: [ZoneID: String] = [:]
  ) -> ChangeSet {
    ChangeSet(
      id: ChangeSetID(replica: "hand", number: number), time: HybridTime(bits: number),
      grants: grants, mutations: mutations)
  }

  private func request(_ world: SyncWorld, _ changeSets: [ChangeSet]) throws -> PushRequest {
    PushRequest(
      epoch: try world.store.read { try $0.state().epoch }, replica: "hand", acknowledged: 0,
      changeSets: changeSets)
  }

  @Test("others write between the change sets of one push, and each change set stays whole")
  func between() throws {
    let world = try SyncWorld()
    world.store.endTurns { true }
    let (ann, bob) = (try world.device("ann"), try world.device("bob"))
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.pull()
    let grant = try #require(
      try world.store.read { try $0.grant(in: home, for: "ann")?.grantID })
    let head = try #require(try world.head(of: home))
    let push = try request(
      world,
      (1...2).map { number in
        changeSet(
          Int64(number),
          (1...2).map {
            Mutation(.insert, "places", "p-\(number)-\($0)", in: home, registers: ["name": "x"])
          }, grants: [home: grant])
      })
    var progress = try world.hub.pushTurn(push, as: "ann", isLocal: true, after: PushProgress())
    #expect(progress.response == nil)
    try #expect(world.head(of: home) == head + 1)
    try #expect(world.record("p-1-2", in: home) != nil)
    try bob.addItem("Kettle", in: home)
    try bob.sync()
    progress = try world.hub.pushTurn(push, as: "ann", isLocal: true, after: progress)
    guard case .answers(let answers, _) = progress.response else {
      Issue.record("no answers")
      return
    }
    #expect(answers == [.accepted([home: head + 1]), .accepted([home: head + 3])])
    try #expect(world.record("p-2-2", in: home) != nil)
  }

  @Test("what rests on a change set that waits waits in a later turn, too")
  func resting() throws {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let (flat, cabin) = (try ann.addHome("Flat"), try ann.addHome("Cabin"))
    try ann.sync()
    try #expect(world.hub.hold([flat], replica: "other", as: "ann"))
    let grants = try world.store.read { reader in
      try [flat, cabin].reduce(into: [:]) {
        $0[$1] = try reader.grant(in: $1, for: "ann")?.grantID
      }
    }
    let push = try request(
      world,
      [
        changeSet(
          1, [Mutation(.insert, "places", "p-1", in: flat, registers: ["name": "x"])],
          grants: [flat: grants[flat] ?? ""]),
        changeSet(
          2, [Mutation(.update, "places", "p-1", in: cabin, registers: ["name": "y"])],
          grants: [cabin: grants[cabin] ?? ""]),
      ])
    world.store.endTurns { true }
    guard case .answers(let answers, _) = try world.hub.push(push, as: "ann") else {
      Issue.record("no answers")
      return
    }
    #expect(answers == [.wait, .wait])
  }

  @Test("a push that fails in a later turn keeps what was committed and is answered again")
  func failsLater() throws {
    let world = try SyncWorld()
    world.store.endTurns { true }
    let home = "home-1"
    let push = try request(
      world,
      [
        changeSet(1, [Mutation(.insert, "homes", home, in: home, registers: ["name": "Flat"])]),
        changeSet(
          2, [Mutation(.insert, "homes", "home-2", in: "home-2", registers: ["name": "x"])]),
      ])
    var commits = 0
    world.store.connection.injectedFailure = { sql in
      if sql == "COMMIT" { commits += 1 }
      return commits == 2 ? Broken() : nil
    }
    #expect(throws: Broken.self) { try world.hub.push(push, as: "ann") }
    world.store.connection.injectedFailure = nil
    try #expect(world.zones(of: "ann") == [home])
    guard case .answers(let answers, _) = try world.hub.push(push, as: "ann") else {
      Issue.record("no answers")
      return
    }
    #expect(answers == [.accepted([home: 1]), .accepted(["home-2": 1])])
  }

  private struct Broken: Error {}
}
