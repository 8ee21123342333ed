import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What is noted about a routine on one day, as a request sends it.
struct DayNoteDraft: Sendable {
  /// `nil` for the family's today.
  var on: String?
  /// `nil` for the account.
  var personID: AccountID?
  /// `nil` for the routine as a whole.
  var stepID: RecordID?
}

extension Shape<DayNoteDraft> {
  static let tick = Shape(
    name: "Tick",
    fields: [
      on, person("Who did it; you when it is not said.", isRequired: false),
      .optionalText(
        "stepID", \.stepID, "The step; the routine with all its steps when it is not said.",
        example: Examples.step, maxLength: 64),
    ], readOnly: [])

  static let decision = Shape(
    name: "Decision",
    fields: [on, person("Whose routine, or who did it.", isRequired: true)], readOnly: [])

  static let skip = Shape(
    name: "Skip", fields: [on, person("Whose turn it is.", isRequired: true)], readOnly: [])

  static let swap = Shape(
    name: "Swap", fields: [on, person("Who does it instead.", isRequired: true)], readOnly: [])

  private static let on = Field<DayNoteDraft>.day(
    "on", \.on, "The day; the family's today when it is not said.", example: "2026-06-14")

  private static func person(_ description: String, isRequired: Bool) -> Field<DayNoteDraft> {
    var field = Field<DayNoteDraft>.optionalText(
      "personID", \.personID, description, example: Examples.child, maxLength: 64)
    field.isRequired = isRequired
    return field
  }
}

/// The days of a family: what is due for whom, and what was done of it.
enum FamilyDaysResource: Resource {
  static let tag = "Family days"

  static let schemas: [JSON.Member] = [
    .init("DayEntry", entrySchema),
    .init(
      "FamilyDay",
      .record([
        .init("familyID", ["type": "string"]), .init("day", FamilySchema.day),
        .init("isToday", ["type": "boolean"]),
        .init("away", FamilySchema.people("Who is away on the day.")),
        .init(
          "entries",
          [
            "type": "array", "items": ["$ref": "#/components/schemas/DayEntry"],
            "description": "What comes first before all else, then by the part of the day.",
          ]),
        .init(
          "waiting",
          [
            "type": "array", "items": ["$ref": "#/components/schemas/DayEntry"],
            "description": """
            Of today: what waits for a parent of other days, the latest first. Empty for any other \
            day.
            """,
          ]),
      ])),
    .init("NewTick", Shape.tick.newSchema), .init("NewDecision", Shape.decision.newSchema),
    .init("NewSkip", Shape.skip.newSchema), .init("NewSwap", Shape.swap.newSchema),
  ]

  private static let entrySchema = JSON.record([
    .init("routineID", ["type": "string"]), .init("day", FamilySchema.day),
    .init("title", ["type": "string"]), .init("emoji", ["type": "string"]),
    .init(
      "partOfDay",
      [
        "type": "string",
        "enum": .array(RoutineDetails.PartOfDay.allCases.map { .string($0.rawValue) }),
      ]),
    .init("isFirst", ["type": "boolean"]),
    .init(
      "mode",
      [
        "type": "string",
        "enum": .array(RoutinePlan.Mode.allCases.map { .string($0.rawValue) }),
      ]),
    .init(
      "personID",
      [
        "type": ["string", "null"],
        "description": """
        Who is to do it; null for whoever comes first, and where nobody is there whose turn it \
        could be.
        """,
      ]),
    .init(
      "state",
      [
        "type": "string",
        "enum": .array(DayBoard.State.allCases.map { .string($0.rawValue) }),
        "description": "`waiting`: done, and to be approved by a parent.",
      ]),
    .init("doneBy", FamilySchema.people("Who has done something of it.")),
    .init("inOrder", ["type": "boolean"]),
    .init(
      "steps",
      [
        "type": "array",
        "items": .record([
          .init("id", ["type": "string"]), .init("title", ["type": "string"]),
          .init("emoji", ["type": "string"]), .init("isOptional", ["type": "boolean"]),
          .init("isDone", ["type": "boolean"]),
          .init("doneBy", FamilySchema.people("Who has done it.")),
        ]),
      ]),
  ])

