import SyncProtocol

/// Judges one change set against the schema, the grants and what is there, deny by default, as if
/// its author were hostile. Throws a `Refusal`; else the draft holds what the change set does.
struct Judge {
  let schema: SyncSchema
  let draft: Draft
  let author: AccountID
  let authorName: String
  let changeSet: ChangeSet
  /// The change set's stamp, with the time the hub accepts.
  let stamp: Stamp
  let now: Int64

  /// Zones made by this change set.
  var createdZones: Set<ZoneID> = []
  /// Roots deleted by this change set, with where their zones were merged.
  var dyingZones: [(zone: ZoneID, mergedInto: ZoneID?)] = []
  /// Zones that a mutation was judged in, after following: the answer names them.
  var touchedZones: Set<ZoneID> = []
  /// Records whose references must be looked at, with the registers to look at; `nil` for all.
  var unresolved: [(place: RecordPlace, registers: Set<String>?)] = []
  /// Records that left their zone, with the mutation that took them.
  var departed: [(record: HubRecord, isMove: Bool)] = []
  /// Records that have followed what they are part of into another zone.
  var relocated: Set<RecordKey> = []
  /// How much the draft held when the references were last looked at.
  var resolvedPutCount = 0
  private var roles: [ZoneID: Role] = [:]

  init(
    schema: SyncSchema, draft: Draft, author: AccountID, authorName: String,
    changeSet: ChangeSet, stamp: Stamp, now: Int64
  ) {
    self.schema = schema
    self.draft = draft
    self.author = author
    self.authorName = authorName
    self.changeSet = changeSet
    self.stamp = stamp
    self.now = now
  }

  mutating func run() throws {
    try checkPreconditions()
    draft.reserve(changeSet.mutations.count)
    for mutation in changeSet.mutations { try judge(mutation) }
    try checkAppendOnly()
    try resolveReferences()
    try settleDepartures()
    try settleZones()
  }

  private func checkPreconditions() throws {
    if isPlanted(.preconditionIgnored) { return }
    for precondition in changeSet.preconditions {
      switch precondition {
      case .zone(let id, let head):
        guard let zone = try draft.zone(id), zone.isAlive, zone.head == head else {
          throw Refusal(.precondition, nil, id)
        }
      case .account(let sequence):
        if isPlanted(.accountPreconditionIgnored) { continue }
        guard try draft.writer.accountSequence(of: author) == sequence else {
          throw Refusal(.precondition, nil, "zones of the account")
        }
      }
    }
  }

  private mutating func judge(_ mutation: Mutation) throws {
    let key = mutation.key
    guard let table = schema.table(mutation.table) else {
      throw Refusal(.unknownType, key, mutation.table)
    }
    guard isRecordID(mutation.id), isRecordID(mutation.zone) else {
      throw Refusal(.invalid, nil, "id")
    }
    if table.isHubOwned { throw Refusal(.hubOwned, key) }
    if let refusal = table.check(
      mutation.registers, isInsert: mutation.kind == .insert, record: key)
    {
      throw refusal
    }
    switch mutation.kind {
    case .insert where table.isRoot: try createZone(mutation, table)
    case .insert: try insert(mutation, table)
    case .update: try update(mutation, table)
    case .delete: try delete(mutation, table)
    case .move: try move(mutation, table)
    }
  }

  /// Append-only records are deleted with their zone and in no other way.
  private func checkAppendOnly() throws {
    if isPlanted(.appendOnlyRewritten) { return }
    let dying = Set(dyingZones.map(\.zone))
    for (record, isMove) in departed where !isMove && !dying.contains(record.zone) {
      if schema.table(record.table)?.isAppendOnly == true {
        throw Refusal(.appendOnly, record.key)
      }
    }
  }

  // MARK: Access

  /// The author's role in the zone he wrote in, under the grant he wrote under.
  mutating func access(_ zone: ZoneID, _ table: TableSchema, _ key: RecordKey) throws {
    if isPlanted(.permissionUnchecked) { return }
    let role = try roles[zone] ?? writtenRole(in: zone, key)
    roles[zone] = role
    guard role.canWrite, role >= table.minimumRole else { throw Refusal(.readOnly, key) }
  }

  private func writtenRole(in zone: ZoneID, _ key: RecordKey) throws -> Role {
    if createdZones.contains(zone) { return .owner }
    guard try draft.zone(zone) != nil else { throw Refusal(.unknown, key) }
    guard let grant = try draft.writer.grant(in: zone, for: author) else {
      throw Refusal(.permission, key)
    }
    if !isPlanted(.grantIgnored), changeSet.grants[zone] != grant.grantID {
      throw Refusal(.regranted, key)
    }
    return grant.role
  }

