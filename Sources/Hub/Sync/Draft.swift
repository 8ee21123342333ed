import SyncProtocol

/// What one change set would do: records, zones and grants as they would be, over the store as it
/// is. Nothing is written before `commit`, so that a refusal leaves no trace.
final class Draft {
  let writer: any HubWriter
  let schema: SyncSchema
  private let maxWrittenBytes: Int
  /// Each record that was looked at, by its place: found with one hash, whatever is asked of it.
  private var known: [RecordPlace: Int] = [:]
  private var entries: [Entry] = []
  /// Where records of an id are, for ids that were asked about or changed.
  private var whereabouts: [RecordID: Whereabouts] = [:]
  /// The changed records in the order in which they were first changed, by where they are in
  /// `entries`; one that was withdrawn leaves its slot empty.
  private var order: [Int?] = []
  private var zones: [ZoneID: HubZone?] = [:]
  private(set) var changedZones: Set<ZoneID> = []
  /// The zones that this change set writes to, or does away with.
  var writtenZones: Set<ZoneID> {
    changedZones.union(order.compactMap { $0.map { entries[$0].place.zone } })
  }
  private(set) var touchedAccounts: Set<AccountID> = []
  private var grants: [HubGrant] = []
  private(set) var removedGrants: [(zone: ZoneID, account: AccountID)] = []
  /// What `commit` has appended to the logs.
  private(set) var freshEntries: [FreshEntries.Entry] = []
  /// Zones that were merged before, and whose successor is another one now. Nobody reads them.
  private var redirected: Set<ZoneID> = []
  /// Zones whose readers load them anew: their logs begin after this change set.
  private var reloaded: Set<ZoneID> = []
  /// Who refers to what, among the changed records; `nil` until somebody asks, which hardly any
  /// change set makes necessary.
  private var changedReferrers: [RecordPlace: [RecordID]]?
  /// Records that were put so far: while it stays the same, so does what there is.
  private(set) var putCount = 0

  /// A record as the store has it and as it would be. A class: looking at one part of a struct with
  /// so many texts would copy them all.
  private final class Entry {
    let place: RecordPlace
    let original: HubRecord?
    /// `nil` while it is not changed.
    var record: HubRecord?
    /// In `order`.
    var slot: Int?
    /// What the changed record refers to while it is alive, each once and in their order.
    var references: [RecordID] = []

    init(place: RecordPlace, original: HubRecord?) {
      self.place = place
      self.original = original
    }
  }

  private struct Whereabouts {
    /// Where the store has records and tombstones; `nil` until somebody asks.
    var stored: [(zone: ZoneID, isDead: Bool)]?
    /// The zones in which changed records are alive.
    var live: [ZoneID] = []

    mutating func add(_ zone: ZoneID) {
      if !live.contains(zone) { live.append(zone) }
    }
  }

  init(
    writer: any HubWriter, schema: SyncSchema, maxWrittenBytes: Int = Hub.maxWrittenBytes
  ) {
    self.maxWrittenBytes = maxWrittenBytes
    self.writer = writer
    self.schema = schema
  }

  /// Room that is made at once, whatever a client says that it sends.
  private static let maxReserved = 8192

  /// Makes room for a change set of so many mutations.
  func reserve(_ count: Int) {
    let count = min(count, Self.maxReserved)
    known.reserveCapacity(count)
    entries.reserveCapacity(count)
    order.reserveCapacity(count)
    whereabouts.reserveCapacity(count)
  }

  // MARK: Records

  func record(_ place: RecordPlace) throws -> HubRecord? {
    let index = try index(of: place)
    return entries[index].record ?? entries[index].original
  }

  /// Whether a live record of the table is in this place.
  func hasLive(_ place: RecordPlace, of table: String) throws -> Bool {
    let index = try index(of: place)
    guard let isDead = entries[index].record?.isDead ?? entries[index].original?.isDead
    else { return false }
    return !isDead && (entries[index].record?.table ?? entries[index].original?.table) == table
  }