  private static let path = "\(FamiliesResource.path)/{familyID}"
  static let notDue = "`not_due`: there is nothing of it for them on that day."
  static let tooFarAhead = "`too_far_ahead`: that day is after the family's tomorrow."
  private static let outOfOrder = """
    `out_of_order`: another step of the routine comes first. Without `stepID` all are ticked.
    """

  static let operations =
    [
      Operation(
        method: .get, path: "\(path)/day", id: "getFamilyDay",
        summary: "One day of a family: what is due for whom, and what is done of it",
        scope: .read, pathParameters: [FamiliesResource.familyID],
        query: [
          Parameter(
            "on", .text(maxLength: 10), example: "2026-06-14",
            "The day as YYYY-MM-DD; the family's today when it is not said.")
        ], outcome: .json("FamilyDay", example: example), isVersioned: true, handler: get)
    ] + [
      note(
        "tick", "tickRoutine", "Note that a step or a routine was done",
        """
        Everybody in the family may, also for others. What is done already stays as it is, so \
        that it may be sent twice.
        """, "NewTick", ["stepID": .string(Examples.step)], tick,
        conflicts: [tooFarAhead, outOfOrder]),
      note(
        "untick", "untickRoutine", "Take back what was noted of a step or a routine",
        "Everybody in the family may.", "NewTick", ["stepID": .string(Examples.step)], untick),
      note(
        "approve", "approveRoutine", "Find a routine done",
        "Parents may. Does nothing where nothing waits.", "NewDecision",
        ["personID": .string(Examples.child)], approve, conflicts: [tooFarAhead]),
      note(
        "refuse", "refuseRoutine", "Find a routine not done",
        "Parents may. What was ticked is taken back; does nothing where nothing waits.",
        "NewDecision", ["personID": .string(Examples.child)], refuse),
      note(
        "skip", "skipTurn", "Leave a turn to the next one",
        "Everybody in the family may. The answer has whose turn it is then.", "NewSkip",
        ["personID": .string(Examples.child)], skip, conflicts: [tooFarAhead]),
      note(
        "swap", "swapTurn", "Give the turn of a day to somebody else in the routine",
        "Everybody in the family may.", "NewSwap", ["personID": .string(Examples.account)], swap),
      note(
        "undo-turn", "undoTurn", "Take back that a turn of a day was skipped or given away",
        "Everybody in the family may. The answer has whose turn it is then.", "NewSkip",
        ["personID": .string(Examples.child)], undoTurn),
    ]

  private static func note(
    _ word: String, _ id: String, _ summary: String, _ details: String, _ schema: String,
    _ body: JSON, _ handler: @escaping Operation.Handler, conflicts: [String] = []
  ) -> Operation {
    Operation(
      method: .post, path: "\(RoutinesResource.path)/{routineID}/\(word)", id: id,
      summary: summary, details: details, scope: .write,
      pathParameters: RoutinesResource.parameters, body: .json(schema, example: body),
      outcome: .json("DayEntry", example: entryExample), conflicts: [notDue] + conflicts,
      handler: handler)
  }

  // MARK: Handlers

  private static let get: Operation.Handler = { call in
    let wanted = try call.day("on")
    let json = try await call.read { connection -> JSON in
      let family = try call.requireFamily(in: connection)
      let today = try call.today(of: family, in: connection)
      let day = wanted ?? today
      let board = try DayBoard(of: family.id, on: day, in: connection)
      return [
        "familyID": .string(family.id), "day": .string(day.text),
        "isToday": .bool(day == today),
        "away": .array(board.away.sorted().map { .string($0) }),
        "entries": .array(board.entries.map { entry($0, on: day) }),
        "waiting": .array(
          try day == today
            ? WaitingRoutine.all(of: family.id, through: today, in: connection)
              .filter { $0.day != day }.map { entry($0.entry, on: $0.day) } : []),
      ]
    }
    return .record(json)
  }

