import Hub
import SyncProtocol
import Testing

/// The contract about what the store itself keeps from happening, whatever its callers have read
/// before; and about locks.
struct GuardContract {
  static let cases = [
    ContractCase("an id is alive in one zone at most") { try Self().ids($0) },
    ContractCase("a number is answered once") { try Self().answers($0) },
    ContractCase("a key is one record's of its zone") { try Self().keys($0) },
    ContractCase("who owns the zones that are locked is told") { try Self().owners($0) },
    ContractCase("zones that are not there yet can be locked") { try Self().newZones($0) },
    ContractCase("who locks the same has it one after the other, in whatever order it is named") {
      try Self().turns($0)
    },
  ]

  private func with(_ factory: StoreFactory, _ body: (any HubStore) throws -> Void) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZones(["home", "cabin"].map { HubZone(id: $0, kind: .home) })
      }
      try body(store)
    }
  }

  private func ids(_ factory: StoreFactory) throws {
    try with(factory) { store in
      func record(in zone: ZoneID, isDead: Bool = false) -> HubRecord {
        HubRecord(
          zone: zone, table: "items", id: "kettle", isDead: isDead,
          diedAt: isDead ? ContractCase.stamp : nil)
      }
      try store.write { try $0.putRecord(record(in: "home")) }
      #expect(throws: (any Error).self) {
        try store.write { try $0.putRecord(record(in: "cabin")) }
      }
      // It leaves the one before it comes into the other.
      try store.write { writer in
        try writer.putRecords([
          RecordWrite(record(in: "home", isDead: true)), RecordWrite(record(in: "cabin")),
        ])
      }
      #expect(throws: (any Error).self) { try store.write { try $0.putRecord(record(in: "home")) } }
      let places = try store.read { try $0.places(of: "kettle") }
      #expect(places.filter { !$0.isDead }.map(\.zone) == ["cabin"])
    }
  }

  private func answers(_ factory: StoreFactory) throws {
    try factory.with { store in
      let id = ChangeSetID(replica: "r", number: 1)
      try store.write { try $0.putAnswer(.accepted(["home": 1]), to: id, hash: [1]) }
      #expect(throws: (any Error).self) {
        try store.write { try $0.putAnswer(.accepted(["home": 2]), to: id, hash: [2]) }
      }
      try #expect(
        store.read { try $0.judged(id) }
          == JudgedChangeSet(hash: [1], answer: .accepted(["home": 1])))
    }
  }

  private func keys(_ factory: StoreFactory) throws {
    try with(factory) { store in
      let key = try #require(UniqueKey("members", "accountID", .text("ann")))
      func give(to id: RecordID, in zone: ZoneID) throws {
        let held = HeldKey(key: key, place: RecordPlace(zone: zone, id: id))
        try store.write { try $0.changeKeys(removed: [], added: [held]) }
      }
      try give(to: "a", in: "home")
      try give(to: "b", in: "cabin")
      #expect(throws: (any Error).self) { try give(to: "b", in: "home") }
      try #expect(store.read { try $0.holder(of: key, in: "home") } == "a")
    }
  }

  private func owners(_ factory: StoreFactory) throws {
    try with(factory) { store in
      try store.write { writer in
        try writer.putGrant(HubGrant(zone: "home", account: "ann", role: .owner, grantID: "r.1"))
        try writer.putGrant(HubGrant(zone: "cabin", account: "ann", role: .readWrite, grantID: "r"))
      }
      let owners = try store.write { writer in
        try writer.lock(HubLocks(zones: ["home", "cabin", "none"], accounts: ["ben"]))
      }
      #expect(owners == ["home": "ann"])
    }
  }

  private func newZones(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        _ = try writer.lock(HubLocks(zones: ["new"], accounts: ["ann"]))
        try writer.putZone(HubZone(id: "new", kind: .home))
        try writer.touchAccount("ann")
      }
      try #expect(store.read { try $0.zone("new") } != nil)
    }
  }

  /// Each reads both heads and writes both: what comes between would be lost.
  private func turns(_ factory: StoreFactory) throws {
    try with(factory) { store in
      let store = store as any HubStore
      onThreads(6) { index in
        for _ in 0..<20 {
          #expect(throws: Never.self) {
            try store.write(for: "account\(index)", weight: 1) { writer in
              // An even one names them in another order, and one that it does not write.
              let zones: Set<ZoneID> = index % 2 == 0 ? ["cabin", "home", "x"] : ["home", "cabin"]
              _ = try writer.lock(HubLocks(zones: zones, accounts: ["account\(index)", "ann"]))
              for zone in zones.sorted() where zone != "x" {
                try writer.append(to: zone, by: "r\(index)")
              }
              try writer.touchAccount("ann")
            }
          }
        }
      }
      try store.read { reader in
        for zone in ["home", "cabin"] { try #expect(reader.zone(zone)?.head == 120) }
        try #expect(reader.accountSequence(of: "ann") == 120)
      }
    }
  }
}
