import SyncProtocol

/// A record that was deleted or has left its zone, while the store still has its content.
public struct DeletedContent: Equatable, Sendable {
  public let record: HubRecord
  /// Its position among all such records, ordered by time of death.
  public let cursor: Cursor

  public struct Cursor: Equatable, Sendable {
    public let diedAt: HybridTime
    public let number: Int64

    public init(diedAt: HybridTime, number: Int64) {
      self.diedAt = diedAt
      self.number = number
    }
  }

  public init(record: HubRecord, cursor: Cursor) {
    self.record = record
    self.cursor = cursor
  }
}

/// Removing the content of deleted records from a store.
public protocol DeletedContentWriter {
  /// Records that died with a stamp before `time` and still have content, in the order of their
  /// deaths; including participants who left. Zones that can be restored as a whole are left out.
  func deletedContent(
    before time: HybridTime, after: DeletedContent.Cursor?, limit: Int
  ) throws -> [DeletedContent]
  /// Removes a tombstone's content except its ids, its stamp and these registers.
  func removeContent(of place: RecordPlace, keeping registers: Registers) throws
  /// Replaces a log entry by one that contains less.
  func rewriteLog(_ entry: StoredHistory) throws
  /// The sequences of a zone's log entries that mention a table, in their effects or their former
  /// records. Reads the zone's whole log.
  func entries(of zone: ZoneID, naming table: String) throws -> [Int64]
  /// When an entry was committed, milliseconds since 1970; `nil` if it is no longer stored.
  func committedAt(_ zone: ZoneID, _ sequence: Int64) throws -> Int64?
}

extension Hub {
  /// The most records emptied in one commit, for which pushes must wait.
  private static let maxContentsPerCommit = 200

  /// Removes the content of records that were deleted before `moment`.
  ///
  /// Their tombstones keep ids and stamps, and the registers that the schema keeps for records
  /// which may be revived (`TableSchema.keptWhenDeleted`). The content is also removed from the log
  /// and the history. The name of a participant who left a zone is removed in the same way.
  ///
  /// Blocks, so call it from time to time; others can push and pull meanwhile.
  ///
  /// - Parameter moment: milliseconds since 1970; 30 days ago by default.
  /// - Returns: how many records were emptied.
  @discardableResult
  public func removeDeletedContent(before moment: Int64? = nil) throws -> Int {
    let moment = moment ?? keepsContentSince
    contentRemovedBefore.withLock { $0 = max($0, moment) }
    var removed = 0
    var cursor: DeletedContent.Cursor?
    while true {
      let (count, next) = try store.write { writer in
        try writer.removeContents(before: moment, after: cursor, schema, Self.maxContentsPerCommit)
      }
      removed += count
      guard let next else { return removed }
      cursor = next
    }
  }

  /// The content of records deleted since then is kept, milliseconds since 1970.
  private var keepsContentSince: Int64 { now() - Self.keepDeletedMilliseconds + 1 }

  /// Whether a zone's log may no longer tell the zone's full state at an earlier head: the content
  /// of a record deleted after that head is removed from entries before it too.
  func mayLackContent(
    upTo head: Int64, of zone: ZoneID, _ reader: any HubReader
  ) throws -> Bool {
    let next = try reader.log(of: zone, after: head, through: head + 1, maxBytes: 1).first
    // Damage of an entry is reported where the entry is read.
    guard let next, let entry = try? LogEntry(wireBytes: next.bytes),
      !isPlanted(.oldCutGoesOn)
    else { return false }
    let told = contentRemovedBefore.withLock { $0 }
    return entry.committedAt < max(keepsContentSince, told)
  }
}

extension HubWriter {
  /// Stops counting the blobs that the record named: they can no longer be read through it.
  private func forgetBlobs(of record: HubRecord, _ schema: SyncSchema) throws {
    guard record.movedTo == nil, let table = schema.table(record.table) else { return }
    let kept = record.registers.keeping(schema.kept(in: record.table)).values
    let gone = table.blobs(in: record.registers.values).subtracting(table.blobs(in: kept))
    for blob in gone.sorted() {
      try countBlobNames(blob, in: record.zone, live: 0, deleted: -1)
    }
  }

  /// Empties the next records. Returns how many, and where to continue.
  fileprivate func removeContents(
    before moment: Int64, after cursor: DeletedContent.Cursor?, _ schema: SyncSchema, _ limit: Int
  ) throws -> (count: Int, next: DeletedContent.Cursor?) {
    let found = try deletedContent(
      before: HybridTime(milliseconds: moment, counter: 0), after: cursor, limit: limit)
    var gone: [ZoneID: Set<RecordKey>] = [:]
    var sequences: [ZoneID: Set<Int64>] = [:]
    var hubOwned: [ZoneID: Set<String>] = [:]
    for content in found {
      let record = content.record
      // A device that was offline for long may have deleted it long ago, while the others have
      // known of the deletion only since it was pushed.
      if let at = try committedAt(record.zone, record.sequence), at >= moment,
        !isPlanted(.contentGoesAtOnce)
      {
        continue
      }
      gone[record.zone, default: []].insert(record.key)
      let past = try changes(of: record.place, before: .max, limit: .max)
      sequences[record.zone, default: []].formUnion(past + [record.sequence])
      if schema.table(record.table)?.isHubOwned ?? false {
        hubOwned[record.zone, default: []].insert(record.table)
      }
      try forgetBlobs(of: record, schema)
      try removeContent(
        of: record.place, keeping: record.registers.keeping(schema.kept(in: record.table)))
    }
    // Changes of participants are not noted for each record; but few people ever leave a zone.
    for (zone, tables) in hubOwned.sorted(by: { $0.key < $1.key }) {
      for table in tables.sorted() {
        sequences[zone, default: []].formUnion(try entries(of: zone, naming: table))
      }
    }
    for (zone, keys) in gone.sorted(by: { $0.key < $1.key }) {
      for sequence in (sequences[zone] ?? []).sorted() {
        guard let stored = try history(of: zone, at: sequence), !isPlanted(.contentStaysInLog)
        else { continue }
        try rewriteLog(stored.without(keys))
      }
    }
    return (gone.values.reduce(0) { $0 + $1.count }, found.count < limit ? nil : found.last?.cursor)
  }
}

extension SyncSchema {
  fileprivate func kept(in table: String) -> Set<String> {
    if isPlanted(.revivedContentRemoved) { return [] }
    return self.table(table)?.keptWhenDeleted ?? []
  }
}

extension Registers {
  fileprivate func keeping(_ names: Set<String>) -> Registers {
    var kept = Registers()
    for name in names.sorted() { kept[name] = self[name] }
    return kept
  }
}

extension StoredHistory {
  /// The entry without what it tells of some records, except that they were dropped.
  fileprivate func without(_ keys: Set<RecordKey>) throws -> StoredHistory {
    var told = try LogEntry(wireBytes: entry.bytes)
    told.effects.removeAll { $0.kind != .drop && keys.contains($0.key) }
    let former = before.isEmpty ? [] : try FormerRecord.list(wireBytes: before)
    let left = former.filter { !keys.contains($0.key) }
    return StoredHistory(
      entry: StoredEntry(zone: entry.zone, sequence: entry.sequence, bytes: told.wireBytes),
      before: left.isEmpty ? [] : FormerRecord.wireBytes(of: left))
  }
}
