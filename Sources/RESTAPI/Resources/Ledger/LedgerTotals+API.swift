import Finances

/// What rows of a ledger come to, as the API shows it.
extension LedgerTotals {
  private static let sums: [JSON.Member] = [
    .init("spentMinor", JSON.sumSchema("Your own spending and your shares.")),
    .init("incomeMinor", JSON.sumSchema("What was earned.")),
    .init("sentMinor", JSON.sumSchema("Payments to members of groups.")),
    .init("receivedMinor", JSON.sumSchema("Payments from them.")),
  ]

  static let members: [JSON.Member] =
    [
      .init("count", ["type": "integer", "description": "How many rows are added up."]),
      .init("currency", MoneySchema.currency),
    ] + sums + [
      .init("unconvertedCount", ["type": "integer", "description": "Rows that are in no sum."]),
      .init(
        "currencies",
        MoneySchema.list(
          .record([.init("currency", MoneySchema.currency)] + sums),
          "What was entered in each, also where there is no rate.")),
      .init("isWhole", ["type": "boolean", "description": "Whether everything is in it."]),
    ]

  static let example: JSON = [
    "count": 12, "currency": "EUR", "spentMinor": "48250", "incomeMinor": "0", "sentMinor": "2500",
    "receivedMinor": "0", "unconvertedCount": 0,
    "currencies": [
      [
        "currency": "EUR", "spentMinor": "48250", "incomeMinor": "0", "sentMinor": "2500",
        "receivedMinor": "0",
      ]
    ], "isWhole": true,
  ]

  var json: JSON {
    func sums(_ amounts: LedgerSums.Amounts) -> [JSON.Member] {
      [
        .init("spentMinor", .sum(amounts.spent)), .init("incomeMinor", .sum(amounts.income)),
        .init("sentMinor", .sum(amounts.sent)), .init("receivedMinor", .sum(amounts.received)),
      ]
    }
    return .object(
      [.init("count", .integer(count)), .init("currency", .string(currency))] + sums(total) + [
        .init("unconvertedCount", .integer(unconverted)),
        .init(
          "currencies",
          .array(
            currencies.sorted { $0.key < $1.key }.map { code, amounts in
              .object([.init("currency", .string(code))] + sums(amounts))
            })), .init("isWhole", .bool(isWhole)),
      ])
  }
}
