import SQLite
import SyncProtocol

/// What can still be read of a damaged replica's file: what is nowhere else.
///
/// Rows are trusted only where they say themselves what they are: a change set's bytes must read,
/// and its number must be that of its row.
struct DamagedFile {
  struct Row {
    let changeSet: ChangeSet
    let body: [UInt8]
    /// When it was written, or accepted, milliseconds since 1970.
    let at: Int64?
    /// The hub has taken it; what it did comes with what is loaded.
    let isAccepted: Bool
    /// A hub-confirmed transaction.
    let isConfirmation: Bool
  }

  struct Parked {
    let row: Row
    let refusal: Refusal
    let parkedAt: Int64
  }

  struct State {
    let accountID: AccountID
    let epoch: String
    let lastNumber: Int64
    let clock: HybridTime
    let clockOffset: Int64
  }

  private(set) var state: State?
  private(set) var pending: [Row] = []
  private(set) var parked: [Parked] = []
  /// Of this replica's changes that the hub has taken those that it may be told again.
  private(set) var acknowledged: [Row] = []
  /// Found somewhere in the bytes of the file: pending ones whose table could not be read, or ones
  /// that were answered and forgotten.
  private(set) var loose: [Row] = []
  /// Hub-confirmed transactions that nobody has answered. They are not sent again: what they
  /// decided on is of another moment, and their author was told that it is not known.
  private(set) var unanswered: [Row] = []
  private(set) var unreadableCount = 0
  private(set) var mayLackMore = false

  /// Everything whose numbers and times are used up.
  var all: [Row] { pending + parked.map(\.row) + acknowledged + unanswered + loose }

  /// Reads what it can; a file that cannot be opened at all is looked through for change sets.
  init(path: String, in folder: any ReplicaFolder) {
    do {
      try read(Connection(path: folder.databasePath(path), mode: .readOnly))
    } catch {
      mayLackMore = true
    }
    findLoose(in: path, folder)
  }

  private mutating func read(_ connection: Connection) throws {
    // Without its state the file can be taken over as well.
    state = (try? Self.state(connection)) ?? nil
    // Older files have two tables and no states; where that cannot be read nothing else can be.
    let isOlder = (try? connection.columns(of: "syncPending"))?.contains("state") == false
    let state = isOlder ? "'waiting'" : "state"
    let waiting = rows(of: "syncPending", connection) { row in
      try Self.row(row, columns: ["writtenAt", "answer", state], on: connection)
    }
    pending = waiting.filter { $0.isAccepted || !$0.isConfirmation }
    var confirming = waiting.filter(\.isConfirmation)
    parked = rows(of: "syncParked", connection) { try Self.parked($0, on: connection) }
    let accepted = (unreadableCount, mayLackMore)
    acknowledged = rows(of: "syncAcknowledged", connection) { row in
      try Self.row(
        row, columns: ["acceptedAt", "NULL", "NULL"], of: "syncAcknowledged", on: connection)
    }
    // The hub has those: what is missing of them is no loss.
    (unreadableCount, mayLackMore) = accepted
    if isOlder {
      confirming += rows(of: "syncConfirming", connection) { row in
        try Self.row(
          row, columns: ["NULL", "answer", "'asked'"], of: "syncConfirming", on: connection)
      }
    }
    unanswered = confirming.filter { !$0.isAccepted }
  }

  private static func state(_ connection: Connection) throws -> State? {
    try connection.first(
      """
      SELECT accountID, epoch, lastNumber, clock, clockOffset FROM syncState
      WHERE id = 1 AND typeof(accountID) = 'text' AND typeof(epoch) = 'text'
        AND typeof(lastNumber) = 'integer' AND typeof(clock) = 'integer'
        AND typeof(clockOffset) = 'integer' AND clock >= 0
        AND lastNumber BETWEEN 0 AND \(ChangeSetID.maxNumber)
        AND abs(clockOffset) <= \(HybridTime.maxMilliseconds)
      """
    ) { row in
      State(
        accountID: row.text(0), epoch: row.text(1), lastNumber: row.integer(2),
        clock: HybridTime(bits: row.integer(3)), clockOffset: row.integer(4))
    }
  }

