import Finances
import Household
import Replica
import SQLite
import Splitting
import SyncProtocol
import Values

/// The fields of a payment that a request can send.
struct PaymentDraft: Sendable {
  var from = ""
  var to = ""
  var amountMinor: Int64 = 0
  /// Empty for the group's.
  var currency = ""
  var title = ""
  var day: String?
  var note = ""

  /// What a payment is called when nobody says otherwise.
  static let standardTitle = "Payment"

  var details: ExpenseDetails {
    var details = ExpenseDetails(
      title: InputText.line(title).isEmpty ? Self.standardTitle : title, day: day)
    details.note = note
    return details
  }
}

extension Shape<PaymentDraft> {
  static let payment = Shape(name: "Payment", fields: parties + texts, readOnly: [])

  private static let parties: [Field<PaymentDraft>] = [
    .id("from", \.from, "The member who gave the money.", example: Examples.otherMember),
    .id("to", \.to, "The member who got it.", example: Examples.member),
    amount,
    .currency("currency", \.currency, "ISO 4217; the group's when it is not said."),
  ]

  private static let texts: [Field<PaymentDraft>] = [
    {
      var field = Field<PaymentDraft>.day(
        "day", \.day, "The day on which it was paid.", example: "2026-06-14")
      field.isRequired = true
      return field
    }(),
    .text(
      "title", \.title, .name, "What it is called; `Payment` when it is not said.",
      example: "Payment"),
    .text("note", \.note, .notes, "Anything else.", example: "In cash"),
  ]

  /// Taken as a number, and as the decimal text in which proposed payments have it.
  private static let amount: Field<PaymentDraft> = {
    var field = Field<PaymentDraft>(
      name: "amountMinor",
      schema: [
        "type": ["integer", "string"], "minimum": 1,
        "maximum": .integer(ExpenseMoney.amounts.upperBound), "pattern": "^[0-9]+$",
        "maxLength": 16,
        "description": """
        In whole minor units (cents) of `currency`, above 0: a number, or its text as \
        `getSettlement` has it.
        """,
        "examples": [2125],
      ],
      show: { .integer($0.amountMinor) },
      take: { (json: JSON, draft: inout PaymentDraft) throws(Problem.Fault) in
        let range = 1...ExpenseMoney.amounts.upperBound
        var minor: Int64?
        if let text = json.text {
          guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw Problem.Fault(
              "amountMinor", "wrong_type", "must be a whole number of minor units")
          }
          minor = Int64(text)
        } else {
          minor = try Taken(json, "amountMinor").integer(unit: " of minor units, such as cents")
        }
        guard let minor, range.contains(minor) else { throw .outOfRange("amountMinor", range) }
        draft.amountMinor = minor
      })
    field.isRequired = true
    return field
  }()
}

/// Payments between members, and settling up.
enum PaymentsResource: Resource {
  static let tag = "Payments"

  static let schemas: [JSON.Member] = [
    .init("NewPayment", Shape.payment.newSchema),
    .init(
      "Settlement",
      .record([
        .init(
          "currencies",
          MoneySchema.list(
            .record([
              .init("currency", MoneySchema.currency),
              .init(
                "isExact",
                ["type": "boolean", "description": "Whether fewer payments are impossible."]),
              .init(
                "transfers",
                MoneySchema.list(
                  .record([
                    .init("from", MoneySchema.memberID), .init("to", MoneySchema.memberID),
                    .init("currency", MoneySchema.currency),
                    .init("amountMinor", JSON.sumSchema("What is to be paid.")),
                  ]), "The payments after which nobody owes anybody.")),
            ]), "Sorted by code; only those in which somebody owes something."))
      ])), SettlementReasonsShape.schema,
  ]

  private static let path = "\(GroupsResource.path)/{groupID}"

