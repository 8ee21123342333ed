import SyncProtocol

/// The effect of each kind of mutation on the draft.
extension Judge {
  mutating func createZone(_ mutation: Mutation, _ table: TableSchema) throws {
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
    if let limit = schema.zoneKinds[kind]?.maxOwned, owned + createdZones.count >= limit,
      !isPlanted(.ownedZonesUnlimited)
    {
      throw Refusal(.limit, key, "zones of one owner")
    }
    try checkMemberships(in: kind, key)
    createdZones.insert(mutation.zone)
    touchedZones.insert(mutation.zone)
    draft.put(HubZone(id: mutation.zone, kind: kind))
    try draft.put(
      HubGrant(
        zone: mutation.zone, account: author, role: .owner,
        grantID: isPlanted(.grantNumbered) ? "\(now)" : changeSet.id.description),
      name: try draft.writer.account(author)?.displayName ?? "", cause: "created", stamp: stamp,
      now: now)
    try draft.put(newRecord(mutation, table, in: mutation.zone))
    try succeed(mutation, as: RecordPlace(zone: mutation.zone, id: mutation.id), isRoot: true)
  }

  /// Throws if the author is in as many zones of a kind as an account may be.
  private func checkMemberships(in kind: ZoneKind, _ key: RecordKey) throws {
    guard let limit = schema.zoneKinds[kind]?.maxMemberships else { return }
    let created = try createdZones.count { try draft.zone($0)?.kind == kind }
    let others = try draft.writer.memberships(of: author).count { membership in
      membership.zone.kind == kind && !dyingZones.contains { $0.zone == membership.zone.id }
    }
    guard others + created < limit else { throw Refusal(.limit, key, "zones of one account") }
  }

  mutating func insert(_ mutation: Mutation, _ table: TableSchema) throws {
    let key = mutation.key
    let least = isPlanted(.insertRoleUnchecked) ? .readOnly : table.insertRole
    try access(mutation.zone, table, key, least: least)
    var zoneID = mutation.zone
    while let zone = try draft.zone(zoneID), !zone.isAlive {
      guard !isPlanted(.mergedZoneNotFollowed), let next = zone.mergedInto else {
        throw Refusal(.zoneGone, key)
      }
      try accessFollowed(next, table, key, least: table.insertRole)
      if isPlanted(.moveRefusedInsteadOfFollowed) { throw Refusal(.zoneGone, key) }
      zoneID = next
    }
    guard let kind = try draft.zone(zoneID)?.kind, table.zoneKinds.contains(kind) else {
      throw Refusal(.invalid, key, "zone")
    }
    try checkAuthor(mutation, table, in: zoneID)
    touchedZones.insert(zoneID)
    let named = zoneID
    zoneID = try followWhole(of: mutation, table, from: named)
    if let live = try draft.liveZone(of: mutation.id) {
      guard table.hasNaturalID || isPlanted(.idReused), live == zoneID else {
        throw Refusal(.exists, key)
      }
      return try mergeInsert(mutation, table, in: zoneID, named: named)
    }
    try checkTombstone(mutation, in: zoneID, named: named)
    let record = try newRecord(mutation, table, in: zoneID)
    try checkHeld(record, table, over: draft.record(record.place), table.heldRegisters)
    if named != zoneID { try leaveTrail(of: record, in: named) }
    try draft.put(record)
    try succeed(mutation, as: record.place, isRoot: false)
    unresolved.append((record.place, nil))
  }

