import SyncProtocol

/// Finds records that have moved or were combined since a mutation was written.
extension Judge {
  /// Where the record is now that was at `place` when the mutation was written: follows `movedTo`
  /// as often as it moved. Of one that has only departed the hub knows nothing.
  func follow(_ place: RecordPlace) throws -> (place: RecordPlace, record: HubRecord?) {
    let here = try draft.record(place)
    guard here?.isDead == true, here?.movedTo != nil else {
      return (place, here?.hasOnlyDeparted == true ? nil : here)
    }
    var place = place
    var seen: Set<RecordPlace> = []
    while seen.insert(place).inserted {
      let record = try draft.record(place)
      guard let record, record.isDead, let next = record.movedTo else {
        return (place, record?.hasOnlyDeparted == true ? nil : record)
      }
      place = next
    }
    // It moved back and forth: the place where it is alive is the right one.
    for candidate in seen.sorted(by: { $0.zone < $1.zone }) {
      if let record = try draft.record(candidate), !record.isDead { return (candidate, record) }
    }
    return (place, try draft.record(place))
  }

  /// Where a record is that was created in a zone which had been merged into another by then: it
  /// was put there, and has left no tombstone in the named zone.
  func followMerged(_ named: RecordPlace) throws -> (
    place: RecordPlace, record: HubRecord?
  )? {
    var zone = named.zone
    var seen: Set<ZoneID> = []
    while seen.insert(zone).inserted, let dead = try draft.zone(zone), !dead.isAlive,
      let next = dead.mergedInto
    {
      let found = try follow(RecordPlace(zone: next, id: named.id))
      if found.record != nil { return found }
      zone = next
    }
    return nil
  }

  /// The zone for an insert whose id was used before: that of the record that contains it, which
  /// may have moved. The zone of a new id follows from its references (`References`).
  mutating func followWhole(
    of mutation: Mutation, _ table: TableSchema, from zone: ZoneID
  ) throws -> ZoneID {
    guard try !draft.places(of: mutation.id).isEmpty, try draft.liveZone(of: mutation.id) != zone
    else { return zone }
    for reference in table.references where reference.rule == .contained {
      guard let value = mutation.registers[reference.register] else { continue }
      for target in reference.targets(in: value) {
        let (place, found) = try find(target, from: zone)
        guard let found, !found.isDead, found.table == reference.target, place.zone != zone,
          try draft.zone(place.zone)?.isAlive == true
        else { continue }
        try accessFollowed(place.zone, table, mutation.key)
        if isPlanted(.moveRefusedInsteadOfFollowed) {
          throw Refusal(.parentGone, mutation.key, target)
        }
        touchedZones.insert(place.zone)
        return place.zone
      }
    }
    return zone
  }

  /// Leaves a tombstone where the author has put the record, so that their next mutations find it.
  func leaveTrail(of record: HubRecord, in zone: ZoneID) throws {
    var trail = HubRecord(
      zone: zone, table: record.table, id: record.id, registers: record.registers)
    if try draft.record(trail.place)?.movedTo != nil { return }
    trail.isDead = true
    trail.diedAt = stamp
    trail.movedTo = isPlanted(.moveLeavesNoTrail) ? nil : record.place
    try draft.put(trail)
  }

  /// The record that a mutation is about, where it is now. Throws unless the author may write
  /// there.
  mutating func target(
    of mutation: Mutation, _ table: TableSchema
  ) throws -> HubRecord {
    let key = mutation.key
    let isClaim = mutation.kind == .update && table.isClaim(mutation.registers)
    try access(mutation.zone, table, key, isClaim: isClaim)
    var (place, found) = try follow(RecordPlace(zone: mutation.zone, id: mutation.id))
    if found == nil, let merged = try followMerged(place) { (place, found) = merged }
    if place.zone != mutation.zone {
      try accessFollowed(place.zone, table, key, isClaim: isClaim)
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

  func planted(createdBy mutation: Mutation) throws -> HubRecord? {
    if isPlanted(.zoneOfRecordTrusted), let zone = try draft.liveZone(of: mutation.id) {
      return try draft.record(RecordPlace(zone: zone, id: mutation.id))
    }
    guard isPlanted(.updateCreatesRecord), mutation.kind == .update else { return nil }
    return HubRecord(zone: mutation.zone, table: mutation.table, id: mutation.id)
  }
}
