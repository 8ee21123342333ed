import SyncProtocol

/// Settles references whose target is dead, has moved, or was combined with another record.
///
/// A reference that a change set **writes** (`resolve`), by the state of its target:
///
/// | target                                | contained              | nullify | revive           |
/// |---------------------------------------|------------------------|---------|------------------|
/// | alive in the record's zone            | kept                   | kept    | kept             |
/// | combined with one alive in this zone  | redirected to it       | same    | same             |
/// | combined with one dead in this zone   | `parentGone`           | null    | that one revived |
/// | alive in another zone                 | new: follows; else `parentGone` | null | `unknown` |
/// | dead in this zone                     | `parentGone`           | null    | revived          |
/// | dead in another zone                  | `parentGone`           | null    | `unknown`        |
/// | never seen, or of another table       | `unknown`              | null    | `unknown`        |
/// | never seen, at a recovering hub       | `unknown`              | `unknown` | `unknown`    |
/// | dead here, and never seen alive       | `parentGone`           | null    | `unknown`        |
///
/// A reference that **existed** when a change set takes its target away (`settle`):
///
/// | target                                | contained              | nullify | revive           |
/// |---------------------------------------|------------------------|---------|------------------|
/// | revived, see *revive*                 | kept                   | kept    | kept             |
/// | combined with one alive in this zone  | redirected to it       | same    | same             |
/// | combined otherwise, or deleted        | `unseenChildren`       | null    | revived          |
/// | moved to another zone                 | `unseenChildren`       | null    | `unseenChildren` |
///
/// What the hub rewrites here is nobody's edit. A plain register keeps its stamp, so that an edit
/// by somebody who does not know of this yet does not lose to it. An aggregate gets a new version,
/// which must be seen before it can be edited; it is joined and validated again (`checkRewritten`).
extension Judge {
  /// Resolves every reference that the change set has written.
  mutating func resolveReferences() throws {
    // While nothing has changed since, resolving again would find the same.
    guard resolvedPutCount != draft.putCount else { return }
    let putCount = draft.putCount
    defer { resolvedPutCount = putCount }
    var index = 0
    while index < unresolved.count {
      let (place, registers) = unresolved[index]
      index += 1
      guard let record = try draft.record(place), !record.isDead,
        let table = schema.table(record.table)
      else { continue }
      try resolve(record, table, registers)
    }
  }

  private mutating func resolve(
    _ record: HubRecord, _ table: TableSchema, _ registers: Set<String>?
  ) throws {
    var record = record
    for reference in table.references where registers?.contains(reference.register) ?? true {
      guard let value = record.registers.values[reference.register] else { continue }
      try reference.forEachTarget(in: value) { try resolve(reference, to: $0, in: &record) }
    }
  }

  private mutating func resolve(
    _ reference: ReferenceSchema, to target: RecordID, in record: inout HubRecord
  ) throws {
    // Nearly all targets are where they are expected.
    let expected = RecordPlace(zone: record.zone, id: target)
    if try draft.hasLive(expected, of: reference.target) {
      if paths != nil {
        try note(reference, to: target, in: record.zone, at: expected, draft.record(expected))
      }
      return
    }
    let (place, found) = try find(target, from: record.zone)
    try note(reference, to: target, in: record.zone, at: place, found)
    if let found, !found.isDead, found.table == reference.target, place.zone == record.zone {
      if place.id != target { try point(reference, from: target, to: place.id, in: &record) }
      return
    }
    if isPlanted(.danglingReference) { return }
    switch reference.rule {
    case .nullify:
      // The target may still be handed back to a restored hub, which could not undo the emptying.
      if isRecovering, !isPlanted(.lostReferenceEmptied), try isUnheardOf(target) {
        throw Refusal(.unknown, record.key, target)
      }
      try point(reference, from: target, to: nil, in: &record)
    case .contained:
      guard let found, found.table == reference.target else {
        // One containing record has taken it to another zone, where the other one is not.
        throw Refusal(relocated.contains(record.key) ? .parentGone : .unknown, record.key, target)
      }
      guard !found.isDead, try draft.zone(place.zone)?.isAlive == true else {
        throw Refusal(.parentGone, record.key, target)
      }
      try relocate(&record, to: place, along: reference, from: target)
    case .revive(let register, let value):
      guard let found, found.table == reference.target, place.zone == record.zone,
        !isKnownByDeath(found)
      else { throw Refusal(.unknown, record.key, target) }
      if isPlanted(.reviveForgotten) { return }
      try revive(found, register, value)
      if place.id != target { try point(reference, from: target, to: place.id, in: &record) }
    }
  }

