import SQLite
import SyncProtocol

/// A pull under way, and how far its pages have come.
struct PullSession {
  var serial: Int64
  var cut: Cut?
  var positions: [ZoneID: ZonePosition]
  /// Pending change sets whose answers were known when the pull began.
  let answered: Set<Int64>
  var hasStaged = false
  /// How many pages have been received.
  var pageCount = 0
  /// Zones that are set aside and left out of this pull.
  let aside: [ZoneID: ZoneAside]
  /// Zones that were set aside and are loaded anew by this pull.
  let retried: Set<ZoneID>
  /// Zones of which something received cannot be read, with the reason.
  var unreadable: [ZoneID: String] = [:]
  /// For each zone that is loaded: the page at which its load last began, and the log position at
  /// which to continue. Earlier pages do not count for that zone.
  var loads: [ZoneID: (page: Int, from: Int64)] = [:]
}

/// What to do after a pulled page.
public enum PullProgress: Equatable, Sendable {
  /// Ask for the next page.
  case more
  /// Everything up to the cut is applied.
  case done
  /// Begin again.
  case restart
  /// The response belongs to an earlier request and changes nothing.
  case stale
}

extension Replica {
  /// The request for the next page of the pull under way, or for the first page of a new one.
  public func nextPull(maxBytes: Int = PullRequest.defaultMaxBytes) throws -> PullRequest {
    var session = try pullSession ?? newSession()
    lastSerial += 1
    session.serial = lastSerial
    pullSession = session
    var request = PullRequest(
      epoch: state.epoch, replica: state.incarnation, zones: session.positions, cut: session.cut,
      maxBytes: maxBytes)
    request.serial = lastSerial
    request.wantsSeals = environment.isAttended
    // A zone in trouble is retried without anything that it can do without.
    request.wantsPast = environment.isAttended && session.retried.isEmpty
    request.had = try restoredGrants()
    return request
  }

  private func newSession() throws -> PullSession {
    try connection.execute("DELETE FROM syncStaged")
    var positions: [ZoneID: ZonePosition] = [:]
    let (aside, retried) = try asideAtBeginning()
    for zone in try ZoneRow.all(in: connection) where !zone.isNew {
      if let left = aside[zone.id] {
        // To the hub this looks up to date, so that it sends little of the zone.
        positions[zone.id] = .at(left.head, grant: zone.grantID)
      } else if zone.isCurrent, !retried.contains(zone.id) {
        positions[zone.id] = .at(zone.sequence, grant: zone.grantID)
      }
    }
    let answered = try connection.query(
      "SELECT number FROM syncPending WHERE state = 'answered'"
    ) { $0.integer(0) }
    return PullSession(
      serial: 0, cut: nil, positions: positions, answered: Set(answered), aside: aside,
      retried: retried)
  }

  /// Forgets the pull under way; the next one starts anew.
  public func abandonPull() { pullSession = nil }

  /// Takes in one page. The last page of a pull applies all of them in one transaction; before
  /// that, nothing of them is visible.
  public func receive(_ response: PullResponse, to request: PullRequest) throws -> PullProgress {
    if isPlanted(.staleResponseApplied), pullSession == nil { pullSession = try newSession() }
    guard let session = pullSession,
      session.serial == request.serial || isPlanted(.staleResponseApplied)
    else { return .stale }
    switch response {
    case .foreignReplica:
      // Waiting change sets get new numbers when the hub says the same of a push.
      try transaction { try renewIncarnation() }
      return .restart
    case .restart:
      pullSession = nil
      return .restart
    case .epoch(let epoch):
      try enter(epoch: epoch)
      return .restart
    case .page(let page):
      guard page.epoch == state.epoch || state.epoch.isEmpty || isPlanted(.pageEpochIgnored) else {
        return .stale
      }
      return try receive(page, session)
    }
  }

  private func receive(_ page: PullPage, _ session: PullSession) throws -> PullProgress {
    var session = session
    advance(&session, with: page)
    session.unreadable.merge(page.unreadable) { first, _ in first }
    if isPlanted(.accountFeedAlone) {
      _ = try transaction { try purgeZones(notIn: page.cut, keeping: []) }
    }
    let showsEarly = isPlanted(.joinShownEarly) && !page.snapshots.isEmpty
    if page.isLast || isPlanted(.pagesTear) || showsEarly {
      let isWhole = try finish(page, session)
      // A zone that has just been set aside is loaded anew at once.
      if page.isLast { return isWhole ? .done : .restart }
    } else {
      try connection.execute(
        "INSERT INTO syncStaged (body) VALUES (?)", .blob(PullResponse.page(page).wireBytes))
      session.hasStaged = true
    }
    pullSession = session
    return .more
  }

