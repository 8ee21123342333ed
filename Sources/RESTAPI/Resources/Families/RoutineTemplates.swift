import Families
import Household
import Intake
import Replica
import SQLite
import SyncProtocol
import Values

extension SentRoutine {
  /// What a routine that is not there yet says.
  init(_ add: AddRoutine) {
    let (plan, schedule) = (add.plan, add.plan.schedule)
    self.init(
      details: add.details, schedule: schedule.kind, weekdays: schedule.weekdays,
      everyCount: schedule.everyCount, startsOn: schedule.startsOn.text,
      endsOn: schedule.endsOn?.text, mode: plan.mode, people: plan.people, steps: add.steps,
      inOrder: add.inOrder)
  }
}

/// What a new routine can begin with: one of the templates, or another routine.
enum RoutineTemplatesResource: Resource {
  static let tag = "Routine templates"

  static let schemas: [JSON.Member] = [
    .init("RoutineTemplate", shape.schema), Page.schema(of: "RoutineTemplate"),
  ]

  private static let shape = Shape(
    name: "RoutineTemplate", fields: Shape.routine.fields,
    readOnly: [.init("id", ["type": "string"])])

  private static let path = "\(FamiliesResource.path)/{familyID}/routine-templates"
  private static let templateID = Parameter(
    "templateID", .id, example: "morning", "The template.")
  private static let asSent = """
    Parents may. What is sent replaces what it says there; `steps` and `people` are sent as a \
    whole, and steps without an `id`.
    """

  static let operations = [
    Operation(
      method: .get, path: path, id: "listRoutineTemplates",
      summary: "Routines that many families have, to begin with",
      details: "Parents may. As they would be added today, for the children of the family.",
      scope: .read, pathParameters: [FamiliesResource.familyID], query: Parameter.paging,
      outcome: .json("RoutineTemplatePage", example: Page.json([example], next: nil)),
      handler: list),
    Operation(
      method: .post, path: "\(path)/{templateID}/routines", id: "addRoutineOfTemplate",
      summary: "Add a routine of a template", details: asSent, scope: .write,
      pathParameters: [FamiliesResource.familyID, templateID],
      body: .json("RoutineChange", example: ["people": [.string(Examples.child)]]),
      status: .created, outcome: .json("Routine", example: RoutinesResource.example),
      isVersioned: true, handler: addOfTemplate),
    Operation(
      method: .post, path: "\(RoutinesResource.path)/{routineID}/duplicate",
      id: "duplicateRoutine", summary: "Add a copy of a routine",
      details: "\(asSent) A copy begins today and ends on no day; nothing of it is done.",
      scope: .write, pathParameters: RoutinesResource.parameters,
      body: .json("RoutineChange", example: ["title": "Brush teeth at Grandma's"]),
      status: .created, outcome: .json("Routine", example: RoutinesResource.example),
      isVersioned: true, handler: duplicate),
  ]

  private static let list: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        try call.requireParent(in: connection)
        let all = try RoutineTemplate.allCases.map {
          (template: $0, add: try add($0, call, connection))
        }
        return try Page.json(
          Array(all.enumerated()), of: call,
          rank: { [Rank.word(Int64($0.offset)), $0.element.template.rawValue] },
          show: { json($0.element.template, SentRoutine($0.element.add)) })
      })
  }

  private static func add(
    _ template: RoutineTemplate, _ call: Call, _ connection: Connection
  ) throws -> AddRoutine {
    let family = try call.requireFamily(in: connection)
    return AddRoutine(
      familyID: family.id, of: template, try call.words(in: connection),
      among: try FamilyPerson.all(of: family.id, in: connection),
      from: try call.today(of: family, in: connection))
  }

  private static let addOfTemplate: Operation.Handler = { call in
    try await made(call) { connection in
      guard let template = RoutineTemplate(rawValue: call.path("templateID")) else {
        throw Problem.notFound
      }
      return try add(template, call, connection)
    }
  }

  private static let duplicate: Operation.Handler = { call in
    try await made(call) { connection in
      let routine = try RoutinesResource.find(call, in: connection)
      let family = try call.requireFamily(in: connection)
      return AddRoutine(
        copyOf: routine, among: try FamilyPerson.all(of: family.id, in: connection).map(\.id),
        from: try call.today(of: family, in: connection))
    }
  }

  /// Adds what a routine begins with, changed by what the request says.
  private static func made(
    _ call: Call, _ begin: @escaping @Sendable (Connection) throws -> AddRoutine
  ) async throws -> Reply {
    let json = try await call.write { transaction in
      let connection = transaction.connection
      let family = try call.requireParent(in: connection)
      var draft = SentRoutine(try begin(connection))
      try Shape.routine.take(call.body, into: &draft, isNew: false)
      try draft.checkSteps(known: [])
      return try AddRoutine(
        familyID: family.id, draft.details,
        draft.plan(today: call.today(of: family, in: connection)), steps: draft.steps,
        inOrder: draft.inOrder)(transaction).json
    }
    return .added(json, to: "\(FamiliesResource.path)/\(call.familyID)/routines")
  }

  private static func json(_ template: RoutineTemplate, _ sent: SentRoutine) -> JSON {
    .object([.init("id", .string(template.rawValue))] + shape.shown(sent))
  }

  private static let example: JSON = {
    var sent = SentRoutine(details: RoutineDetails(title: "Good morning"))
    (sent.details.emoji, sent.details.partOfDay) = ("🌅", .morning)
    (sent.startsOn, sent.people) = ("2026-06-14", [Examples.child])
    sent.steps = [RoutineStep(id: "", title: "Brush teeth", emoji: "🪥")]
    return json(.morning, sent)
  }()
}
