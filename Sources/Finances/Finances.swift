import Household
import Replica
import SQLite
import Splitting
import SyncProtocol

/// The domain of money: groups who share expenses, what their members owe each other, and what a
/// person spends.
package enum Finances {}

extension Finances: DomainArea {
  package static let tables: [TableSchema] = [
    Group.schema, GroupMember.schema, ExpenseCategory.schema, Expense.schema,
    RepeatingExpense.schema, ManualRate.schema,
    LedgerCategory.schema, LedgerEntry.schema, LedgerBudget.schema, LedgerNote.schema,
    ExpenseReceipt.schema, ExpenseComment.schema, GroupPicture.schema,
  ]

  /// The tables by themselves, for what reads and writes records of groups alone.
  static let schema = SyncSchema(version: 2, tables: tables, zoneKinds: zoneKinds)

  package static let zoneKinds: [ZoneKind: ZoneKindSchema] = [
    .group: ZoneKindSchema(rootTable: "groups", titleRegister: "name")
  ]

  package static let migrations: [String] = [
    [
      Group.tableSQL, GroupMember.tableSQL, ExpenseCategory.tableSQL, Expense.tableSQL,
      ExpensePart.tableSQL(below: .expense), RepeatingExpense.tableSQL, ManualRate.tableSQL,
      BalanceIndex.tablesSQL, ExpenseReceipt.tableSQL, ExpenseComment.tableSQL,
      GroupPicture.tableSQL,
      LedgerCategory.tableSQL, LedgerEntry.tableSQL, LedgerBudget.tableSQL, LedgerNote.tableSQL,
      LedgerIndex.tablesSQL, ExpenseWords.tablesSQL,
    ].joined(separator: "\n"),
    [LedgerNote.conversionSQL, LedgerIndex.originSQL].joined(separator: "\n"),
  ]

  package static let fieldNames: [String: [String]] = [
    "groups": GroupDetails.fields.columns(), "groupMembers": MemberDetails.fields.columns(),
    "expenseCategories": CategoryDetails.fields.columns(),
    "expenses": ExpenseDetails.fields.columns(),
    "repeatingExpenses": RepeatingDetails.fields.columns(),
    "ledgerCategories": CategoryDetails.fields.columns(),
    "ledgerEntries": LedgerEntryDetails.fields.columns(),
    "ledgerNotes": LedgerNoteDetails.fields.columns(),
    "manualRates": ManualRateDetails.fields.columns(),
  ]

  // A note of a share names its group.
  package static let naming = ["ledgerNotes": ["groupID"]]

  package static let localTables: [Hiding.Table] =
    BalanceIndex.localTables + LedgerIndex.localTables + ExpenseWords.localTables

  package static func settle(_ connection: Connection, _ sources: DomainSources) throws {
    try BalanceIndex.settle(connection)
    try LedgerIndex.settle(connection, sources)
    try ExpenseWords.settle(connection)
  }

  /// Derives the local tables anew, in the open transaction.
  package static func rebuild(
    _ connection: Connection, _ sources: DomainSources = .builtIn
  ) throws {
    try BalanceIndex.rebuild(connection)
    try LedgerIndex.rebuild(connection, sources)
    try ExpenseWords.rebuild(connection)
  }

  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try GroupDocument.archived(in: connection) + LedgerDocument.archived(in: connection)
  }

  package static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources
  ) throws {
    // A part of an import, such as a thousand expenses.
    if changed.count >= manyRecords { try connection.makeRoom() }
    try BalanceIndex.refresh(connection, changed: changed)
    try LedgerIndex.refresh(connection, changed: changed, sources)
    try ExpenseWords.refresh(connection, changed: changed)
  }

  private static let manyRecords = 1000

  package static func eraseRemoved(
    _ connection: Connection, now: Int64, _ sources: DomainSources
  ) throws -> Bool {
    if try ExpenseWords.index.eraseRemoved(connection, now: now) { return true }
    return try LedgerIndex.convertSome(connection, sources)
  }
}

/// The reasons for which use cases of money refuse.
package enum FinanceFailure: Error, Equatable {
  /// The group does not exist, or the person has no access.
  case groupNotFound
  case memberNotFound, expenseNotFound, categoryNotFound, repeatingNotFound, entryNotFound
  case receiptNotFound, commentNotFound, rateNotFound, pictureNotFound
  case readOnlyGroup
  case invalid([InputProblem])
  /// What payers gave, or what people owe, does not fit the amount.
  case unbalanced(ExpenseMoney.Problem)
  /// The amount cannot be split as was entered.
  case unsplit(SplitProblem)
  /// The payment that was proposed is not owed any more: somebody has paid meanwhile.
  case notOwed
  /// Another record has this name; carries that record's id.
  case nameTaken(RecordID)
  /// The record to be restored exists: somebody has restored it already.
  case alreadyThere
  /// Since the form was opened somebody else has changed the same, to something else; carries the
  /// fields, of which the amounts are one.
  case changedMeanwhile([InputField])
  /// The member is somebody else's already, or the person is another member of the group.
  case alreadyClaimed(RecordID)
  /// How a member is paid who is an account, only that account says.
  case othersPayment
  /// A member whom expenses name cannot be removed, only archived.
  case stillNamed
}

/// Parts of the SQL that the tables of a group share.
enum GroupSQL {
  /// The zone column.
  static let group =
    "groupID TEXT NOT NULL REFERENCES groups(id) DEFERRABLE INITIALLY DEFERRED"

  /// A reference that cannot leave the group.
  static func reference(_ column: String, _ table: String) -> String {
    "FOREIGN KEY (groupID, \(column)) REFERENCES \(table)(groupID, id) DEFERRABLE INITIALLY DEFERRED"
  }
}

extension WriteTransaction {
  /// Throws `groupNotFound` if the group does not exist here, and `readOnlyGroup` if the account
  /// may not write to it.
  ///
  /// The hub checks this again; checking here as well tells the person at once.
  func requireWritable(group: ZoneID) throws {
    let isThere = try connection.first("SELECT 1 FROM groups WHERE id = ?", .text(group)) { _ in
      true
    }
    guard isThere == true, let role = try role(in: group) else {
      throw FinanceFailure.groupNotFound
    }
    guard role.canWrite else { throw FinanceFailure.readOnlyGroup }
  }

  /// Throws unless the group can be written to and the expense is one of it.
  func requireWritable(group: ZoneID, expense: RecordID) throws {
    try requireWritable(group: group)
    guard try Expense.Row.find(expense, in: connection)?.groupID == group else {
      throw FinanceFailure.expenseNotFound
    }
  }
}
