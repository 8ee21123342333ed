import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The expenses of a group, and the payments between its members.
enum ExpensesResource: Resource {
  static let tag = "Expenses"

  static let schemas: [JSON.Member] = [
    .init("Expense", Shape.expense.schema), .init("NewExpense", Shape.expense.newSchema),
    .init("ExpenseChange", Shape.expense.changeSchema), Page.schema(of: "Expense"),
    .init("ExpenseTotals", .record(ExpenseTotals.members)),
    .init("Split", Shape.split.newSchema),
    .init(
      "SplitPreview",
      .record([
        .init("currency", MoneySchema.currency), .init("amountMinor", ["type": "integer"]),
        .init(
          "shares",
          MoneySchema.list(
            .record([
              .init("memberID", MoneySchema.memberID), .init("owedMinor", ["type": "integer"]),
            ]), "What of it is whose; together the amount.")),
      ])),
  ]

  static let path = "\(GroupsResource.path)/{groupID}/expenses"
  static let expenseID = Parameter(
    "expenseID", .id, example: .string(Examples.expense), "The expense or payment.")
  private static let parameters = [GroupsResource.groupID, expenseID]

  private static let filters = [
    Parameter(
      "memberID", .id, example: .string(Examples.member),
      "Only what this member has paid or shares."),
    Parameter(
      "categoryID", .id, example: .string(Examples.category), "Only those of this category."),
    Parameter(
      "currency", .text(maxLength: 3), example: "EUR", "Only those in this currency."),
    Parameter(
      "q", .text(maxLength: ExpenseSearchQuery.maxBytes), example: "payer:me date:2026-06",
      "Words and conditions as in the search box of a group."),
  ]

  private static let language = """
    `q` takes words, each as the beginning of a word, and `payer:`, `for:`, `member:` (with a name \
    or `me`), `category:`, `currency:`, `amount:`, `date:`, `kind:`, `has:`, `no:`, `is:`, \
    `title:`, `note:` and `place:`; `-` before one leaves out what it finds. What is not \
    understood, or names nobody of the group, is refused.
    """

