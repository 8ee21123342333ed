import SyncProtocol
import Threads

extension Hub {
  /// A page of a pull with its entries in their stored wire form, which is passed on without
  /// decoding.
  public struct RawPage: Sendable {
    public var epoch: String
    public var cut: Cut
    public var snapshots: [StoredSnapshot] = []
    public var entries: [StoredEntry] = []
    public var isLast: Bool
    public var nowMilliseconds: Int64
    /// Zones of which the store cannot read something, with the reason.
    public var unreadable: [ZoneID: String] = [:]
    /// The seal of each zone's entries, if the request asked for seals.
    public var seals: [ZoneID: [UInt8]] = [:]
    /// Those zones of `PullRequest.had` that this hub has forgotten because of a restore.
    public var forgotten: [ZoneID] = []

    /// The wire form of `PullResponse.page`.
    public var wireBytes: [UInt8] {
      let size =
        entries.reduce(1024) { $0 + $1.bytes.count + 1 }
        + snapshots.reduce(0) { $0 + $1.records.bytes.count + 512 }
      var writer = WireWriter(capacity: size)
      writer.object { writer in
        writer.key("epoch")
        writer.string(epoch)
        writer.key("cut")
        cut.write(to: &writer)
        if !snapshots.isEmpty {
          writer.key("snapshots")
          writer.array { writer in for part in snapshots { part.write(to: &writer) } }
        }
        writer.key("entries")
        writer.array { writer in for entry in entries { writer.raw(entry.bytes) } }
        writer.key("isLast")
        writer.bool(isLast)
        writer.key("now")
        writer.integer(nowMilliseconds)
        if !unreadable.isEmpty {
          writer.key("unreadable")
          writer.object { writer in
            for (zone, problem) in unreadable.sorted(by: { $0.key < $1.key }) {
              writer.key(zone)
              writer.string(problem)
            }
          }
        }
        if !seals.isEmpty {
          writer.key("seals")
          SealedRun.write(seals, to: &writer)
        }
        if !forgotten.isEmpty {
          writer.key("forgotten")
          writer.array { writer in for zone in forgotten { writer.string(zone) } }
        }
      }
      return writer.bytes
    }

    /// The decoded page, for a replica in the same process.
    ///
    /// - Parameter fresh: entries of which the decoded form is at hand.
    func decoded(_ fresh: Lock<FreshEntries>) -> PullPage {
      var page = PullPage(
        epoch: epoch, cut: cut, isLast: isLast, nowMilliseconds: nowMilliseconds,
        unreadable: unreadable, seals: seals)
      page.forgotten = forgotten
      for stored in snapshots {
        do throws(WireError) {
          page.snapshots.append(try stored.decoded())
        } catch {
          page.unreadable[stored.zone] = "\(error)"
        }
      }
      for stored in entries {
        if let entry = fresh.withLock({ $0.take(stored) }) {
          page.entries.append(entry)
          continue
        }
        do throws(WireError) {
          page.entries.append(try LogEntry(wireBytes: stored.bytes))
        } catch {
          page.unreadable[stored.zone] = "\(error)"
        }
      }
      return page
    }
  }

  /// A part of a zone's first load with its records in their wire form; see `SnapshotPart` for the
  /// decoded form.
  public struct StoredSnapshot: Sendable {
    public var zone: ZoneID
    public var from: Int64
    public var records: StoredRecords

    /// The key from which the next part continues; `nil` if the zone is complete.
    var next: RecordKey? { records.isComplete ? nil : records.last }

    func write(to writer: inout WireWriter) {
      writer.object { writer in
        writer.key("zone")
        writer.string(zone)
        writer.key("from")
        writer.integer(from)
        writer.key("records")
        writer.raw(records.bytes)
        writer.key("clock")
        writer.integer(records.clock.bits)
        if let next {
          writer.key("next")
          next.write(to: &writer)
        }
      }
    }

    func decoded() throws(WireError) -> SnapshotPart {
      SnapshotPart(
        zone: zone, from: from,
        records: try WireReader.read(records.bytes) { reader throws(WireError) in
          try reader.list(of: Effect.self)
        }, next: next, clock: records.clock)
    }
  }

  public enum RawPullResponse: Sendable {
    case page(RawPage)
    case restart
    case epoch(String)
    case foreignReplica

    public var wireBytes: [UInt8] {
      switch self {
      case .page(let page): page.wireBytes
      case .restart: PullResponse.restart.wireBytes
      case .epoch(let epoch): PullResponse.epoch(epoch).wireBytes
      case .foreignReplica: PullResponse.foreignReplica.wireBytes
      }
    }
  }

