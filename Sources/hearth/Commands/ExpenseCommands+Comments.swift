import Finances
import Household
import SyncProtocol
import Values

/// The commands about what people say about an expense.
extension ExpenseCommands {
  static let comments = [commentList, commentAdd, commentRemove]

  private struct CommentRow: WrittenRow {
    let id: String
    let groupID: String
    let expenseID: String
    let text: String
    let createdAt: String
    /// The account that wrote it.
    let createdBy: String
    /// What others see of that account, or the member that it is; `null` if nobody knows any more.
    let author: OrNull<String>
    var isSent: Bool?

    init(_ comment: ExpenseComment, by names: [AccountID: String]) {
      (id, groupID, expenseID) = (comment.id, comment.groupID, comment.expenseID)
      (text, createdBy) = (comment.text, comment.createdBy)
      createdAt = TimeText.text(comment.createdAt)
      author = OrNull(names[comment.createdBy])
    }

    init(_ comment: ExpenseComment, _ reader: MoneyReader) throws {
      self.init(comment, by: try reader.authors(of: comment.groupID))
    }

    /// One line for each line of what was said, the first with who said it.
    var lines: [[String]] {
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
        $0 == 0 ? [createdAt, author.value ?? "somebody", String($1), id] : ["", "", String($1)]
      }
    }
  }

  private static let commentList = Command(
    path: ["expense", "comments"], summary: "List the comments on an expense",
    details: "The oldest first, with who wrote them.", operands: [expense],
    options: MoneyPlace.options,
    examples: [
      .init("hearth expense comments 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "what was said")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    let rows = try await invocation.read { reader in
      let expense = try reader.expense(id)
      let names = try reader.authors(of: expense.groupID)
      return try ExpenseComment.of(expense.id, in: expense.groupID, reader.connection)
        .map { CommentRow($0, by: names) }
    }
    return try invocation.report(RowList(items: rows)) {
      rows.isEmpty ? "It has no comments." : TextColumns(rows.flatMap(\.lines)).text
    }
  }

  private static let commentAdd = Command(
    path: ["expense", "comment"], summary: "Say something about an expense",
    details: """
      Everybody in the group reads it. At most \(ExpenseComment.limit.maxCharacters) characters; \
      whoever may only look at the group cannot comment.
      """,
    operands: [expense, .init(name: "TEXT", help: "what is said")], options: MoneyPlace.options,
    examples: [
      .init(
        "hearth expense comment 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 'Was this for two?'",
        "as the only account")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    let text = try invocation.requiredOperand(1)
    return try await invocation.write(
      CommentRow.init, saying: { "Said. To take it back: its id is \($0.id)" }
    ) { reader in
      let expense = try reader.expense(id)
      let add = AddComment(groupID: expense.groupID, expenseID: expense.id, text: text)
      return MoneyChange { try add($0) }
    }
  }

  private static let commentRemove = Command(
    path: ["expense", "remove-comment"], summary: "Delete a comment on an expense",
    details: "Only whoever wrote it and the group's owner may.",
    operands: [
      expense, .init(name: "COMMENT", help: "its id, as hearth expense comments shows it"),
    ],
    options: MoneyPlace.options,
    examples: [
      .init(
        "hearth expense remove-comment 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 0198c0de…",
        "written by mistake")
    ]
  ) { invocation in
    let (id, wanted) = (try invocation.requiredOperand(0), try invocation.requiredOperand(1))
    return try await invocation.write(CommentRow.init, saying: { _ in "Deleted." }) { reader in
      let expense = try reader.expense(id)
      guard let comment = try ExpenseComment.find(wanted, in: reader.connection),
        comment.expenseID == expense.id
      else {
        throw CommandFailure.refused(
          "the expense has no comment '\(wanted)'; hearth expense comments EXPENSE shows their ids")
      }
      let role = try reader.group(expense.groupID).role
      guard !role.canWrite || role == .owner || comment.createdBy == reader.accountID else {
        throw CommandFailure.refused(
          """
          only whoever wrote a comment and the group's owner delete it; ask them. Nothing was \
          changed
          """)
      }
      return MoneyChange { try DeleteComment(commentID: comment.id)($0) }
    }
  }
}

extension MoneyReader {
  /// The names of the accounts that write in a group: what others see of them, and of who has left
  /// it the member that they are.
  fileprivate func authors(of group: ZoneID) throws -> [AccountID: String] {
    let people = try AccountParticipant.all(home: group, in: connection)
    let members = try GroupMember.of(group, in: connection)
    return Dictionary(
      people.map { ($0.accountID, $0.name) }
        + members.compactMap { member in member.accountID.map { ($0, member.details.name) } },
      uniquingKeysWith: { first, _ in first })
  }
}
