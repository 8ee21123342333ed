import Families
import Household
import SyncProtocol
import Values

/// The fields of a routine that a request can send.
struct SentRoutine: Equatable, Sendable {
  var details = RoutineDetails(title: "")
  var schedule = RoutineSchedule.Kind.weekdays
  var weekdays = Weekdays.all
  var everyCount: Int64 = 1
  /// `nil` for the family's today.
  var startsOn: String?
  var endsOn: String?
  var mode = RoutinePlan.Mode.each
  var people: [AccountID] = []
  var steps: [RoutineStep] = []
  var inOrder = false
}

extension SentRoutine {
  init(_ routine: Routine) {
    let (plan, schedule) = (routine.plan, routine.plan.schedule)
    self.init(
      details: routine.details, schedule: schedule.kind, weekdays: schedule.weekdays,
      everyCount: schedule.everyCount, startsOn: schedule.startsOn.text,
      endsOn: schedule.endsOn?.text, mode: plan.mode, people: plan.people, steps: routine.steps,
      inOrder: routine.row.inOrder)
  }

  /// The plan that it says. Throws for days that are none.
  func plan(today: CalendarDay) throws(Problem) -> RoutinePlan {
    var faults: [Problem.Fault] = []
    func day(_ text: String?, _ field: String) -> CalendarDay? {
      guard let text else { return nil }
      let day = CalendarDay(text)
      if day == nil { faults.append(.notADate(field)) }
      return day
    }
    let start = day(startsOn, "startsOn") ?? today
    let end = day(endsOn, "endsOn")
    guard faults.isEmpty else { throw .invalid(faults) }
    return RoutinePlan(
      RoutineSchedule(
        schedule, weekdays: weekdays, everyCount: everyCount, from: start, through: end),
      mode, people: people)
  }

  /// Throws for steps that cannot be, each at its place.
  ///
  /// - Parameter known: the ids of the steps that the routine has.
  func checkSteps(known: Set<RecordID>) throws(Problem) {
    var faults: [Problem.Fault] = []
    var seen: Set<RecordID> = []
    for (index, step) in steps.enumerated() {
      let place = "steps[\(index)]"
      if !step.id.isEmpty {
        if !known.contains(step.id) {
          faults.append(
            Problem.Fault(
              "\(place).id", "not_in_this_routine", "names no step of it; leave it out"))
        } else if !seen.insert(step.id).inserted {
          faults.append(Problem.Fault("\(place).id", "repeated", "is there twice"))
        }
      }
      var check = InputCheck()
      let title = check.line(step.title, InputField("title"), .name)
      let emoji = check.emoji(step.emoji)
      if title.isEmpty, emoji.isEmpty { check.fail(InputField("title"), .missing) }
      faults += check.problems.map { Problem.Fault($0, name: "\(place).\($0.field.rawValue)") }
    }
    guard faults.isEmpty else { throw .invalid(faults) }
  }
}

