import Finances
import Household
import SyncProtocol

/// The fields of a budget that a request can send.
struct BudgetDraft: Sendable {
  var categoryID: RecordID?
  var month = ""
  var amountMinor: Int64?
  var currency = ""
  var isOnce = false
}

extension Shape<BudgetDraft> {
  static let budget = Shape(
    name: "LedgerBudget",
    fields: [
      .optionalText(
        "categoryID", \.categoryID, "One of your own categories; null for all that is spent.",
        example: Examples.category),
      .text("month", \.month, TextLimit(7), isRequired: true, "`YYYY-MM`.", example: "2026-06"),
      .money("amountMinor", \.amountMinor, "What is to be spent; 0 ends a budget."),
      .currency("currency", \.currency, "Of the amount; by default your own."),
      .flag("isOnce", \.isOnce, "Whether it is for its month alone."),
    ], readOnly: [.init("id", ["type": "string"])])
}

/// What an account means to spend.
enum LedgerBudgetsResource: Resource {
  static let tag = "Budgets"

  static let schemas: [JSON.Member] = [
    .init("LedgerBudget", Shape.budget.schema),
    .init("NewLedgerBudget", Shape.budget.newSchema), Page.schema(of: "LedgerBudget"),
  ]

  private static let path = "\(LedgerResource.path)/budgets"

  static let operations = [
    Operation(
      method: .get, path: path, id: "listLedgerBudgets",
      summary: "What you mean to spend, the earliest month first",
      details: """
        One holds from its month on, until a later one of the same category, or in its month alone.
        """,
      scope: .read, needsAllHomes: true, query: Parameter.paging,
      outcome: .json("LedgerBudgetPage", example: Page.json([example], next: nil)),
      handler: list),
    Operation(
      method: .post, path: path, id: "setLedgerBudget", summary: "Set what you mean to spend",
      details: "Takes the place of the one of the same category and month.", scope: .write,
      needsAllHomes: true,
      body: .json("NewLedgerBudget", example: ["month": "2026-06", "amountMinor": 60_000]),
      outcome: .json("LedgerBudget", example: example), handler: set),
  ]

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try Page.json(
          LedgerBudget.own(in: connection), of: call,
          rank: { [$0.day, $0.isOnce ? "1" : "0", $0.id] }, show: json)
      })
  }

  private static let set: Operation.Handler = { call in
    var draft = BudgetDraft()
    try Shape.budget.take(call.body, into: &draft, isNew: true)
    guard let month = LedgerMonth(draft.month) else {
      throw Problem.invalid([
        Problem.Fault("month", "wrong_form", "must be a month as YYYY-MM")
      ])
    }
    guard let amount = draft.amountMinor else {
      throw Problem.invalid([Problem.Fault("amountMinor", "missing", "must be said")])
    }
    return .json(
      try await call.write { [draft] transaction in
        let own = try Profile.own(in: transaction.connection)?.currency ?? "EUR"
        return json(
          try SetLedgerBudget(
            categoryID: draft.categoryID, month: month, amountMinor: amount,
            currency: draft.currency.isEmpty ? own : draft.currency, isOnce: draft.isOnce)(
              transaction))
      })
  }

  private static func json(_ budget: LedgerBudget) -> JSON {
    json(
      budget.id,
      BudgetDraft(
        categoryID: budget.categoryID, month: String(budget.day.prefix(7)),
        amountMinor: budget.amountMinor, currency: budget.currency, isOnce: budget.isOnce))
  }

  private static func json(_ id: RecordID, _ draft: BudgetDraft) -> JSON {
    .object([.init("id", .string(id))] + Shape.budget.shown(draft))
  }

  private static let example = json(
    Examples.expense,
    BudgetDraft(month: "2026-06", amountMinor: 60_000, currency: "EUR"))
}
