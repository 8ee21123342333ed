import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What is done in a family again and again.
enum RoutinesResource: Resource {
  static let tag = "Routines"

  static let schemas: [JSON.Member] = [
    .init("Routine", Shape.routine.schema), .init("NewRoutine", Shape.routine.newSchema),
    .init("RoutineChange", Shape.routine.changeSchema), Page.schema(of: "Routine"),
  ]

  static let path = "\(FamiliesResource.path)/{familyID}/routines"
  static let routineID = Parameter(
    "routineID", .id, example: .string(Examples.routine), "The routine.")
  static let parameters = [FamiliesResource.familyID, routineID]

  static let operations = [
    Operation(
      method: .get, path: path, id: "listRoutines", summary: "The routines of a family, by name",
      scope: .read, pathParameters: [FamiliesResource.familyID],
      query: [
        Parameter(
          "archived", .flag, example: false,
          "Those that are out of the way instead; false when it is not said.")
      ] + Parameter.paging,
      outcome: .json("RoutinePage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addRoutine", summary: "Add a routine",
      details: "Parents may.", scope: .write, pathParameters: [FamiliesResource.familyID],
      body: .json(
        "NewRoutine",
        example: [
          "title": "Brush teeth", "partOfDay": "evening", "people": [.string(Examples.child)],
          "steps": [["title": "Top"], ["title": "Bottom"]],
        ]), status: .created, outcome: .json("Routine", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{routineID}", id: "getRoutine", summary: "One routine",
      scope: .read, pathParameters: parameters, outcome: .json("Routine", example: example),
      isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{routineID}", id: "changeRoutine",
      summary: "Change a routine, archive it, or bring it back",
      details: """
        Only what is sent is changed; `steps` and `people` are sent as a whole, and a step that \
        stays with its `id`. What was done stays as it was. With other people or days, turns \
        begin anew today with whoever was next.
        """,
      scope: .write, pathParameters: parameters,
      body: .change("RoutineChange", example: ["weekdays": ["saturday", "sunday"]]),
      outcome: .json("Routine", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{routineID}", id: "deleteRoutine",
      summary: "Delete a routine with all that was done of it",
      details: """
        The stars that were earned by it go with it. It cannot be undone here. Archiving keeps \
        what was done.
        """, scope: .write,
      pathParameters: parameters, status: .noContent, outcome: .nothing, isVersioned: true,
      conflicts: ["`done_too_often`: it can be archived with isArchived instead."],
      handler: delete),
  ]

  /// The routine that the call names.
  static func find(_ call: Call, in connection: Connection) throws -> Routine {
    try call.requireFamily(in: connection)
    guard let routine = try Routine.find(call.path("routineID"), in: connection),
      routine.familyID == call.familyID
    else { throw Problem.notFound }
    return routine
  }

  private static let list: Operation.Handler = { call in
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    let isArchived = call.flag("archived") ?? false
    return .json(
      try await call.read { connection in
        try call.requireFamily(in: connection)
        let page = try NamePage<Routine.Row>(
          home: call.familyID, column: "familyID",
          columns: ["isArchived": .integer(isArchived ? 1 : 0)], after: cursor, limit: limit,
          key: \.nameKey, in: connection)
        return Page.json(
          try page.rows.map { try Routine($0, in: connection).json },
          next: page.next?.description)
      })
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try find(call, in: $0).json })
  }

  private static let add: Operation.Handler = { call in
    var draft = SentRoutine()
    try Shape.routine.take(call.body, into: &draft, isNew: true)
    let json = try await call.write { [draft] transaction in
      let connection = transaction.connection
      let family = try call.requireParent(in: connection)
      try draft.checkSteps(known: [])
      return try AddRoutine(
        familyID: family.id, draft.details,
        draft.plan(today: call.today(of: family, in: connection)), steps: draft.steps,
        inOrder: draft.inOrder)(transaction).json
    }
    return .added(json, to: "\(FamiliesResource.path)/\(call.familyID)/routines")
  }

  private static let change: Operation.Handler = { call in
    let json = try await write(call) { routine, transaction in
      let connection = transaction.connection
      let family = try call.requireFamily(in: connection)
      var draft = SentRoutine(routine)
      let sent = try Shape.routine.take(call.body, into: &draft, isNew: false)
      try draft.checkSteps(known: Set(routine.steps.map(\.id)))
      if sent.contains("startsOn"), draft.startsOn == nil {
        throw Problem.invalid([.init("startsOn", "missing", "must not be empty")])
      }
      let today = try call.today(of: family, in: connection)
      // A plan that nobody touched stays as it is, also one that a newer program wrote.
      let isSamePlan = sent.isDisjoint(with: planFields)
      return try EditRoutine(
        routineID: routine.id, draft.details,
        isSamePlan ? routine.plan : draft.plan(today: today), steps: draft.steps,
        inOrder: draft.inOrder, today: today)(transaction).json
    }
    return .record(json)
  }

  private static let planFields: Set = [
    "schedule", "weekdays", "everyCount", "startsOn", "endsOn", "mode", "people",
  ]

  private static let delete: Operation.Handler = { call in
    try await write(call) { routine, transaction in
      do {
        try DeleteRoutine(routineID: routine.id)(transaction)
      } catch FamilyFailure.invalid {
        throw Problem(
          .conflict, "done_too_often",
          "more was done of it than can be deleted at once; archive it with isArchived instead")
      }
    }
    return .done
  }

  private static func write<Result: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (Routine, WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await call.write(in: call.familyID) { transaction in
      let routine = try find(call, in: transaction.connection)
      try call.requireParent(in: transaction.connection)
      try call.checkVersion(routine.json)
      return try body(routine, transaction)
    }
  }

  static let example: JSON = {
    var sent = SentRoutine(details: RoutineDetails(title: "Brush teeth"))
    (sent.details.emoji, sent.details.partOfDay) = ("🪥", .evening)
    (sent.startsOn, sent.people) = ("2026-06-14", [Examples.child])
    sent.steps = [RoutineStep(id: Examples.step, title: "Top teeth")]
    return Routine.json(
      id: Examples.routine, familyID: Examples.family, createdAt: Examples.milliseconds,
      createdBy: Examples.account, sent)
  }()
}
