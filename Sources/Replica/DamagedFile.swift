import SQLite
import SyncProtocol

/// The part of a damaged replica file that can still be read and exists nowhere else.
///
/// A row is trusted only if its content proves what it is: the change set's bytes must be readable,
/// and their number must be that of the row.
struct DamagedFile {
  struct Row {
    let changeSet: ChangeSet
    let body: [UInt8]
    /// When it was written or accepted, milliseconds since 1970.
    let at: Int64?
    /// The hub has accepted it; its effects come when the zones are loaded.
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
  /// This replica's accepted changes that a restored hub may need again.
  private(set) var acknowledged: [Row] = []
  /// Found somewhere in the bytes of the file: pending change sets whose table could not be read,
  /// or change sets that were answered and forgotten.
  private(set) var loose: [Row] = []
  /// Hub-confirmed transactions without an answer. They are not sent again: they were based on an
  /// earlier state, and their author was told that their outcome is unknown.
  private(set) var unanswered: [Row] = []
  private(set) var unreadableCount = 0
  private(set) var mayLackMore = false

  /// Every change set whose number and time must not be used again.
  var all: [Row] { pending + parked.map(\.row) + acknowledged + unanswered + loose }

  /// Reads what can be read; a file that cannot be opened is searched for change sets.
  init(path: String, in folder: any ReplicaFolder) {
    do {
      try read(Connection(path: folder.databasePath(path), mode: .readOnly))
    } catch {
      mayLackMore = true
    }
    findLoose(in: path, folder)
  }

  private mutating func read(_ connection: Connection) throws {
    // The file can be salvaged without its state too.
    state = (try? Self.state(connection)) ?? nil
    // Older files have two tables and no states; where the columns cannot be read, nothing else
    // can.
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
    // The hub has those change sets: missing ones are no loss.
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

  /// The rows of a table by number, each read by itself, so that an unreadable page costs only its
  /// own rows.
  private mutating func rows<Found>(
    of table: String, _ connection: Connection, _ read: (Int64) throws -> Found?
  ) -> [Found] {
    var numbers: Set<Int64> = []
    for order in ["ASC", "DESC"] {
      do {
        try connection.forEach("SELECT number FROM \(table) ORDER BY number \(order)", []) {
          numbers.insert($0.integer(0))
        }
        // Read from the other end only if the first pass did not get through. SQLite reads a page
        // of another table in place of the right one without an error.
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
        // Counted below, with the rows that make no sense.
      }
      unreadableCount += 1
      return nil
    }
  }

  /// - Parameter columns: the columns for the time, the answer and the state.
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
      // With an unreadable answer the change set is sent again.
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
    // The caller counts the ones that cannot be read.
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
    // They may come from a table that could not be read; nobody can tell.
    if !loose.isEmpty { mayLackMore = true }
    loose.sort { $0.changeSet.id < $1.changeSet.id }
  }

  /// A line of JSON for each change set whose outcome is unknown.
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
