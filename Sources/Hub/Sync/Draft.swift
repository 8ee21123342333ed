import SyncProtocol

/// What a change set would do: records, zones and grants as they would be, over the state of the
/// store. Nothing is written before `commit`, so that a refusal leaves no trace.
final class Draft {
  let writer: any HubWriter
  let schema: SyncSchema
  let maxWrittenBytes: Int
  let owned: OwnedRecords
  /// The index in `entries` of each record that was looked at, found with one hash.
  var known: [RecordPlace: Int] = [:]
  var entries: [Entry] = []
  /// Where records with an id are, for ids that were asked about or changed.
  var whereabouts: [RecordID: Whereabouts] = [:]
  /// The records that refer to a place in the store, for places that were asked about.
  var storedReferrers: [RecordPlace: [RecordID]] = [:]
  /// The indexes in `entries` of the changed records, in the order in which they first changed;
  /// `nil` for one that was withdrawn.
  var order: [Int?] = []
  private var zones: [ZoneID: HubZone?] = [:]
  /// The author's grants, as the store has them.
  private var storedGrants: [ZoneID: [AccountID: HubGrant?]] = [:]
  /// The zones and accounts that its transaction has locked; `nil` for the whole store.
  let locks: HubLocks?
  var changedZones: Set<ZoneID> = []
  /// The zones that this change set writes to or deletes.
  var writtenZones: Set<ZoneID> {
    changedZones.union(order.compactMap { $0.map { entries[$0].place.zone } })
  }
  var touchedAccounts: Set<AccountID> = []
  var grants: [HubGrant] = []
  var removedGrants: [(zone: ZoneID, account: AccountID)] = []
  /// Zones whose share with a family was changed, and those whose share was ended.
  var followedShares: Set<ZoneID> = []
  var endedShares: Set<ZoneID> = []
  /// Roles that somebody was given themselves in a zone in which they are by a family.
  var directRoles: [ZoneID: [AccountID: Role]] = [:]
  /// What follows besides records and grants, to be written with the draft.
  var changesBeside: [ChangeBeside] = []
  /// Whether it is taken back after a restore, and the zones that it was about when it was judged.
  var isHandedBack = false
  var spannedZones: Set<ZoneID> = []
  /// Decides whether a family's share admits anybody now.
  var gate = SharingGate(isStarted: true)
  /// The entries that `commit` has appended to logs.
  var freshEntries: [FreshEntries.Entry] = []
  /// Zones merged earlier that lead to another zone now. Nobody reads them.
  var redirected: Set<ZoneID> = []
  /// Zones that all readers must load anew, because their logs begin after this change set.
  var reloaded: Set<ZoneID> = []
  /// A copy, made in advance, of a zone that somebody is about to lose.
  var copyAside: CopyAside?
  /// The references among the changed records; `nil` until they are needed, which is rare.
  private var changedReferrers: [RecordPlace: [RecordID]]?
  /// How often a record was put. While it is unchanged, so are the records.
  private(set) var putCount = 0

  /// A record as it is in the store and as it would be. A class, because reading one part of a
  /// struct with so many texts would copy them all.
  final class Entry {
    let place: RecordPlace
    let original: HubRecord?
    /// `nil` if it has not changed.
    var record: HubRecord?
    /// Its index in `order`.
    var slot: Int?
    /// The ids that the changed record refers to if it is alive, each once, sorted.
    var references: [RecordID] = []

    init(place: RecordPlace, original: HubRecord?) {
      self.place = place
      self.original = original
    }
  }

  struct Whereabouts {
    /// The zones in which the store has a record or tombstone; `nil` until it is asked.
    var stored: [(zone: ZoneID, isDead: Bool)]?
    /// The zones in which changed records are alive.
    var live: [ZoneID] = []

    mutating func add(_ zone: ZoneID) {
      if !live.contains(zone) { live.append(zone) }
    }
  }

  init(
    writer: any HubWriter, schema: SyncSchema, maxWrittenBytes: Int = Hub.maxWrittenBytes,
    owned: OwnedRecords = OwnedRecords(max: .max), locks: HubLocks? = nil
  ) {
    self.locks = locks
    self.owned = owned
    self.maxWrittenBytes = maxWrittenBytes
    self.writer = writer
    self.schema = schema
  }

  /// The most entries for which room is made in advance, whatever a client announces.
  static let maxReserved = 8192

  /// Makes room for a change set with so many mutations.
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

  /// Whether the place has a live record of the table.
  func hasLive(_ place: RecordPlace, of table: String) throws -> Bool {
    let index = try index(of: place)
    guard let isDead = entries[index].record?.isDead ?? entries[index].original?.isDead
    else { return false }
    return !isDead && (entries[index].record?.table ?? entries[index].original?.table) == table
  }

  /// The record as it is in the store.
  func original(_ place: RecordPlace) throws -> HubRecord? {
    entries[try index(of: place)].original
  }

  /// Whether the store has a record or tombstone in the place.
  func wasThere(_ place: RecordPlace) throws -> Bool {
    entries[try index(of: place)].original != nil
  }

