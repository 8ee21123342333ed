import SyncProtocol

extension Hub {
  /// A request that no correct replica sends; it is refused as a whole, and nothing is judged.
  public enum RequestError: Error, Equatable, Sendable {
    case malformed(String)
    /// Too many at once; try again later.
    case busy
  }

  /// How often judging a change set may start again with more locks before the push is refused as
  /// busy. It usually concerns a few zones, but others may move records meanwhile.
  static let maxBeginnings = 64

  /// The most change sets in one request.
  public static let maxChangeSetsPerPush = 500

  /// Judges change sets in their order, and commits the accepted ones before it returns.
  ///
  /// Each is judged by itself: a refused one neither undoes the others nor holds them up. A change
  /// set that was answered before gets the same answer again and changes nothing. If other accounts
  /// wait to write, they get their turns in between.
  ///
  /// - Parameters:
  ///   - isLocal: whether the replica is in this process and pulls with `pull`.
  ///   - vouchesForBlobs: whether it is certain that the account has uploaded, or can read, each
  ///     blob that the request names. Only a program that lets nobody name a blob by its hash may
  ///     say so.
  public func push(
    _ request: PushRequest, as account: AccountID, isLocal: Bool = true,
    vouchesForBlobs: Bool = false
  ) throws -> PushResponse {
    var progress = PushProgress()
    while true {
      progress = try pushTurn(
        request, as: account, isLocal: isLocal, vouchesForBlobs: vouchesForBlobs, after: progress)
      if let response = progress.response { return response }
    }
  }

  /// One turn of a push: judges and commits change sets until all are answered, or until others
  /// should have the store.
  ///
  /// For callers that free their thread between turns: call it until there is a response. Change
  /// sets that were committed before an error stay so, and are answered again.
  ///
  /// - Parameter progress: the result of the turn before; a new value for the first turn.
  package func pushTurn(
    _ request: PushRequest, as account: AccountID, isLocal: Bool, vouchesForBlobs: Bool = false,
    after progress: PushProgress
  ) throws -> PushProgress {
    try check(request)
    let changeSets = request.changeSets.dropFirst(progress.answers.count)
    let weight = changeSets.reduce(1) { $0 + $1.mutations.count }
    var locks = progress.locks
    for changeSet in changeSets { locks.formUnion(changeSet.namedLocks(author: account)) }
    let (next, notice, fresh) = try store.write(for: account, weight: weight) { writer in
      var next = progress
      let owners = try writer.lock(locks)
      let held = HubLocks(zones: locks.zones, accounts: locks.accounts.union(owners.values))
      let state = try writer.state()
      guard request.epoch == state.epoch || isPlanted(.pushEpochIgnored) else {
        next.response = .epoch(state.epoch)
        return (next, Notice(), [FreshEntries.Entry]())
      }
      let standing = try writer.standing(ofReplica: request.replica)
      switch standing.owner {
      case account?: break
      case nil: try writer.setOwner(ofReplica: request.replica, to: account)
      default:
        next.response = .foreignReplica
        return (next, Notice(), [])
      }
      if request.acknowledged > standing.acknowledged {
        try writer.forgetAnswers(of: request.replica, through: request.acknowledged)
      }
      var push = try Push(
        hub: self, writer: writer, account: account, state: state,
        standing: standing, owners: owners, locks: held, vouchesForBlobs: vouchesForBlobs,
        after: progress)
      push.acknowledged = max(push.acknowledged, request.acknowledged)
      var isCut = false
      for changeSet in changeSets {
        let answer: Answer
        do {
          answer = try push.answer(changeSet)
        } catch let needs as NeedsLocks where !push.isCommitting {
          // It has written nothing. The change sets before it stay committed, and it starts again
          // in a turn with more locks.
          try next.begin(again: needs, after: progress, held: held)
          break
        }
        next.answers.append(answer.told(to: request))
        // Later change sets may depend on it: the replica sends all of them again.
        isCut = request.understands >= 2 && answer.refusalReason == .numberReused
        if isCut || writer.isTurnOver { break }
      }
      if next.answers.count > progress.answers.count { next.beginnings = 0 }
      (next.paused, next.waiting) = (push.paused, push.waiting)
      if isCut || next.answers.count == request.changeSets.count {
        next.response = .answers(next.answers, nowMilliseconds: now())
      }
      return (next, push.notice, push.fresh)
    }
    if isLocal { freshEntries.withLock { $0.add(fresh) } }
    announce(notice)
    return next
  }

