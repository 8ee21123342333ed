import SyncProtocol

/// A record that was deleted, or has left its zone, and of which the store still has the content.
public struct DeletedContent: Equatable, Sendable {
  public let record: HubRecord
  /// Where it is among all of them, the first deleted first.
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

/// What a store does to let content go.
public protocol DeletedContentWriter {
  /// Records that are dead by a stamp before `time` and whose content is there, the first deleted
  /// first: who left a zone, too. None of zones that may come back as a whole.
  func deletedContent(
    before time: HybridTime, after: DeletedContent.Cursor?, limit: Int
  ) throws -> [DeletedContent]
  /// Leaves of a tombstone its ids, its stamp and these registers.
  func removeContent(of place: RecordPlace, keeping registers: Registers) throws
  /// Writes a log entry anew, with less in it.
  func rewriteLog(_ entry: StoredHistory) throws
  /// The sequences of a zone's log entries that say something of a table, or of what its records
  /// were. Reads all of the zone's log.
  func entries(of zone: ZoneID, naming table: String) throws -> [Int64]
  /// When an entry was committed, milliseconds since 1970; `nil` when it is not kept any more.
  func committedAt(_ zone: ZoneID, _ sequence: Int64) throws -> Int64?
}

extension Hub {
  /// Records looked at in one commit at most: pushes wait for it.
  private static let maxContentsPerCommit = 200

  /// Lets go of what was in records that were deleted before `moment`: their tombstones keep ids
  /// and stamps, and what the schema keeps for those that may be brought back
  /// (`TableSchema.keptWhenDeleted`). The log and what it knows of the past tell of them no longer.
  /// The name of somebody who left a zone goes the same way.
  /// Blocks; work for now and then. Others push and pull meanwhile.
  ///
  /// - Parameter moment: milliseconds since 1970; 30 days ago unless it is told.
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

  /// The content of what was deleted since is kept; milliseconds since 1970.
  private var keepsContentSince: Int64 { now() - Self.keepDeletedMilliseconds + 1 }

  /// Whether a zone's log may tell no longer all that the zone was at an earlier head: the content
  /// of what was deleted after it goes from the entries before it, too.
  func mayLackContent(
    upTo head: Int64, of zone: ZoneID, _ reader: any HubReader
  ) throws -> Bool {
    let next = try reader.log(of: zone, after: head, through: head + 1, maxBytes: 1).first
    // A damaged entry is told of where it is read.
    guard let next, let entry = try? LogEntry(wireBytes: next.bytes),
      !isPlanted(.oldCutGoesOn)
    else { return false }
    let told = contentRemovedBefore.withLock { $0 }
    return entry.committedAt < max(keepsContentSince, told)
  }
}

extension HubWriter {
  /// The files that it named are not to be had by that any more.
  private func forgetBlobs(of record: HubRecord, _ schema: SyncSchema) throws {
    guard record.movedTo == nil, let table = schema.table(record.table) else { return }
    let kept = record.registers.keeping(schema.kept(in: record.table)).values
    let gone = table.blobs(in: record.registers.values).subtracting(table.blobs(in: kept))
    for blob in gone.sorted() {
      try countBlobNames(blob, in: record.zone, live: 0, deleted: -1)
    }
  }

  /// Empties the next few records. Returns how many it were, and where to go on.
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
      // Who was away for long has deleted it long ago; the others have known of it since it came.
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
    // Nothing notes when something happened to who is in a zone; few ever leave one.
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
  /// The entry without what it says of some records but that they went.
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
