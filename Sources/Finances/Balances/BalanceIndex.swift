import Replica
import SQLite
import SyncProtocol
import Household

/// What each member of a group has paid and owes, kept beside the expenses in a replica's file, so
/// that a page costs the same however many expenses a group has.
///
/// These tables are local and never synced. Deriving them again gives the same rows, whatever order
/// changes came in.
struct BalanceIndex {
  let connection: Connection
  private var totals = IndexedSums<Key>()
  private var debts = IndexedSums<Pair>()
  private var spending = IndexedSums<Spent>()
  var months = IndexedSums<Month>()

  /// The version of the rules by which they are derived; increase it with each change of these.
  private static let version: Int64 = 4

  static let localTables: [Hiding.Table] = [
    .ofZones("expenseIndex", column: "groupID"), .ofZones("groupBalances", column: "groupID"),
    .ofZones("expenseMembers", column: "groupID"), .ofZones("expenseDebts", column: "groupID"),
    .ofZones("groupDebts", column: "groupID"), .ofZones("groupSpending", column: "groupID"),
    .ofZones("groupMonths", column: "groupID"),
    .open("expenseIndexState"),
  ]

  static let tablesSQL = """
    -- What each expense has added to the balances, so that it can be taken away again.
    CREATE TABLE expenseIndex (
      expenseID TEXT PRIMARY KEY NOT NULL,
      groupID TEXT NOT NULL,
      day TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      currency TEXT NOT NULL,
      -- Empty for none.
      categoryID TEXT NOT NULL,
      kind TEXT NOT NULL,
      -- Whether its amounts do not fit each other, so that it counts for nothing.
      isIncomplete INTEGER NOT NULL,
      shares TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX expenseIndexIncomplete ON expenseIndex(groupID) WHERE isIncomplete = 1;
    -- The sums of a member, in 128 bits each.
    CREATE TABLE groupBalances (
      groupID TEXT NOT NULL,
      currency TEXT NOT NULL,
      memberID TEXT NOT NULL,
      kind TEXT NOT NULL,
      count INTEGER NOT NULL,
      paid INTEGER NOT NULL,
      paidHigh INTEGER NOT NULL,
      owed INTEGER NOT NULL,
      owedHigh INTEGER NOT NULL,
      PRIMARY KEY (groupID, currency, memberID, kind)
    ) STRICT, WITHOUT ROWID;
    -- The expenses of a member, latest first.
    CREATE TABLE expenseMembers (
      groupID TEXT NOT NULL,
      memberID TEXT NOT NULL,
      day TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expenseID TEXT NOT NULL,
      PRIMARY KEY (groupID, memberID, day DESC, createdAt DESC, expenseID)
    ) STRICT, WITHOUT ROWID;
    -- What an expense makes one member owe another, whose id is the greater one; negative for the
    -- other way round.
    CREATE TABLE expenseDebts (
      groupID TEXT NOT NULL,
      currency TEXT NOT NULL,
      firstID TEXT NOT NULL,
      secondID TEXT NOT NULL,
      day TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expenseID TEXT NOT NULL,
      amount INTEGER NOT NULL,
      PRIMARY KEY (
        groupID, currency, firstID, secondID, day DESC, createdAt DESC, expenseID)
    ) STRICT, WITHOUT ROWID;
    -- Their sums, in 128 bits.
    CREATE TABLE groupDebts (
      groupID TEXT NOT NULL,
      currency TEXT NOT NULL,
      firstID TEXT NOT NULL,
      secondID TEXT NOT NULL,
      count INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      amountHigh INTEGER NOT NULL,
      PRIMARY KEY (groupID, currency, firstID, secondID)
    ) STRICT, WITHOUT ROWID;
    -- The parts of each member in the expenses of a month (YYYY-MM) and category, in 128 bits.
    CREATE TABLE groupSpending (
      groupID TEXT NOT NULL,
      currency TEXT NOT NULL,
      month TEXT NOT NULL,
      categoryID TEXT NOT NULL,
      memberID TEXT NOT NULL,
      count INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      amountHigh INTEGER NOT NULL,
      PRIMARY KEY (groupID, currency, month, categoryID, memberID)
    ) STRICT, WITHOUT ROWID;
    \(monthsSQL)
    CREATE TABLE expenseIndexState (
      id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL
    ) STRICT;
    """

  private init(_ connection: Connection) { self.connection = connection }

