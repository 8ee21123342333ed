import Hub
import SyncProtocol
import Testing

/// The contract about the past of zones.
struct HistoryContract {
  static let cases = [
    ContractCase("an entry is read with what there was before it") { try Self().entries($0) },
    ContractCase("a record's changes are found newest first, each once") { try Self().changes($0) },
    ContractCase("what is trimmed from the log is trimmed from the changes") {
      try Self().trimmed($0)
    },
  ]

  private static let kettle = RecordPlace(zone: "flat", id: "kettle")

  /// A zone with a kettle and five entries, of which two say what there was before.
  private func fill(_ store: any HubStore) throws {
    try store.write { writer in
      try writer.putZone(HubZone(id: "flat", kind: .home))
      let stamp = Stamp(
        time: HybridTime(milliseconds: 1), changeSet: ChangeSetID(replica: "r", number: 1))
      try writer.putRecord(
        HubRecord(
          zone: "flat", table: "items", id: "kettle", sequence: 1,
          registers: ["name": Register("kettle", stamp)]), references: [])
      for sequence in Int64(1)...5 {
        try writer.appendLog(
          StoredEntry(zone: "flat", sequence: sequence, bytes: [1, UInt8(sequence)]),
          before: sequence > 3 ? [2, UInt8(sequence)] : [],
          changeSet: ChangeSetID(replica: "r", number: sequence), committedAt: 5)
      }
      try writer.putZone(HubZone(id: "flat", kind: .home, head: 5))
      try writer.noteChanges(of: Self.kettle, at: [1, 4])
      try writer.noteChanges(of: Self.kettle, at: [4, 5])
      // Of nothing nothing is noted.
      try writer.noteChanges(of: RecordPlace(zone: "flat", id: "pot"), at: [2])
    }
  }

  private func entries(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      try store.read { reader in
        let newest = try #require(try reader.history(of: "flat", at: 5))
        #expect(newest.entry.bytes == [1, 5] && newest.before == [2, 5])
        try #expect(reader.history(of: "flat", at: 2)?.before == [])
        try #expect(reader.history(of: "flat", at: 6) == nil)
        // Pulls are told the entry alone.
        let log = try reader.log(of: "flat", after: 4, through: 5, maxBytes: 100)
        #expect(log.map(\.bytes) == [[1, 5]])
      }
    }
  }

  private func changes(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      try store.read { reader in
        try #expect(reader.changes(of: Self.kettle, before: 6, limit: 10) == [5, 4, 1])
        try #expect(reader.changes(of: Self.kettle, before: 5, limit: 1) == [4])
        try #expect(
          reader.changes(of: RecordPlace(zone: "cabin", id: "kettle"), before: 6, limit: 10) == [])
      }
    }
  }

  private func trimmed(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      try store.write { try $0.trimLog(of: "flat", through: 4) }
      try store.read { reader in
        try #expect(reader.history(of: "flat", at: 4) == nil)
        try #expect(reader.changes(of: Self.kettle, before: 6, limit: 10) == [5])
      }
    }
  }
}
