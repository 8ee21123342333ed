import SyncProtocol

/// Reads in advance, in few requests, what judging a change set will look at. Anything not read
/// here is read when it is needed: this saves round trips and decides nothing.
extension Draft {
  /// How many moves of a record are followed in advance; longer chains are followed one by one.
  private static let maxHops = 8

  /// What judging a change set looks at, as far as its content shows.
  private struct Targets {
    /// The ids of its inserts, which may be in use already.
    var made: [RecordID] = []
    var madePlaces: Set<RecordPlace> = []
    /// The records that it names.
    var places: [RecordPlace] = []
    /// The targets of references that it writes, each once: thousands of records may share one.
    var referred: [RecordPlace] = []
    private var knownReferred: Set<RecordPlace> = []
    /// The records that it deletes or moves.
    var taken: [RecordPlace] = []
    /// Moved records, whose references are looked up in another zone than before.
    var moved: [(from: RecordPlace, to: ZoneID)] = []

    mutating func refer(to place: RecordPlace) {
      // Neighbouring records mostly refer to the same target.
      guard referred.last != place, knownReferred.insert(place).inserted else { return }
      referred.append(place)
    }
  }

  /// Reads what judging a change set will look at, in the zones of `readable`, which its author may
  /// see.
  func load(_ changeSet: ChangeSet, readable: Set<ZoneID>) throws {
    let targets = try targets(of: changeSet, readable)
    try loadPlaces(of: targets.made)
    let referred = targets.referred.filter { !targets.madePlaces.contains($0) }
    var next = targets.places + referred
    for id in targets.made { next += stored(id) }
    try require(zones: next.lazy.map(\.zone))
    try load(next)
    try loadReferrers(to: targets.taken)
    // Targets of references that are not where they are expected.
    let missing = referred.filter { loaded($0) == nil }.map(\.id)
    try loadPlaces(of: missing)
    next = targets.taken.flatMap { place in
      (storedReferrers[place] ?? []).map { RecordPlace(zone: place.zone, id: $0) }
    }
    next += missing.flatMap { id in stored(id) }
    next += targets.places.flatMap(wholes)
    next += targets.moved.flatMap { place, zone in
      (loaded(place).map(references) ?? []).map { RecordPlace(zone: zone, id: $0) }
    }
    let all = targets.places + targets.referred + next
    try load(next)
    try follow(all.compactMap(successor))
  }

  /// Reads the records that are not known yet, in one request.
  func load(_ places: [RecordPlace]) throws {
    var wanted: Set<RecordPlace> = []
    var unknown: [RecordPlace] = []
    for place in places where known[place] == nil {
      // A newly inserted record is in no zone.
      if whereabouts[place.id]?.stored?.contains(where: { $0.zone == place.zone }) == false {
        continue
      }
      if wanted.insert(place).inserted { unknown.append(place) }
    }
    guard !unknown.isEmpty else { return }
    try require(zones: unknown.lazy.map(\.zone))
    for record in try writer.records(at: unknown) { note(record, at: record.place) }
    for place in unknown where known[place] == nil { note(nil, at: place) }
  }

  /// Reads which records refer to these places, if not known yet.
  func loadReferrers(to places: [RecordPlace]) throws {
    let unknown = places.filter { storedReferrers[$0] == nil }
    guard !unknown.isEmpty else { return }
    try require(zones: unknown.lazy.map(\.zone))
    let found = try writer.referrers(to: unknown)
    for place in unknown { storedReferrers[place] = found[place] ?? [] }
  }

  /// Reads the zones in which these ids occur, if not known yet.
  private func loadPlaces(of ids: [RecordID]) throws {
    let unknown = ids.filter { whereabouts[$0]?.stored == nil }
    guard !unknown.isEmpty else { return }
    let found = try writer.places(of: unknown)
    for id in unknown { whereabouts[id, default: Whereabouts()].stored = found[id] ?? [] }
  }

  /// Reads the places to which records have gone.
  private func follow(_ places: [RecordPlace]) throws {
    var places = places
    for _ in 0..<Self.maxHops where !places.isEmpty {
      let unknown = places.filter { known[$0] == nil }
      try load(unknown)
      places = unknown.compactMap(successor)
    }
  }

  /// Reads the ancestors of records whose parent in a tree has changed, and the descendants of
  /// those that had another parent before: one level of all of them in each request.
  func loadTrees() throws {
    var above: [RecordPlace] = []
    var below: [RecordPlace] = []
    for record in changedRecords where !record.isDead {
      for reference in schema.table(record.table)?.references ?? [] where reference.maxDepth != nil
      {
        let former = loaded(record.place).flatMap {
          $0.isDead ? nil : $0.registers[reference.register]?.value
        }
        guard let value = record.registers[reference.register]?.value, former != value else {
          continue
        }
        above += reference.targets(in: value).map { RecordPlace(zone: record.zone, id: $0) }
        if former != nil { below.append(record.place) }
      }
    }
    var seen: Set<RecordPlace> = []
    while !above.isEmpty {
      try load(above)
      above = try above.flatMap { try stands(below: $0) }.filter { seen.insert($0).inserted }
    }
    seen = []
    while !below.isEmpty {
      try loadReferrers(to: below)
      let children = below.flatMap { place in
        (storedReferrers[place] ?? []).map { RecordPlace(zone: place.zone, id: $0) }
      }
      try load(children)
      below = try children.filter { try isInTree($0) && seen.insert($0).inserted }
    }
  }

