import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The fields of what repeats that a request can send.
struct SentRepeating: Sendable {
  var details = RepeatingDetails(title: "", startsOn: nil)
  var amounts = AmountsDraft()
}

extension Shape<SentRepeating> {
  static let repeating = Shape(
    name: "Repeating",
    fields: Field<SentRepeating>.all(RepeatingDetails.fields, at: \.details).map { field in
      var field = field
      // The first day, too: it is never made up.
      if field.name == "startsOn" { field.isRequired = true }
      return field
    } + AmountsDraft.fields.map { $0.moved(to: \.amounts) },
    readOnly: [
      .init("id", ["type": "string"]), .init("groupID", ["type": "string"]),
      .init(
        "nextOn",
        [
          "type": ["string", "null"],
          "description": "The day of the next one; null if there is none any more.",
        ]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
      .init("createdBy", ["type": "string", "description": "The account that entered it."]),
    ])
}

extension SentRepeating {
  init(_ repeating: RepeatingExpense) {
    self.init(details: repeating.details, amounts: AmountsDraft(repeating.money))
  }
}

/// Expenses of a group that come again.
enum RepeatingResource: Resource {
  static let tag = "Repeating"

  static let schemas: [JSON.Member] = [
    .init("Repeating", Shape.repeating.schema), .init("NewRepeating", Shape.repeating.newSchema),
    .init("RepeatingChange", Shape.repeating.changeSchema), Page.schema(of: "Repeating"),
  ]

  private static let path = "\(GroupsResource.path)/{groupID}/repeating"
  private static let repeatingID = Parameter(
    "repeatingID", .id, example: .string(Examples.repeating), "What repeats.")
  private static let parameters = [GroupsResource.groupID, repeatingID]

  static let operations = [
    Operation(
      method: .get, path: path, id: "listRepeating", summary: "What repeats in a group",
      scope: .read, pathParameters: [GroupsResource.groupID], query: Parameter.paging,
      outcome: .json("RepeatingPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addRepeating",
      summary: "Let an expense come again and again",
      details: """
        Each one is made on its day by whoever opens the group first, once only, the first one on \
        `startsOn`. The 31st stays the 31st; a shorter month has its last day instead.
        """,
      scope: .write, pathParameters: [GroupsResource.groupID],
      body: .json(
        "NewRepeating",
        example: [
          "title": "Rent", "startsOn": "2026-07-01", "everyUnit": "month", "amountMinor": 128_000,
          "payers": [["memberID": .string(Examples.member)]],
        ]), status: .created, outcome: .json("Repeating", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{repeatingID}", id: "getRepeating",
      summary: "One of what repeats", scope: .read, pathParameters: parameters,
      outcome: .json("Repeating", example: example), isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{repeatingID}", id: "changeRepeating",
      summary: "Change what repeats, pause it, or go on with it",
      details: """
        Only what is sent is changed, and amounts follow it as with `changeExpense`. What was made \
        before stays as it is; by another schedule the next one is due from today on. What would \
        have been due during a pause is left out.
        """,
      scope: .write, pathParameters: parameters,
      body: .change("RepeatingChange", example: ["amountMinor": 131_500, "endsOn": "2027-06-30"]),
      outcome: .json("Repeating", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{repeatingID}", id: "endRepeating",
      summary: "End what repeats; what was made stays", scope: .write,
      pathParameters: parameters, status: .noContent, outcome: .nothing, isVersioned: true,
      handler: end),
  ]

  private static func find(_ call: Call, in connection: Connection) throws -> RepeatingExpense {
    try call.requireGroup(in: connection)
    guard let repeating = try RepeatingExpense.find(call.path("repeatingID"), in: connection),
      repeating.groupID == call.groupID
    else { throw Problem.notFound }
    return repeating
  }

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireGroup(in: connection)
        return try Page.json(
          RepeatingExpense.of(call.groupID, in: connection), of: call,
          rank: { [$0.row.nextOn ?? "9999-99-99", $0.id] }, show: json)
      })
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { json(try find(call, in: $0)) })
  }

