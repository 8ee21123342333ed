import SyncProtocol

extension Hub {
  /// The most runs in one request.
  public static let maxRunsPerHandBack = 1000
  /// How long after a restore a hub takes back what it has lost: as long as replicas keep it.
  public static let handBackMilliseconds: Int64 = 14 * 86_400_000

  /// Takes back log entries that a hub sent out before it was restored from a backup, and has lost.
  ///
  /// Every change set comes back under its id, in its author's name and with its stamp, so newer
  /// values stay. Nobody's rights are checked, because the hub has judged it once and sealed it.
  /// Entries that this hub has already change nothing.
  ///
  /// - Parameter device: the label of the person's device, so that the administrator sees that it
  ///   has returned; `nil` for a replica that is not a device.
  public func handBack(
    _ request: HandBackRequest, as account: AccountID, device: String? = nil
  ) throws -> HandBackResponse {
    guard ChangeSetID.isReplica(request.replica), !request.replica.hasPrefix("hub-") else {
      throw RequestError.malformed("replica")
    }
    guard request.runs.count <= Self.maxRunsPerHandBack else {
      throw RequestError.malformed("more than \(Self.maxRunsPerHandBack) runs")
    }
    let weight = request.runs.reduce(1) { $0 + $1.entries.reduce(0) { $0 + $1.effects.count } }
    var progress = HandingBackProgress(request.runs)
    while true {
      // In turns, so that a person who saves something waits for one turn, and not for everything
      // that is handed back.
      let (response, next, notice) = try store.write(for: account, weight: weight) { writer in
        try takeTurn(at: request, after: progress, as: account, device: device, writer)
      }
      announce(notice)
      if let response { return response }
      progress = next
    }
  }

  /// Takes in as much as fits into one turn. The response is `nil` if something is left.
  private func takeTurn(
    at request: HandBackRequest, after progress: HandingBackProgress, as account: AccountID,
    device: String?, _ writer: any HubWriter
  ) throws -> (HandBackResponse?, HandingBackProgress, Notice) {
    let state = try writer.state()
    guard request.epoch == state.epoch else {
      return (HandBackResponse.epoch(state.epoch), progress, Notice())
    }
    switch try writer.owner(ofReplica: request.replica) {
    case account?: break
    case nil: try writer.setOwner(ofReplica: request.replica, to: account)
    default: return (.foreignReplica, progress, Notice())
    }
    var handing = try HandingBack(hub: self, writer: writer, state: state, after: progress)
    guard try handing.take(request.runs) else { return (nil, handing.progress, handing.notice) }
    let done = handing.progress
    if let device, try writer.lastRestore() != nil {
      try writer.noteReturn(
        of: account, label: device, taken: done.taken, refused: done.refused, at: now())
    }
    let response = HandBackResponse.runs(done.outcomes, taken: done.taken, refused: done.refused)
    return (response, done, handing.notice)
  }
}

/// How much of a request's runs has been taken in, between turns at the store.
private struct HandingBackProgress {
  var outcomes: [HandBackResponse.Outcome]
  var taken = 0
  var refused = 0
  /// What is left, by epoch, earliest first; `nil` before the seals have been checked.
  var lines: [Line]?

  init(_ runs: [SealedRun]) {
    outcomes = [HandBackResponse.Outcome](repeating: .done, count: runs.count)
  }
}

/// Takes in the runs of one request in turns, each in one transaction.
private struct HandingBack {
  let hub: Hub
  let writer: any HubWriter
  let state: HubState
  private(set) var progress: HandingBackProgress
  private(set) var notice = Hub.Notice()
  private let keys: [[UInt8]]
  private let isOver: Bool
  private let isPaused: Bool

  private enum Fate {
    case known, taken, refused, waiting
  }

  init(
    hub: Hub, writer: any HubWriter, state: HubState, after progress: HandingBackProgress
  ) throws {
    self.hub = hub
    self.writer = writer
    self.state = state
    self.progress = progress
    keys = try writer.sealingKeys()
    isPaused = try hub.gate.flag(writer).state == .killed
    // Entries that are handed back too late must not change the present.
    isOver = hub.now() - Hub.handBackMilliseconds > state.recoveringUntil
  }

