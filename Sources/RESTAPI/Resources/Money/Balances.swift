import Finances
import Household
import SQLite
import SyncProtocol
import Values

/// What the members of a group have paid and owe, and what it spends.
enum BalancesResource: Resource {
  static let tag = "Balances"

  static let schemas: [JSON.Member] =
    [
      .init("Balances", .record(balanceMembers)), .init("Debt", .record(debtMembers)),
      Page.schema(of: "Debt"), .init("DebtPart", .record(partMembers)), Page.schema(of: "DebtPart"),
      .init("OwnBalances", .record(ownMembers)),
    ] + [SpendingShape.schema, ConvertedShape.schema]

  private static let path = "\(GroupsResource.path)/{groupID}"
  private static let pair = [
    Parameter(
      "debtorID", .id, isRequired: true, example: .string(Examples.otherMember), "Who owes."),
    Parameter(
      "creditorID", .id, isRequired: true, example: .string(Examples.member), "Who is owed."),
    Parameter(
      "currency", .text(maxLength: 3), isRequired: true, example: "EUR", "Of the debt."),
  ]

  static let operations = [
    Operation(
      method: .get, path: "/api/v1/balances", id: "getOwnBalances",
      summary: "What the account is owed and owes, over all its groups",
      details: "Archived groups count for no total.", scope: .read, needsAllHomes: true,
      outcome: .json("OwnBalances", example: ownExample), handler: own),
    Operation(
      method: .get, path: "\(path)/balances", id: "getBalances",
      summary: "What each member of a group has paid and owes, by currency",
      details: """
        Over the members of a currency `netMinor` comes to 0. Expenses whose amounts do not fit \
        each other count for nothing.
        """,
      scope: .read, pathParameters: [GroupsResource.groupID],
      outcome: .json("Balances", example: balancesExample), handler: balances),
    Operation(
      method: .get, path: "\(path)/debts", id: "listDebts",
      summary: "Who owes whom through the expenses of a group", scope: .read,
      pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("DebtPage", example: Page.json([debtExample], next: nil)), handler: debts),
    Operation(
      method: .get, path: "\(path)/debts/parts", id: "listDebtParts",
      summary: "The expenses and payments by which one member owes another, the latest first",
      scope: .read, pathParameters: [GroupsResource.groupID], query: pair + Parameter.paging,
      outcome: .json("DebtPartPage", example: Page.json([partExample], next: nil)),
      handler: parts),
    SpendingShape.operation, ConvertedShape.operation,
  ]

  // MARK: Schemas

  private static let balanceMembers: [JSON.Member] = [
    .init(
      "currencies",
      MoneySchema.list(
        .record([
          .init("currency", MoneySchema.currency),
          .init(
            "members",
            MoneySchema.list(
              .record([
                .init("memberID", MoneySchema.memberID),
                .init("paidMinor", JSON.sumSchema("Paid for expenses.")),
                .init("owedMinor", JSON.sumSchema("Their parts in expenses.")),
                .init("sentMinor", JSON.sumSchema("Given to other members.")),
                .init("receivedMinor", JSON.sumSchema("Got from other members.")),
                .init(
                  "netMinor", JSON.sumSchema("What they are owed, or owe where it is negative.")),
              ]), "Sorted by id.")),
        ]), "Sorted by code.")),
    .init(
      "incompleteCount",
      ["type": "integer", "description": "Expenses whose amounts do not fit each other."]),
    .init(
      "incompleteIDs",
      MoneySchema.list(["type": "string"], "Those expenses; the first \(maxIncomplete).")),
  ]

  private static let debtMembers: [JSON.Member] = [
    .init("currency", MoneySchema.currency), .init("debtorID", MoneySchema.memberID),
    .init("creditorID", MoneySchema.memberID),
    .init("amountMinor", JSON.sumSchema("What is owed, above 0.")),
    .init(
      "partCount",
      ["type": "integer", "description": "How many expenses and payments are between the two."]),
  ]

  private static let partMembers: [JSON.Member] = [
    .init("expenseID", ["type": "string"]),
    .init(
      "amountMinor",
      ["type": "integer", "description": "What it adds to the debt; negative: takes from it."]),
  ]

  private static let nets = MoneySchema.list(
    .record([
      .init("currency", MoneySchema.currency),
      .init("netMinor", JSON.sumSchema("What one is owed, or owes where it is negative.")),
    ]), "By currency; nothing that is 0.")

