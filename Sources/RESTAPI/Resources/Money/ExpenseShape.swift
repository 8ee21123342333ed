import Finances
import Household
import SyncProtocol
import Values

/// The amounts of an expense as a request sends them, before they are split.
struct AmountsDraft: Equatable, Sendable {
  struct Payer: Equatable, Sendable {
    var memberID: RecordID
    /// In minor units; `nil` for the whole amount.
    var minor: Int64?
  }

  struct Sharer: Equatable, Sendable {
    var memberID: RecordID
    /// `nil` for what the split takes where nothing is said.
    var weight: Int64?
  }

  struct Line: Equatable, Sendable {
    var name: String
    var amountMinor: Int64
    /// `nil` for everybody who shares the expense.
    var sharers: [Sharer]?
  }

  /// Empty for the group's.
  var currency = ""
  var amountMinor: Int64 = 0
  var split = ExpenseMoney.Mode.equal.rawValue
  var payers: [Payer] = []
  /// `nil` for everybody who is not archived.
  var sharers: [Sharer]?
  var lines: [Line] = []

  var mode: ExpenseMoney.Mode { ExpenseMoney.Mode(rawValue: split) ?? .equal }
}

extension AmountsDraft {
  /// What was entered for amounts that are stored.
  init(_ money: ExpenseMoney) {
    currency = money.currency
    amountMinor = money.amountMinor
    split = money.mode.rawValue
    payers = money.shares.filter { $0.paidMinor != 0 }.map {
      Payer(memberID: $0.memberID, minor: $0.paidMinor)
    }
    sharers = money.takingPart.map { share in
      let weight: Int64 =
        switch money.mode {
        case .equal, .itemised: 1
        case .exact: share.owedMinor
        case .shares, .percentage, .adjustment: share.weight ?? 0
        }
      return Sharer(memberID: share.memberID, weight: weight)
    }
    lines = money.lines.map { line in
      Line(
        name: line.name, amountMinor: line.amountMinor,
        sharers: line.sharers.map { Sharer(memberID: $0.memberID, weight: $0.weight) })
    }
  }
}

/// The fields of an expense that a request can send.
struct SentExpense: Sendable {
  var details = ExpenseDetails(title: "", day: nil)
  var amounts = AmountsDraft()
}

extension SentExpense {
  init(_ expense: Expense) {
    self.init(details: expense.details, amounts: AmountsDraft(expense.money))
  }
}

extension Shape<SentExpense> {
  static let expense = Shape(
    name: "Expense",
    fields: details + AmountsDraft.fields.map { $0.moved(to: \.amounts) },
    readOnly: [
      .init("id", ["type": "string"]), .init("groupID", ["type": "string"]),
      .init(
        "kind",
        [
          "type": "string", "enum": ["expense", "payment"],
          "description": "A payment is from one member to another.",
        ]),
      .init(
        "shares",
        MoneySchema.list(
          .record([
            .init("memberID", MoneySchema.memberID), .init("paidMinor", ["type": "integer"]),
            .init("owedMinor", ["type": "integer"]),
          ]), "What each member has paid, and what of it is theirs.")),
      .init(
        "isIncomplete",
        [
          "type": "boolean",
          "description":
            "Whether its amounts do not fit each other, so that it counts for nothing.",
        ]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
      .init("createdBy", ["type": "string", "description": "The account that entered it."]),
    ])

  private static let details: [Field<SentExpense>] =
    Field<SentExpense>.all(ExpenseDetails.fields, at: \.details).map { field in
      var field = field
      // The day, too: it is never made up.
      if field.name == "day" { field.isRequired = true }
      return field
    }
}

/// The amounts alone, to be split and not saved.
extension Shape<AmountsDraft> {
  static let split = Shape(
    name: "Split",
    fields: AmountsDraft.fields.map { field in
      var field = field
      if field.name == "payers" { field.isRequired = false }
      return field
    }, readOnly: [])
}

// MARK: - Fields

extension AmountsDraft {
  /// The fields by which amounts are sent.
  static let fields: [Field<AmountsDraft>] = [
    .currency("currency", \.currency, "ISO 4217; the group's when it is not said."),
    amount,
    .choice(
      "split", \.split, ExpenseMoney.Mode.allCases.map(\.rawValue),
      "How it is split; `equal` when it is not said."),
    payersField, sharersField, linesField,
  ]