  private func advance(_ session: inout PullSession, with page: PullPage) {
    session.cut = page.cut
    defer { session.pageCount += 1 }
    let heads = Dictionary(uniqueKeysWithValues: page.cut.zones.map { ($0.zone, $0) })
    for part in page.snapshots {
      guard let head = heads[part.zone] else { continue }
      if case .loading(.some, part.from, head.grant)? = session.positions[part.zone] {
      } else {
        session.loads[part.zone] = (session.pageCount, part.from)
      }
      session.positions[part.zone] =
        part.next.map { .loading(after: $0, from: part.from, grant: head.grant) }
        ?? .at(part.from, grant: head.grant)
    }
    for entry in page.entries {
      guard let head = heads[entry.zone] else { continue }
      session.positions[entry.zone] = .at(entry.sequence, grant: head.grant)
    }
    // For a zone whose load has not begun, the log is read from here on, so that nothing is missed
    // that happens before its turn comes.
    for head in page.cut.zones where session.positions[head.zone]?.grant != head.grant {
      session.positions[head.zone] = .loading(after: nil, from: head.head, grant: head.grant)
    }
    for zone in session.positions.keys where heads[zone] == nil { session.positions[zone] = nil }
  }

  /// Applies everything that was pulled, up to the cut, in one transaction.
  ///
  /// - Returns: `false` if a zone was set aside that is to be loaded anew at once.
  private func finish(_ last: PullPage, _ session: PullSession) throws -> Bool {
    // Much is applied at once, and the index pages that it touches do not fit the standard cache.
    let isLarge =
      session.hasStaged
      || last.entries.reduce(0) { $0 + $1.effects.count } >= Self.minLargeMutations
    if isLarge { try connection.setCache(kibibytes: Self.openCacheKibibytes) }
    defer {
      if isLarge {
        // If this fails, the cache stays larger and costs memory, nothing else.
        try? connection.setCache(kibibytes: Connection.standardCacheKibibytes)
      }
    }
    var trouble = ZoneTrouble(
      session.unreadable.mapValues { (reason: .unreadable, detail: $0) })
    do {
      // Each round leaves out at least one more zone.
      while try !apply(last, session, leavingOut: &trouble) {}
      pullSession = nil
      return try !hasFreshAside()
    } catch ReplicaError.inconsistentCut {
      // What was pulled has references to missing records that no zone explains: rather than fall
      // behind, load everything anew.
      pullSession = nil
      try connection.transaction { try loadAllAnew() }
      throw ReplicaError.inconsistentCut
    }
  }

  /// Applies the cut without the zones in trouble.
  ///
  /// Returns `false`, having applied nothing, if more zones turn out to be in trouble. Applies
  /// nothing either if one of these zones has not been loaded anew yet: change sets that span it
  /// must not be seen in part because of trouble that one more try may end.
  private func apply(
    _ last: PullPage, _ session: PullSession, leavingOut trouble: inout ZoneTrouble
  ) throws -> Bool {
    let known = trouble.zones.count
    do {
      try transaction {
        if state.epoch.isEmpty { state.epoch = last.epoch }
        (hasQuarantined, zonesToReload) = (try tables.hasQuarantined(), [])
        let left = Set(trouble.zones.keys).union(session.aside.keys)
        let lost = try withoutOverlay { pending in
          let lost = try lostByRestore(last, session)
          try applyCut(last, session, leavingOut: left)
          try keepForgotten(last)
          try releaseReferences(leftBehind: left.union(try forgotten(last)))
          try checkReferences()
          try settle(afterPull: session.answered, known: pending)
          try settleConfirmation()
          return lost
        }
        if isFresh(trouble, session) { throw FreshTrouble() }
        try settleForgotten(afterPull: session.answered)
        try tellLost(lost)
        try noteAside(trouble, session, last.cut, isApplied: true)
        // What was postponed may have waited for just this.
        if session.hasStaged || !last.entries.isEmpty || !last.snapshots.isEmpty {
          postponed[.hub] = nil
          if case .waiting = handBack { handBack = .all(isNew: false) }
        }
        state.accountSequence = last.cut.accountSequence
        try noteContact(hubMilliseconds: last.nowMilliseconds)
        try state.save(connection)
      }
      return true
    } catch is FreshTrouble {
      try transaction { try noteAside(trouble, session, last.cut, isApplied: false) }
      return true
    } catch let more as ZoneTrouble where !isPlanted(.zoneStopsOthers) {
      trouble.zones.merge(more.zones) { first, _ in first }
      guard trouble.zones.count > known else { throw ReplicaError.inconsistentCut }
      return false
    }
  }