  /// The rows of a table by their numbers, each read by itself: a page that cannot be read takes
  /// only its own rows along.
  private mutating func rows<Found>(
    of table: String, _ connection: Connection, _ read: (Int64) throws -> Found?
  ) -> [Found] {
    var numbers: Set<Int64> = []
    for order in ["ASC", "DESC"] {
      do {
        try connection.forEach("SELECT number FROM \(table) ORDER BY number \(order)", []) {
          numbers.insert($0.integer(0))
        }
        // From both ends only where the first could not come to the other. A page of another table
        // in the place of one of this is read without an error.
        if try ReplicaFileHealth.isSound(table: table, connection) { break }
        mayLackMore = true
      } catch {
        mayLackMore = true
      }
    }
    return numbers.sorted().compactMap { number in
      do {
        if let found = try read(number) { return found }
      } catch {
        // Counted with those that make no sense.
      }
      unreadableCount += 1
      return nil
    }
  }

  /// - Parameter columns: when it was written, the answer and the state.
  private static func row(
    _ number: Int64, columns: [String], of table: String = "syncPending", on connection: Connection
  ) throws -> Row? {
    let columns = columns.joined(separator: ", ")
    return try connection.first(
      "SELECT body, \(columns) FROM \(table) WHERE number = ?", .integer(number)
    ) { row in
      guard case .blob(let body) = row.value(0), let changeSet = changeSet(body, number) else {
        return nil
      }
      // An answer that makes no sense is asked for again.
      let answer = row.isNull(2) ? nil : try? Answer(wireBytes: row.blob(2))
      var isAccepted = false
      if case .accepted = answer { isAccepted = true }
      return Row(
        changeSet: changeSet, body: body, at: moment(row.value(1)), isAccepted: isAccepted,
        isConfirmation: ["asked", "confirmed"].contains(row.optionalText(3)))
    } ?? nil
  }

  private static func parked(_ number: Int64, on connection: Connection) throws -> Parked? {
    try connection.first(
      """
      SELECT body, reason, tableName, recordID, detail, writtenAt, parkedAt FROM syncParked
      WHERE number = ?
      """, .integer(number)
    ) { row in
      guard case .blob(let body) = row.value(0), let changeSet = changeSet(body, number),
        case .text(let reason) = row.value(1), let reason = RefusalReason(rawValue: reason)
      else { return nil }
      let record = row.optionalText(2).flatMap { table in
        row.optionalText(3).map { RecordKey(table, $0) }
      }
      return Parked(
        row: Row(
          changeSet: changeSet, body: body, at: moment(row.value(5)), isAccepted: false,
          isConfirmation: false),
        refusal: Refusal(reason, record, row.text(4)), parkedAt: moment(row.value(6)) ?? 0)
    } ?? nil
  }

  private static func moment(_ value: Value) -> Int64? {
    guard case .integer(let moment) = value, (0...HybridTime.maxMilliseconds).contains(moment)
    else { return nil }
    return moment
  }

  private static func changeSet(_ body: [UInt8], _ number: Int64) -> ChangeSet? {
    // What does not read is counted by the caller.
    guard let changeSet = try? ChangeSet(wireBytes: body), changeSet.id.number == number else {
      return nil
    }
    return changeSet
  }

  private mutating func findLoose(in path: String, _ folder: any ReplicaFolder) {
    var known = Set(
      (pending + acknowledged + unanswered + parked.map(\.row)).map(\.changeSet.id))
    for name in [path, path + "-wal"] {
      LooseChangeSets.forEach(in: name, folder) { changeSet, body in
        guard known.insert(changeSet.id).inserted else { return }
        loose.append(
          Row(
            changeSet: changeSet, body: body, at: nil, isAccepted: false, isConfirmation: false))
      }
    }
    // Whether they were in a table that could not be read is not to be told.
    if !loose.isEmpty { mayLackMore = true }
    loose.sort { $0.changeSet.id < $1.changeSet.id }
  }

  /// A line of JSON for each change set of which it is not known what became of it.
  func exportLines() -> [[UInt8]] {
    unanswered.map { Self.line("unanswered", $0) } + loose.map { Self.line("loose", $0) }
  }

  private static func line(_ found: String, _ row: Row) -> [UInt8] {
    var writer = WireWriter(capacity: row.body.count + 64)
    writer.object { writer in
      writer.key("found")
      writer.string(found)
      writer.key("changeSet")
      writer.raw(row.body)
    }
    return writer.bytes
  }
}