  /// The record as the store has it.
  func original(_ place: RecordPlace) throws -> HubRecord? {
    entries[try index(of: place)].original
  }

  /// Whether the store has a record or tombstone in this place.
  func wasThere(_ place: RecordPlace) throws -> Bool {
    entries[try index(of: place)].original != nil
  }

  /// Where a record is in `entries`, after a look into the store the first time.
  private func index(of place: RecordPlace) throws -> Int {
    if let index = known[place] { return index }
    var record: HubRecord?
    // A new record is in no zone, which was found out when its id was looked up.
    if whereabouts[place.id]?.stored?.contains(where: { $0.zone == place.zone }) ?? true {
      record = try writer.record(place)
    }
    known[place] = entries.count
    entries.append(Entry(place: place, original: record))
    return entries.count - 1
  }

  /// Every zone in which the store has a record or tombstone with this id.
  func places(of id: RecordID) throws -> [(zone: ZoneID, isDead: Bool)] {
    if let known = whereabouts[id]?.stored { return known }
    let places = try writer.places(of: id)
    whereabouts[id, default: Whereabouts()].stored = places
    return places
  }

  func put(_ record: HubRecord) throws {
    let index = try index(of: record.place)
    putCount += 1
    entries[index].record = record
    if entries[index].slot == nil {
      entries[index].slot = order.count
      order.append(index)
    }
    guard !record.isDead else {
      entries[index].references = []
      whereabouts[record.id]?.live.removeAll { $0 == record.zone }
      return
    }
    whereabouts[record.id, default: Whereabouts()].add(record.zone)
    let references = references(of: record)
    // Most changes, such as looking after a reference, leave the others as they are.
    if changedReferrers != nil {
      let former = Set(entries[index].references)
      for target in references where !former.contains(target) {
        changedReferrers?[RecordPlace(zone: record.zone, id: target), default: []]
          .append(record.id)
      }
    }
    entries[index].references = references
  }

  /// Takes back a record that this draft has put where there was none: it goes to another zone.
  func withdraw(_ place: RecordPlace) {
    putCount += 1
    whereabouts[place.id]?.live.removeAll { $0 == place.zone }
    guard let index = known[place] else { return }
    entries[index].record = nil
    entries[index].references = []
    if let slot = entries[index].slot { order[slot] = nil }
    entries[index].slot = nil
  }

  /// The ids a record refers to, each once and in their order.
  func references(of record: HubRecord) -> [RecordID] {
    guard let table = schema.table(record.table) else { return [] }
    var ids: [RecordID] = []
    for reference in table.references {
      guard let value = record.registers.values[reference.register] else { continue }
      reference.forEachTarget(in: value) { ids.append($0) }
    }
    guard ids.count > 1 else { return ids }
    ids.sort()
    var unique: [RecordID] = []
    unique.reserveCapacity(ids.count)
    for id in ids where id != unique.last { unique.append(id) }
    return unique
  }

  /// The live records of the target's zone that refer to it.
  func referrers(to target: RecordPlace) throws -> [HubRecord] {
    var ids = Set(try writer.referrers(to: target))
    ids.formUnion(referrersAmongChanged()[target] ?? [])
    return try ids.sorted().compactMap { id in
      guard let record = try record(RecordPlace(zone: target.zone, id: id)), !record.isDead,
        references(of: record).contains(target.id)
      else { return nil }
      return record
    }
  }

  private func referrersAmongChanged() -> [RecordPlace: [RecordID]] {
    if let changedReferrers { return changedReferrers }
    var referrers: [RecordPlace: [RecordID]] = [:]
    for entry in entries {
      for target in entry.references {
        referrers[RecordPlace(zone: entry.place.zone, id: target), default: []]
          .append(entry.place.id)
      }
    }
    changedReferrers = referrers
    return referrers
  }

  /// The records that were changed, in the order in which they were first changed.
  var changedRecords: [HubRecord] { order.compactMap { $0.flatMap { entries[$0].record } } }