  /// The author's role now, in a zone that a record has gone to since he wrote.
  mutating func accessFollowed(_ zone: ZoneID, _ table: TableSchema, _ key: RecordKey) throws {
    if isPlanted(.permissionUnchecked) || createdZones.contains(zone) { return }
    guard let grant = try draft.writer.grant(in: zone, for: author) else {
      throw Refusal(.permission, key)
    }
    guard grant.role.canWrite, grant.role >= table.minimumRole else {
      throw Refusal(.readOnly, key)
    }
  }

  func role(in zone: ZoneID) throws -> Role {
    if createdZones.contains(zone) { return .owner }
    return try draft.writer.grant(in: zone, for: author)?.role ?? .readOnly
  }

  // MARK: Following

  /// Where a record is now that was in `place` when the author wrote: movedTo, as often as it
  /// moved.
  func follow(_ place: RecordPlace) throws -> (place: RecordPlace, record: HubRecord?) {
    let here = try draft.record(place)
    guard here?.isDead == true, here?.movedTo != nil else { return (place, here) }
    var place = place
    var seen: Set<RecordPlace> = []
    while seen.insert(place).inserted {
      let record = try draft.record(place)
      guard let record, record.isDead, let next = record.movedTo else { return (place, record) }
      place = next
    }
    // Back and forth: the live one among the places is where it is.
    for candidate in seen.sorted(by: { $0.zone < $1.zone }) {
      if let record = try draft.record(candidate), !record.isDead { return (candidate, record) }
    }
    return (place, try draft.record(place))
  }

  /// Where a record is that its author has made in a zone that was merged into another by then: it
  /// went there, and has left no trail.
  private func followMerged(_ mutation: Mutation) throws -> (
    place: RecordPlace, record: HubRecord?
  )? {
    var zone = mutation.zone
    var seen: Set<ZoneID> = []
    while seen.insert(zone).inserted, let dead = try draft.zone(zone), !dead.isAlive,
      let next = dead.mergedInto
    {
      let found = try follow(RecordPlace(zone: next, id: mutation.id))
      if found.record != nil { return found }
      zone = next
    }
    return nil
  }

  /// The record a mutation is about, where it is now, and the author's right to write there.
  private mutating func target(
    of mutation: Mutation, _ table: TableSchema
  ) throws -> HubRecord {
    let key = mutation.key
    try access(mutation.zone, table, key)
    var (place, found) = try follow(RecordPlace(zone: mutation.zone, id: mutation.id))
    if found == nil, let merged = try followMerged(mutation) { (place, found) = merged }
    if place.zone != mutation.zone {
      try accessFollowed(place.zone, table, key)
      if isPlanted(.moveRefusedInsteadOfFollowed) { throw Refusal(.gone, key) }
    }
    guard let record = try found ?? planted(createdBy: mutation) else {
      throw Refusal(.unknown, key)
    }
    guard record.table == mutation.table else { throw Refusal(.unknown, key) }
    if place.id != mutation.id, !isPlanted(.combinedDeleteFollowed) {
      throw Refusal(.combined, key)
    }
    touchedZones.insert(place.zone)
    return record
  }

  private func planted(createdBy mutation: Mutation) throws -> HubRecord? {
    if isPlanted(.zoneOfRecordTrusted), let zone = try draft.liveZone(of: mutation.id) {
      return try draft.record(RecordPlace(zone: zone, id: mutation.id))
    }
    guard isPlanted(.updateCreatesRecord), mutation.kind == .update else { return nil }
    return HubRecord(zone: mutation.zone, table: mutation.table, id: mutation.id)
  }

  // MARK: Mutations

  private mutating func createZone(_ mutation: Mutation, _ table: TableSchema) throws {
    let key = mutation.key
    guard mutation.id == mutation.zone else { throw Refusal(.invalid, key, "zone") }
    guard
      let kind = table.zoneKinds.first(where: { schema.zoneKinds[$0]?.rootTable == table.name })
    else { throw Refusal(.unknownType, key) }
    guard try draft.zone(mutation.zone) == nil,
      try draft.places(of: mutation.id).isEmpty
    else { throw Refusal(.exists, key) }
    let owned = try draft.writer.memberships(of: author).count {
      $0.zone.kind == kind && $0.grant.role == .owner
    }
    if let limit = schema.zoneKinds[kind]?.maxOwned, owned + createdZones.count >= limit {
      throw Refusal(.limit, key, "zones of one owner")
    }
    createdZones.insert(mutation.zone)
    touchedZones.insert(mutation.zone)
    draft.put(HubZone(id: mutation.zone, kind: kind))
    try draft.put(
      HubGrant(
        zone: mutation.zone, account: author, role: .owner,
        grantID: isPlanted(.grantNumbered) ? "\(now)" : changeSet.id.description),
      name: authorName, cause: "created", stamp: stamp, now: now)
    try draft.put(newRecord(mutation, table, in: mutation.zone))
    try succeed(mutation, as: RecordPlace(zone: mutation.zone, id: mutation.id), isRoot: true)
  }

