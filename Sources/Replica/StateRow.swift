import SQLite
import SyncProtocol

/// The single row of `syncState`: who this replica is and how much it has.
struct StateRow: Equatable {
  let accountID: AccountID
  var incarnation: String
  var epoch: String
  var lastNumber: Int64
  var clock: HybridClock
  var clockOffset: Int64
  var accountSequence: Int64
  var schemaVersion: Int
  var lastContactAt: Int64?

  static func == (left: StateRow, right: StateRow) -> Bool {
    left.incarnation == right.incarnation && left.epoch == right.epoch
      && left.lastNumber == right.lastNumber && left.clock.last == right.clock.last
  }

  /// Thrown if the file belongs to another account.
  struct ForeignFile: Error {
    let accountID: AccountID
  }

  /// Reads the row, creating it in a new file. If the file has another incarnation because it is a
  /// copy, the given one takes its place; the numbers go on.
  static func load(
    _ connection: Connection, accountID: AccountID, incarnation: String, schema: SyncSchema
  ) throws -> StateRow {
    precondition(ChangeSetID.isReplica(incarnation), "an incarnation is 1–40 of 0-9 a-z -")
    try connection.execute(
      """
      INSERT INTO syncState (id, accountID, incarnation, schemaVersion) VALUES (1, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """, .text(accountID), .text(incarnation), .integer(Int64(schema.version)))
    var row = try reload(connection)
    guard row.accountID == accountID else { throw ForeignFile(accountID: row.accountID) }
    if row.incarnation != incarnation {
      row.incarnation = incarnation
      try row.save(connection)
    }
    return row
  }

  static func reload(_ connection: Connection) throws -> StateRow {
    let row = try connection.first(
      """
      SELECT accountID, incarnation, epoch, lastNumber, clock, clockOffset, accountSequence,
        schemaVersion, lastContactAt FROM syncState
      """
    ) { row in
      StateRow(
        accountID: row.text(0), incarnation: row.text(1), epoch: row.text(2),
        lastNumber: row.integer(3),
        clock: HybridClock(last: HybridTime(bits: row.integer(4))), clockOffset: row.integer(5),
        accountSequence: row.integer(6), schemaVersion: Int(row.integer(7)),
        lastContactAt: row.optionalInteger(8))
    }
    guard let row else { preconditionFailure("a replica's file without its state") }
    return row
  }

  func save(_ connection: Connection) throws {
    try connection.execute(
      """
      UPDATE syncState SET incarnation = ?, epoch = ?, lastNumber = ?, clock = ?,
        clockOffset = ?, accountSequence = ?, schemaVersion = ?, lastContactAt = ?
      """, .text(incarnation), .text(epoch), .integer(lastNumber), .integer(clock.last.bits),
      .integer(clockOffset), .integer(accountSequence), .integer(Int64(schemaVersion)),
      Value(lastContactAt))
  }
}
