import Hub
import SQLite
import SyncProtocol

/// The reader and writer inside one transaction of `HubSQLite`.
///
/// To be used only inside the closure that receives it, on that closure's thread.
struct HubSQLiteTransaction: HubWriter {
  /// Zones and grants as they are in this transaction; each change set asks for the same few.
  final class Cache {
    var zones: [ZoneID: HubZone?] = [:]
    var grants: [ZoneID: [AccountID: HubGrant?]] = [:]
  }

  let connection: Connection
  let cache = Cache()

  /// Tells whether the caller has used the writer for as long as it may.
  let turn: Turn

  init(_ connection: Connection, turn: Turn = Turn { false }) {
    self.connection = connection
    self.turn = turn
  }

  var isTurnOver: Bool { turn.isOver() }

  /// Locks nothing: there is one writer, which has the whole store to itself.
  func lock(_ locks: HubLocks) throws -> [ZoneID: AccountID] {
    try locks.zones.reduce(into: [:]) { owners, zone in
      if let owner = try owner(ofZone: zone) { owners[zone] = owner }
    }
  }

  /// One caller's use of the writer.
  struct Turn {
    let isOver: () -> Bool
  }

  func state() throws -> HubState {
    let state = try connection.first("SELECT epoch, recoveringUntil, lastNumber, clock FROM state")
    {
      HubState(
        epoch: $0.text(0), recoveringUntil: $0.integer(1), lastNumber: $0.integer(2),
        clock: HybridTime(bits: $0.integer(3)))
    }
    guard let state else { throw HubStoreError.unreadable("the hub's state is missing") }
    return state
  }

  func setState(_ state: HubState) throws {
    try connection.execute(
      """
      INSERT INTO state (id, epoch, recoveringUntil, lastNumber, clock) VALUES (1, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch,
        recoveringUntil = excluded.recoveringUntil, lastNumber = excluded.lastNumber,
        clock = excluded.clock
      """,
      .text(state.epoch), .integer(state.recoveringUntil), .integer(state.lastNumber),
      .integer(state.clock.bits))
  }

  /// The case that a stored text stands for; an unknown text is damage and throws
  /// `HubStoreError.unreadable`.
  func choice<Choice: RawRepresentable>(
    _ text: String, of _: Choice.Type = Choice.self
  ) throws -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw HubStoreError.unreadable("\(Choice.self): \(text)")
    }
    return choice
  }
}

extension HubSQLiteTransaction {
  func standing(ofReplica replica: String) throws -> ReplicaStanding {
    let found = try connection.first(
      """
      SELECT (SELECT accountID FROM replicas WHERE replica = ?1),
        (SELECT max(number) FROM judged WHERE replica = ?1),
        (SELECT number FROM acknowledgements WHERE replica = ?1),
        (SELECT unhashedThrough FROM acknowledgements WHERE replica = ?1)
      """, .text(replica)
    ) { row in
      var standing = ReplicaStanding()
      standing.owner = row.optionalText(0)
      standing.lastJudged = row.integer(1)
      standing.acknowledged = row.integer(2)
      standing.unhashedThrough = row.integer(3)
      return standing
    }
    return found ?? ReplicaStanding()
  }

  func setOwner(ofReplica replica: String, to account: AccountID) throws {
    try connection.execute(
      """
      INSERT INTO replicas (replica, accountID) VALUES (?, ?)
      ON CONFLICT (replica) DO UPDATE SET accountID = excluded.accountID
      """, .text(replica), .text(account))
  }

  func judged(_ changeSet: ChangeSetID) throws -> JudgedChangeSet? {
    try connection.first(
      "SELECT hash, answer FROM judged WHERE replica = ? AND number = ?",
      .text(changeSet.replica), .integer(changeSet.number)
    ) { row in
      JudgedChangeSet(
        hash: row.isNull(0) ? nil : row.blob(0),
        answer: row.isNull(1) ? nil : try Answer(wireBytes: row.blob(1)))
    }
  }

  func putAnswer(_ answer: Answer, to changeSet: ChangeSetID, hash: [UInt8]) throws {
    try connection.execute(
      "INSERT INTO judged (replica, number, hash, answer, isRefused) VALUES (?, ?, ?, ?, ?)",
      .text(changeSet.replica), .integer(changeSet.number), .blob(hash),
      .blob(answer.wireBytes), Value(answer.refusalReason != nil))
  }

  func forgetAnswers(of replica: String, through number: Int64) throws {
    let former = try acknowledged(ofReplica: replica)
    guard number > former else { return }
    try connection.execute(
      """
      UPDATE judged SET answer = NULL
      WHERE replica = ? AND number > ? AND number <= ? AND isRefused = 0
      """, .text(replica), .integer(former), .integer(number))
    try connection.execute(
      """
      INSERT INTO acknowledgements (replica, number) VALUES (?, ?)
      ON CONFLICT (replica) DO UPDATE SET number = excluded.number
      """, .text(replica), .integer(number))
  }
}