  /// The live record of a zone that has a key in the store and keeps it.
  func holder(
    of key: UniqueKey, in zone: ZoneID, otherThan id: RecordID
  ) throws -> RecordID? {
    guard let holder = try writer.holder(of: key, in: zone), holder != id else { return nil }
    guard let record = try record(RecordPlace(zone: zone, id: holder)), !record.isDead,
      let table = schema.table(record.table),
      table.uniqueKeys(of: record.registers.values).contains(key)
    else { return nil }
    return holder
  }

  /// The zone in which a live record has this id, if there is one.
  func liveZone(of id: RecordID) throws -> ZoneID? {
    if let changed = whereabouts[id]?.live.min() { return changed }
    for (zone, isDead) in try places(of: id) where !isDead {
      let place = RecordPlace(zone: zone, id: id)
      if let index = known[place], entries[index].record?.isDead == true { continue }
      if try self.zone(zone)?.isAlive == true { return zone }
    }
    return nil
  }

  // MARK: Zones and grants

  func zone(_ id: ZoneID) throws -> HubZone? {
    if let known = zones[id] { return known }
    let zone = try writer.zone(id)
    zones[id] = .some(zone)
    return zone
  }

  func put(_ zone: HubZone) {
    zones[zone.id] = .some(zone)
    changedZones.insert(zone.id)
  }

  /// Another zone stands for a merged one.
  func redirect(_ zone: HubZone) {
    zones[zone.id] = .some(zone)
    redirected.insert(zone.id)
  }

  func put(_ grant: HubGrant, name: String, cause: String, stamp: Stamp, now: Int64) throws {
    let isNew = try writer.grant(in: grant.zone, for: grant.account) == nil
    grants.append(grant)
    touchedAccounts.insert(grant.account)
    let place = try participantPlace(of: grant.account, in: grant.zone)
    var record =
      try record(place) ?? HubRecord(zone: grant.zone, table: "participants", id: place.id)
    if isNew || record.isDead {
      record.isDead = false
      record.diedAt = nil
      record.registers["joinedAt"] = Register(.integer(now), stamp)
      record.registers["cause"] = Register(.text(cause), stamp)
    }
    record.registers["accountID"] = Register(.text(grant.account), stamp)
    record.registers["name"] = Register(.text(name), stamp)
    record.registers["role"] = Register(.text(grant.role.rawValue), stamp)
    try put(record)
  }

  func removeGrant(in zone: ZoneID, for account: AccountID, stamp: Stamp) throws {
    removedGrants.append((zone, account))
    touchedAccounts.insert(account)
    let place = try participantPlace(of: account, in: zone)
    guard var record = try record(place), !record.isDead else { return }
    record.isDead = true
    record.diedAt = stamp
    try put(record)
  }

  /// Where a zone keeps that an account is in it. The id can be foretold, and somebody may have used
  /// it for something else; then there is a next one.
  private func participantPlace(of account: AccountID, in zone: ZoneID) throws -> RecordPlace {
    for id in HubRecord.participantIDs(of: account, in: zone) {
      let place = RecordPlace(zone: zone, id: id)
      if let record = try record(place) {
        if record.table == "participants" { return place }
        continue
      }
      if try places(of: id).isEmpty { return place }
    }
    throw Refusal(.limit, nil, "ids of participants")
  }

  func touch(_ account: AccountID) { touchedAccounts.insert(account) }

  /// Lets everyone load the zone anew. Its log is not told of this change set, and loses what it
  /// had.
  func reload(_ zone: ZoneID) { reloaded.insert(zone) }
}