  /// Derives everything anew, in the open transaction, if it is missing or was derived by other
  /// rules.
  static func settle(_ connection: Connection) throws {
    let isCurrent = try connection.first(
      """
      SELECT version = ? AND (SELECT count(*) FROM expenses) = (SELECT count(*) FROM expenseIndex)
        FROM expenseIndexState
      """, .integer(version)
    ) { $0.bool(0) }
    if isCurrent != true { try rebuild(connection) }
  }

  /// Derives everything anew, in the open transaction.
  static func rebuild(_ connection: Connection) throws {
    try connection.empty([
      "expenseIndex", "groupBalances", "expenseMembers", "expenseDebts", "groupDebts",
      "groupSpending", "groupMonths",
    ])
    var index = BalanceIndex(connection)
    try connection.makeRoom()
    let ordered = "SELECT id FROM expenses ORDER BY groupID, day DESC, createdAt DESC, id"
    try connection.forEach(ordered) { row in
      let id = row.text(0)
      if let entry = try index.current(id) { try index.add(id, entry) }
    }
    try index.store()
    try connection.execute(
      """
      INSERT INTO expenseIndexState (id, version) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET version = excluded.version
      """, .integer(version))
  }

  /// Brings the tables up to date with records that the open transaction has changed.
  static func refresh(_ connection: Connection, changed: [RecordKey]) throws {
    let combines = changed.contains { $0.table == "groupMembers" }
    if combines, isPlanted(.indexForgottenInCombining) { return }
    var index = BalanceIndex(connection)
    var added: [(id: RecordID, entry: Entry)] = []
    for key in changed where key.table == "expenses" {
      if let entry = try index.refresh(key.id) { added.append((key.id, entry)) }
    }
    // In the order of a member's or a pair's rows, so that those of an import follow each other.
    added.sort {
      ($1.entry.groupID, $0.entry.day, $0.entry.createdAt, $1.id)
        > ($0.entry.groupID, $1.entry.day, $1.entry.createdAt, $0.id)
    }
    for (id, entry) in added { try index.add(id, entry) }
    try index.store()
  }
}

// MARK: - One expense

extension BalanceIndex {
  private struct Key: IndexedSumKey {
    var groupID: ZoneID
    var currency: String
    var memberID: RecordID
    var kind: String

    static let table = "groupBalances"
    static let columns = ["groupID", "currency", "memberID", "kind"]
    static let sums = ["paid", "owed"]
    var values: [Value] { [.text(groupID), .text(currency), .text(memberID), .text(kind)] }
  }

  /// Two members, the one with the smaller id first, in a currency of a group.
  struct Pair: IndexedSumKey {
    var groupID: ZoneID
    var currency: String
    var first: RecordID
    var second: RecordID

    static let table = "groupDebts"
    static let columns = ["groupID", "currency", "firstID", "secondID"]
    static let sums = ["amount"]
    var values: [Value] { [.text(groupID), .text(currency), .text(first), .text(second)] }
  }

  /// What a member spends in a month on a category.
  struct Spent: IndexedSumKey {
    var groupID: ZoneID
    var currency: String
    var month: String
    var categoryID: RecordID
    var memberID: RecordID

    static let table = "groupSpending"
    static let columns = ["groupID", "currency", "month", "categoryID", "memberID"]
    static let sums = ["amount"]
    var values: [Value] {
      [.text(groupID), .text(currency), .text(month), .text(categoryID), .text(memberID)]
    }
  }

  /// What an expense has added to the index.
  struct Entry: Equatable {
    var groupID: ZoneID
    /// `YYYY-MM-DD`, and milliseconds since 1970: its place in a list.
    var day: String
    var createdAt: Int64
    var currency: String
    /// Empty for none.
    var categoryID: RecordID
    var kind: String
    var isIncomplete: Bool
    /// `member paid owed`, one line each.
    let shares: String
    /// The same, read.
    let parts: [ExpenseMoney.Share]
  }

  /// Takes away what the expense has added before, if it adds something else now.
  ///
  /// - Returns: what is to be added.
  private mutating func refresh(_ id: RecordID) throws -> Entry? {
    var (old, new) = (try stored(id), try current(id))
    if old == new { return nil }
    if isPlanted(.spendingKeepsCategory), var moved = new, let old {
      moved.categoryID = old.categoryID
      new = moved
    }
    if isPlanted(.debtsOfDeletedKept), new == nil { old = nil }
    if let old {
      let debts = old.debts
      count(old, debts, sign: -1)
      try remove(id, old, debts)
    }
    return new
  }

