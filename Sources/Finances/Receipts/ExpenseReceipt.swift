import Household
import SQLite
import SyncProtocol

/// A photo or PDF of the bill of an expense.
///
/// Its bytes are in the blob store under `blobHash` and never change; another file is another row.
package struct ExpenseReceipt: Record, Identifiable {
  package let id: RecordID
  package let groupID: ZoneID
  package let expenseID: RecordID
  /// The name that people see, with its extension: `dinner.pdf`. One that came by sync and is of
  /// another kind, or hides characters, is read as `StoredPaper.Media.shown` makes it.
  package let name: String
  /// SHA-256 of the stored file, 64 lower-case hexadecimal digits.
  package let blobHash: String
  package let byteCount: Int64
  package let media: StoredPaper.Media
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The account that added it.
  package let createdBy: AccountID

  /// The kinds of file that a receipt may be.
  package static let medias: [StoredPaper.Media] = [.pdf, .jpeg, .png, .webp]
  /// The most receipts of one expense.
  package static let maxPerExpense = 50
  static let byteCounts: ClosedRange<Int64> = 1...(1 << 30)

  package static let sql = RecordSQL(
    "expenseReceipts",
    [
      "id", "groupID", "expenseID", "name", "blobHash", "byteCount", "media", "createdAt",
      "createdBy",
    ])

  package var values: [Value] {
    [
      .text(id), .text(groupID), .text(expenseID), .text(name), .text(blobHash),
      .integer(byteCount), .text(media.rawValue), .integer(createdAt), .text(createdBy),
    ]
  }

  package init(
    id: RecordID, groupID: ZoneID, expenseID: RecordID, name: String, file: StoredPaper,
    createdAt: Int64, createdBy: AccountID
  ) {
    self.id = id
    self.groupID = groupID
    self.expenseID = expenseID
    self.name = name
    (blobHash, byteCount, media) = (file.blobHash, file.byteCount, file.media)
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    expenseID = row.text()
    let stored = row.text()
    blobHash = row.text()
    byteCount = row.integer()
    // The column's CHECK admits nothing else.
    media = StoredPaper.Media(rawValue: row.text()) ?? .pdf
    name = media.shown(stored)
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// The receipts of an expense, oldest first; those of one upload by name.
  package static func of(
    _ expense: RecordID, in group: ZoneID, _ connection: Connection
  ) throws -> [ExpenseReceipt] {
    try all(
      where: "groupID = ? AND expenseID = ? ORDER BY createdAt, name, id",
      [.text(group), .text(expense)], in: connection)
  }
}

extension ExpenseReceipt {
  static let schema = TableSchema(
    "expenseReceipts", in: [.group], zoneColumn: "groupID",
    registers: [
      .text("expenseID", .id, rule: .appendOnly),
      .text("name", .name, rule: .appendOnly),
      .fileHash("blobHash"),
      .integer("byteCount", byteCounts, rule: .appendOnly),
      .text("media", .choice, choices: Set(medias.map(\.rawValue)), rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("expenseID", to: "expenses", .contained)],
    authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE expenseReceipts (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      expenseID TEXT NOT NULL,
      name TEXT NOT NULL,
      blobHash TEXT NOT NULL CHECK (length(blobHash) = 64 AND blobHash NOT GLOB '*[^0-9a-f]*'),
      byteCount INTEGER NOT NULL CHECK (byteCount > 0),
      media TEXT NOT NULL CHECK (media IN ('pdf', 'jpeg', 'png', 'webp')),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(GroupSQL.reference("expenseID", "expenses"))
    ) STRICT;
    -- The receipts of an expense.
    CREATE INDEX expenseReceiptsByExpense ON expenseReceipts(groupID, expenseID, createdAt);
    -- Whether a file is still in use.
    CREATE INDEX expenseReceiptsByBlob ON expenseReceipts(blobHash);
    """
}