  /// Builds one page of a pull.
  ///
  /// The first page fixes the cut: the account's zones and their heads in one snapshot. Later pages
  /// continue up to it. While any zone is being loaded for the first time, each page moves the cut
  /// forward, so that the log after the load covers everything that has changed meanwhile.
  public func pullRaw(_ request: PullRequest, as account: AccountID) throws -> RawPullResponse {
    guard ChangeSetID.isReplica(request.replica) else { throw RequestError.malformed("replica") }
    return try store.read { reader in
      let state = try reader.state()
      guard request.epoch.isEmpty || request.epoch == state.epoch || isPlanted(.pullEpochIgnored)
      else { return .epoch(state.epoch) }
      if let owner = try reader.owner(ofReplica: request.replica), owner != account {
        return .foreignReplica
      }
      var page = PageBuilder(
        hub: self, reader: reader, request: request, account: account,
        now: try heads(of: account, reader: reader), epoch: state.epoch)
      return try page.build()
    }
  }

  /// A pull for a replica in the same process.
  public func pull(_ request: PullRequest, as account: AccountID) throws -> PullResponse {
    switch try pullRaw(request, as: account) {
    case .page(let page): .page(page.decoded(freshEntries))
    case .restart: .restart
    case .epoch(let epoch): .epoch(epoch)
    case .foreignReplica: .foreignReplica
    }
  }

  /// The account's zones and their present heads.
  func heads(of account: AccountID, reader: any HubReader) throws -> Cut {
    Cut(
      accountSequence: try reader.accountSequence(of: account),
      zones: try reader.memberships(of: account).map { grant, zone in
        ZoneHead(
          zone: zone.id, kind: zone.kind, head: zone.head, role: grant.role,
          grant: grant.grantID)
      })
  }
}

/// Fills one page from one snapshot of the store.
private struct PageBuilder {
  let hub: Hub
  let reader: any HubReader
  let request: PullRequest
  let account: AccountID
  let now: Cut
  let epoch: String
  var page: Hub.RawPage
  var bytesLeft: Int
  /// The zones that the account can read now.
  private let zones: Set<ZoneID>

  init(
    hub: Hub, reader: any HubReader, request: PullRequest, account: AccountID, now: Cut,
    epoch: String
  ) {
    self.account = account
    self.hub = hub
    self.reader = reader
    self.request = request
    self.now = now
    zones = Set(now.zones.map(\.zone))
    self.epoch = epoch
    page = Hub.RawPage(epoch: epoch, cut: now, isLast: false, nowMilliseconds: hub.now())
    bytesLeft = request.maxBytes
  }

  mutating func build() throws -> Hub.RawPullResponse {
    let current = Dictionary(uniqueKeysWithValues: now.zones.map { ($0.zone, $0) })
    if let cut = request.cut {
      for head in cut.zones {
        // If a grant is gone or has changed, this pull ends, because the account may read other
        // things now.
        guard let zone = current[head.zone], zone.grant == head.grant, zone.head >= head.head
        else { return .restart }
        // So it does if deleted content was removed: the state at the cut can no longer be told.
        if zone.head > head.head,
          try hub.mayLackContent(upTo: head.head, of: head.zone, reader)
        {
          return .restart
        }
      }
      page.cut = cut
    }
    if let positions = try load() { page.isLast = try readLogs(after: positions) }
    seal()
    page.forgotten = try forgotten()
    return .page(page)
  }

  /// The sequence after which to read a zone's log; `nil` if the zone must be loaded first.
  private func logPosition(of head: ZoneHead) throws -> Int64? {
    guard case .at(let sequence, let grant)? = request.zones[head.zone],
      grant == head.grant, sequence <= head.head
    else { return nil }
    return try sequence >= floor(of: head) || isPlanted(.floorIgnored) ? sequence : nil
  }

  /// The sequence up to which the account cannot be sent the log: it is no longer kept, or the
  /// account was not in the zone then.
  private func floor(of head: ZoneHead) throws -> Int64 {
    let kept = try reader.zone(head.zone)?.floor ?? 0
    if isPlanted(.logBelowGrant) { return kept }
    return max(kept, try reader.grant(in: head.zone, for: account)?.since ?? 0)
  }

  /// Adds the next parts of zones that are being loaded. Returns the sequence after which to read
  /// each zone's log; `nil` if some zone is not complete yet.
  private mutating func load() throws -> [ZoneID: Int64]? {
    if try page.cut.zones.contains(where: { try logPosition(of: $0) == nil }) { page.cut = now }
    var positions: [ZoneID: Int64] = [:]
    var isComplete = true
    for head in page.cut.zones {
      if let position = try logPosition(of: head) {
        positions[head.zone] = position
        continue
      }
      guard bytesLeft > 0 else {
        isComplete = false
        continue
      }
      let part: Hub.StoredSnapshot
      do {
        part = try snapshot(of: head, from: request.zones[head.zone])
      } catch HubStoreError.unreadable(let problem) where saysWhatIsUnreadable {
        page.unreadable[head.zone] = problem
        positions[head.zone] = head.head
        continue
      }
      page.snapshots.append(part)
      bytesLeft -= part.records.bytes.count
      if part.records.isComplete {
        positions[head.zone] = try tellPast(of: head.zone, through: part.from)
      } else {
        bytesLeft = min(bytesLeft, 0)
        isComplete = false
      }
    }
    return isComplete ? positions : nil
  }