  private static let ownMembers: [JSON.Member] = [
    .init("totals", nets),
    .init(
      "groups",
      MoneySchema.list(
        .record([
          .init("groupID", ["type": "string"]), .init("name", ["type": "string"]),
          .init("isArchived", ["type": "boolean"]),
          .init(
            "memberID",
            [
              "type": ["string", "null"],
              "description": "The member that the account is; null: none.",
            ]), .init("balances", nets),
        ]), "By name, archived ones last.")),
  ]

  // MARK: Reading

  private static let own: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let overview = try GroupOverview(of: call.account.id, in: connection)
        return [
          "totals": json(overview.totals),
          "groups": .array(
            overview.rows.map { row in
              [
                "groupID": .string(row.id), "name": .string(row.name),
                "isArchived": .bool(row.isArchived), "memberID": JSON(row.ownMemberID),
                "balances": json(row.nets),
              ]
            }),
        ]
      })
  }

  private static func json(_ nets: [Money]) -> JSON {
    .array(nets.map { ["currency": .string($0.currency), "netMinor": .sum($0.minor)] })
  }

  /// The most incomplete expenses that are named.
  private static let maxIncomplete = 200

  private static let balances: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        return json(try GroupBalances.of(call.groupID, in: connection))
      })
  }

  private static func json(_ balances: GroupBalances) -> JSON {
    let currencies = balances.currencies.map { code -> JSON in
      let members = (balances.sums[code] ?? [:]).sorted { $0.key < $1.key }
      return [
        "currency": .string(code),
        "members": .array(
          members.map { id, sums in
            [
              "memberID": .string(id), "paidMinor": .sum(sums.paid), "owedMinor": .sum(sums.owed),
              "sentMinor": .sum(sums.sent), "receivedMinor": .sum(sums.received),
              "netMinor": .sum(sums.net),
            ]
          }),
      ]
    }
    return [
      "currencies": .array(currencies),
      "incompleteCount": .integer(Int64(balances.incomplete.count)),
      "incompleteIDs": .array(balances.incomplete.prefix(maxIncomplete).map { .string($0) }),
    ]
  }

  private static let debts: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        return try Page.json(
          GroupDebts.of(call.groupID, in: connection).debts, of: call,
          rank: { [$0.currency, $0.debtor, $0.creditor] }, show: json)
      })
  }

  private static func json(_ debt: GroupDebts.Debt) -> JSON {
    [
      "currency": .string(debt.currency), "debtorID": .string(debt.debtor),
      "creditorID": .string(debt.creditor), "amountMinor": .sum(debt.amount),
      "partCount": .integer(Int64(debt.partCount)),
    ]
  }

  private static let parts: Operation.Handler = { call in
    let cursor = try call.expenseCursor()
    let between = GroupDebts.Pair(
      currency: call.query("currency") ?? "", debtor: call.query("debtorID") ?? "",
      creditor: call.query("creditorID") ?? "")
    let limit = call.limit
    return .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        let page = try GroupDebts.parts(
          between: between, in: call.groupID, after: cursor, limit: limit, connection)
        return Page.json(page.rows.map(json), next: page.next?.rank)
      })
  }

  private static func json(_ part: GroupDebts.Part) -> JSON {
    ["expenseID": .string(part.expenseID), "amountMinor": .integer(part.amount)]
  }

  // MARK: Examples

  private static let balancesExample: JSON = {
    var balances = GroupBalances()
    var (ana, ben) = (GroupBalances.Sums(), GroupBalances.Sums())
    (ana.paid, ana.owed, ben.owed) = (4250, 2125, 2125)
    balances.sums["EUR"] = [Examples.member: ana, Examples.otherMember: ben]
    return json(balances)
  }()

  private static let debtExample = json(
    GroupDebts.Debt(
      currency: "EUR", debtor: Examples.otherMember, creditor: Examples.member, amount: 2125,
      partCount: 1))

  private static let partExample: JSON = [
    "expenseID": .string(Examples.expense), "amountMinor": 2125,
  ]

  private static let ownExample: JSON = [
    "totals": json([Money(2125, "EUR")]),
    "groups": [
      [
        "groupID": .string(Examples.group), "name": "Flat", "isArchived": false,
        "memberID": .string(Examples.member), "balances": json([Money(2125, "EUR")]),
      ]
    ],
  ]
}
