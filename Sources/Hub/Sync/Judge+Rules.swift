import SyncProtocol

/// Rules for what will be stored, whether the author wrote it or the hub, by following references.
extension Judge {
  /// Repairs aggregates in which the hub has rewritten a reference, if their register has a `join`,
  /// and validates them.
  mutating func checkRewritten() throws {
    if isPlanted(.rewrittenUnchecked) { return }
    for (place, names) in rewritten.sorted(by: { $0.key.id < $1.key.id }) {
      guard var record = try draft.record(place), !record.isDead,
        let table = schema.table(record.table)
      else { continue }
      for name in names.sorted() {
        guard let register = table.register(name), let held = record.registers[name] else {
          continue
        }
        if let joined = register.join?(held.value), joined != held.value {
          record.registers[name] = Register(joined, held.stamp, author: held.author)
          try draft.put(record)
        }
        paths?.note("rewritten aggregate")
        if let problem = register.problem(with: record.registers[name]?.value ?? .null) {
          throw Refusal(.invalid, record.key, "\(name): \(problem)")
        }
      }
    }
    rewritten = [:]
  }

  /// Throws if a record would contain itself, or be nested more deeply than its table allows.
  func checkTrees() throws {
    if isPlanted(.treeUnchecked) { return }
    try draft.loadTrees()
    for record in draft.changedRecords where !record.isDead {
      guard let table = schema.table(record.table) else { continue }
      for reference in table.references {
        guard let maxDepth = reference.maxDepth,
          let value = record.registers[reference.register]?.value
        else { continue }
        let original = try draft.original(record.place)
        let was = original.flatMap { $0.isDead ? nil : $0.registers[reference.register]?.value }
        if let was, was == value { continue }
        let depth = try depth(of: record, along: reference, max: maxDepth)
        // Records below a new record are new themselves, and are checked by themselves.
        let height =
          was == nil ? 0 : try height(of: record.place, along: reference, max: maxDepth - depth)
        guard depth + height <= maxDepth else {
          paths?.note("tree too deep")
          throw Refusal(.invalid, record.key, "\(reference.register): deeper than \(maxDepth)")
        }
      }
    }
  }

  /// The depth of a record, counting itself.
  private func depth(
    of record: HubRecord, along reference: ReferenceSchema, max maxDepth: Int
  ) throws -> Int {
    var depth = 1
    var record = record
    var seen: Set<RecordID> = [record.id]
    while let parent = record.registers[reference.register].flatMap({
      reference.targets(in: $0.value).first
    }) {
      guard seen.insert(parent).inserted else {
        paths?.note("tree in itself")
        throw Refusal(.invalid, record.key, "\(reference.register): in itself")
      }
      guard let next = try draft.record(RecordPlace(zone: record.zone, id: parent)), !next.isDead
      else { return depth }
      record = next
      depth += 1
      // Enough is known; a longer circle is found when its other records are checked.
      if depth > maxDepth + Self.maxCircle { return depth }
    }
    return depth
  }

  /// How far beyond the limit to look, to tell a circle from a chain that is too long.
  private static let maxCircle = 64

  /// The number of levels below a record.
  private func height(
    of place: RecordPlace, along reference: ReferenceSchema, max maxHeight: Int
  ) throws -> Int {
    var level = [place]
    var height = 0
    while !level.isEmpty, height <= maxHeight {
      level = try level.flatMap { parent in
        try draft.referrers(to: parent).filter { child in
          child.table == reference.target
            && child.registers[reference.register].map {
              reference.targets(in: $0.value).contains(parent.id)
            } == true
        }.map(\.place)
      }
      if !level.isEmpty { height += 1 }
    }
    return height
  }

  /// Throws if a value of a unique register, or the id of a child row, would occur twice in a zone.
  func checkUnique() throws {
    if isPlanted(.uniqueUnchecked) { return }
    var taken: [ZoneID: [UniqueKey: RecordID]] = [:]
    let wanted = draft.changedRecords.compactMap { record -> (HubRecord, [UniqueKey])? in
      guard !record.isDead, let table = schema.table(record.table), table.hasUniqueKeys else {
        return nil
      }
      let keys = table.uniqueKeys(of: record.registers.values)
      return keys.isEmpty ? nil : (record, keys)
    }
    if wanted.isEmpty { return }
    let asked = wanted.flatMap { record, keys in keys.map { ZoneKey(zone: record.zone, key: $0) } }
    let holders = try draft.writer.holders(of: asked)
    try draft.load(holders.map { RecordPlace(zone: $0.key.zone, id: $0.value) })
    for (record, keys) in wanted {
      for key in keys {
        let other = taken[record.zone]?[key]
        let stored = holders[ZoneKey(zone: record.zone, key: key)]
        let holder =
          try other
          ?? draft.holder(of: key, in: record.zone, otherThan: record.id, stored: .some(stored))
        guard let holder, holder != record.id else {
          taken[record.zone, default: [:]][key] = record.id
          continue
        }
        paths?.note(key.isChild ? "child row taken" : "unique taken")
        // The refusal names the holder, because the author may read the zone.
        throw Refusal(key.isChild ? .exists : .claimed, record.key, holder)
      }
    }
  }
}