  /// Where the target of a reference is now. If this record has followed a merge, the author may
  /// have meant a target in the former zone, which is then looked for where it went.
  func find(
    _ target: RecordID, from zone: ZoneID
  ) throws -> (place: RecordPlace, record: HubRecord?) {
    let here = try follow(RecordPlace(zone: zone, id: target))
    if here.record != nil { return here }
    for (other, _) in try draft.places(of: target) {
      let there = try follow(RecordPlace(zone: other, id: target))
      // Only if the author may write there: otherwise the answer would reveal whether an id exists
      // elsewhere.
      guard there.record != nil,
        try role(in: there.place.zone).canWrite || isPlanted(.deathTold)
      else { continue }
      return there
    }
    return here
  }

  /// Rewrites a reference, and gives an aggregate a new version.
  private mutating func point(
    _ reference: ReferenceSchema, from old: RecordID, to new: RecordID?, in record: inout HubRecord
  ) throws {
    guard let register = record.registers[reference.register],
      let table = schema.table(record.table)
    else { return }
    let isAggregate = table.register(reference.register)?.rule == .aggregate
    let isNewVersion = isAggregate && !isPlanted(.rewritingKeepsVersion)
    var rewritten = isNewVersion ? stamp : register.stamp
    if isPlanted(.hubOutwritesEdits) { rewritten = max(register.stamp, stamp) }
    record.registers[reference.register] = Register(
      reference.replacing(old, by: new, in: register.value), rewritten, author: register.author)
    if isAggregate { self.rewritten[record.place, default: []].insert(reference.register) }
    try draft.put(record)
  }

  /// Moves a new record to the zone of the record that contains it. It moves only once: a record
  /// contained in two records that are in different zones now can be in neither zone.
  private mutating func relocate(
    _ record: inout HubRecord, to parent: RecordPlace, along reference: ReferenceSchema,
    from target: RecordID
  ) throws {
    let isNew = try draft.original(record.place)?.isDead ?? true
    guard isNew, parent.zone != record.zone, let table = schema.table(record.table),
      relocated.insert(record.key).inserted
    else {
      throw Refusal(.parentGone, record.key, target)
    }
    try accessFollowed(parent.zone, table, record.key)
    if isPlanted(.moveRefusedInsteadOfFollowed) { throw Refusal(.parentGone, record.key) }
    let named = record.zone
    record = HubRecord(
      zone: parent.zone, table: record.table, id: record.id, registers: record.registers)
    try leaveTrail(of: record, in: named)
    touchedZones.insert(parent.zone)
    try draft.put(record)
    if parent.id != target { try point(reference, from: target, to: parent.id, in: &record) }
    unresolved.append((record.place, nil))
  }

  /// Whether a restored hub knows only of a record's deletion and has no content of it, so that it
  /// cannot be revived.
  private func isKnownByDeath(_ record: HubRecord) -> Bool {
    record.isDead && record.registers.allSatisfy { _ in false } && !isPlanted(.nothingRevived)
  }

  /// Revives a record. A unique value that another record has by now becomes null.
  private mutating func revive(
    _ record: HubRecord, _ register: String, _ value: FieldValue
  ) throws {
    var revived = record
    revived.isDead = false
    revived.diedAt = nil
    revived.movedTo = nil
    // Of a record deleted long ago, the hub has only the registers that the schema keeps.
    for (name, value) in schema.table(record.table)?.defaults ?? [:]
    where revived.registers[name] == nil {
      revived.registers[name] = Register(value, stamp)
    }
    // A value that was set after the record's deletion, and after the reference that needs it,
    // stays.
    let old = record.registers[register]
    let decided = max(record.diedAt ?? stamp, stamp)
    if old.map({ decided > $0.stamp }) ?? true || isPlanted(.revivalOverrules) {
      revived.registers[register] = Register(value, decided, author: old?.author)
    }
    for name in schema.table(record.table)?.unique ?? [] where !isPlanted(.revivedKeepsUnique) {
      guard let held = revived.registers[name], !held.value.isNull,
        let key = UniqueKey(record.table, name, held.value),
        try draft.holder(of: key, in: record.zone, otherThan: record.id) != nil
      else { continue }
      revived.registers[name] = Register(.null, held.stamp)
    }
    try draft.put(revived)
    unresolved.append((revived.place, nil))
  }

