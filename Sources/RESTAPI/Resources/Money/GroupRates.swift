import Finances
import Household
import SyncProtocol
import Values

extension Shape<ManualRateDetails> {
  static let groupRate = Shape(
    name: "GroupRate",
    fields: Field.all(ManualRateDetails.fields, at: \.self).map { field in
      var field = field
      field.isRequired = true
      return field
    },
    readOnly: [
      .init("id", ["type": "string"]), .init("groupID", ["type": "string"]),
      .init("enteredBy", ["type": "string", "description": "The account that entered it last."]),
    ])
}

/// Exchange rates that people have entered for a group, which go before the bank's.
enum GroupRatesResource: Resource {
  static let tag = "Exchange rates"

  static let schemas: [JSON.Member] = [
    .init("GroupRate", Shape.groupRate.schema), .init("NewGroupRate", Shape.groupRate.newSchema),
    Page.schema(of: "GroupRate"),
  ]

  private static let path = "\(GroupsResource.path)/{groupID}/rates"
  private static let rateID = Parameter(
    "rateID", .id, example: .string(Examples.rate), "The rate.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listGroupRates", summary: "The rates of a group",
      details: "The latest day first. Where there is none, the bank's rate is used.", scope: .read,
      pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("GroupRatePage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "setGroupRate", summary: "Enter a rate for a group",
      details: """
        It holds from its day on, until one of a later day, in both directions. One of the same \
        currencies and day takes the other's place.
        """,
      scope: .write, pathParameters: [GroupsResource.groupID],
      body: .json("NewGroupRate", example: newExample), status: .created,
      outcome: .json("GroupRate", example: example), handler: set),
    Operation(
      method: .delete, path: "\(path)/{rateID}", id: "deleteGroupRate",
      summary: "Remove a rate of a group", details: "The bank's is used again.", scope: .write,
      pathParameters: [GroupsResource.groupID, rateID], status: .noContent, outcome: .nothing,
      handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        return try Page.json(
          try ManualRate.of(call.groupID, in: connection), of: call,
          // The latest day first.
          rank: { rate in
            let day = rate.details.day.flatMap { CalendarDay($0) }?.daysSince1970 ?? 0
            // Days of four-digit years are far below.
            return [Rank.word((1 << 40) - Int64(day)), rate.id]
          }, show: json)
      })
  }

  private static let set: Operation.Handler = { call in
    var details = ManualRateDetails(from: "", to: "", day: nil, rate: "")
    try Shape.groupRate.take(call.body, into: &details, isNew: true)
    let shown = try await call.write { [details] transaction in
      try call.requireWritableGroup(in: transaction.connection)
      return json(try SetRate(groupID: call.groupID, details)(transaction))
    }
    return .added(shown, to: "\(GroupsResource.path)/\(call.groupID)/rates")
  }

  private static let delete: Operation.Handler = { call in
    try await call.write { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      let found = try ManualRate.find(call.path("rateID"), in: transaction.connection)
      guard let rate = found, rate.groupID == call.groupID else { throw Problem.notFound }
      try RemoveRate(rateID: rate.id)(transaction)
    }
    return .done
  }

  private static func json(_ rate: ManualRate) -> JSON {
    .object(
      [
        .init("id", .string(rate.id)), .init("groupID", .string(rate.groupID)),
        .init("enteredBy", .string(rate.enteredBy)),
      ] + Shape.groupRate.shown(rate.details))
  }

  private static let newExample: JSON = [
    "fromCurrency": "VND", "toCurrency": "EUR", "day": "2026-06-14", "rate": "0.0000362",
  ]

  private static let example = json(
    ManualRate(
      id: Examples.rate, groupID: Examples.group,
      details: ManualRateDetails(from: "VND", to: "EUR", day: "2026-06-14", rate: "0.0000362"),
      enteredBy: Examples.account))
}

extension Examples {
  static let rate = "0198c0de-0000-7000-8000-000000000013"
}
