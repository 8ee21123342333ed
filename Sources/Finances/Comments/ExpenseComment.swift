import Household
import SQLite
import SyncProtocol

/// What somebody has said about an expense.
package struct ExpenseComment: Record, Identifiable {
  package let id: RecordID
  package let groupID: ZoneID
  package let expenseID: RecordID
  package let text: String
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The account that wrote it.
  package let createdBy: AccountID

  /// The most comments of one expense.
  package static let maxPerExpense = 500
  package static let limit = TextLimit(2000)

  package static let sql = RecordSQL(
    "expenseComments", ["id", "groupID", "expenseID", "text", "createdAt", "createdBy"])

  package var values: [Value] {
    [
      .text(id), .text(groupID), .text(expenseID), .text(text), .integer(createdAt),
      .text(createdBy),
    ]
  }

  package init(
    id: RecordID, groupID: ZoneID, expenseID: RecordID, text: String, createdAt: Int64,
    createdBy: AccountID
  ) {
    self.id = id
    self.groupID = groupID
    self.expenseID = expenseID
    self.text = text
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    expenseID = row.text()
    text = row.text()
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// The comments on an expense, oldest first.
  package static func of(
    _ expense: RecordID, in group: ZoneID, _ connection: Connection
  ) throws -> [ExpenseComment] {
    try all(
      where: "groupID = ? AND expenseID = ? ORDER BY createdAt, id",
      [.text(group), .text(expense)], in: connection)
  }
}

extension ExpenseComment {
  static let schema = TableSchema(
    "expenseComments", in: [.group], zoneColumn: "groupID",
    registers: [
      .text("expenseID", .id, rule: .appendOnly),
      .text("text", limit, rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("expenseID", to: "expenses", .contained)],
    authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE expenseComments (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      expenseID TEXT NOT NULL,
      text TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(GroupSQL.reference("expenseID", "expenses"))
    ) STRICT;
    -- The comments on an expense.
    CREATE INDEX expenseCommentsByExpense ON expenseComments(groupID, expenseID, createdAt);
    """
}