  private func check(_ request: PushRequest) throws {
    guard ChangeSetID.isReplica(request.replica), !request.replica.hasPrefix("hub-") else {
      throw RequestError.malformed("replica")
    }
    guard request.changeSets.count <= Self.maxChangeSetsPerPush else {
      throw RequestError.malformed("more than \(Self.maxChangeSetsPerPush) change sets")
    }
    guard request.changeSets.allSatisfy({ $0.id.replica == request.replica }) else {
      throw RequestError.malformed("a change set of another replica")
    }
  }

  /// Reserves zones for a replica for a moment (see `Hold`), so that a transaction can finish in a
  /// busy home.
  ///
  /// Replicas ask for it after a bounded number of tries. Returns `false` if the account may not
  /// write to all of them, if another replica holds one or is next, or if the account must wait
  /// after a hold.
  public func hold(
    _ zones: [ZoneID], replica: String, as account: AccountID
  ) throws -> Bool {
    try store.write { writer in
      let owner = try writer.owner(ofReplica: replica)
      guard owner == nil || owner == account else { return false }
      var given: [(ZoneID, Hold)] = []
      var isGiven = true
      for zone in Set(zones).sorted() {
        guard let grant = try writer.grant(in: zone, for: account), grant.role.canWrite else {
          return false
        }
        let (hold, isFree) = Hold.ask(
          try writer.hold(on: zone), replica: replica, account: account, now: now())
        given.append((zone, hold))
        isGiven = isGiven && isFree
        // All of them or none: a replica that waits for one zone keeps nobody from the others
        // meanwhile.
        if !isFree { try writer.putHold(hold, on: zone) }
      }
      guard isGiven else { return false }
      for (zone, hold) in given { try writer.putHold(hold, on: zone) }
      return true
    }
  }
}

/// How far a push has come, between turns at the store.
package struct PushProgress: Sendable {
  /// The answers to the first change sets of the request; these are durable.
  var answers: [Answer] = []
  /// Change sets that wait for the end of the pause of sharing and, below, for anything else.
  var paused = WaitingRecords()
  var waiting = WaitingRecords()
  /// The response to the whole request; `nil` while there is more to do.
  package internal(set) var response: PushResponse?
  /// The locks that judging has turned out to need beyond those that the change sets name.
  fileprivate(set) var locks = HubLocks()
  /// How often judging the next change set has started again.
  fileprivate(set) var beginnings = 0

  package init() {}

  /// Notes that the next change set needs more locks than its transaction had. Throws
  /// `RequestError.busy` after too many times.
  fileprivate mutating func begin(
    again needs: NeedsLocks, after progress: PushProgress, held: HubLocks
  ) throws {
    guard !held.isSuperset(of: needs.more), beginnings < Hub.maxBeginnings else {
      throw Hub.RequestError.busy
    }
    locks.formUnion(needs.more)
    beginnings += 1
  }
}

/// Judges the change sets of one turn in one transaction. What is the same for all of them is read
/// once.
private struct Push {
  let hub: Hub
  let writer: any HubWriter
  let account: AccountID
  let state: HubState
  let vouchesForBlobs: Bool
  var notice = Hub.Notice()
  var fresh: [FreshEntries.Entry] = []
  /// Whether anything was handed back after a restore.
  private let hasHandedBack: Bool
  /// The replica has stored the answers up to this number.
  fileprivate var acknowledged: Int64
  /// No greater number was ever judged.
  private var lastJudged: Int64
  /// Up to this number there are no hashes of what was judged.
  private let unhashedThrough: Int64
  /// Whether sharing is paused, so that shared zones must not be written.
  private let isPaused: Bool
  private var shared: [ZoneID: Bool] = [:]
  private let owned: OwnedRecords
  /// Change sets that wait for the end of the pause of sharing and, below, for anything else.
  private(set) var paused: WaitingRecords
  private(set) var waiting: WaitingRecords
  /// The greatest accepted time that the account can have seen.
  private var latest: HybridTime
  private let locks: HubLocks
  /// Whether the store is being written: a failure now would leave something in it.
  private(set) var isCommitting = false