  static let operations = [
    Operation(
      method: .get, path: path, id: "listExpenses",
      summary: "Expenses and payments of a group, the latest day first",
      details: """
        A page costs what it shows, however many there are. \(language) Where nearly nothing is \
        found, a page ends early: it can be empty and have a `next`.
        """,
      scope: .read, pathParameters: [GroupsResource.groupID], query: filters + Parameter.paging,
      outcome: .json("ExpensePage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .get, path: "\(path)/totals", id: "getExpenseTotals",
      summary: "What expenses and payments of a group come to, by currency",
      details: """
        Of all that the same query would list. \(language) At most \(ExpenseTotals.maxCount) are \
        added up, the latest, and `isWhole` is false then.
        """,
      scope: .read, pathParameters: [GroupsResource.groupID], query: filters,
      outcome: .json("ExpenseTotals", example: ExpenseTotals.example), handler: totals),
    Operation(
      method: .post, path: path, id: "addExpense", summary: "Add an expense",
      details: """
        The parts are made by one rule: they come to the amount, and what is left of a division \
        goes to the last of `sharers`. Payments are added with `addPayment`.
        """,
      scope: .write, pathParameters: [GroupsResource.groupID],
      body: .json("NewExpense", example: newExample), status: .created,
      outcome: .json("Expense", example: example), isVersioned: true, handler: add),
    Operation(
      method: .get, path: "\(path)/{expenseID}", id: "getExpense",
      summary: "One expense or payment", scope: .read, pathParameters: parameters,
      outcome: .json("Expense", example: example), isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{expenseID}", id: "changeExpense",
      summary: "Change an expense or a payment",
      details: """
        Only what is sent is changed. Amounts that are not sent stay to the cent; another \
        `amountMinor` is split as before, and one payer alone pays it. Another `currency` wants all \
        amounts said anew, another `split` its `sharers`. A payment stays one.
        """,
      scope: .write, pathParameters: parameters,
      body: .change("ExpenseChange", example: ["amountMinor": 4300]),
      outcome: .json("Expense", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{expenseID}", id: "deleteExpense",
      summary: "Delete an expense or a payment", scope: .write, pathParameters: parameters,
      status: .noContent, outcome: .nothing, isVersioned: true, handler: delete),
    Operation(
      method: .post, path: "\(GroupsResource.path)/{groupID}/split", id: "previewSplit",
      summary: "What everybody's part would be", details: "Nothing is saved.", scope: .read,
      pathParameters: [GroupsResource.groupID],
      body: .json("Split", example: ["amountMinor": 4250, "split": "equal"]),
      outcome: .json("SplitPreview", example: previewExample), handler: preview),
  ]

  // MARK: Reading

  private static let list: Operation.Handler = { call in
    let cursor = try call.expenseCursor()
    let limit = call.limit
    return .json(
      try await call.read { connection in
        let page = try ExpenseList.page(
          of: call.groupID, filter(call, in: connection), after: cursor, limit: limit,
          in: connection)
        return Page.json(page.rows.map(\.json), next: page.next?.rank)
      })
  }

  private static let totals: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let filter = try filter(call, in: connection)
        let own = try GroupMember.of(call.account.id, in: call.groupID, connection)?.id
        let totals = try ExpenseTotals(
          of: .matching(filter), in: call.groupID, own: own, connection)
        return totals.json(isMember: own != nil)
      })
  }

  /// What of a group's expenses the call asks for.
  private static func filter(
    _ call: Call, in connection: Connection
  ) throws -> ExpenseList.Filter {
    let group = try call.requireGroup(in: connection)
    var filter = ExpenseList.Filter(
      memberID: call.query("memberID"), categoryID: call.query("categoryID"),
      currency: try call.currency())
    if let text = call.query("q") {
      try filter.add(
        text, in: group, by: call.account.id, today: call.today(in: connection),
        call.words(in: connection).timeZone, connection)
    }
    return filter
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try find(call, in: $0).json })
  }

  /// The expense that the call names.
  static func find(_ call: Call, in connection: Connection) throws -> Expense {
    try call.requireGroup(in: connection)
    guard let expense = try Expense.find(call.path("expenseID"), in: connection),
      expense.groupID == call.groupID
    else { throw Problem.notFound }
    return expense
  }

  private static let preview: Operation.Handler = { call in
    var draft = AmountsDraft()
    try Shape.split.take(call.body, into: &draft, isNew: true)
    return .json(
      try await call.read { [draft] connection in
        let group = try call.requireGroup(in: connection)
        let members = try GroupMember.of(group.id, in: connection)
        var whole = draft
        // Who has paid does not matter for the parts.
        if whole.payers.isEmpty, let first = members.first {
          whole.payers = [AmountsDraft.Payer(memberID: first.id)]
        }
        let money = try whole.money(in: group, members: members)
        let sharers = Set(
          (draft.sharers ?? []).map(\.memberID) + money.takingPart.map(\.memberID))
        return previewJSON(
          money.currency, money.amountMinor,
          money.shares.filter { sharers.contains($0.memberID) }.map {
            ($0.memberID, $0.owedMinor)
          })
      })
  }

  private static func previewJSON(
    _ currency: String, _ minor: Int64, _ shares: [(RecordID, Int64)]
  ) -> JSON {
    [
      "currency": .string(currency), "amountMinor": .integer(minor),
      "shares": .array(
        shares.map { ["memberID": .string($0), "owedMinor": .integer($1)] }),
    ]
  }

  // MARK: Writing

  private static let add: Operation.Handler = { call in
    var draft = SentExpense()
    try Shape.expense.take(call.body, into: &draft, isNew: true)
    let json = try await call.write { [draft] transaction in
      let group = try call.requireWritableGroup(in: transaction.connection)
      let members = try GroupMember.of(group.id, in: transaction.connection)
      return try call.checked(draft.details, in: transaction.connection) {
        try AddExpense(
          groupID: group.id, draft.details, draft.amounts.money(in: group, members: members))(
            transaction)
      }.json
    }
    call.count(.expenseSaved(group: call.groupID, isNew: true))
    return call.made(json)
  }

  private static let change: Operation.Handler = { call in
    let (json, isPayment) = try await call.write(in: call.groupID) { transaction in
      let connection = transaction.connection
      let expense = try find(call, in: connection)
      try call.checkVersion(expense.json)
      let group = try call.requireWritableGroup(in: connection)
      let old = SentExpense(expense)
      var draft = old
      let sent = try Shape.expense.take(call.body, into: &draft, isNew: false)
      let (details, amounts) = (draft.details, draft.amounts)
      let changed = try call.checked(details, in: connection) {
        try EditExpense(
          expenseID: expense.id, details: details,
          money: amounts.changed(
            from: old.amounts, sent, expense.money, in: group,
            members: GroupMember.of(group.id, in: connection)),
          base: (expense.details, expense.money))(transaction)
      }
      return (changed.json, changed.money.kind == .transfer)
    }
    call.count(
      isPayment
        ? .paymentRecorded(group: call.groupID, isNew: false)
        : .expenseSaved(group: call.groupID, isNew: false))
    return .record(json)
  }

  private static let delete: Operation.Handler = { call in
    try await call.write(in: call.groupID) { transaction in
      let expense = try find(call, in: transaction.connection)
      try call.checkVersion(expense.json)
      try DeleteExpense(expenseID: expense.id)(transaction)
    }
    return .done
  }

  // MARK: Examples

  private static let newExample: JSON = [
    "title": "Groceries", "day": "2026-06-14", "amountMinor": 4250, "currency": "EUR",
    "payers": [["memberID": .string(Examples.member)]],
  ]

  static let example: JSON = {
    let money = ExpenseMoney(
      currency: "EUR", amountMinor: 4250, mode: .equal,
      shares: [
        ExpenseMoney.Share(Examples.member, paidMinor: 4250, owedMinor: 2125),
        ExpenseMoney.Share(Examples.otherMember, owedMinor: 2125),
      ])
    return Expense.json(
      Expense.Heading(
        id: Examples.expense, groupID: Examples.group, createdAt: Examples.milliseconds,
        createdBy: Examples.account), ExpenseDetails(title: "Groceries", day: "2026-06-14"), money)
  }()

  private static let previewExample = previewJSON(
    "EUR", 4250, [(Examples.member, 2125), (Examples.otherMember, 2125)])
}