  private static let add: Operation.Handler = { call in
    var draft = SentRepeating()
    try Shape.repeating.take(call.body, into: &draft, isNew: true)
    let shown = try await call.write { [draft] transaction in
      let group = try call.requireWritableGroup(in: transaction.connection)
      let members = try GroupMember.of(group.id, in: transaction.connection)
      return try checked(draft.details, call, in: transaction.connection) {
        json(
          try AddRepeating(
            groupID: group.id, draft.details, draft.amounts.money(in: group, members: members))(
              transaction))
      }
    }
    call.count(.expenseSaved(group: call.groupID, isNew: true))
    return .added(shown, to: "\(GroupsResource.path)/\(call.groupID)/repeating")
  }

  private static let change: Operation.Handler = { call in
    let shown = try await write(call) { repeating, transaction in
      let connection = transaction.connection
      let group = try call.requireWritableGroup(in: connection)
      let old = SentRepeating(repeating)
      var draft = old
      let sent = try Shape.repeating.take(call.body, into: &draft, isNew: false)
      let (details, amounts) = (draft.details, draft.amounts)
      return try checked(details, call, in: connection) {
        json(
          try EditRepeating(
            repeatingID: repeating.id, details: details,
            money: amounts.changed(
              from: old.amounts, sent, repeating.money, in: group,
              members: GroupMember.of(group.id, in: connection)),
            today: call.today(in: connection))(transaction))
      }
    }
    return .record(shown)
  }

  /// Runs a use case; what is wrong with the details is told together with what is wrong with the
  /// amounts. The day of an expense is here the first one.
  private static func checked(
    _ details: RepeatingDetails, _ call: Call, in connection: Connection, _ body: () throws -> JSON
  ) throws -> JSON {
    func named<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch FinanceFailure.invalid(let problems) {
        throw Problem.invalid(
          problems.map { problem in
            let fault = Problem.Fault(inGroup: problem)
            guard fault.field == "day" else { return fault }
            return Problem.Fault("startsOn", fault.reason, fault.detail, limits: fault.limits)
          })
      }
    }
    return try named {
      try call.checked {
        _ = try named { try AddRepeating.clean(details, nil, in: call.groupID, connection) }
      } then: {
        try body()
      }
    }
  }

  private static let end: Operation.Handler = { call in
    try await write(call) { _ = try EndRepeating(repeatingID: $0.id)($1) }
    return .done
  }

  private static func write<Result: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (RepeatingExpense, WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await call.write(in: call.groupID) { transaction in
      try call.requireWritableGroup(in: transaction.connection)
      let repeating = try find(call, in: transaction.connection)
      try call.checkVersion(json(repeating))
      return try body(repeating, transaction)
    }
  }

  private static func json(_ repeating: RepeatingExpense) -> JSON {
    json(
      id: repeating.id, groupID: repeating.groupID, nextOn: repeating.row.nextOn,
      createdAt: repeating.row.createdAt, createdBy: repeating.row.createdBy,
      SentRepeating(repeating))
  }

  private static func json(
    id: RecordID, groupID: ZoneID, nextOn: String?, createdAt: Int64, createdBy: AccountID,
    _ sent: SentRepeating
  ) -> JSON {
    .object(
      [
        .init("id", .string(id)), .init("groupID", .string(groupID)),
        .init("nextOn", JSON(nextOn)), .init("createdAt", .string(TimeText.text(createdAt))),
        .init("createdBy", .string(createdBy)),
      ] + Shape.repeating.shown(sent))
  }

  private static let example: JSON = {
    var sent = SentRepeating(details: RepeatingDetails(title: "Rent", startsOn: "2026-07-01"))
    (sent.amounts.currency, sent.amounts.amountMinor) = ("EUR", 128_000)
    sent.amounts.payers = [.init(memberID: Examples.member, minor: 128_000)]
    sent.amounts.sharers = [
      .init(memberID: Examples.member, weight: 1), .init(memberID: Examples.otherMember, weight: 1),
    ]
    return json(
      id: Examples.repeating, groupID: Examples.group, nextOn: "2026-07-01",
      createdAt: Examples.milliseconds, createdBy: Examples.member, sent)
  }()
}
