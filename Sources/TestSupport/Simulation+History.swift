import Hub
import SyncProtocol

extension Simulation {
  /// Read backwards, the log of each zone leads from what there is to what there was, step by step:
  /// what an entry says it made of a record is what the entry after it found. And the history of
  /// each record is all of that.
  func checkHistory() throws {
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
          for change in try changes(of: stored) {
            try takeBack(change, from: &state, "\(zone) \(sequence)")
            guard TestSchema.schema.table(change.table)?.isHubOwned == false else { continue }
            sequences[change.id, default: []].insert(sequence)
            for whole in try wholes(of: change, in: zone, reader) {
              sequences[whole, default: []].insert(sequence)
              wholeIDs.insert(whole)
            }
          }
        }
        // A sample, of those first that have parts.
        let ids = wholeIDs.sorted().prefix(8) + sequences.keys.sorted().prefix(4)
        try checkRecords(of: found, sequences.filter { ids.contains($0.key) }, reader)
      }
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

  /// What the changed record is a part of, as far as the change or the record itself still says.
  private func wholes(
    of change: RecordChange, in zone: ZoneID, _ reader: any HubReader
  ) throws -> Set<RecordID> {
    guard let table = TestSchema.schema.table(change.table) else { return [] }
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
    of zone: HubZone, _ sequences: [RecordID: Set<Int64>], _ reader: any HubReader
  ) throws {
    guard let owner = try reader.grants(in: zone.id).first(where: { $0.role == .owner }) else {
      return
    }
    for (id, expected) in sequences.sorted(by: { $0.key < $1.key }) {
      // Parts may name a whole that is not of this zone any more.
      guard try reader.record(RecordPlace(zone: zone.id, id: id)) != nil else { continue }
      let page = try hub.history(
        HistoryRequest(zone: zone.id, record: id, limit: HistoryRequest.maxEntries),
        as: owner.account)
      let told = Set(page.entries.map(\.sequence))
      let missing = expected.subtracting(told)
      try require(
        missing.isEmpty || page.next != nil, "history: a record's is whole",
        "\(zone.id) \(id) lacks \(missing.sorted())")
    }
  }
}