  /// Takes in as much as fits into one turn. Returns whether nothing is left.
  mutating func take(_ runs: [SealedRun]) throws -> Bool {
    var lines = progress.lines ?? lines(of: runs)
    progress.lines = nil
    for index in lines.indices {
      while let step = lines[index].next() {
        switch try take(step.map(\.entry), toldIn: runs[step[0].run].epoch) {
        case .known: break
        case .taken: progress.taken += 1
        case .refused: progress.refused += 1
        case .waiting: for part in step { progress.outcomes[part.run] = .wait }
        }
        if writer.isTurnOver {
          progress.lines = lines
          return false
        }
      }
    }
    return true
  }

  /// The entries with a valid seal, by epoch.
  private mutating func lines(of runs: [SealedRun]) -> [Line] {
    var lines: [String: Line] = [:]
    for (index, run) in runs.enumerated() where run.epoch != state.epoch {
      guard !isOver, isSealed(run) else {
        progress.refused += run.entries.count
        continue
      }
      lines[run.epoch, default: Line()].add(run, index)
    }
    return lines.sorted { ($0.value.begin, $0.key) < ($1.value.begin, $1.key) }.map(\.value)
  }

  private func isSealed(_ run: SealedRun) -> Bool {
    guard run.entries.allSatisfy({ $0.zone == run.zone }) else { return false }
    if isPlanted(.sealUnchecked) { return true }
    let message = run.signedBytes
    // All devices that were sent a run hand it back.
    let own = hub.sealing.flatMap { keys.contains($0.publicKey) ? $0.publicKey : nil }
    if own != nil, hub.keptSeals.withLock({ $0.seal(of: message) }) == run.seal { return true }
    guard let key = keys.first(where: { SealingKey.isValid(run.seal, of: message, by: $0) }) else {
      return false
    }
    if key == own { hub.keptSeals.withLock { $0.keep(run.seal, of: message) } }
    return true
  }

  /// Takes in those parts of one change set that were handed back together.
  private mutating func take(_ parts: [LogEntry], toldIn epoch: String) throws -> Fate {
    let lost = try parts.filter { try !isKnown($0, toldIn: epoch) }
    guard let first = lost.first else { return .known }
    // While sharing is paused nobody is admitted, and shared zones are not written.
    if isPaused { return .waiting }
    let stamp = Stamp(time: first.time, changeSet: first.changeSet)
    let isRecovering = state.recoveringUntil > hub.now()
    let draft = Draft(writer: writer, schema: hub.schema)
    draft.isHandedBack = true
    draft.spannedZones = Set(first.parts.keys)
    var judge = Judge(
      schema: hub.schema, draft: draft, author: first.author,
      changeSet: ChangeSet(id: first.changeSet, time: first.time, mutations: []), stamp: stamp,
      now: hub.now(), vouchesForBlobs: true, isRecovering: isRecovering,
      access: try writer.access(of: first.author, to: Set(lost.map(\.zone)).sorted()))
    let heads: [ZoneID: Int64]
    do {
      try judge.takeBack(lost, toldIn: epoch)
      heads = try draft.commit(
        stamp: stamp, author: first.author, now: hub.now(), committedAt: first.committedAt,
        fingerprint: first.fingerprint)
    } catch let refusal as Refusal {
      return refusal.reason == .unknown && isRecovering ? .waiting : .refused
    }
    func note(_ zone: ZoneID, _ epoch: String, _ sequence: Int64) throws {
      try writer.noteHandedBack(
        first.changeSet,
        HandedBackPart(
          zone: zone, epoch: epoch, sequence: sequence, fingerprint: first.fingerprint))
    }
    for entry in lost { try note(entry.zone, epoch, entry.sequence) }
    for (zone, head) in heads where !lost.contains(where: { $0.zone == zone }) {
      try note(zone, state.epoch, head)
    }
    notice.zones.merge(heads) { $1 }
    notice.accounts.formUnion(draft.touchedAccounts)
    return .taken
  }

