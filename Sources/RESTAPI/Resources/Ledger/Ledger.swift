import Finances
import Household
import SQLite
import SyncProtocol
import Values

/// What an account spends and earns: its own entries, and its shares of groups, which are changed
/// in the group alone.
enum LedgerResource: Resource {
  static let tag = "Ledger"
  static let path = "/api/v1/ledger"

  static let schemas: [JSON.Member] = [
    .init("LedgerRow", .record(rowMembers)), Page.schema(of: "LedgerRow"),
    .init("LedgerMonth", .record(monthMembers)),
    .init("LedgerTotals", .record(LedgerTotals.members)),
  ]

  private static let filters = [
    Parameter("month", .text(maxLength: 7), example: "2026-06", "Only of this month, `YYYY-MM`."),
    Parameter(
      "categoryID", .id, example: .string(Examples.category),
      "Only of this own category, with categories of groups that have its name."),
    Parameter("tag", .text(maxLength: 300), example: "holiday", "Only with this tag."),
    Parameter(
      "groupID", .id, example: .string(Examples.group),
      "Only shares of this group, also if you have left it."),
    Parameter(
      "q", .text(maxLength: LedgerSearchQuery.maxBytes), example: "kind:spending date:2026-06",
      "Words and conditions as in the search box of the ledger."),
    Parameter(
      "isHidden", .flag, example: true, "What was left out of lists and sums, instead."),
  ]

  private static let language = """
    `q` takes words, each as the beginning of a word, and `category:`, `tag:`, `group:`, \
    `currency:`, `amount:`, `date:`, `kind:`, `is:`, `has:`, `no:`, `title:`, `note:` and \
    `place:`; `-` before one leaves out what it finds. What is not understood, or names nothing \
    of yours, is refused.
    """

  private static let month = Parameter(
    "month", .text(maxLength: 7), example: "2026-06", "The month, `YYYY-MM`, or a year, `YYYY`.")

  static let operations = [
    Operation(
      method: .get, path: path, id: "listLedger",
      summary: "What you spend and earn, the latest day first",
      details: """
        Your own entries, your shares of the expenses of groups, and payments between members, \
        which are no spending. A page costs what it shows. \(language) Where nearly nothing is \
        found, a page ends early: it can be empty and have a `next`.
        """,
      scope: .read, needsAllHomes: true, query: filters + Parameter.paging,
      outcome: .json("LedgerRowPage", example: Page.json([rowExample], next: nil)),
      handler: list),
    Operation(
      method: .get, path: "\(path)/totals", id: "getLedgerTotals",
      summary: "What you spend and earn comes to, of all that the same query would list",
      details: """
        In your currency; what has no exchange rate is in no sum of it, and is counted. \
        \(language) At most \(LedgerTotals.maxCount) are added up, the latest, and `isWhole` is \
        false then.
        """,
      scope: .read, needsAllHomes: true, query: filters,
      outcome: .json("LedgerTotals", example: LedgerTotals.example), handler: totals),
    Operation(
      method: .get, path: "\(path)/months/{month}", id: "getLedgerMonth",
      summary: "What was spent and earned in a month or a year, by category and group",
      details: """
        In your currency, and in a month with budgets. What has no exchange rate is in no sum, and \
        is counted.
        """,
      scope: .read, needsAllHomes: true, pathParameters: [month],
      outcome: .json("LedgerMonth", example: monthExample), handler: getMonth),
    Operation(
      method: .get, path: "\(path)/export", id: "exportLedger",
      summary: "Your ledger as one document, which can be imported again", scope: .read,
      needsAllHomes: true, outcome: .content("application/json"), handler: export),
  ]

  // MARK: Schemas

  private static func nullable(_ type: String, _ description: String) -> JSON {
    ["type": [.string(type), "null"], "description": .string(description)]
  }

