import SQLite
import SyncProtocol

/// The outcome of salvaging a damaged file.
public struct ReplicaSalvage: Equatable, Sendable {
  /// Where the damaged file is now, unchanged.
  public let damagedPath: String
  /// Pending and, below, refused change sets that the new file holds.
  public internal(set) var keptPending = 0
  public internal(set) var keptParked = 0
  /// Change sets that were found somewhere in the bytes of the file and are sent again; the hub
  /// ignores those that it has judged already.
  public internal(set) var resentCount = 0
  /// Change sets whose outcome is unknown, each a line of JSON in `exportPath`: those that are sent
  /// again, and an unanswered hub-confirmed one, which is not.
  public internal(set) var exportedCount = 0
  public internal(set) var exportPath: String?
  /// Change sets that were in the file and could not be read.
  public internal(set) var unreadableCount = 0
  /// Whether there may have been more: nobody can tell, because the tables themselves were
  /// unreadable.
  public internal(set) var mayLackMore = false
}

extension ReplicaFile {
  /// Puts a new file in the place of a damaged one, which is moved aside and never deleted. The
  /// next sync loads everything from the hub. Blocks.
  ///
  /// Waiting change sets keep their ids. It does not matter whether the hub has judged one already:
  /// it judges an id once, and repeats its answer. So nothing is done twice, even if a stale page
  /// brings back change sets that were sent long ago, and even change sets found somewhere in the
  /// bytes of the file can be sent. Lost numbers do not matter either: the file continues under a
  /// new incarnation (decision 0024).
  ///
  /// The file must not be open, in this process or any other.
  ///
  /// - Throws: `ReplicaFileError`; the file is then where it was.
  public static func salvage(
    path: String, domain: Migrations, schema: SyncSchema, accountID: AccountID,
    now: () -> Int64 = WallClock.nowMilliseconds
  ) throws(ReplicaFileError) -> ReplicaSalvage {
    try salvage(
      path: path, in: SystemFolder(), domain: domain, schema: schema, accountID: accountID,
      now: now)
  }

  /// The same in a given folder.
  package static func salvage(
    path: String, in folder: any ReplicaFolder, domain: Migrations, schema: SyncSchema,
    accountID: AccountID, now: () -> Int64
  ) throws(ReplicaFileError) -> ReplicaSalvage {
    do {
      let swap = SalvageSwap(path: path, folder: folder)
      try swap.completeInterrupted()
      let lock = try folder.lock(path)
      defer { withExtendedLifetime(lock) {} }
      let damaged = swap.aside
      let found = DamagedFile(path: path, in: folder)
      if let other = found.state?.accountID, other != accountID {
        throw ReplicaFileError.foreignAccount(other)
      }
      var salvage = ReplicaSalvage(damagedPath: damaged)
      salvage.unreadableCount = found.unreadableCount
      salvage.mayLackMore = found.mayLackMore
      swap.begin()
      try build(
        at: folder.databasePath(swap.unfinished), from: found, domain: domain, schema: schema,
        accountID: accountID,
        now: now, &salvage)
      let lines = found.exportLines()
      if !lines.isEmpty {
        salvage.exportPath = damaged + ".jsonl"
        salvage.exportedCount = lines.count
        try folder.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, to: damaged + ".jsonl")
      }
      try swap.finish()
      return salvage
    } catch {
      throw ReplicaFileError(error, path: path)
    }
  }

  private static func build(
    at path: String, from found: DamagedFile, domain: Migrations, schema: SyncSchema,
    accountID: AccountID, now: () -> Int64, _ salvage: inout ReplicaSalvage
  ) throws {
    let connection = try Connection(path: path, durability: .full)
    try ReplicaFileSchema.migrate(connection, domain: domain)
    // The first opening finds no matching incarnation file, and takes a new incarnation.
    let replica = try Replica(
      connection: connection, schema: schema, accountID: accountID, incarnation: "salvage",
      environment: .init(now: { 0 }, random: .init()))
    try replica.transaction {
      if let state = found.state {
        // If the hub was restored meanwhile, this makes the replica send again what the hub may
        // have lost.
        replica.state.epoch = state.epoch
        replica.state.clockOffset = state.clockOffset
        replica.state.lastNumber = state.lastNumber
        replica.state.clock.observe(state.clock)
      }
      for row in found.all {
        replica.state.clock.observe(row.changeSet.time)
        replica.state.lastNumber = max(replica.state.lastNumber, row.changeSet.id.number)
      }
      for row in found.pending where row.isAccepted {
        let accepted = ChangeSetState.answered([:], isConfirmation: row.isConfirmation)
        try replica.store(
          accepted.next(.pulled).0, of: row.changeSet, from: .gone, body: row.body)
      }
      for row in found.acknowledged { try replica.insert(acknowledged: row) }
      for row in found.pending where !row.isAccepted && !isPlanted(.salvageForgets) {
        try replica.insert(salvaged: row, now: now())
        salvage.keptPending += 1
      }
      for parked in found.parked {
        try replica.insert(parked)
        salvage.keptParked += 1
      }
      for row in found.loose where row.changeSet.preconditions.isEmpty {
        // A number of another incarnation may be taken here: such a change set is only exported.
        if try replica.insert(salvaged: row, now: now()) { salvage.resentCount += 1 }
      }
      // Change sets that create homes can be shown at once; changes to existing ones, when those
      // are loaded.
      try replica.withoutOverlay { _ in }
      try replica.state.save(connection)
    }
  }
}

extension Replica {
  @discardableResult
  fileprivate func insert(salvaged row: DamagedFile.Row, now: Int64) throws -> Bool {
    let (next, _) = try ChangeSetState.gone.next(.found)
    return try store(
      next, of: row.changeSet, from: .gone, body: row.body, writtenAt: row.at ?? now)
  }

  fileprivate func insert(acknowledged row: DamagedFile.Row) throws {
    try connection.execute(
      """
      INSERT INTO syncAcknowledged (number, body, acceptedAt) VALUES (?, ?, ?)
      ON CONFLICT (number) DO NOTHING
      """, .integer(row.changeSet.id.number), .blob(row.body), .integer(row.at ?? acceptedNow))
  }

  fileprivate func insert(_ parked: DamagedFile.Parked) throws {
    try connection.execute(
      """
      INSERT INTO syncParked
        (number, body, reason, tableName, recordID, detail, writtenAt, parkedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(parked.row.changeSet.id.number), .blob(parked.row.body),
      .text(parked.refusal.reason.rawValue), Value(parked.refusal.record?.table),
      Value(parked.refusal.record?.id), .text(parked.refusal.detail),
      .integer(parked.row.at ?? 0), .integer(parked.parkedAt))
  }
}
