import SQLite
import SyncProtocol

/// One row of `syncPending`, as it was when it was read: a change set that is pending.
final class PendingRow {
  let number: Int64
  let changeSet: ChangeSet
  let state: ChangeSetState
  /// `changeSet` as it is stored.
  private let body: [UInt8]
  private let undoLog: UndoLog
  private let name: String
  private let answerBytes: [UInt8]

  /// What to put back to get the confirmed state, read when it is asked for. Belongs to a replica,
  /// as its rows do, and with it to one thread at a time.
  private final class UndoLog {
    let bytes: [UInt8]
    private var steps: [LocalUndo]?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read() throws -> [LocalUndo] {
      if let steps { return steps }
      let steps = try [LocalUndo](wireBytes: bytes)
      self.steps = steps
      return steps
    }
  }

  private static let columns = "number, body, undo, answer, state"
  static let byNumber =
    "SELECT \(columns) FROM syncPending WHERE number = ? AND \(ChangeSetState.isPending)"
  private static let inOrder =
    "SELECT \(columns) FROM syncPending WHERE \(ChangeSetState.isPending) ORDER BY number"

  /// - Parameter known: what the row was when it was read before; what has the same bytes is not
  ///   decoded again.
  init(_ row: Statement, known: PendingRow? = nil) throws {
    number = row.integer(0)
    if let known, row.blob(1, equals: known.body) {
      body = known.body
      changeSet = known.changeSet
    } else {
      body = row.blob(1)
      changeSet = try ChangeSet(wireBytes: body)
    }
    if let known, row.blob(2, equals: known.undoLog.bytes) {
      undoLog = known.undoLog
    } else {
      undoLog = UndoLog(row.blob(2))
    }
    let name = row.text(4)
    if let known, known.name == name, row.blob(3, equals: known.answerBytes) {
      (state, answerBytes) = (known.state, known.answerBytes)
    } else {
      answerBytes = row.blob(3)
      state = try ChangeSetState(
        name: name, answer: row.isNull(3) ? nil : Answer(wireBytes: answerBytes))
    }
    self.name = name
  }

  /// A row as it has just been written.
  init(_ changeSet: ChangeSet, body: [UInt8], undo: [UInt8]) {
    number = changeSet.id.number
    self.changeSet = changeSet
    self.body = body
    undoLog = UndoLog(undo)
    (state, name, answerBytes) = (.waiting, "waiting", [])
  }

  /// What to put back to get the confirmed state, in the order to apply it.
  var undo: [LocalUndo] {
    get throws { try undoLog.read() }
  }

  /// Bytes of what is stored.
  var byteCount: Int { body.count + undoLog.bytes.count }

  /// All rows in the order of their numbers.
  ///
  /// - Parameter known: rows that were read before, in that order, too.
  static func all(in connection: Connection, known: [PendingRow]) throws -> [PendingRow] {
    var next = 0
    return try connection.query(inOrder) { row in
      try PendingRow(row, known: find(row.integer(0), in: known, from: &next))
    }
  }

  /// The row of a number among rows in the order of their numbers, from the place on at which the
  /// last search has ended.
  static func find(_ number: Int64, in rows: [PendingRow], from next: inout Int) -> PendingRow? {
    while next < rows.count, rows[next].number < number { next += 1 }
    return next < rows.count && rows[next].number == number ? rows[next] : nil
  }

  /// The change set of a stored body, which needs not be decoded when it is this row's.
  func changeSet(of stored: [UInt8]) throws -> ChangeSet {
    stored == body ? changeSet : try ChangeSet(wireBytes: stored)
  }
}

extension Replica {
  /// Most bytes of pending rows that are kept decoded from one transaction to the next.
  static let maxKnownPendingBytes = 256 << 10

  /// All pending rows in the order of their numbers. They are read anew each time; what is stored
  /// as it was when they were last read is not decoded again.
  ///
  /// - Parameter known: rows that were read in this transaction, however large they are.
  func pendingRows(known: [PendingRow] = []) throws -> [PendingRow] {
    let rows = try PendingRow.all(in: connection, known: known.isEmpty ? knownPending : known)
    keepKnown(rows, byteCount: rows.reduce(0) { $0 + $1.byteCount })
    return rows
  }

  /// Notes a row that has just been written. When it is taken back, what is read next is another.
  func know(_ row: PendingRow) {
    if let last = knownPending.last, last.number >= row.number {
      return keepKnown([], byteCount: 0)
    }
    knownPending.append(row)
    knownPendingBytes += row.byteCount
    if knownPendingBytes > Self.maxKnownPendingBytes { keepKnown([], byteCount: 0) }
  }

  func keepKnown(_ rows: [PendingRow], byteCount: Int) {
    let isSmall = byteCount <= Self.maxKnownPendingBytes
    (knownPending, knownPendingBytes) = isSmall ? (rows, byteCount) : ([], 0)
  }

  /// The pending row of a number.
  func pendingRow(_ number: Int64) throws -> PendingRow? {
    var next = 0
    return try connection.first(PendingRow.byNumber, .integer(number)) { row in
      try PendingRow(row, known: PendingRow.find(number, in: knownPending, from: &next))
    }
  }
}