  private static let rowMembers: [JSON.Member] = [
    .init(
      "id",
      [
        "type": "string",
        "description": "Of the entry, of the expense, or of a share kept of a group that was left.",
      ]),
    .init(
      "kind",
      [
        "type": "string", "enum": ["entry", "share", "kept"],
        "description": """
        Where it is from; only an `entry` can be changed here. What you note on a `share` or on \
        one that was `kept` of a group you left is a ledger share.
        """,
      ]),
    .init("groupID", nullable("string", "The group of a share, also if you have left it.")),
    .init("groupName", nullable("string", "What that group is called, or was.")),
    .init("flow", ["type": "string", "enum": ["spending", "income", "sent", "received"]]),
    .init("title", ["type": "string"]), .init("day", ["type": "string", "format": "date"]),
    .init("amountMinor", ["type": "integer", "description": "Negative for a refund."]),
    .init("currency", MoneySchema.currency),
    .init("convertedMinor", nullable("string", "In your currency; null without a rate.")),
    .init("convertedCurrency", nullable("string", "Your currency.")),
    .init("categoryID", nullable("string", "One of your own categories.")),
    .init("categoryName", nullable("string", "Of it, or of the group's.")),
    .init("tags", ["type": "array", "items": ["type": "string"]]),
    .init("note", ["type": "string"]), .init("isHidden", ["type": "boolean"]),
  ]

  private static let sums: [JSON.Member] = [
    .init("spentMinor", JSON.sumSchema("Your own spending and your shares.")),
    .init(
      "sharedMinor",
      JSON.sumSchema("The part of it that is shares of groups, also of those you have left.")),
    .init("incomeMinor", JSON.sumSchema("What was earned.")),
  ]

  private static let budgetSchema: JSON = [
    "type": ["integer", "null"],
    "description": "What was meant to be spent, in minor units of `currency`; null for nothing.",
  ]

  private static let unconvertedSchema: JSON = [
    "type": ["object", "null"],
    "description": "A budget in a currency without a rate, for which `budgetMinor` is null.",
    "additionalProperties": false, "required": ["amountMinor", "currency"],
    "properties": ["amountMinor": ["type": "integer"], "currency": MoneySchema.currency],
  ]

  private static let monthMembers: [JSON.Member] =
    [.init("month", ["type": "string"]), .init("currency", MoneySchema.currency)] + sums + [
      .init("sentMinor", JSON.sumSchema("Payments to members of groups.")),
      .init("receivedMinor", JSON.sumSchema("Payments from them.")),
      .init("budgetMinor", budgetSchema), .init("unconvertedBudget", unconvertedSchema),
      .init("unconvertedCount", ["type": "integer", "description": "Rows that are in no sum."]),
      .init(
        "categories",
        MoneySchema.list(
          .record(
            [
              .init("categoryID", nullable("string", "One of your own.")),
              .init("name", nullable("string", "Null for what has no category.")),
            ] + sums + [
              .init("budgetMinor", budgetSchema), .init("unconvertedBudget", unconvertedSchema),
            ]),
          "Those with a sum or a budget.")),
      .init(
        "groups",
        MoneySchema.list(
          .record([
            .init("groupID", ["type": "string"]), .init("name", ["type": "string"]),
            .init("spentMinor", JSON.sumSchema("Your shares of it.")),
          ]),
          "Those with a sum, also those you have left.")),
    ]

  // MARK: Reading

  private static let list: Operation.Handler = { call in
    let position = try call.query("cursor").map { text throws(Problem) in
      guard let position = Int64(text) else { throw Page.badCursor }
      return position
    }
    let limit = call.limit
    try await call.tendLedger()
    return .json(
      try await call.read { connection in
        let categories = try LedgerCategories(in: connection)
        let filter = try filter(call, categories, connection)
        let page = try LedgerList.page(
          filter, before: position, limit: limit, in: connection)
        let own = try connection.ownZone()
        return Page.json(
          try page.rows.map { try json($0, own, categories, connection) },
          next: page.next.map { String($0) })
      })
  }

