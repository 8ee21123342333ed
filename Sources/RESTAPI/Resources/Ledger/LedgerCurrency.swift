import Finances
import Household
import SQLite

/// The field of it that a request can send.
struct LedgerCurrencyDraft: Sendable {
  var currency = ""
}

extension Shape<LedgerCurrencyDraft> {
  static let ledgerCurrency = Shape(
    name: "LedgerCurrency",
    fields: [.currency("currency", \.currency, "In which your sums are told.")], readOnly: [])
}

/// An account's own currency, in which its ledger is told.
enum LedgerCurrencyResource: Resource {
  static let tag = "Ledger"

  static let schemas: [JSON.Member] = [
    .init("LedgerCurrency", .record(members)),
    .init("LedgerCurrencyChange", Shape.ledgerCurrency.changeSchema),
  ]

  private static let members: [JSON.Member] = [
    .init("currency", MoneySchema.currency),
    .init("rowCount", ["type": "integer", "description": "Rows of the ledger that are in sums."]),
    .init(
      "convertedCount",
      ["type": "integer", "description": "Those of them that are in this currency."]),
    .init(
      "isConverting",
      [
        "type": "boolean",
        "description": """
        Whether rows are still to be converted. What is left afterwards has no exchange rate.
        """,
      ]),
  ]

  private static let path = "\(LedgerResource.path)/currency"

  static let operations = [
    Operation(
      method: .get, path: path, id: "getLedgerCurrency",
      summary: "Your own currency, and how far the ledger is converted into it",
      details: "While it is under way, each call goes on with it, also after one that has failed.",
      scope: .read, needsAllHomes: true, outcome: .json("LedgerCurrency", example: example),
      handler: get),
    Operation(
      method: .patch, path: path, id: "changeLedgerCurrency", summary: "Change your own currency",
      details: """
        All of your ledger is converted by the rates of its days. A long one takes longer than the \
        call: read it again until `isConverting` is false.
        """,
      scope: .write, needsAllHomes: true,
      body: .change("LedgerCurrencyChange", example: ["currency": "USD"]),
      outcome: .json("LedgerCurrency", example: example), handler: change),
  ]

  private static let get: Operation.Handler = { call in
    try await call.tendLedger()
    return .json(try await call.read { json(try LedgerProgress(in: $0)) })
  }

  private static let change: Operation.Handler = { call in
    let known = try await call.read { try Profile.own(in: $0)?.currency }
    var draft = LedgerCurrencyDraft(currency: known ?? "")
    try Shape.ledgerCurrency.take(call.body, into: &draft, isNew: false)
    _ = try await call.write { [draft] in try SetOwnCurrency(draft.currency)($0) }
    return try await get(call)
  }

  private static func json(_ progress: LedgerProgress) -> JSON {
    [
      "currency": .string(progress.currency), "rowCount": .integer(progress.all),
      "convertedCount": .integer(progress.converted),
      "isConverting": .bool(progress.isUnderWay),
    ]
  }

  private static let example: JSON = [
    "currency": "USD", "rowCount": 214, "convertedCount": 212, "isConverting": false,
  ]
}