  private static let tick = handler(.tick) { try TickRoutine($0.task)($1) }
  private static let untick = handler(.tick) { try UntickRoutine($0.task)($1) }
  private static let approve = handler(.decision, isForParents: true) {
    try ApproveRoutine($0.task)($1)
  }
  private static let refuse = handler(.decision, isForParents: true) {
    try RefuseRoutine($0.task)($1)
  }
  private static let skip = handler(.skip) { try SkipTurn($0.task)($1) }
  private static let undoTurn = handler(.skip) { try UndoTurn($0.task)($1) }

  private static let swap = handler(.swap) { note, transaction in
    do {
      return try SwapTurn(note.task)(transaction)
    } catch FamilyFailure.personNotFound {
      throw Problem.invalid([
        Problem.Fault("personID", "not_in_this_routine", "takes no turns in that routine")
      ])
    }
  }

  /// What a request says about a routine's day, checked.
  struct Note {
    let task: RoutineTask

    var day: CalendarDay { task.day }
  }

  private static func handler(
    _ shape: Shape<DayNoteDraft>, isForParents: Bool = false,
    _ useCase: @escaping @Sendable (Note, WriteTransaction) throws -> DayBoard.Entry
  ) -> Operation.Handler {
    { call in
      var draft = DayNoteDraft()
      try shape.take(call.body, into: &draft, isNew: true)
      let json = try await call.write { [draft] transaction in
        let connection = transaction.connection
        let routine = try RoutinesResource.find(call, in: connection)
        let family =
          try isForParents
          ? call.requireParent(in: connection) : call.requireFamily(in: connection)
        let note = try checked(draft, of: routine, in: family, call, connection)
        return Self.entry(try useCase(note, transaction), on: note.day)
      }
      return .json(json)
    }
  }

  static func checked(
    _ draft: DayNoteDraft, of routine: Routine, in family: Family, _ call: Call,
    _ connection: Connection
  ) throws -> Note {
    let today = try call.today(of: family, in: connection)
    guard let day = draft.on.map({ CalendarDay($0) }) ?? today else {
      throw Problem.invalid([.notADate("on")])
    }
    let person = draft.personID ?? call.account.id
    try call.requirePerson(person, "personID", in: connection)
    if let step = draft.stepID, !routine.steps.contains(where: { $0.id == step }) {
      throw Problem.invalid([
        Problem.Fault("stepID", "not_in_this_routine", "names no step of that routine")
      ])
    }
    return Note(
      task: RoutineTask(
        routineID: routine.id, day: day, personID: person, stepID: draft.stepID, today: today))
  }

  // MARK: JSON

  static func entry(_ entry: DayBoard.Entry, on day: CalendarDay) -> JSON {
    let details = entry.routine.details
    let steps = entry.steps.map { step in
      step.step.json.adding([
        "isDone": .bool(step.isDone), "doneBy": .array(step.doneBy.map { .string($0) }),
      ])
    }
    return [
      "routineID": .string(entry.routine.id), "day": .string(day.text),
      "title": .string(details.title), "emoji": .string(details.emoji),
      "partOfDay": .string(details.partOfDay.rawValue), "isFirst": .bool(details.isFirst),
      "mode": .string(entry.routine.plan.mode.rawValue), "personID": JSON(entry.personID),
      "state": .string(entry.state.rawValue),
      "doneBy": .array(entry.doneBy.map { .string($0) }),
      "inOrder": .bool(entry.routine.row.inOrder), "steps": .array(steps),
    ]
  }

  static let entryExample: JSON = [
    "routineID": .string(Examples.routine), "day": "2026-06-14", "title": "Brush teeth",
    "emoji": "🪥", "partOfDay": "evening", "isFirst": false, "mode": "each",
    "personID": .string(Examples.child), "state": "open", "doneBy": [.string(Examples.child)],
    "inOrder": false,
    "steps": [
      [
        "id": .string(Examples.step), "title": "Top teeth", "emoji": "", "isOptional": false,
        "isDone": true, "doneBy": [.string(Examples.child)],
      ]
    ],
  ]

  private static let example: JSON = [
    "familyID": .string(Examples.family), "day": "2026-06-14", "isToday": true, "away": [],
    "entries": [entryExample], "waiting": [],
  ]
}