  /// Lets a new record stand for one that was combined with another, or a new zone for one that was
  /// merged: later changes to the former go to the new one.
  ///
  /// Only the owner of the former's zone can do this; otherwise it is ignored.
  mutating func succeed(
    _ mutation: Mutation, as place: RecordPlace, isRoot: Bool
  ) throws {
    guard let former = mutation.destination,
      try draft.grant(in: former.zone, for: author)?.role == .owner
        || isPlanted(.foreignSuccessor)
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

  /// Merges the insert of a record with a natural id that exists already.
  ///
  /// Each register is merged by its own rule, as if the second author had changed the first one's
  /// record without having seen it. Equal values are no change.
  private mutating func mergeInsert(
    _ mutation: Mutation, _ table: TableSchema, in zone: ZoneID, named: ZoneID
  ) throws {
    guard let record = try draft.record(RecordPlace(zone: zone, id: mutation.id)),
      record.table == mutation.table
    else { throw Refusal(.exists, mutation.key) }
    paths?.note(named == zone ? "natural id met" : "natural id met elsewhere")
    if named != zone { try leaveTrail(of: record, in: named) }
    if isPlanted(.naturalIDDropped) {
      let mergeable = mutation.registers.filter { table.register($0.key)?.rule == .lastWriter }
      return try write(mergeable, to: record, table)
    }
    var others: SortedMap<FieldValue> = [:]
    for (name, value) in mutation.registers {
      guard let register = table.register(name), register.rule != .lastWriter else {
        others[name] = value
        continue
      }
      // A claim that an insert leaves unset does not take it from its holder.
      let isUnset = register.rule == .firstWriter || register.rule == .claim ? value.isNull : false
      if isUnset || value == record.registers[name]?.value { continue }
      others[name] = value
    }
    if table.isAppendOnly,
      let name = others.first(where: {
        record.registers[$0.key]?.value != $0.value
      })?.key
    {
      throw Refusal(.appendOnly, mutation.key, name)
    }
    try write(table.isAppendOnly ? [:] : others, to: record, table)
  }

  /// Checks whether the id of an insert was used before. A deleted record can be inserted again by
  /// a newer insert where it died, because changes to it are looked for there.
  func checkTombstone(_ mutation: Mutation, in zone: ZoneID, named: ZoneID) throws {
    for (other, _) in try draft.places(of: mutation.id) {
      guard let record = try draft.record(RecordPlace(zone: other, id: mutation.id)) else {
        continue
      }
      if record.table != mutation.table { throw Refusal(.exists, mutation.key) }
      if record.hasOnlyDeparted { continue }
      guard record.isDead else {
        // Its zone was deleted, and may be restored with the record.
        if other != zone, !isPlanted(.deletedIDReused) { throw Refusal(.exists, mutation.key) }
        continue
      }
      if let place = record.movedTo {
        if place.id != mutation.id, !isPlanted(.combinedIDReused) {
          throw Refusal(.combined, mutation.key)
        }
        continue
      }
      let isHere = other == zone || other == named
      let isNewer = record.diedAt.map { stamp > $0 } ?? false
      guard isHere, isNewer || isPlanted(.olderInsertRevives) else {
        throw Refusal(.gone, mutation.key)
      }
      paths?.note("made anew")
    }
  }

  func newRecord(
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
    for register in table.accountClaims {
      if let value = mutation.registers[register.name] {
        try checkClaim(value, in: zone, mutation.key, register.name)
      }
    }
    var values = table.defaults.merging(mutation.registers) { $1 }
    // The defaults name every register, so any others are retired.
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

  mutating func update(_ mutation: Mutation, _ table: TableSchema) throws {
    let record = try target(of: mutation, table)
    try checkAlive(record, mutation.key)
    if table.isAppendOnly, !isPlanted(.appendOnlyUpdated) {
      throw Refusal(.appendOnly, mutation.key)
    }
    try write(mutation.registers, seen: Seen(mutation), to: record, table)
  }

  func checkAlive(_ record: HubRecord, _ key: RecordKey) throws {
    guard try draft.zone(record.zone)?.isAlive == true || isPlanted(.deadZoneWritten) else {
      throw Refusal(.zoneGone, key)
    }
    if record.isDead, !isPlanted(.deadRecordWritten) { throw Refusal(.gone, key) }
  }

  /// What the author of a mutation saw: the versions of its aggregates, and the values of its
  /// guarded registers.
  struct Seen {
    var bases: [String: ChangeSetID] = [:]
    var values: SortedMap<FieldValue> = [:]

    init() {}

    init(_ mutation: Mutation) { (bases, values) = (mutation.bases, mutation.seen) }
  }

  /// Merges registers into a live record by their merge rules.
  mutating func write(
    _ registers: SortedMap<FieldValue>, seen: Seen = Seen(), to record: HubRecord,
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
      if schema.rule == .claim { try checkClaim(value, in: record.zone, record.key, name) }
      let write = Merge.Write(
        value: value, stamp: stamp, author: author, role: role, base: seen.bases[name],
        seen: schema.isGuarded ? seen.values[name] : nil)
      var current = record.registers[name]
      if isPlanted(.rowWideStamp), let newest = record.registers.newestStamp {
        current?.stamp = newest
      }
      let verdict = Merge.judge(write, over: current, by: schema.rule)
      paths?.note(schema.rule, verdict, of: value)
      switch verdict {
      case .take:
        record.registers[name] = Register(
          value, stamp, author: schema.rule == .firstWriter && !value.isNull ? author : nil)
        taken.insert(name)
      case .keep: break
      case .refuse(let reason): throw Refusal(reason, record.key, name)
      }
    }
    guard !taken.isEmpty else { return }
    try checkHeld(
      record, table, over: draft.record(record.place),
      table.heldRegisters.filter { taken.contains($0.name) })
    try draft.put(record)
    unresolved.append((record.place, taken))
  }

  /// Throws unless the account named in a claim is in the zone.
  private func checkClaim(
    _ value: FieldValue, in zone: ZoneID, _ key: RecordKey, _ register: String
  ) throws {
    guard let account = value.text, account != author else { return }
    guard try role(in: zone) == .owner,
      try draft.grant(in: zone, for: account) != nil || isPlanted(.claimUnchecked)
    else { throw Refusal(.permission, key, register) }
  }

  mutating func delete(_ mutation: Mutation, _ table: TableSchema) throws {
    var record = try target(of: mutation, table)
    guard try draft.zone(record.zone)?.isAlive == true else {
      // The zone may be restored, and then the record would exist again.
      let canComeBack = try draft.writer.deletedZone(record.zone) != nil
      if canComeBack, !table.isRoot { throw Refusal(.zoneGone, mutation.key) }
      return
    }
    guard !record.isDead else { return }
    if !isPlanted(.deletionOutlivesRenewal), try isPutSince(record) { return }
    try checkUnclaimed(record, table)
    if table.isRoot {
      guard try role(in: record.zone) == .owner || isPlanted(.ownerUnchecked) else {
        throw Refusal(.permission, mutation.key)
      }
      guard try !draft.writer.isRestricted(author, schema) else {
        throw Refusal(.permission, mutation.key)
      }
      // Nobody would keep them any more.
      guard try draft.writer.keptAccounts(in: record.zone).isEmpty else {
        throw Refusal(.permission, mutation.key)
      }
      dyingZones.append((record.zone, mutation.destination?.zone))
    }
    if let destination = mutation.destination, !table.isRoot {
      let survivor = try survivor(at: destination, of: record, table)
      record.movedTo = isPlanted(.moveLeavesNoTrail) ? nil : survivor
    }
    record.isDead = true
    record.diedAt = stamp
    try draft.put(record)
    departed.append((record, false))
  }

  /// Throws if a record would be deleted, or moved away, that says who somebody else of the zone is:
  /// that takes it from them, as a null in the register would.
  private func checkUnclaimed(_ record: HubRecord, _ table: TableSchema) throws {
    for register in table.accountClaims where !isPlanted(.claimedDeleted) {
      guard let holder = record.registers[register.name]?.value.text, holder != author,
        try role(in: record.zone) != .owner,
        try draft.grant(in: record.zone, for: holder) != nil
      else { continue }
      throw Refusal(.claimed, record.key, register.name)
    }
  }

  /// The live record with which a deleted one is combined: where the author saw it, or where it is
  /// now.
  private func survivor(
    at destination: RecordPlace, of record: HubRecord, _ table: TableSchema
  ) throws -> RecordPlace {
    if destination.zone != record.zone {
      try accessFollowed(destination.zone, table, record.key)
    }
    if isPlanted(.combinedWithDead) { return destination }
    var (place, found) = try follow(destination)
    if found == nil, let merged = try followMerged(destination) { (place, found) = merged }
    guard let found else { throw Refusal(.unknown, record.key, destination.id) }
    guard destination.id != record.id, found.table == record.table else {
      throw Refusal(.invalid, record.key, "combined with nothing")
    }
    guard !found.isDead, try draft.zone(place.zone)?.isAlive == true else {
      throw Refusal(.gone, found.key)
    }
    guard place.id != record.id else { throw Refusal(.combined, record.key) }
    if place.zone != destination.zone { try accessFollowed(place.zone, table, record.key) }
    return place
  }

  mutating func move(_ mutation: Mutation, _ table: TableSchema) throws {
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
      return try write(mutation.registers, seen: Seen(mutation), to: record, table)
    }
    if !isPlanted(.departureOutlivesReturn), try isPutSince(record) { return }
    try checkUnclaimed(record, table)
    var left = record
    left.isDead = true
    left.diedAt = stamp
    left.movedTo = isPlanted(.moveLeavesNoTrail) ? nil : destination
    if let dead = try draft.record(destination), try isDeadOnArrival(dead),
      !isPlanted(.arrivalOutlivesDeletion)
    {
      try draft.put(left)
      return departed.append((left, false))
    }
    if !isPlanted(.moveKeepsOld) {
      try draft.put(left)
      departed.append((left, true))
    }
    let arrived = HubRecord(
      zone: destination.zone, table: record.table, id: record.id, registers: record.registers)
    try draft.put(arrived)
    try write(mutation.registers, seen: Seen(mutation), to: arrived, table)
    unresolved.append((arrived.place, nil))
  }
}