  /// Whether an entry changes nothing any more. An entry of another epoch still may: what it did in
  /// its zone in that epoch may have been done elsewhere in this one.
  private func isKnown(_ entry: LogEntry, toldIn epoch: String) throws -> Bool {
    let id = entry.changeSet
    if isPlanted(.handedBackTwice) { return false }
    let isBack = try writer.handedBack(of: id).contains {
      $0.zone == entry.zone && !$0.isOther(than: entry.fingerprint)
        && (($0.epoch == epoch && $0.sequence == entry.sequence) || $0.epoch.isEmpty
          || isPlanted(.oneEpochForAll))
    }
    if isBack { return true }
    if let epoch = id.hubEpoch {
      if epoch == state.epoch { return true }
      return try writer.lastNumber(ofFormerEpoch: epoch).map { id.number <= $0 } ?? false
    }
    if let judged = try writer.judged(id) {
      // It was refused here because what it depended on had not come back; it was accepted once.
      if judged.answer?.refusalReason != nil { return false }
      // A replica whose file was put back has reused the number: the earlier change set comes back
      // too.
      guard let told = entry.fingerprint, let hash = judged.hash, !isPlanted(.judgedTrusted),
        // If another account has taken the incarnation, its former owner sends everything again
        // under a new one.
        try writer.owner(ofReplica: id.replica) == entry.author
      else { return true }
      return try told == ChangeSet.fingerprint(hash) && !hasMissed(entry, judged)
    }
    return try id.number <= writer.standing(ofReplica: id.replica).unhashedThrough
  }

  /// Whether a record is alive here that the change set deletes here. Its author sent the change
  /// set again before the record had come back to this zone, so it was deleted where it was then.
  private func hasMissed(_ entry: LogEntry, _ judged: JudgedChangeSet) throws -> Bool {
    if isPlanted(.deletionStaysBehind) { return false }
    for effect in entry.effects where effect.kind == .drop && !effect.isAway {
      let here = RecordPlace(zone: entry.zone, id: effect.id)
      guard let record = try writer.record(here), !record.isDead else { continue }
      if case .accepted(let parts)? = judged.answer, !parts.isEmpty,
        judged.answer?.head(of: entry.zone) == nil
      {
        return true
      }
      for (zone, _) in try writer.places(of: effect.id) where zone != entry.zone {
        let other = try writer.record(RecordPlace(zone: zone, id: effect.id))
        if other?.diedAt?.changeSet == entry.changeSet { return true }
      }
    }
    return false
  }
}

/// The entries of one epoch, in an order in which the parts of each change set are together.
private struct Line {
  struct Part {
    let entry: LogEntry
    let run: Int
  }

  private var queues: [ZoneID: [Part]] = [:]
  private var done: [ZoneID: Int] = [:]
  /// The index of the last part of each change set in its zone's queue.
  private var places: [ZoneID: [ChangeSetID: Int]] = [:]
  private var isSorted = false
  /// The time of its first commit, milliseconds since 1970.
  private(set) var begin = Int64.max

  mutating func add(_ run: SealedRun, _ index: Int) {
    queues[run.zone, default: []] += run.entries.map { Part(entry: $0, run: index) }
    begin = run.entries.reduce(begin) { min($0, $1.committedAt) }
  }

  /// The parts of the next change set; `nil` if nothing is left.
  mutating func next() -> [Part]? {
    if !isSorted {
      for (zone, parts) in queues {
        let sorted = parts.sorted { $0.entry.sequence < $1.entry.sequence }
        queues[zone] = sorted
        for (index, part) in sorted.enumerated() {
          places[zone, default: [:]][part.entry.changeSet] = index
        }
      }
      isSorted = true
    }
    let heads = queues.keys.compactMap { head(of: $0) }.sorted {
      ($0.entry.committedAt, $0.entry.zone) < ($1.entry.committedAt, $1.entry.zone)
    }
    guard let first = heads.first else { return nil }
    for candidate in heads {
      let step = heads.filter { $0.entry.changeSet == candidate.entry.changeSet }
      let isWhole = candidate.entry.parts.keys.allSatisfy { zone in
        guard let head = head(of: zone) else { return true }
        return head.entry.changeSet == candidate.entry.changeSet
          || places[zone]?[candidate.entry.changeSet].map { $0 < done[zone] ?? 0 } ?? true
      }
      if isWhole { return advance(step) }
    }
    return advance([first])
  }

  private func head(of zone: ZoneID) -> Part? {
    guard let parts = queues[zone] else { return nil }
    let index = done[zone] ?? 0
    return index < parts.count ? parts[index] : nil
  }

  private mutating func advance(_ step: [Part]) -> [Part] {
    for part in step { done[part.entry.zone, default: 0] += 1 }
    return step
  }
}

extension ChangeSetID {
  /// The epoch in which the hub itself made the change set; `nil` for one of a replica.
  var hubEpoch: String? {
    replica.hasPrefix("hub-") ? String(replica.dropFirst("hub-".count)) : nil
  }
}
