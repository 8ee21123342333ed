import SQLite
import SyncProtocol

/// The log entries that this replica was sent in the last 14 days, with the hub's seals. A hub that
/// was restored from a backup is handed them back, in their authors' names.
extension Replica {
  /// The most bytes that one request hands back; a single run may be larger.
  public static let maxHandBackBytes = 768 << 10

  /// Keeps the sealed entries of a page as it is applied. Part of an open transaction.
  func keepSealed(_ page: PullPage) throws {
    guard environment.isAttended, !page.seals.isEmpty else { return }
    let zones = Dictionary(grouping: page.entries, by: \.zone).sorted { $0.key < $1.key }
    for (zone, entries) in zones {
      guard let seal = page.seals[zone] else { continue }
      let run = SealedRun(epoch: page.epoch, zone: zone, entries: entries, seal: seal)
      try connection.execute(
        """
        INSERT INTO syncSealed (epoch, zoneID, receivedAt, handedTo, body)
        VALUES (?, ?, ?, '', ?)
        """, .text(page.epoch), .text(zone), .integer(acceptedNow), .blob(run.wireBytes))
    }
  }

  /// Forgets entries that were received before a moment, in milliseconds since 1970 by the hub's
  /// clock.
  func forgetSealed(before moment: Int64) throws {
    try connection.execute("DELETE FROM syncSealed WHERE receivedAt < ?", .integer(moment))
  }

  /// Forgets the entries of a zone that the account has lost, except those that a restored hub has
  /// yet to be handed back: that hub may not know that the account is in the zone.
  func forgetSealed(of zone: ZoneID) throws {
    if isPlanted(.lostLogKept) { return }
    try connection.execute(
      "DELETE FROM syncSealed WHERE zoneID = ? AND (epoch = ?2 OR handedTo = ?2)", .text(zone),
      .text(state.epoch))
  }

  /// The next request that hands entries back to a restored hub, before anything is pulled from it;
  /// `nil` when nothing is left for now.
  ///
  /// Entries that the hub could not take yet are handed back again after the next pull that brings
  /// something, and after a minute: while sharing is paused the hub takes nothing, and no pull
  /// tells when the pause ends.
  public func nextHandBack(maxBytes: Int = maxHandBackBytes) throws -> HandBackRequest? {
    guard environment.isAttended, !state.epoch.isEmpty, !isPlanted(.handBackSkipped) else {
      return nil
    }
    let (last, announces): (Int64, Bool)
    switch handBack {
    case .all(let isNew): (last, announces) = (0, isNew)
    case .after(let id): (last, announces) = (id, false)
    case .waiting(let since):
      let waited = environment.now() - since
      guard waited < 0 || waited >= Self.handBackRetryMilliseconds,
        !isPlanted(.waitingHandBackForgotten)
      else { return nil }
      (last, announces) = (0, false)
    case .nothing: return nil
    }
    var runs: [SealedRun] = []
    var ids: [Int64] = []
    var byteCount = 0
    try connection.scan(
      """
      SELECT id, body FROM syncSealed WHERE id > ? AND epoch <> ?2 AND handedTo <> ?2
      ORDER BY id
      """, [.integer(last), .text(state.epoch)]
    ) { row in
      let body = row.blob(1)
      guard runs.isEmpty || byteCount + body.count <= maxBytes else { return false }
      runs.append(try SealedRun(wireBytes: body))
      ids.append(row.integer(0))
      byteCount += body.count
      return runs.count < Self.maxHandBackRuns
    }
    guard !runs.isEmpty || announces else {
      handBack = try isAnythingToHandBack() ? .waiting(since: environment.now()) : .nothing
      return nil
    }
    lastSerial += 1
    handingBack = (lastSerial, ids)
    var request = HandBackRequest(epoch: state.epoch, replica: state.incarnation, runs: runs)
    request.serial = lastSerial
    return request
  }

  private static let maxHandBackRuns = 500
  private static let handBackRetryMilliseconds: Int64 = 60_000

  private func isAnythingToHandBack() throws -> Bool {
    try connection.first(
      "SELECT 1 FROM syncSealed WHERE epoch <> ?1 AND handedTo <> ?1 LIMIT 1", .text(state.epoch)
    ) { _ in true } ?? false
  }

  /// Takes in the outcome of what was handed back.
  public func receive(_ response: HandBackResponse, to request: HandBackRequest) throws {
    guard let (serial, ids) = handingBack, serial == request.serial else { return }
    (handingBack, handBackFailures) = (nil, 0)
    switch response {
    case .epoch(let epoch): try enter(epoch: epoch)
    case .foreignReplica: try transaction { try renewIncarnation() }
    case .runs(let outcomes, _, _):
      try transaction {
        for (id, outcome) in zip(ids, outcomes) where outcome == .done {
          try connection.execute(
            "UPDATE syncSealed SET handedTo = ? WHERE id = ?", .text(state.epoch), .integer(id))
        }
      }
      handBack = ids.last.map { .after($0) } ?? .nothing
    }
  }

  /// Stops handing back to a hub that does not know this request because it is older.
  public func handBackIsUnknown() { handBack = .nothing }

  /// Notes that the last request has failed.
  ///
  /// Returns whether to go on without it, because the hub rejects it or has failed at it several
  /// times. It is sent again when a pull has brought something, or when the program starts again.
  func handBackFailed(_ error: TransportError) -> Bool {
    switch error {
    case .rejected: if error.isNoRoom { return false }
    case .interrupted, .protocolError:
      handBackFailures += 1
      if handBackFailures < Self.maxHandBackFailures { return false }
    case .unreachable, .unauthorised, .outdated, .busy: return false
    }
    handBackFailures = 0
    handBack = (handingBack?.ids.last).map { .after($0) } ?? .nothing
    handingBack = nil
    return true
  }

  static let maxHandBackFailures = 3
}

/// How far a replica has handed back its entries to a restored hub.
enum HandBackProgress: Equatable {
  /// Everything that the hub may have lost is to be handed back. In a new epoch a request is sent
  /// even if it is empty: the hub learns from it that the replica has returned.
  case all(isNew: Bool)
  /// The entries kept after this row are to be handed back.
  case after(Int64)
  /// The hub could not take some of it: try again when a pull has brought something, or a minute
  /// after this moment, in milliseconds since 1970.
  case waiting(since: Int64)
  /// The hub has everything.
  case nothing
}