  /// Whether the replica understands `unreadable`. The first clients would take a zone without a
  /// snapshot for an empty one, so they get an error.
  private var saysWhatIsUnreadable: Bool {
    request.understands >= 2 && !isPlanted(.zoneStopsOthers)
  }

  private func snapshot(
    of head: ZoneHead, from position: ZonePosition?
  ) throws -> Hub.StoredSnapshot {
    var after: RecordKey?
    var from = head.head
    if case .loading(let key, let start, let grant)? = position, grant == head.grant,
      try start >= floor(of: head), start <= from
    {
      after = key
      from = start
    }
    return Hub.StoredSnapshot(
      zone: head.zone, from: from,
      records: try reader.storedRecords(
        of: head.zone, after: after?.id, maxBytes: bytesLeft, aggregates: hub.aggregates))
  }

  /// An entry as this account may see it: its `parts` name only zones that the account can read.
  private func told(_ entry: StoredEntry) throws -> StoredEntry {
    guard !isPlanted(.partsTold), let span = LogEntry.partsSpan(in: entry.bytes) else {
      return entry
    }
    let parts = try LogEntry.parts(in: entry.bytes[span])
    let readable = parts.filter { zones.contains($0.key) }
    guard readable.count < parts.count else { return entry }
    var bytes = Array(entry.bytes[..<span.lowerBound])
    bytes += LogEntry.wireParts(readable)
    bytes += entry.bytes[span.upperBound...]
    return StoredEntry(zone: entry.zone, sequence: entry.sequence, bytes: bytes)
  }

  /// Those zones of the request's `had` in which this hub does not know the account as a former
  /// participant.
  private func forgotten() throws -> [ZoneID] {
    guard !request.had.isEmpty else { return [] }
    let state = try reader.state()
    return try request.had.filter { zone, grant in
      try !zones.contains(zone)
        && reader.hasForgotten(zone, grantedBy: grant, to: account, state)
    }.map(\.key).sorted()
  }

  /// Seals the entries of each zone, if the replica keeps them.
  private mutating func seal() {
    guard let key = hub.sealing, request.wantsSeals else { return }
    for (zone, entries) in Dictionary(grouping: page.entries, by: \.zone) {
      let message = SealedRun.signedBytes(
        epoch: epoch, zone: zone, entries: entries.lazy.map(\.bytes))
      if let seal = hub.keptSeals.withLock({ $0.seal(of: message) }) {
        page.seals[zone] = seal
        continue
      }
      let seal = key.seal(message)
      hub.keptSeals.withLock { $0.keep(seal, of: message) }
      page.seals[zone] = seal
    }
  }

  /// Adds the end of the log of a zone that is loaded whole with this page, if the replica keeps
  /// it: a replica can hand back to a restored hub only entries that it has received.
  ///
  /// At least one entry is added, so that the replica continues from there.
  ///
  /// - Parameter from: the sequence of the snapshot.
  /// - Returns: the sequence after which to read the zone's log.
  private mutating func tellPast(of zone: ZoneID, through from: Int64) throws -> Int64 {
    guard request.wantsPast, request.wantsSeals, hub.sealing != nil, !isPlanted(.pastUntold),
      let start = try hub.beginningOfPast(of: zone, for: account, through: from, reader)
    else { return from }
    let entries = try reader.log(
      of: zone, after: start, through: from, maxBytes: max(bytesLeft, 1))
    // Damaged entries of the past are left out, because nobody needs them to load the zone.
    guard let last = entries.last, entries.allSatisfy({ LogEntry.isReadable($0.bytes) }) else {
      return from
    }
    page.entries.append(contentsOf: try entries.map(told))
    bytesLeft -= entries.reduce(0) { $0 + $1.bytes.count }
    return last.sequence
  }

  /// Appends log entries up to the cut. Returns whether all of them fitted.
  private mutating func readLogs(after positions: [ZoneID: Int64]) throws -> Bool {
    for head in page.cut.zones {
      guard var position = positions[head.zone] else { continue }
      if isPlanted(.sequenceSkips), position > 0, head.head > position + 1 { position += 1 }
      while position < head.head {
        guard bytesLeft > 0 else { return isPlanted(.cutIgnored) }
        let entries = try reader.log(
          of: head.zone, after: position, through: head.head, maxBytes: bytesLeft)
        guard let last = entries.last else { break }
        // An entry that is not JSON would make the whole page unreadable.
        if let damaged = entries.first(where: { !LogEntry.isReadable($0.bytes) }),
          saysWhatIsUnreadable
        {
          page.unreadable[head.zone] = "log entry \(damaged.sequence)"
          break
        }
        page.entries.append(contentsOf: try entries.map(told))
        bytesLeft -= entries.reduce(0) { $0 + $1.bytes.count }
        position = last.sequence
      }
    }
    return true
  }
}
