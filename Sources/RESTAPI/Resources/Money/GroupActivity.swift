import Backends
import Finances
import Household
import Replica
import SyncProtocol
import Values

/// The history of a group or an expense, from the hub; taking changes back, and restoring what was
/// deleted.
enum GroupActivityResource: Resource {
  static let tag = "Group activity"
  static let schemas: [JSON.Member] = [
    .init("DeletedExpense", .record(deletedMembers)), Page.schema(of: "DeletedExpense"),
  ]

  private static let path = "\(GroupsResource.path)/{groupID}/activity"
  private static let deletedPath = "\(GroupsResource.path)/{groupID}/deleted-expenses"
  private static let changeID = Parameter(
    "groupChangeID", .id, example: "41", "The number of the change.")
  private static let change = [GroupsResource.groupID, changeID]
  private static let restoring = [
    "`nothing_left`: it is there again.", "`too_large`: too much was changed at once.",
    "`spans_groups`: other groups were changed, too.",
    "`member_gone`: nobody knows any more who took part.",
    "`does_not_add_up`: the former amounts do not fit each other.",
  ]

  static let operations = [
    Operation(
      method: .get, path: path, id: "listGroupActivity",
      summary: "What happened in a group", details: ActivityResource.reach, scope: .read,
      pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("ActivityPage", example: ActivityResource.examplePage),
      handler: { call in
        try await ActivityResource.page(
          call, home: call.groupID, record: nil, shown: try await shown(call))
      }),
    Operation(
      method: .get, path: "\(ExpensesResource.path)/{expenseID}/activity",
      id: "listExpenseActivity", summary: "What happened to an expense or a payment",
      details: ActivityResource.reach, scope: .read,
      pathParameters: [GroupsResource.groupID, ExpensesResource.expenseID],
      query: Parameter.paging,
      outcome: .json("ActivityPage", example: ActivityResource.examplePage),
      handler: { call in
        let id = try await call.read { try ExpensesResource.find(call, in: $0).id }
        return try await ActivityResource.page(call, home: call.groupID, record: id)
      }),
    Operation(
      method: .get, path: "\(path)/{groupChangeID}", id: "getGroupActivity",
      summary: "One change of a group in full", scope: .read, pathParameters: change,
      outcome: .json("Activity", example: ActivityShape.example),
      handler: { call in
        let shown = try await shown(call)
        return .json(
          ActivityShape.json(
            shown(try await ActivityResource.entry(call, "groupChangeID", in: call.groupID))))
      }),
    Operation(
      method: .post, path: "\(path)/{groupChangeID}/undo", id: "undoGroupActivity",
      summary: "Take one change of a group back",
      details: """
        What was changed is as it was before, what was deleted is there again, and what was added \
        is gone, as far as nobody has changed it since: that is `left`. The amounts of an expense \
        come back as a whole, or not at all. It is a change itself.
        """,
      scope: .write, pathParameters: change,
      outcome: .json("ActivityUndo", example: ActivityShape.undoExample),
      conflicts: restoring.map {
        $0.replacing("it is there again", with: "all of it has changed again")
      } + ["`not_undoable`: what it did is not known any more, or is not to be taken back."],
      handler: undo),
    Operation(
      method: .get, path: deletedPath, id: "listDeletedExpenses",
      summary: "Expenses and payments of a group that were deleted, the latest first",
      details: """
        Those that are not there again, as far back as the hub's log goes. A page goes through a \
        part of the log: it can be empty and have a `next`.
        """,
      scope: .read, pathParameters: [GroupsResource.groupID],
      query: Parameter.paging.filter { $0.name == "cursor" },
      outcome: .json("DeletedExpensePage", example: Page.json([deletedExample], next: nil)),
      handler: deleted),
    Operation(
      method: .post, path: "\(ExpensesResource.path)/{expenseID}/restore", id: "restoreExpense",
      summary: "Restore a deleted expense or payment",
      details: "With its amounts, receipts and comments, under its id.", scope: .write,
      pathParameters: [GroupsResource.groupID, ExpensesResource.expenseID],
      outcome: .json("Expense", example: ExpensesResource.example), isVersioned: true,
      conflicts: restoring, handler: restore),
  ]

  /// A change of the group as the account is shown it: without payment details of others, which are
  /// null.
  private static func shown(
    _ call: Call
  ) async throws -> @Sendable (HistoryEntry) -> HistoryEntry {
    try await call.read { connection in
      try call.requireGroup(in: connection)
      let payments = try PaymentDetails(in: call.groupID, connection)
      let members = try GroupMember.of(call.groupID, in: connection)
      return { payments.shown($0, members) }
    }
  }

