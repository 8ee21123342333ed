import Replica
import SQLite
import SyncProtocol
import Household

/// Deletes an expense or a payment with its receipts and comments, and returns what restores it.
package struct DeleteExpense: Sendable {
  package var expenseID: RecordID

  package init(expenseID: RecordID) { self.expenseID = expenseID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense {
    let expense = try Expense.writable(expenseID, transaction)
    try ExpenseExtras(of: expense, in: transaction.connection).delete(in: transaction.connection)
    try expense.deleteParts(in: transaction.connection)
    try expense.row.delete(in: transaction.connection)
    return expense
  }
}

/// What belongs to an expense besides its amounts, and goes and comes back with it.
package struct ExpenseExtras: Equatable, Sendable {
  package var receipts: [ExpenseReceipt] = []
  package var comments: [ExpenseComment] = []

  package init() {}

  package init(of expense: Expense, in connection: Connection) throws {
    try self.init(of: expense.id, in: expense.groupID, connection)
  }

  init(of expense: RecordID, in group: ZoneID, _ connection: Connection) throws {
    receipts = try ExpenseReceipt.of(expense, in: group, connection)
    comments = try ExpenseComment.of(expense, in: group, connection)
  }

  func insert(in connection: Connection) throws {
    for receipt in receipts { try receipt.insert(in: connection) }
    if isPlanted(.commentsForgotten) { return }
    for comment in comments { try comment.insert(in: connection) }
  }

  func delete(in connection: Connection) throws {
    for receipt in receipts { try receipt.delete(in: connection) }
    for comment in comments { try comment.delete(in: connection) }
  }
}

/// Restores a deleted expense under its id, with its amounts.
package struct RestoreExpense: Sendable {
  package var expense: Expense
  package var extras: ExpenseExtras

  package init(_ expense: Expense, with extras: ExpenseExtras = ExpenseExtras()) {
    self.expense = expense
    self.extras = extras
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense {
    let connection = transaction.connection
    try transaction.requireWritable(group: expense.groupID)
    guard try Expense.Row.find(expense.id, in: connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    var row = expense.row
    if let category = row.details.categoryID,
      try ExpenseCategory.find(category, in: connection) == nil
    {
      row.details.categoryID = nil
    }
    let members = try Set(GroupMember.of(row.groupID, in: connection).map(\.id))
    guard expense.money.shares.allSatisfy({ members.contains($0.memberID) }) else {
      throw FinanceFailure.memberNotFound
    }
    var money = expense.money
    if isPlanted(.restoreMixesParts) { money.shares = money.shares.reversed() }
    let restored = try Expense.insert(row, money, transaction)
    try extras.insert(in: connection)
    return restored
  }
}