extension Draft {
  /// Writes the draft: one log entry in each zone that changes, under the zone's next sequence.
  ///
  /// - Returns: the new heads of the zones that changed.
  func commit(stamp: Stamp, author: AccountID, now: Int64) throws -> [ZoneID: Int64] {
    if isPlanted(.zoneByZoneCommit), stamp.changeSet.number % 3 == 0 { stopAfterFirstZone() }
    let writes = order.compactMap { $0.flatMap { write(entries[$0]) } }
    let told = Set(writes.filter { isTold($0) }.map(\.record.zone))
    let next = try nextZones(of: told.union(changedZones))
    let effects = try encode(writes)
    // From here on only the store can fail: a refusal has written nothing.
    try tellOfLosses(author: author, stamp: stamp, now: now)
    try tellOfMerges(author: author, stamp: stamp, now: now)
    try keepDeletedZones(author: author, stamp: stamp, now: now)
    let heads = Dictionary(uniqueKeysWithValues: next.map { ($0.id, $0.head) })
    for zone in next {
      put(zone)
      try writer.putZone(zone)
    }
    for id in redirected.subtracting(heads.keys).sorted() {
      if let zone = try zone(id) { try writer.putZone(zone) }
    }
    for var grant in grants {
      let old = try writer.grant(in: grant.zone, for: grant.account)
      grant.since = old?.grantID == grant.grantID ? old?.since ?? 0 : heads[grant.zone] ?? 0
      try writer.putGrant(grant)
    }
    for (zone, account) in removedGrants { try writer.removeGrant(in: zone, for: account) }
    try store(writes, heads)
    for zone in next {
      if reloaded.contains(zone.id) {
        try writer.trimLog(of: zone.id, through: zone.head)
        continue
      }
      // Most change sets are of one zone.
      let own =
        next.count == 1 && writes.allSatisfy { $0.record.zone == zone.id }
        ? writes : writes.filter { $0.record.zone == zone.id }
      let entry = LogEntry(
        zone: zone.id, sequence: zone.head, changeSet: stamp.changeSet, author: author,
        time: stamp.time, clock: clock(of: own), committedAt: now, parts: heads.count > 1 ? heads : [:],
        effects: own.compactMap(\.effect))
      let stored = StoredEntry(
        zone: zone.id, sequence: zone.head,
        bytes: entry.wireBytes(effects: effects[zone.id]?.bytes ?? []))
      try writer.appendLog(
        stored, before: former(own), changeSet: stamp.changeSet, committedAt: now)
      try noteChanges(own, at: zone.head)
      freshEntries.append(FreshEntries.Entry(entry: entry, stored: stored))
    }
    for account in touchedAccounts { try writer.touchAccount(account) }
    return heads
  }

  /// The greatest time among the stamps of the records that are told whole. All but those that were
  /// made just now may have been written elsewhere, by somebody whose clock was ahead.
  private func clock(of writes: [Write]) -> HybridTime {
    if isPlanted(.arrivalKeepsClock) { return .zero }
    return writes.reduce(.zero) { clock, write in
      guard write.effect?.kind == .put else { return clock }
      return max(clock, write.record.registers.newestStamp?.time ?? .zero)
    }
  }