  // MARK: Taking back

  private static let undo: Operation.Handler = { call in
    try await call.read { _ = try call.requireWritableGroup(in: $0) }
    let entry = try await ActivityResource.entry(call, "groupChangeID", in: call.groupID)
    guard entry.canTakeBackInGroup || entry.isSpanning || !entry.isComplete else {
      throw ActivityResource.notUndoable
    }
    let gone = try await goneMembers(of: entry.changes, call)
    let outcome = try await call.decide {
      try TakeBackGroupChange(groupID: call.groupID, entry: entry, goneMembers: gone)($0)
    }
    return .json(ActivityShape.json(outcome))
  }

  private static func past(_ call: Call) -> GroupHistory {
    GroupHistory(of: call.groupID) { try await call.hub.history($0) }
  }

  private static func goneMembers(
    of changes: [RecordChange], _ call: Call
  ) async throws -> [RecordID: RecordChange] {
    let present = try await call.read { connection in
      try Set(GroupMember.of(call.groupID, in: connection).map(\.id))
    }
    return try await past(call).goneMembers(of: changes, present)
  }

  private static let restore: Operation.Handler = { call in
    let id = call.path("expenseID")
    let isThere = try await call.read { connection in
      try call.requireWritableGroup(in: connection)
      return try Expense.find(id, in: connection)?.groupID == call.groupID
    }
    if isThere { throw Problem.nothingLeftToUndo }
    guard let deletion = try await past(call).deletion(of: id) else { throw Problem.notFound }
    let entry = try await ActivityResource.entry(call, deletion.sequence, in: call.groupID)
    // Of a change that is too large the hub lists a part alone.
    guard entry.changes.contains(where: { $0.kind == .drop && $0.id == id }) else {
      throw Problem.tooLargeToUndo
    }
    let gone = try await goneMembers(of: entry.changes.filter { $0.id == id }, call)
    let json = try await call.decide { transaction in
      try TakeBackGroupChange(
        groupID: call.groupID, entry: entry, expenseID: id, goneMembers: gone)(transaction)
      return try ExpensesResource.find(call, in: transaction.connection).json
    }
    return .record(json)
  }

  // MARK: What was deleted

  private static let deletedMembers: [JSON.Member] = [
    .init("expenseID", ["type": "string", "description": "The id under which it comes back."]),
    .init("changeID", ["type": "string", "description": "The change that deleted it."]),
    .init("at", ["type": "string", "format": "date-time"]),
    .init("by", ["type": "string", "description": "The account that deleted it."]),
    .init("title", ["type": ["string", "null"]]),
    .init("day", ["type": ["string", "null"], "description": "`YYYY-MM-DD`."]),
    .init(
      "canRestore",
      ["type": "boolean", "description": "Whether the hub still knows what it was."]),
  ]

  private static let deletedExample: JSON = [
    "expenseID": .string(Examples.expense), "changeID": "41", "at": .string(Examples.instant),
    "by": .string(Examples.account), "title": "Groceries", "day": "2026-06-14",
    "canRestore": true,
  ]

  private static let deleted: Operation.Handler = { call in
    let before = try ActivityResource.before(call)
    try await call.read { _ = try call.requireGroup(in: $0) }
    let deletions = try await past(call).deletions(before: before)
    let rows = try await call.read { connection in
      try deletions.gone(in: connection).map { entry, change -> JSON in
        [
          "expenseID": .string(change.id), "changeID": .string(String(entry.sequence)),
          "at": .string(TimeText.text(entry.at)), "by": .string(entry.author),
          "title": JSON(change.before["title"]?.text), "day": JSON(change.before["day"]?.text),
          "canRestore": .bool(!change.before.isEmpty),
        ]
      }
    }
    return .json(Page.json(rows, next: deletions.next.map { String($0) }))
  }
}

extension TakeBackGroupChange.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .tooLarge: .tooLargeToUndo
    case .spansZones:
      Problem(.conflict, "spans_groups", "other groups or homes were changed, too")
    case .nothingLeft: .nothingLeftToUndo
    case .memberGone:
      Problem(.conflict, "member_gone", "nobody knows any more who took part")
    case .doesNotAddUp:
      Problem(.conflict, "does_not_add_up", "the former amounts do not fit each other")
    }
  }
}
