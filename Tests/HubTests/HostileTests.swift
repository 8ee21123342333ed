import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing

/// A client that keeps to no rule of ours.
@Suite struct HostileTests {
  private struct Scene {
    let world: SyncWorld
    let home: ZoneID
    let item: RecordID
    let bobs: ZoneID

    init() throws {
      world = try SyncWorld()
      let (ann, bob) = (try world.device("ann"), try world.device("bob"))
      home = try ann.addHome("Flat")
      item = try ann.addItem("lamp", in: home)
      bobs = try bob.addHome("Bob's")
      try ann.sync()
      try bob.sync()
    }

    func refusal(
      of mutations: Mutation..., as account: AccountID = "ann", number: Int64 = 1,
      grants: [ZoneID: String]? = nil
    ) throws -> RefusalReason? {
      let head = try world.head(of: home)
      let answer = try world.push(mutations, as: account, number: number, grants: grants)
      guard case .refused(let refusal)? = answer else { return nil }
      #expect(try world.head(of: home) == head)
      return refusal.reason
    }
  }

  @Test("D-PRM-8 a stranger is refused alike for what is there and what is not")
  func foreignIDs() throws {
    let scene = try Scene()
    let grant = try scene.world.store.read { try $0.grant(in: scene.home, for: "ann")?.grantID }
    for (number, id) in [scene.item, "never"].enumerated() {
      for kind in [Mutation.Kind.update, .delete] {
        #expect(
          try scene.refusal(
            of: Mutation(kind, "items", id, in: scene.home), as: "bob",
            number: Int64(number * 2 + (kind == .update ? 1 : 2)),
            grants: [scene.home: grant ?? ""]) == .permission)
      }
    }
  }

  @Test(
    "a position under another grant than the account's is none: the zone is loaded",
    arguments: [
      "epoch-1.7", "",
    ])
  func otherGrant(_ grant: String) throws {
    let scene = try Scene()
    let head = try #require(try scene.world.head(of: scene.home))
    let request = PullRequest(
      epoch: "epoch-1", replica: "ann-9", zones: [scene.home: .at(head, grant: grant)])
    guard case .page(let page) = try scene.world.hub.pull(request, as: "ann") else {
      Issue.record("no page")
      return
    }
    #expect(page.snapshots.contains { $0.zone == scene.home && !$0.records.isEmpty })
  }

  @Test("D-PRM-9 a record of another zone is not reached by naming one's own zone")
  func foreignZone() throws {
    let scene = try Scene()
    #expect(
      try scene.refusal(
        of: Mutation(.update, "items", scene.item, in: scene.bobs, registers: ["name": "x"]),
        as: "bob") == .unknown)
    #expect(
      try scene.refusal(
        of: Mutation(
          .move, "items", scene.item, in: scene.bobs,
          destination: RecordPlace(zone: scene.bobs, id: scene.item)), as: "bob", number: 2)
        == .unknown)
    #expect(
      try scene.refusal(
        of: Mutation(.insert, "items", scene.item, in: scene.bobs, registers: ["name": "x"]),
        as: "bob", number: 3) == .exists)
    #expect(try scene.world.value("name", of: scene.item, in: scene.home) == "lamp")
  }

  @Test("S1-4.2-c a record cannot refer to one of another home")
  func crossReference() throws {
    let scene = try Scene()
    #expect(
      try scene.refusal(
        of: Mutation(
          .insert, "photos", "p1", in: scene.bobs,
          registers: ["itemID": .text(scene.item), "caption": ""]), as: "bob") == .unknown)
  }

  @Test(
    "values of a wrong type, out of range, unknown or missing are refused",
    arguments: [
      ["name": FieldValue.integer(1)], ["name": nil],
      ["name": .text(String(repeating: "x", count: 101))],
      ["name": "a\u{0}b"], ["price": "ten"], ["price": 1_000_001], ["price": .real(1)],
      ["price": .list([])], ["name": .map([:])], ["name": .blob([1])],
    ] as [SortedMap<FieldValue>])
  func wrongValues(_ registers: SortedMap<FieldValue>) throws {
    let scene = try Scene()
    #expect(
      try scene.refusal(
        of: Mutation(.update, "items", scene.item, in: scene.home, registers: registers))
        == .invalid)
    #expect(
      try scene.refusal(
        of: Mutation(.insert, "items", "i2", in: scene.home, registers: registers), number: 2)
        == .invalid)
  }

  @Test("D-SYN-5 what only the hub writes is refused: ranks, participants, invites")
  func hubOwned() throws {
    let scene = try Scene()
    let participant = UUIDs.v5(scene.home, "ann")
    #expect(
      try scene.refusal(
        of: Mutation(.update, "items", scene.item, in: scene.home, registers: ["rank": 1]))
        == .hubOwned)
    #expect(
      try scene.refusal(
        of: Mutation(
          .update, "participants", participant, in: scene.home, registers: ["role": "owner"]),
        number: 2) == .hubOwned)
    #expect(
      try scene.refusal(
        of: Mutation(.delete, "participants", participant, in: scene.home), number: 3)
        == .hubOwned)
    #expect(
      try scene.refusal(of: Mutation(.insert, "invites", "i", in: scene.home), number: 4)
        == .hubOwned)
  }

  @Test("what is written once is neither changed nor deleted, but goes with its home")
  func appendOnly() throws {
    let scene = try Scene()
    let event = Mutation(.insert, "events", "e1", in: scene.home, registers: ["what": "was"])
    #expect(try scene.refusal(of: event) == nil)
    #expect(
      try scene.refusal(
        of: Mutation(.update, "events", "e1", in: scene.home, registers: ["what": "no"]), number: 2)
        == .appendOnly)
    #expect(
      try scene.refusal(of: Mutation(.delete, "events", "e1", in: scene.home), number: 3)
        == .appendOnly)
  }

  @Test("an aggregate that does not add up is refused whole")
  func aggregate() throws {
    let scene = try Scene()
    let expense = { (split: FieldValue) in
      Mutation(.insert, "expenses", "x1", in: scene.home, registers: ["split": split])
    }
    let row: FieldValue = .map(["id": "s1", "memberID": "m1", "owed": 5])
    for (number, split) in [
      .map(["total": 5, "shares": .list([])]), .map(["total": 5]), .text("five"),
      .map(["total": 10, "shares": .list([row, row])]),
      .map(["total": 5, "shares": .list([.map(["id": "S 1", "memberID": "m", "owed": 5])])]),
      .map(["total": 5, "shares": .list([row]), "more": 1]),
    ].enumerated() as EnumeratedSequence<[FieldValue]> {
      #expect(try scene.refusal(of: expense(split), number: Int64(number + 1)) == .invalid)
    }
    #expect(
      try scene.refusal(of: expense(.map(["total": 5, "shares": .list([row])])), number: 50)
        == .unknown)
  }

  @Test("one bad mutation undoes its change set and no other")
  func allOrNothing() throws {
    let scene = try Scene()
    let good = Mutation(.insert, "items", "good", in: scene.home, registers: ["name": "good"])
    let bad = Mutation(.insert, "items", "bad", in: scene.home, registers: ["name": 1])
    #expect(try scene.refusal(of: good, bad) == .invalid)
    #expect(try scene.world.record("good", in: scene.home) == nil)
    #expect(try scene.refusal(of: good, number: 2) == nil)
  }

  @Test("bad names, ids and batches are refused before anything is judged")
  func malformed() throws {
    let scene = try Scene()
    for replica in ["", "UPPER", "hub-1", "a b", String(repeating: "a", count: 41)] {
      let request = PushRequest(
        epoch: "epoch-1", replica: replica, acknowledged: 0, changeSets: [])
      #expect(throws: Hub.RequestError.malformed("replica")) {
        try scene.world.hub.push(request, as: "ann")
      }
    }
    let foreign = ChangeSet(
      id: ChangeSetID(replica: "other", number: 1), time: .zero, mutations: [])
    #expect(throws: Hub.RequestError.self) {
      try scene.world.hub.push(
        PushRequest(epoch: "epoch-1", replica: "mine", acknowledged: 0, changeSets: [foreign]),
        as: "ann")
    }
    let many = (1...501).map {
      ChangeSet(id: ChangeSetID(replica: "mine", number: $0), time: .zero, mutations: [])
    }
    #expect(throws: Hub.RequestError.self) {
      try scene.world.hub.push(
        PushRequest(epoch: "epoch-1", replica: "mine", acknowledged: 0, changeSets: many), as: "ann"
      )
    }
    for id in ["", "A", "a b", String(repeating: "a", count: 65)] {
      #expect(
        try scene.refusal(
          of: Mutation(.insert, "items", id, in: scene.home, registers: ["name": "x"]),
          number: Int64(id.utf8.count + 10)) == .invalid)
    }
  }
}