extension Call {
  /// The position after which a list of expenses continues; `nil` for the first page.
  func expenseCursor() throws(Problem) -> ExpenseList.Cursor? {
    guard let text = query("cursor") else { return nil }
    guard let cursor = ExpenseList.Cursor(rank: text) else { throw Page.badCursor }
    return cursor
  }

  /// The currency that the query names; `nil` for none.
  func currency() throws(Problem) -> String? {
    guard let text = query("currency") else { return nil }
    guard let currency = Currency(code: text.uppercased()) else {
      throw .badQuery([AmountFaults().fault(.currency)])
    }
    return currency.code
  }

  /// Runs a use case on amounts; what is wrong with the details is told together with what is wrong
  /// with these.
  func checked(
    _ details: ExpenseDetails, in connection: Connection, _ body: () throws -> Expense
  ) throws -> Expense {
    try checked({ try AddExpense.check(details, in: groupID, connection) }, then: body)
  }

  /// - Parameter check: throws what is wrong with the details.
  func checked<Result>(
    _ check: () throws -> Void, then body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let problem as Problem where !problem.faults.isEmpty {
      do {
        try check()
      } catch {
        guard let found = Problem(error), !found.faults.isEmpty else { throw error }
        throw Problem.invalid(found.faults + problem.faults)
      }
      throw problem
    }
  }

  /// The answer about an expense that was added.
  func made(_ json: JSON) -> Reply {
    .added(json, to: "\(GroupsResource.path)/\(groupID)/expenses")
  }
}

extension Expense {
  /// What of an expense nobody enters.
  struct Heading {
    var id: RecordID
    var groupID: ZoneID
    /// Milliseconds since 1970.
    var createdAt: Int64
    var createdBy: AccountID
  }

  /// The expense as the API shows it.
  var json: JSON {
    Self.json(
      Heading(id: id, groupID: groupID, createdAt: row.createdAt, createdBy: row.createdBy),
      details, money)
  }

  static func json(_ heading: Heading, _ details: ExpenseDetails, _ money: ExpenseMoney) -> JSON {
    let shares = money.shares.map { share -> JSON in
      [
        "memberID": .string(share.memberID), "paidMinor": .integer(share.paidMinor),
        "owedMinor": .integer(share.owedMinor),
      ]
    }
    return .object(
      [
        .init("id", .string(heading.id)), .init("groupID", .string(heading.groupID)),
        .init("kind", money.kind == .transfer ? "payment" : "expense"),
        .init("shares", .array(shares)), .init("isIncomplete", .bool(money.problem != nil)),
        .init("createdAt", .string(TimeText.text(heading.createdAt))),
        .init("createdBy", .string(heading.createdBy)),
      ] + Shape.expense.shown(SentExpense(details: details, amounts: AmountsDraft(money))))
  }
}

extension ExpenseList.Cursor {
  /// Its text in `next`.
  var rank: String { Rank([day, String(createdAt), id]).description }

  /// `nil` for a text that is none.
  init?(rank text: String) {
    let words = Rank.text(text)?.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    guard let words, words.count == 3, CalendarDay(String(words[0])) != nil,
      let createdAt = Int64(words[1]), !words[2].isEmpty
    else { return nil }
    self.init(day: String(words[0]), createdAt: createdAt, id: String(words[2]))
  }
}
