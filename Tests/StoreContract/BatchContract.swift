import Hub
import SyncProtocol
import Testing

/// The contract about what is asked for and told at once.
struct BatchContract {
  static let cases = [
    ContractCase("many records are read at once, those that are not there left out") {
      try Self().records($0)
    },
    ContractCase("many ids are looked up at once, in the order of their zones") {
      try Self().places($0)
    },
    ContractCase("who refers to many records is found at once, zone by zone") {
      try Self().referrers($0)
    },
    ContractCase("zones are read with an account's grants and with holds") {
      try Self().access($0)
    },
    ContractCase("what accounts own is counted at once") { try Self().owned($0) },
    ContractCase("a replica's standing is all that is known of it") { try Self().standing($0) },
    ContractCase("the latest time is that of the zones that an account is in") {
      try Self().latest($0)
    },
    ContractCase("keys that go are taken before others get them") { try Self().keys($0) },
  ]

  private static func record(
    _ id: RecordID, in zone: ZoneID = "home", isDead: Bool = false
  ) -> HubRecord {
    HubRecord(
      zone: zone, table: "items", id: id, sequence: 2, isDead: isDead,
      diedAt: isDead ? ContractCase.stamp : nil,
      registers: ["name": Register(.text(id), ContractCase.stamp)])
  }

