import Hub
import SyncProtocol

extension Simulation {
  /// Read backwards, the log of each zone leads from what there is to what there was, step by step:
  /// what an entry says it made of a record is what the entry after it found. And the history of
  /// each record is all of that.
  func checkHistory() throws {
    var expected: [(zone: ZoneID, owner: AccountID, sequences: [RecordID: Set<Int64>])] = []
    try store.read { reader in
      for (zone, image) in oracle.images where image.isAlive {
        guard let found = try reader.zone(zone) else { continue }
        var state = image.records.values.reduce(into: [RecordKey: SortedMap<FieldValue>]()) {
          if !$1.record.isDead { $0[$1.record.key] = $1.record.registers.values }
        }
        var sequences: [RecordID: Set<Int64>] = [:]
        var wholeIDs: Set<RecordID> = []
        for sequence in stride(from: found.head, to: found.floor, by: -1) {
          guard let stored = try reader.history(of: zone, at: sequence) else {
            throw SimulationFailure("history: the log has no gaps", "\(zone) \(sequence)")
          }
          for change in try changes(of: stored) where !contentRemoved.contains(change.id) {
            try takeBack(change, from: &state, "\(zone) \(sequence)")
            guard subject.schema.table(change.table)?.isHubOwned == false else { continue }
            sequences[change.id, default: []].insert(sequence)
            for whole in wholes(of: change) where !contentRemoved.contains(whole) {
              sequences[whole, default: []].insert(sequence)
              wholeIDs.insert(whole)
            }
          }
        }
        // A sample, of those first that have parts.
        let ids = wholeIDs.sorted().prefix(8) + sequences.keys.sorted().prefix(4)
        if let owner = try reader.grants(in: zone).first(where: { $0.role == .owner }) {
          // Parts may name a whole that is not of this zone any more.
          let known = try sequences.filter { id, _ in
            try ids.contains(id) && reader.record(RecordPlace(zone: zone, id: id)) != nil
          }
          expected.append((zone, owner.account, known))
        }
      }
    }
    // The hub reads for itself.
    for (zone, owner, sequences) in expected {
      try checkRecords(of: zone, sequences, as: owner)
    }
  }

  private func changes(of stored: StoredHistory) throws -> [RecordChange] {
    let entry = try LogEntry(wireBytes: stored.entry.bytes)
    let former = stored.before.isEmpty ? [] : try FormerRecord.list(wireBytes: stored.before)
    return entry.effects.map { effect in
      let old = former.first { $0.key == effect.key }
      return RecordChange(
        effect.kind, effect.table, effect.id, before: old?.registers ?? [:],
        after: effect.registers, movedTo: old?.movedTo)
    }
  }

  private func takeBack(
    _ change: RecordChange, from state: inout [RecordKey: SortedMap<FieldValue>], _ place: String
  ) throws {
    let now = state[change.key]
    switch change.kind {
    case .put:
      try require(
        now == change.after, "history: a record is put as it then is", "\(change.key) \(place)")
      state[change.key] = nil
    case .patch:
      try require(
        now == change.before.merging(change.after) { $1 },
        "history: each change begins where the one before it ended", "\(change.key) \(place)")
      state[change.key] = change.before
    case .drop:
      try require(
        now == nil && !change.before.isEmpty, "history: what goes was there",
        "\(change.key) \(place)")
      state[change.key] = change.before
    }
  }

  /// What the changed record is a part of.
  private func wholes(of change: RecordChange) -> Set<RecordID> {
    guard let table = subject.schema.table(change.table) else { return [] }
    var registers = change.before
    registers.merge(change.after) { $1 }
    var ids: Set<RecordID> = []
    for reference in table.references where reference.rule == .contained {
      guard let value = registers[reference.register] else { continue }
      ids.formUnion(reference.targets(in: value))
    }
    return ids
  }

  /// The history that the hub tells of a record misses nothing that the log has.
  private func checkRecords(
    of zone: ZoneID, _ sequences: [RecordID: Set<Int64>], as owner: AccountID
  ) throws {
    for (id, expected) in sequences.sorted(by: { $0.key < $1.key }) {
      let page = try hub.history(
        HistoryRequest(zone: zone, record: id, limit: HistoryRequest.maxEntries), as: owner)
      let missing = expected.subtracting(page.entries.map(\.sequence))
      try require(
        missing.isEmpty || page.next != nil, "history: a record's is whole",
        "\(zone) \(id) lacks \(missing.sorted())")
    }
  }
}
