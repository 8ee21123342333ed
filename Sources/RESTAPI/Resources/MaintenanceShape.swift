import Household
import Replica
import SQLite
import Things
import Values

/// The fields of a maintenance entry that a request can send.
struct MaintenanceDraft: Sendable {
  var details = MaintenanceDetails(title: "", currency: "")
  var doneOn: String?
}

extension Shape<MaintenanceDraft> {
  static let maintenance = Shape(
    name: "Maintenance",
    fields: record.prefix(3) + [
      .day(
        "doneOn", \.doneOn,
        """
        When it was done, today at the latest; null as long as it is to be done. Completing sets it \
        afterwards.
        """,
        example: "2026-06-01"),
      every,
    ] + record.dropFirst(3),
    readOnly: [
      .init("id", ["type": "string"]),
      .init("homeID", ["type": "string"]),
      .init("itemID", ["type": "string"]),
      .init("itemName", ["type": "string"]),
      .init(
        "nextID",
        [
          "type": ["string", "null"],
          "description": "Of the entry that follows one that repeats, once it is done.",
        ]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ], fixed: ["doneOn"])

  private static let record = Field<MaintenanceDraft>.all(
    MaintenanceDetails.fields, at: \.details)
  private static let counts: ClosedRange<Int64> = 1...1000

  private static let every = Field<MaintenanceDraft>(
    name: "every",
    schema: [
      "type": ["object", "null"], "additionalProperties": false, "required": ["count", "unit"],
      "properties": [
        "count": [
          "type": "integer", "minimum": .integer(counts.lowerBound),
          "maximum": .integer(counts.upperBound),
        ],
        "unit": [
          "type": "string",
          "enum": .array(
            MaintenanceEntry.Interval.Unit.allCases.map { .string($0.rawValue) }),
        ],
      ],
      "description": "How long after it was done it is due again; null: it is done once.",
      "examples": [["count": 6, "unit": "month"]],
    ],
    show: { draft in
      guard let interval = draft.details.interval else { return .null }
      return ["count": .integer(Int64(interval.count)), "unit": .string(interval.unit.rawValue)]
    },
    take: { (json: JSON, draft: inout MaintenanceDraft) throws(Problem.Fault) in
      draft.details.interval = json == .null ? nil : try interval(json)
    })

  private static func interval(
    _ json: JSON
  ) throws(Problem.Fault) -> MaintenanceEntry.Interval {
    guard case .object(let members) = json, members.count == 2,
      case .integer(let count)? = json["count"],
      let unit = json["unit"]?.text.flatMap({ MaintenanceEntry.Interval.Unit(rawValue: $0) })
    else {
      let units = MaintenanceEntry.Interval.Unit.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.Fault(
        "every", "wrong_type",
        "must be null or an object of a whole number count and a unit, one of \(units)")
    }
    guard counts.contains(count) else {
      throw Problem.Fault(
        "every", "out_of_range", "count must be from \(counts.lowerBound) to \(counts.upperBound)",
        limits: [
          .init("min", .integer(counts.lowerBound)), .init("max", .integer(counts.upperBound)),
        ])
    }
    return MaintenanceEntry.Interval(count: Int(count), unit: unit)
  }
}

extension MaintenanceEntry {
  var draft: MaintenanceDraft { MaintenanceDraft(details: details, doneOn: doneOn) }

  /// The entry as somebody sees it who may not see the amounts of its home.
  func seen(in connection: Connection) throws -> MaintenanceEntry {
    guard try AmountVeil.hides(homeID, in: connection) else { return self }
    var entry = self
    entry.details = MaintenanceDetails.fields.withoutAmounts(details)
    return entry
  }

  /// The entry as the API shows it.
  func json(in connection: Connection) throws -> JSON {
    let draft = try seen(in: connection).draft
    let next = try interval == nil ? nil : Self.find(successorID, in: connection)?.id
    let name = try Item.find(itemID, in: connection)?.details.name
    return .object(
      [
        .init("id", .string(id)), .init("homeID", .string(homeID)),
        .init("itemID", .string(itemID)), .init("itemName", .string(name ?? "")),
        .init("nextID", JSON(next)), .init("createdAt", .string(TimeText.text(createdAt))),
      ] + Shape.maintenance.shown(draft))
  }

  static let exampleJSON: JSON = {
    var draft = MaintenanceDraft(details: MaintenanceDetails(title: "Descale", currency: "EUR"))
    draft.details.dueOn = "2026-12-01"
    draft.details.interval = Interval(count: 6, unit: .month)
    return .object(
      [
        .init("id", .string(Examples.entry)), .init("homeID", .string(Examples.home)),
        .init("itemID", .string(Examples.item)), .init("itemName", "Kettle"),
        .init("nextID", nil), .init("createdAt", .string(Examples.instant)),
      ] + Shape.maintenance.shown(draft))
  }()
}

/// The fields of a completion that a request can send.
struct CompletionDraft: Sendable {
  var doneOn: String?
  var costMinor: Int64?
}

extension Shape<CompletionDraft> {
  static let completion = Shape(
    name: "Completion",
    fields: [
      {
        var day = Field<CompletionDraft>.day(
          "doneOn", \.doneOn, "The day on which it was done, today at the latest.",
          example: "2026-06-01")
        day.isRequired = true
        return day
      }(),
      .money("costMinor", \.costMinor, "What it cost; null leaves what the entry says."),
    ],
    readOnly: [])
}