  private func with(_ factory: StoreFactory, _ body: (any HubStore) throws -> Void) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZones(["home", "cabin"].map { HubZone(id: $0, kind: .home) })
      }
      try body(store)
    }
  }

  private func records(_ factory: StoreFactory) throws {
    try with(factory) { store in
      let records = (0..<500).map { Self.record("id\($0)", in: $0 % 2 == 0 ? "home" : "cabin") }
      try store.write { try $0.putRecords(records.map { RecordWrite($0) }) }
      let wanted =
        records.map(\.place).reversed() + [RecordPlace(zone: "home", id: "id1")]
        + [RecordPlace(zone: "none", id: "id0")]
      let found = try store.read { try $0.records(at: wanted) }
      #expect(found.count == records.count)
      #expect(Dictionary(grouping: found, by: \.place).mapValues(\.[0]).count == records.count)
      for record in found { #expect(records.contains(record)) }
      try #expect(store.read { try $0.records(at: []) } == [])
    }
  }

  private func places(_ factory: StoreFactory) throws {
    try with(factory) { store in
      try store.write { writer in
        try writer.putRecords([
          RecordWrite(Self.record("a", in: "home", isDead: true)),
          RecordWrite(Self.record("a", in: "cabin")), RecordWrite(Self.record("b")),
        ])
      }
      let found = try store.read { try $0.places(of: ["a", "b", "none"]) }
      #expect(found["a"]?.map(\.zone) == ["cabin", "home"])
      #expect(found["a"]?.map(\.isDead) == [false, true])
      #expect(found["b"]?.map(\.zone) == ["home"])
      #expect(found["none"]?.isEmpty != false)
    }
  }

  private func referrers(_ factory: StoreFactory) throws {
    try with(factory) { store in
      try store.write { writer in
        try writer.putRecords([
          RecordWrite(Self.record("c"), references: ["shelf", "box"]),
          RecordWrite(Self.record("a"), references: ["shelf"]),
          RecordWrite(Self.record("x", in: "cabin"), references: ["shelf"]),
        ])
      }
      let shelf = RecordPlace(zone: "home", id: "shelf")
      let there = RecordPlace(zone: "cabin", id: "shelf")
      let box = RecordPlace(zone: "home", id: "box")
      let none = RecordPlace(zone: "cabin", id: "box")
      let found = try store.read { try $0.referrers(to: [shelf, there, box, none]) }
      #expect(found[shelf] == ["a", "c"])
      #expect(found[there] == ["x"])
      #expect(found[box] == ["c"])
      #expect(found[none]?.isEmpty != false)
    }
  }

  private func access(_ factory: StoreFactory) throws {
    try with(factory) { store in
      let grant = HubGrant(zone: "home", account: "ann", role: .readWrite, grantID: "r.1")
      let hold = Hold(replica: "r", account: "ben", since: 1, until: 2)
      try store.write { writer in
        try writer.putGrant(grant)
        try writer.putGrant(HubGrant(zone: "cabin", account: "ben", role: .owner, grantID: "r.2"))
        try writer.putHold(hold, on: "cabin")
      }
      let found = try store.read { try $0.access(of: "ann", to: ["home", "cabin", "none"]) }
      let byZone = Dictionary(uniqueKeysWithValues: found.map { ($0.zone.id, $0) })
      #expect(byZone.count == 2)
      #expect(
        byZone["home"]
          == ZoneAccess(zone: HubZone(id: "home", kind: .home), grant: grant, hold: nil))
      #expect(
        byZone["cabin"]
          == ZoneAccess(zone: HubZone(id: "cabin", kind: .home), grant: nil, hold: hold))
    }
  }

  private func owned(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZones([
          HubZone(id: "a", kind: .home, recordCount: 3),
          HubZone(id: "b", kind: .home, recordCount: 4),
          HubZone(id: "c", kind: .home, isAlive: false, recordCount: 9),
        ])
        for (zone, account, role) in [
          ("a", "ann", Role.owner), ("b", "ann", .owner), ("c", "ann", .owner),
          ("a", "ben", .readWrite),
        ] {
          try writer.putGrant(HubGrant(zone: zone, account: account, role: role, grantID: "r.1"))
        }
      }
      let counts = try store.read { try $0.ownedRecordCounts(of: ["ann", "ben", "cyd"]) }
      #expect(counts["ann"] == 7)
      #expect(counts["ben"] ?? 0 == 0)
      #expect(counts["cyd"] ?? 0 == 0)
    }
  }

  private func standing(_ factory: StoreFactory) throws {
    try factory.with { store in
      try #expect(store.read { try $0.standing(ofReplica: "r") } == ReplicaStanding())
      try store.write { writer in
        try writer.setOwner(ofReplica: "r", to: "ann")
        for number in [3, 7] as [Int64] {
          try writer.putAnswer(
            .accepted([:]), to: ChangeSetID(replica: "r", number: number), hash: [1])
        }
        try writer.forgetAnswers(of: "r", through: 4)
      }
      try #expect(
        store.read { try $0.standing(ofReplica: "r") }
          == ReplicaStanding(owner: "ann", acknowledged: 4, lastJudged: 7))
    }
  }

  private func latest(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        for (index, id) in ["a", "b", "c"].enumerated() {
          try writer.putZone(
            HubZone(
              id: id, kind: .home, isAlive: id != "b", clock: HybridTime(bits: Int64(index + 1))))
        }
        for id in ["a", "b"] {
          try writer.putGrant(HubGrant(zone: id, account: "ann", role: .owner, grantID: "r.1"))
        }
        var state = try writer.state()
        state.clock = HybridTime(bits: 2)
        try writer.setState(state)
      }
      try store.read { reader in
        try #expect(reader.latestTime(seenBy: "ann") == HybridTime(bits: 1))
        try #expect(reader.latestTime(seenBy: "ben") == .zero)
        try #expect(reader.latestTime() == HybridTime(bits: 3))
      }
    }
  }

  private func keys(_ factory: StoreFactory) throws {
    try with(factory) { store in
      let key = try #require(UniqueKey("members", "accountID", .text("ann")))
      let other = try #require(UniqueKey("members", "accountID", .text("ben")))
      func held(_ key: UniqueKey, _ id: RecordID) -> HeldKey {
        HeldKey(key: key, place: RecordPlace(zone: "home", id: id))
      }
      try store.write { try $0.changeKeys(removed: [], added: [held(key, "a")]) }
      try store.write { writer in
        try writer.changeKeys(
          removed: [held(key, "a"), held(other, "a")], added: [held(key, "b"), held(other, "a")])
      }
      let asked = [
        ZoneKey(zone: "home", key: key), ZoneKey(zone: "home", key: other),
        ZoneKey(zone: "cabin", key: key),
      ]
      let holders = try store.read { try $0.holders(of: asked) }
      #expect(holders == [asked[0]: "b", asked[1]: "a"])
    }
  }
}