  init(
    hub: Hub, writer: any HubWriter, account: AccountID, state: HubState,
    standing: ReplicaStanding, owners: [ZoneID: AccountID], locks: HubLocks,
    vouchesForBlobs: Bool, after progress: PushProgress
  ) throws {
    self.locks = locks
    self.vouchesForBlobs = vouchesForBlobs
    (paused, waiting) = (progress.paused, progress.waiting)
    self.hub = hub
    owned = OwnedRecords(max: hub.limits.maxRecords, owners: owners)
    self.writer = writer
    self.account = account
    self.state = state
    latest = max(state.clock, try writer.latestTime(seenBy: account))
    isPaused = try !isPlanted(.pauseIgnored) && hub.gate.flag(writer).state == .killed
    hasHandedBack = try writer.hasHandedBack()
    acknowledged = standing.acknowledged
    lastJudged = max(standing.acknowledged, standing.lastJudged)
    unhashedThrough = standing.unhashedThrough
  }

  mutating func answer(_ changeSet: ChangeSet) throws -> Answer {
    let hash = changeSet.contentHash
    if let answer = try formerAnswer(to: changeSet.id, hash: hash) { return answer }
    let fingerprint = ChangeSet.fingerprint(hash)
    if try hasComeBackOtherwise(changeSet, fingerprint) { return .numberReused(changeSet.id) }
    if isPaused, try waitsForSharing(changeSet) {
      paused.add(changeSet)
      return .paused
    }
    let named = changeSet.namedLocks(author: account).zones.sorted()
    let access = try writer.access(of: account, to: named)
    let holds = holds(on: changeSet, access)
    if holds.contains(where: { $0.hold.replica != changeSet.id.replica })
      || (waiting.areNeeded(by: changeSet) && !isPlanted(.restsOnHeld))
    {
      waiting.add(changeSet)
      return .wait
    }
    let answer: Answer
    do {
      answer = .accepted(try judge(changeSet, fingerprint, access))
    } catch is Paused {
      paused.add(changeSet)
      return .paused
    } catch let refusal as Refusal {
      hub.paths?.note(refusal)
      if isRecovering, !isPlanted(.waitForgotten),
        try mayStillFit(changeSet, refusal)
      {
        waiting.add(changeSet)
        return .wait
      }
      answer = .refused(refusal)
    }
    isCommitting = true
    defer { isCommitting = false }
    try writer.putAnswer(answer, to: changeSet.id, hash: hash)
    lastJudged = max(lastJudged, changeSet.id.number)
    // The transaction that the zones were held for has happened, so the holds end.
    if case .accepted = answer, !changeSet.preconditions.isEmpty {
      for (zone, hold) in holds {
        try writer.putHold(hold.released(at: hub.now()), on: zone)
      }
    }
    return answer
  }

  /// The earlier answer to a number that was used before: repeated for the same content, and
  /// `numberReused` for any other.
  ///
  /// A replica whose file was put back to an earlier state does not know that it has used the
  /// number.
  private func formerAnswer(to id: ChangeSetID, hash: [UInt8]) throws -> Answer? {
    guard id.number <= lastJudged, !isPlanted(.answersForgotten) else { return nil }
    let reused = Answer.numberReused(id)
    if let judged = try writer.judged(id) {
      if let known = judged.hash, known != hash, !isPlanted(.numberTrusted) { return reused }
      return judged.answer ?? .accepted([:])
    }
    guard id.number <= acknowledged else { return nil }
    // The replica has given up the number, unless an older program without hashes judged it.
    return id.number <= unhashedThrough || isPlanted(.numberTrusted) ? .accepted([:]) : reused
  }