  /// Settles the references to records that the change set has deleted or moved.
  mutating func settleDepartures() throws {
    let dying = Set(dyingZones.filter { $0.mergedInto == nil }.map(\.zone))
    for (record, isMove) in departed where !dying.contains(record.zone) {
      guard let now = try draft.record(record.place), now.isDead else { continue }
      let referrers = try draft.referrers(to: record.place)
      if referrers.isEmpty { continue }
      let heir = isMove ? nil : try heir(of: now)
      if heir == nil, !isMove, let (register, value) = try needed(record, by: referrers) {
        note(referrers, to: record, "needed")
        try revive(now, register, value)
        continue
      }
      note(referrers, to: record, heir != nil ? "combined" : isMove ? "moved" : "deleted")
      for referrer in referrers {
        try settle(referrer, departed: record, heir: heir, isMove: isMove)
      }
    }
    try resolveReferences()
  }

  /// The live record of the same zone with which a record has been combined.
  private func heir(of record: HubRecord) throws -> RecordID? {
    guard let survivor = record.movedTo, survivor.zone == record.zone else { return nil }
    if isPlanted(.combinedWithDead) { return survivor.id }
    let (place, found) = try follow(survivor)
    guard let found, !found.isDead, found.table == record.table, place.zone == record.zone,
      place.id != record.id
    else { return nil }
    return place.id
  }

  /// How a record is revived if another record refers to it and needs it; `nil` if none does.
  private func needed(
    _ record: HubRecord, by referrers: [HubRecord]
  ) throws -> (register: String, value: FieldValue)? {
    if isPlanted(.reviveForgotten) { return nil }
    for referrer in referrers {
      for reference in schema.table(referrer.table)?.references ?? []
      where reference.target == record.table {
        guard case .revive(let register, let value) = reference.rule,
          let held = referrer.registers[reference.register]?.value,
          reference.targets(in: held).contains(record.id)
        else { continue }
        return (register, value)
      }
    }
    return nil
  }

  private mutating func settle(
    _ referrer: HubRecord, departed record: HubRecord, heir: RecordID?, isMove: Bool
  ) throws {
    guard let table = schema.table(referrer.table) else { return }
    var referrer = referrer
    for reference in table.references where reference.target == record.table {
      guard let value = referrer.registers[reference.register]?.value,
        reference.targets(in: value).contains(record.id)
      else { continue }
      if let heir {
        try point(reference, from: record.id, to: heir, in: &referrer)
        continue
      }
      switch reference.rule {
      case .nullify:
        if isPlanted(.danglingLeft) { continue }
        try point(reference, from: record.id, to: nil, in: &referrer)
      case .contained:
        try refuseUnseen(referrer, of: record)
      case .revive:
        if isPlanted(.reviveForgotten), !isMove { continue }
        throw Refusal(.unseenChildren, record.key, referrer.id)
      }
    }
  }

  /// Refuses a deletion or move: it must name every contained record, and its author has not seen
  /// one that it does not name.
  private mutating func refuseUnseen(_ child: HubRecord, of parent: HubRecord) throws {
    if isPlanted(.baseSequenceDeletes), child.sequence > 0, child.sequence < parent.sequence {
      return try kill(child)
    }
    if isPlanted(.unseenChildrenCascade) { return try kill(child) }
    throw Refusal(.unseenChildren, parent.key, child.id)
  }

  private mutating func kill(_ child: HubRecord) throws {
    var child = child
    child.isDead = true
    child.diedAt = stamp
    try draft.put(child)
    departed.append((child, false))
  }
}
