import Hub
import SyncProtocol
import Testing

/// The contract about zones that were deleted and can come back.
struct DeletedZoneContract {
  static let cases = [
    ContractCase("a deleted zone is kept as it is put, and found by its owner alone") {
      try Self().kept($0)
    },
    ContractCase("its records are those that its deletion took along") { try Self().records($0) },
    ContractCase("its content is removed in parts, down to tombstones") { try Self().purged($0) },
  ]

  private static let deletion = Stamp(
    time: HybridTime(milliseconds: 2000), changeSet: ChangeSetID(replica: "r", number: 9))
  private static let deleted = DeletedZone(
    zone: "flat", changeSet: deletion.changeSet, account: "ann", deletedAt: 5000,
    counts: ["homes": 1, "items": 2])

  /// A deleted flat of Ann's: its root and an item died with it, another item before.
  private func fill(_ store: any HubStore) throws {
    let old = Stamp(
      time: HybridTime(milliseconds: 1000), changeSet: ChangeSetID(replica: "r", number: 2))
    func record(_ table: String, _ id: RecordID, diedAt: Stamp?) -> HubRecord {
      HubRecord(
        zone: "flat", table: table, id: id, isDead: diedAt != nil, diedAt: diedAt,
        registers: ["name": Register(.text(id), old)])
    }
    try store.write { writer in
      try writer.putZone(HubZone(id: "flat", kind: .home, isAlive: false))
      try writer.putGrant(
        HubGrant(zone: "flat", account: "ann", role: .owner, grantID: "r.1", inviteID: nil))
      try writer.putGrant(
        HubGrant(zone: "flat", account: "ben", role: .readWrite, grantID: "r.3", inviteID: nil))
      for found in [
        record("homes", "flat", diedAt: Self.deletion),
        record("items", "kettle", diedAt: Self.deletion), record("items", "toaster", diedAt: old),
        record("items", "unnamed", diedAt: nil), record("participants", "p", diedAt: nil),
      ] { try writer.putRecord(found, references: []) }
      try writer.append(to: "flat")
      try writer.putDeletedZone(Self.deleted)
    }
  }

  private func kept(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      try store.read { reader in
        try #expect(reader.deletedZone("flat") == Self.deleted)
        try #expect(reader.deletedZone("cabin") == nil)
        try #expect(reader.deletedZones(ownedBy: "ann") == [Self.deleted])
        try #expect(reader.deletedZones(ownedBy: "ben") == [])
        try #expect(reader.deletedZones(before: 5000) == [])
        try #expect(reader.deletedZones(before: 5001) == ["flat"])
      }
      try store.write { try $0.removeDeletedZone("flat") }
      try #expect(store.read { try $0.deletedZones(ownedBy: "ann") } == [])
    }
  }

  private func records(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      try store.read { reader in
        try #expect(reader.records(of: Self.deleted).map(\.id) == ["flat", "kettle"])
        try #expect(reader.liveCounts(of: "flat") == ["items": 1])
      }
    }
  }

  private func purged(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      var rounds = 1
      while try !store.write({ try $0.purgeRecords(of: Self.deleted, limit: 2) }) { rounds += 1 }
      #expect(rounds == 3)
      try store.read { reader in
        try #expect(reader.deletedZone("flat") == nil)
        for id in ["flat", "kettle", "toaster", "unnamed"] {
          let record = try #require(try reader.record(RecordPlace(zone: "flat", id: id)))
          #expect(record.isDead && record.diedAt != nil && record.registers.values.isEmpty)
        }
        try #expect(reader.record(RecordPlace(zone: "flat", id: "p")) == nil)
        let zone = try #require(try reader.zone("flat"))
        #expect(!zone.isAlive && zone.floor == zone.head)
        try #expect(reader.log(of: "flat", after: 0, through: 9, maxBytes: 100) == [])
        try #expect(reader.grant(in: "flat", for: "ann")?.role == .owner)
      }
    }
  }
}