  private mutating func insert(_ mutation: Mutation, _ table: TableSchema) throws {
    let key = mutation.key
    try access(mutation.zone, table, key)
    var zoneID = mutation.zone
    while let zone = try draft.zone(zoneID), !zone.isAlive {
      guard !isPlanted(.mergedZoneNotFollowed), let next = zone.mergedInto else {
        throw Refusal(.zoneGone, key)
      }
      try accessFollowed(next, table, key)
      if isPlanted(.moveRefusedInsteadOfFollowed) { throw Refusal(.zoneGone, key) }
      zoneID = next
    }
    guard let kind = try draft.zone(zoneID)?.kind, table.zoneKinds.contains(kind) else {
      throw Refusal(.invalid, key, "zone")
    }
    touchedZones.insert(zoneID)
    if let live = try draft.liveZone(of: mutation.id) {
      guard table.hasNaturalID, live == zoneID else { throw Refusal(.exists, key) }
      return try mergeInsert(mutation, table, in: zoneID)
    }
    try checkTombstone(mutation, in: zoneID)
    let record = try newRecord(mutation, table, in: zoneID)
    try draft.put(record)
    try succeed(mutation, as: record.place, isRoot: false)
    unresolved.append((record.place, nil))
  }

  /// Lets a new record stand for one that was combined with another, or a new zone for one that was
  /// merged: what is still to come of the former goes to it. Only who owns the zone of the former
  /// decides that; of anything else nothing is taken over.
  private mutating func succeed(
    _ mutation: Mutation, as place: RecordPlace, isRoot: Bool
  ) throws {
    guard let former = mutation.destination,
      try draft.writer.grant(in: former.zone, for: author)?.role == .owner
    else { return }
    if isRoot {
      guard former.id == former.zone, var zone = try draft.zone(former.zone), !zone.isAlive,
        zone.mergedInto != nil, try draft.zone(place.zone)?.kind == zone.kind
      else { return }
      zone.mergedInto = place.zone
      draft.redirect(zone)
      return
    }
    guard var record = try draft.record(former), record.isDead, record.table == mutation.table,
      let survivor = record.movedTo, survivor.id != record.id
    else { return }
    record.movedTo = place
    try draft.put(record)
  }

  /// Two replicas made the same record of its natural id: the registers merge.
  private mutating func mergeInsert(
    _ mutation: Mutation, _ table: TableSchema, in zone: ZoneID
  ) throws {
    guard let record = try draft.record(RecordPlace(zone: zone, id: mutation.id)),
      record.table == mutation.table
    else { throw Refusal(.exists, mutation.key) }
    let mergeable = mutation.registers.filter { table.register($0.key)?.rule == .lastWriter }
    try write(mergeable, bases: [:], to: record, table)
  }

  /// A record may come back under its id after a plain deletion, by an insert that is newer.
  private func checkTombstone(_ mutation: Mutation, in zone: ZoneID) throws {
    for (other, _) in try draft.places(of: mutation.id) {
      guard let record = try draft.record(RecordPlace(zone: other, id: mutation.id)) else {
        continue
      }
      if record.table != mutation.table { throw Refusal(.exists, mutation.key) }
      guard record.isDead else { continue }
      if let place = record.movedTo {
        if place.id != mutation.id { throw Refusal(.combined, mutation.key) }
        continue
      }
      guard other == zone, record.diedAt.map({ stamp > $0 }) ?? false else {
        throw Refusal(.gone, mutation.key)
      }
    }
  }

  private func newRecord(
    _ mutation: Mutation, _ table: TableSchema, in zone: ZoneID
  ) throws -> HubRecord {
    if !isPlanted(.clientWritesHubOwned) {
      for register in table.hubOwnedRegisters {
        let value = mutation.registers[register.name]
        if let value, value != register.columns[0].defaultValue {
          throw Refusal(.hubOwned, mutation.key, register.name)
        }
      }
    }
    var values = table.defaults.merging(mutation.registers) { $1 }
    // The defaults name every register: what there is more of is retired.
    if values.count > table.defaults.count {
      values = values.filter { table.register($0.key) != nil }
    }
    var authors: SortedMap<AccountID> = [:]
    for register in table.claims where values[register.name]?.isNull == false {
      authors[register.name] = author
    }
    return HubRecord(
      zone: zone, table: table.name, id: mutation.id,
      registers: Registers(values: values, common: stamp, authors: authors))
  }