  static let operations = [
    Operation(
      method: .post, path: "\(path)/payments", id: "addPayment",
      summary: "Write down a payment from one member to another",
      details: "It is an expense of the kind `payment` from then on.", scope: .write,
      pathParameters: [GroupsResource.groupID], body: .json("NewPayment", example: newExample),
      status: .created, outcome: .json("Expense", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/settlement", id: "getSettlement",
      summary: "The fewest payments that settle a group, by currency", scope: .read,
      pathParameters: [GroupsResource.groupID],
      outcome: .json("Settlement", example: settlementExample), handler: settlement),
    Operation(
      method: .post, path: "\(path)/settlement", id: "settleUp",
      summary: "Write down a payment that the settlement proposes",
      details: """
        With `debts=each` it is all that one member owes another, as `listDebts` has it. The hub \
        decides: of two who send the same at once, one is answered 409, and it is there once.
        """,
      scope: .write, pathParameters: [GroupsResource.groupID],
      query: [
        Parameter(
          "debts", .choice(SettleUp.Proposal.allCases.map(\.rawValue)), example: "each",
          "`fewest`: one of the fewest payments, also when it is not said; `each`: a debt.")
      ],
      body: .json("NewPayment", example: newExample), status: .created,
      outcome: .json("Expense", example: example), isVersioned: true,
      conflicts: ["`not_owed`: this payment is not proposed, or not owed, any more."],
      handler: settle),
    SettlementReasonsShape.operation,
  ]

  private static let add: Operation.Handler = { call in
    let draft = try sent(call)
    let json = try await call.write { transaction in
      let group = try call.requireWritableGroup(in: transaction.connection)
      return try call.checked(draft.details, in: transaction.connection) {
        let currency = try check(draft, in: group, transaction.connection)
        return try AddExpense(
          groupID: group.id, draft.details,
          ExpenseMoney(paying: draft.amountMinor, currency, from: draft.from, to: draft.to))(
            transaction)
      }.json
    }
    call.count(.paymentRecorded(group: call.groupID, isNew: true))
    return call.made(json)
  }

  private static let settle: Operation.Handler = { call in
    let draft = try sent(call)
    // Only the choices of the parameter come here.
    let proposal = call.query("debts").flatMap { SettleUp.Proposal(rawValue: $0) } ?? .fewest
    let json = try await call.decide { transaction in
      let group = try call.requireWritableGroup(in: transaction.connection)
      return try call.checked(draft.details, in: transaction.connection) {
        let currency = try check(draft, in: group, transaction.connection)
        let payment = try SettleUp(
          groupID: group.id, of: proposal, from: draft.from, to: draft.to,
          amountMinor: draft.amountMinor, currency: currency, day: draft.day ?? "",
          title: draft.details.title)(transaction)
        guard !draft.note.isEmpty else { return payment }
        return try EditExpense(
          expenseID: payment.id, details: draft.details, money: payment.money)(transaction)
      }.json
    }
    call.count(.paymentRecorded(group: call.groupID, isNew: true))
    return call.made(json)
  }

  private static func sent(_ call: Call) throws(Problem) -> PaymentDraft {
    var draft = PaymentDraft()
    try Shape.payment.take(call.body, into: &draft, isNew: true)
    return draft
  }

  /// The currency of a payment. Throws for people and currencies that cannot be.
  private static func check(
    _ draft: PaymentDraft, in group: Group, _ connection: Connection
  ) throws -> String {
    var faults: [Problem.Fault] = []
    let members = try Set(GroupMember.of(group.id, in: connection).map(\.id))
    for (name, id) in [("from", draft.from), ("to", draft.to)] where !members.contains(id) {
      faults.append(.notInThisGroup(name))
    }
    if faults.isEmpty, draft.from == draft.to {
      faults.append(.init("to", "same_member", "must be another member than `from`"))
    }
    let code =
      draft.currency.isEmpty
      ? group.details.currency : InputText.line(draft.currency).uppercased()
    if Currency(code: code) == nil { faults.append(AmountFaults().fault(.currency)) }
    guard faults.isEmpty else { throw Problem.invalid(faults) }
    return code
  }

  private static let settlement: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        let balances = try GroupBalances.of(call.groupID, in: connection)
        return [
          "currencies": .array(
            try balances.currencies.compactMap { code in
              let settlement = try balances.settlement(in: code)
              guard !settlement.transfers.isEmpty else { return nil }
              return json(
                code, isExact: settlement.isExact,
                settlement.transfers.map { ($0.from, $0.to, $0.amount) })
            })
        ]
      })
  }

  private static func json(
    _ currency: String, isExact: Bool, _ transfers: [(from: String, to: String, amount: Int128)]
  ) -> JSON {
    [
      "currency": .string(currency), "isExact": .bool(isExact),
      "transfers": .array(
        transfers.map {
          [
            "from": .string($0.from), "to": .string($0.to), "currency": .string(currency),
            "amountMinor": .sum($0.amount),
          ]
        }),
    ]
  }

  // MARK: Examples

  private static let newExample: JSON = [
    "from": .string(Examples.otherMember), "to": .string(Examples.member), "amountMinor": 2125,
    "currency": "EUR", "day": "2026-06-15",
  ]

  private static let example: JSON = Finances::Expense.json(
    .init(
      id: Examples.expense, groupID: Examples.group, createdAt: Examples.milliseconds,
      createdBy: Examples.account),
    ExpenseDetails(title: PaymentDraft.standardTitle, day: "2026-06-15"),
    ExpenseMoney(paying: 2125, "EUR", from: Examples.otherMember, to: Examples.member))

  private static let settlementExample: JSON = [
    "currencies": [
      json("EUR", isExact: true, [(Examples.otherMember, Examples.member, 2125)])
    ]
  ]
}
