import Finances

/// What some expenses come to, as the API shows it.
extension ExpenseTotals {
  static let members: [JSON.Member] = [
    .init(
      "currencies",
      MoneySchema.list(
        .record([
          .init("currency", MoneySchema.currency),
          .init("count", ["type": "integer", "description": "Of expenses and refunds."]),
          .init("amountMinor", JSON.sumSchema("What was spent, without what was refunded.")),
          .init(
            "ownMinor",
            [
              "type": ["string", "null"],
              "description":
                "Your part of it, as a decimal text; null if you are no member of the group.",
            ]), .init("paymentCount", ["type": "integer"]),
          .init("paymentsMinor", JSON.sumSchema("What members gave each other.")),
        ]), "Those in which something was found.")),
    .init(
      "incompleteCount",
      [
        "type": "integer", "description": "Expenses that do not add up, and count for nothing.",
      ]),
    .init("isWhole", ["type": "boolean", "description": "Whether everything is in it."]),
  ]

  static let example: JSON = [
    "currencies": [
      [
        "currency": "EUR", "count": 12, "amountMinor": "48250", "ownMinor": "24125",
        "paymentCount": 1, "paymentsMinor": "2500",
      ]
    ], "incompleteCount": 0, "isWhole": true,
  ]

  /// - Parameter isMember: whether the own part is anybody's.
  func json(isMember: Bool) -> JSON {
    let rows = currencies.sorted { $0.key < $1.key }.map { code, sums -> JSON in
      [
        "currency": .string(code), "count": .integer(Int64(sums.count)),
        "amountMinor": .sum(sums.amount), "ownMinor": isMember ? .sum(sums.own) : .null,
        "paymentCount": .integer(Int64(sums.paymentCount)), "paymentsMinor": .sum(sums.payments),
      ]
    }
    return [
      "currencies": .array(rows), "incompleteCount": .integer(Int64(incompleteCount)),
      "isWhole": .bool(isWhole),
    ]
  }
}
