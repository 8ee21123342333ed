import SyncProtocol

/// Pending change sets that the hub postpones, for one reason.
///
/// They stay pending and shown, under their ids and in their order. For a while they are not sent
/// again, and change sets that depend on them are not sent before them; all others are. Kept in
/// memory: a program that has started again asks again.
package struct PostponedChanges {
  /// Why the hub does not judge them now.
  package enum Reason: CaseIterable, Sendable {
    /// Sharing is paused (X34).
    case sharing
    /// Another replica holds a zone for a moment, or the hub is recovering from a restore.
    case hub

    /// How long the hub is not asked again, unless it says that something has changed.
    var retryMilliseconds: Int64 {
      switch self {
      case .sharing: 60_000
      // Less than the pause before the sync loop asks again.
      case .hub: 4000
      }
    }
  }

  var numbers: Set<Int64> = []
  var records = WaitingRecords()
  /// When the hub last said so, milliseconds since 1970.
  var since: Int64

  mutating func add(_ changeSet: ChangeSet) {
    numbers.insert(changeSet.id.number)
    records.add(changeSet)
  }
}

extension Replica {
  /// The numbers of pending change sets that wait for the end of the pause of sharing.
  public var pausedNumbers: Set<Int64> { postponed[.sharing]?.numbers ?? [] }

  /// Lets the next push send again what was postponed while sharing was paused.
  public func resumePaused() { postponed[.sharing] = nil }

  /// Whether anything is postponed, and must be sent again later.
  var hasPostponed: Bool { !postponed.isEmpty }

  func postpone(_ changeSet: ChangeSet, _ reason: PostponedChanges.Reason) {
    let now = environment.now()
    postponed[reason, default: PostponedChanges(since: now)].since = now
    postponed[reason]?.add(changeSet)
  }

  /// Ends each postponement after a while, or if the clock was set back.
  private func endPostponementInTime() {
    for (reason, changes) in postponed {
      let waited = environment.now() - changes.since
      if waited < 0 || waited >= reason.retryMilliseconds { postponed[reason] = nil }
    }
  }

  /// Unanswered pending change sets that may be sent now, oldest first.
  func sendableRows(limit: Int) throws -> [(number: Int64, body: [UInt8])] {
    endPostponementInTime()
    guard hasPostponed else {
      return try connection.query(
        """
        SELECT number, body FROM syncPending WHERE \(ChangeSetState.isUnanswered)
        ORDER BY number LIMIT ?
        """, .integer(Int64(limit))
      ) { (number: $0.integer(0), body: $0.blob(1)) }
    }
    // Very many may wait, so only their numbers are read each time.
    let numbers = try connection.query(
      "SELECT number FROM syncPending WHERE \(ChangeSetState.isUnanswered) ORDER BY number"
    ) { $0.integer(0) }
    var sendable: [(number: Int64, body: [UInt8])] = []
    for number in numbers where !postponed.values.contains(where: { $0.numbers.contains(number) }) {
      let body = try connection.first(
        "SELECT body FROM syncPending WHERE number = ?", .integer(number)
      ) { $0.blob(0) }
      guard let body, try !restsOnPostponed(body) else { continue }
      sendable.append((number, body))
      if sendable.count == limit { break }
    }
    return sendable
  }

  /// Whether a change set depends on a postponed one; if so, it is postponed too.
  private func restsOnPostponed(_ body: [UInt8]) throws -> Bool {
    let changeSet = try ChangeSet(wireBytes: body)
    guard
      let reason = PostponedChanges.Reason.allCases.first(where: {
        postponed[$0]?.records.areNeeded(by: changeSet) == true
      })
    else { return false }
    postponed[reason]?.add(changeSet)
    return true
  }
}

extension ReplicaFile {
  /// The numbers of pending change sets that wait for the end of the pause of sharing. Blocks.
  public func pausedNumbers() throws -> Set<Int64> { try withReplica(.hub) { $0.pausedNumbers } }

  /// Lets the next push send them again. Blocks.
  public func resumePaused() throws { try withReplica(.hub) { $0.resumePaused() } }
}