  static let names = Set(fields.map(\.name))

  private static let amount: Field<AmountsDraft> = {
    var field = Field<AmountsDraft>.integer(
      "amountMinor", \.amountMinor, ExpenseMoney.amounts,
      "In whole minor units (cents) of `currency`; negative for a refund, never 0.", example: 4250)
    (field.isRequired, field.isAmount) = (true, true)
    return field
  }()

  private static let payersField: Field<AmountsDraft> = {
    var field = Field<AmountsDraft>(
      name: "payers",
      schema: [
        "type": "array", "minItems": 1, "maxItems": .integer(Int64(GroupMember.maxPerGroup)),
        "items": [
          "type": "object", "additionalProperties": false, "required": ["memberID"],
          "properties": ["memberID": id, "amountMinor": number],
        ],
        "description": """
        Who has paid how much; together the amount. One payer alone may leave `amountMinor` out.
        """,
        "examples": [[["memberID": .string(Examples.member)]]],
      ],
      show: { draft in
        .array(
          draft.payers.map {
            ["memberID": .string($0.memberID), "amountMinor": JSON($0.minor)]
          })
      },
      take: { (json: JSON, draft: inout AmountsDraft) throws(Problem.Fault) in
        let taken = try Taken(json, "payers").objects(
          GroupMember.maxPerGroup, ["memberID", "amountMinor"], required: ["memberID"])
        var payers: [Payer] = []
        for object in taken {
          payers.append(
            Payer(
              memberID: try object.required("memberID").text(orNull: nil),
              minor: try object["amountMinor"]?.integer(unit: " of minor units, such as cents")))
        }
        draft.payers = payers
      })
    field.isRequired = true
    return field
  }()

  private static let sharersField = Field<AmountsDraft>(
    name: "sharers",
    schema: sharersSchema(
      """
      Who shares it, in the order in which what is left of a split goes to the last. `weight` is a \
      number of shares, hundredths of a percent, an amount or an adjustment in minor units, by \
      `split`. Not said: everybody who is not archived.
      """),
    show: { show($0.sharers ?? []) },
    take: { (json: JSON, draft: inout AmountsDraft) throws(Problem.Fault) in
      draft.sharers = json == .null ? nil : try sharers(Taken(json, "sharers"))
    })

  private static let linesField = Field<AmountsDraft>(
    name: "lines",
    schema: [
      "type": "array", "maxItems": .integer(maxLines),
      "items": [
        "type": "object", "additionalProperties": false, "required": ["amountMinor"],
        "properties": [
          "name": ["type": "string", "maxLength": .integer(Int64(TextLimit.name.maxCharacters))],
          "amountMinor": number,
          "sharers": sharersSchema("Who shares the line; not said: all who share the expense."),
        ],
      ],
      "description": """
      Of an `itemised` bill; what they leave of the amount, as tax and tip, is spread over them.
      """,
      "examples": [[["name": "Soup", "amountMinor": 900]]],
    ],
    show: { draft in
      .array(
        draft.lines.map { line in
          [
            "name": .string(line.name), "amountMinor": .integer(line.amountMinor),
            "sharers": show(line.sharers ?? []),
          ]
        })
    },
    take: { (json: JSON, draft: inout AmountsDraft) throws(Problem.Fault) in
      let taken = try Taken(json, "lines").objects(
        Int(maxLines), ["name", "amountMinor", "sharers"], required: ["amountMinor"])
      var lines: [Line] = []
      for object in taken {
        let amount = try object.required("amountMinor").integer()
        var line = Line(name: "", amountMinor: amount)
        if let name = object["name"] { line.name = InputText.line(try name.text(orNull: "")) }
        if let named = object["sharers"], named.json != .null {
          line.sharers = try sharers(named)
        }
        lines.append(line)
      }
      draft.lines = lines
    })