  private mutating func add(_ id: RecordID, _ entry: Entry) throws {
    let debts = entry.debts
    count(entry, debts, sign: 1)
    try connection.execute(
      """
      INSERT INTO expenseIndex
        (expenseID, groupID, day, createdAt, currency, categoryID, kind, isIncomplete, shares)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id), .text(entry.groupID), .text(entry.day), .integer(entry.createdAt),
        .text(entry.currency), .text(entry.categoryID), .text(entry.kind),
        Value(entry.isIncomplete), .text(entry.shares),
      ])
    for share in entry.parts {
      try connection.execute(
        """
        INSERT INTO expenseMembers (groupID, memberID, day, createdAt, expenseID)
          VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
        [
          .text(entry.groupID), .text(share.memberID), .text(entry.day),
          .integer(entry.createdAt), .text(id),
        ])
    }
    for (pair, amount) in debts {
      try connection.execute(
        """
        INSERT INTO expenseDebts
          (groupID, currency, firstID, secondID, day, createdAt, expenseID, amount)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
        [
          .text(pair.groupID), .text(pair.currency), .text(pair.first), .text(pair.second),
          .text(entry.day), .integer(entry.createdAt), .text(id), .integer(amount),
        ])
    }
  }

  private func remove(_ id: RecordID, _ entry: Entry, _ debts: [Entry.Debt]) throws {
    try connection.execute("DELETE FROM expenseIndex WHERE expenseID = ?", .text(id))
    let place: [Value] = [.text(entry.day), .integer(entry.createdAt), .text(id)]
    for share in entry.parts {
      try connection.execute(
        """
        DELETE FROM expenseMembers WHERE groupID = ? AND memberID = ? AND day = ?
          AND createdAt = ? AND expenseID = ?
        """, [.text(entry.groupID), .text(share.memberID)] + place)
    }
    for (pair, _) in debts {
      try connection.execute(
        """
        DELETE FROM expenseDebts WHERE groupID = ? AND currency = ? AND firstID = ?
          AND secondID = ? AND day = ? AND createdAt = ? AND expenseID = ?
        """,
        [.text(pair.groupID), .text(pair.currency), .text(pair.first), .text(pair.second)]
          + place)
    }
  }

  private func stored(_ id: RecordID) throws -> Entry? {
    try connection.first(
      """
      SELECT groupID, day, createdAt, currency, categoryID, kind, isIncomplete, shares
        FROM expenseIndex WHERE expenseID = ?
      """, .text(id)
    ) { row in
      let shares = row.text(7)
      return Entry(
        groupID: row.text(0), day: row.text(1), createdAt: row.integer(2), currency: row.text(3),
        categoryID: row.text(4), kind: row.text(5), isIncomplete: row.bool(6),
        shares: shares, parts: Entry.parts(of: shares))
    }
  }

  private func current(_ id: RecordID) throws -> Entry? {
    guard let expense = try Expense.find(id, in: connection) else { return nil }
    let money = expense.money
    let isIncomplete = money.problem != nil
    return Entry(
      groupID: expense.groupID, day: expense.details.day ?? "", createdAt: expense.row.createdAt,
      currency: money.currency, categoryID: expense.details.categoryID ?? "",
      kind: money.kind.rawValue,
      isIncomplete: isIncomplete,
      shares: money.shares.map { "\($0.memberID) \($0.paidMinor) \($0.owedMinor)" }
        .joined(separator: "\n"),
      // As they are read again from what is stored.
      parts: money.shares.map {
        .init($0.memberID, paidMinor: $0.paidMinor, owedMinor: $0.owedMinor)
      })
  }
}

// MARK: - Sums

extension BalanceIndex {
  private mutating func count(_ entry: Entry, _ owed: [Entry.Debt], sign: Int64) {
    guard !entry.isIncomplete else { return }
    countMonths(entry, sign: sign)
    for share in entry.parts {
      let key = Key(
        groupID: entry.groupID, currency: isPlanted(.currenciesMixed) ? "EUR" : entry.currency,
        memberID: share.memberID, kind: entry.kind)
      totals.count(key, Int128(share.paidMinor), Int128(share.owedMinor), sign: sign)
    }
    for (spent, minor) in entry.spending { spending.count(spent, Int128(minor), sign: sign) }
    for (pair, amount) in owed { debts.count(pair, Int128(amount), sign: sign) }
  }

  private mutating func store() throws {
    try debts.store(in: connection)
    try spending.store(in: connection)
    try months.store(in: connection)
    try totals.store(in: connection)
  }
}