extension Shape<SentRoutine> {
  static let routine = Shape(
    name: "Routine",
    fields: Field.all(RoutineDetails.fields, at: \.details) + [
      .choice(
        "schedule", \.schedule.asField, RoutineSchedule.Kind.allCases.map(\.rawValue),
        """
        On days of the week, every so many days from `startsOn` on, or so many days after it was \
        last done; days of the week when it is not said.
        """),
      weekdays,
      .integer(
        "everyCount", \.everyCount, RoutineSchedule.counts,
        "How many days, where the schedule counts them; 1 when it is not said.", example: 3),
      .day(
        "startsOn", \.startsOn, "The first day; the family's today when it is not said.",
        example: "2026-06-14"),
      .day("endsOn", \.endsOn, "The last day; null for no end.", example: "2026-12-31"),
      .choice(
        "mode", \.mode.asField, RoutinePlan.Mode.allCases.map(\.rawValue),
        "Whether each does it, whoever comes first, or by turns; each when it is not said."),
      people, steps,
      .flag("inOrder", \.inOrder, "Whether the steps are done in their order."),
    ],
    readOnly: [
      .init("id", ["type": "string"]), .init("familyID", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
      .init("createdBy", ["type": "string", "description": "The account that entered it."]),
    ])

  /// The days of the week as the API calls them, Monday first.
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static let weekdays = Field<SentRoutine>(
    name: "weekdays",
    schema: [
      "type": "array", "maxItems": 7,
      "items": ["type": "string", "enum": .array(days.map { .string($0) })],
      "description": "The days of the week, for that schedule; all when it is not said.",
      "examples": [["monday", "thursday"]],
    ],
    show: { draft in
      .array(
        days.indices.filter { draft.weekdays.contains(.day($0)) }.map { .string(days[$0]) })
    },
    take: { (json: JSON, draft: inout SentRoutine) throws(Problem.Fault) in
      var indexes: [Int] = []
      for name in try Taken(json, "weekdays").texts(maxCount: 7) {
        guard let index = days.firstIndex(of: name) else {
          throw Problem.Fault(
            "weekdays", "unknown_choice", "must be some of \(days.joined(separator: ", "))")
        }
        indexes.append(index)
      }
      draft.weekdays = .days(indexes)
    })

  private static let people: Field<SentRoutine> = {
    var field = Field<SentRoutine>(
      name: "people",
      schema: [
        "type": "array", "minItems": 1, "maxItems": .integer(Int64(RoutinePlan.maxPeople)),
        "items": ["type": "string"],
        "description": "For whom it is, with their accounts, in the order of turns.",
        "examples": [[.string(Examples.child)]],
      ],
      show: { .array($0.people.map { .string($0) }) },
      take: { (json: JSON, draft: inout SentRoutine) throws(Problem.Fault) in
        draft.people = try Taken(json, "people").texts(maxCount: RoutinePlan.maxPeople)
      })
    field.isRequired = true
    return field
  }()

  private static let steps = Field<SentRoutine>(
    name: "steps",
    schema: [
      "type": "array", "maxItems": .integer(Int64(Routine.maxSteps)),
      "items": [
        "type": "object", "additionalProperties": false,
        "properties": [
          "id": [
            "type": "string",
            "description": "Of a step that stays; a new one is sent without it.",
          ],
          "title": ["type": "string"], "emoji": ["type": "string"],
          "isOptional": [
            "type": "boolean", "description": "Whether the routine is done without it.",
          ],
        ],
      ],
      "description": """
      All steps in order, each with a title or an emoji; without steps it is done in one.
      """,
      "examples": [[["title": "Top teeth", "emoji": "🪥"]]],
    ],
    show: { .array($0.steps.map(\.json)) },
    take: { (json: JSON, draft: inout SentRoutine) throws(Problem.Fault) in
      let names = ["id", "title", "emoji", "isOptional"]
      var steps: [RoutineStep] = []
      for object in try Taken(json, "steps").objects(Routine.maxSteps, names) {
        steps.append(
          RoutineStep(
            id: try object["id"]?.text(orNull: nil) ?? "",
            title: try object["title"]?.text(orNull: nil) ?? "",
            emoji: try object["emoji"]?.text(orNull: nil) ?? "",
            isOptional: try object["isOptional"]?.flag() ?? false))
      }
      draft.steps = steps
    })
}

extension RoutineStep {
  var json: JSON {
    [
      "id": .string(id), "title": .string(title), "emoji": .string(emoji),
      "isOptional": .bool(isOptional),
    ]
  }
}

extension Routine {
  var json: JSON {
    Self.json(
      id: id, familyID: familyID, createdAt: row.createdAt, createdBy: row.createdBy,
      SentRoutine(self))
  }

  static func json(
    id: RecordID, familyID: ZoneID, createdAt: Int64, createdBy: AccountID, _ sent: SentRoutine
  ) -> JSON {
    .object(
      [
        .init("id", .string(id)), .init("familyID", .string(familyID)),
        .init("createdAt", .string(TimeText.text(createdAt))),
        .init("createdBy", .string(createdBy)),
      ] + Shape.routine.shown(sent))
  }
}
