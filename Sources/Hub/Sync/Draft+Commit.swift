import SyncProtocol

/// Writing a draft to the store, in one piece.
extension Draft {
  /// Writes the draft: one log entry in each zone that changes, under the zone's next sequence.
  ///
  /// - Parameters:
  ///   - committedAt: the time of its first commit, for a change set that comes back after a
  ///     restore.
  ///   - fingerprint: of the change set's content, if a replica made it.
  ///   - willWrite: called when nothing can be refused, or need more locks, any more.
  /// - Returns: the new heads of the zones that changed.
  func commit(
    stamp: Stamp, author: AccountID, now: Int64, committedAt: Int64? = nil,
    fingerprint: UInt32? = nil, willWrite: () -> Void = {}
  ) throws -> [ZoneID: Int64] {
    try followFamilies(author: author, stamp: stamp, now: now)
    try endInvitesOfChildren(author: author, stamp: stamp, now: now)
    if isPlanted(.zoneByZoneCommit), stamp.changeSet.number % 3 == 0 { stopAfterFirstZone() }
    let writes = order.compactMap { $0.flatMap { write(entries[$0]) } }
    let told = Set(writes.filter { isTold($0) }.map(\.record.zone))
    let next = try nextZones(of: told.union(changedZones))
    let effects = try encode(writes)
    try requireWitnesses()
    // From here on only the store can fail; a refused change set has written nothing.
    willWrite()
    try tellOfLosses(author: author, stamp: stamp, now: now)
    try tellOfMerges(author: author, stamp: stamp, now: now)
    try tellOfLeaving(author: author, stamp: stamp, now: now)
    try keepDeletedZones(author: author, stamp: stamp, now: now)
    let heads = Dictionary(uniqueKeysWithValues: next.map { ($0.id, $0.head) })
    // Most change sets concern one zone.
    let parts =
      next.count == 1 && writes.allSatisfy { $0.record.zone == next[0].id }
      ? [next[0].id: writes] : Dictionary(grouping: writes, by: \.record.zone)
    let arrived = parts.mapValues { clock(of: $0) }
    try put(next, at: stamp.time, arrived)
    for var grant in grants {
      let old = try self.grant(in: grant.zone, for: grant.account)
      grant.since = old?.grantID == grant.grantID ? old?.since ?? 0 : heads[grant.zone] ?? 0
      try writer.putGrant(grant)
    }
    for (zone, account) in removedGrants { try writer.removeGrant(in: zone, for: account) }
    try writeBeside()
    try store(writes, heads)
    var logged: [LogWrite] = []
    var notes: [RecordChangeNote] = []
    for zone in next {
      if reloaded.contains(zone.id) {
        try writer.trimLog(of: zone.id, through: zone.head)
        continue
      }
      let own = parts[zone.id] ?? []
      let entry = LogEntry(
        zone: zone.id, sequence: zone.head, changeSet: stamp.changeSet, author: author,
        time: stamp.time, clock: arrived[zone.id] ?? .zero, committedAt: committedAt ?? now,
        fingerprint: fingerprint, parts: heads.count > 1 ? heads : [:],
        effects: own.compactMap(\.effect))
      let stored = StoredEntry(
        zone: zone.id, sequence: zone.head,
        bytes: entry.wireBytes(effects: effects[zone.id]?.bytes ?? []))
      logged.append(
        LogWrite(
          stored, before: former(own), changeSet: stamp.changeSet,
          committedAt: committedAt ?? now))
      notes += try changeNotes(own, at: zone.head)
      freshEntries.append(FreshEntries.Entry(entry: entry, stored: stored))
    }
    if !logged.isEmpty { try writer.appendLog(logged) }
    if !notes.isEmpty { try writer.noteChanges(notes) }
    for account in touchedAccounts { try writer.touchAccount(account) }
    return heads
  }

  /// Stores the zones that change, and merged zones that lead to another zone now.
  private func put(
    _ next: [HubZone], at time: HybridTime, _ arrived: [ZoneID: HybridTime]
  ) throws {
    var changed: [HubZone] = []
    for var zone in next {
      // If the hub's wall clock is set back, later stamps still come after this time.
      zone.clock = max(zone.clock, time, arrived[zone.id] ?? .zero)
      put(zone)
      changed.append(zone)
    }
    let heads = Set(next.map(\.id))
    for id in redirected.subtracting(heads).sorted() {
      if let zone = try zone(id) { changed.append(zone) }
    }
    if !changed.isEmpty { try writer.putZones(changed) }
  }

