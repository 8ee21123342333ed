import SyncProtocol

/// The history of zones: their logs, read backwards, with the former state of changed records.
extension Hub {
  /// The most bytes of log that one page reads, beyond its first entry.
  private static let maxHistoryBytes = 4 << 20

  /// What happened in a zone or to one of its records, newest first.
  ///
  /// It goes back as far as the log is kept and, for participants who joined later, to the time
  /// they joined: what was deleted before must not be shown to them.
  ///
  /// - Throws: `SharingError.notFound` for a zone that the account is not in.
  public func history(
    _ request: HistoryRequest, as account: AccountID
  ) throws -> HistoryPage {
    guard (1...HistoryRequest.maxEntries).contains(request.limit),
      (1...HistoryRequest.maxChanges).contains(request.changeLimit)
    else { throw RequestError.malformed("limit") }
    return try store.read { reader in
      guard let grant = try reader.grant(in: request.zone, for: account),
        let zone = try reader.zone(request.zone), zone.isAlive
      else { throw SharingError.notFound }
      var page = HistoryBuilder(
        reader: reader, schema: schema, zone: zone, request: request, account: account,
        since: grant.role == .owner ? 0 : try joining(of: account, in: zone.id, reader))
      return try page.build(maxBytes: Self.maxHistoryBytes)
    }
  }

  /// When an account joined a zone, milliseconds since 1970.
  private func joining(
    of account: AccountID, in zone: ZoneID, _ reader: any HubReader
  ) throws -> Int64 {
    for id in HubRecord.participantIDs(of: account, in: zone) {
      let record = try reader.record(RecordPlace(zone: zone, id: id))
      if let record, record.table == "participants" {
        return record.registers["joinedAt"]?.value.integer ?? 0
      }
    }
    return 0
  }
}

/// Builds one page from one snapshot of the store.
private struct HistoryBuilder {
  let reader: any HubReader
  let schema: SyncSchema
  let zone: HubZone
  let request: HistoryRequest
  let account: AccountID
  /// Entries committed before this time are left out, milliseconds since 1970.
  let since: Int64
  private var names: [AccountID: String] = [:]

  init(
    reader: any HubReader, schema: SyncSchema, zone: HubZone, request: HistoryRequest,
    account: AccountID, since: Int64
  ) {
    self.account = account
    self.reader = reader
    self.schema = schema
    self.zone = zone
    self.request = request
    self.since = since
  }

  mutating func build(maxBytes: Int) throws -> HistoryPage {
    var page = HistoryPage(entries: [])
    var byteCount = 0
    var last: Int64?
    let sequences = try sequences()
    var isOld = false
    for sequence in sequences {
      if page.entries.count == request.limit || byteCount > maxBytes {
        page.next = last
        return page
      }
      last = sequence
      guard let stored = try reader.history(of: zone.id, at: sequence) else {
        page.isCutOff = true
        return page
      }
      byteCount += stored.entry.bytes.count + stored.before.count
      let scan = try LogEntryScan(stored.entry.bytes)
      guard scan.committedAt >= since else {
        // Entries handed back to a restored hub have higher sequences than entries committed after
        // them.
        isOld = true
        continue
      }
      if let entry = try entry(scan, stored) { page.entries.append(entry) }
    }
    // Some entries had nothing to show, and there are more.
    if sequences.count > request.limit, !isOld || !page.entries.isEmpty {
      page.next = last
    } else {
      page.isCutOff = isOld || zone.floor > 0
    }
    return page
  }

  /// The sequences that may be shown, newest first, one more than requested.
  private func sequences() throws -> [Int64] {
    let before = min(request.before ?? .max, zone.head + 1)
    let wanted = request.limit + 1
    guard let id = request.record else {
      let first = max(before - Int64(wanted), 1)
      return first < before ? (first..<before).reversed() : []
    }
    let place = RecordPlace(zone: zone.id, id: id)
    guard let record = try reader.record(place) else { return [] }
    var found = Set(try reader.changes(of: place, before: before, limit: wanted))
    if record.sequence < before { found.insert(record.sequence) }
    return found.filter { $0 > zone.floor }.sorted(by: >).prefix(wanted).map(\.self)
  }

  /// The requested parts of an entry; `nil` if none.
  private mutating func entry(
    _ scan: LogEntryScan, _ stored: StoredHistory
  ) throws -> HistoryEntry? {
    var former: [RecordKey: FormerRecord] = [:]
    if !stored.before.isEmpty {
      for record in try FormerRecord.list(wireBytes: stored.before) { former[record.key] = record }
    }
    var changes: [RecordChange] = []
    var counts: [HistoryEntry.Count] = []
    for head in scan.effects {
      guard try isWanted(head, scan, former[head.key]) else { continue }
      if let index = counts.firstIndex(where: { $0.kind == head.kind && $0.table == head.key.table }
      ) {
        counts[index].count += 1
      } else {
        counts.append(HistoryEntry.Count(kind: head.kind, table: head.key.table, count: 1))
      }
      guard changes.count < request.changeLimit else { continue }
      changes.append(
        RecordChange(
          head.kind, head.key.table, head.key.id,
          before: former[head.key]?.registers ?? [:], after: try scan.registers(of: head),
          movedTo: try told(former[head.key]?.movedTo), hasArrived: try hasArrived(head, scan)))
    }
    if counts.isEmpty { return nil }
    return HistoryEntry(
      sequence: stored.entry.sequence, author: scan.author,
      authorName: try name(of: scan.author), at: scan.committedAt, isSpanning: scan.isSpanning,
      counts: counts, changes: changes)
  }

  /// Where a record went, if the account may read that zone.
  private func told(_ place: RecordPlace?) throws -> RecordPlace? {
    guard let place, !isPlanted(.partsTold) else { return place }
    return try reader.grant(in: place.zone, for: account) == nil ? nil : place
  }

  /// Whether a record has left a tombstone in another zone of the change set that leads to this
  /// zone.
  private func hasArrived(_ head: LogEntryScan.Head, _ scan: LogEntryScan) throws -> Bool {
    guard head.kind == .put, scan.isSpanning else { return false }
    let place = RecordPlace(zone: zone.id, id: head.key.id)
    return try scan.zones.contains { other in
      try other != zone.id
        && reader.record(RecordPlace(zone: other, id: head.key.id))?.movedTo == place
    }
  }

  private mutating func name(of account: AccountID) throws -> String {
    if let known = names[account] { return known }
    let name = try reader.account(account)?.displayName ?? ""
    names[account] = name
    return name
  }

  /// Whether the change concerns the requested record, or a record that it contains.
  private func isWanted(
    _ head: LogEntryScan.Head, _ scan: LogEntryScan, _ former: FormerRecord?
  ) throws -> Bool {
    guard let wanted = request.record, head.key.id != wanted else { return true }
    guard let table = schema.table(head.key.table),
      table.references.contains(where: { $0.rule == .contained })
    else { return false }
    let after = try scan.registers(of: head)
    return Self.wholes(table, after).contains(wanted)
      || Self.wholes(table, former?.registers ?? [:]).contains(wanted)
  }

  private static func wholes(
    _ table: TableSchema, _ registers: SortedMap<FieldValue>
  ) -> Set<RecordID> {
    var ids: Set<RecordID> = []
    for reference in table.references where reference.rule == .contained {
      if let value = registers[reference.register] { ids.formUnion(reference.targets(in: value)) }
    }
    return ids
  }
}