  /// A record's index in `entries`; reads the store the first time.
  private func index(of place: RecordPlace) throws -> Int {
    if let index = known[place] { return index }
    try require(place.zone)
    var record: HubRecord?
    // A new record is in no zone, as the look-up of its id has shown.
    if whereabouts[place.id]?.stored?.contains(where: { $0.zone == place.zone }) ?? true {
      record = try writer.record(place)
    }
    return note(record, at: place)
  }

  /// Notes what the store has in a place. Returns the index in `entries`.
  @discardableResult
  func note(_ original: HubRecord?, at place: RecordPlace) -> Int {
    known[place] = entries.count
    entries.append(Entry(place: place, original: original))
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
    // In most changes the set of references stays the same.
    if changedReferrers != nil {
      let former = Set(entries[index].references)
      for target in references where !former.contains(target) {
        changedReferrers?[RecordPlace(zone: record.zone, id: target), default: []]
          .append(record.id)
      }
    }
    entries[index].references = references
  }

  /// Takes back a record that this draft has put in an empty place, because it goes to another
  /// zone.
  func withdraw(_ place: RecordPlace) {
    putCount += 1
    whereabouts[place.id]?.live.removeAll { $0 == place.zone }
    guard let index = known[place] else { return }
    entries[index].record = nil
    entries[index].references = []
    if let slot = entries[index].slot { order[slot] = nil }
    entries[index].slot = nil
  }

  /// The ids that a record refers to, each once, sorted.
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

  /// The live records of the target's zone that refer to the target.
  func referrers(to target: RecordPlace) throws -> [HubRecord] {
    try loadReferrers(to: [target])
    var ids = Set(storedReferrers[target] ?? [])
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

  /// The changed records, in the order in which they first changed.
  var changedRecords: [HubRecord] { order.compactMap { $0.flatMap { entries[$0].record } } }

  /// The live record of a zone, other than `id`, that has a unique key in the store and keeps it.
  ///
  /// - Parameter stored: the record that has it in the store, if the caller has asked.
  func holder(
    of key: UniqueKey, in zone: ZoneID, otherThan id: RecordID, stored: RecordID?? = nil
  ) throws -> RecordID? {
    try require(zone)
    guard let holder = try stored ?? writer.holder(of: key, in: zone), holder != id else {
      return nil
    }
    guard let record = try record(RecordPlace(zone: zone, id: holder)), !record.isDead,
      let table = schema.table(record.table),
      table.uniqueKeys(of: record.registers.values).contains(key)
    else { return nil }
    return holder
  }

  /// The zone in which a record with this id is alive; `nil` if there is none.
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
    try require(id)
    let zone = try writer.zone(id)
    zones[id] = .some(zone)
    return zone
  }

  func put(_ zone: HubZone) {
    zones[zone.id] = .some(zone)
    changedZones.insert(zone.id)
  }

  /// Changes the zone that a merged one leads to.
  func redirect(_ zone: HubZone) {
    zones[zone.id] = .some(zone)
    redirected.insert(zone.id)
  }

  /// An account's grant as it is in the store.
  func grant(in zone: ZoneID, for account: AccountID) throws -> HubGrant? {
    if let known = storedGrants[zone]?[account] { return known }
    try require(zone)
    let grant = try writer.grant(in: zone, for: account)
    storedGrants[zone, default: [:]][account] = .some(grant)
    return grant
  }

  /// Notes zones and grants that were read before.
  func note(_ access: [ZoneAccess], of account: AccountID) {
    for found in access {
      zones[found.zone.id] = .some(found.zone)
      storedGrants[found.zone.id, default: [:]][account] = .some(found.grant)
    }
  }

  func put(_ grant: HubGrant, name: String, cause: String, stamp: Stamp, now: Int64) throws {
    try require(account: grant.account)
    let isNew = try self.grant(in: grant.zone, for: grant.account) == nil
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
    try require(account: account)
    removedGrants.append((zone, account))
    touchedAccounts.insert(account)
    let place = try participantPlace(of: account, in: zone)
    guard var record = try record(place), !record.isDead else { return }
    record.isDead = true
    record.diedAt = stamp
    try put(record)
  }

  /// Why an account came into a zone, as its record there says; `nil` if it is not in it.
  func cause(of account: AccountID, in zone: ZoneID) throws -> String? {
    guard let record = try record(participantPlace(of: account, in: zone)), !record.isDead else {
      return nil
    }
    return record.registers["cause"]?.value.text
  }

  /// Notes that somebody who came in by a family is in the zone themselves now.
  func setDirect(_ account: AccountID, in zone: ZoneID, stamp: Stamp) throws {
    guard var record = try record(participantPlace(of: account, in: zone)), !record.isDead,
      record.registers["cause"]?.value.text == FamilyShare.cause
    else { return }
    record.registers["cause"] = Register(.text(""), stamp)
    try put(record)
  }

  /// The place of an account's `participants` record in a zone. Its usual id is predictable, and
  /// somebody may have used it for something else; then the next possible id is taken.
  func participantPlace(of account: AccountID, in zone: ZoneID) throws -> RecordPlace {
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

  func touch(_ account: AccountID) throws {
    try require(account: account)
    touchedAccounts.insert(account)
  }

  /// Makes all readers load the zone anew. The zone's log gets no entry for this change set, and
  /// loses its earlier entries.
  func reload(_ zone: ZoneID) { reloaded.insert(zone) }
}
