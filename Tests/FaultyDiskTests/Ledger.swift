import FaultyDisk
import SQLite

/// A small database whose content says which transactions it has: each adds an entry, changes an
/// older one and counts. It knows which of them SQLite has said to be committed.
struct Ledger {
  static let name = "ledger.db"
  /// Often enough that a history of some transactions has several checkpoints.
  static let checkpointPages = 6

  let disk: FaultyDisk
  var durability = Connection.Durability.full
  /// "WAL", or one of the modes with a rollback journal.
  var journalMode = "WAL"
  var extraPragmas = ""
  /// Transactions that were confirmed, and those that were begun.
  var confirmed = 0
  var begun = 0

  func open() throws -> Connection {
    let connection = try Connection(path: disk.path(Self.name), durability: durability)
    try connection.setCheckpoint(pages: Self.checkpointPages)
    if journalMode != "WAL" {
      try connection.executeScript("PRAGMA journal_mode=\(journalMode)")
    }
    try connection.executeScript(extraPragmas)
    return connection
  }

  /// Writes until the ledger has `count` transactions or SQLite fails; then what it failed with.
  mutating func write(upTo count: Int) -> SQLiteError? {
    do {
      let connection = try open()
      while confirmed < count { try append(to: connection) }
      return nil
    } catch let error as SQLiteError {
      return error
    } catch {
      preconditionFailure("\(error)")
    }
  }

  mutating func append(to connection: Connection) throws {
    let number = confirmed + 1
    begun = number
    try connection.transaction {
      try connection.executeScript(
        """
        CREATE TABLE IF NOT EXISTS entries (
          number INTEGER PRIMARY KEY, body TEXT NOT NULL, changed INTEGER NOT NULL) STRICT;
        CREATE INDEX IF NOT EXISTS entriesByBody ON entries (body)
        """)
      try connection.execute(
        "INSERT INTO entries VALUES (?, ?, 0)", .integer(Int64(number)),
        .text(Self.body(of: number)))
      try connection.execute(
        "UPDATE entries SET changed = ? WHERE number = ?", .integer(Int64(number)),
        .integer(Int64((number + 1) / 2)))
    }
    confirmed = number
  }

  /// From a few bytes to some pages.
  static func body(of number: Int) -> String { bodies[number] }

  private static let bodies = (0..<200).map { number in
    let bytes = [40, 700, 9000, 3000][number % 4]
    return String(repeating: "\(number),", count: bytes / "\(number),".count)
  }

  /// Opens the file and says how many transactions it has.
  func recovered() throws -> Int {
    let connection = try open()
    let verdict = try connection.first("PRAGMA integrity_check") { $0.text(0) }
    guard verdict == "ok" else { throw Damage.integrity(verdict ?? "") }
    let isMade = try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE name = 'entries'", read: { _ in true })
    guard isMade == true else { return 0 }
    let rows = try connection.query("SELECT number, body, changed FROM entries ORDER BY number") {
      (Int($0.integer(0)), $0.text(1), Int($0.integer(2)))
    }
    for (index, row) in rows.enumerated() {
      let (number, body, changed) = row
      // The last transaction that changes entry n is number 2n.
      let last = min(2 * number, rows.count)
      let expected = last >= 2 * number - 1 ? last : 0
      guard number == index + 1, body == Self.body(of: number), changed == expected else {
        throw Damage.noPrefix(number)
      }
    }
    return rows.count
  }

  enum Damage: Error, Equatable {
    case integrity(String)
    /// The entries up to here are not those of the first transactions.
    case noPrefix(Int)
    /// A transaction was confirmed and is gone.
    case lost(confirmed: Int, found: Int)
    /// A transaction is there that nobody began.
    case invented(begun: Int, found: Int)
  }

  /// The file is in order and has all that was confirmed, or at least a prefix of it; what it has
  /// is confirmed from here on.
  mutating func check(mayLose: Bool = false) throws {
    let found = try recovered()
    if found > begun { throw Damage.invented(begun: begun, found: found) }
    if found < confirmed, !mayLose { throw Damage.lost(confirmed: confirmed, found: found) }
    confirmed = found
  }
}

/// How many changes of the disk a history makes that nothing disturbs.
func changes(of ledger: Ledger, upTo count: Int) -> Int {
  var ledger = ledger
  precondition(ledger.write(upTo: count) == nil)
  return ledger.disk.counts.changes
}

/// The disk's own randomness is not to be used up by the test.
struct TestRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 31)) &* 0x9e37_79b9_7f4a_7c15
  }
}