  /// Whether another change set with this number was handed back.
  ///
  /// A replica whose file was put back does not know that it has used the number, and the restored
  /// hub has forgotten for what. The answer is not stored, because the author of the change set
  /// that came back must get its own.
  private func hasComeBackOtherwise(
    _ changeSet: ChangeSet, _ fingerprint: UInt32
  ) throws -> Bool {
    guard hasHandedBack, !isPlanted(.returnedTrusted) else { return false }
    let parts = try writer.handedBack(of: changeSet.id)
    return !parts.isEmpty && parts.allSatisfy { $0.isOther(than: fingerprint) }
  }

  private var isRecovering: Bool { state.recoveringUntil > hub.now() }

  /// Whether a refusal by a recovering hub may be due to something that has not been handed back
  /// yet. Any other refusal is answered at once, because nothing handed back would change it.
  private func mayStillFit(_ changeSet: ChangeSet, _ refusal: Refusal) throws -> Bool {
    switch refusal.reason {
    case .unknown: return !changeSet.preconditions.contains(.never)
    case .stale:
      // The author saw a version that the restore has lost.
      return try changeSet.mutations.contains { mutation in
        guard mutation.key == refusal.record, let base = mutation.bases[refusal.detail] else {
          return false
        }
        if isPlanted(.staleNotAwaited) { return false }
        let isGivenUp = try base.number <= writer.acknowledged(ofReplica: base.replica)
        return try writer.judged(base) == nil && (!isGivenUp || isPlanted(.givenUpAwaited))
      }
    case .gone:
      return try mayBeMadeAnew(refusal.record, before: changeSet.time)
    case .permission, .regranted:
      // An account that was admitted after the backup has access again once that has been handed
      // back.
      return try changeSet.grants.contains { try writer.isLost(grant: $1, in: $0, state) }
    default:
      return isPlanted(.waitForAll) && !changeSet.preconditions.isEmpty
        && !changeSet.preconditions.contains(.never)
    }
  }

  /// Whether a record died before the restore and before a change of it: the author may know that
  /// it was made anew in between, which has not been handed back yet.
  private func mayBeMadeAnew(_ key: RecordKey?, before time: HybridTime) throws -> Bool {
    guard let key, !isPlanted(.renewalNotAwaited), let restore = try writer.lastRestore()
    else { return false }
    let zones = try writer.places(of: key.id).filter(\.isDead).map(\.zone)
    let more = Set(zones).subtracting(locks.zones)
    if !more.isEmpty { throw NeedsLocks(HubLocks(zones: more)) }
    return try zones.contains { zone in
      let record = try writer.record(RecordPlace(zone: zone, id: key.id))
      guard let died = record?.diedAt, record?.movedTo == nil else { return false }
      return died.time < time && died.time.milliseconds <= restore.restoredAt
    }
  }

  private mutating func judge(
    _ changeSet: ChangeSet, _ fingerprint: UInt32, _ access: [ZoneAccess]
  ) throws -> [ZoneID: Int64] {
    let (changeSet, returned) = try withoutHandedBack(changeSet, fingerprint)
    if changeSet.mutations.isEmpty, !returned.isEmpty { return returned }
    guard changeSet.mutations.count <= ChangeSet.maxMutations else {
      throw Refusal(.limit, nil, "mutations in one change set")
    }
    let moment = hub.now()
    let stamp = Stamp(
      time: HybridClock.clamp(changeSet.time, nowMilliseconds: moment, latest: latest),
      changeSet: changeSet.id)
    let draft = Draft(
      writer: writer, schema: hub.schema, maxWrittenBytes: hub.maxWrittenBytes, owned: owned,
      locks: locks)
    draft.note(access, of: account)
    var judge = Judge(
      schema: hub.schema, draft: draft, author: account,
      changeSet: changeSet, stamp: stamp, now: moment, vouchesForBlobs: vouchesForBlobs,
      isRecovering: isRecovering, access: access, additions: hub.additions, paths: hub.paths)
    try judge.run()
    // A record may have moved into a shared zone since the change set was written.
    if isPaused, try draft.writtenZones.contains(where: { try isShared($0) }) { throw Paused() }
    let heads = try draft.commit(
      stamp: stamp, author: account, now: moment, fingerprint: fingerprint
    ) {
      isCommitting = true
    }
    owned.commit(draft)
    latest = max(latest, stamp.time)
    fresh += draft.freshEntries
    notice.zones.merge(heads) { $1 }
    notice.accounts.formUnion(draft.touchedAccounts)
    var parts = heads
    for zone in judge.touchedZones where parts[zone] == nil {
      parts[zone] = try draft.zone(zone)?.head
    }
    return try draft.hidingForeign(parts.merging(returned) { part, _ in part }, from: account)
  }