  private func applyCut(
    _ last: PullPage, _ session: PullSession, leavingOut left: Set<ZoneID>
  ) throws {
    var rows: [ZoneID: ZoneRow] = [:]
    if !isPlanted(.revokedZoneKept) {
      // A zone that is set aside is purged like any other. Only if the cut itself cannot be read is
      // it unknown whether the account has lost the zone.
      var kept = Set(session.unreadable.keys).union(try forgotten(last))
      if isPlanted(.lostZoneStaysAside) { kept.formUnion(left) }
      rows = try purgeZones(notIn: last.cut, keeping: kept)
    }
    let held = Set(last.cut.zones.map(\.zone)).subtracting(left)
    var loader = Loader(replica: self)
    var log = EntryMerge()
    try forEachPage(last, session) { page, number in
      try keepSealed(page)
      // A page may contain a zone that has left the cut since, or whose load has begun anew.
      try loader.load(
        page.snapshots.filter {
          held.contains($0.zone)
            && (number >= session.loads[$0.zone]?.page ?? 0 || isPlanted(.oldLoadKept))
        })
      log.add(
        page.entries.filter {
          held.contains($0.zone)
            && ($0.sequence > session.loads[$0.zone]?.from ?? -1 || isPlanted(.oldLoadKept))
        })
    }
    if session.hasStaged { try connection.execute("DELETE FROM syncStaged") }
    try forgetSealed(before: acceptedNow - Self.acknowledgedMilliseconds)
    while let step = log.next() { try apply(step, lastDrops: log.lastDrops) }
    for head in last.cut.zones {
      if left.contains(head.zone) {
        try connection.execute(
          "UPDATE syncZones SET role = ? WHERE id = ?", .text(head.role.rawValue),
          .text(head.zone))
        continue
      }
      let row = ZoneRow(
        head, state: zonesToReload.contains(head.zone) ? .stale : .current)
      // Most pulls bring something of one zone, and nothing of the others.
      if rows[head.zone] != row { try row.save(connection) }
    }
  }

  /// Calls `body` with each page of the pull and its number, in order, ending with `last`.
  func forEachPage(
    _ last: PullPage, _ session: PullSession, _ body: (PullPage, _ number: Int) throws -> Void
  ) throws {
    var number = 0
    if session.hasStaged {
      try connection.forEach("SELECT body FROM syncStaged ORDER BY id") { row in
        guard case .page(let page) = try PullResponse(wireBytes: row.blob(0)) else { return }
        try body(page, number)
        number += 1
      }
    }
    try body(last, number)
  }

  /// Removes everything of the zones that the account has lost: rows, versions, unknown registers.
  ///
  /// - Parameter kept: zones that stay although the cut lacks them, because it cannot be told
  ///   whether the account has lost them.
  /// - Returns: the rows of the zones of the cut that are here, under the same grant.
  @discardableResult
  func purgeZones(notIn cut: Cut, keeping kept: Set<ZoneID>) throws -> [ZoneID: ZoneRow] {
    let heads = Dictionary(uniqueKeysWithValues: cut.zones.map { ($0.zone, $0) })
    var rows: [ZoneID: ZoneRow] = [:]
    for zone in try ZoneRow.all(in: connection) where !zone.isNew {
      if heads[zone.id]?.grant == zone.grantID {
        rows[zone.id] = zone
        continue
      }
      if heads[zone.id] == nil, kept.contains(zone.id) { continue }
      changedKeys.formUnion(try tables.keys(in: zone.id))
      try tables.purge(zone.id)
      try forgetSealed(of: zone.id)
      try connection.execute("DELETE FROM syncZones WHERE id = ?", .text(zone.id))
      if isPlanted(.parkedPurged) { try connection.execute("DELETE FROM syncParked") }
      if isPlanted(.parkedWithoutAnswer) { try parkUnanswered(in: zone.id) }
    }
    return rows
  }

