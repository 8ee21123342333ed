import Finances
import Household
import SQLite
import SyncProtocol
import Values

/// What the members of a group are owed over all currencies, in one of them.
enum ConvertedShape {
  static let schema = JSON.Member(
    "ConvertedBalances",
    .record([
      .init("currency", MoneySchema.currency),
      .init(
        "members",
        MoneySchema.list(
          .record([
            .init("memberID", MoneySchema.memberID),
            .init("netMinor", JSON.sumSchema("What they are owed, or owe where it is negative.")),
          ]), "Sorted by id; together 0.")),
      .init(
        "rates",
        MoneySchema.list(
          .record([
            .init("from", MoneySchema.currency),
            .init(
              "rate",
              [
                "type": "string",
                "description": "So many units of `currency` for `per` of `from`, as a decimal.",
              ]), .init("per", ["type": "string", "description": "As a decimal number."]),
            .init("day", ["type": "string", "format": "date"]),
            .init(
              "source",
              [
                "type": "string",
                "description": "The bank that publishes it; empty where a member has entered it.",
              ]),
            .init(
              "enteredBy",
              ["type": ["string", "null"], "description": "The account that has entered it."]),
          ]), "The rates that were used.")),
      .init(
        "unconverted",
        MoneySchema.list(
          ["type": "string"],
          "Currencies without a rate, or with amounts too large to be converted: left out.")),
      .init(
        "unconvertedCount",
        [
          "type": "integer",
          "description": "How many expenses and payments are left out with them.",
        ]),
    ]))

  static let operation = Operation(
    method: .get, path: "\(GroupsResource.path)/{groupID}/balances/converted",
    id: "getConvertedBalances", summary: "The balances of all currencies in one of them",
    details: """
      At the rates of the group and else those of the European Central Bank, of a day or of the \
      last business day before it. In each currency the whole is converted and then apportioned.
      """,
    scope: .read, pathParameters: [GroupsResource.groupID],
    query: [
      Parameter(
        "currency", .text(maxLength: 3), example: "EUR", "The one to show; by default the group's."),
      Parameter(
        "day", .text(maxLength: 10), example: "2026-06-14",
        "The day of the rates, `YYYY-MM-DD`; the latest by default."),
    ], outcome: .json("ConvertedBalances", example: example), handler: converted)

  private static let converted: Operation.Handler = { call in
    let (code, bank) = (try call.currency(), call.api.means.rates.table)
    let day = try call.query("day").map { text throws(Problem) in
      guard let day = CalendarDay(text) else {
        throw .badQuery([Problem.Fault("day", "wrong_form", "must be a day as YYYY-MM-DD")])
      }
      return day
    }
    return .json(
      try await call.read { connection in
        let group = try call.requireGroup(in: connection)
        let code = code ?? group.details.currency
        guard let currency = Currency(code: code) else {
          throw Problem.badQuery([
            Problem.Fault("currency", "unknown_currency", "is no currency")
          ])
        }
        let balances = try GroupBalances.of(group.id, in: connection)
        let rates = GroupRates(of: group.id, bank: bank, in: connection)
        let found = try rates.rates(
          of: balances, to: code, on: day ?? call.today(in: connection))
        let converted = ConvertedBalances(balances, into: currency, at: found.mapValues(\.rate))
        let count = try GroupBalances.count(
          of: group.id, in: converted.unconverted, connection)
        return json(converted, found, unconvertedCount: count)
      })
  }

  private static func json(
    _ converted: ConvertedBalances, _ found: [String: GroupRates.Found], unconvertedCount: Int
  ) -> JSON {
    [
      "currency": .string(converted.currency.code),
      "members": .array(
        converted.nets.sorted { $0.key < $1.key }.map {
          ["memberID": .string($0.key), "netMinor": .sum($0.value)]
        }),
      "rates": .array(
        found.sorted { $0.key < $1.key }.map { from, found in
          let (source, account): (String, AccountID?) =
            switch found.source {
            case .bank(let name): (name, nil)
            case .person(let account): ("", account)
            }
          return [
            "from": .string(from), "rate": .string(text(found.rate.numerator)),
            "per": .string(text(found.rate.denominator)), "day": .string(found.day.text),
            "source": .string(source), "enteredBy": JSON(account),
          ]
        }),
      "unconverted": .array(converted.unconverted.map { .string($0) }),
      "unconvertedCount": .integer(Int64(unconvertedCount)),
    ]
  }

  private static func text(_ decimal: ExactDecimal) -> String {
    ExactDecimal.text(minor: decimal.digits, exponent: decimal.scale)
  }

  private static let example: JSON = [
    "currency": "EUR",
    "members": [
      ["memberID": .string(Examples.member), "netMinor": "2125"],
      ["memberID": .string(Examples.otherMember), "netMinor": "-2125"],
    ],
    "rates": [
      [
        "from": "USD", "rate": "1", "per": "1.0842", "day": "2026-06-12",
        "source": "European Central Bank", "enteredBy": .null,
      ]
    ], "unconverted": [], "unconvertedCount": 0,
  ]
}
