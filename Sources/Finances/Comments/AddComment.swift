import Household
import Replica
import SyncProtocol

/// Says something about an expense. Who may only look cannot: viewers write nothing to a group.
package struct AddComment: Sendable {
  package var groupID: ZoneID
  package var expenseID: RecordID
  package var text: String

  package init(groupID: ZoneID, expenseID: RecordID, text: String) {
    self.groupID = groupID
    self.expenseID = expenseID
    self.text = text
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseComment {
    let connection = transaction.connection
    try transaction.requireWritable(group: groupID, expense: expenseID)
    var check = InputCheck()
    let text = check.lines(text, .comment, ExpenseComment.limit)
    if text.isEmpty { check.fail(.comment, .missing) }
    let present = try ExpenseComment.of(expenseID, in: groupID, connection)
    if present.count >= ExpenseComment.maxPerExpense {
      check.fail(.comment, .tooMany(max: ExpenseComment.maxPerExpense))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let comment = ExpenseComment(
      id: transaction.newID(), groupID: groupID, expenseID: expenseID, text: text,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try comment.insert(in: connection)
    return comment
  }
}

/// Deletes a comment: by whoever wrote it, or by the group's owner. Returns what restores it.
package struct DeleteComment: Sendable {
  package var commentID: RecordID

  package init(commentID: RecordID) { self.commentID = commentID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseComment {
    guard let comment = try ExpenseComment.find(commentID, in: transaction.connection) else {
      throw FinanceFailure.commentNotFound
    }
    try transaction.requireWritable(group: comment.groupID)
    guard
      try comment.createdBy == transaction.accountID
        || transaction.role(in: comment.groupID) == .owner
    else { throw FinanceFailure.readOnlyGroup }
    try comment.delete(in: transaction.connection)
    return comment
  }
}

/// Restores a deleted comment under its id.
package struct RestoreComment: Sendable {
  package var comment: ExpenseComment

  package init(_ comment: ExpenseComment) { self.comment = comment }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ExpenseComment {
    try transaction.requireWritable(group: comment.groupID, expense: comment.expenseID)
    guard try ExpenseComment.find(comment.id, in: transaction.connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    try comment.insert(in: transaction.connection)
    return comment
  }
}

extension InputField {
  package static let comment = InputField("text")
}