  private func parkUnanswered(in zone: ZoneID) throws {
    for row in try pendingRows() where row.state.isUnanswered {
      if row.changeSet.mutations.contains(where: { $0.zones.contains(zone) }) {
        try store(.parked(Refusal(.permission)), of: row.changeSet, from: row.state)
      }
    }
  }

  /// Applies the parts of one change set: drops first, then everything else, so that a record
  /// leaves its zone before it arrives in another.
  ///
  /// Zones that were loaded during this pull bring no log that would order the others' logs: a
  /// loaded zone may already show a record that another zone's log has yet to drop. What that log
  /// did to the record before the drop is history then, and must not bring it back.
  private func apply(_ step: [LogEntry], lastDrops: [ZoneID: [RecordKey: Int64]]) throws {
    for entry in step { state.clock.observe(entry.clock) }
    let effects = step.flatMap { entry in entry.effects.map { (entry, $0) } }
    for (entry, effect) in effects where effect.kind == .drop {
      try applyReceived(effect, entry.zone, version: entry.changeSet)
    }
    for (entry, effect) in effects where effect.kind != .drop {
      if let drop = lastDrops[entry.zone]?[effect.key], drop > entry.sequence,
        let current = try tables.zone(of: effect.key), current != entry.zone,
        !isPlanted(.historyBringsBack)
      {
        continue
      }
      try applyReceived(effect, entry.zone, version: entry.changeSet)
    }
  }

  /// Applies one effect. If this program's tables cannot store it at all, only its zone is in
  /// trouble.
  fileprivate func applyReceived(
    _ effect: Effect, _ zone: ZoneID, version: ChangeSetID?
  ) throws {
    do {
      try applyConfirmed(effect, zone, version: version)
    } catch let error as SQLiteError
      where !error.isStorage && !error.isBusy && !error.isCorrupt
    {
      throw ZoneTrouble(zone, .unstorable, "\(effect.key): \(error.message)")
    }
  }
}

/// Replaces zones by their snapshots, in the order in which the parts are read.
private struct Loader {
  let replica: Replica
  private var begun: Set<ZoneID> = []

  init(replica: Replica) { self.replica = replica }

  mutating func load(_ parts: [SnapshotPart]) throws {
    for part in parts {
      if begun.insert(part.zone).inserted {
        replica.changedKeys.formUnion(try replica.tables.keys(in: part.zone))
        try replica.tables.purge(part.zone)
      }
      replica.state.clock.observe(part.clock)
      for record in part.records {
        try replica.applyReceived(record, part.zone, version: nil)
      }
    }
  }
}

/// Merges the logs of several zones into one order in which the parts of each change set are
/// together.
private struct EntryMerge {
  private var queues: [ZoneID: [LogEntry]] = [:]
  private var heads: [ZoneID: Int] = [:]
  private var zones: [ZoneID] = []
  /// The sequence at which each zone's log last drops a record.
  private(set) var lastDrops: [ZoneID: [RecordKey: Int64]] = [:]

  mutating func add(_ entries: [LogEntry]) {
    for entry in entries {
      for effect in entry.effects where effect.kind == .drop {
        lastDrops[entry.zone, default: [:]][effect.key] = entry.sequence
      }
      if queues[entry.zone] == nil { zones.append(entry.zone) }
      queues[entry.zone, default: []].append(entry)
    }
  }

  private func head(of zone: ZoneID) -> LogEntry? {
    guard let queue = queues[zone] else { return nil }
    let index = heads[zone] ?? 0
    return index < queue.count ? queue[index] : nil
  }

  /// The parts of the next change set. An entry waits until its other parts that are still to come
  /// are at the head of their logs too.
  mutating func next() -> [LogEntry]? {
    var stuck: LogEntry?
    for zone in zones {
      guard let entry = head(of: zone) else { continue }
      var step = [entry]
      var isReady = true
      for (other, sequence) in entry.parts where other != zone {
        guard let part = head(of: other), part.sequence <= sequence else { continue }
        if part.sequence == sequence { step.append(part) } else { isReady = false }
      }
      if isReady { return take(step) }
      stuck = stuck ?? entry
    }
    return stuck.map { take([$0]) }
  }

  private mutating func take(_ step: [LogEntry]) -> [LogEntry] {
    for entry in step { heads[entry.zone, default: 0] += 1 }
    return step
  }
}