  private static let maxLines: Int64 = 1000
  private static let id: JSON = ["type": "string", "minLength": 1, "maxLength": 64]
  private static let number: JSON = [
    "type": "integer", "minimum": .integer(ExpenseMoney.amounts.lowerBound),
    "maximum": .integer(ExpenseMoney.amounts.upperBound),
  ]

  private static func sharersSchema(_ description: String) -> JSON {
    [
      "type": ["array", "null"], "maxItems": .integer(Int64(GroupMember.maxPerGroup)),
      "items": [
        "type": "object", "additionalProperties": false, "required": ["memberID"],
        "properties": ["memberID": id, "weight": number],
      ],
      "description": .string(description),
      "examples": [[["memberID": .string(Examples.member), "weight": 1]]],
    ]
  }

  private static func show(_ sharers: [Sharer]) -> JSON {
    .array(
      sharers.map { ["memberID": .string($0.memberID), "weight": JSON($0.weight)] })
  }

  private static func sharers(_ taken: Taken) throws(Problem.Fault) -> [Sharer] {
    var sharers: [Sharer] = []
    for object in try taken.objects(
      GroupMember.maxPerGroup, ["memberID", "weight"], required: ["memberID"])
    {
      sharers.append(
        Sharer(
          memberID: try object.required("memberID").text(orNull: nil),
          weight: try object["weight"]?.integer()))
    }
    return sharers
  }
}

// MARK: - Lists of objects

/// An object in a list of a request's body.
struct TakenObject {
  let json: JSON
  /// Such as `payers[0]`.
  let place: String

  /// A member of the object; `nil` if it is not sent.
  subscript(name: String) -> Taken? { json[name].map { Taken($0, "\(place).\(name)") } }

  func required(_ name: String) throws(Problem.Fault) -> Taken {
    guard let taken = self[name] else {
      throw Problem.Fault("\(place).\(name)", "missing", "must be there")
    }
    return taken
  }
}

extension Taken {
  /// The most further faults of one list that are told at once.
  private static let maxFaults = 99

  /// A list of at most `maxCount` objects that have no other members than the known ones, and all
  /// required ones. What is thrown has the faults of all of them.
  func objects(
    _ maxCount: Int, _ known: [String], required: [String] = []
  ) throws(Problem.Fault) -> [TakenObject] {
    guard let elements = json.elements else {
      throw Problem.Fault(name, "wrong_type", "must be a list of objects")
    }
    guard elements.count <= maxCount else {
      throw Problem.Fault(
        name, "too_many", "there can be at most \(maxCount)",
        limits: [.init("max", .integer(Int64(maxCount)))])
    }
    var objects: [TakenObject] = []
    var faults: [Problem.Fault] = []
    for (index, element) in elements.enumerated() {
      let place = "\(name)[\(index)]"
      guard case .object(let members) = element else {
        faults.append(Problem.Fault(place, "wrong_type", "must be an object"))
        continue
      }
      for other in members where !known.contains(other.name) {
        faults.append(
          Problem.Fault("\(place).\(other.name)", "unknown_field", "is no field of \(name)"))
      }
      for name in required where element[name] == nil {
        faults.append(Problem.Fault("\(place).\(name)", "missing", "must be there"))
      }
      objects.append(TakenObject(json: element, place: place))
    }
    if var first = faults.first {
      first.others = Array(faults.dropFirst().prefix(Self.maxFaults))
      throw first
    }
    return objects
  }
}