  /// The parents of a record, by references with a limited depth.
  private func stands(below place: RecordPlace) throws -> [RecordPlace] {
    guard let record = try record(place), !record.isDead else { return [] }
    return (schema.table(record.table)?.references ?? []).filter { $0.maxDepth != nil }
      .flatMap { reference in
        record.registers.values[reference.register].map(reference.targets) ?? []
      }.map { RecordPlace(zone: place.zone, id: $0) }
  }

  private func isInTree(_ place: RecordPlace) throws -> Bool {
    guard let record = try record(place) else { return false }
    return schema.table(record.table)?.references.contains { $0.maxDepth != nil } ?? false
  }

  private func loaded(_ place: RecordPlace) -> HubRecord? {
    known[place].flatMap { entries[$0].original }
  }

  /// The places at which the store has an id, as far as it was asked.
  private func stored(_ id: RecordID) -> [RecordPlace] {
    (whereabouts[id]?.stored ?? []).map { RecordPlace(zone: $0.zone, id: id) }
  }

  /// Where a record went that is no longer in this place; `nil` if it did not go anywhere.
  private func successor(of place: RecordPlace) -> RecordPlace? {
    guard let record = loaded(place), record.isDead else { return nil }
    return record.movedTo
  }

  /// The records that contain a record; a change of it is also a change of those.
  private func wholes(of place: RecordPlace) -> [RecordPlace] {
    guard let record = loaded(place), let table = schema.table(record.table) else { return [] }
    return table.references.filter { $0.rule == .contained }.flatMap { reference in
      record.registers.values[reference.register].map(reference.targets) ?? []
    }.map { RecordPlace(zone: place.zone, id: $0) }
  }

  private func targets(
    of changeSet: ChangeSet, _ readable: Set<ZoneID>
  ) throws -> Targets {
    var targets = Targets()
    // A deleted zone leaves no record behind that could refer to its records.
    var dying: Set<ZoneID> = []
    for mutation in changeSet.mutations
    where mutation.kind == .delete && mutation.id == mutation.zone && mutation.destination == nil {
      dying.insert(mutation.zone)
    }
    targets.made.reserveCapacity(min(changeSet.mutations.count, Self.maxReserved))
    var last: (zone: ZoneID, end: ZoneID, isReadable: Bool)?
    for mutation in changeSet.mutations {
      guard let table = schema.table(mutation.table), !table.isHubOwned,
        isRecordID(mutation.id), isRecordID(mutation.zone)
      else { continue }
      let isMade = mutation.kind == .insert
      if isMade { targets.made.append(mutation.id) }
      // Nearly all are in the zone of the one before.
      if last?.zone != mutation.zone {
        let isReadable = readable.contains(mutation.zone)
        guard isReadable || (isMade && table.isRoot) else { continue }
        last = (mutation.zone, try end(of: mutation.zone), isReadable)
      }
      guard let (_, end, isReadable) = last, isReadable || (isMade && table.isRoot) else {
        continue
      }
      if isMade {
        targets.madePlaces.insert(RecordPlace(zone: end, id: mutation.id))
      } else {
        add(mutation, end, dying, to: &targets)
      }
      let isMoved = mutation.kind == .move
      addReferences(
        mutation, table, in: isMoved ? mutation.destination?.zone ?? end : end, to: &targets)
      guard let destination = mutation.destination, readable.contains(destination.zone),
        isRecordID(destination.id)
      else { continue }
      targets.places.append(destination)
    }
    return targets
  }

  private func add(
    _ mutation: Mutation, _ end: ZoneID, _ dying: Set<ZoneID>, to targets: inout Targets
  ) {
    let place = RecordPlace(zone: mutation.zone, id: mutation.id)
    targets.places.append(place)
    if end != mutation.zone { targets.places.append(RecordPlace(zone: end, id: mutation.id)) }
    guard mutation.kind != .update else { return }
    if !dying.contains(mutation.zone) {
      targets.taken.append(RecordPlace(zone: end, id: mutation.id))
    }
    if mutation.kind == .move, let zone = mutation.destination?.zone {
      targets.moved.append((place, zone))
    }
  }

  private func addReferences(
    _ mutation: Mutation, _ table: TableSchema, in zone: ZoneID, to targets: inout Targets
  ) {
    for reference in table.references {
      guard let value = mutation.registers[reference.register] else { continue }
      reference.forEachTarget(in: value) { id in
        if isRecordID(id) { targets.refer(to: RecordPlace(zone: zone, id: id)) }
      }
    }
  }

  /// The zone that receives what is written to a zone, after following merges.
  private func end(of zone: ZoneID) throws -> ZoneID {
    var end = zone
    var seen: Set<ZoneID> = []
    while seen.insert(end).inserted, let next = try self.zone(end)?.mergedInto { end = next }
    return end
  }
}
