import Finances
import Household
import SQLite
import SyncProtocol
import Values

/// What a group has spent in a year, by month and category.
enum SpendingShape {
  static let schema = JSON.Member(
    "Spending",
    .record([
      .init("currency", MoneySchema.currency), .init("year", ["type": "integer"]),
      .init(
        "years",
        MoneySchema.list(
          ["type": "integer"], "The years in which the group has spent something, latest first.")),
      .init("allMinor", all), .init("ownMinor", own),
      .init(
        "months",
        MoneySchema.list(
          .record([
            .init("month", ["type": "string", "description": "YYYY-MM."]),
            .init("allMinor", all), .init("ownMinor", own),
          ]), "Only months in which something was spent.")),
      .init(
        "categories",
        MoneySchema.list(
          .record([
            .init(
              "categoryID",
              ["type": ["string", "null"], "description": "null: without a category."]),
            .init("allMinor", all), .init("ownMinor", own),
          ]), "What most was spent on comes first.")),
    ]))

  private static let all = JSON.sumSchema("What all have spent.")
  private static let own: JSON = [
    "type": ["string", "null"], "pattern": "^-?[0-9]+$",
    "description": """
    The account's own part, in minor units as a decimal text; null while it is no member.
    """,
  ]

  static let operation = Operation(
    method: .get, path: "\(GroupsResource.path)/{groupID}/spending", id: "getSpending",
    summary: "What a group has spent in a year, by month and category",
    details: "Payments between members are no spending.", scope: .read,
    pathParameters: [GroupsResource.groupID],
    query: [
      Parameter(
        "currency", .text(maxLength: 3), example: "EUR",
        "In this currency; the group's when it is not said."),
      Parameter(
        "year", .integer(0...9999), example: 2026,
        "The latest that has begun and in which something was spent when it is not said."),
    ], outcome: .json("Spending", example: example), handler: read)

  private static let read: Operation.Handler = { call in
    let (wanted, year) = (try call.currency(), call.query("year").flatMap { Int($0) })
    return .json(
      try await call.read { connection in
        let group = try call.requireGroup(in: connection)
        let years = try GroupSpending.years(of: group.id, connection)
        let today = try call.today(in: connection)
        let chosen = year ?? SpendingYears.first(of: years, today: today)
        let currency = wanted ?? group.details.currency
        let own = try GroupMember.of(call.account.id, in: group.id, connection)
        let spending = try GroupSpending(
          of: group.id, in: currency, year: chosen, member: own?.id, connection)
        return json(spending, currency, year: chosen, years: years, isMember: own != nil)
      })
  }

  private static func json(
    _ spending: GroupSpending, _ currency: String, year: Int, years: [Int], isMember: Bool
  ) -> JSON {
    func members(_ sums: GroupSpending.Sums) -> [JSON.Member] {
      [
        .init("allMinor", .sum(sums.all)),
        .init("ownMinor", isMember ? .sum(sums.own) : .null),
      ]
    }
    let months = spending.months.sorted { $0.key < $1.key }.map { month, sums -> JSON in
      let day = CalendarDay(year: year, month: month, day: 1).text
      return .object([.init("month", .string(String(day.prefix(7))))] + members(sums))
    }
    let categories = spending.categories.sorted { left, right in
      (right.value.all, left.key) < (left.value.all, right.key)
    }.map { id, sums -> JSON in
      .object([.init("categoryID", id.isEmpty ? .null : .string(id))] + members(sums))
    }
    return .object(
      [
        .init("currency", .string(currency)), .init("year", .integer(Int64(year))),
        .init("years", .array(years.map { .integer(Int64($0)) })),
      ] + members(spending.total) + [
        .init("months", .array(months)), .init("categories", .array(categories)),
      ])
  }

  private static let example: JSON = [
    "currency": "EUR", "year": 2026, "years": [2026], "allMinor": "4250", "ownMinor": "2125",
    "months": [["month": "2026-06", "allMinor": "4250", "ownMinor": "2125"]],
    "categories": [["categoryID": nil, "allMinor": "4250", "ownMinor": "2125"]],
  ]
}
