import Household
import Replica
import SyncProtocol

/// Adds a receipt whose file is already in the blob store to an expense.
///
/// A file that the expense already has is not added again, so a form that is sent twice adds one.
package struct AddReceipt: Sendable {
  package var groupID: ZoneID
  package var expenseID: RecordID
  /// The name that people see; the extension of its media is added if missing.
  package var name: String
  package var file: StoredPaper

  package init(groupID: ZoneID, expenseID: RecordID, name: String, file: StoredPaper) {
    self.groupID = groupID
    self.expenseID = expenseID
    self.name = name
    self.file = file
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseReceipt {
    let connection = transaction.connection
    try transaction.requireWritable(group: groupID, expense: expenseID)
    var check = InputCheck()
    check.paper(file)
    if !ExpenseReceipt.medias.contains(file.media) { check.fail(.kind, .missing) }
    let name = check.fileName(name, of: file.media)
    let present = try ExpenseReceipt.of(expenseID, in: groupID, connection)
    if let same = present.first(where: { $0.blobHash == file.blobHash }) { return same }
    if present.count >= ExpenseReceipt.maxPerExpense {
      check.fail(.attachments, .tooMany(max: ExpenseReceipt.maxPerExpense))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let receipt = ExpenseReceipt(
      id: transaction.newID(), groupID: groupID, expenseID: expenseID, name: name, file: file,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try receipt.insert(in: connection)
    return receipt
  }
}

/// Deletes a receipt, and returns its row, from which it can be restored.
package struct DeleteReceipt: Sendable {
  package var receiptID: RecordID

  package init(receiptID: RecordID) { self.receiptID = receiptID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseReceipt {
    guard let receipt = try ExpenseReceipt.find(receiptID, in: transaction.connection) else {
      throw FinanceFailure.receiptNotFound
    }
    try transaction.requireWritable(group: receipt.groupID)
    try receipt.delete(in: transaction.connection)
    return receipt
  }
}

/// Restores a deleted receipt under its id.
package struct RestoreReceipt: Sendable {
  package var receipt: ExpenseReceipt

  package init(_ receipt: ExpenseReceipt) { self.receipt = receipt }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseReceipt {
    try transaction.requireWritable(group: receipt.groupID, expense: receipt.expenseID)
    guard try ExpenseReceipt.find(receipt.id, in: transaction.connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    try receipt.insert(in: transaction.connection)
    return receipt
  }
}
