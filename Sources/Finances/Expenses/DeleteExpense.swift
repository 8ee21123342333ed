import Household
import Replica
import SQLite
import SyncProtocol

/// Deletes an expense or a payment, and returns what restores it.
package struct DeleteExpense: Sendable {
  package var expenseID: RecordID

  package init(expenseID: RecordID) { self.expenseID = expenseID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense {
    let expense = try Expense.writable(expenseID, transaction)
    try expense.deleteParts(in: transaction.connection)
    try expense.row.delete(in: transaction.connection)
    return expense
  }
}

/// Restores a deleted expense under its id, with its amounts.
package struct RestoreExpense: Sendable {
  package var expense: Expense

  package init(_ expense: Expense) { self.expense = expense }

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
    return try Expense.insert(row, expense.money, transaction)
  }
}