  /// What the records were that readers are told a change of, in its wire form. Whole: what they
  /// were called, and what they belonged to, is then known with each change.
  private func former(_ writes: [Write]) -> [UInt8] {
    // New records, of which an import has thousands, were nothing.
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

  /// Notes for each record that was there before that something has happened to it or to its parts.
  private func noteChanges(_ writes: [Write], at sequence: Int64) throws {
    var changes: [RecordPlace: Set<Int64>] = [:]
    func note(_ part: HubRecord, _ reference: ReferenceSchema) throws {
      guard let value = part.registers.values[reference.register] else { return }
      try reference.forEachTarget(in: value) { whole in
        let place = RecordPlace(zone: part.zone, id: whole)
        // Whoever was made just now has had nothing happen to it before.
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
    for (place, sequences) in changes.sorted(by: { $0.key.id < $1.key.id }) {
      try writer.noteChanges(of: place, at: sequences.filter { $0 > 0 }.sorted())
    }
  }

  /// A hub that commits zone by zone, and stops after the first one.
  private func stopAfterFirstZone() {
    let places = order.compactMap { $0.map { entries[$0].place } }
    guard let first = places.map(\.zone).min() else { return }
    for place in places where place.zone != first { withdraw(place) }
    changedZones.formIntersection([first])
  }

  /// One record to be stored, with what readers of its zone must be told.
  private final class Write {
    let record: HubRecord
    /// What the store has in its place; `nil` where nothing is.
    let original: HubRecord?
    /// What it refers to while it is alive.
    let references: [RecordID]
    let effect: Effect?
    /// The wire form of its registers' values, from when it is encoded until it is stored.
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
    guard let record = entry.record else { return nil }
    let original = entry.original
    if let original, original == record { return nil }
    let isTold = !reloaded.contains(record.zone)
    return Write(
      record: record, original: original, references: entry.references,
      effect: isTold ? schema.effect(from: original, to: record) : nil)
  }

  /// Whether readers of its zone hear of it. Of a stamp alone, too: their clocks must be ahead of
  /// it before they write to the same register, or what they write would be taken for older.
  private func isTold(_ write: Write) -> Bool {
    if write.effect != nil { return true }
    return !write.record.isDead
      && !reloaded.contains(write.record.zone)
  }

  /// The zones that change, with their next heads. Throws when one of them is full.
  private func nextZones(of ids: Set<ZoneID>) throws -> [HubZone] {
    let deltas = countDeltas()
    return try ids.sorted().compactMap { id in
      guard var zone = try zone(id) else { return nil }
      zone.head += 1
      zone.recordCount += deltas[id] ?? 0
      if let kind = schema.zoneKinds[zone.kind], zone.recordCount > kind.maxRecords {
        throw Refusal(.limit, nil, "records in one zone")
      }
      return zone
    }
  }

  /// The wire form of the effects on each zone, which share the values with the records: each is put
  /// into bytes once. Throws when it is more than readers can be told at once, however little was
  /// sent: a move names a record and writes all of it.
  private func encode(_ writes: [Write]) throws -> [ZoneID: WireWriter] {
    var effects: [ZoneID: WireWriter] = [:]
    var byteCount = 0
    for write in writes {
      write.values = FieldValue.map(write.record.registers.values).wireBytes
      if let effect = write.effect {
        var told = effects.removeValue(forKey: write.record.zone)
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
    for write in writes {
      var record = write.record
      // The last change that anybody was told: its history begins there.
      let isNoted = write.effect != nil || write.original == nil || reloaded.contains(record.zone)
      if isNoted || isPlanted(.stampsAsChanges), let head = heads[record.zone] {
        record.sequence = head
      }
      try writer.putRecord(
        record, references: write.references, values: write.values,
        isNew: write.original == nil)
      write.values = []
    }
    try commitKeys(of: writes)
  }

  /// Keys that go are removed first: another record of the change set may take them.
  private func commitKeys(of writes: [Write]) throws {
    var added: [(place: RecordPlace, keys: Set<UniqueKey>)] = []
    for write in writes {
      guard let table = schema.table(write.record.table), table.hasUniqueKeys else { continue }
      let isLive = { (record: HubRecord?) in record.map { !$0.isDead } ?? false }
      let old = Set(
        isLive(write.original)
          ? write.original.map { table.uniqueKeys(of: $0.registers.values) } ?? [] : [])
      let new = Set(
        isLive(write.record) ? table.uniqueKeys(of: write.record.registers.values) : [])
      let place = write.record.place
      for key in old.subtracting(new).sorted() { try writer.removeKey(key, of: place) }
      if !new.subtracting(old).isEmpty { added.append((place, new.subtracting(old))) }
    }
    for (place, keys) in added {
      for key in keys.sorted() { try writer.putKey(key, of: place) }
    }
  }

  /// Live client records that the draft adds to each zone, minus those it takes away.
  private func countDeltas() -> [ZoneID: Int] {
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

  /// Live client records of a zone as the draft leaves it.
  func recordCount(in zone: ZoneID) throws -> Int {
    (try self.zone(zone)?.recordCount ?? 0) + (countDeltas()[zone] ?? 0)
  }
}
