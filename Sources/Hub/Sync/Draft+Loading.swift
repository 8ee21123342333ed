import SyncProtocol

/// Reads from the store at once what judging a change set will look at one by one. What is not
/// found here is still looked for when it is asked for: this saves ways to the store, and decides
/// nothing.
extension Draft {
  /// Hops that are followed at once; longer ways are gone one by one.
  private static let maxHops = 8

  /// What a change set looks at, as far as it can be told from what it says.
  private struct Targets {
    /// Ids that it makes: where they are by now.
    var made: [RecordID] = []
    var madePlaces: Set<RecordPlace> = []
    /// Records that it names, and those they refer to.
    var places: [RecordPlace] = []
    /// References that it writes, each once: thousands of records lie in one place.
    var referred: [RecordPlace] = []
    private var knownReferred: Set<RecordPlace> = []
    /// Records that it takes away.
    var taken: [RecordPlace] = []
    /// Records whose references are looked at in another zone than they were written in.
    var moved: [(from: RecordPlace, to: ZoneID)] = []

    mutating func refer(to place: RecordPlace) {
      // Neighbours mostly refer to the same.
      guard referred.last != place, knownReferred.insert(place).inserted else { return }
      referred.append(place)
    }
  }

  /// Reads what a change set looks at. Its author may see the zones of `readable`, and of others
  /// nothing is read.
  func load(_ changeSet: ChangeSet, readable: Set<ZoneID>) throws {
    let targets = try targets(of: changeSet, readable)
    try loadPlaces(of: targets.made)
    let referred = targets.referred.filter { !targets.madePlaces.contains($0) }
    var next = targets.places + referred
    for id in targets.made { next += stored(id) }
    try require(zones: next.lazy.map(\.zone))
    try load(next)
    try loadReferrers(to: targets.taken)
    // References of which nothing is where it is expected.
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

  /// Reads the records that are not known yet, all at once.
  func load(_ places: [RecordPlace]) throws {
    var wanted: Set<RecordPlace> = []
    var unknown: [RecordPlace] = []
    for place in places where known[place] == nil {
      // What was made just now is in no zone.
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

  /// Reads who refers to these places, where it is not known yet.
  func loadReferrers(to places: [RecordPlace]) throws {
    let unknown = places.filter { storedReferrers[$0] == nil }
    guard !unknown.isEmpty else { return }
    try require(zones: unknown.lazy.map(\.zone))
    let found = try writer.referrers(to: unknown)
    for place in unknown { storedReferrers[place] = found[place] ?? [] }
  }

  /// Reads where these ids are, where it is not known yet.
  private func loadPlaces(of ids: [RecordID]) throws {
    let unknown = ids.filter { whereabouts[$0]?.stored == nil }
    guard !unknown.isEmpty else { return }
    let found = try writer.places(of: unknown)
    for id in unknown { whereabouts[id, default: Whereabouts()].stored = found[id] ?? [] }
  }

  /// Goes on to where records have gone.
  private func follow(_ places: [RecordPlace]) throws {
    var places = places
    for _ in 0..<Self.maxHops where !places.isEmpty {
      let unknown = places.filter { known[$0] == nil }
      try load(unknown)
      places = unknown.compactMap(successor)
    }
  }

  /// Reads what stands above records that are elsewhere in a tree now, and what stands below those
  /// that have stood elsewhere before: one level of all of them at a time.
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

  /// What a record is in, along the references that have a depth.
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

  /// Where the store has an id, as far as it was asked.
  private func stored(_ id: RecordID) -> [RecordPlace] {
    (whereabouts[id]?.stored ?? []).map { RecordPlace(zone: $0.zone, id: id) }
  }

  /// Where a record went that is not here any more.
  private func successor(of place: RecordPlace) -> RecordPlace? {
    guard let record = loaded(place), record.isDead else { return nil }
    return record.movedTo
  }

  /// What a record is part of: something happens to that, too, when it changes.
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
    // Whose home goes, too, is left without anybody who could refer to it.
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

  /// Where what is written to a zone goes: merged ones stand for others.
  private func end(of zone: ZoneID) throws -> ZoneID {
    var end = zone
    var seen: Set<ZoneID> = []
    while seen.insert(end).inserted, let next = try self.zone(end)?.mergedInto { end = next }
    return end
  }
}