  private static let totals: Operation.Handler = { call in
    try await call.tendLedger()
    return .json(
      try await call.read { connection in
        let filter = try filter(call, LedgerCategories(in: connection), connection)
        return try LedgerTotals(of: .matching(filter), in: connection).json
      })
  }

  /// What of the ledger the call asks for.
  private static func filter(
    _ call: Call, _ categories: LedgerCategories, _ connection: Connection
  ) throws -> LedgerList.Filter {
    var filter = LedgerList.Filter(
      month: try call.query("month").map { try LedgerMonth(typed: $0) })
    filter.categoryRefs = call.query("categoryID").map { categories.refs(of: $0) }
    filter.tag = call.query("tag")
    filter.originID = call.query("groupID")
    filter.isHidden = call.flag("isHidden") ?? false
    if let text = call.query("q") {
      try filter.add(
        text, today: call.today(in: connection), call.words(in: connection).timeZone, connection)
    }
    return filter
  }

  private static func json(
    _ row: LedgerList.Row, _ own: ZoneID, _ categories: LedgerCategories, _ connection: Connection
  ) throws -> JSON {
    let (isOwn, isThere) = (row.originID == own, row.zoneID != own)
    let group =
      isOwn
      ? nil
      : isThere
        ? try Group.find(row.zoneID, in: connection)?.details.name
        : try LedgerNote.find(row.sourceID, in: connection)?.kept?.groupName
    return json(
      row, kind: isOwn ? "entry" : isThere ? "share" : "kept", groupName: group,
      categories[row.categoryRef]?.id,
      categories.name(of: row.categoryRef))
  }

  private static func json(
    _ row: LedgerList.Row, kind: String, groupName: String?, _ categoryID: RecordID?,
    _ categoryName: String?
  ) -> JSON {
    [
      "id": .string(row.sourceID), "kind": .string(kind),
      "groupID": JSON(kind == "entry" ? nil : row.originID), "groupName": JSON(groupName),
      "flow": .string(row.flow.rawValue), "title": .string(row.title), "day": .string(row.day),
      "amountMinor": .integer(row.amountMinor), "currency": .string(row.currency),
      "convertedMinor": JSON(row.converted.map { String($0.minor) }),
      "convertedCurrency": JSON(row.converted?.currency), "categoryID": JSON(categoryID),
      "categoryName": JSON(categoryName),
      "tags": .array(LedgerTags.list(row.tags).map { .string($0) }), "note": .string(row.note),
      "isHidden": .bool(row.isHidden),
    ]
  }

  private static let getMonth: Operation.Handler = { call in
    let typed = call.path("month")
    guard let period = LedgerPeriod(typed) else {
      throw Problem.badQuery([
        Problem.Fault("month", "wrong_form", "must be a month as YYYY-MM, or a year as YYYY")
      ])
    }
    let bank = call.api.means.rates.table
    try await call.tendLedger()
    return .json(
      try await call.read { connection in
        guard let overview = try LedgerOverview(period, bank: bank, in: connection) else {
          throw Problem.notFound
        }
        return json(overview)
      })
  }

  private static func sums(_ amounts: LedgerSums.Amounts) -> [JSON.Member] {
    [
      .init("spentMinor", .sum(amounts.spent)), .init("sharedMinor", .sum(amounts.shared)),
      .init("incomeMinor", .sum(amounts.income)),
    ]
  }

  private static func budget(
    _ minor: Int64?, _ unconverted: LedgerBudget.Amount?
  ) -> [JSON.Member] {
    [
      .init("budgetMinor", minor.map { .integer($0) } ?? .null),
      .init(
        "unconvertedBudget",
        unconverted.map { budget -> JSON in
          ["amountMinor": .integer(budget.minor), "currency": .string(budget.currency)]
        } ?? .null),
    ]
  }

