import SQLite
import SyncProtocol

/// What became of a damaged file.
public struct ReplicaSalvage: Equatable, Sendable {
  /// Where the damaged file is now, as it was.
  public let damagedPath: String
  /// Pending and refused changes that the new file has.
  public internal(set) var keptPending = 0
  public internal(set) var keptParked = 0
  /// Changes that were found in the bytes of the file and are sent again: where they were sent long
  /// ago, nothing comes of it.
  public internal(set) var resentCount = 0
  /// Changes of which it is not known what became of them, each a line of JSON in `exportPath`:
  /// those that are sent again, and a hub-confirmed one that nobody answered, which is not.
  public internal(set) var exportedCount = 0
  public internal(set) var exportPath: String?
  /// Changes that were there and could not be read.
  public internal(set) var unreadableCount = 0
  /// How many there were is not known: that could not be read either.
  public internal(set) var mayLackMore = false
}

extension ReplicaFile {
  /// Puts a new file in the place of a damaged one, which is moved aside and never deleted. The
  /// next sync loads everything from the hub. Blocks.
  ///
  /// Changes that wait keep their ids. Whether the hub has one is not known here, and need not be:
  /// it judges an id once, and gives the same answer again. So nothing is done twice, even where a
  /// page of changes that were sent long ago has come up among those that wait, and even what is
  /// found somewhere in the bytes of the file can be sent. Numbers that were lost do not matter
  /// either: the file goes on under a new incarnation (decision 0024).
  ///
  /// Nobody may have the file open, in this process or in another.
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

  /// The same in a folder that is an input.
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
    // The first opening finds no incarnation file that belongs to it, and takes a new one.
    let replica = try Replica(
      connection: connection, schema: schema, accountID: accountID, incarnation: "salvage",
      environment: .init(now: { 0 }, random: .init()))
    try replica.transaction {
      if let state = found.state {
        // Should the hub have been restored meanwhile, it is told again what it may have lost.
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
        // A number of another incarnation may be taken: that one is exported alone.
        if try replica.insert(salvaged: row, now: now()) { salvage.resentCount += 1 }
      }
      // What makes a home of its own can be shown at once; what changes others, when they are here.
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
