import Household
import Replica
import SQLite
import SyncProtocol

/// The words by which a search finds expenses, and what else it asks of them, kept beside the
/// expenses in a replica's file as the words of items are.
///
/// These tables are local and never synced. Deriving them again gives the same rows.
struct ExpenseWords {
  /// The version of the rules by which they are derived; increase it with each change of these.
  private static let version: Int64 = 1

  static let index = WordIndex(terms: "expenseTerms", state: "expenseTermState")

  static let localTables: [Hiding.Table] = [
    .ofZones("expenseWords", column: "groupID"), .words("expenseTerms"),
    .open("expenseTermState"),
  ]

  static let tablesSQL = """
    -- Local, derived from the tables above, never synced: what a search asks of each expense.
    CREATE TABLE expenseWords (
      docID INTEGER PRIMARY KEY,
      expenseID TEXT NOT NULL UNIQUE,
      groupID TEXT NOT NULL,
      day TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      -- expense, payment or refund
      kind TEXT NOT NULL,
      currency TEXT NOT NULL,
      -- Without its sign.
      amount INTEGER NOT NULL,
      hasReceipt INTEGER NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    -- Payments and refunds, latest first; most are expenses, which the list itself is.
    CREATE INDEX expenseWordsByKind
      ON expenseWords(groupID, kind, day DESC, createdAt DESC, expenseID) WHERE kind <> 'expense';
    -- What has a receipt, latest first.
    CREATE INDEX expenseWordsWithReceipt
      ON expenseWords(groupID, day DESC, createdAt DESC, expenseID) WHERE hasReceipt = 1;
    -- The few of an amount.
    CREATE INDEX expenseWordsByAmount ON expenseWords(groupID, currency, amount, expenseID);
    \(WordIndex.termsSQL("expenseTerms", over: "expenseWords"))
    -- Which expense a receipt or comment belonged to, for when it is gone.
    CREATE TABLE expenseAttached (
      partID TEXT PRIMARY KEY NOT NULL,
      expenseID TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- At most one row: the version of the rules, and how far erasing removed words has come.
    CREATE TABLE expenseTermState (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      hasRemoved INTEGER NOT NULL DEFAULT 1 CHECK (hasRemoved IN (0, 1)),
      isErasing INTEGER NOT NULL DEFAULT 0 CHECK (isErasing IN (0, 1)),
      erasedAt INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  private let connection: Connection
  private var hasRemoved = false

  private init(_ connection: Connection) { self.connection = connection }

  /// Derives everything anew, in the open transaction, if it is missing or was derived by other
  /// rules.
  static func settle(_ connection: Connection) throws {
    let isCurrent = try connection.first(
      """
      SELECT version = ? AND (SELECT count(*) FROM expenses) = (SELECT count(*) FROM expenseWords)
        FROM expenseTermState
      """, .integer(version)
    ) { $0.bool(0) }
    if isCurrent != true { try rebuild(connection) }
  }

  /// Derives everything anew, in the open transaction.
  static func rebuild(_ connection: Connection) throws {
    try index.removeAll(connection)
    try connection.empty(["expenseWords", "expenseAttached"])
    try connection.executeScript(
      """
      INSERT INTO expenseAttached(partID, expenseID)
        SELECT id, expenseID FROM expenseReceipts UNION ALL
        SELECT id, expenseID FROM expenseComments;
      """)
    let words = ExpenseWords(connection)
    try connection.forEach("SELECT id FROM expenses ORDER BY groupID, day, createdAt, id") { row in
      let id = row.text(0)
      if let entry = try words.current(id) { try words.insert(id, entry) }
    }
    try connection.execute(
      """
      INSERT INTO expenseTermState (id, version) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, hasRemoved = 1
      """, .integer(version))
  }

  /// Brings the tables up to date with records that the open transaction has changed.
  static func refresh(_ connection: Connection, changed: [RecordKey]) throws {
    var words = ExpenseWords(connection)
    var expenses: Set<RecordID> = []
    for key in changed {
      switch key.table {
      case "expenses": expenses.insert(key.id)
      case "expenseReceipts", "expenseComments": try words.collectOwners(of: key, into: &expenses)
      default: break
      }
    }
    for id in expenses.sorted() { try words.refresh(id) }
    if words.hasRemoved { try index.noteRemoved(connection) }
  }
}

// MARK: - One expense

extension ExpenseWords {
  private struct Entry: Equatable {
    var groupID: ZoneID
    var day: String
    var createdAt: Int64
    var kind: String
    var currency: String
    var amount: Int64
    var hasReceipt: Bool
    var text: String

    var values: [Value] {
      [
        .text(groupID), .text(day), .integer(createdAt), .text(kind), .text(currency),
        .integer(amount), Value(hasReceipt), .text(text),
      ]
    }
  }

  /// Adds the expense that a receipt or comment belongs to, and the one that it belonged to.
  private func collectOwners(of key: RecordKey, into expenses: inout Set<RecordID>) throws {
    let owner = try connection.first(
      "SELECT expenseID FROM \(key.table) WHERE id = ?", .text(key.id)
    ) { $0.text(0) }
    let former = try connection.first(
      "SELECT expenseID FROM expenseAttached WHERE partID = ?", .text(key.id)
    ) { $0.text(0) }
    expenses.formUnion([owner, former].compactMap(\.self))
    guard owner != former else { return }
    guard let owner else {
      try connection.execute("DELETE FROM expenseAttached WHERE partID = ?", .text(key.id))
      return
    }
    try connection.execute(
      """
      INSERT INTO expenseAttached(partID, expenseID) VALUES (?, ?)
        ON CONFLICT (partID) DO UPDATE SET expenseID = excluded.expenseID
      """, .text(key.id), .text(owner))
  }

  private mutating func refresh(_ id: RecordID) throws {
    let (old, new) = (try stored(id), try current(id))
    if old?.entry == new { return }
    guard let old else {
      if let new { try insert(id, new) }
      return
    }
    let isSame = old.entry.text == new?.text
    if !isSame {
      hasRemoved = true
      try Self.index.remove(old.number, old.entry.text, connection)
    }
    guard let new else {
      try connection.execute("DELETE FROM expenseWords WHERE docID = ?", .integer(old.number))
      return
    }
    try connection.execute(
      """
      UPDATE expenseWords SET groupID = ?, day = ?, createdAt = ?, kind = ?, currency = ?,
        amount = ?, hasReceipt = ?, text = ? WHERE docID = ?
      """, new.values + [.integer(old.number)])
    if !isSame { try Self.index.add(old.number, new.text, connection) }
  }

  private func insert(_ id: RecordID, _ entry: Entry) throws {
    try connection.execute(
      """
      INSERT INTO expenseWords
        (expenseID, groupID, day, createdAt, kind, currency, amount, hasReceipt, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, [.text(id)] + entry.values)
    try Self.index.add(connection.lastInsertRowID, entry.text, connection)
  }

  private func stored(_ id: RecordID) throws -> (number: Int64, entry: Entry)? {
    try connection.first(
      """
      SELECT docID, groupID, day, createdAt, kind, currency, amount, hasReceipt, text
        FROM expenseWords WHERE expenseID = ?
      """, .text(id)
    ) { row in
      (
        row.integer(0),
        Entry(
          groupID: row.text(1), day: row.text(2), createdAt: row.integer(3), kind: row.text(4),
          currency: row.text(5), amount: row.integer(6), hasReceipt: row.bool(7),
          text: row.text(8))
      )
    }
  }

  private func current(_ id: RecordID) throws -> Entry? {
    guard let row = try Expense.Row.find(id, in: connection) else { return nil }
    let place: [Value] = [.text(row.groupID), .text(id)]
    var texts = [row.details.title, row.details.note, row.details.place]
    if row.mode == ExpenseMoney.Mode.itemised.rawValue {
      texts += try connection.query(
        """
        SELECT name FROM expenseParts WHERE groupID = ? AND expenseID = ? AND kind = 'line'
          ORDER BY position, id
        """, place
      ) { $0.text(0) }
    }
    texts += try connection.query(
      """
      SELECT text FROM expenseComments WHERE groupID = ? AND expenseID = ? ORDER BY createdAt, id
      """, place
    ) { $0.text(0) }
    let hasReceipt = try connection.first(
      "SELECT EXISTS (SELECT 1 FROM expenseReceipts WHERE groupID = ? AND expenseID = ?)", place
    ) { $0.bool(0) }
    let kind = ExpenseList.Filter.OwnTest.Kind(
      row.kind == ExpenseMoney.Kind.transfer.rawValue ? .transfer : .expense,
      amountMinor: row.amountMinor)
    return Entry(
      groupID: row.groupID, day: row.details.day ?? "", createdAt: row.createdAt,
      kind: kind.rawValue, currency: row.currency,
      amount: Int64(clamping: row.amountMinor.magnitude), hasReceipt: hasReceipt == true,
      text: " " + Self.word(of: row.groupID)
        + SearchText.index(texts.lazy.filter { !$0.isEmpty }.joined(separator: "\n")))
  }

  /// A word that stands for a group, so that the index answers for one group alone. Nobody types
  /// its first letter, which is of no alphabet.
  static func word(of group: ZoneID) -> String {
    "\u{E000}" + SearchText.words(group).joined()
  }

  /// The numbers of a group's expenses that have all words; `nil` if there are more than `limit`.
  static func numbers(
    of group: ZoneID, with terms: [String], limit: Int, _ connection: Connection
  ) throws -> [Int64]? {
    try index.numbers(
      matching: "\"\(word(of: group))\" AND \(SearchText.match(terms))", limit: limit, connection)
  }
}
