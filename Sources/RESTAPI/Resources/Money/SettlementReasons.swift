import Finances
import Household
import Splitting
import SyncProtocol

/// Why a settlement proposes a payment.
enum SettlementReasonsShape {
  static let schema = JSON.Member(
    "SettlementReasons",
    .record([
      .init("from", MoneySchema.memberID), .init("to", MoneySchema.memberID),
      .init("currency", MoneySchema.currency),
      .init("amountMinor", JSON.sumSchema("What is to be paid.")),
      .init(
        "link",
        [
          "type": "string", "enum": .array(links.map { .string($0) }),
          "description": """
          How the payment follows from the debts: `direct`: the payer owes the receiver exactly \
          that. `partly`: the payer owes the receiver something else, the one debt of `debts`. \
          `chain`: by `debts` the payer owes somebody, who owes the next one, until the receiver. \
          `pooled`: all debts were added up.
          """,
        ]), .init("debts", MoneySchema.list(.record(debtMembers), "Those that `link` is about.")),
      .init("payer", .record(sideMembers)), .init("receiver", .record(sideMembers)),
    ]))

  private static let links = ["direct", "partly", "chain", "pooled"]

  private static let debtMembers: [JSON.Member] = [
    .init("debtorID", MoneySchema.memberID), .init("creditorID", MoneySchema.memberID),
    .init("amountMinor", JSON.sumSchema("What is owed, above 0.")),
  ]

  private static let sideMembers: [JSON.Member] = [
    .init("memberID", MoneySchema.memberID),
    .init("paidMinor", JSON.sumSchema("Paid for expenses.")),
    .init("owedMinor", JSON.sumSchema("Their parts in expenses.")),
    .init("sentMinor", JSON.sumSchema("Given to other members.")),
    .init("receivedMinor", JSON.sumSchema("Got from other members.")),
    .init(
      "netMinor",
      JSON.sumSchema(
        """
        What they are owed, or owe where it is negative: `paidMinor` − `owedMinor` + `sentMinor` − \
        `receivedMinor`.
        """)),
    .init(
      "parts",
      MoneySchema.list(
        .record([
          .init("expenseID", ["type": "string"]), .init("title", ["type": "string"]),
          .init("day", ["type": ["string", "null"], "format": "date"]),
          .init(
            "kind",
            [
              "type": "string",
              "enum": .array(BalanceReasons.Kind.allCases.map { .string($0.rawValue) }),
            ]),
          .init(
            "amountMinor",
            ["type": "integer", "description": "What it adds to `netMinor`; never 0."]),
          .init(
            "others",
            MoneySchema.list(
              .record([
                .init("memberID", MoneySchema.memberID),
                .init("amountMinor", JSON.sumSchema("How much of it is with them, above 0.")),
              ]), "Whom they owe for it, or who owes them.")),
        ]), "At most the latest \(BalanceReasons.maxParts).")),
    .init(
      "earlierMinor",
      JSON.sumSchema("What everything before adds: with the parts it comes to `netMinor`.")),
    .init("hasEarlier", ["type": "boolean", "description": "Whether there is anything before."]),
    .init(
      "payments",
      MoneySchema.list(
        .record([
          .init("from", MoneySchema.memberID), .init("to", MoneySchema.memberID),
          .init("amountMinor", JSON.sumSchema("What is to be paid.")),
        ]), "All that the settlement proposes to them; they come to `netMinor` without its sign.")),
  ]

  static let operation = Operation(
    method: .get, path: "\(GroupsResource.path)/{groupID}/settlement/reasons",
    id: "getSettlementReasons", summary: "Why the settlement proposes a payment",
    details: "404 if no such payment is proposed any more.", scope: .read,
    pathParameters: [GroupsResource.groupID],
    query: [
      Parameter(
        "from", .id, isRequired: true, example: .string(Examples.otherMember), "Who is to pay."),
      Parameter("to", .id, isRequired: true, example: .string(Examples.member), "Who gets it."),
      Parameter(
        "currency", .text(maxLength: 3), isRequired: true, example: "EUR", "Of the payment."),
    ], outcome: .json("SettlementReasons", example: example), handler: reasons)