  /// The greatest time among the stamps of records that are put. Except for new records, these may
  /// have been written elsewhere, by an author whose clock was ahead.
  private func clock(of writes: [Write]) -> HybridTime {
    if isPlanted(.arrivalKeepsClock) { return .zero }
    return writes.reduce(.zero) { clock, write in
      guard write.effect?.kind == .put else { return clock }
      return max(clock, write.record.registers.newestStamp?.time ?? .zero)
    }
  }

  /// The former state of each record with a reported change, in its wire form. It is complete, so
  /// that each change can be shown with the record's name and parent.
  private func former(_ writes: [Write]) -> [UInt8] {
    // New records, of which an import has thousands, have no former state.
    guard writes.contains(where: { $0.original != nil }) else { return [] }
    let former = writes.compactMap { write -> FormerRecord? in
      guard let effect = write.effect, effect.kind != .put, let original = write.original else {
        return nil
      }
      let source = isPlanted(.formerIsPresent) ? write.record : original
      return FormerRecord(
        effect.key, registers: source.registers.values,
        movedTo: effect.kind == .drop ? write.record.movedTo : nil)
    }
    return former.isEmpty ? [] : FormerRecord.wireBytes(of: former)
  }

  /// Notes of changes for each existing record that has changed or of which a part has changed.
  private func changeNotes(
    _ writes: [Write], at sequence: Int64
  ) throws -> [RecordChangeNote] {
    var changes: [RecordPlace: Set<Int64>] = [:]
    func note(_ part: HubRecord, _ reference: ReferenceSchema) throws {
      guard let value = part.registers.values[reference.register] else { return }
      try reference.forEachTarget(in: value) { whole in
        let place = RecordPlace(zone: part.zone, id: whole)
        // A record that was just created has no earlier changes.
        if try wasThere(place) { changes[place, default: []].insert(sequence) }
      }
    }
    for write in writes where write.effect != nil {
      guard let table = schema.table(write.record.table), !table.isHubOwned else { continue }
      if let original = write.original {
        let first = isPlanted(.firstChangeForgotten) ? sequence : original.sequence
        changes[original.place, default: []].formUnion([first, sequence])
      }
      for reference in table.references
      where reference.rule == .contained && !isPlanted(.partsUnnoted) {
        try note(write.record, reference)
        if let original = write.original { try note(original, reference) }
      }
    }
    return changes.sorted { $0.key.id < $1.key.id }.map { place, sequences in
      RecordChangeNote(of: place, at: sequences.filter { $0 > 0 }.sorted())
    }
  }

  /// For a planted bug: a hub that commits zone by zone, and stops after the first zone.
  private func stopAfterFirstZone() {
    let places = order.compactMap { $0.map { entries[$0].place } }
    guard let first = places.map(\.zone).min() else { return }
    for place in places where place.zone != first { withdraw(place) }
    changedZones.formIntersection([first])
  }

  /// A record to be stored, with the effect that readers of its zone receive.
  private final class Write {
    let record: HubRecord
    /// The record that the store has in its place; `nil` if there is none.
    let original: HubRecord?
    /// The ids that it refers to; empty if it is dead.
    let references: [RecordID]
    let effect: Effect?
    /// The wire form of its registers' values, between encoding and storing.
    var values: [UInt8] = []

    init(
      record: HubRecord, original: HubRecord?, references: [RecordID], effect: Effect?
    ) {
      self.record = record
      self.original = original
      self.references = references
      self.effect = effect
    }
  }

  private func write(_ entry: Entry) -> Write? {
    guard var record = entry.record else { return nil }
    let original = entry.original
    // For the comparison only: a record that left and came back is unchanged. The sequence is set
    // when the record is stored.
    if let original { record.sequence = original.sequence }
    if let original, original == record { return nil }
    let isTold = !reloaded.contains(record.zone)
    return Write(
      record: record, original: original, references: entry.references,
      effect: isTold ? schema.effect(from: original, to: record) : nil)
  }

  /// Whether readers of its zone receive something. A changed stamp alone counts too: their clocks
  /// must pass it before they write to the same register, or their writes would count as older.
  private func isTold(_ write: Write) -> Bool {
    if write.effect != nil { return true }
    return !write.record.isDead
      && !reloaded.contains(write.record.zone)
  }