  private mutating func update(_ mutation: Mutation, _ table: TableSchema) throws {
    let record = try target(of: mutation, table)
    try checkAlive(record, mutation.key)
    if table.isAppendOnly, !isPlanted(.appendOnlyRewritten) {
      throw Refusal(.appendOnly, mutation.key)
    }
    try write(mutation.registers, bases: mutation.bases, to: record, table)
  }

  private func checkAlive(_ record: HubRecord, _ key: RecordKey) throws {
    guard try draft.zone(record.zone)?.isAlive == true else { throw Refusal(.zoneGone, key) }
    if record.isDead { throw Refusal(.gone, key) }
  }

  /// Merges registers into a live record by their rules.
  private mutating func write(
    _ registers: SortedMap<FieldValue>, bases: [String: ChangeSetID], to record: HubRecord,
    _ table: TableSchema
  ) throws {
    var record = record
    let role = try role(in: record.zone)
    var taken: Set<String> = []
    for (name, value) in registers {
      guard let schema = table.register(name) else {
        if table.retired.contains(name) { continue }
        throw Refusal(.unknownType, record.key, name)
      }
      let write = Merge.Write(
        value: value, stamp: stamp, author: author, role: role, base: bases[name])
      var current = record.registers[name]
      if isPlanted(.rowWideStamp), let newest = record.registers.newestStamp {
        current?.stamp = newest
      }
      switch Merge.judge(write, over: current, by: schema.rule) {
      case .take:
        record.registers[name] = Register(
          value, stamp, author: schema.rule == .firstWriter && !value.isNull ? author : nil)
        taken.insert(name)
      case .keep: break
      case .refuse(let reason): throw Refusal(reason, record.key, name)
      }
    }
    guard !taken.isEmpty else { return }
    try draft.put(record)
    unresolved.append((record.place, taken))
  }

  private mutating func delete(_ mutation: Mutation, _ table: TableSchema) throws {
    var record = try target(of: mutation, table)
    guard try draft.zone(record.zone)?.isAlive == true else {
      // It may come back, and then the record would be there again.
      let canComeBack = try draft.writer.deletedZone(record.zone) != nil
      if canComeBack, !table.isRoot { throw Refusal(.zoneGone, mutation.key) }
      return
    }
    guard !record.isDead else { return }
    if table.isRoot {
      guard try role(in: record.zone) == .owner || isPlanted(.permissionUnchecked) else {
        throw Refusal(.permission, mutation.key)
      }
      dyingZones.append((record.zone, mutation.destination?.zone))
    }
    if let destination = mutation.destination, !table.isRoot {
      guard destination.id != record.id,
        let survivor = try draft.record(destination), survivor.table == record.table
      else { throw Refusal(.invalid, mutation.key, "combined with nothing") }
      if destination.zone != record.zone {
        try accessFollowed(destination.zone, table, mutation.key)
      }
      record.movedTo = isPlanted(.moveLeavesNoTrail) ? nil : destination
    }
    record.isDead = true
    record.diedAt = stamp
    try draft.put(record)
    departed.append((record, false))
  }

  private mutating func move(_ mutation: Mutation, _ table: TableSchema) throws {
    let record = try target(of: mutation, table)
    try checkAlive(record, mutation.key)
    guard let destination = mutation.destination, destination.id == mutation.id, !table.isRoot
    else { throw Refusal(.invalid, mutation.key, "destination") }
    try access(destination.zone, table, mutation.key)
    guard let zone = try draft.zone(destination.zone), zone.isAlive,
      table.zoneKinds.contains(zone.kind)
    else { throw Refusal(.zoneGone, mutation.key) }
    touchedZones.insert(destination.zone)
    guard destination.zone != record.zone else {
      return try write(mutation.registers, bases: mutation.bases, to: record, table)
    }
    var left = record
    left.isDead = true
    left.diedAt = stamp
    left.movedTo = isPlanted(.moveLeavesNoTrail) ? nil : destination
    if !isPlanted(.moveKeepsOld) {
      try draft.put(left)
      departed.append((left, true))
    }
    let arrived = HubRecord(
      zone: destination.zone, table: record.table, id: record.id, registers: record.registers)
    try draft.put(arrived)
    try write(mutation.registers, bases: mutation.bases, to: arrived, table)
    unresolved.append((arrived.place, nil))
  }
}