  private static let reasons: Operation.Handler = { call in
    let (from, to) = (call.query("from") ?? "", call.query("to") ?? "")
    let currency = call.query("currency") ?? ""
    return .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        guard
          let reasons = try TransferReasons(
            from: from, to: to, in: currency, of: call.groupID, connection)
        else { throw Problem.notFound }
        return json(reasons)
      })
  }

  private static func json(_ reasons: TransferReasons) -> JSON {
    let transfer = reasons.transfer
    let (link, debts): (String, [GroupDebts.Debt]) =
      switch reasons.link {
      case .direct: ("direct", [])
      case .partly(let debt): ("partly", [debt])
      case .chain(let debts): ("chain", debts)
      case .pooled: ("pooled", [])
      }
    return [
      "from": .string(transfer.from), "to": .string(transfer.to),
      "currency": .string(reasons.currency), "amountMinor": .sum(transfer.amount),
      "link": .string(link),
      "debts": .array(
        debts.map {
          [
            "debtorID": .string($0.debtor), "creditorID": .string($0.creditor),
            "amountMinor": .sum($0.amount),
          ]
        }),
      "payer": json(reasons.payer, reasons.payments),
      "receiver": json(reasons.receiver, reasons.receipts),
    ]
  }

  private static func json(
    _ side: BalanceReasons, _ payments: [Settlement.Transfer]
  ) -> JSON {
    let sums = side.sums
    return [
      "memberID": .string(side.memberID), "paidMinor": .sum(sums.paid),
      "owedMinor": .sum(sums.owed), "sentMinor": .sum(sums.sent),
      "receivedMinor": .sum(sums.received), "netMinor": .sum(sums.net),
      "parts": .array(side.parts.map(json)), "earlierMinor": .sum(side.earlier),
      "hasEarlier": .bool(side.hasEarlier),
      "payments": .array(
        payments.map {
          ["from": .string($0.from), "to": .string($0.to), "amountMinor": .sum($0.amount)]
        }),
    ]
  }

  private static func json(_ part: BalanceReasons.Part) -> JSON {
    [
      "expenseID": .string(part.expenseID), "title": .string(part.title), "day": JSON(part.day),
      "kind": .string(part.kind.rawValue), "amountMinor": .integer(part.amount),
      "others": .array(
        part.others.map {
          ["memberID": .string($0.memberID), "amountMinor": .sum($0.amount)]
        }),
    ]
  }

  // MARK: Example

  private static let example: JSON = [
    "from": .string(Examples.otherMember), "to": .string(Examples.member), "currency": "EUR",
    "amountMinor": "2125", "link": "direct", "debts": [],
    "payer": side(Examples.otherMember, paid: 0, net: -2125, with: Examples.member),
    "receiver": side(Examples.member, paid: 4250, net: 2125, with: Examples.otherMember),
  ]

  private static func side(
    _ member: String, paid: Int128, net: Int64, with other: String
  ) -> JSON {
    [
      "memberID": .string(member), "paidMinor": .sum(paid), "owedMinor": "2125", "sentMinor": "0",
      "receivedMinor": "0", "netMinor": .sum(Int128(net)),
      "parts": [
        [
          "expenseID": .string(Examples.expense), "title": "Groceries", "day": "2026-06-14",
          "kind": "expense", "amountMinor": .integer(net),
          "others": [["memberID": .string(other), "amountMinor": "2125"]],
        ]
      ], "earlierMinor": "0", "hasEarlier": false,
      "payments": [
        [
          "from": .string(Examples.otherMember), "to": .string(Examples.member),
          "amountMinor": "2125",
        ]
      ],
    ]
  }
}
