import Finances
import FoundationEssentials
import HTTPServer
import Household
import SyncProtocol
import Web

/// Comments on expenses: writing and deleting them.
extension WebApplication {
  func addComment(_ group: ZoneID, _ expense: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let typed = at.field("text")
      do {
        try await at.write { transaction in
          try transaction.requireExpense(expense, of: group)
          _ = try AddComment(groupID: group, expenseID: expense, text: typed)(transaction)
        }
        return at.member.goTo(
          .expenses(.expense(group: group, expense: expense)), fragment: "comments")
      } catch FinanceFailure.invalid(let problems) {
        return try await at.member.expensePage(
          expense, in: at.zone, status: .unprocessableContent
        ) { model in
          let problem = problems.first.map { FieldProblem($0, text: typed) }
          model.comments.typed = FieldValue(typed, problem: problem)
        }
      }
    }
  }

  func deleteComment(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .editing(.group(group)) { at in
      let comment = try await at.write { transaction in
        guard let found = try ExpenseComment.find(id, in: transaction.connection),
          found.groupID == group
        else { throw FinanceFailure.commentNotFound }
        return try DeleteComment(commentID: id)(transaction)
      }
      return at.member.goTo(
        .expenses(.expense(group: group, expense: comment.expenseID)),
        saying: .receipts(.commentDeleted), undo: .deleteComment(comment))
    }
  }
}

extension Comments {
  init(of expense: StoredExpense, by people: ExpensePeople, _ reader: PageReader) throws {
    let isOwner = reader.role(in: expense.groupID) == .owner
    let canWrite = reader.role(in: expense.groupID).map { $0 != .viewer } ?? false
    let stored = try ExpenseComment.of(expense.id, in: expense.groupID, reader.connection)
    rows = stored.map { comment in
      let isYou = comment.createdBy == reader.accountID
      return Row(
        id: comment.id,
        author: PersonBadge(id: comment.createdBy, name: people.name(of: comment.createdBy)),
        isYou: isYou, text: comment.text, at: Date(milliseconds: comment.createdAt),
        canDelete: canWrite && (isYou || isOwner))
    }
  }
}

extension Undo {
  static func deleteComment(_ comment: ExpenseComment) -> Undo {
    Undo { transaction in
      let restored = try RestoreComment(comment)(transaction)
      return .expenses(.expense(group: restored.groupID, expense: restored.expenseID))
    }
  }
}