  /// The zones that change, with their new heads. Throws if one of them is full.
  private func nextZones(of ids: Set<ZoneID>) throws -> [HubZone] {
    let deltas = countDeltas()
    return try ids.sorted().compactMap { id in
      guard var zone = try zone(id) else { return nil }
      zone.head += 1
      zone.recordCount += deltas[id] ?? 0
      if let kind = schema.zoneKinds[zone.kind], zone.recordCount > kind.maxRecords,
        !isPlanted(.zoneUnlimited)
      {
        throw Refusal(.limit, nil, "records in one zone")
      }
      return zone
    }
  }

  /// The wire form of the effects for each zone.
  ///
  /// They share the values with the records, so each value is encoded once. Throws if it exceeds
  /// what readers can receive at once, however little was sent: a move names a record and writes
  /// all of it.
  private func encode(_ writes: [Write]) throws -> [ZoneID: WireWriter] {
    var effects: [ZoneID: WireWriter] = [:]
    var byteCount = 0
    for write in writes {
      write.values = FieldValue.map(write.record.registers.values).wireBytes
      if let effect = write.effect {
        var told =
          effects.removeValue(forKey: write.record.zone)
          ?? WireWriter(capacity: write.values.count + 128)
        byteCount -= told.bytes.count
        told.append(effect, values: write.values)
        byteCount += told.bytes.count
        effects[write.record.zone] = told
      }
      if byteCount > maxWrittenBytes, !isPlanted(.writtenUnlimited) {
        throw Refusal(.limit, nil, "bytes written by one change set")
      }
    }
    return effects
  }

  private func store(_ writes: [Write], _ heads: [ZoneID: Int64]) throws {
    var dead: [RecordWrite] = []
    var live: [RecordWrite] = []
    live.reserveCapacity(writes.count)
    for write in writes {
      var record = write.record
      // The last change that anyone was told of, where the record's history begins.
      let isNoted = write.effect != nil || write.original == nil || reloaded.contains(record.zone)
      if isNoted || isPlanted(.stampsAsChanges), let head = heads[record.zone] {
        record.sequence = head
      }
      let stored = RecordWrite(
        record, references: write.references, values: write.values,
        isNew: write.original == nil)
      write.values = []
      if record.isDead { dead.append(stored) } else { live.append(stored) }
    }
    // Records that leave a zone first, because an id may be alive in only one zone.
    if !writes.isEmpty { try writer.putRecords(dead.isEmpty ? live : dead + live) }
    try commitKeys(of: writes)
    try commitBlobNames(of: writes)
  }

  /// Updates the counts of blob names, by zone.
  private func commitBlobNames(of writes: [Write]) throws {
    var changes = BlobNameChanges()
    for write in writes {
      guard let table = schema.table(write.record.table), !table.blobRegisters.isEmpty else {
        continue
      }
      if let original = write.original { changes.add(original, -1, table) }
      changes.add(write.record, 1, table)
    }
    let counts = changes.sorted
    if !counts.isEmpty { try writer.countBlobNames(counts) }
  }

  /// Updates unique keys. Lost keys are removed first, because another record of the change set may
  /// take them.
  private func commitKeys(of writes: [Write]) throws {
    var added: [HeldKey] = []
    var removed: [HeldKey] = []
    for write in writes {
      guard let table = schema.table(write.record.table), table.hasUniqueKeys else { continue }
      let isLive = { (record: HubRecord?) in record.map { !$0.isDead } ?? false }
      let old = Set(
        isLive(write.original)
          ? write.original.map { table.uniqueKeys(of: $0.registers.values) } ?? [] : [])
      let new = Set(
        isLive(write.record) ? table.uniqueKeys(of: write.record.registers.values) : [])
      let place = write.record.place
      removed += old.subtracting(new).sorted().map { HeldKey(key: $0, place: place) }
      added += new.subtracting(old).sorted().map { HeldKey(key: $0, place: place) }
    }
    guard !removed.isEmpty || !added.isEmpty else { return }
    try writer.changeKeys(removed: removed, added: added)
  }

  /// The change in the number of each zone's live records, without hub-owned ones.
  func countDeltas() -> [ZoneID: Int] {
    var deltas: [ZoneID: Int] = [:]
    for entry in entries {
      guard let table = entry.record?.table, let isDead = entry.record?.isDead,
        schema.table(table)?.isHubOwned == false
      else { continue }
      let wasDead = entry.original?.isDead ?? true
      guard isDead != wasDead else { continue }
      deltas[entry.place.zone, default: 0] += isDead ? -1 : 1
    }
    return deltas
  }

  /// The number of a zone's live records after the draft, without hub-owned ones.
  func recordCount(in zone: ZoneID) throws -> Int {
    (try self.zone(zone)?.recordCount ?? 0) + (countDeltas()[zone] ?? 0)
  }
}
