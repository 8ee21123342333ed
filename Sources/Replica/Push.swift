import SQLite
import SyncProtocol

extension Replica {
  /// The most change sets in one push, and roughly the most bytes. A larger change set is sent
  /// alone.
  public static let maxChangeSetsPerPush = 100
  public static let maxBytesPerPush = 1 << 20

  /// The next push: unanswered pending change sets, oldest first. `nil` if there are none, or if
  /// the hub's epoch is not known yet.
  public func nextPush(maxChangeSets: Int = maxChangeSetsPerPush) throws -> PushRequest? {
    guard !state.epoch.isEmpty else { return nil }
    var changeSets: [ChangeSet] = []
    var bytes = 0
    var next = 0
    for (number, body) in try sendableRows(limit: maxChangeSets) {
      let known = PendingRow.find(number, in: knownPending, from: &next)
      let changeSet = try known?.changeSet(of: body) ?? ChangeSet(wireBytes: body)
      if let first = changeSets.first, first.id.replica != changeSet.id.replica { break }
      bytes += body.count
      if bytes > Self.maxBytesPerPush, !changeSets.isEmpty { break }
      changeSets.append(changeSet)
    }
    guard let first = changeSets.first else { return nil }
    try settleIncarnation()
    if isPlanted(.acknowledgedWhenSent) {
      for changeSet in changeSets { try answerEarly(changeSet) }
    }
    if isPlanted(.resendTakesNewID) { changeSets = try renumbered(changeSets) }
    return PushRequest(
      epoch: state.epoch, replica: first.id.replica,
      acknowledged: try acknowledged(of: first.id.replica), changeSets: changeSets)
  }

  private func renumbered(_ changeSets: [ChangeSet]) throws -> [ChangeSet] {
    try transaction {
      try changeSets.map { changeSet in
        var changeSet = changeSet
        let old = changeSet.id.number
        state.lastNumber += 1
        changeSet.id = ChangeSetID(replica: state.incarnation, number: state.lastNumber)
        try state.save(connection)
        try connection.execute(
          "UPDATE syncPending SET number = ?, body = ? WHERE number = ?",
          .integer(state.lastNumber), .blob(changeSet.wireBytes), .integer(old))
        return changeSet
      }
    }
  }

  /// The greatest number up to which every answer is stored here.
  func acknowledged(of replica: String) throws -> Int64 {
    // This file cannot speak for numbers of another incarnation.
    guard replica == state.incarnation else { return 0 }
    let open = try connection.first(
      """
      SELECT min(number) FROM syncPending
      WHERE \(ChangeSetState.isUnanswered) OR state = 'asked'
      """
    ) { $0.optionalInteger(0) }
    return (open ?? nil).map { $0 - 1 } ?? state.lastNumber
  }

  /// Takes in the hub's answers. Refused change sets are parked and no longer shown. Answers to a
  /// request of another epoch, or to change sets that are no longer pending, change nothing.
  public func receive(_ response: PushResponse, to request: PushRequest) throws {
    guard request.epoch == state.epoch else { return }
    switch response {
    case .epoch(let epoch): try enter(epoch: epoch)
    case .foreignReplica:
      // Another replica has this incarnation: the hub knows nothing that was written under it here.
      try transaction {
        try withoutOverlay { pending in
          try renumber(from: ChangeSetID(replica: request.replica, number: 0), known: pending)
        }
      }
    case .answers(let answers, let now):
      try transaction {
        try noteContact(hubMilliseconds: now)
        var refused: [(row: PendingRow, state: ChangeSetState)] = []
        var reused: ChangeSetID?
        var hasSettled = false
        for (changeSet, answer) in zip(request.changeSets, answers) {
          guard let row = try pendingRow(changeSet.id) else { continue }
          let (next, actions) = try row.state.next(.answered(answer, .person))
          for action in actions {
            if case .postpone(let reason) = action { postpone(row.changeSet, reason) }
            if action == .renumber { reused = reused ?? row.changeSet.id }
          }
          switch next {
          case .parked where isPlanted(.poisonBlocksQueue): continue
          case .parked where isPlanted(.refusedStays): try answerEarly(row.changeSet)
          // The overlay must be taken off first.
          case .parked: refused.append((row, next))
          default:
            if try store(next, of: row.changeSet, from: row.state),
              try isPulled(next, zoneIsMissing: false)
            {
              hasSettled = true
            }
          }
        }
        if !refused.isEmpty || hasSettled || reused != nil {
          try withoutOverlay { pending in
            for (row, next) in refused { try store(next, of: row.changeSet, from: row.state) }
            try settle(afterPull: [], known: pending)
            if let reused { try renumber(from: reused, known: pending) }
          }
        }
        try state.save(connection)
      }
    }
  }

  private func pendingRow(_ id: ChangeSetID) throws -> PendingRow? {
    let row = try pendingRow(id.number)
    return row?.changeSet.id == id ? row : nil
  }

  /// For planted bugs: treats a change set as accepted that was not.
  private func answerEarly(_ changeSet: ChangeSet) throws {
    try store(.answered([:], isConfirmation: false), of: changeSet, from: .waiting)
  }

  func noteContact(hubMilliseconds: Int64) throws {
    state.lastContactAt = environment.now()
    state.clockOffset = hubMilliseconds - environment.now()
  }

  /// Whether all effects of an accepted change set are in what this replica has pulled.
  ///
  /// - Parameters:
  ///   - zoneIsMissing: whether a zone that is not here counts as pulled. After a pull that began
  ///     when the answer was known it does: the account may not read the zone, so there is nothing
  ///     to wait for.
  ///   - forgotten: zones for which there is nothing to wait for either.
  func isPulled(
    _ state: ChangeSetState, zoneIsMissing: Bool, forgotten: Set<ZoneID> = []
  ) throws -> Bool {
    guard case .answered(let parts, _) = state else { return false }
    for (zone, sequence) in parts where !forgotten.contains(zone) {
      guard let row = try ZoneRow.find(zone, in: connection), !row.isNew else {
        if zoneIsMissing { continue }
        return false
      }
      guard row.isCurrent, row.sequence >= sequence else { return false }
    }
    return true
  }

  /// Keeps the pending change sets that have become part of the confirmed state, and removes them
  /// from the pending ones. Only while the overlay is off.
  ///
  /// - Parameters:
  ///   - answered: the change sets whose answers were known when the pull began.
  ///   - known: the pending rows as they were read before.
  func settle(afterPull answered: Set<Int64>, known: [PendingRow]) throws {
    for row in try pendingRows(known: known)
    where try isPulled(row.state, zoneIsMissing: answered.contains(row.number)) {
      try handle(.pulled, row)
    }
  }

  /// The time by the hub's clock, because this machine's may jump.
  var acceptedNow: Int64 { environment.now() + state.clockOffset }
}
