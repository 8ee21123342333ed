import SQLite
import SyncProtocol

/// A pending change set: one row of `syncPending` as it was when it was read.
final class PendingRow {
  let number: Int64
  let changeSet: ChangeSet
  let state: ChangeSetState
  /// `changeSet` as it is stored.
  private let body: [UInt8]
  private let undoLog: UndoLog
  private let name: String
  private let answerBytes: [UInt8]

  /// How to return to the confirmed state, decoded when first asked for. Like its replica, it is
  /// used by one thread at a time.
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

  /// - Parameter known: the row as it was read before; parts whose bytes have not changed are not
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

  /// A row that has just been written.
  init(_ changeSet: ChangeSet, body: [UInt8], undo: [UInt8]) {
    number = changeSet.id.number
    self.changeSet = changeSet
    self.body = body
    undoLog = UndoLog(undo)
    (state, name, answerBytes) = (.waiting, "waiting", [])
  }

  /// The effects that return to the confirmed state, in the order in which to apply them.
  var undo: [LocalUndo] {
    get throws { try undoLog.read() }
  }

  /// The size of the stored change set and undo steps, in bytes.
  var byteCount: Int { body.count + undoLog.bytes.count }

  /// All rows, ordered by number.
  ///
  /// - Parameter known: rows that were read before, also ordered by number.
  static func all(in connection: Connection, known: [PendingRow]) throws -> [PendingRow] {
    var next = 0
    return try connection.query(inOrder) { row in
      try PendingRow(row, known: find(row.integer(0), in: known, from: &next))
    }
  }

  /// Finds a row by number among rows ordered by number, starting where the last search ended.
  static func find(_ number: Int64, in rows: [PendingRow], from next: inout Int) -> PendingRow? {
    while next < rows.count, rows[next].number < number { next += 1 }
    return next < rows.count && rows[next].number == number ? rows[next] : nil
  }

  /// The change set of a stored body, which need not be decoded if it is this row's.
  func changeSet(of stored: [UInt8]) throws -> ChangeSet {
    stored == body ? changeSet : try ChangeSet(wireBytes: stored)
  }
}

extension Replica {
  /// The most bytes of pending rows that are kept decoded between transactions.
  static let maxKnownPendingBytes = 256 << 10

  /// All pending rows, ordered by number. They are read each time, but rows that have not changed
  /// since they were last read are not decoded again.
  ///
  /// - Parameter known: rows that were read in this transaction, whatever their size.
  func pendingRows(known: [PendingRow] = []) throws -> [PendingRow] {
    let rows = try PendingRow.all(in: connection, known: known.isEmpty ? knownPending : known)
    keepKnown(rows, byteCount: rows.reduce(0) { $0 + $1.byteCount })
    return rows
  }

  /// Keeps a row that has just been written. If the write is rolled back, the next read finds other
  /// bytes.
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

  /// The pending row with a given number.
  func pendingRow(_ number: Int64) throws -> PendingRow? {
    var next = 0
    return try connection.first(PendingRow.byNumber, .integer(number)) { row in
      try PendingRow(row, known: PendingRow.find(number, in: knownPending, from: &next))
    }
  }
}
