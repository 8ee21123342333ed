import Finances
import Household
import SQLite
import SyncProtocol
import Values

/// The fields of a comment that a request can send.
struct CommentDraft: Sendable { var text = "" }

extension Shape<CommentDraft> {
  static let comment = Shape(
    name: "Comment",
    fields: [
      .text(
        "text", \.text, ExpenseComment.limit, isRequired: true, "What is said.",
        example: "Was this for two?")
    ],
    readOnly: [
      .init("id", ["type": "string"]), .init("groupID", ["type": "string"]),
      .init("expenseID", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
      .init("createdBy", ["type": "string", "description": "The account that wrote it."]),
    ])
}

/// What people say about an expense.
enum ExpenseCommentsResource: Resource {
  static let tag = "Comments"

  static let schemas: [JSON.Member] = [
    .init("Comment", Shape.comment.schema), .init("NewComment", Shape.comment.newSchema),
    Page.schema(of: "Comment"),
  ]

  private static let path = "\(ExpensesResource.path)/{expenseID}/comments"
  private static let parameters = [GroupsResource.groupID, ExpensesResource.expenseID]
  private static let commentID = Parameter(
    "commentID", .id, example: .string(Examples.comment), "The comment.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listComments", summary: "The comments on an expense",
      details: "The oldest first.", scope: .read, pathParameters: parameters,
      query: Parameter.paging,
      outcome: .json("CommentPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addComment", summary: "Say something about an expense",
      scope: .write, pathParameters: parameters,
      body: .json("NewComment", example: ["text": "Was this for two?"]), status: .created,
      outcome: .json("Comment", example: example), handler: add),
    Operation(
      method: .delete, path: "\(path)/{commentID}", id: "deleteComment",
      summary: "Delete a comment", details: "Only who wrote it and the group's owner may.",
      scope: .write, pathParameters: parameters + [commentID], status: .noContent,
      outcome: .nothing, handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let expense = try ExpensesResource.find(call, in: connection)
        let comments = try ExpenseComment.of(expense.id, in: expense.groupID, connection)
        return try Page.json(
          comments, of: call, rank: { [Rank.word($0.createdAt), $0.id] }, show: json)
      })
  }

  private static let add: Operation.Handler = { call in
    var draft = CommentDraft()
    try Shape.comment.take(call.body, into: &draft, isNew: true)
    let shown = try await call.write { [draft] transaction in
      try call.requireWritableGroup(in: transaction.connection)
      let expense = try ExpensesResource.find(call, in: transaction.connection)
      return json(
        try AddComment(groupID: expense.groupID, expenseID: expense.id, text: draft.text)(
          transaction))
    }
    let base = "\(GroupsResource.path)/\(call.groupID)/expenses/\(call.path("expenseID"))"
    return .added(shown, to: "\(base)/comments")
  }

  private static let delete: Operation.Handler = { call in
    try await call.write { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      let expense = try ExpensesResource.find(call, in: transaction.connection)
      guard
        let comment = try ExpenseComment.find(call.path("commentID"), in: transaction.connection),
        comment.expenseID == expense.id
      else { throw Problem.notFound }
      do {
        _ = try DeleteComment(commentID: comment.id)(transaction)
      } catch FinanceFailure.readOnlyGroup {
        throw Problem(
          .forbidden, "not_author", "only who wrote a comment and the group's owner may delete it")
      }
    }
    return .done
  }

  private static func json(_ comment: ExpenseComment) -> JSON {
    .object(
      [
        .init("id", .string(comment.id)), .init("groupID", .string(comment.groupID)),
        .init("expenseID", .string(comment.expenseID)),
        .init("createdAt", .string(TimeText.text(comment.createdAt))),
        .init("createdBy", .string(comment.createdBy)),
      ] + Shape.comment.shown(CommentDraft(text: comment.text)))
  }

  private static let example = json(
    ExpenseComment(
      id: Examples.comment, groupID: Examples.group, expenseID: Examples.expense,
      text: "Was this for two?", createdAt: Examples.milliseconds, createdBy: Examples.member))
}

extension Examples {
  static let comment = "0198c0de-0000-7000-8000-000000000010"
  static let receipt = "0198c0de-0000-7000-8000-000000000011"
  static let repeating = "0198c0de-0000-7000-8000-000000000012"
}