  /// The mutations of a change set that others have not handed back for its author, and the heads
  /// of the zones where they have.
  private func withoutHandedBack(
    _ changeSet: ChangeSet, _ fingerprint: UInt32
  ) throws -> (ChangeSet, returned: [ZoneID: Int64]) {
    guard hasHandedBack, !isPlanted(.handedBackForgotten) else { return (changeSet, [:]) }
    let named = changeSet.mutations.flatMap { [$0.zone, $0.destination?.zone ?? $0.zone] }
    let back = try writer.handedBack(of: changeSet.id).filter { !$0.isOther(than: fingerprint) }
    let zones = Set(back.map(\.zone)).intersection(named)
    if zones.isEmpty { return (changeSet, [:]) }
    var left = changeSet
    left.mutations.removeAll { mutation in
      let hasArrived = mutation.destination.map { zones.contains($0.zone) } ?? false
      // Whoever handed back that a record left one home has not handed back its arrival in the
      // other.
      if mutation.kind == .move, !isPlanted(.departureDeletes) { return hasArrived }
      return zones.contains(mutation.zone) || hasArrived
    }
    var heads: [ZoneID: Int64] = [:]
    for zone in zones { heads[zone] = try writer.zone(zone)?.head }
    return (left, heads)
  }

  private struct Paused: Error {}

  /// Whether a change set writes to a shared zone, or depends on one that does.
  private mutating func waitsForSharing(_ changeSet: ChangeSet) throws -> Bool {
    var zones: Set<ZoneID> = []
    for mutation in changeSet.mutations {
      zones.insert(mutation.zone)
      if let zone = mutation.destination?.zone { zones.insert(zone) }
    }
    return try zones.contains(where: { try isShared($0) }) || paused.areNeeded(by: changeSet)
  }

  private mutating func isShared(_ zone: ZoneID) throws -> Bool {
    if let known = shared[zone] { return known }
    // An account that is not in the zone learns nothing about it. One that was merged into another
    // is nobody's any more: what is written to it goes there.
    let isShared =
      try writer.grant(in: zone, for: account) != nil && hub.gate.isShared(zone, writer)
      && (writer.zone(zone)?.mergedInto == nil || isPlanted(.mergedZoneShared))
    shared[zone] = isShared
    return isShared
  }

  /// The active holds on the change set's zones.
  private func holds(
    on changeSet: ChangeSet, _ access: [ZoneAccess]
  ) -> [(zone: ZoneID, hold: Hold)] {
    access.compactMap { found in
      guard changeSet.grants[found.zone.id] != nil, let hold = found.hold,
        hold.isActive(at: hub.now())
      else { return nil }
      return (found.zone.id, hold)
    }
  }
}

extension Answer {
  fileprivate static func numberReused(_ id: ChangeSetID) -> Answer {
    .refused(Refusal(.numberReused, nil, id.description))
  }

  /// The answer in a form that the replica understands, and without what is hidden from it.
  fileprivate func told(to replica: PushRequest) -> Answer {
    let answer = told
    guard replica.understands < 2, case .refused(var refusal) = answer,
      refusal.reason == .numberReused
    else { return answer }
    // With this reason the replica parks the change, and its person can make it again.
    refusal.reason = .exists
    return .refused(refusal)
  }
}