  private static func json(_ overview: LedgerOverview) -> JSON {
    let total = overview.sums.total
    var members: [JSON.Member] = [
      .init("month", .string(overview.period.text)),
      .init("currency", .string(overview.sums.currency)),
    ]
    members += sums(total)
    members += [
      .init("sentMinor", .sum(total.sent)), .init("receivedMinor", .sum(total.received)),
    ]
    members += budget(overview.budgetMinor, overview.unconvertedBudget)
    members.append(.init("unconvertedCount", .integer(overview.sums.unconverted)))
    members.append(.init("categories", .array(overview.categories.map { json($0) })))
    members.append(
      .init(
        "groups",
        .array(
          overview.groups.map { group in
            let spent = group.spentMinor
            return [
              "groupID": .string(group.id), "name": .string(group.name), "spentMinor": .sum(spent),
            ]
          })))
    return .object(members)
  }

  private static func json(_ category: LedgerOverview.Category) -> JSON {
    let head: [JSON.Member] = [
      .init("categoryID", JSON(category.id)), .init("name", JSON(category.name)),
    ]
    return .object(
      head + sums(category.amounts) + budget(category.budgetMinor, category.unconvertedBudget))
  }

  private static let export: Operation.Handler = { call in
    try await call.tendLedger()
    let file = try await call.spool { connection, write in
      _ = try LedgerDocument.write(in: connection, to: write)
    }
    return Reply(content: .other(file, type: "application/json", fileName: "ledger.json"))
  }

  // MARK: Examples

  private static let rowExample: JSON = [
    "id": .string(Examples.expense), "kind": "share", "groupID": .string(Examples.group),
    "groupName": "Flat", "flow": "spending", "title": "Groceries", "day": "2026-06-14",
    "amountMinor": 2125, "currency": "EUR", "convertedMinor": "2125", "convertedCurrency": "EUR",
    "categoryID": .null, "categoryName": "Groceries", "tags": ["weekly"], "note": "",
    "isHidden": false,
  ]

  private static let monthExample: JSON = [
    "month": "2026-06", "currency": "EUR", "spentMinor": "2125", "sharedMinor": "2125",
    "incomeMinor": "280000", "sentMinor": "0", "receivedMinor": "0", "budgetMinor": 60_000,
    "unconvertedBudget": .null, "unconvertedCount": 0,
    "categories": [
      [
        "categoryID": .null, "name": "Groceries", "spentMinor": "2125", "sharedMinor": "2125",
        "incomeMinor": "0", "budgetMinor": .null,
        "unconvertedBudget": ["amountMinor": 10_000_000, "currency": "VND"],
      ]
    ],
    "groups": [["groupID": .string(Examples.group), "name": "Flat", "spentMinor": "2125"]],
  ]
}

extension Call {
  /// How many parts of a ledger are converted before it is told of; the hub's upkeep does the rest.
  private static var maxSteps: Int { 5 }

  /// Keeps what the account had of groups that it has lost, and converts what is not yet in its
  /// currency, or was by other rates, as its pages do before they tell of it.
  func tendLedger() async throws {
    // What cannot be written now, as with a full disk, is kept by a later call.
    try? await keepLostShares()
    let sources = DomainSources(rates: api.means.rates)
    guard try await read({ try LedgerUpkeep.isDue($0, sources) }) else { return }
    for _ in 0..<Self.maxSteps {
      guard try await workspace.tend({ try LedgerUpkeep.step($0, sources) }) else { return }
    }
  }

  private func keepLostShares() async throws {
    guard try await read({ try KeepLostShares.isDue($0) }) else { return }
    let kept = try await workspace.write { try KeepLostShares()($0) }
    _ = try await workspace.tend { connection in
      try KeepLostShares.forget(kept, connection)
      return false
    }
  }
}

extension LedgerMonth {
  /// A month of an address.
  init(typed text: String) throws(Problem) {
    guard let month = LedgerMonth(text) else {
      throw .badQuery([Problem.Fault("month", "wrong_form", "must be a month as YYYY-MM")])
    }
    self = month
  }
}

extension Connection {
  /// The zone of the account's own records.
  func ownZone() throws -> ZoneID {
    guard let profile = try Profile.own(in: self) else { throw UseCaseFailure.profileMissing }
    return profile.id
  }
}
